"""Memory is freed by the op that frees memory of its kind: by the pipeline, and in what the checker calls clean."""

from pathlib import Path

import ownlog
from ownlog.backend.checking import Verdict, check
from tests.tools import OwnlogFork

TYPE = "memref<4xf32, 1>"
GPU, HOST = f"gpu.alloc() : {TYPE}", f"memref.alloc() : {TYPE}"
PIPELINE = "buffer-deallocation-pipeline"


def program(body: str) -> str:
    return f"func.func @f(%c: i1, %n: index, %x: {TYPE}) {{\n{body.strip()}\nreturn\n}}\n"


def judged(body: str) -> Verdict:
    return check(ownlog.parse(program(body)))


def found(body: str) -> list[tuple[str, list[int], bool]]:
    return [(finding.kind, [step.line for step in finding.steps], finding.certain) for finding in judged(body).findings]


def pipeline(text: str, *options: str) -> tuple[int, str, str]:
    run = OwnlogFork()([f"--{PIPELINE}", *options], text)
    return run.status, run.out, run.err


PAIRS = {("gpu.alloc", "gpu.dealloc"), ("memref.alloc", "memref.dealloc")}
MIXED = f"%a = {GPU}\n%b = {HOST}\n%s = arith.select %c, %a, %b : {TYPE}\n"


def test_each_free_is_of_its_kind_of_memory() -> None:
    for made, freed in ((GPU, "gpu.dealloc"), (GPU, "memref.dealloc"), (HOST, "gpu.dealloc"), (HOST, "memref.dealloc")):
        expected = (
            [] if (made.partition("(")[0], freed) in PAIRS else [("free as another kind of memory", [2, 3], True)]
        )
        assert found(f"%a = {made}\n{freed} %a : {TYPE}") == expected


def test_what_a_select_gives_is_of_the_kind_of_what_it_chose() -> None:
    rest = f"%t = arith.select %c, %b, %a : {TYPE}\n"
    wrong = found(f"{MIXED}{rest}memref.dealloc %s : {TYPE}\ngpu.dealloc %t : {TYPE}")
    assert wrong == [
        ("free as another kind of memory", [2, 4, 6], True),
        ("free as another kind of memory", [3, 4, 7], True),
    ]
    assert found(f"{MIXED}{rest}gpu.dealloc %s : {TYPE}\nmemref.dealloc %t : {TYPE}")[0][1] == [2, 4, 7]
    by_condition = (
        f"scf.if %c {{\ngpu.dealloc %s : {TYPE}\nmemref.dealloc %b : {TYPE}\n}} else {{\n"
        f"memref.dealloc %s : {TYPE}\ngpu.dealloc %a : {TYPE}\n}}\n"
    )
    assert found(MIXED + by_condition) == []


def test_a_kind_that_hangs_on_related_conditions_is_undecided() -> None:
    body = (
        "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"
        "%p = arith.cmpi ugt, %n, %c0 : index\n%q = arith.cmpi ugt, %n, %c1 : index\n"
        f"%a = {GPU}\n%b = {HOST}\n%s = arith.select %p, %a, %b : {TYPE}\n%t = arith.select %p, %b, %a : {TYPE}\n"
        f"scf.if %q {{\ngpu.dealloc %s : {TYPE}\nmemref.dealloc %t : {TYPE}\n}} else {{\n"
        f"memref.dealloc %s : {TYPE}\ngpu.dealloc %t : {TYPE}\n}}"
    )
    assert {(kind, certain) for kind, _, certain in found(body)} == {("free as another kind of memory", False)}


def test_the_pipeline_frees_each_kind_by_its_op() -> None:
    copies = f"memref.copy %x, %a : {TYPE} to {TYPE}\nmemref.copy %x, %b : {TYPE} to {TYPE}\n"
    looped = (
        "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n%l = scf.for %i = %c0 to %n step %c1"
        f" iter_args(%o = %a) -> ({TYPE}) {{\n%d = {GPU}\nmemref.copy %o, %d : {TYPE} to {TYPE}\nscf.yield %d :"
        f" {TYPE}\n}}\nmemref.copy %l, %x : {TYPE} to {TYPE}\n"
    )
    chosen = (
        f"%d = {GPU}\n%s = arith.select %c, %a, %d : {TYPE}\ncf.br ^b(%s : {TYPE})\n^b(%r: {TYPE}):\nmemref.copy %r, %x"
        f" : {TYPE} to {TYPE}"
    )
    for body in (copies, copies + looped, copies + chosen):
        text = str(ownlog.run_pipeline(ownlog.parse(program(f"%a = {GPU}\n%b = {HOST}\n{body}")), PIPELINE))
        assert check(ownlog.parse(text)).status == "clean"
        assert "gpu.dealloc" in text
        assert "memref.dealloc %b" in text


def test_a_caller_frees_what_a_function_gives_as_that_made_it() -> None:
    text = (
        f"func.func @make() -> {TYPE} {{\n%a = {GPU}\nreturn %a : {TYPE}\n}}\nfunc.func @take(%x: {TYPE}) {{\n%m = call"
        f" @make() : () -> {TYPE}\nmemref.copy %m, %x : {TYPE} to {TYPE}\nreturn\n}}\n"
    )
    assert "gpu.dealloc %m" in str(ownlog.run_pipeline(ownlog.parse(text), PIPELINE))


def test_two_kinds_that_come_together_are_refused() -> None:
    merged = (
        f"%a = {GPU}\n%b = {HOST}\ncf.cond_br %c, ^m(%a : {TYPE}), ^m(%b : {TYPE})\n^m(%s: {TYPE}):\nmemref.copy %s, %x"
        f" : {TYPE} to {TYPE}"
    )
    status, out, err = pipeline(program(merged))
    assert (status, out) == (1, "")
    assert (
        "<stdin>:4:1: error: no plan was found for the deallocation of @f: different ops have to free what may come"
        " together here" in err
    )
    assert "help: copy one of the buffers" in err


def test_a_copy_that_a_return_would_make_in_place_of_another_kind_is_refused() -> None:
    text = (
        f"func.func @f(%c: i1, %x: {TYPE}) -> {TYPE} {{\n%r = scf.if %c -> {TYPE} {{\n%a = {GPU}\nmemref.copy %x, %a :"
        f" {TYPE} to {TYPE}\nscf.yield %a : {TYPE}\n}} else {{\nscf.yield %x : {TYPE}\n}}\nreturn %r : {TYPE}\n}}\n"
    )
    status, out, err = pipeline(text)
    assert (status, out) == (1, "")
    assert (
        "<stdin>:9:1: error: no plan was found for the deallocation of @f: different ops have to free what may come"
        " together here" in err
    )


def test_the_pipeline_warns_of_frees_of_another_kind_that_are_there() -> None:
    status, out, err = pipeline(program(f"%a = {GPU}\nmemref.dealloc %a : {TYPE}"))
    assert (status, out.count("dealloc")) == (0, 1)
    assert (
        "<stdin>:3:1: warning: 'memref.dealloc' frees %a, which 'gpu.alloc' allocated: 'gpu.dealloc' frees that" in err
    )
    assert (
        "warning: 'gpu.dealloc' may free %b, which 'memref.alloc' allocated"
        in pipeline(program(f"{MIXED}gpu.dealloc %s : {TYPE}"))[2]
    )
    stack = pipeline(program(f"%a = memref.alloca() : {TYPE}\nmemref.dealloc %a : {TYPE}"))[2]
    assert "'memref.dealloc' frees %a, which 'memref.alloca' allocated: nothing is to free that" in stack
    for made, freed in PAIRS:
        assert pipeline(program(f"%a = {made}() : {TYPE}\n{freed} %a : {TYPE}"))[2] == ""


def test_a_model_says_what_frees_its_memory(tmp_path: Path) -> None:
    model = tmp_path / "pool.dl"
    model.write_text(
        'dialect_effects_known("my"). allocates("my.get", 0). frees("my.put", 0).'
        'freed_by("my.get", "my.put"). freed_by("my.put", "my.put").'
    )
    text = program(f'%a = "my.get"() : () -> {TYPE}\nmemref.copy %x, %a : {TYPE} to {TYPE}')
    status, out, err = pipeline(text, "--model", str(model))
    assert (status, err) == (0, "")
    assert f'"my.put"(%a) : ({TYPE}) -> ()' in out
    status, _, err = pipeline(
        out.replace('"my.put"(%a) : (memref<4xf32, 1>) -> ()', f"memref.dealloc %a : {TYPE}"), "--model", str(model)
    )
    assert "'memref.dealloc' frees %a, which 'my.get' allocated: 'my.put' frees that" in err

"""Ways that control takes for certain, or never, and what neither a model nor a function lets the checker follow."""

import pytest

import ownlog
from ownlog.backend.certificates.proving import Certifier
from ownlog.backend.checking import check
from tests.checking.judged import judged, lines

ALLOC = "%a = memref.alloc() : memref<4xi32>\n"
FREE = "memref.dealloc %a : memref<4xi32>\n"
ONCE = {
    "affine.for": "affine.for %i = 1 to 4 step 7 {{\n{}}}\n",
    "affine.for-with-several-bounds": (
        "affine.for %i = max affine_map<() -> (0, 2)>() to min affine_map<() -> (9, 3)>() {{\n{}}}\n"
    ),
    "scf.forall": "scf.forall (%i, %j) = (0, 1) to (4, 2) step (4, 1) {{\n{}}}\n",
    "scf.forall-by-a-constant": "%o = arith.constant 1 : index\nscf.forall (%i, %j) in (1, %o) {{\n{}}}\n",
    "scf.parallel": (
        "%z = arith.constant 0 : index\n%o = arith.constant 1 : index\n%t = arith.constant 3 : index\n"
        "scf.parallel (%i, %j) = (%z, %z) to (%o, %t) step (%o, %t) {{\n{}}}\n"
    ),
    "affine.parallel": "affine.parallel (%i, %j) = (0, 0) to (3, 1) step (3, 1) {{\n{}}}\n",
}
NEVER = {
    "affine.for": "affine.for %i = 4 to 4 {{\n{}}}\n",
    "scf.forall": "scf.forall (%i, %j) in (3, 0) {{\n{}}}\n",
    "affine.parallel": "affine.parallel (%i, %j) = (0, 2) to (3, 1) {{\n{}}}\n",
}
TWICE = {
    "affine.for": "affine.for %i = 0 to 2 {{\n{}}}\n",
    "scf.forall": "scf.forall (%i, %j) in (1, 2) {{\n{}}}\n",
    "affine.parallel": "affine.parallel (%i, %j) = (0, 0) to (3, 1) {{\n{}}}\n",
}


def kinds(text: str, arguments: str = "") -> list[tuple[str, bool]]:
    return sorted({(finding.kind, finding.certain) for finding in judged(text + "return\n", arguments).findings})


@pytest.mark.parametrize("loop", ONCE.values(), ids=ONCE)
def test_what_runs_once_frees_once(loop: str) -> None:
    assert kinds(ALLOC + loop.format(FREE)) == []
    assert kinds(ALLOC + loop.format("")) == [("leak", True)]


@pytest.mark.parametrize("loop", NEVER.values(), ids=NEVER)
def test_what_never_runs_frees_nothing(loop: str) -> None:
    assert kinds(ALLOC + loop.format(FREE)) == [("leak", True)]
    assert kinds(ALLOC + loop.format(FREE) + FREE) == []


@pytest.mark.parametrize("loop", TWICE.values(), ids=TWICE)
def test_what_runs_twice_frees_twice(loop: str) -> None:
    assert kinds(ALLOC + loop.format(FREE)) == [("double free", True)]


@pytest.mark.parametrize(("at", "expected"), [(2, []), (3, [("leak", True)])])
def test_rounds_of_affine_loops_are_counted(at: int, expected: list[tuple[str, bool]]) -> None:
    inside = f"%o = arith.constant {at} : index\n%e = arith.cmpi eq, %i, %o : index\nscf.if %e {{\n{FREE}}}\n"
    assert kinds(ALLOC + f"affine.for %i = 0 to 3 {{\n{inside}}}\n") == expected


def test_what_hangs_on_the_number_of_a_round_is_undecided_where_rounds_are_not_counted() -> None:
    inside = f"%o = arith.constant 2 : index\n%e = arith.cmpi eq, %i, %o : index\nscf.if %e {{\n{FREE}}}\n"
    assert {certain for _, certain in kinds(ALLOC + f"affine.for %i = 0 to 30 {{\n{inside}}}\n")} == {False}


SWITCHES = """
scf.index_switch %n
case 7 {{
{}scf.yield
}}
default {{
{}}}
scf.index_switch %n
case 7 {{
{}scf.yield
}}
default {{
{}}}
"""


@pytest.mark.parametrize(
    ("freed", "expected"),
    [
        ((FREE, "", "", FREE), []),
        (("", FREE, FREE, ""), []),
        ((FREE, "", FREE, FREE), [("double free", True)]),
        ((FREE, "", "", ""), [("leak", True)]),
    ],
)
def test_none_of_the_cases_is_none_of_them_later(freed: tuple[str, ...], expected: list[tuple[str, bool]]) -> None:
    assert kinds(ALLOC + SWITCHES.format(*freed), "%n: index") == expected


BLOCKS = """
cf.switch %n : i32, [default: ^one, 3: ^other, 4: ^other]
^one:
memref.dealloc %a : memref<4xi32>
cf.br ^other
^other:
cf.switch %n : i32, [default: ^end, 4: ^last, 3: ^last]
^last:
memref.dealloc %a : memref<4xi32>
cf.br ^end
^end:
"""


def test_none_of_the_cases_of_a_branch_is_none_of_them_later() -> None:
    assert kinds(ALLOC + BLOCKS, "%n: i32") == []
    assert kinds(ALLOC + BLOCKS.replace(", 3: ^last", ""), "%n: i32") == [("leak", True)]


ENDS = {
    "llvm.unreachable": "cf.cond_br %c, ^end, ^go\n^end:\nllvm.unreachable\n^go:\n",
    "ub.unreachable": "cf.cond_br %c, ^end, ^go\n^end:\nub.unreachable\n^go:\n",
    "abort": "scf.if %c {\nfunc.call @abort() : () -> ()\n}\n",
    "assert": '%t = arith.constant true\n%d = arith.xori %c, %t : i1\ncf.assert %d, "d"\n',
    "false": 'scf.if %c {\n%d = arith.constant false\ncf.assert %d, "d"\n}\n',
}
ABORT = "func.func private @abort()\n"


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_way_that_ends_the_program_leaks_nothing(end: str) -> None:
    for text, expected in (
        (ALLOC + end + FREE, []),
        (ALLOC + f"scf.if %c {{\n}} else {{\n{FREE}}}\n" + end, []),
        (ALLOC + f"scf.if %c {{\n{FREE}}}\n" + end + FREE, []),
        (ALLOC + end, ["leak"]),
        (ALLOC + f"scf.if %c {{\n}} else {{\n{FREE}}}\n" + end + FREE, ["double free"]),
    ):
        verdict = check(ownlog.parse(f"{ABORT}func.func @f(%c: i1) {{\n{text}return\n}}"))
        assert [finding.kind for finding in verdict.findings if finding.certain] == expected, text


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_that_a_way_ends_the_program_is_proved(end: str) -> None:
    # Behind an edge that a condition chooses, nothing is proved that asks for the same condition again.
    rest = FREE if "cond_br" in end else f"scf.if %c {{\n}} else {{\n{FREE}}}\n"
    text = f"{ABORT}func.func @f(%c: i1) {{\n{ALLOC}{end}{rest}return\n}}"
    assert check(ownlog.parse(text), certifier=Certifier()).findings == []


@pytest.mark.parametrize("name", ONCE)
def test_that_a_loop_runs_once_is_proved(name: str) -> None:
    text = f"func.func @f() {{\n{ALLOC}{ONCE[name].format(FREE)}return\n}}"
    assert check(ownlog.parse(text), certifier=Certifier()).findings == []


def test_that_a_number_is_none_of_the_cases_is_proved() -> None:
    text = f"func.func @f(%n: index) {{\n{ALLOC}{SWITCHES.format(FREE, '', '', FREE)}return\n}}"
    assert check(ownlog.parse(text), certifier=Certifier()).findings == []


@pytest.mark.parametrize(
    "declared", ["llvm.func @stop() attributes {noreturn}", 'llvm.func @stop() attributes {passthrough = ["noreturn"]}']
)
def test_a_function_may_say_that_it_never_returns(declared: str) -> None:
    text = f"{declared}\nfunc.func @f() {{\n{ALLOC}llvm.call @stop() : () -> ()\nreturn\n}}"
    assert check(ownlog.parse(text)).findings == []
    kept = text.replace(declared, "llvm.func @stop()")
    assert [finding.kind for finding in check(ownlog.parse(kept)).findings] == ["leak"]


FUNCTIONS = {
    "gpu.func": "gpu.module @m {\ngpu.func @k() kernel {\nBODYgpu.return\n}\n}",
    "llvm.func": "llvm.func @k() {\nBODYllvm.return\n}",
    "a-function-by-its-form": (
        '"my.module"() ({\n"my.func"() <{sym_name = "k", function_type = () -> ()}> ({\n'
        'BODY"my.return"() : () -> ()\n}) : () -> ()\n}) : () -> ()'
    ),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_other_functions_are_followed_too(name: str) -> None:
    clean, leaks, twice = (
        check(ownlog.parse(FUNCTIONS[name].replace("BODY", ALLOC + body))) for body in (FREE, "", FREE + FREE)
    )
    assert (clean.status, clean.allocations) == ("clean", 1)
    assert leaks.status == ("error" if name != "a-function-by-its-form" else "undecided")
    assert [finding.kind for finding in twice.findings if finding.certain] == ["double free"]


def test_what_no_model_describes_may_be_an_allocation() -> None:
    found = judged('%a = "my.make"() : () -> memref<4xi32>\nreturn\n').findings
    assert [(finding.kind, finding.certain) for finding in found] == [("not followed", False)]
    assert "'my.make'" in found[0].doubt


HANGING = """
%a = memref.alloc() : memref<4xi32>
%one = arith.constant 1 : index
%nine = arith.constant 9 : index
%m = arith.muli %n, %n : index
%p = arith.cmpi slt, %m, %one : index
%q = arith.cmpi sgt, %m, %nine : index
scf.if %p {
  scf.if %q {
    memref.dealloc %a : memref<4xi32>
    AGAIN
  }
}
scf.if %p {
  scf.if %q {
  } else {
    memref.dealloc %a : memref<4xi32>
  }
} else {
  memref.dealloc %a : memref<4xi32>
}
return
"""


@pytest.mark.parametrize(
    ("again", "expected"),
    [
        ("", []),
        ("memref.dealloc %a : memref<4xi32>", [("double free", [10, 11], True)]),
        ("%v = memref.load %a[%one] : memref<4xi32>", [("use after free", [10, 11], True)]),
    ],
)
def test_what_is_wrong_wherever_control_comes_is_certain(
    again: str, expected: list[tuple[str, list[int], bool]]
) -> None:
    verdict = judged(HANGING.replace("AGAIN", again), "%n: index")
    assert lines(verdict) == expected
    assert all(finding.message.endswith("if this line is reached") for finding in verdict.findings)


I64 = "".join(f"%k{number} = arith.constant {number} : i64\n" for number in (0, 1, 9, 9223372036854775807))
CARRIED = "scf.for %i = %k0 to {} step %k1 iter_args(%x = %a, %y = %b) -> (memref<4xi32>, memref<4xi32>) : i64 {{\n"


@pytest.mark.parametrize(
    ("body", "doubts"),
    [
        (
            ALLOC + "scf.for %i = %k0 to %k9223372036854775807 step %k1 : i64 {\n" + FREE + "}\n",
            {"constants alone decide which iterations of scf.for run, and they are not counted"},
        ),
        (
            ALLOC + "scf.for %i = %k0 to %n step %k1 : i64 {\n%is = arith.cmpi eq, %i, %k1 : i64\nscf.if %is {\n"
            + FREE + "}\n}\n",
            {
                "",
                "%is is computed from numbers that may exclude it",
                "%is depends on the iteration of scf.for, and its iterations are not counted",
            },
        ),
        (
            ALLOC + "%b = memref.alloc() : memref<4xi32>\n%r:2 = " + CARRIED.format("%k9")
            + "scf.yield %y, %x : memref<4xi32>, memref<4xi32>\n}\nmemref.dealloc %b : memref<4xi32>\n"
            "memref.dealloc %r#1 : memref<4xi32>\n",
            {
                "what scf.for hands to its next iteration depends on how many of its 9 iterations have run, and they"
                " are not counted"
            },
        ),
        (
            ALLOC + "scf.for %i = %k0 to %n step %k1 : i64 {\n" + FREE + "scf.for %j = %k0 to %n step %k1 : i64 {\n"
            + "}\n}\n",
            {""},
        ),
    ],
    ids=["more iterations than are counted", "a condition on the iteration", "what goes round", "open bounds"],
)  # fmt: skip
def test_iterations_that_are_not_counted_are_a_doubt(body: str, doubts: set[str]) -> None:
    assert {finding.doubt for finding in judged(I64 + body + "return\n", "%n: i64").findings} == doubts


def test_loops_with_the_same_bounds_run_alike() -> None:
    loop = (
        "scf.for %i = %k0 to %n step %k1 iter_args(%x = {}) -> memref<4xi32> : i64 {{\n"
        "scf.yield {} : memref<4xi32>\n}}\n"
    )
    both = "%r = " + loop.format("%a", "%b") + "%s = " + loop.format("%b", "%a")
    body = ALLOC + "%b = memref.alloc() : memref<4xi32>\n" + both + FREE.replace("%a", "%r") + FREE.replace("%a", "%s")
    doubt = "two loops with the same bounds have the same number of iterations"
    assert {finding.doubt for finding in judged(I64 + body + "return\n", "%n: i64").findings} == {doubt}


MEMORY = {
    "cell": ("memref<index>", ""),
    "array": ("memref<2xindex>", "%one"),
}
LOOPS = {
    "scf.for": "scf.for %i = %zero to %n step %one {\n",
    "scf.parallel": "scf.parallel (%i) = (%zero) to (%n) step (%one) {\n",
    "scf.forall": "scf.forall (%i) in (%n) {\n",
    "affine.for": "affine.for %i = 0 to affine_map<()[s] -> (s)>()[%n] {\n",
    "scf.for-unsigned": (
        "%s = arith.index_cast %one : index to i8\n%m = arith.index_cast %n : index to i8\n"
        "%z = arith.index_cast %zero : index to i8\nscf.for unsigned %i = %z to %m step %s : i8 {\n"
    ),
}
NUMBERS = "%zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n"


@pytest.mark.parametrize("memory", MEMORY.values(), ids=MEMORY)
@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_a_bound_in_memory_of_the_program_is_not_known(loop: str, memory: tuple[str, str]) -> None:
    type_, at = memory
    cell = f"%cell = memref.alloca() : {type_}\nmemref.store %one, %cell[{at}] : {type_}\n"
    load = f"%n = memref.load %cell[{at}] : {type_}\n"
    assert kinds(NUMBERS + cell + load + ALLOC + loop + FREE + "}\n") == [("double free", False), ("leak", False)]


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_a_bound_in_memory_of_the_caller_may_be_any_number(loop: str) -> None:
    load = "%n = memref.load %cell[%one] : memref<2xindex>\n"
    text = NUMBERS + load + ALLOC + loop + FREE + "}\n"
    assert kinds(text, "%cell: memref<2xindex>") == [("double free", True), ("leak", True)]


RELATED = {
    "a-comparison-of-the-bound": ("%c = arith.cmpi ne, %n, %zero : index\n", "%n"),
    "a-loop-up-to-less": ("%c = arith.cmpi ne, %n, %zero : index\n%m = arith.minui %n, %one : index\n", "%m"),
    "a-condition-that-chose-the-bound": (
        "%c = arith.cmpi eq, %n, %one : index\n"
        "%m = scf.if %c -> index {\nscf.yield %one : index\n} else {\nscf.yield %zero : index\n}\n",
        "%m",
    ),
}


@pytest.mark.parametrize(("before", "bound"), RELATED.values(), ids=RELATED)
def test_iterations_and_conditions_that_are_computed_from_one_number_may_exclude_each_other(
    before: str, bound: str
) -> None:
    loop = f"scf.for %i = %zero to {bound} step %one {{\n{FREE}}}\n"
    rest = f"scf.if %c {{\n}} else {{\n{FREE}}}\n"
    assert ("leak", True) not in kinds(NUMBERS + before + ALLOC + loop + rest, "%n: index")

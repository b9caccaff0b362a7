"""What `canonicalize` and `cse` make of ops of the user's goes by the user's model."""

import re
from ast import literal_eval
from pathlib import Path

import pytest

import ownlog
from ownlog import rules
from ownlog.backend.canonicalization.canonicalize import canonicalize
from ownlog.backend.canonicalization.cse import eliminate_common_subexpressions
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.rewriting.effects import Effects
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.module import Module
from ownlog.rules.shipped.analysis import CONCLUDED, own_models

KNOWN = 'dialect_effects_known("my").\n'


def said(facts: str) -> dict[str, set[rules.Row]]:
    """What Ownlog's models and some facts more tell: as with a model file of them, without compiling the rules each
    time.
    """
    rows: dict[str, set[rules.Row]] = {name: set(known) for name, known in own_models().items()}
    for name, cells in re.findall(r"(\w+)\((.*)\)\.", facts):
        rows[name].add(literal_eval(f"({cells},)"))
    told: dict[str, set[rules.Row]] = {
        **rows,
        "op_dialect": {(name, name.partition(".")[0]) for name in ("my.op", "my.other")},
    }
    return rows | rules.derive(told, outputs=CONCLUDED)


def run(text: str, name: str, facts: str) -> str:
    module = ownlog.parse(text)
    rows = said(facts)
    if name == "cse":
        eliminate_common_subexpressions(module, Effects(rows))
    else:

        def about(module: Module, naming: Naming, outputs: tuple[str, ...]) -> dict[str, set[rules.Row]]:
            return rules.derive({**extract_facts(module, naming), **rows}, outputs=outputs)

        canonicalize(module, Effects(rows), Prover(), about)
    out = str(module)
    ownlog.parse(out)
    return out


def run_with_model(text: str, passes: str, model: Path, facts: str) -> str:
    model.write_text(facts)
    return str(ownlog.run_pipeline(ownlog.parse(text), passes, models=[model]))


# Clones

CLONE = """\
{callee}
func.func @f(%i: index, %a: memref<4xf32>) -> f32 {{
  %v = {source}
  %c = bufferization.clone %v : memref<4xf32> to memref<4xf32>
  {between}
  %x = memref.load %c[%i] : memref<4xf32>
  memref.dealloc {freed} : memref<4xf32>
  "test.end"() : () -> ()
  return %x : f32
}}
"""
SAME = '"my.same"(%a) : (memref<4xf32>) -> memref<4xf32>'
NEVER_FREES = "func.func private @g(%m: memref<4xf32>) {\n  return\n}"
FREES = "func.func private @g(%m: memref<4xf32>) {\n  memref.dealloc %m : memref<4xf32>\n  return\n}"
FREES_A_VIEW = """func.func private @g(%m: memref<4xf32>) {
  %w = "my.window"(%m) : (memref<4xf32>) -> memref<4xf32>
  memref.dealloc %w : memref<4xf32>
  return
}"""
FREES_ITS_OWN = """func.func private @g(%m: memref<4xf32>) {
  %own = "my.make"() : () -> memref<4xf32>
  %w = "my.window"(%own) : (memref<4xf32>) -> memref<4xf32>
  "my.drop"(%w) : (memref<4xf32>) -> ()
  return
}"""
ITS_OWN_FUNCTION = """"my.func"() ({
^entry(%m: memref<4xf32>):
  "my.end"() : () -> ()
}) {sym_name = "g"} : () -> ()"""
CALL = '"my.call"(%a) {callee = @g} : (memref<4xf32>) -> ()'
USE = '"my.use"(%i, %a) : (index, memref<4xf32>) -> ()'
WORDS = 'view_like("my.window", 0, 0).\nallocates("my.make", 0).\nfrees("my.drop", 0).\n'

STAYS = {
    "nothing is known of an op": ("", USE, "", False),
    "an op is known": ("", USE, 'effects_known("my.use").', True),
    "its dialect is known": ("", USE, KNOWN, True),
    "an op frees it": ("", USE, KNOWN + 'frees("my.use", 1).', False),
    "an op frees all": ("", USE, KNOWN + 'frees("my.use", -1).', False),
    "an op frees something else": ("", USE, KNOWN + 'frees("my.use", 0).', True),
    "a call of what frees nothing": (NEVER_FREES, CALL, 'call_like("my.call").', True),
    "a call of what frees it": (FREES, CALL, 'call_like("my.call").', False),
    "a call of what frees a view of it": (FREES_A_VIEW, CALL, KNOWN + WORDS + 'call_like("my.call").', False),
    "a call of what frees its own": (FREES_ITS_OWN, CALL, KNOWN + WORDS + 'call_like("my.call").', True),
    "a call of what may free its own": (
        FREES_ITS_OWN,
        CALL,
        KNOWN + 'frees("my.drop", 0).\ncall_like("my.call").',
        False,
    ),
    "a call of a function of the dialect": (
        ITS_OWN_FUNCTION,
        CALL,
        KNOWN + 'call_like("my.call").\nfunction_like("my.func").',
        True,
    ),
    "a call of what is no function": (ITS_OWN_FUNCTION, CALL, KNOWN + 'call_like("my.call").', False),
}


@pytest.mark.parametrize("case", STAYS)
def test_a_clone_goes_as_the_model_allows(case: str) -> None:
    callee, between, facts, goes = STAYS[case]
    text = CLONE.format(
        callee=callee,
        source="memref.memory_space_cast %a : memref<4xf32> to memref<4xf32>",
        between=between,
        freed="%c",
    )
    out = run(text, "canonicalize", facts)
    assert ("bufferization.clone" not in out) == goes
    assert ("memref.dealloc %c" not in out) == goes


@pytest.mark.parametrize(
    ("facts", "goes"),
    [
        ('view_like("my.same", 0, 0).', True),
        ('view_like("my.same", -1, -1).', True),
        ('view_like("my.same", 1, 0).', False),
        ("", False),
    ],
)
def test_a_clone_of_a_view_goes_where_what_it_is_a_view_of_is_freed(facts: str, goes: bool) -> None:
    out = run(CLONE.format(callee="", source=SAME, between="", freed="%a"), "canonicalize", KNOWN + facts)
    assert ("bufferization.clone" not in out) == goes
    assert ("memref.dealloc %a" not in out) == goes


def test_a_clone_stays_where_an_op_of_the_dialect_frees_one_of_the_two() -> None:
    # It is no memref.dealloc that could be left out, and the two may not be one where both are freed in one block.
    text = CLONE.format(callee="", source=SAME, between='"my.drop"(%c) : (memref<4xf32>) -> ()', freed="%a")
    facts = KNOWN + 'view_like("my.same", 0, 0).\n'
    assert run(text, "canonicalize", facts + 'frees("my.drop", 0).') == text
    assert "clone" not in run(text, "canonicalize", facts)


# Ops that nobody needs

UNUSED = 'func.func @f(%m: memref<4xf32>) {\n  %x = "my.op"(%m) : (memref<4xf32>) -> memref<4xf32>\n  return\n}\n'


@pytest.mark.parametrize(
    ("facts", "goes"),
    [
        ('pure("my.op").', True),
        ('dialect_pure("my").', True),
        ('only_reads("my.op").', True),
        ('only_allocates("my.op").', True),
        ('allocates("my.op", 0).\nonly_allocates("my.op").', True),
        (KNOWN, False),
        ('view_like("my.op", 0, 0).', False),
        ('allocates("my.op", 0).', False),
        ('dialect_pure("my").\nallocates("my.op", 0).', False),
        ('dialect_pure("my").\nallocates_on_stack("my.op", 0).', False),
        ('dialect_pure("my").\naccesses_memory("my.op", 0).', False),
        ('dialect_pure("my").\ncall_like("my.op").', False),
        ('pure("my.op").\nfrees("my.op", 0).', False),
        ('only_reads("my.op").\nfrees("my.op", 0).', False),
        ('only_allocates("my.op").\nfrees("my.op", 0).', False),
        ('pure("my.other").', False),
    ],
)
def test_an_op_that_nobody_uses_goes_where_the_model_says_that_it_does_nothing_else(facts: str, goes: bool) -> None:
    assert ("my.op" not in run(UNUSED, "canonicalize", facts)) == goes


def test_a_loop_carries_nothing_for_ops_of_the_dialect_alone() -> None:
    text = """\
func.func @f(%m: index, %n: index) {
  %r = scf.for %i = %m to %n step %n iter_args(%x = %m) -> (index) {
    %y = "my.op"(%x) : (index) -> index
    "test.use"(%i) : (index) -> ()
    scf.yield %y : index
  }
  return
}
"""
    assert "my.op" not in run(text, "canonicalize", 'pure("my.op").')
    assert run(text, "canonicalize", KNOWN) == text


# Ops that control passes through

CHOICE = """\
func.func @f(%c: i1, %m: index) -> index {
  %r = "my.choose"(%c) ({
    "my.use"(%c) : (i1) -> ()
    "my.yield"(%m) : (index) -> ()
  }, {
    "my.yield"(%m) : (index) -> ()
  }) : (i1) -> index
  return %r : index
}
"""
FLOWS = 'region_branch("my.choose").\nalternative_regions("my.choose").\nreturn_like("my.yield", 0).\n'
DECIDES = 'conditional_region("my.choose", 0, "true", 0).\n'


@pytest.mark.parametrize(
    ("facts", "passes", "known"),
    [(FLOWS, True, False), (DECIDES, False, True), (FLOWS + DECIDES, True, True), ("", False, False)],
)
def test_what_a_region_gives_and_what_holds_in_it_the_model_says(facts: str, passes: bool, known: bool) -> None:
    out = run(CHOICE, "canonicalize", facts)
    assert ("return %m : index" in out) == passes
    assert ('"my.use"(%true)' in out) == known
    # What else the op asks of its results nobody knows.
    assert out.count('"my.yield"(%m)') == 2
    assert "(i1) -> index" in out


def test_a_result_that_another_operand_may_be_stays() -> None:
    text = CHOICE.replace('    "my.yield"(%m)', '    "my.yield"(%n)', 1).replace("%m: index", "%m: index, %n: index")
    assert run(text, "canonicalize", FLOWS) == text


JUMP = """\
func.func @f(%c: i1, %d: i1, %m: index) -> index {
  "my.jump"(%c, %m, %m)[^a, ^b] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, index, index) -> ()
^a(%x: index):
  "my.use"(%c) : (i1) -> ()
  return %x : index
^b(%y: index):
  "my.use"(%d) : (i1) -> ()
  return %y : index
}
"""


@pytest.mark.parametrize(("condition", "known"), [('conditional_branch("my.jump", 0).\n', True), ("", False)])
def test_what_holds_behind_a_branch_the_model_says(condition: str, known: bool) -> None:
    out = run(JUMP, "canonicalize", 'branch("my.jump", 1).\n' + condition)
    assert ('"my.use"(%true)' in out) == known
    assert '"my.use"(%d)' in out
    assert out.count("return %m : index") == 2
    assert run(JUMP, "canonicalize", condition).count("return %m : index") == 0


# Ops that compute the same

TWICE = """\
func.func @f(%m: memref<4xf32>) {
  %x = "my.op"(%m) : (memref<4xf32>) -> index
  "my.write"(%m) : (memref<4xf32>) -> ()
  %y = "my.op"(%m) : (memref<4xf32>) -> index
  "test.use"(%x, %y) : (index, index) -> ()
  return
}
"""


@pytest.mark.parametrize(
    ("facts", "write", "left"),
    [
        ('pure("my.op").', True, 1),
        ('dialect_pure("my").', True, 1),
        ('only_reads("my.op").', False, 1),
        ('only_reads("my.op").', True, 2),
        ('only_reads("my.op").\nonly_reads("my.write").', True, 1),
        ('dialect_pure("my").\nonly_reads("my.op").\naccesses_memory("my.write", 0).', True, 2),
        ('only_allocates("my.op").', False, 2),
        ('accesses_memory("my.op", 0).', False, 2),
        (KNOWN, False, 2),
    ],
)
def test_cse_keeps_one_of_two_as_the_model_allows(facts: str, write: bool, left: int) -> None:
    text = TWICE if write else TWICE.replace('  "my.write"(%m) : (memref<4xf32>) -> ()\n', "")
    assert run(text, "cse", facts).count('"my.op"') == left


# Model files

WITH_A_DEALLOC = UNUSED.replace(
    "  return",
    """\
  %true = arith.constant true
  %a = memref.alloc() : memref<f32>
  bufferization.dealloc (%a : memref<f32>) if (%true)
  return""",
)


@pytest.mark.parametrize(("said", "goes"), [('pure("my.op").', True), ("", False)])
def test_every_pass_goes_by_model_files(said: str, goes: bool, tmp_path: Path) -> None:
    model = tmp_path / "my.dl"
    for passes, text in (
        ("canonicalize", UNUSED),
        ("buffer-deallocation-simplification", WITH_A_DEALLOC),
        ("buffer-deallocation-pipeline", UNUSED),
    ):
        assert ("my.op" not in run_with_model(text, passes, model, KNOWN + said)) == goes
    assert (run_with_model(TWICE, "cse", model, KNOWN + said).count("my.op") == 1) == goes


@pytest.mark.parametrize(("name", "goes"), [("my.op", True), ("my.other", False)])
def test_a_model_may_say_it_by_rule(name: str, goes: bool, tmp_path: Path) -> None:
    rule = f'pure(n) :- op(_, n, b, 0), parent_op(b, "@f"), n = "{name}".\n'
    assert ("my.op" not in run_with_model(UNUSED, "canonicalize", tmp_path / "my.dl", rule)) == goes


def test_what_no_model_is_known_of_is_left_alone() -> None:
    nothing = Effects({})
    for op in ownlog.parse(UNUSED).walk():
        assert nothing.may_write(op)
        assert not nothing.is_removable(op)

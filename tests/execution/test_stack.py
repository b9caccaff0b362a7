"""Programs whose small buffers go to the stack take no more of it than they give back, however many rounds their loops
run.
"""

from __future__ import annotations

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.placement.stack import StackOptions, promote
from ownlog.rules.engine.embedded import EmbeddedEngine
from tests.execution.checking import check
from tests.execution.executor import Executor, Report
from tests.execution.programs import rounds
from tests.execution.programs.choices import Choices
from tests.execution.programs.rounds import BUFFER, ROUNDS
from tests.execution.soundness import WHOLE, judge
from tests.rules.changed import changed_program
from tests.rules.mutants import named
from tests.shared import require_shared
from tests.tiers import every, spans

PROMOTE = "promote-buffers-to-stack"
PIPELINES = (
    f"{PROMOTE},{WHOLE}",
    f"buffer-loop-hoisting,{PROMOTE},{WHOLE}",
    f"buffer-hoisting,buffer-loop-hoisting,{PROMOTE}{{max-alloc-size-in-bytes=4096}},{WHOLE}",
    f"{WHOLE}{{placement=all}},{PROMOTE}",
    f"buffer-hoisting,{WHOLE},optimize-allocation-liveness",
    f"{WHOLE},static-memory-planner",
)
EVERY_RUN = 120
_KILLED = Report(cannot_run="cannot run: signal 11")


@pytest.mark.parametrize("seeds", spans(EVERY_RUN, EVERY_RUN // 15))
def test_random_programs_of_many_rounds_stay_on_the_stack_they_have(executor: Executor, seeds: range) -> None:
    check(executor, seeds, PIPELINES, rounds.generate)


def _looping(number: int, buffer: str = "memref.alloca()") -> str:
    return f"""\
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 7 : i64
  %n = arith.constant {number} : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^end
^body:
  %a = {buffer} : {BUFFER}
  memref.store %v, %a[%c0] : {BUFFER}
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^end:
  return
}}
"""


def test_a_stack_that_grows_round_by_round_is_noticed(executor: Executor) -> None:
    assert executor.run([_looping(ROUNDS), _looping(20)]) == [_KILLED, Report()]


def test_the_program_that_mlir_opt_lets_grow_its_stack(executor: Executor) -> None:
    text = require_shared("placement", "programs", "stack_cfloop.mlir").read_text()
    calls = (
        "%n = arith.constant 3000 : index",
        "%v = arith.constant 1 : i64",
        "func.call @f(%n, %v) : (index, i64) -> ()",
        "return",
    )
    main = "\n  ".join(["func.func @main() {", *calls]) + "\n}\n"
    (verdict,) = judge(executor, [f"{text}\n{main}"], PIPELINES[:1])
    assert verdict.problem == ""
    (grown,) = executor.run([f"{text}\n{main}".replace("memref.alloc()", "memref.alloca()")])
    assert grown == _KILLED


# Without these, what a round takes of the stack is not given back.
WEAKENED = [
    ("placement.stack#8: without !in_block_loop(block)", 2),
    ("placement.stack#9: without !loops(other_op)", 12),
    ("placement.stack#10: without !loops(scope)", 30),
]
"""Parts of rules, and how many programs it takes to miss them."""


@pytest.mark.parametrize(("name", "programs_needed"), every(3, WEAKENED))
def test_a_rule_that_puts_too_much_on_the_stack_is_noticed(
    executor: Executor, monkeypatch: pytest.MonkeyPatch, name: str, programs_needed: int
) -> None:
    """With the rule as it is, all programs run; with a part of it gone, one of them has no stack left, or does
    otherwise.
    """
    mutant = named(name)

    def derive(_, facts, outputs):  # type: ignore[no-untyped-def]
        wrong = changed_program(mutant.original, mutant.changed, frozenset(outputs))
        return EmbeddedEngine(keep=False).run(wrong, {key: set(rows) for key, rows in facts.items()}, outputs)

    programs = [
        _looping(ROUNDS, "memref.alloc()"),
        *(rounds.generate(Choices(seed)) for seed in range(programs_needed)),
    ]
    changed = []
    for text in programs:
        module, context = ownlog.parse(text), Context()
        with monkeypatch.context() as weakened:
            weakened.setattr(Context, "derive", derive)
            promote(module, StackOptions(), context)
        run_passes(module, parse_pipeline(WHOLE), context)
        changed.append(str(module))
    reports = executor.run([*programs, *changed])
    before, after = reports[: len(programs)], reports[len(programs) :]
    assert all(not report.cannot_run for report in before)
    assert any(
        report.cannot_run or report.observed != known.observed for known, report in zip(before, after, strict=True)
    )

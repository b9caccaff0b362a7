"""Programs that are rewritten to buffers, lowered by mlir-opt-22 and run: they let others observe the same as if
tensors were values.
"""

from __future__ import annotations

import re

import pytest

from tests.bufferize.programs.generator import program
from tests.bufferize.running.bufferized import TENSORS, WHOLE, agree, bufferized, observed, runnable
from tests.bufferize.running.soundness import by_value
from tests.execution.executor import Executor
from tests.shared import require_shared, shared_programs

UNKNOWN = f"{WHOLE} allow-unknown-ops"


def _wrong(
    executor: Executor, texts: list[str], expected: list[list[float | bool | None]], options: str = UNKNOWN
) -> list[int]:
    """The numbers of the programs that do something else, or write where nothing may be written."""
    reports = executor.run([runnable(bufferized(text, options)) for text in texts], TENSORS)
    wrong = []
    for number, (values, report) in enumerate(zip(expected, reports, strict=True)):
        assert not report.cannot_run, (number, report.cannot_run)
        if not agree(values, observed(report)) or set(report.faults) - {"leaks"}:
            wrong.append(number)
    return wrong


@pytest.mark.peer
@pytest.mark.slow
@pytest.mark.parametrize("layouts", ["identity-layout-map", "fully-dynamic-layout-map"])
def test_other_layouts_at_the_boundaries_of_functions(executor: Executor, layouts: str) -> None:
    texts = [program(seed) for seed in range(40)]
    assert (
        _wrong(
            executor,
            texts,
            [by_value(text) for text in texts],
            f"{UNKNOWN} function-boundary-type-conversion={layouts}",
        )
        == []
    )


@pytest.mark.peer
@pytest.mark.parametrize("name", shared_programs("bufferization", "findings-executed"))
def test_what_mlir_opt_gets_wrong(executor: Executor, name: str) -> None:
    path = require_shared("bufferization", "findings-executed", name)
    expected: list[float | bool | None] = [
        float(line.split()[1]) for line in path.with_suffix(".expect").read_text().splitlines()
    ]
    assert _wrong(executor, [path.read_text()], [expected]) == []


@pytest.mark.peer
@pytest.mark.parametrize("name", shared_programs("bufferization", "findings"))
def test_what_mlir_opt_prints_wrongly(executor: Executor, name: str) -> None:
    """These print what they do, which is observed instead."""
    text = require_shared("bufferization", "findings", name).read_text()
    seen = re.sub(r"vector\.print (%\w+) : (\w+)", r"func.call @observe_\2(\1) : (\2) -> ()", text)
    for type in dict.fromkeys(re.findall(r"@observe_(\w+)", seen)):
        seen = f"func.func private @observe_{type}({type})\n{seen}"
    expected = by_value(text)
    assert expected
    assert _wrong(executor, [seen], [expected]) == []


EXCHANGES = """\
func.func private @observe(f32)
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %end = arith.constant {rounds} : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.fill ins(%one : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %t = tensor.insert %two into %a[%c4] : tensor<8xf32>
  %x = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %y = tensor.extract_slice %t[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %r:3 = scf.while (%i = %c0, %p = %x, %q = %y) : (index, tensor<4xf32>, tensor<4xf32>) -> (index, tensor<4xf32>, \
tensor<4xf32>) {{
    %go = arith.cmpi ult, %i, %end : index
    scf.condition(%go) %i, {before} : index, tensor<4xf32>, tensor<4xf32>
  }} do {{
  ^bb0(%i: index, %u: tensor<4xf32>, %v: tensor<4xf32>):
    %old = tensor.extract %u[%c0] : tensor<4xf32>
    %sum = arith.addf %old, %two : f32
    %w = tensor.insert %sum into %u[%c0] : tensor<4xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, {after} : index, tensor<4xf32>, tensor<4xf32>
  }}
  %s = tensor.insert_slice %r#1 into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %z = tensor.insert_slice %r#2 into %s[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %f = tensor.extract %z[%c0] : tensor<8xf32>
  call @observe(%f) : (f32) -> ()
  %g = tensor.extract %z[%c4] : tensor<8xf32>
  call @observe(%g) : (f32) -> ()
  return
}}
"""


@pytest.mark.peer
def test_loops_that_exchange_parts_of_one_tensor(executor: Executor) -> None:
    ends = [
        ("%p, %q", "%w, %v"), ("%q, %p", "%w, %v"), ("%p, %q", "%v, %w"), ("%q, %p", "%v, %w"), ("%q, %q", "%v, %w"), \
("%q, %p", "%w, %w"),
    ]  # fmt: skip
    texts = [
        EXCHANGES.format(rounds=rounds, before=before, after=after) for before, after in ends for rounds in (0, 1, 2, 3)
    ]
    assert _wrong(executor, texts, [by_value(text) for text in texts]) == []
    both = bufferized(EXCHANGES.format(rounds=3, before=ends[3][0], after=ends[3][1]))
    assert both.partition("} do {")[2].partition("scf.yield")[0].count("memref.copy") == 0

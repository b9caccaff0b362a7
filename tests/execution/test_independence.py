"""What becomes of a function does not depend on functions that have nothing to do with it.

Two random programs in one module come out as each of them does alone, to the byte, whether or not owners of the other \
have to stay.
"""

import os
import re
import subprocess
import sys

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.backend.passes.registry import run_passes
from tests.execution.executor import join
from tests.execution.programs import decisions, generator, handovers
from tests.execution.programs.choices import Choices
from tests.execution.programs.unplanned import STAYS, TELLS
from tests.execution.soundness import WHOLE, Maker
from tests.shared import REPOSITORY
from tests.tiers import spans

_FUNCTION = re.compile(r"^func\.func [^\n]*@(p[^(]*)\([^\n]*\{\n.*?^\}$", re.MULTILINE | re.DOTALL)
# An open function whose caller takes an i1 from it.
OPEN = """
func.func private @either(%c: i1, %p: memref<3xi32>) -> memref<3xi32> {
  %n = memref.alloc() : memref<3xi32>
  %r = arith.select %c, %p, %n : memref<3xi32>
  return %r : memref<3xi32>
}
func.func @main() {
  %c = arith.constant true
  %a = memref.alloc() : memref<3xi32>
  %r = func.call @either(%c, %a) : (i1, memref<3xi32>) -> memref<3xi32>
  memref.copy %r, %a : memref<3xi32> to memref<3xi32>
  return
}
"""


def _outcome(programs: list[str]) -> tuple[dict[str, str], list[str]]:
    """What the pipeline makes of the functions of `programs` in one module, by their heads' names; what it says of
    owners that stay.
    """
    module = ownlog.parse(join(programs))
    context = Context()
    run_passes(module, parse_pipeline(WHOLE), context)
    return {found[1]: found[0] for found in _FUNCTION.finditer(str(module))}, [
        remark.message for remark in context.remarks
    ]


def _check(first: str, second: str) -> bool:
    """The functions of `first` come out beside `second` as they do alone. Whether an owner of `second` stays."""
    alone, remarks = _outcome([first])
    together, more = _outcome([first, second])
    mine = {name: text for name, text in together.items() if name.startswith("p0_")}
    assert mine == {name: text for name, text in alone.items() if name.startswith("p0_")}
    assert [remark for remark in more if "@p0_" in remark] == remarks
    return len(more) > len(remarks)


@pytest.mark.parametrize("seeds", spans(6, 2))
@pytest.mark.parametrize(
    "generate", [generator.generate, handovers.generate, decisions.generate], ids=["plain", "handovers", "decisions"]
)
def test_two_programs_in_a_module_come_out_as_each_does_alone(generate: Maker, seeds: range) -> None:
    for seed in seeds:
        _check(generate(Choices(seed)), generate(Choices(seed + 100)))


@pytest.mark.parametrize(
    "other", [OPEN, handovers.generate(Choices(1)), decisions.generate(Choices(1))], ids=["open", "gives", "decides"]
)
def test_an_owner_that_stays_changes_nothing_elsewhere(other: str) -> None:
    assert _check(other, STAYS)


def test_what_tells_its_callers_is_planned() -> None:
    functions, remarks = _outcome([TELLS])
    assert not remarks
    assert "-> i1" in functions["p0_maybe_free"]


def test_a_function_that_hangs_together_with_one_in_which_an_owner_stays_gives_way() -> None:
    call = "  %i = func.call @either(%c, %q) : (i1, memref<3xi32>) -> memref<3xi32>\n"
    stays = STAYS.replace("6xi32", "3xi32").replace("func.func @main() {\n  return\n}\n", "")
    stays = stays.replace("  memref.copy %q, %out", f"{call}  memref.copy %q, %out")
    functions, remarks = _outcome([OPEN + stays])
    assert "-> memref<3xi32> {" in functions["p0_either"]
    assert any("@p0_stays" in remark for remark in remarks)


# Buffers go along one edge more than once.
TWICE = """
func.func @f() {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  cf.br ^bb1(%a, %b, %a, %b, %a : memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>)
^bb1(%0: memref<4xi32>, %1: memref<4xi32>, %2: memref<4xi32>, %3: memref<4xi32>, %4: memref<4xi32>):
  return
}
"""
# The rounds alone need four buffers, which are freed by hand.
GUARDED = """
func.func @f(%n: index, %out: memref<6xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<6xi32>
  %b = memref.alloc() : memref<6xi32>
  %c = memref.alloc() : memref<6xi32>
  %d = memref.alloc() : memref<6xi32>
  scf.for %i = %zero to %n step %one {
    memref.copy %a, %b : memref<6xi32> to memref<6xi32>
    memref.copy %b, %c : memref<6xi32> to memref<6xi32>
    memref.copy %c, %d : memref<6xi32> to memref<6xi32>
    memref.copy %d, %a : memref<6xi32> to memref<6xi32>
    memref.copy %d, %out : memref<6xi32> to memref<6xi32>
  }
  memref.dealloc %a : memref<6xi32>
  memref.dealloc %b : memref<6xi32>
  memref.dealloc %c : memref<6xi32>
  memref.dealloc %d : memref<6xi32>
  return
}
"""


_SCRIPT = """
import sys
from pathlib import Path
import ownlog
from ownlog.backend.placement.steps import ALL, PLACEMENT
from tests.execution.programs import contents, decisions, diamonds, fills, handovers, repeats
from tests.execution.programs.choices import Choices
from tests.execution.programs.unplanned import TELLS
from tests.execution.soundness import PIPELINES, WHOLE, deallocate
from tests.execution.test_independence import GUARDED, TWICE
for text in (TELLS, TWICE, handovers.generate(Choices(1)), decisions.generate(Choices(0))):
    for pipeline in (*PIPELINES, WHOLE):
        sys.stdout.write(deallocate(text, pipeline))
makers = (contents, diamonds, fills, repeats)
for text in (GUARDED, *(maker.generate(Choices(seed)) for maker in makers for seed in (1, 2))):
    for names in (ALL, ",".join(PLACEMENT[:-1])):
        sys.stdout.write(deallocate(text, f"{WHOLE}{{placement={names}}}"))
for path in sorted(Path("tests/bufferize/programs").rglob("*.mlir")):
    for pipeline in ("tensors-to-buffers", \
"one-shot-bufferize{bufferize-function-boundaries},buffer-results-to-out-params"):
        try:
            sys.stdout.write(str(ownlog.run_pipeline(ownlog.parse(path), pipeline)))
        except ownlog.InputError as error:
            sys.stdout.write(str(error))
"""


def test_what_comes_out_does_not_depend_on_the_order_of_sets() -> None:
    command = [sys.executable, "-c", _SCRIPT]
    seeds = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2")]
    one, other = (
        subprocess.run(command, cwd=REPOSITORY, env=seed, capture_output=True, check=True).stdout for seed in seeds
    )
    assert one == other != b""

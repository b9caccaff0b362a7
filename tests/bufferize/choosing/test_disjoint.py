"""That parts of tensors are apart is proved: what Z3 says is so wherever it can be tried, is written down, and counts
where the rules know nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random

import pytest

from ownlog.backend.bufferize.aliasing.parts import Parts, Question
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.proofs.prover import Prover
from ownlog.backend.proofs.recheck import recheck
from ownlog.backend.rewriting.effects import effects_of
from ownlog.base.cache import Cache
from ownlog.frontend import parse
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.facts.tensors import RELATIONS
from ownlog.frontend.ir.ir import Value
from ownlog.rules.engine.choose import default_engine
from tests.bufferize.running.bufferized import TENSORS, agree, bufferized, observed, runnable
from tests.bufferize.running.soundness import by_value
from tests.execution.executor import Executor
from tests.tiers import spans
from tests.tools import OwnlogFork

_ALLOCATION = "memref.alloc("
FEWEST = "bufferize-function-boundaries analysis-heuristic=fewest-copies"
SIZE = 8
TRIED = (-3, -1, 0, 1, 2, 3, 4, 5, 7, 8, 1 << 29, 1 << 61, (1 << 61) + 1, 1 << 62, (1 << 63) - 1, -(1 << 63))
"""What unknown indices are tried with: those that are in the tensor, and those that wrap around to be there."""


def _wrapped(number: int) -> int:
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


class _Indices:
    """Random indices of `%i` and `%j`: their ops, and how to compute them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.values: list[tuple[str, list[tuple[str, str, str, int]]]] = [("%i", []), ("%j", [])]
        for number in range(random.randrange(1, 5)):
            self._op(f"%v{number}")

    def _op(self, name: str) -> None:
        first, constant = self.random.choice(self.values)[0], self.random.choice((1, 2, 3, 4, 8))
        second = self.random.choice(self.values)[0]
        kind = self.random.choice(
            ("add", "sub", "scale", "shift", "min", "max", "floordiv", "mod", "ceildiv", "sum", "least")
        )
        text = {
            "add": f"arith.addi {first}, {second} : index",
            "sub": f"arith.subi {first}, {second} : index",
            "scale": f"arith.muli {first}, %c{constant} : index",
            "shift": f"arith.addi {first}, %c{constant} : index",
            "min": f"arith.minsi {first}, {second} : index",
            "max": f"arith.maxsi {first}, %c{constant} : index",
            "floordiv": f"affine.apply affine_map<(d0) -> (d0 floordiv {constant})>({first})",
            "mod": f"affine.apply affine_map<(d0) -> (d0 mod {constant})>({first})",
            "ceildiv": f"affine.apply affine_map<(d0) -> (d0 ceildiv {constant})>({first})",
            "sum": f"affine.apply affine_map<(d0)[s0] -> (d0 * {constant} - s0 + 1)>({first})[{second}]",
            "least": f"affine.min affine_map<(d0)[s0] -> (d0 + s0, {constant})>({first})[{second}]",
        }[kind]
        self.lines.append(f"  {name} = {text}")
        self.values.append((name, [(kind, first, second, constant)]))

    def all(self, i: int, j: int) -> dict[str, int]:
        """All indices where `%i` and `%j` are these."""
        found = {"%i": i, "%j": j}
        for name, made in self.values[2:]:
            [(kind, one, other, constant)] = made
            first, second = found[one], found[other]
            found[name] = _wrapped(
                {
                    "add": first + second,
                    "sub": first - second,
                    "scale": first * constant,
                    "shift": first + constant,
                    "min": min(first, second),
                    "max": max(first, constant),
                    "floordiv": first // constant,
                    "mod": first % constant,
                    "ceildiv": -(-first // constant),
                    "sum": first * constant - second + 1,
                    "least": min(_wrapped(first + second), constant),
                }[kind]
            )
        return found


def _question(text: str, same: tuple[str, ...]) -> Question:
    module = parse(text)
    naming = Naming(module, effects_of(module))
    facts = extract_facts(module, naming, wanted=RELATIONS)
    one, other = (name for name, op in naming.ops.items() if op.name == "tensor.extract_slice")
    arguments: list[Value] = [value for value in naming.values.values() if value.name in same]
    question = Parts(naming, facts).question(one, other, arguments)
    assert question is not None
    return question


def _meet(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Have two parts an element in common, each by its offset, size and stride, which lie in the tensor?"""
    elements = [[offset + k * stride for k in range(size)] for offset, size, stride in (one, other)]
    return all(0 <= place < SIZE for places in elements for place in places) and bool(
        set(elements[0]) & set(elements[1])
    )


@pytest.mark.parametrize("seeds", spans(480, 80))
def test_parts_that_are_shown_to_be_apart_never_meet(seeds: range) -> None:
    prover, shown = Prover(), 0
    for seed in seeds:
        random = Random(seed)
        indices = _Indices(random)
        said = []
        for _ in range(2):
            offset = random.choice([*(name for name, _ in indices.values), "constant"])
            said.append((offset, random.randrange(SIZE), random.randrange(1, 4), random.choice((1, 1, 2, 3))))
        slices = [
            f"  %s{number} = tensor.extract_slice %t[{at if offset == 'constant' else offset}] [{size}] [{stride}] "
            f": tensor<{SIZE}xf32> to tensor<{size}xf32>"
            for number, (offset, at, size, stride) in enumerate(said)
            if offset != "constant" or at + (size - 1) * stride < SIZE
        ]
        if len(slices) < 2:
            continue
        constants = [f"  %c{n} = arith.constant {n} : index" for n in (1, 2, 3, 4, 8)]
        head = f"func.func @f(%t: tensor<{SIZE}xf32>, %i: index, %j: index) {{"
        text = "\n".join([head, *constants, *indices.lines, *slices, "  return", "}", ""])
        same = random.choice(((), ("%i",), ("%i", "%j")))
        if not prover.shows(_question(text, same).script, 300_000):
            continue
        shown += 1
        for i, j, k, m in product(TRIED, repeat=4):
            if ("%i" in same and i != k) or ("%j" in same and j != m):
                continue
            found = [indices.all(i, j), indices.all(k, m)]
            parts = [
                (found[side].get(offset, at), size, stride) for side, (offset, at, size, stride) in enumerate(said)
            ]
            assert not _meet(parts[0], parts[1]), (seed, i, j, k, m)
    # How many are apart varies from span to span; that there are enough, the first one tells.
    assert shown > len(seeds) // (80 if seeds.start else 20)


FUNCTION = """\
func.func @f(%t: tensor<64xf32>, %f: f32, %i: index, %j: index, %n: index) -> (tensor<64xf32>, f32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
{before}
  %a = tensor.extract_slice %t[{one}] [{size}] [1] : tensor<64xf32> to tensor<{type}xf32>
  %a1 = linalg.fill ins(%f : f32) outs(%a : tensor<{type}xf32>) -> tensor<{type}xf32>
  %t1 = tensor.insert_slice %a1 into %t[{one}] [{size}] [1] : tensor<{type}xf32> into tensor<64xf32>
  func.call @other() : () -> ()
  %b = tensor.extract_slice %t[{other}] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %v = tensor.extract %b[%c0] : tensor<4xf32>
  return %t1, %v : tensor<64xf32>, f32
}}
func.func private @other()
"""
TILE = "  %s = affine.min affine_map<(d0) -> (-d0 + 32, 8)>(%i)"
TWO = "  %p = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1)>(%i, %j)\n  %q = arith.addi %p, {by} : index"
HALF = "  %h = affine.apply affine_map<(d0) -> ((d0 floordiv 8) * 8)>(%i)\n  %k = arith.addi %h, {by} : index"
REST = "  %m = affine.apply affine_map<(d0) -> (d0 mod {by})>(%i)"
LESS = "  %k = arith.subi %i, {by} : index"


def _function(before: str, one: str, other: str, size: str = "4") -> str:
    return FUNCTION.format(before=before, one=one, other=other, size=size, type=size if size.isdecimal() else "?")


@pytest.mark.parametrize(
    ("text", "copies"),
    [
        pytest.param(_function(TILE, "%i", "%c32", "%s"), False, id="a tile that ends at a bound"),
        pytest.param(_function(TILE.replace("32", "33"), "%i", "%c32", "%s"), True, id="a tile that ends behind it"),
        pytest.param(_function(TWO.format(by="%c4"), "%p", "%q"), False, id="two symbols"),
        pytest.param(_function(TWO.format(by="%c1"), "%p", "%q"), True, id="two symbols, overlapping"),
        pytest.param(_function(HALF.format(by="%c4"), "%h", "%k"), False, id="rounded down, beside"),
        pytest.param(_function(HALF.format(by="%c4"), "%i", "%k"), True, id="rounded down, beside something else"),
        pytest.param(_function(REST.format(by=8), "%m", "%c32"), False, id="what is left"),
        pytest.param(_function(REST.format(by=30), "%m", "%c32"), True, id="too much left"),
        pytest.param(_function(LESS.format(by="%c4"), "%i", "%k"), False, id="less a constant"),
        pytest.param(_function(LESS.format(by="%c1"), "%i", "%k"), True, id="less too small a constant"),
    ],
)
def test_the_prover_knows_what_the_rules_do_not(text: str, copies: bool) -> None:
    assert (_ALLOCATION in bufferized(text, FEWEST)) is copies


LOOPS = """\
func.func @f(%t: tensor<8x4xf32>, %f: f32) -> tensor<8x4xf32> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%x = %t) -> (tensor<8x4xf32>) {{
    %a = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
    %d = scf.for {kind}%j = %c0 to {upper} step %c1 iter_args(%y = %a) -> (tensor<4xf32>) {{
      %b = tensor.extract_slice %x[%j, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
      %z = linalg.add ins(%b, %y : tensor<4xf32>, tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %z : tensor<4xf32>
    }}
    %w = tensor.insert_slice %d into %x[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
    scf.yield %w : tensor<8x4xf32>
  }}
  return %r : tensor<8x4xf32>
}}
"""


@pytest.mark.parametrize(("kind", "upper", "copies"), [("", "%i", False), ("", "%c8", True), ("unsigned ", "%i", True)])
def test_rows_in_front_of_another_one_need_no_copy(kind: str, upper: str, copies: bool) -> None:
    assert (_ALLOCATION in bufferized(LOOPS.format(upper=upper, kind=kind), FEWEST)) is copies


RUN = """\
func.func private @observe(f32)
func.func @main() {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %f = arith.constant 1.5 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %g = linalg.fill ins(%f : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %t = func.call @f(%g, %f) : (tensor<8x4xf32>, f32) -> tensor<8x4xf32>
  scf.for %i = %c0 to %c8 step %c1 {{
    %v = tensor.extract %t[%i, %c0] : tensor<8x4xf32>
    func.call @observe(%v) : (f32) -> ()
  }}
  return
}}
"""


@pytest.mark.peer
@pytest.mark.parametrize("upper", ["%i", "%c8"])
def test_rows_in_front_of_another_one_are_right_when_run(executor: Executor, upper: str) -> None:
    text = RUN.format() + LOOPS.format(upper=upper, kind="").replace("func.func @f", "func.func private @f")
    [report] = executor.run([runnable(bufferized(text, FEWEST))], TENSORS)
    assert agree(by_value(text), observed(report))


SLICES = _function("  %p = arith.muli %i, %c8 : index\n  %q = arith.addi %p, %c4 : index", "%p", "%q")


def _context(prover: Prover) -> Context:
    return Context(prover=prover, cross_check=default_engine())


def _run(text: str, context: Context, heuristic: str = "fewest-copies") -> str:
    module = parse(text)
    options = (("bufferize-function-boundaries", "true"), ("analysis-heuristic", heuristic))
    run_passes(module, [Step("one-shot-bufferize", options)], context)
    return str(module)


@pytest.mark.parametrize("heuristic", ["fewest-copies", "bottom-up"])
def test_what_is_not_proved_does_not_count(monkeypatch: pytest.MonkeyPatch, heuristic: str) -> None:
    context = _context(Prover())
    assert _ALLOCATION not in _run(SLICES, context, heuristic)
    assert any("Z3 has proved of" in remark.message for remark in context.remarks)
    monkeypatch.setattr(Prover, "shows", lambda *_: False)
    context = _context(Prover())
    assert _ALLOCATION in _run(SLICES, context, heuristic)
    assert any("Z3 does not prove that" in remark.message for remark in context.remarks)


def test_without_a_second_look_the_rules_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Prover, "shows", lambda *_: False)
    assert _ALLOCATION not in bufferized(SLICES, FEWEST)


PASSES = [
    f"--one-shot-bufferize={FEWEST}",
    "--one-shot-bufferize=bufferize-function-boundaries",
    "--tensors-to-buffers",
]


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize(
    "text",
    [SLICES, _function(TILE, "%i", "%c32", "%s"), LOOPS.format(upper="%i", kind="")],
    ids=["rules", "prover", "loop"],
)
def test_proofs_are_written_and_checked(tmp_path: Path, passes: str, text: str) -> None:
    pytest.importorskip("cvc5")
    source, proofs = tmp_path / "in.mlir", tmp_path / "proofs"
    source.write_text(text, encoding="utf-8")
    ran = OwnlogFork(("opt",))(
        [str(source), passes, "--emit-proofs", str(proofs), "-o", str(tmp_path / "out.mlir")], ""
    )
    assert ran.status == 0, ran.complaint
    written = sorted(proofs.glob("*-parts-apart.smt2"))
    assert written
    assert {checked.state for checked in recheck(proofs, 10)} == {"valid"}
    for path in written:
        lines = path.read_text(encoding="utf-8").splitlines()
        assert lines[0] == "; rule: parts apart"
        assert lines[1].startswith(f"; at: {source}:")
        # Without a premise about what lies in the tensor, or what the offsets are made of, there is nothing to go by.
        kept = [line for line in lines if not line.startswith(("(assert (=", "(set-info"))]
        path.write_text("\n".join(kept) + "\n", encoding="utf-8")
    assert {checked.state for checked in recheck(proofs, 10) if checked.path in written} == {"refuted"}


def _many(sizes: Sequence[int]) -> str:
    """A write at one index, and reads of parts of some sizes at others: nobody knows whether they are apart."""
    places = ", ".join(f"%p{number}: index" for number, _ in enumerate(sizes))
    lines = [
        f"func.func @f(%t: tensor<64xf32>, %f: f32, %i: index, {places}) -> tensor<64xf32> {{",
        "  %c0 = arith.constant 0 : index",
    ]
    lines += ["  %w = tensor.insert %f into %t[%i] : tensor<64xf32>", "  func.call @other() : () -> ()"]
    for number, size in enumerate(sizes):
        lines.append(
            f"  %s{number} = tensor.extract_slice %t[%p{number}] [{size}] [1] : tensor<64xf32> to tensor<{size}xf32>"
        )
        lines.append(f"  %v{number} = tensor.extract %s{number}[%c0] : tensor<{size}xf32>")
        lines.append(f"  func.call @use(%v{number}) : (f32) -> ()")
    return "\n".join(
        [*lines, "  return %w : tensor<64xf32>", "}", "func.func private @other()", "func.func private @use(f32)", ""]
    )


def _asked(text: str, folder: Path) -> int:
    """How many questions Z3 is asked."""
    prover = Prover(cache=Cache(folder))
    _run(text, Context(prover=prover))
    return prover.statistics.solved


def test_questions_of_one_shape_are_asked_once(tmp_path: Path) -> None:
    assert _asked(_many([4] * 3), tmp_path / "few") == _asked(_many([4] * 30), tmp_path / "many") > 0


def test_questions_are_not_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _asked(_many(range(2, 22)), tmp_path / "all") == 20
    monkeypatch.setattr("ownlog.backend.bufferize.aliasing.disjoint.MOST", 5)
    assert _asked(_many(range(2, 22)), tmp_path / "some") == 5

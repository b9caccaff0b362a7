"""Every named linalg op, on shapes that are known in one type and not in the other: what comes out is valid MLIR.

What an op is given was cast to its type, or made with sizes that are constants; its result is cast on. All sizes fit.
Passes that fold a cast, or a constant, into a type have to see whether each op may have that type: some want equal
shapes, others take any that may be equal.

`python -m tests.fuzz.mixed --count 10000 --seed 1` makes programs, runs the pipelines, and prints what mlir-opt-22
refuses.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ownlog import run_pipeline
from ownlog.base.errors import Fault, InputError
from ownlog.frontend import parse
from ownlog.frontend.forms.registry import names_in
from ownlog.frontend.generic.linalgmaps import maps_of
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.affine_reader import map_parts
from tests.fuzz.tries import options_of, seeds_of
from tests.peer import mlir_opt_each

Sizes = list[int]

_LEFT_OUT = frozenset(
    "elementwise contract fill_rng_2d index select yield winograd_filter_transform winograd_input_transform "
    "winograd_output_transform matmul_transpose_a matmul_transpose_b batch_matmul_transpose_a "
    "batch_matmul_transpose_b".split()
)
_OWN = ("map", "transpose", "broadcast", "reduce", "softmax", "pack", "unpack", "generic")
_MAPPED = sorted({name.removeprefix("linalg.") for name in names_in("linalg")} - _LEFT_OUT - {*_OWN})
NAMES = (*_OWN, *_MAPPED)
"""The ops; those whose shapes follow from more than maps come first."""
_INTEGERS = ("_q", "quantized", "unsigned")
ON_BUFFERS = ("canonicalize", "canonicalize,cse,canonicalize", "buffer-deallocation-pipeline")
ON_TENSORS = (
    "canonicalize", "tensors-to-buffers", "one-shot-bufferize{bufferize-function-boundaries}",
    "one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},"
    "canonicalize,cse",
    "eliminate-empty-tensors,one-shot-bufferize{bufferize-function-boundaries},canonicalize,buffer-deallocation-pipeline",
)  # fmt: skip


@dataclass
class _Program:
    """A function that is written line by line. `kind` is what it works on: tensors or memrefs."""

    chance: Random
    kind: str
    of: str

    def __post_init__(self) -> None:
        self.arguments: list[str] = []
        self.lines: list[str] = []
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def line(self, text: str) -> str:
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return name

    def shown(self, sizes: Sizes) -> list[str]:
        """The sizes, of which some are not told."""
        often = self.chance.choice((0.0, 0.3, 0.3, 0.7, 1.0))
        return ["?" if self.chance.random() < often else str(size) for size in sizes]

    def type(self, shown: Sequence[str | int]) -> str:
        return f"{self.kind}<{''.join(f'{size}x' for size in shown)}{self.of}>"

    def constant(self, number: int) -> str:
        return self.line(f"arith.constant {number} : index")

    def made(self, sizes: Sizes, shown: Sequence[str]) -> str:
        """A value of the type with the sizes `shown`."""
        how = self.chance.random()
        if how < 0.3:
            given = [self.constant(size) for size, text in zip(sizes, shown, strict=True) if text == "?"]
            make = "tensor.empty" if self.kind == "tensor" else "memref.alloc"
            return self.line(f"{make}({', '.join(given)}) : {self.type(shown)}")
        before = self.shown(sizes)
        if how < 0.5 and sizes:
            return self.cast(self.slice(sizes), self.sliced, shown)
        if how < 0.65:
            return self.cast(self.reduced(sizes), self.sliced, shown)
        if how < 0.8 and self.kind == "tensor":
            return self.cast(self.reshaped(sizes), self.sliced, shown)
        name = self.name()
        self.arguments.append(f"{name}: {self.type(before)}")
        return self.cast(name, self.type(before), shown)

    def slice(self, sizes: Sizes) -> str:
        """A part that has these sizes, which are numbers, constants, or both."""
        whole = [str(size + self.chance.randrange(3)) for size in sizes]
        name = self.name()
        self.arguments.append(f"{name}: {self.type(whole)}")
        given = [self.constant(size) if self.chance.random() < 0.5 else str(size) for size in sizes]
        part = [size if size.isdigit() else "?" for size in given]
        ranges = f"[{', '.join('0' for _ in sizes)}] [{', '.join(given)}] [{', '.join('1' for _ in sizes)}]"
        if self.kind == "tensor":
            self.sliced = self.type(part)
            return self.line(f"tensor.extract_slice {name}{ranges} : {self.type(whole)} to {self.sliced}")
        steps, step = list[str](), 1
        for size in reversed(whole):
            steps.insert(0, str(step))
            step *= int(size)
        self.sliced = f"memref<{''.join(f'{size}x' for size in part)}{self.of}, strided<[{', '.join(steps)}]>>"
        return self.line(f"memref.subview {name}{ranges} : {self.type(whole)} to {self.sliced}")

    def with_ones(self, sizes: Sizes) -> tuple[Sizes, list[int]]:
        """The same sizes with some 1 between them, and where those are that were there."""
        long, kept = Sizes(), list[int]()
        for size in (*sizes, None):
            long += [1] * self.chance.choice((0, 0, 1))
            if size is not None:
                kept.append(len(long))
                long.append(size)
        return long or [1], kept

    def reduced(self, sizes: Sizes) -> str:
        """A part that leaves out dimensions of size 1."""
        long, kept = self.with_ones(sizes)
        whole, steps, step = [size + self.chance.randrange(3) for size in long], list[str](), 1
        for size in reversed(whole):
            steps.insert(0, str(step))
            step *= size
        name = self.name()
        self.arguments.append(f"{name}: {self.type(whole)}")
        self.sliced = self.type(sizes)
        if self.kind == "memref":
            self.sliced = f"{self.sliced[:-1]}, strided<[{', '.join(steps[number] for number in kept)}]>>"
        make = "tensor.extract_slice" if self.kind == "tensor" else "memref.subview"
        ranges = f"{[0] * len(long)} {long} {[1] * len(long)}"
        return self.line(f"{make} {name}{ranges} : {self.type(whole)} to {self.sliced}")

    def reshaped(self, sizes: Sizes) -> str:
        """A tensor, or a part of one, in another shape."""
        if len(sizes) > 1 and self.chance.random() < 0.5:
            at = self.chance.randrange(len(sizes) - 1)
            short = [*sizes[:at], sizes[at] * sizes[at + 1], *sizes[at + 2 :]]
            groups = [[n] if n < at else [n, n + 1] if n == at else [n + 1] for n in range(len(short))]
            source = self.static(short)
            self.sliced = self.type(sizes)
            text = f"tensor.expand_shape {source} {groups} output_shape {sizes} : {self.type(short)} into {self.sliced}"
            return self.line(text)
        long, kept = self.with_ones(sizes)
        begins = [0, *kept[1:], len(long)]
        groups = [[*range(begins[n], begins[n + 1])] for n in range(len(sizes))]
        source = self.static(long)
        self.sliced = self.type(sizes)
        return self.line(f"tensor.collapse_shape {source} {groups} : {self.type(long)} into {self.sliced}")

    def static(self, sizes: Sizes) -> str:
        """A value of the type that tells all sizes."""
        return self.cast(self.slice(sizes), self.sliced, [*map(str, sizes)])

    def cast(self, value: str, type: str, shown: Sequence[str]) -> str:
        wanted = self.type(shown)
        if "strided" in type:
            wanted = f"{wanted[:-1]}, {type[type.index('strided') :]}"
        self.last = wanted
        return value if type == wanted else self.line(f"{self.kind}.cast {value} : {type} to {wanted}")

    def given(self, sizes: Sizes, shown: Sequence[str]) -> tuple[str, str]:
        """A value of these sizes, and its type, which is the one that shows them so, but for a layout."""
        self.last = self.type(shown)
        value = self.made(sizes, shown)
        return value, self.last

    def op(self, text: str, result: str, sizes: Sizes) -> None:
        """The op, and the cast of its result, where it has one."""
        if self.kind == "memref":
            self.lines.append(text)
            self.lines.append("return")
            self.returns = ""
            return
        made = self.line(text)
        shown = self.shown(sizes)
        last = self.cast(made, result, shown)
        self.lines.append(f"return {last} : {self.type(shown)}")
        self.returns = f" -> {self.type(shown)}"

    @property
    def text(self) -> str:
        body = "\n".join(f"  {line}" for line in self.lines)
        return f"func.func @f({', '.join(self.arguments)}){self.returns} {{\n{body}\n}}\n"


def program(seed: int) -> str:
    """One program."""
    chance = Random(seed)
    name = NAMES[seed % len(NAMES)] if chance.random() < 0.5 else chance.choice(_OWN)
    of = "i32" if any(word in name for word in _INTEGERS) else "f32"
    made = _Program(chance, chance.choice(("tensor", "memref")), of)
    if name in ("pack", "unpack"):
        made.kind = "tensor"
    {"map": _map, "transpose": _transpose, "broadcast": _broadcast, "reduce": _reduce, "softmax": _softmax,
    "pack": _pack,
     "unpack": _pack, "generic": _generic}.get(name, _mapped)(made, name)  # fmt: skip
    return made.text


def _some(chance: Random, least: int = 1, most: int = 3) -> Sizes:
    return [chance.choice((1, 2, 3, 4)) for _ in range(chance.randrange(least, most + 1))]


def _written(
    made: _Program,
    name: str,
    before: str,
    inputs: list[tuple[str, str]],
    out: tuple[str, str],
    behind: str,
    sizes: Sizes,
) -> None:
    """The op in custom form."""
    ins = ""
    if inputs:
        ins = f" ins({', '.join(value for value, _ in inputs)} : {', '.join(type for _, type in inputs)})"
    last = f" -> {out[1]}" if made.kind == "tensor" and name not in ("map", "transpose", "broadcast", "reduce") else ""
    made.op(f"linalg.{name}{before}{ins} outs({out[0]} : {out[1]}){behind}{last}", out[1], sizes)


def _map(made: _Program, name: str) -> None:
    sizes = _some(made.chance, 0)
    shown = made.shown(sizes)
    count = made.chance.choice((1, 1, 2))
    inputs = [made.given(sizes, shown) for _ in range(count)]
    before = " { arith.negf }" if count == 1 else " { arith.addf }"
    _written(made, name, before, inputs, made.given(sizes, shown), "", sizes)


def _transpose(made: _Program, name: str) -> None:
    sizes = _some(made.chance)
    shown, order = made.shown(sizes), [*range(len(sizes))]
    made.chance.shuffle(order)
    after = [sizes[number] for number in order]
    out = made.given(after, [shown[number] for number in order])
    _written(made, name, "", [made.given(sizes, shown)], out, f" permutation = {order}", after)


def _broadcast(made: _Program, name: str) -> None:
    sizes = _some(made.chance)
    shown = made.shown(sizes)
    added = sorted(made.chance.sample(range(len(sizes)), made.chance.randrange(len(sizes) + 1)))
    kept = [number for number in range(len(sizes)) if number not in added]
    given = made.given([sizes[number] for number in kept], [shown[number] for number in kept])
    _written(made, name, "", [given], made.given(sizes, shown), f" dimensions = {added}", sizes)


def _reduce(made: _Program, name: str) -> None:
    sizes = _some(made.chance)
    shown = made.shown(sizes)
    gone = sorted(made.chance.sample(range(len(sizes)), made.chance.randrange(1, len(sizes) + 1)))
    kept = [number for number in range(len(sizes)) if number not in gone]
    after = [sizes[number] for number in kept]
    given, out = made.given(sizes, shown), made.given(after, [shown[number] for number in kept])
    _written(made, name, " { arith.addf }", [given], out, f" dimensions = {gone}", after)


def _softmax(made: _Program, name: str) -> None:
    sizes = _some(made.chance)
    given, out = made.given(sizes, made.shown(sizes)), made.given(sizes, made.shown(sizes))
    _written(made, name, f" dimension({made.chance.randrange(len(sizes))})", [given], out, "", sizes)


def _pack(made: _Program, name: str) -> None:
    chance = made.chance
    outer = _some(chance, 1, 2)
    at = sorted(chance.sample(range(len(outer)), chance.randrange(1, len(outer) + 1)))
    tiles = [chance.choice((1, 2, 4)) for _ in at]
    sizes = list(outer)
    for number, tile in zip(at, tiles, strict=True):
        sizes[number] *= tile
    plain = made.given(sizes, made.shown(sizes))
    packed = made.given([*outer, *tiles], [*made.shown(outer), *map(str, tiles)])
    source, target, last = (plain, packed, [*outer, *tiles]) if name == "pack" else (packed, plain, sizes)
    text = (
        f"linalg.{name} {source[0]} inner_dims_pos = {at} inner_tiles = {tiles} into {target[0]} : {source[1]} ->"
        f" {target[1]}"
    )
    made.op(text, target[1], last)


def _generic(made: _Program, name: str) -> None:
    chance = made.chance
    counts = _some(chance)
    dims = [f"d{number}" for number in range(len(counts))]
    maps, operands = [], []
    for used in (chance.sample(range(len(counts)), chance.randrange(len(counts) + 1)), [*range(len(counts))]):
        maps.append(f"affine_map<({', '.join(dims)}) -> ({', '.join(dims[number] for number in used)})>")
        sizes = [counts[number] for number in used]
        operands.append(made.given(sizes, made.shown(sizes)))
    kinds = ", ".join('"parallel"' for _ in counts)
    before = f" {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}"
    body = " {\n  ^bb0(%in: f32, %out: f32):\n    linalg.yield %in : f32\n  }"
    _written(made, name, before, operands[:1], operands[1], body, counts)


def _mapped(made: _Program, name: str) -> None:
    """An op whose operands have the sizes that maps say, which go with its name."""
    loops, maps = _maps(name, made.chance)
    counts = [made.chance.choice((1, 2, 2, 3)) for _ in range(loops)]
    operands: list[tuple[str, str]] = []
    sizes: Sizes = []
    for number, results in enumerate(maps):
        sizes = [
            1 + sum(counts[int(term.strip(" ()")[1:].split("*")[0])] - 1 for term in result.split("+"))
            for result in results
        ]
        if (name == "fill" and not number) or (not results and number < len(maps) - 1 and name not in ("dot",)):
            operands.append((_scalar(made), made.of))
        else:
            operands.append(made.given(sizes, made.shown(sizes)))
    _written(made, name, "", operands[:-1], operands[-1], "", sizes)


def _scalar(made: _Program) -> str:
    name = made.name()
    made.arguments.append(f"{name}: {made.of}")
    return name


def _maps(name: str, chance: Random) -> tuple[int, list[tuple[str, ...]]]:
    """How many loops an op has, and the results of the map of each operand."""
    rank = chance.randrange(1, 4)
    every = tuple(f"d{number}" for number in range(rank))
    if name in _ELEMENTWISE:
        return rank, [every] * (_ELEMENTWISE[name] + 1)
    if name in ("fill", "copy"):
        return rank, [every if name == "copy" else (), every]
    found = map_parts(maps_of(Op(f"linalg.{name}")) or "")
    return len(found[0].dimensions), [part.results for part in found]


_ELEMENTWISE = {
    **dict.fromkeys("abs ceil erf exp floor log negf reciprocal round rsqrt sqrt square tanh".split(), 1),
    **dict.fromkeys("add sub mul div div_unsigned max min powf".split(), 2),
}


def outputs(text: str) -> Iterator[tuple[str, str]]:
    """What the pipelines make of a program, by pipeline; what Ownlog says where it refuses, or is at fault, begins with
    `error: `.
    """
    # mlir-opt-22 does not bufferize these either.
    packs = "linalg.pack" in text or "linalg.unpack" in text
    for pipeline in ON_BUFFERS[:2] if packs else ON_TENSORS if "tensor<" in text else ON_BUFFERS:
        try:
            yield pipeline, str(run_pipeline(parse(text), pipeline))
        except (InputError, Fault) as error:
            yield pipeline, f"error: {error}"


@dataclass
class Found:
    """What came of some programs: how many pipelines ran on those that mlir-opt-22 takes, and what it refuses of their
    outputs.
    """

    programs: int
    taken: int
    ran: int
    wrong: list[tuple[str, str, str]]
    """A program, the pipeline, and what was said."""


def judge(seeds: Sequence[int]) -> Found:
    """Run the pipelines on these programs, and ask mlir-opt-22 about what they make."""
    texts = [program(seed) for seed in seeds]
    taken = [text for text, outcome in zip(texts, mlir_opt_each(texts), strict=True) if not outcome.status]
    made = [(text, pipeline, output) for text in taken for pipeline, output in outputs(text)]
    wrong = [each for each in made if each[2].startswith("error: ")]
    printed = [each for each in made if not each[2].startswith("error: ")]
    said = mlir_opt_each([output for _, _, output in printed])
    wrong += [
        (text, pipeline, outcome.err)
        for (text, pipeline, _), outcome in zip(printed, said, strict=True)
        if outcome.status
    ]
    return Found(len(texts), len(taken), len(made), wrong)


def main() -> None:
    """Make many programs, and print what is wrong; the exit status says whether something was."""
    seeds = seeds_of(options_of("tests.fuzz.mixed", main.__doc__).parse_args())
    counts: Counter[str] = Counter()
    for start in range(0, len(seeds), 200):
        found = judge(seeds[start : start + 200])
        counts.update(programs=found.programs, taken=found.taken, outputs=found.ran, wrong=len(found.wrong))
        for text, pipeline, said in found.wrong:
            print(f"// {pipeline}\n{text}{said}\n")
    print(dict(counts))
    sys.exit(bool(counts["wrong"]))


if __name__ == "__main__":
    main()

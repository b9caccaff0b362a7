"""What ops compute, given their operands: destinations are written where they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from ctypes import c_float
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from ownlog.frontend.ir.ir import Op, Region
from ownlog.frontend.text.affine_reader import map_parts, read_expression
from tests.bufferize.running.memory import Element, View

Body: TypeAlias = "Callable[[Region, list[Any]], list[Any]]"
DYNAMIC = -(2**63)
"""What stands in lists of numbers for an operand."""
_DIMENSION = re.compile(r"d\d+")
_WORD = re.compile(r"[A-Za-z_]\w*")
_NUMBER = re.compile(r"-?\d+(?:\.\d*(?:[eE][-+]?\d+)?)?|true|false")
_COMPARE: Sequence[Callable[[Any, Any], bool]] = [
    lambda a, b: a == b, lambda a, b: a != b, lambda a, b: a < b, lambda a, b: a <= b, lambda a, b: a > b, lambda a,
    b: a >= b,
    lambda a, b: a < b, lambda a, b: a <= b, lambda a, b: a > b, lambda a, b: a >= b,
]  # fmt: skip


def _single(number: float) -> float:
    """The f32 that is nearest: sums and products of programs need not be exact in it."""
    return c_float(number).value


_BINARY: dict[str, Callable[[float, float], float]] = {
    "addf": lambda a, b: _single(a + b), "subf": lambda a, b: _single(a - b), "mulf": lambda a, b: _single(a * b),
    "addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b, "remui": lambda a, b: a % b,
    "divui": lambda a, b: a // b,
    "andi": lambda a, b: int(a) & int(b), "minui": min, "minsi": min, "maxsi": max,
}  # fmt: skip


class Unknown(Exception):
    """An op that this does not compute."""


def integers(text: str) -> list[int]:
    """The numbers of an array attribute."""
    return [int(number) for number in re.findall(r"-?\d+", text.partition(":")[2] or text)]


def shape_of(type: str) -> list[int]:
    """The sizes in a type; -1 is dynamic."""
    inside = type[type.index("<") + 1 :]
    return [-1 if size == "?" else int(size) for size in re.findall(r"(\?|\d+)x", inside)]


def dense(text: str, *, read_only: bool) -> View:
    """The tensor of a constant."""
    values, _, type = text.rpartition(" : ")
    shape = shape_of(type)
    numbers = [_scalar(number) for number in _NUMBER.findall(values)]
    size = 1
    for extent in shape:
        size *= extent
    return View.new(shape, numbers * size if len(numbers) == 1 else numbers, read_only=read_only)


def _scalar(text: str) -> Element:
    if text in ("true", "false"):
        return int(text == "true")
    return float(text) if "." in text else int(text)


def compute(op: Op, given: Sequence[Any], body: Body) -> Sequence[Any]:
    """The results of an op."""
    dialect, _, name = op.name.partition(".")
    if dialect in ("arith", "math") and name in _BINARY:
        return [None if None in given else _BINARY[name](*given)]
    run = _RUN.get(op.name)
    if run is None:
        raise Unknown(op.name)
    return run(op, given, body)


def insert(op: Op, given: Sequence[Any]) -> View:
    """Writes operand 0 over a part of operand 1."""
    source, target = given[0], given[1]
    assert isinstance(source, View)
    assert isinstance(target, View)
    target.part(_slice(op, given[2:]), source.shape).fill(source.elements())
    return target


def _slice(op: Op, dynamic: Sequence[Any]) -> list[list[int]]:
    """Offsets, sizes and strides."""
    rest = iter(dynamic)
    parts = [integers(op.attribute(f"static_{part}") or "") for part in ("offsets", "sizes", "strides")]
    return [[next(rest) if number == DYNAMIC else number for number in part] for part in parts]


def _extract_slice(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    offsets, sizes, strides = _slice(op, given[1:])
    shape = shape_of(op.results[0].type.canonical)
    if len(shape) != len(sizes):
        kept = [size for size in sizes if size != 1]
        shape = kept + [1] * (len(shape) - len(kept))
    else:
        shape = sizes
    return [_view(given[0]).part([offsets, sizes, strides], shape)]


def _view(held: object) -> View:
    assert isinstance(held, View)
    return held


def _constant(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    text = op.attribute("value") or ""
    if text.startswith("dense"):
        return [dense(text, read_only=False)]
    return [_scalar(_NUMBER.findall(text)[0])]


def _new(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    sizes = iter(given)
    return [View.new([next(sizes) if size == -1 else size for size in shape_of(op.results[0].type.canonical)])]


def _alloc_tensor(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    return [given[-1].copy()] if given and isinstance(given[-1], View) else _new(op, given, body)


def _insert(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    element, target, *index = given
    _view(target).write(index, element)
    return [target]


def _reshape(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    view, shape = _view(given[0]), shape_of(op.results[0].type.canonical)
    known = 1
    for size in shape:
        known *= size if size > 0 else 1
    return [view.reshaped([len(view.places) // known if size == -1 else size for size in shape])]


def _points(shapes: Sequence[tuple[int, ...]], maps: Sequence[Sequence[str]]) -> Iterator[dict[str, int]]:
    """All values of the dimensions, each as large as that of an operand which it stands for alone."""
    sizes = {
        d: shape[i]
        for shape, map_ in zip(shapes, maps, strict=True)
        for i, d in enumerate(map_)
        if _DIMENSION.fullmatch(d)
    }
    dims = sorted(sizes)
    return (dict(zip(dims, point, strict=True)) for point in product(*(range(sizes[d]) for d in dims)))


def _maps(text: str) -> list[tuple[str, ...]]:
    """The results of each map, in which dimensions are called by their numbers."""
    found = []
    for parts in map_parts(text):
        names = {name: f"d{number}" for number, name in enumerate(parts.dimensions)}
        found.append(tuple(_renamed(result, names) for result in parts.results))
    return found


def _renamed(result: str, names: Mapping[str, str]) -> str:
    return _WORD.sub(lambda word: names.get(word[0], word[0]), result)


class _At(NamedTuple):
    """Affine expressions at a point."""

    point: Mapping[str, int]

    def number(self, number: int) -> int:
        return number

    def name(self, name: str) -> int:
        return self.point[name]

    def negative(self, value: int) -> int:
        return -value

    def combined(self, operator: str, left: int, right: int) -> int:
        if operator in ("+", "-", "*"):
            return {"+": left + right, "-": left - right, "*": left * right}[operator]
        return {"mod": left % right, "floordiv": left // right, "ceildiv": -(-left // right)}[operator]


def _dims(count: int) -> tuple[str, ...]:
    return tuple(f"d{i}" for i in range(count))


def _generic(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    return _structured(
        op,
        given,
        len(op.groups()[1]),
        _maps(op.attribute("indexing_maps") or ""),
        lambda values: body(op.regions[0], values),
    )


def _reduce(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    outs, whole, gone = len(given) // 2, _dims(len(_view(given[0]).shape)), integers(op.attribute("dimensions") or "")
    kept = tuple(d for i, d in enumerate(whole) if i not in gone)
    return _structured(op, given, outs, [whole] * outs + [kept] * outs, lambda values: body(op.regions[0], values))


def _transpose(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    order = integers(op.attribute("permutation") or "")
    return _structured(op, given, 1, [_dims(len(order)), tuple(f"d{i}" for i in order)], lambda values: values[:1])


def _broadcast(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    whole, added = _dims(len(_view(given[1]).shape)), integers(op.attribute("dimensions") or "")
    return _structured(
        op, given, 1, [tuple(d for i, d in enumerate(whole) if i not in added), whole], lambda values: values[:1]
    )


def _map(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    rank = len(_view(given[-1]).shape)
    return _structured(op, given, 1, [_dims(rank)] * len(given), lambda values: body(op.regions[0], values))


def _matmul(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    def step(values: list[Any]) -> list[Any]:
        a, b, c = values
        return [None if None in values else _BINARY["addf"](c, _BINARY["mulf"](a, b))]

    return _structured(op, given, 1, [("d0", "d2"), ("d2", "d1"), ("d0", "d1")], step)


def _elementwise(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    name = op.name.partition(".")[2] + "f"
    rank = len(_view(given[-1]).shape)

    def step(values: list[Any]) -> list[Any]:
        return [None if None in values[:2] else _BINARY[name](values[0], values[1])]

    return _structured(op, given, 1, [_dims(rank)] * 3, step)


def _structured(
    op: Op, given: Sequence[Any], outs: int, maps: Sequence[Sequence[str]], body: Callable[[list[Any]], list[Any]]
) -> list[Any]:
    """Point by point: reads what all operands have there, and writes the outputs."""
    views = [_view(held) for held in given]
    for point in _points([view.shape for view in views], maps):
        at = [[read_expression(result, 0, _At(point))[0] for result in map_] for map_ in maps]
        made = body([view.read(index) for view, index in zip(views, at, strict=True)])
        for view, index, element in zip(views[-outs:], at[-outs:], made, strict=True):
            view.write(index, element)
    return list(views[-outs:]) if op.results else []


def _fill(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    view = _view(given[1])
    view.fill([given[0]] * len(view.places))
    return [view] if op.results else []


def _copy(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    _view(given[1]).fill(_view(given[0]).elements())
    return [given[1]] if op.results else []


def _window(view: View, index: Sequence[Any], shape: Sequence[int]) -> Iterator[tuple[int, ...] | None]:
    """Where the elements of a vector of that shape lie in a view, from an index on in its last dimensions; None where
    that is outside.
    """
    start = list(index)
    lead = len(start) - len(shape)
    for offset in product(*map(range, shape)):
        at = tuple(first + (offset[d - lead] if d >= lead else 0) for d, first in enumerate(start))
        yield at if all(0 <= i < size for i, size in zip(at, view.shape, strict=True)) else None


def _transfer_read(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    view, *index, padding = given
    shape = shape_of(op.results[0].type.canonical)
    found = [padding if at is None else _view(view).read(at) for at in _window(_view(view), index, shape)]
    return [View.new(shape, found)]


def _transfer_write(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    vector, view, *index = given
    for element, at in zip(_view(vector).elements(), _window(_view(view), index, _view(vector).shape), strict=True):
        if at is not None:
            _view(view).write(at, element)
    return [view] if op.results else []


def _select(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    return [given[1] if given[0] else given[2]]


def _compare(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    predicate = int(re.findall(r"\d+", op.attribute("predicate") or "")[0])
    if op.name == "arith.cmpf":
        predicate = {1: 0, 2: 4, 3: 5, 4: 2, 5: 3, 6: 1}[predicate]
    return [int(_COMPARE[predicate](given[0], given[1]))]


def _mapped(op: Op, given: Sequence[Any]) -> list[int]:
    [parts] = map_parts(op.attribute("map") or "")
    point = _At(dict(zip((*parts.dimensions, *parts.symbols), given, strict=True)))
    return [read_expression(result, 0, point)[0] for result in parts.results]


def _apply(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    return _mapped(op, given)


def _least(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    return [min(_mapped(op, given))]


def _nothing(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    return []


def _store(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    _view(given[1]).write(given[2:], given[0])
    return []


def _same(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    return [given[0]]


def _load(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    return [_view(given[0]).read(given[1:])]


def _from_elements(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    return [View.new(shape_of(op.results[0].type.canonical), given)]


def _splat(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    view = _view(_new(op, given[1:], body)[0])
    return [View.new(view.shape, [given[0]] * len(view.places))]


def _generate(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    view = _view(_new(op, given, body)[0])
    for index in view.indices():
        view.write(index, body(op.regions[0], list(index))[0])
    return [view]


def _pad(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    source, dynamic = _view(given[0]), iter(given[1:])
    low, high = (
        [next(dynamic) if n == DYNAMIC else n for n in integers(op.attribute(f"static_{end}") or "")]
        for end in ("low", "high")
    )
    view = View.new([a + size + b for a, size, b in zip(low, source.shape, high, strict=True)])
    for index in view.indices():
        at = [i - first for i, first in zip(index, low, strict=True)]
        inside = all(0 <= i < size for i, size in zip(at, source.shape, strict=True))
        view.write(index, source.read(at) if inside else body(op.regions[0], list(index))[0])
    return [view]


def _concat(op: Op, given: Sequence[Any], body: Body) -> list[Any]:
    views, dim = [_view(held) for held in given], int((op.attribute("dim") or "").split(":")[0])
    shape = [*views[0].shape[:dim], sum(view.shape[dim] for view in views), *views[0].shape[dim + 1 :]]
    made, first = View.new(shape), 0
    for view in views:
        for index in view.indices():
            made.write([*index[:dim], first + index[dim], *index[dim + 1 :]], view.read(index))
        first += view.shape[dim]
    return [made]


_RUN: dict[str, Callable[[Op, Sequence[Any], Body], Sequence[Any]]] = {
    "arith.constant": _constant, "arith.select": _select, "arith.cmpi": _compare, "arith.cmpf": _compare,
    "tensor.empty": _new, "memref.alloc": _new, "bufferization.alloc_tensor": _alloc_tensor,
    "tensor.from_elements": _from_elements, "tensor.splat": _splat,
    "tensor.insert": _insert, "tensor.extract": _load, "memref.load": _load, "memref.store": _store,
    "tensor.extract_slice": _extract_slice, "tensor.insert_slice": lambda op, given, body: [insert(op, given)],
    "tensor.cast": _same, "tensor.collapse_shape": _reshape, "tensor.expand_shape": _reshape,
    "tensor.generate": _generate, "tensor.pad": _pad, "tensor.concat": _concat, "memref.dealloc": _nothing,
    "cf.assert": _nothing, "affine.apply": _apply, "affine.min": _least,
    "tensor.dim": lambda op, given, body: [_view(given[0]).shape[given[1]]],
    "linalg.fill": _fill, "linalg.copy": _copy, "linalg.generic": _generic, "linalg.map": _map,
    "linalg.matmul": _matmul, "linalg.reduce": _reduce, "linalg.transpose": _transpose, "linalg.broadcast": _broadcast,
    "linalg.add": _elementwise, "linalg.sub": _elementwise, "linalg.mul": _elementwise,
    "vector.transfer_read": _transfer_read, "vector.transfer_write": _transfer_write, "vector.print": _nothing,
    "vector.extract": lambda op, given, body: [_view(given[0]).read(integers(op.attribute("static_position") or ""))],
    "bufferization.to_tensor": _same, "bufferization.to_buffer": _same,
    "bufferization.materialize_in_destination": _copy,
}  # fmt: skip

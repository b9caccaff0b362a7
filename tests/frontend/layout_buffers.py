"""Random functions on buffers.

Their types are computed here, and now and then written otherwise: mlir-opt-22 says what is right.
"""

from dataclasses import replace

from tests.frontend.layout_writer import Kind, Number, Writer, packed, plus, product, times


def _of_slice(kind: Kind, offsets: list[Number], lengths: list[Number], steps: list[Number]) -> Kind:
    offset = kind.offset
    for at, stride in zip(offsets, kind.strides, strict=True):
        offset = plus(offset, times(at, stride))
    return Kind(tuple(lengths), tuple(map(times, steps, kind.strides)), offset)


def _of_collapse(kind: Kind, groups: list[list[int]]) -> Kind | None:
    sizes = tuple(product([kind.sizes[number] for number in group]) for group in groups)
    if kind.identity:
        return Kind(sizes, packed(sizes), 0, identity=True)
    strides: list[Number] = []
    for group in groups:
        rest = list(group)
        while len(rest) > 1 and kind.sizes[rest[-1]] == 1:
            rest.pop()
        step = kind.strides[rest[-1]] if len(rest) == 1 or kind.sizes[rest[-1]] is not None else None
        strides.append(step)
        for number in reversed(group[1:]):
            step = times(step, kind.sizes[number])
            if kind.sizes[number - 1] != 1 and (step is None or step != kind.strides[number - 1]):
                return None
    return Kind(sizes, tuple(strides), kind.offset)


def _of_expand(kind: Kind, groups: list[list[int]], sizes: tuple[Number, ...]) -> Kind:
    if kind.identity:
        return Kind(sizes, packed(sizes), 0, identity=True)
    strides: list[Number] = [None] * len(sizes)
    for group, step in zip(groups, kind.strides, strict=True):
        for number in reversed(group):
            strides[number] = step
            step = times(step, sizes[number])
    return Kind(sizes, tuple(strides) if groups else (1,) * len(sizes), kind.offset)


def buffers(seed: int, slip: float = 0.12) -> str:
    """A function on buffers: views of views, copies, and what is allocated with a layout."""
    w = Writer(seed)
    first = w.kind()
    text = w.type(first)
    have: list[tuple[str, Kind, str]] = [("%m", first, text)]
    if w.rng.random() < 0.5 and first.strided:
        have.append(_allocated(w))
    for _ in range(w.rng.randint(1, 4)):
        value, kind, type = w.rng.choice(have[-2:])
        made = w.rng.choice(_BUFFER_OPS)(w, value, kind, type, slip)
        if made is not None:
            have.append(made)
    result, kind, type = have[-1]
    head = f"func.func @f(%m: {text}, %i: index, %c: i1) -> f32 {{"
    zero = ", ".join(["%i"] * len(kind.sizes))
    return "\n".join([head, *w.lines, f"  %r = memref.load {result}[{zero}] : {type}", "  return %r : f32", "}"])


def _allocated(w: Writer) -> tuple[str, Kind, str]:
    kind = w.kind()
    if None in kind.strides or kind.offset is None:
        kind = Kind(kind.sizes, packed(kind.sizes), 0, identity=True)
    type, value = w.type(kind), w.fresh()
    w.emit(f"{value} = memref.alloc({', '.join(['%i'] * kind.sizes.count(None))}) : {type}")
    if "[s0]" in type:
        w.lines[-1] = w.lines[-1].replace(") :", ")[%i] :")
    return value, kind, type


Made = tuple[str, Kind, str] | None


def _cast(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    other = kind
    if kind.strided:
        loose = [None if w.rng.random() < 0.4 else step for step in kind.strides]
        sizes = tuple(None if w.rng.random() < 0.2 else size for size in kind.sizes)
        other = Kind(sizes, tuple(loose), None if w.rng.random() < 0.3 else kind.offset)
    made, target = w.fresh(), w.type(other, slip)
    w.emit(f"{made} = memref.cast {value} : {type} to {target}")
    return made, other, target


def _subview(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    text, offsets, lengths, steps = w.slice(kind.sizes)
    other = _of_slice(kind, offsets, lengths, steps) if kind.strided else replace(kind, sizes=tuple(lengths))
    made, target = w.fresh(), w.type(other, slip)
    w.emit(f"{made} = memref.subview {value}{text} : {type} to {target}")
    return made, other, target


def _collapse(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    groups = w.groups(kind.sizes)
    other = _of_collapse(kind, groups) if kind.strided else None
    if other is None:
        sizes = tuple(product([kind.sizes[number] for number in group]) for group in groups)
        other = Kind(sizes, packed(sizes), 0, identity=True)
    made, target = w.fresh(), w.type(other, slip, "strided" * (w.rng.random() < 0.8 and not other.identity))
    w.emit(f"{made} = memref.collapse_shape {value} {groups} : {type} into {target}")
    return made, other, target


def _expand(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    groups, sizes = w.expansion(kind.sizes)
    other = _of_expand(kind, groups, sizes) if kind.strided else Kind(sizes, packed(sizes), 0, identity=True)
    made, target = w.fresh(), w.type(other, slip, "strided" * (w.rng.random() < 0.8 and not other.identity))
    shown = ", ".join("%i" if size is None else str(size) for size in sizes)
    w.emit(f"{made} = memref.expand_shape {value} {groups} output_shape [{shown}] : {type} into {target}")
    return made, other, target


def _transpose(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    order = [*range(len(kind.sizes))]
    w.rng.shuffle(order)
    names = [f"d{number}" for number in range(len(order))]
    if kind.strided:
        other = Kind(tuple(kind.sizes[n] for n in order), tuple(kind.strides[n] for n in order), kind.offset)
    else:
        other = replace(kind, sizes=tuple(kind.sizes[n] for n in order))
    # MLIR compares the numbers of symbols, too, which the two spellings give in other orders.
    loose = None in (*other.strides, other.offset) or not other.sizes
    made, target = w.fresh(), w.type(other, slip, "strided" * loose)
    w.emit(
        f"{made} = memref.transpose {value} ({', '.join(names)}) -> ({', '.join(names[n] for n in order)}) : {type} to"
        f" {target}"
    )
    return made, other, target


def _reinterpret(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    other = w.kind(w.rng.choice([1, 2]), dynamic=False)
    if not other.strided:
        other = Kind(other.sizes, packed(other.sizes), 0)
    made, target = w.fresh(), w.type(other, slip)
    offset = "%i" if other.offset is None else other.offset
    steps = ", ".join("%i" if step is None else str(step) for step in other.strides)
    sizes = ", ".join(str(size) for size in other.sizes)
    w.emit(
        f"{made} = memref.reinterpret_cast {value} to offset: [{offset}], sizes: [{sizes}], strides: [{steps}] : {type}"
        f" to {target}"
    )
    return made, other, target


def _copied(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    made, plain = w.fresh(), Kind(kind.sizes, packed(kind.sizes), 0, identity=True)
    target = w.type(plain)
    w.emit(f"{made} = memref.alloc({', '.join(['%i'] * kind.sizes.count(None))}) : {target}")
    w.emit(f"memref.copy {value}, {made} : {type} to {target}")
    return made, plain, target


def _chosen(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    """One of two buffers, so that nobody knows which is to be freed."""
    if not kind.strided or None in kind.strides or kind.offset is None:
        return None
    fresh, made = w.fresh(), w.fresh()
    w.emit(f"{fresh} = memref.alloc({', '.join(['%i'] * kind.sizes.count(None))}) : {type}")
    w.emit(f"{made} = arith.select %c, {value}, {fresh} : {type}")
    return made, kind, type


def _metadata(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    rank = len(kind.sizes)
    results = ", ".join(["memref<f32>", *["index"] * (1 + 2 * rank)])
    w.emit(f"{w.fresh()}:{2 + 2 * rank} = memref.extract_strided_metadata {value} : {type} -> {results}")
    return None


_BUFFER_OPS = (
    _cast, _cast, _subview, _subview, _subview, _collapse, _expand, _expand, _transpose, _reinterpret, _copied, _chosen,
    _metadata,
)  # fmt: skip

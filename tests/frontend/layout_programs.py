"""Makes the programs.

Their types are computed here, and now and then written otherwise: mlir-opt-22 says what is right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

Number = int | None
_DIVIDED = ("d0 floordiv 2", "d0 mod 4 + d1", "d1 + d0 ceildiv 3", "(d0 + d1) mod 8", "d0 * 8 + d1 floordiv 2")


@dataclass(frozen=True)
class Kind:
    """A memref: sizes, strides and offset (no strides: a map that has none, which is `layout`), and whether it is the
    identity.
    """

    sizes: tuple[Number, ...]
    strides: tuple[Number, ...] = ()
    offset: Number = 0
    layout: str = ""
    identity: bool = False

    @property
    def strided(self) -> bool:
        return not self.layout


def _packed(sizes: tuple[Number, ...]) -> tuple[Number, ...]:
    strides: list[Number] = []
    for number in reversed(range(len(sizes))):
        # MLIR does not know the stride of what goes on in steps of no elements.
        strides.insert(0, 1 if number == len(sizes) - 1 else _times(strides[0], sizes[number + 1] or None))
    return tuple(strides)


def _times(one: Number, other: Number) -> Number:
    return 0 if 0 in (one, other) else None if one is None or other is None else one * other


def _plus(one: Number, other: Number) -> Number:
    return None if one is None or other is None else one + other


class Writer:
    """Writes one function, op by op."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.lines: list[str] = []
        self.count = 0

    # Types

    def shape(self, sizes: tuple[Number, ...]) -> str:
        return "".join("?x" if size is None else f"{size}x" for size in sizes)

    def type(self, kind: Kind, slip: float = 0.0, spelling: str = "") -> str:
        """The type, its layout in one of the ways to write it, or a little wrong."""
        if self.rng.random() < slip:
            kind = self._wrong(kind)
        layout = kind.layout or self._spelled(kind, spelling)
        return f"memref<{self.shape(kind.sizes)}f32{layout and ', ' + layout}>"

    def _wrong(self, kind: Kind) -> Kind:
        change = self.rng.randrange(4)
        if change == 0 or not kind.strides:
            return replace(kind, offset=(kind.offset or 0) + 1, identity=False)
        at = self.rng.randrange(len(kind.strides))
        if change == 3:
            other: Number = self.rng.choice([2, 3, 4, None])
            return replace(kind, sizes=(*kind.sizes[:at], other, *kind.sizes[at + 1 :]), identity=False)
        step = self.rng.choice([1, 2, 8, None])
        return replace(kind, strides=(*kind.strides[:at], step, *kind.strides[at + 1 :]), identity=False)

    def _spelled(self, kind: Kind, spelling: str) -> str:
        if kind.identity and not spelling:
            # An identity may be written, too.
            dims = ", ".join(f"d{n}" for n in range(len(kind.sizes)))
            return f"affine_map<({dims}) -> ({dims})>" if self.rng.random() < 0.1 else ""
        shown = ", ".join("?" if step is None else str(step) for step in kind.strides)
        behind = "" if kind.offset == 0 else f", offset: {'?' if kind.offset is None else kind.offset}"
        text = f"strided<[{shown}]{behind}>"
        return self.map_of(kind) if spelling == "map" or (not spelling and self.rng.random() < 0.6) else text

    def map_of(self, kind: Kind) -> str:
        """A map that says these strides: terms in any order, numbers in parts, symbols for what is not known."""
        symbols = 0
        terms: list[str] = []
        for number, step in enumerate(kind.strides):
            name = f"d{number}"
            if step is None:
                times = self.rng.choice([f"s{symbols}", f"s{symbols}", f"(s{symbols} * 2)", f"(s{symbols} floordiv 2)"])
                terms.append(self.rng.choice([f"{name} * {times}", f"{times} * {name}"]))
                symbols += 1
            elif step == 1:
                terms.append(self.rng.choice([name, f"{name} * 3 - {name} * 2"]))
            elif step != 0 and self.rng.random() < 0.2:
                terms.append(f"({name} + {name} * {step - 1})")
            elif step != 0:
                terms.append(self.rng.choice([f"{name} * {step}", f"{step} * {name}"]))
        if kind.offset is None:
            terms.append(self.rng.choice([f"s{symbols}", f"s{symbols} + 2"]))
            symbols += 1
        elif kind.offset:
            terms.append(self.rng.choice([str(kind.offset), f"{kind.offset - 1} + 1"]))
        self.rng.shuffle(terms)
        dims = ", ".join(f"d{number}" for number in range(len(kind.sizes)))
        listed = f"[{', '.join(f's{number}' for number in range(symbols))}]" if symbols else ""
        return f"affine_map<({dims}){listed} -> ({' + '.join(terms) or '0'})>"

    def kind(self, rank: int | None = None, dynamic: bool = True) -> Kind:
        """A buffer to begin with."""
        rank = self.rng.choice([0, 1, 1, 2, 2, 2, 3]) if rank is None else rank
        sizes = tuple(
            self.rng.choice([1, 2, 4, 6, 4, 2, 6, *([0] * (self.rng.random() < 0.3)), *([None] * dynamic)])
            for _ in range(rank)
        )
        choice = self.rng.randrange(10)
        if choice == 0 and rank:
            if rank > 1 and self.rng.random() < 0.5:
                return Kind(sizes, layout=self._nonidentity(rank))
            result = self.rng.choice([text for text in _DIVIDED if rank > 1 or "d1" not in text])
            return Kind(sizes, layout=f"affine_map<({', '.join(f'd{n}' for n in range(rank))}) -> ({result})>")
        if choice < 3:
            return Kind(sizes, _packed(sizes), 0, identity=True)
        strides = list(_packed(sizes))
        for number in range(rank):
            if self.rng.random() < 0.4:
                strides[number] = self.rng.choice([1, 2, 8, 16, None, 3])
        if self.rng.random() < 0.2:
            self.rng.shuffle(strides)
        return Kind(sizes, tuple(strides), self.rng.choice([0, 0, 3, None, 5]))

    def _nonidentity(self, rank: int) -> str:
        names = [f"d{number}" for number in range(rank)]
        results = names[1:] + names[:1] if self.rng.random() < 0.5 else [*names, "0"]
        return f"affine_map<({', '.join(names)}) -> ({', '.join(results)})>"

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def emit(self, line: str) -> None:
        self.lines.append("  " + line)

    # What slices and reshapes are made of

    def slice(self, sizes: tuple[Number, ...]) -> tuple[str, list[Number], list[Number], list[Number]]:
        """Offsets, sizes and strides of a slice, as text and as numbers."""
        offsets, lengths, steps = [], [], []
        for size in sizes:
            whole = 4 if size is None else size
            step = self.rng.choice([1, 1, 1, 2])
            least = min(1, whole, self.rng.randint(0, 5))
            length = self.rng.randint(least, max(min(1, whole), whole // step))
            offset = self.rng.randint(0, max(0, whole - 1 - max(0, length - 1) * step))
            offsets.append(None if self.rng.random() < 0.2 or not whole else offset)
            lengths.append(None if self.rng.random() < 0.15 else length)
            steps.append(None if self.rng.random() < 0.1 else step)
        parts = [
            ", ".join("%i" if number is None else str(number) for number in part) for part in (offsets, lengths, steps)
        ]
        return " ".join(f"[{part}]" for part in parts), offsets, lengths, steps

    def groups(self, sizes: tuple[Number, ...]) -> list[list[int]]:
        found: list[list[int]] = []
        for number in range(len(sizes)):
            if found and self.rng.random() < 0.5:
                found[-1].append(number)
            else:
                found.append([number])
        return found


def _of_slice(kind: Kind, offsets: list[Number], lengths: list[Number], steps: list[Number]) -> Kind:
    offset = kind.offset
    for at, stride in zip(offsets, kind.strides, strict=True):
        offset = _plus(offset, _times(at, stride))
    return Kind(tuple(lengths), tuple(map(_times, steps, kind.strides)), offset)


def _of_collapse(kind: Kind, groups: list[list[int]]) -> Kind | None:
    sizes = tuple(_whole([kind.sizes[number] for number in group]) for group in groups)
    if kind.identity:
        return Kind(sizes, _packed(sizes), 0, identity=True)
    strides: list[Number] = []
    for group in groups:
        rest = list(group)
        while len(rest) > 1 and kind.sizes[rest[-1]] == 1:
            rest.pop()
        step = kind.strides[rest[-1]] if len(rest) == 1 or kind.sizes[rest[-1]] is not None else None
        strides.append(step)
        for number in reversed(group[1:]):
            step = _times(step, kind.sizes[number])
            if kind.sizes[number - 1] != 1 and (step is None or step != kind.strides[number - 1]):
                return None
    return Kind(sizes, tuple(strides), kind.offset)


def _whole(sizes: list[Number]) -> Number:
    whole: Number = 1
    for size in sizes:
        whole = None if size is None or whole is None else whole * size
    return whole


def _of_expand(kind: Kind, groups: list[list[int]], sizes: tuple[Number, ...]) -> Kind:
    if kind.identity:
        return Kind(sizes, _packed(sizes), 0, identity=True)
    strides: list[Number] = [None] * len(sizes)
    for group, step in zip(groups, kind.strides, strict=True):
        for number in reversed(group):
            strides[number] = step
            step = _times(step, sizes[number])
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
        kind = Kind(kind.sizes, _packed(kind.sizes), 0, identity=True)
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
        sizes = tuple(_whole([kind.sizes[number] for number in group]) for group in groups)
        other = Kind(sizes, _packed(sizes), 0, identity=True)
    made, target = w.fresh(), w.type(other, slip, "strided" * (w.rng.random() < 0.8 and not other.identity))
    w.emit(f"{made} = memref.collapse_shape {value} {groups} : {type} into {target}")
    return made, other, target


def _expand(w: Writer, value: str, kind: Kind, type: str, slip: float) -> Made:
    groups: list[list[int]] = []
    sizes: list[Number] = []
    for size in kind.sizes:
        parts: list[Number] = [2, size // 2] if size and size % 2 == 0 and w.rng.random() < 0.6 else [size]
        groups.append([*range(len(sizes), len(sizes) + len(parts))])
        sizes += parts
    other = (
        _of_expand(kind, groups, tuple(sizes))
        if kind.strided
        else Kind(tuple(sizes), _packed(tuple(sizes)), 0, identity=True)
    )
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
        other = Kind(other.sizes, _packed(other.sizes), 0)
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
    made, plain = w.fresh(), Kind(kind.sizes, _packed(kind.sizes), 0, identity=True)
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


def tensors(seed: int) -> str:
    """A function on tensors, which come in buffers with layouts."""
    w = Writer(seed)
    while not (kind := w.kind(w.rng.choice([1, 2, 2, 3]))).sizes:
        pass
    layout = w.type(kind).removeprefix(f"memref<{w.shape(kind.sizes)}f32").removeprefix(", ").removesuffix(">")
    if not layout:
        layout = f"affine_map<({(names := ', '.join(f'd{n}' for n in range(len(kind.sizes))))}) -> ({names})>"
    sizes, text = kind.sizes, f"tensor<{w.shape(kind.sizes)}f32>"
    have: list[tuple[str, tuple[Number, ...]]] = [("%t", sizes)]
    for _ in range(w.rng.randint(1, 4)):
        have.append(w.rng.choice(_TENSOR_OPS)(w, *have[-1]))
    value, last = have[-1]
    writable = ", bufferization.writable = true" if w.rng.random() < 0.5 else ""
    head = (
        f"func.func @f(%t: {text} {{bufferization.buffer_layout = {layout}{writable}}}, %u: {text}, %i: index, %c: i1,"
        " %x: f32)"
    )
    kept = w.rng.random() < 0.3
    type = f"tensor<{w.shape(last)}f32>"
    zero = ", ".join(["%i"] * len(last))
    end = (
        [f"  return {value} : {type}"]
        if kept
        else [f"  %r = tensor.extract {value}[{zero}] : {type}", "  return %r : f32"]
    )
    return "\n".join([f"{head} -> {type if kept else 'f32'} {{", *w.lines, *end, "}"])


def _t(w: Writer, sizes: tuple[Number, ...]) -> str:
    return f"tensor<{w.shape(sizes)}f32>"


def _part(w: Writer, value: str, sizes: tuple[Number, ...]) -> tuple[str, tuple[Number, ...]]:
    text, _, lengths, _ = w.slice(sizes)
    made = w.fresh()
    w.emit(f"{made} = tensor.extract_slice {value}{text} : {_t(w, sizes)} to {_t(w, tuple(lengths))}")
    return made, tuple(lengths)


def _put(w: Writer, value: str, sizes: tuple[Number, ...]) -> tuple[str, tuple[Number, ...]]:
    text, _, lengths, _ = w.slice(sizes)
    part, made = w.fresh(), w.fresh()
    empty = ", ".join("%i" for length in lengths if length is None)
    w.emit(f"{part} = tensor.splat %x{f'[{empty}]' if empty else ''} : {_t(w, tuple(lengths))}")
    w.emit(f"{made} = tensor.insert_slice {part} into {value}{text} : {_t(w, tuple(lengths))} into {_t(w, sizes)}")
    return made, sizes


def _expanded(w: Writer, value: str, sizes: tuple[Number, ...]) -> tuple[str, tuple[Number, ...]]:
    groups: list[list[int]] = []
    shape: list[Number] = []
    for size in sizes:
        parts: list[Number] = [2, size // 2] if size and size % 2 == 0 and w.rng.random() < 0.6 else [size]
        groups.append([*range(len(shape), len(shape) + len(parts))])
        shape += parts
    made = w.fresh()
    shown = ", ".join("%i" if size is None else str(size) for size in shape)
    w.emit(
        f"{made} = tensor.expand_shape {value} {groups} output_shape [{shown}] : {_t(w, sizes)} into"
        f" {_t(w, tuple(shape))}"
    )
    return made, tuple(shape)


def _collapsed(w: Writer, value: str, sizes: tuple[Number, ...]) -> tuple[str, tuple[Number, ...]]:
    groups = w.groups(sizes)
    shape = tuple(_whole([sizes[number] for number in group]) for group in groups)
    made = w.fresh()
    w.emit(f"{made} = tensor.collapse_shape {value} {groups} : {_t(w, sizes)} into {_t(w, shape)}")
    return made, shape


def _recast(w: Writer, value: str, sizes: tuple[Number, ...]) -> tuple[str, tuple[Number, ...]]:
    shape = tuple(None if w.rng.random() < 0.4 else size for size in sizes)
    made = w.fresh()
    w.emit(f"{made} = tensor.cast {value} : {_t(w, sizes)} to {_t(w, shape)}")
    return made, shape


def _inserted(w: Writer, value: str, sizes: tuple[Number, ...]) -> tuple[str, tuple[Number, ...]]:
    made = w.fresh()
    w.emit(f"{made} = tensor.insert %x into {value}[{', '.join(['%i'] * len(sizes))}] : {_t(w, sizes)}")
    return made, sizes


def _if(w: Writer, value: str, sizes: tuple[Number, ...]) -> tuple[str, tuple[Number, ...]]:
    made, other, type = w.fresh(), w.fresh(), _t(w, sizes)
    w.emit(f"{made} = scf.if %c -> ({type}) {{")
    w.emit(f"  scf.yield {value} : {type}")
    w.emit("} else {")
    empty = ", ".join("%i" for size in sizes if size is None)
    w.emit(f"  {other} = tensor.splat %x{f'[{empty}]' if empty else ''} : {type}")
    w.emit(f"  scf.yield {other} : {type}")
    w.emit("}")
    return made, sizes


def _for(w: Writer, value: str, sizes: tuple[Number, ...]) -> tuple[str, tuple[Number, ...]]:
    made, carried, changed, type = w.fresh(), w.fresh(), w.fresh(), _t(w, sizes)
    w.emit(f"{made} = scf.for %k = %i to %i step %i iter_args({carried} = {value}) -> ({type}) {{")
    w.emit(f"  {changed} = tensor.insert %x into {carried}[{', '.join(['%k'] * len(sizes))}] : {type}")
    w.emit(f"  scf.yield {changed} : {type}")
    w.emit("}")
    return made, sizes


_TENSOR_OPS = (_part, _part, _put, _put, _expanded, _collapsed, _recast, _inserted, _if, _for)

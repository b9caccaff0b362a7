"""Random functions on tensors, which come in buffers with layouts."""

from tests.frontend.layout_writer import Number, Writer, product


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
    groups, shape = w.expansion(sizes)
    made = w.fresh()
    shown = ", ".join("%i" if size is None else str(size) for size in shape)
    w.emit(f"{made} = tensor.expand_shape {value} {groups} output_shape [{shown}] : {_t(w, sizes)} into {_t(w, shape)}")
    return made, shape


def _collapsed(w: Writer, value: str, sizes: tuple[Number, ...]) -> tuple[str, tuple[Number, ...]]:
    groups = w.groups(sizes)
    shape = tuple(product([sizes[number] for number in group]) for group in groups)
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

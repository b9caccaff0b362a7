"""Mutations of ops: programs that are still read, mostly, and that nobody would write."""

import re
from collections.abc import Callable, Iterable
from random import Random

from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.ir.ir import Block, Op, Value
from ownlog.frontend.ir.module import Module

Mutation = Callable[[Random, Module], str | None]
"""The mutant of a module, as text; None where the mutation has nothing to work on. The module may be changed."""

_NAME = re.compile(r"%[\w$.-]+(?:#[0-9]+)?")
_FRAMES = (
    "scf.execute_region {{\n{op}\nscf.yield\n}}",
    "scf.if %wrap {{\n{op}\n}}",
    "scf.if %wrap {{\n}} else {{\n{op}\n}}",
    "scf.for %wi = %wn to %wn step %wn {{\n{op}\n}}",
    "scf.parallel (%wi) = (%wn) to (%wn) step (%wn) {{\n{op}\nscf.reduce\n}}",
    "memref.alloca_scope {{\n{op}\n}}",
    '"test.region"() ({{\n{op}\n}}) : () -> ()',
    "builtin.module {{\n{op}\n}}",
    "scf.while : () -> () {{\nscf.condition(%wrap)\n}} do {{\n{op}\nscf.yield\n}}",
    "affine.for %wi = 0 to 4 {{\n{op}\n}}",
    "scf.forall (%wi) in (4) {{\n{op}\n}}",
    "cf.br ^wrap\n^wrap:\n{op}\ncf.br ^wrapped\n^wrapped:",
    "scf.index_switch %wn\ncase 1 {{\n{op}\nscf.yield\n}}\ndefault {{\n}}",
)
"""What can stand around an op without results; `%wrap` and `%wn` are defined before it."""
_GIVING = (
    "{names} = scf.execute_region -> ({types}) {{\n{op}\nscf.yield {handed} : {types}\n}}",
    (
        "{names} = scf.if %wrap -> ({types}) {{\n{op}\nscf.yield {handed} : {types}\n}} else {{\n{op}\nscf.yield"
        " {handed} : {types}\n}}"
    ),
    "{names} = memref.alloca_scope -> ({types}) {{\n{op}\nmemref.alloca_scope.return {handed} : {types}\n}}",
    '{names} = "test.region"() ({{\n{op}\n"test.yield"({handed}) : ({types}) -> ()\n}}) : () -> ({types})',
    (
        "{names} = scf.while : () -> ({types}) {{\n{op}\nscf.condition(%wrap) {handed} : {types}\n}} do"
        " {{\n^bb0({arguments}):\nscf.yield\n}}"
    ),
)
Edit = tuple[int, int, str]  # what stands from here to there becomes this


def _edited(module: Module, edits: Iterable[Edit]) -> str:
    text, end, made = module.source.text, 0, list[str]()
    for start, stop, new in sorted(edits):
        made += [text[end:start], new]
        end = max(end, stop)
    return "".join([*made, text[end:]])


def _ops(module: Module) -> list[Op]:
    return [op for op in module.walk() if op.start >= 0 and op.parent is not None]


def _inner(module: Module) -> list[Op]:
    """The ops in functions, without terminators: those may go, come twice and move."""
    return [
        op
        for op in _ops(module)
        if op.parent is not None and op.parent.parent is not None and op.parent.ops[-1] is not op
    ]


def _text(module: Module, op: Op) -> str:
    return module.source.text[op.start : op.end]


def _pick(chance: Random, ops: list[Op]) -> Op | None:
    return chance.choice(ops) if ops else None


def _visible(block: Block | None, before: Op) -> list[Value]:
    """The values that `before` may use, as far as its block and the blocks around it define them."""
    found: list[Value] = []
    op: Op | None = before
    while block is not None:
        found += block.arguments
        for other in block.ops:
            if other is op:
                break
            found += other.results
        op = block.parent.parent if block.parent is not None else None
        block = op.parent if op is not None else None
    return found


def _delete(chance: Random, module: Module) -> str | None:
    op = _pick(chance, _ops(module) if chance.random() < 0.2 else _inner(module))
    return None if op is None else _edited(module, [(op.start, op.end, "")])


def _delete_unused(chance: Random, module: Module) -> str | None:
    used = {value for op in module.walk() for value in op.operands}
    op = _pick(chance, [op for op in _inner(module) if used.isdisjoint(op.results)])
    return None if op is None else _edited(module, [(op.start, op.end, "")])


def _duplicate(chance: Random, module: Module) -> str | None:
    """The op once more, its results (and those inside) under other names."""
    op = _pick(chance, _ops(module) if chance.random() < 0.1 else _inner(module))
    if op is None:
        return None
    defined = {value.name for nested in op.walk() for value in nested.results}
    copy = _NAME.sub(
        lambda found: f"%again_{found[0][1:]}" if found[0].split("#")[0] in defined else found[0], _text(module, op)
    )
    return _edited(module, [(op.end, op.end, f"\n{copy}")])


def _move(chance: Random, module: Module) -> str | None:
    op, other = _pick(chance, _inner(module)), _pick(chance, _ops(module))
    if op is None or other is None or op.start <= other.start < op.end:
        return None
    return _edited(module, [(op.start, op.end, ""), (other.start, other.start, f"{_text(module, op)}\n")])


def _exchange(chance: Random, module: Module) -> str | None:
    one, other = _pick(chance, _ops(module)), _pick(chance, _ops(module))
    if one is None or other is None or (one.start < other.end and other.start < one.end):
        return None
    return _edited(module, [(one.start, one.end, _text(module, other)), (other.start, other.end, _text(module, one))])


def _rename(module: Module, op: Op, new: dict[int, str]) -> str:
    """The text of the module with other names at some of the uses (by position) in the head of `op`."""
    end = min([region.start for region in op.regions if region.start >= 0], default=op.end)
    text = module.source.text[op.start : end]
    places = [
        found for found in _NAME.finditer(text) if not re.match(r"\s*(?:,\s*%[\w$.:-]+\s*)*=(?!=)", text[found.end() :])
    ]
    edits = [
        (op.start + places[i].start(), op.start + places[i].end(), name) for i, name in new.items() if i < len(places)
    ]
    return _edited(module, edits)


def _swap_operands(chance: Random, module: Module) -> str | None:
    op = _pick(chance, [op for op in _ops(module) if len(op.operands) > 1])
    if op is None:
        return None
    one, other = chance.sample(range(len(op.operands)), 2)
    return _rename(module, op, {one: op.operands[other].ref, other: op.operands[one].ref})


def _rewire(chance: Random, module: Module) -> str | None:
    """Another value of the same type for an operand."""
    op = _pick(chance, [op for op in _ops(module) if op.operands])
    if op is None:
        return None
    at = chance.randrange(len(op.operands))
    alike = [value for value in _visible(op.parent, op) if value.name and value.type == op.operands[at].type]
    return _rename(module, op, {at: chance.choice(alike).ref}) if alike else None


def _retype(chance: Random, module: Module) -> str | None:
    """Another type of the module for one of its types: everywhere, or at one place."""
    types = sorted({value.type.text for op in module.walk() for value in (*op.operands, *op.results)})
    if len(types) < 2:
        return None
    old, new = chance.sample(types, 2)
    text = module.source.text
    if chance.random() < 0.6:
        return text.replace(old, new)
    places = [found.start() for found in re.finditer(re.escape(old), text)]
    if not places:
        return None
    at = chance.choice(places)
    return text[:at] + new + text[at + len(old) :]


def _reshape(chance: Random, module: Module) -> str | None:
    """A change inside a memref type: a dimension, the element, a layout, a memory space; everywhere."""
    types = {value.type.text for op in module.walk() for value in (*op.operands, *op.results)}
    types = {type for type in types if type.startswith("memref<")}
    if not types:
        return None
    old = chance.choice(sorted(types))
    change = chance.randrange(5)
    if change == 0:
        new = re.sub(r"\?", "4", old, count=1)
    elif change == 1:
        new = re.sub(r"<\d+", "<?", old, count=1)
    elif change == 2:
        new = re.sub(
            r"[fi]\d+(?=[,>])",
            chance.choice(("i1", "index", "f64", "vector<2xf32>", "memref<2xf32>", "i8")),
            old,
            count=1,
        )
    elif change == 3:
        new = old[:-1] + ", strided<[" + ", ".join(["?"] * old.split(",")[0].count("x")) + "], offset: ?>>"
    else:
        new = old[:-1] + chance.choice((", 1>", ', "shared">', ", 3 : i32>"))
    return module.source.text.replace(old, new)


def _wrap(chance: Random, module: Module) -> str | None:
    """A region around an op, of one kind or another; what the op defines is handed out."""
    op = _pick(chance, _inner(module))
    if op is None or any(result.pack > 1 or not result.name for result in op.results):
        return None
    text, results = _text(module, op), op.results
    handed = ", ".join(f"%in_{value.name[1:]}" for value in results)
    if results:
        text = re.sub(r"^[^=]*?(?==)", f"{handed} ", text, count=1)
    made = chance.choice(_GIVING if results else _FRAMES).format(
        op=text,
        names=", ".join(value.name for value in results),
        types=", ".join(value.type.text for value in results),
        handed=handed,
        arguments=", ".join(f"%wa{i}: {value.type.text}" for i, value in enumerate(results)),
    )
    before = ("%wrap = arith.constant true\n" if "%wrap" in made else "") + (
        "%wn = arith.constant 1 : index\n" if "%wn" in made else ""
    )
    return _edited(module, [(op.start, op.end, before + made)])


def _generic_op(chance: Random, module: Module) -> str | None:
    op = _pick(chance, _ops(module))
    if op is None:
        return None
    op.form = "generic"
    op.mark_changed()
    return str(module)


def _generic_module(_: Random, module: Module) -> str | None:
    return print_generic(module)


def _nest(chance: Random, module: Module) -> str | None:
    """A function, or all, in a module of their own."""
    op = _pick(chance, module.ops)
    if op is None:
        return None
    opening = chance.choice(("module {\n", "module @m {\n", 'module @"a b" {\n'))
    return _edited(module, [(op.start, op.start, opening), (op.end, op.end, "\n}")])


def _hide(chance: Random, module: Module) -> str | None:
    """A private function for a public one, or the other way round."""
    text = module.source.text
    if chance.random() < 0.5:
        return text.replace("func.func private", "func.func") if "func.func private" in text else None
    return re.sub(r"func\.func @", "func.func private @", text) if "func.func @" in text else None


def _hand_out(chance: Random, module: Module) -> str | None:
    """Functions return what they have: one more value of some function is returned."""
    function = _pick(chance, [op for op in module.functions() if op.regions and len(op.regions[0].blocks) == 1])
    if function is None:
        return None
    block = function.regions[0].blocks[0]
    end = block.ops[-1]
    values = [value for value in _visible(block, end) if value.type.is_memref and value.name]
    if not values or end.name != "func.return" or end.operands:
        return None
    value = chance.choice(values)
    head = module.source.text[function.start : function.regions[0].start]
    if "->" in head or "attributes" in head:
        return None
    at = function.regions[0].start
    return _edited(
        module, [(at, at, f"-> {value.type.text} "), (end.start, end.end, f"return {value.ref} : {value.type.text}")]
    )


def _free(chance: Random, module: Module) -> str | None:
    """A deallocation by hand, a clone, or another op on a buffer, somewhere."""
    op = _pick(chance, _ops(module))
    values = (
        [value for value in _visible(op.parent, op) if value.type.is_memref and value.name] if op is not None else []
    )
    if op is None or not values:
        return None
    value = chance.choice(values)
    name, type = value.ref, value.type.text
    new = chance.choice((
        f"memref.dealloc {name} : {type}", f"%made = bufferization.clone {name} : {type} to {type}",
        f'"test.use"({name}) : ({type}) -> ()',
        f'%made = "test.make"({name}) : ({type}) -> {type}', f"memref.copy {name}, {name} : {type} to {type}",
        f"%made = memref.cast {name} : {type} to memref<*xf32>",
        f"%made = builtin.unrealized_conversion_cast {name} : {type} to {type}",
        f"%made = bufferization.to_tensor {name} restrict : {type} to {re.sub('^memref', 'tensor', type)}",
        f"%no = arith.constant true\nbufferization.dealloc ({name} : {type}) if (%no)",
        f"%no = arith.constant true\n%kept = bufferization.dealloc ({name} : {type}) if (%no) retain ({name} : {type})",
        "%in = memref.alloc() : memref<4xf32>\n%made = memref.realloc %in : memref<4xf32> to memref<8xf32>",
    ))  # fmt: skip
    return _edited(module, [(op.start, op.start, f"{new}\n")])


MUTATIONS: tuple[Mutation, ...] = (
    _delete, _delete_unused, _duplicate, _move, _exchange, _swap_operands, _rewire, _rewire, _retype, _reshape, _wrap,
    _wrap, _generic_op, _generic_module, _nest, _hide, _hand_out, _free, _free,
)  # fmt: skip

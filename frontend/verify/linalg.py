"""Named linalg ops: the number of operands, and the types that their computation accepts."""

from __future__ import annotations

import re
from functools import lru_cache

from ownlog.base.errors import InputError
from ownlog.frontend.forms.language.typerules import element
from ownlog.frontend.generic.hidden import hidden_arguments, hidden_problem
from ownlog.frontend.generic.linalgmaps import maps_of
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.traits import own_traits
from ownlog.frontend.text.affine_reader import MapParts, map_parts
from ownlog.frontend.text.literals import integer_elements
from ownlog.frontend.text.tokens import split_top_level
from ownlog.frontend.text.types import Type
from ownlog.frontend.verify.linalg_fixed import CHECKS
from ownlog.frontend.verify.linalg_loops import loop_problem
from ownlog.frontend.verify.linalg_packs import CHECKS as PACKINGS
from ownlog.frontend.verify.refusal import bare, name_offset, refuse
from ownlog.frontend.verify.shapes import shape

_TEXTS = 1024  # of maps and iterators, of which a program has few
_NAME = re.compile(r"[\w.]+\s*")
_WINDOWS = r"linalg\.(?:(?:depthwise_)?conv_([123])d_\w+|pooling_([a-z]+)_\w+)"
_ITERATORS = 'each loop is "parallel" or "reduction": `iterator_types = ["parallel"]`'
_MAPS = "each operand has a map from the loops to its dimensions: `indexing_maps = [affine_map<(d0) -> (d0)>]`"
_ARGUMENTS = "the block has an argument for an element of each operand, inputs first: `^bb0(%in: f32, %out: f32):`"
_LOOPS = "a dimension that one loop runs over has one size in all operands"
_RANKED = r"(?:memref|tensor)<"
_ADVICE = (
    "all elements are floats, all integers (no index), or all complex numbers; what has one input computes with floats"
)


class LinalgOps:
    """Checks linalg ops; one that passed, or differs only in sizes, is checked for its sizes only."""

    def __init__(self) -> None:
        self._kinds = _Kinds()
        self._maps: dict[tuple[object, ...], str | None] = {}
        """The maps of ops that have passed, by all that is looked at but sizes."""
        self._passed: set[tuple[object, ...]] = set()
        """All that is looked at in ops whose sizes are compared otherwise than by maps, if they have passed."""

    def check(self, op: Op) -> None:
        """InputError for what breaks the rules of the op: its operands, or what is computed of their elements."""
        if op.name == "linalg.yield":
            _check_yield(op)
        elif op.name in PACKINGS:
            PACKINGS[op.name](op)
        elif op.name in CHECKS:
            self._check_fixed(op)
        else:
            self._check_mapped(op)

    def _check_fixed(self, op: Op) -> None:
        """The op is one that says by its name, or by lists of dimensions, how the shapes go together."""
        key = (*_written(op), *[tuple([value.type for value in values]) for values in _typed(op)])
        if key not in self._passed:
            _check_named(op)
            CHECKS[op.name](op)
            if op.regions:
                _check_operands(op)
            _check_results(op)
            self._passed.add(key)

    def _check_mapped(self, op: Op) -> None:
        """The op is one whose maps say how the shapes go together."""
        kinds = self._kinds
        operands, results, arguments = _typed(op)
        # An element may be a memref, too: its sizes are those of the argument's type.
        of_arguments = tuple([value.type for value in arguments])
        key = (
            *_written(op),
            *[tuple([kinds[value.type] for value in values]) for values in (operands, results)],
            of_arguments,
        )
        if key not in self._maps:
            if op.name == "linalg.generic":
                _check_generic(op)
            else:
                _check_named(op)
                _check_filled(op)
            _check_operands(op)
            self._maps[key] = maps_of(op)
        maps = self._maps[key]
        if maps is not None:
            found = tuple([dims for value in operands if (dims := kinds.shapes[value.type]) is not None])
            problem = loop_problem(maps, found) if len(found) == len(operands) else None
            if problem is not None:
                refuse(op, problem, _LOOPS)
        _check_results(op)


class _Kinds(dict[Type, int]):
    """A number for each type, the same for those that differ in sizes only; `shapes` are those of these types."""

    def __init__(self) -> None:
        self.shapes: dict[Type, tuple[str, ...] | None] = {}
        """Shapes, () for scalars and vectors, which count as one element; None for an unknown rank."""
        self._numbers: dict[str, int] = {}

    def __missing__(self, type: Type) -> int:
        dims = shape(type)
        ranked = re.match(_RANKED, type.canonical)
        self.shapes[type] = dims if ranked else ()
        kind = type.canonical
        if ranked and dims:
            kind = f"{ranked[0]}{len(dims)} {kind[ranked.end() + len('x'.join(dims)) + 1 :]}"
        number = self[type] = self._numbers.setdefault(kind, len(self._numbers))
        return number


def _written(op: Op) -> tuple[object, ...]:
    """What is written of an op, but for its types."""
    return (op.name, *op.properties.items(), *op.attrs.items(), bool(op.regions), *(op.segments or ()))


def _typed(op: Op) -> tuple[list[Value], list[Value], list[Value]]:
    """The operands, the results, and the arguments of the region."""
    return op.operands, op.results, op.regions[0].blocks[0].arguments if op.regions and op.regions[0].blocks else []


def _check_operands(op: Op) -> None:
    """All operands are buffers, or tensors, and scalars; the region takes an element of each."""
    if any(value.type.is_memref for value in op.operands) and any(value.type.is_tensor for value in op.operands):
        refuse(op, "expected to have pure tensor or buffer semantics", "its operands are all buffers, or all tensors")
    _check_arguments(op)


def _check_filled(op: Op) -> None:
    """What is filled in is no memory."""
    if op.name == "linalg.fill" and len(op.operands) == 2 and re.match(_RANKED, op.operands[0].type.canonical):
        bare(op, "expected op with scalar input", "what is filled in is one number")


def _check_generic(op: Op) -> None:
    maps, iterators = (op.properties.get(name) for name in ("indexing_maps", "iterator_types"))
    if iterators is None or not iterators.startswith("["):
        bare(op, f"custom op '{op.name}' expected \"iterator_types\" array attribute", _ITERATORS)
    kinds = _kinds(iterators)
    wrong = next((kind for kind in kinds if kind not in ("parallel", "reduction")), None)
    if wrong is not None:
        bare(op, f"custom op '{op.name}' unexpected iterator_type ({wrong})", _ITERATORS)
    if maps is None:
        refuse(op, "requires attribute 'indexing_maps'", _MAPS)
    found = _parts(maps)
    if any(len(parts) != 1 for parts in found):
        refuse(op, "attribute 'indexing_maps' failed to satisfy constraint: AffineMap array attribute", _MAPS)
    if len(found) != len(op.operands):
        counts = f"({len(found)}) to be equal to the number of input/output operands ({len(op.operands)})"
        refuse(op, f"expected the number of indexing_map {counts}", _MAPS)
    for number, ([parts], value) in enumerate(zip(found, op.operands, strict=True)):
        _check_map(op, number, parts, len(kinds), shape(value.type))


def _check_results(op: Op) -> None:
    """Each tensor that is written to has a result of its type."""
    written = [op.operands[operand] for operand in _written_to(op)]
    tensors = sum(value.type.is_tensor for value in written)
    if written and len(op.results) != tensors:
        counts = f"({len(op.results)}) to be equal to the number of output tensors ({tensors})"
        refuse(
            op,
            f"expected the number of tensor results {counts}",
            "a result has the type of the tensor in `outs` that it updates",
        )
    for operand, number in own_traits().destinations(op) if op.results else ():
        value, result = op.operands[operand], op.results[number]
        if value.type.canonical != result.type.canonical:
            types = f"('{value.type.canonical}') to match type of corresponding result ('{result.type.canonical}')"
            refuse(
                op,
                f"expected type of operand #{operand} {types}",
                "a result has the type of the tensor in `outs` that it updates",
            )


@lru_cache(maxsize=_TEXTS)
def _kinds(iterators: str) -> tuple[str, ...]:
    """The kinds of the loops."""
    return tuple(kind.strip('"').removeprefix("#linalg.iterator_type<").rstrip(">") for kind in _listed(iterators))


@lru_cache(maxsize=_TEXTS)
def _parts(maps: str) -> tuple[tuple[MapParts, ...], ...]:
    """The parts of each map, as `map_parts` finds them."""
    return tuple(map_parts(part) for part in (_listed(maps) if maps.startswith("[") else [""]))


def _check_map(op: Op, number: int, parts: MapParts, loops: int, dims: tuple[str, ...] | None) -> None:
    dimensions, symbols, results = map(len, parts)
    if symbols:
        refuse(op, f"unexpected symbols in indexing_map #{number}", _MAPS)
    if dimensions != loops:
        refuse(op, f"expected indexing_map #{number} to have {loops} dim(s) to match the number of loops", _MAPS)
    if results != len(dims or ()):
        refuse(
            op,
            f"expected operand rank ({len(dims or ())}) to match the result rank of indexing_map #{number} ({results})",
            _MAPS,
        )


def _listed(text: str) -> list[str]:
    """The entries of a list in brackets."""
    return [part.strip() for part in split_top_level(text[1:-1]) if part.strip()]


def _check_arguments(op: Op) -> None:
    """The region has an argument for an element of each operand."""
    if not op.regions or not op.regions[0].blocks:
        return
    arguments = op.regions[0].blocks[0].arguments
    if len(arguments) != len(op.operands):
        refuse(
            op,
            "expected as many non-induction variable region arguments as the number of input/output operands",
            _ARGUMENTS,
        )
    for number, (argument, value) in enumerate(zip(arguments, op.operands, strict=True)):
        wanted = (
            element(value.type)
            if shape(value.type) is not None and not value.type.canonical.startswith("vector")
            else value.type
        )
        if argument.type.canonical != wanted.canonical:
            types = (
                f"bb argument #{number} ('{argument.type.canonical}') to match element or self type of the"
                " corresponding operand"
            )
            refuse(op, f"expected type of {types} ('{wanted.canonical}')", _ARGUMENTS)


def _check_yield(op: Op) -> None:
    above = op.parent_op
    if above is None or not above.name.startswith("linalg."):
        refuse(op, "expected parent op with LinalgOp interface", "it ends the region of a linalg op")
    outs = [above.operands[operand] for operand in _written_to(above)]
    if not outs:
        return
    if len(outs) != len(op.operands):
        counts = (
            f"({len(op.operands)}) to match the number of inits / outs operands of the enclosing LinalgOp ({len(outs)})"
        )
        refuse(op, f"expected number of yield values {counts}", "yield a value for each of `outs`")
    for number, (value, out) in enumerate(zip(op.operands, outs, strict=True)):
        wanted = element(out.type).canonical if shape(out.type) is not None else out.type.canonical
        if value.type.canonical != wanted:
            types = (
                f"('{value.type.canonical}') doesn't match the element type of the enclosing linalg.generic op"
                f" ('{wanted}')"
            )
            refuse(op, f"type of yield operand {number + 1} {types}", f"yield a {wanted} there")


def _written_to(op: Op) -> list[int]:
    """The numbers of the operands in `outs`."""
    count = len(op.operands)
    if op.name in ("linalg.map", "linalg.transpose", "linalg.broadcast", "linalg.softmax"):
        return [count - 1]
    if op.name == "linalg.reduce":
        return [*range(count // 2, count)]
    return [*range(op.segments[0], count)] if op.segments is not None and len(op.segments) == 2 else []


def _check_windows(op: Op) -> None:
    """A convolution or pooling has a stride and a dilation for each dimension that its window moves along."""
    for name in ("strides", "dilations"):
        text = op.properties.get(name)
        found = re.match(_WINDOWS, op.name) if text is not None else None
        if text is None or found is None:
            continue
        count = int(found[1]) if found[1] is not None else len(found[2]) - 2
        elements = integer_elements(text)
        if elements is None or (elements.type, elements.count) != ("i64", count) or not text.startswith("dense"):
            what = f"64-bit signless int elements attribute of shape [{count}]"
            refuse(
                op,
                f"attribute '{name}' failed to satisfy constraint: {what}",
                f"write `{name} = dense<1> : tensor<{count}xi64>`",
            )


def _check_named(op: Op) -> None:
    """InputError for a named op with a wrong number of operands, or wrong element types."""
    _check_windows(op)
    wanted = hidden_arguments(op)
    if wanted is not None and wanted != len(op.operands):
        message = f"generated region expects {wanted} args, got {len(op.operands)}"
        bare(op, f"custom op '{op.name}' {message}", f"ins and outs have {wanted} operands together")
    problem = hidden_problem(op)
    if problem is not None and op.source is not None:
        # As mlir-opt, which makes the region when it has read the name.
        name = _NAME.match(op.source.text, name_offset(op.source, op.start))
        raise InputError(
            op.source.diagnostic(op.start if name is None else name.end(), f"custom op '{op.name}' {problem}", _ADVICE)
        )

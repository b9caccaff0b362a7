"""Random ops of the kinds that passes make or touch, right and wrong ones, in generic form: what a verifier has to
judge.

Each maker gives an op that may be right: sizes that are known in one type and not in the other, layouts that fit or do
not. Half of the ops get a slip then: another type, number or attribute, an operand more or less.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tests.frontend.mistakes.ops import accesses, buffers, control, identifiers, linalg, maps, numbers, others, tensors
from tests.frontend.mistakes.ops.made import DYNAMIC, Made, Maker
from tests.frontend.mistakes.slips import ATTRIBUTES, element, layout, shape

FLAG = "--allow-unregistered-dialect"
"""What mlir-opt-22 needs to be told: an op that nobody knows makes the values of regions."""
MAKERS: dict[str, Maker] = {}
"""What makes ops, by kind."""
for _part in (buffers, tensors, linalg, numbers, control, accesses, maps, identifiers, others):
    MAKERS |= _part.MAKERS
_SIZE, _STRIDE = r"(?:\d+|\?)", r"(?:-?\d+|\?)"
_STRIDED = rf"strided<\[(?:{_STRIDE}(?:, {_STRIDE})*)?\](?:, offset: {_STRIDE})?>"
_SPELLED = re.compile(
    rf"(?:memref|tensor)<(?:\*x|(?:{_SIZE}x)*)(?:[a-z]+\d*|vector<2xf32>)(?:, {_STRIDED})?(?:, (?:\d( :"
    r" i(?:32|64))?|\"gpu\"))?>"
    r"|vector<(?:\d+x)*[a-z]+\d*>"
)
"""Types that are spelled right, be they types or not: readers of texts are judged elsewhere."""
_LISTS = ("static_offsets", "static_sizes", "static_strides", "static_output_shape")
"""Lists that may leave numbers open to values, of which MLIR looks how many there are."""
_READS_BEYOND = frozenset({"tensor.pad", "linalg.pack", "linalg.unpack"})
"""Ops of which mlir-opt-22 reads values that are not there, and then takes the op, or crashes."""
_NUMBER = re.compile(r"(?<=[\[ ])-?[0-9]+(?=[\],>]| :)")


def _type(chance: Random, type: str) -> str:
    """Another type than this one."""
    if "<" not in type:
        return chance.choice(("f32", "i32", "i64", "index", "i1", "memref<4xf32>", "tensor<?xf32>", "vector<4xf32>"))
    if chance.random() < 0.15:
        return type.replace("memref<", "tensor<", 1) if "strided" not in type else "memref<*xf32>"
    other = chance.choice((element, shape, shape, layout))(chance, type)
    return other if _SPELLED.fullmatch(other) else type


def _numbered(chance: Random, name: str, text: str) -> str:
    """The same attribute with another number."""
    found = [*_NUMBER.finditer(text)]
    if not found:
        return text
    one = chance.choice(found)
    number = chance.choice(
        ("0", "1", "2", "3", "5", "8", "17", "-1", "-4", *([str(DYNAMIC)] if name in _LISTS else []))
    )
    return text[: one.start()] + number + text[one.end() :]


def slip(chance: Random, made: Made) -> Made:
    """The op with one slip."""
    types = [*made.operands, *made.results]
    how, count = chance.random(), len(made.operands)
    if made.name in _READS_BEYOND:
        how = 1.0
    if made.attributes and how < 0.25:
        name = chance.choice([*made.attributes])
        text = made.attributes[name]
        if how < 0.05:
            return replace(made, attributes={key: text for key, text in made.attributes.items() if key != name})
        other = chance.choice(ATTRIBUTES) if how < 0.1 else _numbered(chance, name, text)
        return replace(made, attributes=made.attributes | {name: other})
    if not types or how < 0.35:
        more = chance.choice(("index", "f32", "i1", "memref<4xf32>"))
        if chance.random() < 0.5 and made.operands:
            at = chance.randrange(count)
            return replace(made, operands=made.operands[:at] + made.operands[at + 1 :])
        if chance.random() < 0.6:
            return replace(made, operands=(*made.operands, more))
        return replace(made, results=(*made.results, more) if chance.random() < 0.5 else made.results[:-1])
    at = chance.randrange(len(types))
    types[at] = _type(chance, types[at])
    return replace(made, operands=tuple(types[:count]), results=tuple(types[count:]))


def ops(seed: int) -> Iterator[tuple[str, str]]:
    """Texts with an op each, and the kinds of the ops in turn, without end."""
    chance = Random(seed)
    while True:
        for kind, maker in MAKERS.items():
            made = maker(chance)
            yield kind, (slip(chance, made) if chance.random() < 0.4 else made).text

"""A `@main` for programs of compilers: it calls theirs with numbers, and lets others observe some of what that
returns.
"""

import random
import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from ownlog.frontend import parse
from ownlog.frontend.ir.ir import Value

_TENSOR = re.compile(r"tensor<((?:\d+x)*)(\w+)>")
_HEAD = re.compile(r"^module[^\n]*\{$", re.MULTILINE)
_RESOURCE, _METADATA = re.compile(r"dense_resource<\w+>"), re.compile(r"^\{-#.*", re.MULTILINE | re.DOTALL)
_TO_F32 = {
    "i1": "arith.uitofp",
    "i8": "arith.sitofp",
    "i32": "arith.sitofp",
    "i64": "arith.sitofp",
    "f64": "arith.truncf",
    "f32": "",
}
LARGEST, SHOWN = 20_000, 20
"""Elements of a parameter, and of a result that are observed."""


def calling(text: str, seed: int) -> str | None:
    """The program without a module around it, with a `@main` that calls what was its `@main`; None where a type is not
    fixed.

    It calls `@observe(f32)`. What files have as resources is the same number everywhere.
    """
    functions = [
        op
        for op in parse(text, "in.mlir").walk()
        if op.name == "func.func" and (op.attribute("sym_name") or "").strip('"') == "main"
    ]
    blocks = functions[0].regions[0].blocks
    end, *_ = [end for block in blocks if (end := block.terminator) is not None and end.name == "func.return"]
    parameters, results = _types(blocks[0].arguments), _types(end.operands)
    shapes = [_shape(type) for type in (*parameters, *results)]
    if any(shape is None or prod(shape[0]) > LARGEST for shape in shapes):
        return None
    lines = [*_called(parameters, results, random.Random(seed)), "return"]
    numbered = _METADATA.sub("", _RESOURCE.sub("dense<0.125>", text))
    caller = "\n".join(["func.func private @observe(f32)", "func.func @main() {", *lines, "}"])
    return f"{re.sub('@main(?![0-9A-Za-z_$.])', '@tested', without_module(numbered))}\n{caller}\n"


def without_module(text: str) -> str:
    """The ops of a module, and what stands in front of it."""
    head = _HEAD.search(text)
    return text if head is None else text[: head.start()] + text[head.end() : text.rindex("}")]


def _types(values: Sequence[Value]) -> list[str]:
    return [value.type.canonical for value in values]


def _shape(type: str) -> tuple[list[int], str] | None:
    found = _TENSOR.fullmatch(type)
    if found is None or found[2] not in _TO_F32:
        return None
    return [int(size) for size in found[1].split("x")[:-1]], found[2]


def _called(parameters: Sequence[str], results: Sequence[str], draw: random.Random) -> Iterator[str]:
    """The ops that make arguments, call, and observe."""
    for number, type in enumerate(parameters):
        shape = _shape(type)
        assert shape is not None
        yield f"%a{number} = arith.constant dense<{_numbers(*shape, draw)}> : {type}"
    given = ", ".join(f"%a{number}" for number in range(len(parameters)))
    yield f"%r:{len(results)} = func.call @tested({given}) : ({', '.join(parameters)}) -> ({', '.join(results)})"
    shown = 0
    for number, type in enumerate(results):
        shape = _shape(type)
        assert shape is not None
        places = list(product(*map(range, shape[0])))
        for place in draw.sample(places, min(len(places), SHOWN)):
            yield from _observed(f"%r#{number}", type, shape[1], place, shown)
            shown += 1


def _numbers(sizes: Sequence[int], element: str, draw: random.Random) -> str:
    if sizes:
        return f"[{','.join(_numbers(sizes[1:], element, draw) for _ in range(sizes[0]))}]"
    if element == "i1":
        return draw.choice(("true", "false"))
    return str(draw.randrange(4)) if element.startswith("i") else f"{draw.random():.4f}"


def _observed(value: str, type: str, element: str, place: Sequence[int], number: int) -> Iterator[str]:
    for k, index in enumerate(place):
        yield f"%i{number}_{k} = arith.constant {index} : index"
    indices = ", ".join(f"%i{number}_{k}" for k in range(len(place)))
    yield f"%x{number} = tensor.extract {value}[{indices}] : {type}"
    if _TO_F32[element]:
        yield f"%f{number} = {_TO_F32[element]} %x{number} : {element} to f32"
    yield f"func.call @observe({'%f' if _TO_F32[element] else '%x'}{number}) : (f32) -> ()"

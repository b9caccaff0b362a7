"""Programs over tensors whose size is about `n` ops (nests: `n` loops)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

_T = "tensor<64xf32>"
_ONE = "tensor<1xf32>"
_FILL = "linalg.fill ins(%f : f32)"
_CHAIN = (50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)


@dataclass(frozen=True)
class Shape:
    """How to make the programs, in which sizes, and what is required of the growth and of the largest."""

    make: Callable[[int], str]
    sizes: tuple[int, ...] = _CHAIN
    exponent: float = 1.15
    seconds: float = 10.0


def _function(arguments: str, lines: list[str], returned: str | None, head: str = "f") -> str:
    end = ["  return"] if returned is None else [f"  return {returned} : {_T}"]
    result = "" if returned is None else f" -> {_T}"
    return "\n".join([f"func.func @{head}({arguments}){result} {{", *lines, *end, "}"]) + "\n"


def insertions(n: int) -> str:
    """Slices inserted one after the other."""
    lines = [f"  %t{i + 1} = tensor.insert_slice %s into %t{i}[{i % 64}] [1] [1] : {_ONE} into {_T}" for i in range(n)]
    return _function(f"%s: {_ONE}, %t0: {_T}", lines, f"%t{n}")


def slices(n: int) -> str:
    """Slices taken out, filled and put back."""
    lines = []
    for i in range(n // 3):
        lines += [
            f"  %e{i} = tensor.extract_slice %t{i}[{i % 64}] [1] [1] : {_T} to {_ONE}",
            f"  %f{i} = {_FILL} outs(%e{i} : {_ONE}) -> {_ONE}",
            f"  %t{i + 1} = tensor.insert_slice %f{i} into %t{i}[{i % 64}] [1] [1] : {_ONE} into {_T}",
        ]
    return _function(f"%f: f32, %t0: {_T}", lines, f"%t{n // 3}")


def in_place(n: int) -> str:
    """Additions, each onto the tensor before."""
    lines = [f"  %t{i + 1} = linalg.add ins(%t{i}, %x : {_T}, {_T}) outs(%t{i} : {_T}) -> {_T}" for i in range(n)]
    return _function(f"%x: {_T}, %t0: {_T}", lines, f"%t{n}")


def one_empty(n: int) -> str:
    """Additions, all into one empty tensor: each but the last is copied."""
    lines = [f"  %e = tensor.empty() : {_T}"]
    lines += [f"  %t{i + 1} = linalg.add ins(%t{i}, %x : {_T}, {_T}) outs(%e : {_T}) -> {_T}" for i in range(n)]
    return _function(f"%x: {_T}, %t0: {_T}", lines, f"%t{n}")


def unrolled(n: int) -> str:
    """The body of a loop, many times: a tensor is made, filled, multiplied and added."""
    lines = []
    for i in range(n // 4):
        lines += [
            f"  %e{i} = tensor.empty() : {_T}",
            f"  %z{i} = {_FILL} outs(%e{i} : {_T}) -> {_T}",
            f"  %m{i} = linalg.mul ins(%t{i}, %x : {_T}, {_T}) outs(%z{i} : {_T}) -> {_T}",
            f"  %t{i + 1} = linalg.add ins(%m{i}, %t{i} : {_T}, {_T}) outs(%t{i} : {_T}) -> {_T}",
        ]
    return _function(f"%f: f32, %x: {_T}, %t0: {_T}", lines, f"%t{n // 4}")


def selects(n: int) -> str:
    """Selections, each between the one before and one tensor."""
    lines = [f"  %t{i + 1} = arith.select %c, %t{i}, %x : {_T}" for i in range(n)]
    return _function(f"%c: i1, %x: {_T}, %t0: {_T}", lines, f"%t{n}")


def ifs(n: int) -> str:
    """Conditionals, in one branch of which the tensor is filled."""
    lines = []
    for i in range(n // 4):
        lines += [
            f"  %t{i + 1} = scf.if %c -> {_T} {{",
            f"    %w{i} = {_FILL} outs(%t{i} : {_T}) -> {_T}",
            f"    scf.yield %w{i} : {_T}",
            "  } else {",
            f"    scf.yield %t{i} : {_T}",
            "  }",
        ]
    return _function(f"%c: i1, %f: f32, %t0: {_T}", lines, f"%t{n // 4}")


def elements(n: int) -> str:
    """An element is read and written, in turn."""
    lines = []
    for i in range(n // 2):
        lines += [
            f"  %v{i} = tensor.extract %t{i}[%i] : {_T}",
            f"  %t{i + 1} = tensor.insert %v{i} into %t{i}[%i] : {_T}",
        ]
    return _function(f"%i: index, %t0: {_T}", lines, f"%t{n // 2}")


def read_late(n: int) -> str:
    """Elements are written, and all versions read at the end: each write is copied."""
    lines = [f"  %t{i + 1} = tensor.insert %f into %t{i}[%i] : {_T}" for i in range(n // 2)]
    lines += [f"  %v{i} = tensor.extract %t{i}[%i] : {_T}" for i in range(n // 2)]
    return _function(f"%f: f32, %i: index, %t0: {_T}", lines, f"%t{n // 2}")


def carried(n: int) -> str:
    """One loop that carries many tensors, and fills each."""
    count = n // 3
    types = ", ".join([_T] * count)
    given = ", ".join(f"%a{i} = %t{i}" for i in range(count))
    lines = [f"  %t{i} = tensor.empty() : {_T}" for i in range(count)]
    lines += [f"  %r:{count} = scf.for %i = %lo to %hi step %st iter_args({given}) -> ({types}) {{"]
    lines += [f"    %w{i} = {_FILL} outs(%a{i} : {_T}) -> {_T}" for i in range(count)]
    lines += [f"    scf.yield {', '.join(f'%w{i}' for i in range(count))} : {types}", "  }"]
    return _function("%f: f32, %lo: index, %hi: index, %st: index", lines, None)


def functions(n: int) -> str:
    """Functions, each of which calls the one before."""
    made = []
    for i in range(n // 4):
        callee = f"call @f{i - 1}(%f, %w) : (f32, {_T}) -> {_T}" if i else f"tensor.cast %w : {_T} to {_T}"
        lines = [f"  %w = {_FILL} outs(%t : {_T}) -> {_T}", f"  %r = {callee}"]
        made.append(_function(f"%f: f32, %t: {_T}", lines, "%r", f"f{i}"))
    return "".join(made)


def blocks(n: int) -> str:
    """Blocks, each of which passes the tensor on to the next."""
    lines = []
    for i in range(n // 2):
        lines += [
            f"  %w{i} = {_FILL} outs(%t{i} : {_T}) -> {_T}",
            f"  cf.br ^bb{i}(%w{i} : {_T})",
            f"^bb{i}(%t{i + 1}: {_T}):",
        ]
    return _function(f"%f: f32, %t0: {_T}", lines, f"%t{n // 2}")


def diamonds(n: int) -> str:
    """Branches that come together again, on one of which the tensor is filled."""
    lines = []
    for i in range(n // 4):
        lines += [
            f"  cf.cond_br %c, ^a{i}, ^b{i}",
            f"^a{i}:",
            f"  %w{i} = {_FILL} outs(%t{i} : {_T}) -> {_T}",
            f"  cf.br ^m{i}(%w{i} : {_T})",
            f"^b{i}:",
            f"  cf.br ^m{i}(%t{i} : {_T})",
            f"^m{i}(%t{i + 1}: {_T}):",
        ]
    return _function(f"%c: i1, %f: f32, %t0: {_T}", lines, f"%t{n // 4}")


def cycles(n: int) -> str:
    """Blocks that each run again and again, and read and write an element."""
    lines = ["  cf.br ^b0(%t : tensor<64xf32>)"]
    for i in range(n // 3):
        lines += [
            f"^b{i}(%x{i}: {_T}):",
            f"  %e{i} = tensor.extract %x{i}[%i] : {_T}",
            f"  %w{i} = tensor.insert %e{i} into %x{i}[%i] : {_T}",
            f"  cf.cond_br %c, ^b{i}(%w{i} : {_T}), ^b{i + 1}(%w{i} : {_T})",
        ]
    return _function(f"%c: i1, %i: index, %t: {_T}", [*lines, f"^b{n // 3}(%r: {_T}):"], "%r")


def views(n: int) -> str:
    """Slices of one tensor are all taken before it is written to, and read after that."""
    lines = [f"  %s{i} = tensor.extract_slice %t[{i % 48}] [16] [1] : {_T} to tensor<16xf32>" for i in range(n // 2)]
    lines.append(f"  %w = tensor.insert %f into %t[%i] : {_T}")
    lines += [f"  %r{i} = tensor.extract %s{i}[%i] : tensor<16xf32>" for i in range(n // 2)]
    return _function(f"%f: f32, %i: index, %t: {_T}", lines, "%w")


def crossing(n: int) -> str:
    """Pairs of selections, each between the two before."""
    lines, one, other = [], "%t", "%u"
    for i in range(n // 2):
        lines += [
            f"  %s{i} = arith.select %c, {one}, {other} : {_T}",
            f"  %z{i} = arith.select %c, {other}, {one} : {_T}",
        ]
        one, other = f"%s{i}", f"%z{i}"
    return _function(
        f"%f: f32, %i: index, %c: i1, %t: {_T}, %u: {_T}",
        [*lines, f"  %w = tensor.insert %f into {one}[%i] : {_T}"],
        "%w",
    )


def nest(n: int) -> str:
    """`n` loops, one in the other, with a write of an element in the innermost."""
    lines, source = [], "%t0"
    for i in range(n):
        lines.append(f"  %r{i} = scf.for %i{i} = %lo to %hi step %st iter_args(%a{i} = {source}) -> ({_T}) {{")
        source = f"%a{i}"
    lines.append(f"  %w = tensor.insert %f into {source}[%lo] : {_T}")
    inner = "%w"
    for i in reversed(range(n)):
        lines += [f"  scf.yield {inner} : {_T}", "  }"]
        inner = f"%r{i}"
    return _function(f"%f: f32, %lo: index, %hi: index, %st: index, %t0: {_T}", lines, inner)


SHAPES = {
    "insert_slice": Shape(insertions),
    "extract and insert": Shape(slices),
    "linalg in place": Shape(in_place),
    "linalg into one empty": Shape(one_empty),
    "unrolled loop": Shape(unrolled),
    "selects": Shape(selects),
    "scf.if": Shape(ifs),
    "read and write": Shape(elements),
    "read late": Shape(read_late),
    "iter_args": Shape(carried),
    "functions": Shape(functions),
    "blocks": Shape(blocks),
    "diamonds": Shape(diamonds),
    "cycles of blocks": Shape(cycles),
    "views": Shape(views),
    "crossing selects": Shape(crossing),
    "nested loops": Shape(nest, (10, 20, 50, 100, 200, 500, 1_000), 1.3, 5.0),
}

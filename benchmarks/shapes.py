"""The shapes whose growth is measured: each function returns the text of a program whose size is `n`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.inputs import diamonds, live_through, nested_loops

_T = "memref<8xf32>"
_LOOP = ["  %zero = arith.constant 0 : index", "  %one = arith.constant 1 : index"]


def straight(n: int) -> str:
    """`n` allocations in one block, each passed to an opaque function."""
    lines = [f"func.func private @use({_T})", "func.func @straight() {"]
    for i in range(n):
        lines += [f"  %a{i} = memref.alloc() : {_T}", f"  func.call @use(%a{i}) : ({_T}) -> ()"]
    return _text([*lines, "  return", "}"])


def calls(n: int) -> str:
    """`n` results of opaque calls, all used at the end."""
    lines = [f"func.func private @make() -> {_T}", f"func.func private @use({_T})", "func.func @calls() {"]
    lines += [f"  %a{i} = func.call @make() : () -> {_T}" for i in range(n)]
    lines += [f"  func.call @use(%a{i}) : ({_T}) -> ()" for i in range(n)]
    return _text([*lines, "  return", "}"])


def selects(n: int) -> str:
    """A chain of `n` selects, each between the one before and a new allocation."""
    lines = [f"func.func @selects(%cond: i1, %out: {_T}) {{", f"  %s0 = memref.alloc() : {_T}"]
    for i in range(1, n + 1):
        lines += [f"  %a{i} = memref.alloc() : {_T}", f"  %s{i} = arith.select %cond, %s{i - 1}, %a{i} : {_T}"]
    return _text([*lines, f"  memref.copy %s{n}, %out : {_T} to {_T}", "  return", "}"])


def ifs(n: int) -> str:
    """A chain of `n` conditionals, each of which hands on the buffer before or a new one."""
    lines = [f"func.func @ifs(%cond: i1, %given: {_T}, %out: {_T}) {{", "  %r0 = memref.alloc() : " + _T]
    for i in range(1, n + 1):
        lines += [f"  %r{i} = scf.if %cond -> ({_T}) {{", f"    scf.yield %r{i - 1} : {_T}", "  } else {"]
        lines += [f"    %a{i} = memref.alloc() : {_T}", f"    memref.copy %given, %a{i} : {_T} to {_T}"]
        lines += [f"    scf.yield %a{i} : {_T}", "  }"]
    return _text([*lines, f"  memref.copy %r{n}, %out : {_T} to {_T}", "  return", "}"])


def fors(n: int) -> str:
    """A chain of `n` loops, each of which carries the buffer of the one before and replaces it."""
    lines = [f"func.func @fors(%steps: index, %out: {_T}) {{", *_LOOP, f"  %r0 = memref.alloc() : {_T}"]
    for i in range(1, n + 1):
        lines.append(f"  %r{i} = scf.for %i{i} = %zero to %steps step %one iter_args(%c{i} = %r{i - 1}) -> ({_T}) {{")
        lines += [f"    %a{i} = memref.alloc() : {_T}", f"    memref.copy %c{i}, %a{i} : {_T} to {_T}"]
        lines += [f"    scf.yield %a{i} : {_T}", "  }"]
    return _text([*lines, f"  memref.copy %r{n}, %out : {_T} to {_T}", "  return", "}"])


def wide_loop(n: int) -> str:
    """One loop that carries `n` buffers and replaces each."""
    lines = [
        f"func.func @wide_loop(%steps: index, %out: {_T}) {{",
        *_LOOP,
        *(f"  %a{i} = memref.alloc() : {_T}" for i in range(n)),
    ]
    carried, types = ", ".join(f"%c{i} = %a{i}" for i in range(n)), ", ".join([_T] * n)
    lines.append(f"  %r:{n} = scf.for %i = %zero to %steps step %one iter_args({carried}) -> ({types}) {{")
    for i in range(n):
        lines += [f"    %b{i} = memref.alloc() : {_T}", f"    memref.copy %c{i}, %b{i} : {_T} to {_T}"]
    lines += [f"    scf.yield {', '.join(f'%b{i}' for i in range(n))} : {types}", "  }"]
    return _text([*lines, *(f"  memref.copy %r#{i}, %out : {_T} to {_T}" for i in range(n)), "  return", "}"])


def functions(n: int) -> str:
    """`n` functions of ten ops."""
    lines = []
    for i in range(n):
        lines += [f"func.func @f{i}(%in: {_T}, %out: {_T}) {{"]
        for name in "abc":
            lines += [f"  %{name} = memref.alloc() : {_T}", f"  memref.copy %in, %{name} : {_T} to {_T}"]
        lines += [f"  memref.copy %{name}, %out : {_T} to {_T}" for name in "abc"]
        lines += ["  return", "}"]
    return _text(lines)


def call_chain(n: int) -> str:
    """`n` functions, each of which returns what the next one gives it."""
    lines = []
    for i in range(n):
        lines += [
            f"func.func {'' if i == 0 else 'private '}@f{i}(%in: {_T}) -> {_T} {{",
            f"  %a = memref.alloc() : {_T}",
        ]
        lines.append(f"  memref.copy %in, %a : {_T} to {_T}")
        if i < n - 1:
            lines += [f"  %r = func.call @f{i + 1}(%a) : ({_T}) -> {_T}", f"  return %r : {_T}", "}"]
        else:
            lines += [f"  return %a : {_T}", "}"]
    return _text(lines)


def flags(n: int) -> str:
    """`n` buffers that the program itself frees, each where a condition is true, or else by a flag in memory that says
    so.
    """
    conditions = ", ".join(f"%c{i}: i1" for i in range(n))
    lines = [f"func.func @flags({conditions}) {{", "  %yes = arith.constant true", "  %no = arith.constant false"]
    for i in range(n):
        lines += [f"  %a{i} = memref.alloc() : {_T}", f"  %f{i} = memref.alloca() : memref<i1>"]
        lines.append(f"  memref.store %yes, %f{i}[] : memref<i1>")
    for i in range(n):
        lines += [
            f"  scf.if %c{i} {{",
            f"    memref.dealloc %a{i} : {_T}",
            f"    memref.store %no, %f{i}[] : memref<i1>",
            "  }",
        ]
    for i in range(n):
        lines += [
            f"  %l{i} = memref.load %f{i}[] : memref<i1>",
            f"  scf.if %l{i} {{",
            f"    memref.dealloc %a{i} : {_T}",
            "  }",
        ]
    return _text([*lines, "  return", "}"])


def conditionals(n: int) -> str:
    """Conditionals nested `n` deep: each gives what the one in it gives, or a buffer of its own; the last one is
    freed.
    """
    lines = [
        f"func.func @conditionals(%cond: i1, %out: {_T}) {{",
        *(f"  %r{i} = scf.if %cond -> ({_T}) {{" for i in range(n)),
    ]
    lines += [f"  %a = memref.alloc() : {_T}", f"  scf.yield %a : {_T}"]
    for i in reversed(range(n)):
        lines += ["  } else {", f"  %b{i} = memref.alloc() : {_T}", f"  scf.yield %b{i} : {_T}", "  }"]
        if i:
            lines.append(f"  scf.yield %r{i} : {_T}")
    return _text([*lines, f"  memref.copy %r0, %out : {_T} to {_T}", f"  memref.dealloc %r0 : {_T}", "  return", "}"])


def nested_ifs(n: int) -> str:
    """Ifs nested `n` deep, all by one condition, each with a buffer of its own."""
    lines = [f"func.func @nested_ifs(%cond: i1, %out: {_T}) {{"]
    for i in range(n):
        lines += ["  scf.if %cond {", f"  %a{i} = memref.alloc() : {_T}", f"  memref.copy %out, %a{i} : {_T} to {_T}"]
        lines.append(f"  memref.copy %a{i}, %out : {_T} to {_T}")
    return _text([*lines, *["  }"] * n, "  return", "}"])


def conditions(n: int) -> str:
    """`n` conditions, each made of the one before in two ways, and a buffer where each is true."""
    lines = [f"func.func @conditions(%s0: i1, %x: i1, %y: i1, %out: {_T}) {{"]
    for i in range(n):
        lines += [f"  %p{i} = arith.ori %s{i}, %x : i1", f"  %q{i} = arith.andi %s{i}, %y : i1"]
        lines += [f"  %s{i + 1} = arith.xori %p{i}, %q{i} : i1"]
        lines += [
            f"  scf.if %s{i + 1} {{",
            f"    %a{i} = memref.alloc() : {_T}",
            f"    memref.copy %out, %a{i} : {_T} to {_T}",
        ]
        lines += [f"    memref.copy %a{i}, %out : {_T} to {_T}", "  }"]
    return _text([*lines, "  return", "}"])


def _text(lines: list[str]) -> str:
    return "\n".join([*lines, ""])


@dataclass(frozen=True)
class Shape:
    """A family of programs:

    `sizes` are measured with Ownlog, up to `peer_limit` with mlir-opt too; `exponent` is the growth allowed.
    """

    make: Callable[[int], str]
    sizes: tuple[int, ...]
    peer_limit: int
    exponent: float | None


SHAPES = {
    "straight": Shape(straight, (500, 1000, 2000, 5000), 5000, 1.15),
    "calls": Shape(calls, (500, 1000, 2000, 5000), 5000, 1.15),
    "selects": Shape(selects, (500, 1000, 2000, 5000), 5000, 1.15),
    "ifs": Shape(ifs, (320, 800, 1600, 3200), 3200, 1.15),
    "fors": Shape(fors, (320, 800, 1600, 3200), 3200, 1.15),
    "diamonds": Shape(diamonds, (24, 300, 750, 1500, 3000), 24, 1.15),
    "live through": Shape(lambda n: live_through(n, n // 4), (50, 100, 200, 400, 800, 1600), 100, 1.15),
    "views through": Shape(lambda n: live_through(n, n // 4, viewed=True), (50, 100, 200, 400, 800, 1600), 100, 1.15),
    "calls through": Shape(lambda n: live_through(n, n // 4, called=True), (50, 100, 200, 400, 800, 1600), 100, 1.15),
    "wide loop": Shape(wide_loop, (100, 250, 500, 1000, 2000, 4000), 500, 1.15),
    "nested loops": Shape(nested_loops, (7, 30, 100, 300), 300, 1.15),
    "nested ifs": Shape(nested_ifs, (100, 250, 500, 1000), 1000, 1.15),
    "conditionals": Shape(conditionals, (100, 250, 500, 1000), 1000, 1.15),
    "conditions": Shape(conditions, (320, 800, 1600, 3200), 3200, 1.15),
    "functions": Shape(functions, (320, 800, 1600, 3200), 3200, 1.15),
    "call chain": Shape(call_chain, (320, 800, 1600, 3200), 3200, None),
}
"""The shapes by name."""

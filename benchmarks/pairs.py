"""Shapes that aim at joins over pairs: each has `n` of two things that a rule might hold against each other.

Functions return texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

_T = "memref<8xf32>"


def _text(lines: list[str]) -> str:
    return "\n".join([*lines, ""])


def switch(n: int) -> str:
    """A switch of `n` cases over `n` buffers: each case reads one of them (SPEED.md A5 in small)."""
    lines = [
        "func.func @switch(%flag: i32, %out: memref<8xf32>) {",
        *(f"  %a{i} = memref.alloc() : {_T}" for i in range(n)),
    ]
    cases = ", ".join(f"{i}: ^c{i}" for i in range(n))
    lines.append(f"  cf.switch %flag : i32, [default: ^end, {cases}]")
    for i in range(n):
        lines += [f"^c{i}:", f"  memref.copy %a{i}, %out : {_T} to {_T}", "  cf.br ^end"]
    return _text([*lines, "^end:", "  return", "}"])


def returned(n: int) -> str:
    """`n` buffers that are returned, all made alike (A3)."""
    names, types = ", ".join(f"%a{i}" for i in range(n)), ", ".join([_T] * n)
    lines = [f"func.func @returned() -> ({types}) {{", *(f"  %a{i} = memref.alloc() : {_T}" for i in range(n))]
    return _text([*lines, f"  return {names} : {types}", "}"])


def parameters(n: int) -> str:
    """`n` parameters that are handed to `n` calls, of which each gives one back."""
    lines = [
        f"func.func private @id({_T}) -> {_T}",
        f"func.func @parameters({', '.join(f'%p{i}: {_T}' for i in range(n))}) {{",
    ]
    lines += [f"  %r{i} = func.call @id(%p{i}) : ({_T}) -> {_T}" for i in range(n)]
    lines += [f"  memref.copy %r{i}, %p{(i + 1) % n} : {_T} to {_T}" for i in range(n)]
    return _text([*lines, "  return", "}"])


def recursive(n: int) -> str:
    """`n` functions that call each other in a ring and hand buffers on (A1)."""
    lines = []
    for i in range(n):
        lines += [f"func.func private @f{i}(%c: i1, %in: {_T}) -> {_T} {{", f"  %r = scf.if %c -> ({_T}) {{"]
        lines += [f"    %a = memref.alloc() : {_T}", f"    memref.copy %in, %a : {_T} to {_T}"]
        lines += [
            f"    %s = func.call @f{(i + 1) % n}(%c, %a) : (i1, {_T}) -> {_T}",
            f"    scf.yield %s : {_T}",
            "  } else {",
        ]
        lines += [f"    %b = memref.alloc() : {_T}", f"    scf.yield %b : {_T}", "  }", f"  return %r : {_T}", "}"]
    return _text(lines)


def views(n: int) -> str:
    """`n` views of one buffer, used in the order opposite to that in which they are made."""
    lines = ["func.func @views(%i: index, %out: memref<8xf32>) {", "  %a = memref.alloc() : memref<64xf32>"]
    view = "memref<8xf32, strided<[1], offset: ?>>"
    lines += [f"  %v{i} = memref.subview %a[%i] [8] [1] : memref<64xf32> to {view}" for i in range(n)]
    lines += [f"  memref.copy %v{i}, %out : {view} to {_T}" for i in reversed(range(n))]
    return _text([*lines, "  return", "}"])


def picks(n: int) -> str:
    """`n` selects, each between two of `n` buffers."""
    lines = [f"func.func @picks(%c: i1, %out: {_T}) {{", *(f"  %a{i} = memref.alloc() : {_T}" for i in range(n + 1))]
    for i in range(n):
        lines += [f"  %s{i} = arith.select %c, %a{i}, %a{i + 1} : {_T}", f"  memref.copy %s{i}, %out : {_T} to {_T}"]
    return _text([*lines, "  return", "}"])


def exits(n: int) -> str:
    """`n` buffers, one after the other, and after each a branch that may leave the function."""
    lines = [f"func.func @exits(%c: i1, %out: {_T}) {{"]
    for i in range(n):
        lines += [f"  %a{i} = memref.alloc() : {_T}", f"  memref.copy %a{i}, %out : {_T} to {_T}"]
        lines += [f"  cf.cond_br %c, ^b{i}, ^end", f"^b{i}:"]
    return _text([*lines, "  cf.br ^end", "^end:", "  return", "}"])


def ladder(n: int) -> str:
    """A ladder of `n` blocks, each with an argument that the next one takes or replaces (A4)."""
    lines = [f"func.func @ladder(%c: i1, %out: {_T}) {{", f"  %a = memref.alloc() : {_T}", f"  cf.br ^b0(%a : {_T})"]
    for i in range(n):
        lines += [
            f"^b{i}(%x{i}: {_T}):",
            f"  %n{i} = memref.alloc() : {_T}",
            f"  memref.copy %x{i}, %n{i} : {_T} to {_T}",
        ]
        lines.append(f"  cf.br ^b{i + 1}(%n{i} : {_T})")
    return _text([*lines, f"^b{n}(%x{n}: {_T}):", f"  memref.copy %x{n}, %out : {_T} to {_T}", "  return", "}"])


def loops_in_a_row(n: int) -> str:
    """`n` loops in a row that share one buffer and each make one of their own."""
    lines = [
        f"func.func @loops(%steps: index, %out: {_T}) {{",
        "  %zero = arith.constant 0 : index",
        "  %one = arith.constant 1 : index",
    ]
    lines.append(f"  %s = memref.alloc() : {_T}")
    for i in range(n):
        lines += [f"  scf.for %i{i} = %zero to %steps step %one {{", f"    %a{i} = memref.alloc() : {_T}"]
        lines += [f"    memref.copy %s, %a{i} : {_T} to {_T}", f"    memref.copy %a{i}, %out : {_T} to {_T}", "  }"]
    return _text([*lines, "  return", "}"])


def callers(n: int) -> str:
    """`n` callers of one function that returns a new buffer, each of which frees what it gets."""
    lines = [f"func.func private @make() -> {_T} {{", f"  %a = memref.alloc() : {_T}", f"  return %a : {_T}", "}"]
    for i in range(n):
        lines += [f"func.func @f{i}(%out: {_T}) {{", f"  %r = func.call @make() : () -> {_T}"]
        lines += [f"  memref.copy %r, %out : {_T} to {_T}", "  return", "}"]
    return _text(lines)


def handed(n: int) -> str:
    """`n` buffers that one call is given."""
    names, types = ", ".join(f"%a{i}" for i in range(n)), ", ".join([_T] * n)
    lines = [f"func.func private @use({', '.join(f'%p{i}: {_T}' for i in range(n))}) {{"]
    lines += [f"  memref.copy %p{i}, %p{(i + 1) % n} : {_T} to {_T}" for i in range(n)]
    lines += ["  return", "}", "func.func @handed() {", *(f"  %a{i} = memref.alloc() : {_T}" for i in range(n))]
    return _text([*lines, f"  func.call @use({names}) : ({types}) -> ()", "  return", "}"])


def handed_back(n: int) -> str:
    """A chain of `n` private functions each of which may return what it is given, or what the one before returns."""
    lines: list[str] = []
    for i in range(n):
        lines += [f"func.func private @f{i}(%c: i1, %a: {_T}) -> {_T} {{", f"  %r = scf.if %c -> ({_T}) {{"]
        lines += [f"    %n = memref.alloc() : {_T}", f"    scf.yield %n : {_T}", "  } else {"]
        if i:
            lines += [f"    %q = func.call @f{i - 1}(%c, %a) : (i1, {_T}) -> {_T}", f"    scf.yield %q : {_T}"]
        else:
            lines.append(f"    scf.yield %a : {_T}")
        lines += ["  }", f"  return %r : {_T}", "}"]
    lines += [f"func.func @main(%c: i1, %out: {_T}) {{", f"  %a = memref.alloc() : {_T}"]
    lines.append(f"  %r = func.call @f{n - 1}(%c, %a) : (i1, {_T}) -> {_T}")
    return _text([*lines, f"  memref.copy %r, %out : {_T} to {_T}", "  return", "}"])


def turning(n: int) -> str:
    """A loop in which `n` buffers change places each round."""
    types, places = ", ".join([_T] * n), ", ".join(f"%v{i} = %a{i}" for i in range(n))
    lines = [f"func.func @turning(%low: index, %high: index, %step: index, %out: {_T}) {{"]
    lines += [f"  %a{i} = memref.alloc() : {_T}" for i in range(n)]
    lines.append(f"  %r:{n} = scf.for %i = %low to %high step %step iter_args({places}) -> ({types}) {{")
    lines.append(f"    scf.yield {', '.join(f'%v{(i + 1) % n}' for i in range(n))} : {types}")
    return _text([*lines, "  }", f"  memref.copy %r#0, %out : {_T} to {_T}", "  return", "}"])


def results(n: int) -> str:
    """A conditional of `n` results: new buffers, or the one that the function is given."""
    names, types = ", ".join(f"%a{i}" for i in range(n)), ", ".join([_T] * n)
    lines = [f"func.func @results(%c: i1, %given: {_T}, %out: {_T}) {{", f"  %r:{n} = scf.if %c -> ({types}) {{"]
    lines += [
        *(f"    %a{i} = memref.alloc() : {_T}" for i in range(n)),
        f"    scf.yield {names} : {types}",
        "  } else {",
    ]
    lines += [f"    scf.yield {', '.join(['%given'] * n)} : {types}", "  }"]
    lines += [f"  memref.copy %r#{i}, %out : {_T} to {_T}" for i in range(n)]
    return _text([*lines, "  return", "}"])


def carried(n: int) -> str:
    """A loop of blocks that carries `n` buffers, one of which is a new one each round."""
    names, types = [f"%v{i}" for i in range(n)], ", ".join([_T] * n)
    lines = [f"func.func @carried(%c: i1, %out: {_T}) {{", *(f"  %a{i} = memref.alloc() : {_T}" for i in range(n))]
    lines.append(f"  cf.br ^head({', '.join(f'%a{i}' for i in range(n))} : {types})")
    lines += [f"^head({', '.join(f'{name}: {_T}' for name in names)}):", f"  %n = memref.alloc() : {_T}"]
    lines += [f"  cf.cond_br %c, ^head({', '.join(['%n', *names[1:]])} : {types}), ^end", "^end:"]
    return _text([*lines, *(f"  memref.copy {name}, %out : {_T} to {_T}" for name in names), "  return", "}"])


def callees(n: int) -> str:
    """`n` calls in a row of one private function that may return what it is given."""
    lines = [
        f"func.func private @p(%c: i1, %a: {_T}) -> {_T} {{",
        f"  %r = scf.if %c -> ({_T}) {{",
        f"    %n = memref.alloc() : {_T}",
    ]
    lines += [f"    scf.yield %n : {_T}", "  } else {", f"    scf.yield %a : {_T}", "  }", f"  return %r : {_T}", "}"]
    lines += [f"func.func @callees(%c: i1, %out: {_T}) {{", f"  %r0 = memref.alloc() : {_T}"]
    lines += [f"  %r{i + 1} = func.call @p(%c, %r{i}) : (i1, {_T}) -> {_T}" for i in range(n)]
    return _text([*lines, f"  memref.copy %r{n}, %out : {_T} to {_T}", "  return", "}"])


def joined(n: int) -> str:
    """`n` branches that meet, each with one of two buffers; one of the two is used at the end as well."""
    lines = [f"func.func @joined(%c: i1, %out: {_T}) {{"]
    for i in range(n):
        lines += [
            f"  %a{i} = memref.alloc() : {_T}",
            f"  %b{i} = memref.alloc() : {_T}",
            f"  cf.cond_br %c, ^l{i}, ^r{i}",
        ]
        lines += [
            f"^l{i}:",
            f"  cf.br ^j{i}(%a{i} : {_T})",
            f"^r{i}:",
            f"  cf.br ^j{i}(%b{i} : {_T})",
            f"^j{i}(%w{i}: {_T}):",
        ]
        lines.append(f"  memref.copy %w{i}, %out : {_T} to {_T}")
    return _text([*lines, *(f"  memref.copy %a{i}, %out : {_T} to {_T}" for i in range(n)), "  return", "}"])


def each_other(n: int) -> str:
    """`n` pairs of small functions of several blocks that call each other and return a new buffer, or what the other
    one returns.
    """
    lines: list[str] = []
    for i in range(n):
        for own, other in ((f"p{i}", f"q{i}"), (f"q{i}", f"p{i}")):
            lines += [f"func.func private @{own}(%c: i1, %a: {_T}) -> {_T} {{", "  cf.cond_br %c, ^x, ^y", "^x:"]
            lines += [f"  %r = func.call @{other}(%c, %a) : (i1, {_T}) -> {_T}", f"  return %r : {_T}", "^y:"]
            lines += [f"  %n = memref.alloc() : {_T}", f"  return %n : {_T}", "}"]
    lines += [f"func.func @main(%c: i1, %out: {_T}) {{", f"  %a = memref.alloc() : {_T}"]
    for i in range(n):
        lines += [
            f"  %r{i} = func.call @p{i}(%c, %a) : (i1, {_T}) -> {_T}",
            f"  memref.copy %r{i}, %out : {_T} to {_T}",
        ]
    return _text([*lines, "  return", "}"])


def defaults(n: int) -> str:
    """`n` switches with one default, a buffer that is used at the end as well; each hands on what the one before gave,
    or a new buffer.
    """
    lines = [f"func.func @defaults(%c: index, %out: {_T}) {{", f"  %r0 = memref.alloc() : {_T}"]
    for i in range(n):
        lines += [
            f"  %r{i + 1} = scf.index_switch %c -> {_T}",
            "  case 1 {",
            f"    %n = memref.alloc() : {_T}",
            f"    scf.yield %n : {_T}",
        ]
        lines += [
            "  }",
            "  case 2 {",
            f"    scf.yield %r{i} : {_T}",
            "  }",
            "  default {",
            f"    scf.yield %r0 : {_T}",
            "  }",
        ]
    return _text([*lines, f"  memref.copy %r{n}, %out : {_T} to {_T}", "  return", "}"])


def merged(n: int) -> str:
    """`n` blocks, each of which makes a buffer and goes with it to one block."""
    cases = ", ".join(f"{i}: ^b{i}" for i in range(1, n))
    lines = [f"func.func @merged(%flag: i32, %out: {_T}) {{", f"  cf.switch %flag : i32, [default: ^b0, {cases}]"]
    for i in range(n):
        lines += [f"^b{i}:", f"  %a{i} = memref.alloc() : {_T}", f"  cf.br ^join(%a{i} : {_T})"]
    return _text([*lines, f"^join(%w: {_T}):", f"  memref.copy %w, %out : {_T} to {_T}", "  return", "}"])


def freed_by_hand(n: int) -> str:
    """`n` buffers that the program frees itself at the end."""
    lines = [f"func.func @freed(%out: {_T}) {{"]
    for i in range(n):
        lines += [f"  %a{i} = memref.alloc() : {_T}", f"  memref.copy %a{i}, %out : {_T} to {_T}"]
    return _text([*lines, *(f"  memref.dealloc %a{i} : {_T}" for i in range(n)), "  return", "}"])


def shared(n: int, late: bool = False) -> str:
    """One buffer, used at the end, or a new one goes to each of `n` blocks in a row, which use it at once, or `late`,
    all at the end.
    """
    lines = [f"func.func @shared(%c: i1, %out: {_T}) {{", f"  %h = memref.alloc() : {_T}"]
    used: list[str] = []
    for i in range(n):
        lines += [
            f"  %a{i} = memref.alloc() : {_T}",
            f"  cf.cond_br %c, ^j{i}(%h : {_T}), ^j{i}(%a{i} : {_T})",
            f"^j{i}(%r{i}: {_T}):",
        ]
        (used if late else lines).append(f"  memref.copy %r{i}, %out : {_T} to {_T}")
    return _text([*lines, *used, f"  memref.copy %h, %out : {_T} to {_T}", "  return", "}"])


PAIRS: Mapping[str, Callable[[int], str]] = {
    "switch": switch,
    "returned": returned,
    "parameters": parameters,
    "recursive": recursive,
    "views": views,
    "picks": picks,
    "exits": exits,
    "ladder": ladder,
    "loops in a row": loops_in_a_row,
    "callers": callers,
    "handed": handed,
    "handed back": handed_back,
    "turning": turning,
    "results": results,
    "carried": carried,
    "callees": callees,
    "joined": joined,
    "each other": each_other,
    "defaults": defaults,
    "merged": merged,
    "freed by hand": freed_by_hand,
    "shared": shared,
    "shared late": lambda n: shared(n, late=True),
}
"""The shapes by name."""

"""Tiny functions, and what the rules say about their pairs of buffers: written down so that no answer gets worse
unnoticed.

`{T}` in a body stands for the type of all buffers. Every function has the parameters %p and %q (buffers), %c (i1) and
%n (index), and the allocations %a and %b at its head.
"""

from collections.abc import Mapping
from dataclasses import dataclass

TYPE = "memref<4xi32>"
_HEAD = """\
memref.global "private" constant @one : {T} = dense<1>
memref.global "private" constant @two : {T} = dense<2>
func.func private @make() -> ({T}, {T})
func.func private @pick(%x: {T}) -> {T} {
  return %x : {T}
}
func.func @f(%p: {T}, %q: {T}, %c: i1, %n: index) {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %a = memref.alloc() : {T}
  %b = memref.alloc() : {T}
"""


@dataclass(frozen=True)
class Function:
    """A body, and answers by pairs such as "%a %b". `dynamic`: private functions pass ownership on."""

    body: str
    answers: Mapping[str, str]
    dynamic: bool = False

    @property
    def text(self) -> str:
        return (_HEAD + self.body.strip("\n") + "\n  return\n}\n").replace("{T}", TYPE)


FUNCTIONS: Mapping[str, Function] = {
    "parameters, allocations and the stack": Function(
        """
  %s = memref.alloca() : {T}
""",
        {"%p %q": "MAY", "%p %a": "NEVER", "%a %b": "NEVER", "%a %s": "NEVER", "%p %s": "NEVER"},
    ),
    "views of views": Function(
        """
  %v = memref.cast %a : {T} to memref<?xi32>
  %w = memref.subview %v[0] [2] [1] : memref<?xi32> to memref<2xi32, strided<[1]>>
  %x = memref.subview %a[2] [2] [1] : {T} to memref<2xi32, strided<[1], offset: 2>>
  %y = memref.cast %p : {T} to memref<?xi32>
""",
        {
            "%a %w": "MUST",
            "%v %w": "MUST",
            "%w %x": "MUST",
            "%w %b": "NEVER",
            "%p %y": "MUST",
            "%q %y": "MAY",
            "%x %y": "NEVER",
        },
    ),
    "a select": Function(
        """
  %s = arith.select %c, %a, %b : {T}
  %t = arith.select %c, %a, %a : {T}
  %u = arith.select %c, %p, %q : {T}
  %m = memref.alloc() : {T}
""",
        {
            "%a %s": "MAY",
            "%b %s": "MAY",
            "%p %s": "NEVER",
            "%s %m": "NEVER",
            "%a %t": "MUST",
            "%b %t": "NEVER",
            "%s %t": "MAY",
            "%s %u": "NEVER",
            "%p %u": "MAY",
        },
    ),
    "globals": Function(
        """
  %g = memref.get_global @one : {T}
  %h = memref.get_global @two : {T}
  %i = memref.get_global @one : {T}
  %j = memref.cast %i : {T} to memref<?xi32>
  %s = arith.select %c, %g, %a : {T}
""",
        {
            "%g %h": "NEVER",
            "%g %i": "MUST",
            "%g %j": "MUST",
            "%h %j": "NEVER",
            "%g %p": "MAY",
            "%g %a": "NEVER",
            "%s %g": "MAY",
            "%s %i": "MAY",
            "%s %h": "NEVER",
            "%s %p": "MAY",
        },
    ),
    "a conditional": Function(
        """
  %r = scf.if %c -> ({T}) {
    scf.yield %a : {T}
  } else {
    %m = memref.alloc() : {T}
    scf.yield %m : {T}
  }
  %s = scf.if %c -> ({T}) {
    scf.yield %a : {T}
  } else {
    scf.yield %a : {T}
  }
""",
        {"%a %r": "MAY", "%b %r": "NEVER", "%p %r": "NEVER", "%a %m": "NEVER", "%a %s": "MUST", "%r %s": "MAY"},
    ),
    "nested conditionals": Function(
        """
  %r = scf.if %c -> ({T}) {
    %i = scf.if %c -> ({T}) {
      scf.yield %a : {T}
    } else {
      scf.yield %p : {T}
    }
    scf.yield %i : {T}
  } else {
    scf.yield %a : {T}
  }
""",
        {"%a %r": "MAY", "%p %r": "MAY", "%q %r": "MAY", "%b %r": "NEVER", "%a %i": "MAY"},
    ),
    "a switch": Function(
        """
  %r = scf.index_switch %n -> {T}
  case 0 {
    scf.yield %a : {T}
  }
  default {
    scf.yield %b : {T}
  }
""",
        {"%a %r": "MAY", "%b %r": "MAY", "%p %r": "NEVER"},
    ),
    "a region that runs once": Function(
        """
  %r = scf.execute_region -> {T} {
    %m = memref.alloc() : {T}
    scf.yield %m : {T}
  }
""",
        {"%m %r": "MUST", "%a %r": "NEVER", "%p %r": "NEVER"},
    ),
    "a loop that hands round what it got": Function(
        """
  %r = scf.for %k = %zero to %n step %step iter_args(%x = %a) -> ({T}) {
    scf.yield %x : {T}
  }
""",
        # The result comes from %a and from %x, and that these two are the same is not put together.
        {"%a %x": "MUST", "%a %r": "MAY", "%x %r": "MAY", "%b %r": "NEVER"},
    ),
    "a loop that allocates": Function(
        """
  %r = scf.for %k = %zero to %n step %step iter_args(%x = %a) -> ({T}) {
    %m = memref.alloc() : {T}
    scf.yield %m : {T}
  }
""",
        {"%a %x": "MAY", "%x %m": "NEVER", "%a %m": "NEVER", "%a %r": "MAY", "%b %r": "NEVER", "%p %x": "NEVER"},
    ),
    "a loop that swaps": Function(
        """
  %r:2 = scf.while (%x = %a, %y = %b) : ({T}, {T}) -> ({T}, {T}) {
    scf.condition(%c) %x, %y : {T}, {T}
  } do {
  ^bb0(%u: {T}, %v: {T}):
    scf.yield %v, %u : {T}, {T}
  }
""",
        # No rule knows that the two never meet.
        {
            "%a %x": "MAY",
            "%b %x": "MAY",
            "%x %y": "MAY",
            "%x %u": "MUST",
            "%u %v": "MAY",
            "%r#0 %r#1": "MAY",
            "%x %r#0": "MUST",
            "%p %r#0": "NEVER",
        },
    ),
    "a diamond": Function(
        """
  cf.cond_br %c, ^left, ^right
^left:
  cf.br ^join(%a, %p : {T}, {T})
^right:
  cf.br ^join(%b, %p : {T}, {T})
^join(%x: {T}, %y: {T}):
""",
        {"%a %x": "MAY", "%b %x": "MAY", "%p %x": "NEVER", "%p %y": "MUST", "%q %y": "MAY", "%x %y": "NEVER"},
    ),
    "a loop of blocks": Function(
        """
  cf.br ^head(%a, %b : {T}, {T})
^head(%x: {T}, %y: {T}):
  %m = memref.alloc() : {T}
  cf.cond_br %c, ^head(%x, %m : {T}, {T}), ^done
^done:
""",
        {"%a %x": "MUST", "%b %y": "MAY", "%a %y": "NEVER", "%y %m": "NEVER", "%x %y": "NEVER"},
    ),
    "calls": Function(
        """
  %r:2 = func.call @make() : () -> ({T}, {T})
  %s = func.call @pick(%a) : ({T}) -> {T}
""",
        {"%r#0 %r#1": "NEVER", "%a %r#0": "NEVER", "%p %r#0": "NEVER", "%a %s": "NEVER", "%r#0 %s": "NEVER"},
    ),
    "a call that passes ownership on": Function(
        """
  %s = func.call @pick(%a) : ({T}) -> {T}
  %t = func.call @pick(%p) : ({T}) -> {T}
""",
        {"%a %s": "MAY", "%b %s": "NEVER", "%p %s": "MAY", "%p %t": "MAY", "%a %t": "NEVER", "%s %t": "MAY"},
        dynamic=True,
    ),
    "an op that nobody knows": Function(
        """
  %r = "mine.bitcast"(%a) : ({T}) -> {T}
""",
        {"%a %r": "MAY", "%b %r": "NEVER", "%p %r": "MAY"},
    ),
}

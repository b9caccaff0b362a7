"""Small random functions that pass buffers around: by branches, loops, conditionals, selects, views, calls and globals.

The statements are those of the execution tests. Functions here are smaller and have fewer types, so that more of their
buffers meet, and nothing keeps them from returning what shares an allocation: they are analysed and interpreted, not
deallocated.
"""

from dataclasses import dataclass

from tests.execution.programs.buffers import DYNAMIC, STATIC, Buffer, Scope, Writer
from tests.execution.programs.choices import Choices
from tests.execution.programs.graphs import Graph
from tests.execution.programs.statements import Body, Signature

_HEAD = f"""\
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @decide() -> i1
memref.global "private" constant @constant : {STATIC} = dense<1>
memref.global "private" constant @other : {STATIC} = dense<2>
"""
_CALLEES = (
    (Signature("new", (), (STATIC, STATIC)), "func.func private @new(i1, index) -> (memref<4xi32>, memref<4xi32>)"),
    (
        Signature("pass", (STATIC, STATIC), (STATIC, STATIC)),
        (
            "func.func private @pass(%c: i1, %n: index, %a: memref<4xi32>, %b: memref<4xi32>) -> (memref<4xi32>,"
            " memref<4xi32>) {\n  %s = arith.select %c, %a, %b : memref<4xi32>\n  %g = memref.get_global @other :"
            " memref<4xi32>\n  %t = arith.select %c, %a, %g : memref<4xi32>\n  return %s, %t : memref<4xi32>,"
            " memref<4xi32>\n}"
        ),
    ),
)
_CONSTANTS = [
    *(f"%i{number} = arith.constant {number} : index" for number in (0, 1, 2, 4)),
    "%yes = arith.constant true",
]


@dataclass(slots=True)
class _Dense(Body):
    """Statements that mostly move buffers about: few types, few observations."""

    def type(self) -> str:
        return DYNAMIC if self.writer.choices.chance(15) else STATIC

    def observe(self, scope: Scope, depth: int) -> None:
        if self.writer.choices.chance(25):
            self.writer.observe(self.writer.pick(scope, self.type()))
        elif self.writer.choices.chance(25):
            self.other(scope)

    def other(self, scope: Scope) -> None:
        name = self.writer.fresh("g")
        self.writer.emit(f"{name} = memref.get_global @other : {STATIC}")
        scope.buffers.append(Buffer(name, STATIC, frozenset(["@other"])))


def program(choices: Choices) -> str:
    """The text of a module with one function `@f` worth looking at."""
    writer = Writer(choices)
    body = _Dense(
        writer,
        [signature for signature, _ in _CALLEES],
        mutates=False,
        has_global=True,
        sharing=True,
        stack=choices.chance(30),
    )
    parameters = [f"%arg{number}" for number in range(choices.below(4))]
    scope = Scope([Buffer(name, STATIC, frozenset([name])) for name in parameters], ["%cond"], ["%count"])
    for constant in _CONSTANTS:
        writer.emit(constant)

    def finish(inner: Scope) -> None:
        writer.emit(f"return {writer.pick(inner, STATIC).name} : {STATIC}")

    if choices.chance(60):
        Graph(body, finish).write(scope, choices.below(2), most=6)
    else:
        body.statements(scope, 2)
        body.statements(scope, 1)
        finish(scope)
    given = ", ".join(["%cond: i1", "%count: index", *(f"{name}: {STATIC}" for name in parameters)])
    callees = "\n".join(text for _, text in _CALLEES)
    return "\n".join([_HEAD + callees, f"func.func @f({given}) -> {STATIC} {{", *writer.lines, "}", ""])

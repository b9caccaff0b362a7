"""Random valid programs: `generate(Choices(seed))` is the text of a module that the executor can run.

Each program has a function `@f` with a body made by chance, functions that it calls, and a `@main` that runs `@f` for
all its conditions and some loop bounds. The programs do what the pass allows: nothing frees a buffer twice or uses what
was freed, and nothing writes to a buffer after a function may have returned it, or a copy of it, to somebody who holds
it already.
"""

from collections.abc import Callable, Sequence

from tests.execution.programs.buffers import ANYTHING, DYNAMIC, STATIC, Buffer, Scope, Writer
from tests.execution.programs.choices import Choices
from tests.execution.programs.statements import Body, Signature

EXTERNALS = """\
func.func private @observe_i32(i32)
func.func private @next_i32() -> i32
func.func private @restart(i32)
func.func private @decide() -> i1
"""
_GLOBAL = f'memref.global "private" constant @constant : {STATIC} = dense<[-1, -2, -3, -4]>'
_RELEASE = f"""\
func.func private @release(%c: i1, %a: {DYNAMIC}) {{
  memref.dealloc %a : {DYNAMIC}
  return
}}
func.func private @release_or_not(%c: i1, %a: {DYNAMIC}) {{
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  func.call @release(%c, %a) : (i1, {DYNAMIC}) -> ()
  return
^bb2:
  return
}}
"""
_CONSTANTS = [
    *(f"%i{number} = arith.constant {number} : index" for number in (0, 1, 2, 4, 6)),
    "%yes = arith.constant true",
]


def generate(choices: Choices) -> str:
    """The text of a program."""
    mutates = choices.chance(30)
    # One of the two may come back as a copy, so nothing may be written to them.
    sharing = not mutates and choices.chance(30)
    has_global = not mutates and choices.chance(30)
    frees = choices.chance(40)
    callees: list[Signature] = []
    functions: list[str] = []
    for name in [*(f"h{number}" for number in range(choices.below(3))), "f"]:
        body = Body(
            Writer(choices), tuple(callees), mutates, has_global, sharing, stack=choices.chance(20), frees=frees
        )
        functions.append(function(choices, body, name, callees, small=name != "f"))
    return module(functions, callees[-1], has_global, frees)


def program(
    choices: Choices,
    kind: Callable[..., Body],
    writer: Callable[[Choices], Writer] = Writer,
    *,
    helpers: int = 2,
    library: tuple[Sequence[str], Sequence[Signature]] = ((), ()),
    has_global: bool = False,
    frees: bool = False,
    **told: bool,
) -> str:
    """The text of a program: the functions of a `library`, fewer than `helpers` by chance, and the one that is run,
    with bodies of a `kind`, which is `told` the rest.
    """
    functions, callees = [*library[0]], [*library[1]]
    for name in [*(f"h{number}" for number in range(choices.below(helpers))), "f"]:
        body = kind(writer(choices), tuple(callees), has_global=has_global, frees=frees, **told)
        functions.append(function(choices, body, name, callees, small=name != "f"))
    return module(functions, callees[-1], has_global, frees)


def module(functions: Sequence[str], main: Signature, has_global: bool, frees: bool) -> str:
    """The text of a program whose `functions` need the global or the freeing functions or not; `main` is the one that
    is run.
    """
    head = EXTERNALS + (_GLOBAL + "\n" if has_global else "") + (_RELEASE if frees else "")
    return "\n".join([head, *functions, _run(main), _main()])


def function(choices: Choices, body: Body, name: str, known: list[Signature], small: bool = False) -> str:
    """The text of a function with parameters and results by chance; its signature is added to those `known`."""
    signature = Signature(name, tuple(body.types(most=2)), tuple(body.types(least=0 if small else 1, most=2)))
    # The caller of a function that gives the same buffer twice may get a copy, which must not be told from it by
    # writing to one of the two.
    twice = len(signature.gives) == 2 and choices.chance(40) and not (small and body.mutates)
    if twice:
        signature = Signature(name, signature.takes, (signature.gives[0],) * 2)
    writer, parameters = body.writer, [f"%arg{number}" for number in range(len(signature.takes))]
    scope = Scope([], ["%cond"], ["%count"])
    scope.buffers = [
        Buffer(name, type_, frozenset([name])) for name, type_ in zip(parameters, signature.takes, strict=True)
    ]
    for constant in _CONSTANTS:
        writer.emit(constant)

    def finish(inner: Scope) -> None:
        _return(body, inner, signature, twice, fresh_only=body.mutates and small)

    # What a function gives back that may be what it was given must not be written to.
    if choices.chance(25) and (small or not body.mutates):
        body.itself = signature
    depth = 1 if small else 2 + choices.chance(20)
    if choices.chance(60):
        body.blocks(finish).write(scope, depth - 1, most=3 if small else 7)
    else:
        body.statements(scope, depth)
        body.statements(scope, depth)
        finish(scope)
    given = ", ".join(
        ["%cond: i1", "%count: index", *(f"{p}: {type_}" for p, type_ in zip(parameters, signature.takes, strict=True))]
    )
    visibility = "private " if choices.chance(60) else ""
    arrow = f" -> ({', '.join(signature.gives)})" if signature.gives else ""
    known.append(signature)
    return "\n".join([f"func.func {visibility}@{name}({given}){arrow} {{", *writer.lines, "}", ""])


def _return(body: Body, scope: Scope, signature: Signature, twice: bool, fresh_only: bool) -> None:
    """Return buffers no two of which share an allocation (unless that is asked for), or the same one twice."""
    returned: list[Buffer] = []
    forbidden = {ANYTHING} if fresh_only or body.stack else set()
    if fresh_only:
        forbidden |= {f"%arg{number}" for number in range(len(signature.takes))}
    for type_ in signature.gives:
        if twice and returned:
            returned.append(returned[0])
            continue
        fitting = [buffer for buffer in body.writer.usable(scope) if buffer.fits(type_)]
        if not body.sharing:
            fitting = [buffer for buffer in fitting if all(buffer.apart_from(other) for other in returned)]
        fitting = [buffer for buffer in fitting if not buffer.on_stack and not buffer.origins & forbidden]
        heap = STATIC if type_ != "memref<?xi32>" else type_
        chosen = body.writer.one_of(fitting) if fitting else body.writer.allocate(scope, heap)
        returned.append(body.writer.cast(scope, chosen, type_))
    names = ", ".join(buffer.name for buffer in returned)
    body.writer.emit(f"return {names} : {', '.join(signature.gives)}" if names else "return")


def _run(function: Signature) -> str:
    """A function that calls `@f` once and observes what it gave, and what became of its arguments."""
    writer = Writer(Choices())
    for constant in _CONSTANTS:
        writer.emit(constant)
    writer.emit("func.call @restart(%seed) : (i32) -> ()")
    scope = Scope()
    given = []
    for type_ in function.takes:
        given.append(writer.cast(scope, writer.allocate(scope, type_ if type_ == "memref<?xi32>" else STATIC), type_))
    names = [f"%out{number}" for number in range(len(function.gives))]
    values = ", ".join(["%cond", "%count", *(buffer.name for buffer in given)])
    writer.emit(f"{', '.join(names)} = func.call @{function.name}({values}) : {function.type}")
    for name, type_ in zip(names, function.gives, strict=True):
        writer.observe(Buffer(name, type_, frozenset()))
    for buffer in given:
        writer.observe(buffer)
    writer.emit("return")
    return "\n".join(["func.func @run(%seed: i32, %cond: i1, %count: index) {", *writer.lines, "}", ""])


def _main() -> str:
    """All conditions and some loop bounds, twice with different decisions."""
    lines = ["func.func @main() {", *(f"  %n{n} = arith.constant {n} : index" for n in (0, 1, 3))]
    lines += ["  %yes = arith.constant true", "  %no = arith.constant false"]
    for seed, (condition, count) in enumerate([(c, n) for c in ("%yes", "%no") for n in ("%n0", "%n1", "%n3")] * 2):
        lines.append(f"  %seed{seed} = arith.constant {seed} : i32")
        lines.append(f"  func.call @run(%seed{seed}, {condition}, {count}) : (i32, i1, index) -> ()")
    return "\n".join([*lines, "  return", "}", ""])

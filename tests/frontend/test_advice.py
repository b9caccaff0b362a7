"""The frequent slips are named, with what to write instead."""

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.forms.registry import all_dialects, lookup, names_in
from ownlog.frontend.forms.suggestions import meant

# What is written in a function with %i: i32, %c: i1, %m: memref<4xf32>, %t: tensor<4xf32>; the place (column in that
# line), a part of the message, a part of the advice.
SLIPS = [
    ("%0 = arith.addi %i, %i", "expected ':'", "types follow a ':'"),
    ("%0 = arith.constant 1 :", "type", "i32"),
    ("%0 = arith.addi %i, %i : ", "type", "i32, index"),
    ("memref.dealloc %m", "expected ':'", "types follow a ':'"),
    ("%0a = arith.addi %i, %i : i32", "expected '='", "digits only: '%0a'"),
    ("%0 = arith.addi %0a, %i : i32", "expected ','", "digits only: '%0a'"),
    ("cf.br ^bb7", "undefined block '^bb7'", "a block of its own region"),
    ("cf.cond_br %c, ^bb1(%i : i32), ^bb1\n^bb1:", "1 operands for successor #0", "takes 0 arguments"),
    ("alloc() : memref<4xf32>", "'alloc' is unknown", "memref.alloc"),
    ("%0 = load %m[%i] : memref<4xf32>", "'load' is unknown", "memref.load"),
    ("scf.if %c { return }", "'return' is unknown", "func.return"),
    ("%0 = memref.foo %m : memref<4xf32>", "'memref.foo' is unknown", "mlir-opt --mlir-print-op-generic"),
    ("%0 = made.up %m : memref<4xf32>", "'made.up' is unknown", "mlir-opt --mlir-print-op-generic"),
    ("%0 = memref.laod %m[] : memref<4xf32>", "'memref.laod' is unknown", "did you mean memref.load? If not, "),
    ("%0 = memrf.load %m[] : memref<4xf32>", "'memrf.load' is unknown", "did you mean memref.load? If not, "),
    ("%0 = arith.add %i, %i : i32", "'arith.add' is unknown", "did you mean arith.addi or arith.addf? If not, "),
    ("%0 = afine.load %m[0] : memref<4xf32>", "'afine.load' is unknown", "did you mean affine.load? If not, "),
    ("retrun", "'retrun' is unknown", "did you mean return? If not, "),
    ("%0 = arith.addi %x, %i : i32", "use of undeclared SSA value name '%x'", "define it above"),
    ("%0 = arith.addi %i, %i : i64", "expects different type than prior uses: 'i64' vs 'i32'", "gives it type i32"),
    ("%i = arith.addi %i, %i : i32", "redefinition of SSA value '%i'", "may not hide"),
    ("call @nowhere() : () -> ()", "'nowhere' does not reference a valid function", "func.func private"),
    ("%0 = arith.constant .5 : f32", "expected attribute value", "0.5"),
    ("%0 = arith.constant 1e5 : f32", "", "1.0e5"),
    ('"t.a"() {a = 1}', "expected ':'", ": (t, t) -> t"),
    ('"t.a"() : ()', "expected '->'", ""),
    ("/* no */", "unexpected character", "//"),
    ("memref.alloc() : memref<>", "", "shape"),
    ("memref.copy %m, %m : memref<4xf32>", "expected 'to'", "`: t to t`"),
    ("%0 = memref.alloc() : memref<?xf32>", "has 0, expected 1", "'?'"),
    ("%0 = memref.load %m[] : memref<4xf32>", "expected 1 but got 0", "1 dimensions"),
    ("arith.addi %i, %i : i32 return %i : i32", "has 1 operands, but enclosing function (@f) returns 0", "after `->`"),
]


def program(line: str) -> str:
    return f"func.func @f(%i: i32, %c: i1, %m: memref<4xf32>, %t: tensor<4xf32>) {{\n  {line}\n  return\n}}\n"


@pytest.mark.parametrize(("line", "message", "advice"), SLIPS, ids=[slip[0] for slip in SLIPS])
def test_a_slip_is_named(line: str, message: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(program(line), "slip.mlir")
    found = caught.value.diagnostics[0]
    assert message in found.message
    assert advice in (found.advice or "")
    assert found.position is not None
    assert found.position.line in (2, 3)
    assert f"slip.mlir:{found.position.line}:{found.position.column}: error: " in str(found)
    assert "help: " in str(found)


@pytest.mark.parametrize(
    ("text", "column", "advice"),
    [
        ("func.func @f( {", 15, "the list before it is not closed: write ')'"),
        ("func.func @f(a: i32) {", 14, "an argument is `%name: type`"),
        ("func.func private @f(i32, b: i32)", 27, "an argument is `%name: type`"),
        ("func.func private @f(%a: {x})", 26, "an attribute dictionary"),
    ],
)
def test_a_list_of_arguments_that_goes_wrong(text: str, column: int, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    (found,) = caught.value.diagnostics
    assert (found.position and found.position.column, advice in (found.advice or "")) == (column, True)


def test_a_misspelt_generic_op_is_named() -> None:
    with pytest.raises(
        InputError, match=r"unregistered operation 'memref\.laod' found(.*\n)*.*did you mean memref\.load"
    ):
        parse(program('"memref.laod"(%m) : (memref<4xf32>) -> ()'), allow_unregistered=False)


def test_what_is_like_no_op_gets_no_suggestion() -> None:
    assert [meant(name, "func") for name in ("my.op", "memref.qqq", "xyz", "memref", "cuda.load")] == [
        [],
        [],
        [],
        [],
        [],
    ]


def test_what_may_be_meant_has_a_form() -> None:
    names = [name for dialect in sorted(all_dialects()) for name in names_in(dialect)]
    assert len(names) > 1000
    assert [name for name in names[::25] if lookup(name) is None] == []


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("func.func @f() { return", "the text ends inside of a '{'"),
        ("func.func @f(i32) { return }", "`%name : type`"),
        ("func.func @f()", "func.func private"),
        ("!t = i32\n!t = i64", ""),
        ('"t.a"() : () -> !nothing', "define the type alias above"),
        ('"t.a"() {a = #nothing} : () -> ()', "define the attribute alias above"),
        ("func.func @a-b() { return }", '@"..."'),
    ],
)
def test_a_slip_outside_of_functions_is_named(text: str, advice: str) -> None:
    with pytest.raises(InputError) as caught:
        parse(text)
    assert advice in (caught.value.diagnostics[0].advice or "")
    assert caught.value.diagnostics[0].position is not None

"""The format language: each construct read, written anew to the same line, shown in generic form, and refused with a
position.
"""

from collections.abc import Iterator

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.forms import registry
from ownlog.frontend.forms.format import compile_format
from ownlog.frontend.forms.tables import TABLES, table_of
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.printing.printer import print_module
from tests.frontend.upstream.judge import forget_text

HEAD = "func.func @f(%a: i32, %b: i32, %n: index, %m: memref<4xf32>, %c: i1) {\n"


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    """Forms of the op `toy.op` last for one test."""
    yield
    registry._found.pop("toy.op", None)


def register(format: str) -> None:
    registry._found["toy.op"] = compile_format(format)._replace(name="toy.op")


def program(line: str) -> str:
    return f"{HEAD}  {line}\n  return\n}}\n"


# A format, a line, and what its generic form says.
CONSTRUCTS = [
    ("%x `,` %y attr-dict `:` type(*)", "%0 = toy.op %a, %b : i32", '"toy.op"(%a, %b) : (i32, i32) -> i32'),
    ("%x... attr-dict `:` type(%x)", "toy.op %a, %n : i32, index", '"toy.op"(%a, %n) : (i32, index) -> ()'),
    ("%* attr-dict `:` functional", "%0 = toy.op %a, %n : (i32, index) -> f32",
    '"toy.op"(%a, %n) : (i32, index) -> f32'),
    ("%x `to` functional(x -> r)", "%0:2 = toy.op %a to (i32) -> (f32, f64)", '"toy.op"(%a) : (i32) -> (f32, f64)'),
    (
        "%x (`,` %y?^ `:` type(%y))? attr-dict ; x = i32, segments",
        "toy.op %a, %n : index",
        '"toy.op"(%a, %n) <{operandSegmentSizes = array<i32: 1, 1>}> : (i32, index) -> ()',
    ),
    (
        "%x (`,` %y?^ `:` type(%y))? attr-dict ; x = i32, segments",
        "toy.op %a",
        '"toy.op"(%a) <{operandSegmentSizes = array<i32: 1, 0>}> : (i32) -> ()',
    ),
    ("(`on` $on:flag^):(`off`)? attr-dict", "toy.op on", '"toy.op"() <{on}> : () -> ()'),
    ("(`on` $on:flag^):(`off`)? attr-dict", "toy.op off", '"toy.op"() : () -> ()'),
    ("oilist(`p` `(` $p:i64 `)` | `q` $q:flag) attr-dict", "toy.op p(4) q", '"toy.op"() <{p = 4 : i64, q}> : () -> ()'),
    ("$s:sym $n:str $t:type attr-dict", 'toy.op @f "x" vector<4xf32>',
    '"toy.op"() <{n = "x", s = @f, t = vector<4xf32>}> : () -> ()'),
    ("$i:int(i8) $f:float(f32) attr-dict", "toy.op 3 0.5",
    '"toy.op"() <{f = 5.000000e-01 : f32, i = 3 : i8}> : () -> ()'),
    ("$l:array(i64) $b:array(i1)", "toy.op [1, 2] [true]",
    '"toy.op"() <{b = array<i1: true>, l = array<i64: 1, 2>}> : () -> ()'),
    ("$l:array(i64)", "toy.op []", '"toy.op"() <{l = array<i64>}> : () -> ()'),
    ("$e:enum(i64 eq ne big=9)", "toy.op big", '"toy.op"() <{e = 9 : i64}> : () -> ()'),
    ("$w:word(gpu<dim $> x y)", "toy.op y", '"toy.op"() <{w = #gpu<dim y>}> : () -> ()'),
    ("$w:flags(omp<kind $> |)", "toy.op to|from", '"toy.op"() <{w = #omp<kind to|from>}> : () -> ()'),
    ("$w:bits(i32 | both=3 one=1 two=2 four=4)", "toy.op both|four", '"toy.op"() <{w = 7 : i32}> : () -> ()'),
    ("`fast` `` $w:angle(arith.fastmath)", "toy.op fast<nnan>", '"toy.op"() <{w = #arith.fastmath<nnan>}> : () -> ()'),
    ("$m:map", "toy.op (d0) -> (d0)", '"toy.op"() <{m = affine_map<(d0) -> (d0)>}> : () -> ()'),
    ("%x attr-dict ; x = index, k := 7 : i32", "toy.op %n", '"toy.op"(%n) <{k = 7 : i32}> : (index) -> ()'),
    ("%x attr-dict ; x = index, k := 7 : i32", "toy.op %n {k = 8 : i32}",
    '"toy.op"(%n) <{k = 8 : i32}> : (index) -> ()'),
    ("%x (`k` `=` $k:i32^)? attr-dict ; x = index, k ?= 7 : i32", "toy.op %n k = 8",
    '"toy.op"(%n) <{k = 8 : i32}> : (index) -> ()'),
    ("attr-dict-with-keyword ; inherent in", "toy.op attributes {in = 1 : i8, out}",
    '"toy.op"() <{in = 1 : i8}> {out} : () -> ()'),
    ("prop-dict attr-dict", "toy.op <{k = 1 : i8}> {out}", '"toy.op"() <{k = 1 : i8}> {out} : () -> ()'),
    ("%x `[` %i... `]` attr-dict `:` type(%x) ; i = index, r = element(x)", "%0 = toy.op %m[%n, %n] : memref<4xf32>",
     '"toy.op"(%m, %n, %n) : (memref<4xf32>, index, index) -> f32'),
    ("%x `:` type(%x) ; r = !box.of<{element(x)}>", "%0 = toy.op %m : memref<4xf32>",
    '"toy.op"(%m) : (memref<4xf32>) -> !box.of<f32>'),
    ("$v:attr ; r = $v", "%0 = toy.op 4 : i8", '"toy.op"() <{v = 4 : i8}> : () -> i8'),
    ("%x... `:` type(%x) ; r = i1*x, results r...", "%0:2 = toy.op %a, %b : i32, i32",
    '"toy.op"(%a, %b) : (i32, i32) -> (i1, i1)'),
    ("%y `,` %x `:` type(%x) ; y = index, operands x y", "toy.op %n, %a : i32",
    '"toy.op"(%a, %n) : (i32, index) -> ()'),
    ("type(r as amx.tile)", "%0 = toy.op !amx.tile<8x8xi8>", '"toy.op"() : () -> !amx.tile<8x8xi8>'),
    ("%x mixed(%o... $s) `:` type(%x) ; o = index", "toy.op %a [%n, 4] : i32",
     '"toy.op"(%a, %n) <{s = array<i64: -9223372036854775808, 4>}> : (i32, index) -> ()'),
]  # fmt: skip


@pytest.mark.parametrize(("format", "line", "generic"), CONSTRUCTS)
def test_a_construct_is_read_written_and_shown(format: str, line: str, generic: str) -> None:
    register(format)
    text = program(line)
    module = parse(text)
    assert print_module(module) == text
    shown = next(shown for shown in print_generic(module).splitlines() if "toy.op" in shown)
    assert shown.strip().removeprefix("%0 = ").removeprefix("%0:2 = ") == generic
    forget_text(module)
    assert line in print_module(module)
    again = print_generic(parse(print_generic(module)))
    assert generic in again


REFUSED = [
    ("%x `,` %y `:` type(*)", "%0 = toy.op %a %b : i32", "expected ','", 18),
    ("%x... `:` type(%x)", "toy.op %a, %b : i32", "number of operands and types do not match", 10),
    ("%* `:` functional", "toy.op %a : (i32, i32) -> ()", "1 operands present, but expected 2", 3),
    ("$e:enum(i64 eq ne)", "toy.op lt", "expected one of eq, ne", 10),
    ("$w:word(gpu<dim $> x y)", "toy.op z", "expected one of x, y", 10),
    ("oilist(`p` $p:flag | `q` $q:flag)", "toy.op p q p", "this clause can appear at most once", 14),
    ("%x ; x = index", "toy.op %a", "expects different type than prior uses: 'index' vs 'i32'", 10),
    ("$v:attr ; r = $v", '%0 = toy.op "text"', "expected attribute with a type", 3),
]


@pytest.mark.parametrize(("format", "line", "message", "column"), REFUSED)
def test_what_a_format_does_not_say_is_refused_where_it_stands(
    format: str, line: str, message: str, column: int
) -> None:
    register(format)
    with pytest.raises(InputError) as caught:
        parse(program(line))
    found = caught.value.diagnostics[0]
    assert message in found.message
    assert found.position is not None
    assert (found.position.line, found.position.column) == (2, column)


def test_regions_stand_in_the_order_of_the_generic_form() -> None:
    register("`b` region(b) (`a` region(a)^)? attr-dict ; regions a b, block")
    for line, empty in (
        ('toy.op b {\n    "in.b"() : () -> ()\n  } a {\n    "in.a"() : () -> ()\n  }', False),
        ("toy.op b {\n  }", True),
    ):
        module = parse(program(line))
        op = module.ops[0].regions[0].blocks[0].ops[0]
        assert len(op.regions) == 2
        assert bool(op.regions[0].blocks) is not empty
        assert len(op.regions[1].blocks) == 1
        if not empty:
            assert [region.blocks[0].ops[0].name for region in op.regions] == ["in.a", "in.b"]
        forget_text(module)
        assert print_generic(parse(print_module(module))) == print_generic(module)


def test_result_groups_have_their_sizes() -> None:
    register("%x (`->` type(r)^)? attr-dict ; x = i32, q = index, results r? q, result-segments")
    line = next(line for line in print_generic(parse(program("%0 = toy.op %a"))).splitlines() if "toy.op" in line)
    assert "resultSegmentSizes = array<i32: 0, 1>" in line
    assert line.endswith(": (i32) -> index")


@pytest.mark.parametrize(
    ("format", "message"),
    [
        ("%x (`,` %y", "not closed"),
        ("%x )?", "unbalanced"),
        ("(%x | %y)?", "closed by"),
        ("$a:what", "no kind of property"),
        ("%x ; x = what(y)", "no function of types"),
        ("%x ; x = a b", "no type rule"),
        ("strange(%x)", "no directive"),
        ("word", "no piece"),
        ("(type(%x))?", "starts with a word"),
    ],
)
def test_a_format_that_is_not_well_formed_is_refused(format: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        compile_format(format)


@pytest.mark.parametrize("dialect", sorted(TABLES))
def test_every_format_of_the_tables_is_well_formed(dialect: str) -> None:
    table = table_of(dialect)
    assert table
    for name, format in table.items():
        assert name.startswith(f"{dialect}.")
        compile_format(format, dialect)

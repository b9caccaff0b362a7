"""A dialect of one's own (`RingOps.td`): imported, read, written, analysed; and what is said of what cannot be."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ownlog
from ownlog import rules
from ownlog.base.errors import InputError, RuleError
from ownlog.frontend import parse
from ownlog.frontend.forms import registry
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.ods.dialect_file import import_records
from ownlog.frontend.ods.tblgen import dump, find_tblgen
from ownlog.frontend.printing.printer import print_module
from tests.frontend.upstream.judge import forget_text
from tests.tools import OwnlogFork

HERE = Path(__file__).parent
LLVM = Path("/usr/lib/llvm-22/include")
PROGRAM = """func.func @f(%n: index, %x: f32, %i: index) -> index {
  %r = ring.make(%n) aligned 64 {tag} : memref<?xf32>
  %next = ring.push %x, %r[%i] first wrap : memref<?xf32>
  %more = ring.push %x, %r[%i] : memref<?xf32>
  %w = ring.window %r : memref<?xf32> to memref<4xf32>
  ring.each %w : memref<4xf32> {
    %h = ring.open
    ring.yield
  }
  return %next : index
}
"""


def record(*classes: str, **fields: Any) -> dict[str, Any]:
    return {"!superclasses": classes, **fields}


def records(format: str, **fields: Any) -> str:
    """A dump with one op, `d.op`, which has an operand `a` of any type and the attribute `b`."""
    made: dict[str, Any] = {
        "!instanceof": {"Op": ["D_Op"]},
        "D": record("Dialect", name="d"),
        "D_Op": record(
            "Op",
            opDialect={"def": "D"},
            opName="op",
            assemblyFormat=format,
            arguments={"args": [[{"def": "AnyType"}, "a"], [{"def": "AnyAttr"}, "b"]]},
            traits=[],
            **{"!locs": ["DOps.td:7"], **fields},
        ),
        "AnyType": record("Type", "TypeConstraint", summary="any type"),
        "AnyAttr": record("Attr", "AttrConstraint", storageType="::mlir::Attribute"),
    }
    return json.dumps({name: {"!name": name, **fields} if name[0] != "!" else fields for name, fields in made.items()})


@pytest.fixture(autouse=True)
def own_forms_afterwards() -> Iterator[None]:
    yield
    registry.forget()
    rules._at_hand.clear()


@pytest.fixture(scope="module")
def ring() -> str:
    """The imported dialect."""
    if find_tblgen() is None:
        pytest.skip("llvm-tblgen is not installed (Debian package llvm-22)")
    if not LLVM.is_dir():
        pytest.skip("LLVM's .td files are not installed (Debian package libmlir-22-dev)")
    return dump(str(HERE / "RingOps.td"), [str(LLVM)])


@pytest.fixture
def dialect(ring: str, tmp_path: Path) -> Path:
    path = tmp_path / "ring.dialect"
    path.write_text(import_records(ring, "ring.json").text)
    return path


def test_ops_are_read_and_written(dialect: Path) -> None:
    rules.load([dialect])
    module = parse(PROGRAM)
    generic = print_generic(module)
    assert '"ring.push"(%x, %r, %i) <{order = #ring<order first>, wrap}>' in generic
    assert '"ring.push"(%x, %r, %i) <{order = #ring<order last>}>' in generic
    assert '"ring.make"(%n) <{alignment = 64 : i64}> {tag} : (index) -> memref<?xf32>' in generic
    assert "-> !ring.handle" in generic
    assert print_module(module) == PROGRAM
    forget_text(module)
    assert print_module(module).split() == PROGRAM.split()
    assert print_generic(parse(generic)) == generic


def test_the_api_takes_a_dialect(dialect: Path) -> None:
    assert str(ownlog.parse(PROGRAM, models=[dialect])) == PROGRAM
    registry.forget()
    rules._at_hand.clear()
    analysis = ownlog.analyze(PROGRAM, models=[dialect])
    assert "ring.make" in {name for _, name, *_ in analysis.facts["op"]}


def test_records_are_taken_as_they_are(ring: str, tmp_path: Path) -> None:
    path = tmp_path / "ring.json"
    path.write_text(ring)
    rules.load([path])
    assert "ring.make" in print_generic(parse(PROGRAM))


def test_the_model_is_what_traits_say(dialect: Path) -> None:
    text = dialect.read_text()
    for row in (
        'allocates("ring.make", 0).', 'frees("ring.drop", 0).', 'pure("ring.window").', 'return_like("ring.yield", 0).',
        'view_like("ring.window", 0, 0).', 'accesses_memory("ring.push", 1).', 'effects_known("ring.push").',
    ):  # fmt: skip
        assert f"\n{row}\n" in text
    assert "\n// to be decided (RegionBranchOpInterface: how control takes its regions): region_branch(" in text
    assert 'effects_known("ring.each")' not in text
    # Which of its operands it frees no row says, so not all that it does is known.
    assert '\n// to be decided (what it frees and allocates, of which the numbers vary): frees("ring.drop_all"' in text
    assert 'effects_known("ring.drop_all")' not in text


def test_a_program_is_checked(dialect: Path, tmp_path: Path) -> None:
    program = tmp_path / "in.mlir"
    program.write_text(
        "func.func @f(%n: index) {\n  %r = ring.make(%n) : memref<?xf32>\n"
        "  %w = ring.window %r : memref<?xf32> to memref<4xf32>\n  ring.drop %w : memref<4xf32>\n"
        "  ring.drop %r : memref<?xf32>\n  return\n}\n"
    )
    said = OwnlogFork(("check",))([str(program), "--dialect", str(dialect)])
    assert said.status == 1
    assert "in.mlir:5:" in said.err + said.out


def test_an_op_without_a_form_is_read_in_generic_form(dialect: Path) -> None:
    rules.load([dialect])
    text = 'func.func @f(%m: memref<4xf32>) {\n  "ring.odd"(%m) : (memref<4xf32>) -> ()\n  return\n}\n'
    module = parse(text)
    forget_text(module)
    assert print_module(module) == text
    with pytest.raises(InputError, match=r"'ring\.odd' cannot be read: its custom form is read by C\+\+ .*Format\)"):
        parse("func.func @f(%m: memref<4xf32>) {\n  ring.odd %m : memref<4xf32>\n  return\n}\n")


def test_one_type_stands_for_all_where_they_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "sum.dl"
    types = "same-operands-and-result-type(:lhs :rhs :result)"
    path.write_text(f'form("sum.add", "%lhs `,` %rhs attr-dict `:` {types}").\n')
    rules.load([path])
    text = """func.func @f(%a: tensor<4xf32>, %b: tensor<4xi32>) {
  %0 = sum.add %a, %a : tensor<4xf32>
  %1 = sum.add %0, %b : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf64>
  return
}
"""
    module = parse(text)
    forget_text(module)
    assert print_module(module) == text
    with pytest.raises(InputError, match="expected the types of 2 operands and a result"):
        parse(text.replace("(tensor<4xf32>, tensor<4xi32>) ->", "(tensor<4xf32>) ->"))


def test_a_form_of_the_users_own_takes_the_place(dialect: Path) -> None:
    text = dialect.read_text()
    line = next(line for line in text.splitlines() if line.startswith('form("ring.odd"'))
    dialect.write_text(text.replace(line, 'form("ring.odd", "%ring attr-dict `:` type(%ring)").'))
    rules.load([dialect])
    parse("func.func @f(%m: memref<4xf32>) {\n  ring.odd %m : memref<4xf32>\n  return\n}\n")


@pytest.mark.parametrize(
    ("format", "said"),
    [
        ("$a `,", "unexpected '`'"),
        ("$a ($b^ attr-dict `:` type($a)", "expected ')'"),
        ("$a nonsense attr-dict `:` type($a)", "'nonsense' is no directive"),
        ("$c attr-dict `:` type($a)", "'$c' cannot stand here"),
        ("$a custom<Own>($b) attr-dict `:` type($a)", "custom<Own> is read by C++"),
        ("$a (`x` $b)? attr-dict `:` type($a)", "an optional group has one anchor"),
        ("$a attr-dict `:` functional-type($a)", "'functional-type' has 2 arguments, not 1"),
        ("$a attr-dict", "the type of 'a' is computed in C++"),
        ("^ $a", "'^' follows the element"),
    ],
)
def test_a_format_that_cannot_be_read_is_told_of_at_its_op(format: str, said: str) -> None:
    imported = import_records(records(format), "d.json")
    (warning,) = imported.warnings
    assert f"the custom form of 'd.op' cannot be read: {said}" in warning.message
    assert warning.position is not None
    assert (warning.position.file, warning.position.line) == ("DOps.td", 7)
    assert 'form("d.op", "! ' in imported.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is no JSON"),
        ('{"a": ', "this is no JSON"),
        ("[" * 100_000, "nested too deep"),
        ("[]", "this is no dump of TableGen's records"),
        ('{"!instanceof": {}}', "defines no ops"),
        ('{"!instanceof": {"Op": ["x", 3]}, "x": 4}', "defines no ops"),
        ("def X : Op;", "this is no JSON"),
    ],
)
def test_what_is_no_dump_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        import_records(text, "d.json")


def test_two_files_of_one_dialect_are_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "a.json", tmp_path / "b.json"
    first.write_text(records("$a `,` $b attr-dict `:` type($a)"))
    second.write_text(records("$b `,` $a attr-dict `:` type($a)"))
    with pytest.raises(RuleError, match=r"'d\.op' has another form already"):
        rules.load([first, second])


def test_a_form_of_an_op_that_ownlog_reads_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.dl"
    path.write_text('form("memref.dealloc", "%memref attr-dict `:` type(%memref)").\n')
    with pytest.raises(RuleError, match=r"Ownlog has a form of 'memref\.dealloc' itself: frontend/forms/"):
        rules.load([path])


def test_a_form_that_is_none_is_refused_at_its_row(tmp_path: Path) -> None:
    path = tmp_path / "my.dl"
    path.write_text('\nform("d.op", "%a (`x`").\n')
    with pytest.raises(RuleError, match=r"my\.dl:2:1: error: the form of 'd\.op' is not well formed"):
        rules.load([path])


def test_a_row_against_a_trait_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "my.dl"
    path.write_text('form("d.op", "%a attr-dict `:` type(%a)").\nreturn_like("d.op", 0).\n')
    with pytest.raises(RuleError, match=r"the form of 'd\.op' says that it ends no block"):
        rules.load([path])

"""Files, the generic form, blocks and names."""

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse, split_input
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.printer import print_module
from ownlog.frontend.reading import blocks
from ownlog.frontend.text.typetext import canonical_text


def only(module: Module) -> Op:
    (op,) = module.ops
    return op


def message(text: str) -> str:
    """The message of the error that `text` is refused with."""
    with pytest.raises(InputError) as caught:
        parse(text, "file.mlir")
    diagnostic, *notes = caught.value.diagnostics
    assert all(note.severity == "note" for note in notes)
    assert diagnostic.position is not None
    assert diagnostic.advice is not None
    return diagnostic.message


@pytest.mark.parametrize(
    "text", ["", "\n", "// comment", "module {}", "#m = 1\n!t = i32 // x", "{-# dialect_resources: {} #-}"]
)
def test_files_without_functions(text: str) -> None:
    assert print_module(parse(text)) == text


@pytest.mark.parametrize(
    "op", ["memref.global @g : memref<f32> = dense<1.0>", "func.func private @f()", '"t.a"() : () -> ()']
)
def test_metadata_follow_an_op_without_attributes(op: str) -> None:
    text = f"{op}\n{{-# dialect_resources: {{}} #-}}"
    assert print_module(parse(text)) == text


def test_split_input_cuts_raw_text_and_counts_lines() -> None:
    assert split_input('a\n// -----\nb "// -----" c\n//-----\n') == [("a\n", 1), ('\nb "', 2), ('" c\n//-----\n', 3)]


def test_the_whole_generic_form() -> None:
    text = (
        '"t.cfg"() ({\n^bb0(%x: i32 loc("arg")):\n'
        '  "t.br"(%x, %x)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1>}> {tag} : (i32, i32) -> ()\n'
        '^bb1(%y: i32): "t.end"() : () -> ()  ^bb2(%z: i32): "t.end"() : () -> ()\n'
        '}, {}) {after, "odd key" = 2 : i8} : () -> () loc("f":1:2)'
    )
    op = only(parse(text))
    assert op.form == "generic"
    assert op.attrs == {"after": None, "odd key": "2 : i8"}
    assert op.location == 'loc("f":1:2)'
    assert [len(region.blocks) for region in op.regions] == [3, 0]
    entry = op.regions[0].blocks[0]
    branch = entry.ops[0]
    assert entry.arguments[0].location == 'loc("arg")'
    assert branch.segments == [1, 1]
    assert branch.successors == op.regions[0].blocks[1:]
    assert [operand.ref for operand in branch.operands] == ["%x", "%x"]


def test_packs() -> None:
    module = parse('%r:2 = "t.two"() : () -> (i32, i64)\n%a, %b:2 = "t.three"(%r, %r#1) : (i32, i64) -> (f32, f32, i1)')
    first, second = module.ops
    assert [value.ref for value in first.results] == ["%r#0", "%r#1"]
    assert [value.ref for value in second.results] == ["%a", "%b#0", "%b#1"]
    assert second.operands == first.results


def test_inherent_attributes_in_the_old_place_become_properties() -> None:
    alloc = '%0 = "memref.alloc"() {alignment = 8 : i64, operandSegmentSizes = array<i32: 0, 0>, x} : () -> memref<f32>'
    op = only(parse(f"func.func @f() {{ {alloc} return }}"))
    first = op.regions[0].blocks[0].ops[0]
    assert set(first.properties) == {"alignment", "operandSegmentSizes"}
    assert (first.attrs, first.segments) == ({"x": None}, [0, 0])


def test_a_switch_has_the_same_groups_in_both_forms() -> None:
    custom = "cf.switch %x : i32, [default: ^a, 1: ^b(%x : i32), 2: ^b(%x : i32)]"
    generic = (
        '"cf.switch"(%x, %x, %x)[^a, ^b, ^b] <{case_operand_segments = array<i32: 1, 1>, case_values = dense<[1, 2]> :'
        " vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 2>}> : (i32, i32, i32) -> ()"
    )
    for form in (custom, generic):
        op = only(parse(f"func.func @f(%x: i32) {{ {form} ^a: return ^b(%y: i32): return }}"))
        assert op.regions[0].blocks[0].ops[0].segments == [1, 0, 1, 1]


def test_positions() -> None:
    text = "// c\nfunc.func @f(%x: i32) {\n  cf.br ^bb1 // d\n^bb1:\n  return\n}\n"
    op = only(parse(text, first_line=10))
    region = op.regions[0]
    first, second = region.blocks
    assert text[op.lead_start : op.start] == "// c\n"
    assert text[region.start : region.end].startswith("{\n  cf.br")
    assert text[region.tail_start : region.end] == "\n}"
    assert text[second.lead_start : second.start] == " // d\n"
    assert text[second.start : second.head_end] == "^bb1:"
    assert text[first.ops[0].start : first.ops[0].end] == "cf.br ^bb1"
    assert text[first.arguments[0].offset :].startswith("%x")
    assert op.source is not None
    assert op.source.position(first.ops[0].start).line == 12


def test_aliases_are_resolved_in_canonical_types() -> None:
    module = parse("#m = affine_map<(i, j) -> (j, i)>\n!b = memref<4x4xf32, #m>\nfunc.func private @f(!b)")
    assert module.type_aliases == {"!b": "memref<4x4xf32, affine_map<(i, j) -> (j, i)>>"}
    text = (
        "#m = affine_map<(i, j) -> (j, i)>\n!b = memref<4x4xf32, #m>\nfunc.func @f(%a: !b) { memref.dealloc %a : !b"
        " return }"
    )
    argument = only(parse(text)).regions[0].blocks[0].arguments[0]
    assert argument.type.text == "!b"
    assert argument.type.canonical == "memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("memref<4 x f32>", "memref<4xf32>"),
        ("memref<4xf32,1>", "memref<4xf32, 1>"),
        ("memref<4xf32, 0>", "memref<4xf32>"),
        ("memref<4xf32, strided<[1], offset: 0>>", "memref<4xf32, strided<[1]>>"),
        ("memref<4x4xf32, affine_map<(i, j) -> (i, j)>>", "memref<4x4xf32>"),
        ("memref<4xf32, affine_map<(i)[s] -> (i+s)>>", "memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>"),
        ("(i32,i64)->f32", "(i32, i64) -> f32"),
    ],
)
def test_spellings_of_one_type(one: str, other: str) -> None:
    assert canonical_text(one) == canonical_text(other)


@pytest.mark.parametrize(
    "text",
    [
        '"t.use"(%late) : (i32) -> ()  %late = "t.def"() : () -> i32',  # the top level is a graph
        'func.func @f() { cf.br ^b ^a: "t.use"(%x) : (i32) -> () return ^b: %x = "t.def"() : () -> i32 cf.br ^a }',
        'func.func @f() { return ^dead: "t.use"(%x) : (i32) -> () %x = "t.def"() : () -> i32 return }',
        (
            'func.func @f() { "t.r"() ({ %x = "d"() : () -> i32 }, { %x = "d"() : () -> i32 }) : () -> () %x = "d"() :'
            " () -> i32 return }"
        ),
        "func.func @f(%c: i1) { cf.br ^l ^l: cf.cond_br %c, ^l, ^e ^e: return }",
        "func.func @f() { scf.execute_region { cf.br ^bb1 ^bb1: scf.yield } cf.br ^bb1 ^bb1: return }",
    ],
)
def test_accepted_uses_of_names(text: str) -> None:
    assert print_module(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("func.func @f() { return %x : i32 }", "use of undeclared SSA value name '%x'"),
        (
            "func.func @f(%a: i32) { return %a : i64 }",
            "use of value '%a' expects different type than prior uses: 'i64' vs 'i32'",
        ),
        (
            'func.func @f() { "t.u"(%x) : (i32) -> () %x = "t.d"() : () -> i32 return }',
            "operand #0 does not dominate this use",
        ),
        (
            'func.func @f() { "t.r"() ({ %x = "d"() : () -> i32 }) : () -> () return } "t.u"(%x) : (i32) -> ()',
            "use of undeclared SSA value name '%x'",
        ),
        (
            (
                'func.func @f(%c: i1) { cf.cond_br %c, ^a, ^b ^a: %x = "d"() : () -> i32 cf.br ^b ^b: "u"(%c, %x) :'
                " (i1, i32) -> () return }"
            ),
            "operand #1 does not dominate this use",
        ),
        ('%x = "t.d"() : () -> i32 func.func @f() { return %x : i32 }', "operand #0 does not dominate this use"),
        ("func.func @f() { cf.br ^x }", "reference to an undefined block '^x'"),
        ("func.func @f() { cf.br ^x ^x: return ^x: return }", "redefinition of block '^x'"),
        (
            "func.func @f(%a: i32) { cf.br ^x ^x(%b: i32): return }",
            "branch has 0 operands for successor #0, but target block has 1",
        ),
        (
            "func.func @f(%a: i32) { cf.br ^x(%a : i32) ^x(%b: i64): return }",
            "type mismatch for bb argument #0 of successor #0: 'i32' vs 'i64'",
        ),
        ("func.func @f(%a: i32) { %a = arith.constant 1 : i32 return }", "redefinition of SSA value '%a'"),
        (
            "func.func @f() { %a, %b = arith.constant 1 : i32 return }",
            "operation defines 1 results but was provided 2 to bind",
        ),
        ("func.func @f() {", "expected '}' at the end of a region"),
        ("func.func @f()", "symbol declaration cannot have public visibility"),
        ("func.func @f() {}", "empty block: expect at least a terminator"),
        ('"t.op"(', "expected ')'"),
        ('"t.op"() {a, a} : () -> ()', "duplicate key 'a' in dictionary attribute"),
        ('"t.op"() : () -> memref<4xf32', "unbalanced '<'"),
        ('"t.op"() {a = [1, (2]} : () -> ()', "expected non-function type"),
    ],
)
def test_refusals(text: str, expected: str) -> None:
    assert message(text) == expected


def test_a_diagnostic_names_file_line_and_column() -> None:
    with pytest.raises(InputError) as caught:
        parse("func.func @f() {\n  return %0a : i32\n}", "file.mlir", first_line=7)
    assert (
        str(caught.value) == "file.mlir:8:12: error: expected ':'\n  return %0a : i32\n           ^\n"
        "  help: a name that starts with a digit has digits only: '%0a' reads as '%0' and 'a'"
    )


def nested(depth: int) -> str:
    return "func.func @f() {" + '"t.r"() ({' * depth + "}) : () -> ()" * depth + " return }"


def test_deep_nesting_is_read_and_written() -> None:
    module = parse(nested(450))
    for op in module.walk():
        op.mark_changed()
    parse(print_module(module))
    module = parse(nested(6000))
    innermost = list(module.walk())[-2]
    innermost.mark_changed()
    assert print_module(module).count('"t.r"') == 6000


def test_nesting_beyond_all_measure_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MAX_DEPTH", 1000)
    assert message(nested(1001)).startswith("regions are nested more than 1,000 deep")


def test_unregistered_ops_can_be_refused() -> None:
    with pytest.raises(InputError, match=r"unregistered operation 't\.op'"):
        parse('"t.op"() : () -> ()', allow_unregistered=False)


@pytest.mark.parametrize(
    "noise", ["// " * 4000, "<" * 4000, "{" * 4000, '"' + "a" * 4000, "%a, " * 4000, "memref<" * 2000]
)
def test_odd_text_is_refused_quickly(noise: str) -> None:
    with pytest.raises(InputError):
        parse(f'"t.op"({noise}')


@pytest.mark.parametrize(
    ("text", "note", "line"),
    [
        (
            "func.func @f() {\n  %a = arith.constant 1 : i32\n  %a = arith.constant 2 : i32\n  return\n}",
            "previously defined here",
            2,
        ),
        (
            "func.func @f(%b: i1,\n  %a: i32) {\n  %a = arith.constant 2 : i32\n  return\n}",
            "previously defined here",
            2,
        ),
        ("func.func @f() {\n  cf.br ^x\n^x:\n  return\n^x:\n  return\n}", "previously defined here", 3),
        ("\nfunc.func private @f()\nfunc.func private @f()", "see existing symbol definition here", 2),
    ],
)
def test_a_second_definition_notes_the_first(text: str, note: str, line: int) -> None:
    with pytest.raises(InputError) as error:
        parse(text)
    first, second = error.value.diagnostics
    assert first.message.startswith("redefinition of ")
    assert (second.severity, second.message, second.position and second.position.line) == ("note", note, line)

"""Edits of the IR, and what the text looks like then."""

import pytest

from ownlog.frontend import parse
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.printing.fresh_names import Names
from ownlog.frontend.printing.printer import print_module, print_op
from ownlog.frontend.text.types import I1
from tests.shared import require_tool
from tests.tools import Program


def body(module: Module) -> Block:
    """The entry block of the first function."""
    return next(module.functions()).regions[0].blocks[0]


def dealloc(value: Value) -> Op:
    return Op("memref.dealloc", [value])


def printed(module: Module) -> str:
    text = print_module(module)
    assert print_module(parse(text)) == text
    return text


def test_new_ops_stand_on_their_own_lines_and_comments_stay() -> None:
    module = parse(
        "func.func @f() { // open\n  // about a\n  %a = memref.alloc() : memref<4xf32> // after a\n\n"
        "  // about return\n  return // ret\n} // end\n"
    )
    block = body(module)
    block.insert_before(block.ops[-1], [dealloc(block.ops[0].results[0])])
    assert (
        printed(module)
        == "func.func @f() { // open\n  // about a\n  %a = memref.alloc() : memref<4xf32> // after a\n  memref.dealloc"
        " %a : memref<4xf32>\n\n  // about return\n  return // ret\n} // end\n"
    )


@pytest.mark.parametrize("type", ["memref<4xf32>", '!a.b<"\x01">', '!a.b<"\x010\x01">'])
def test_ops_of_one_kind_have_their_own_names(type: str) -> None:
    module = parse(
        "".join(f"%{n} = builtin.unrealized_conversion_cast to {type}\n" for n in range(3))
        + "%x = arith.constant 0 : i32\n"
    )
    values = [op.results[0] for op in module.ops[:3]]
    casts = [
        Op("builtin.unrealized_conversion_cast", operands) for operands in ([value, values[0]] for value in values)
    ]
    for number, cast in enumerate(casts):
        cast.add_result(f"%n{number}", I1)
        module.top.append(cast)
    shown = [f"%n{n} = builtin.unrealized_conversion_cast %{n}, %0 : {type}, {type} to i1" for n in range(3)]
    assert print_module(module).splitlines()[-3:] == shown


def test_a_body_on_one_line_stays_valid() -> None:
    module = parse("func.func @f(%a: memref<f32>) { return }")
    body(module).insert(0, dealloc(body(module).arguments[0]))
    assert printed(module) == "func.func @f(%a: memref<f32>) {\n  memref.dealloc %a : memref<f32>\n  return }"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{\n  %t = arith.constant true\n  scf.if %t { "a.b"() : () -> () }\n  return\n}',
            '{\n  "a.b"() : () -> ()\n  return\n}',
        ),
        (
            '{\n  %t = arith.constant true // t\n  scf.if %t { "a.b"() : () -> () } // if\n return }',
            '{\n "a.b"() : () -> ()\n return }',
        ),
        ('{ %t = arith.constant true scf.if %t { "a.b"() : () -> () } return }', '{ "a.b"() : () -> () return }'),
        (
            '{\n  %t = arith.constant true scf.if %t {\n    "a.b"() : () -> () }\n  return\n}',
            '{\n    "a.b"() : () -> ()\n  return\n}',
        ),
    ],
)
def test_an_op_that_leaves_a_body_on_one_line_stands_on_its_own(before: str, after: str) -> None:
    module = parse(f"func.func @f() {before}")
    block = body(module)
    constant, around, _ = block.ops
    inner = around.regions[0].blocks[0]
    op = inner.ops[0]
    inner.remove(op)
    block.insert_before(around, [op])
    block.remove(around)
    block.remove(constant)
    assert printed(module) == f"func.func @f() {after}"


def test_a_removed_op_takes_its_own_comments_along() -> None:
    module = parse(
        "func.func @f() {\n  %a = memref.alloc() : memref<f32> // a\n  // about b\n  %b = memref.alloc() : memref<f32>"
        " // b\n  return\n}"
    )
    block = body(module)
    block.remove(block.ops[1])
    assert printed(module) == "func.func @f() {\n  %a = memref.alloc() : memref<f32> // a\n  return\n}"


def test_an_op_moved_out_of_a_loop_is_copied() -> None:
    module = parse(
        "func.func @f(%n: index) {\n  scf.for %i = %n to %n step %n {\n    %a = memref.alloc() : memref<f32> // a\n"
        "    memref.dealloc %a : memref<f32>\n"
        "  }\n  return\n}"
    )
    block = body(module)
    inner = block.ops[0].regions[0].blocks[0]
    alloc = inner.ops[0]
    inner.remove(alloc)
    block.insert(0, alloc)
    assert (
        printed(module)
        == "func.func @f(%n: index) {\n  %a = memref.alloc() : memref<f32>\n  scf.for %i = %n to %n step %n {\n"
        "    memref.dealloc %a : memref<f32>\n"
        "  }\n  return\n}"
    )


def test_a_loop_gains_a_carried_value() -> None:
    module = parse(
        "func.func @f(%n: index, %m: memref<f32>, %c: i1) -> memref<f32> {\n"
        "  %0 = scf.for %i = %n to %n step %n iter_args(%a = %m) -> (memref<f32>) {\n"
        "    // kept\n    scf.yield %a : memref<f32> // y\n  }\n  return %0 : memref<f32>\n}"
    )
    block = body(module)
    loop = block.ops[0]
    inner = loop.regions[0].blocks[0]
    loop.set_operands([*loop.operands, block.arguments[2]])
    owned = inner.add_argument(Names(loop).fresh("own"), I1)
    inner.ops[-1].set_operands([*inner.ops[-1].operands, owned])
    result = loop.add_result("%0", I1)
    then = Block()
    then.append(dealloc(loop.results[0]))
    then.append(Op("scf.yield"))
    block.insert(1, Op("scf.if", [result], regions=[Region([then]), Region()]))
    assert (
        printed(module) == "func.func @f(%n: index, %m: memref<f32>, %c: i1) -> memref<f32> {\n"
        "  %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %m, %own = %c) -> (memref<f32>, i1) {\n"
        "    // kept\n    scf.yield %a, %own : memref<f32>, i1 // y\n  }\n"
        "  scf.if %0#1 {\n    memref.dealloc %0#0 : memref<f32>\n  }\n  return %0 : memref<f32>\n}"
    )


def test_blocks_gain_arguments_and_branches_operands() -> None:
    module = parse("func.func @f(%c: i1) {\n  cf.br ^bb1 // br\n^bb1: // label\n  return\n}")
    first, second = next(module.functions()).regions[0].blocks
    second.add_argument("%x", I1)
    first.ops[0].set_operands([first.arguments[0]])
    assert printed(module) == "func.func @f(%c: i1) {\n  cf.br ^bb1(%c : i1) // br\n^bb1(%x: i1): // label\n  return\n}"


def test_new_blocks_get_labels() -> None:
    module = parse("func.func @f() {\n  return\n}")
    region = next(module.functions()).regions[0]
    last = region.blocks[0].ops[0]
    region.blocks[0].remove(last)
    block = Block()
    region.append(block)
    block.append(Op("func.return"))
    region.blocks[0].append(Op("cf.br", successors=[block]))
    assert printed(module) == "func.func @f() {\n  cf.br ^bb0\n^bb0:\n  return\n}"


def test_new_functions_stand_between_aliases_and_what_follows() -> None:
    module = parse("#m = 1\nfunc.func @f() {\n  return\n}\n")
    helper = parse("func.func private @g()").ops[0]
    module.top.insert(0, helper)
    module.top.append(parse("func.func private @h()").ops[0])
    assert printed(module) == "#m = 1\nfunc.func private @g()\nfunc.func @f() {\n  return\n}\nfunc.func private @h()\n"


def test_signatures_come_from_the_entry_block_and_the_function_type() -> None:
    module = parse("func.func @f(%a: memref<f32> {t.x}) -> memref<f32> {\n  return %a : memref<f32>\n}")
    function = next(module.functions())
    block = body(module)
    added = block.add_argument("%own", I1)
    function.properties["function_type"] = "(memref<f32>, i1) -> (memref<f32>, i1)"
    block.ops[-1].set_operands([*block.ops[-1].operands, added])
    assert (
        printed(module)
        == "func.func @f(%a: memref<f32> {t.x}, %own: i1) -> (memref<f32>, i1) {\n  return %a, %own : memref<f32>,"
        " i1\n}"
    )


def test_print_op_nests_new_regions() -> None:
    value = Value("%c", I1, Block(), 0)
    inner, outer = Block(), Block()
    inner.append(Op("scf.yield"))
    outer.append(Op("scf.if", [value], regions=[Region([inner]), Region()]))
    op = Op("scf.if", [value], regions=[Region([outer]), Region()])
    assert print_op(op, "  ") == "scf.if %c {\n    scf.if %c {\n    }\n  }"


def test_several_result_names() -> None:
    module = parse('func.func @f() {\n  %a, %b:2 = "t.op"() : () -> (i1, i1, i1)\n  return\n}')
    op = body(module).ops[0]
    op.add_result("%d", I1)
    assert print_module(module).splitlines()[1] == '  %a, %b:2, %d = "t.op"() : () -> (i1, i1, i1, i1)'


def test_names_never_collide() -> None:
    module = parse(
        "func.func @f(%alloc: i1, %0: i1) {\n  %alloc_0 = arith.constant 1 : i32\n  cf.br ^bb1\n^bb1:\n  return\n}"
    )
    names = Names(next(module.functions()))
    assert [names.fresh(stem) for stem in ("alloc", "alloc", "new", "new")] == [
        "%alloc_1",
        "%alloc_2",
        "%new",
        "%new_0",
    ]
    assert [names.fresh_number(), names.fresh_number()] == ["%1", "%2"]
    assert [names.fresh_label(), names.fresh_label("exit")] == ["^bb2", "^exit1"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("#a = 1 : i32\n#b = 2 : i32\n", "#b = 2 : i32\n"),
        ("#b = 2 : i32\n#a = 1 : i32 // one\n", "#b = 2 : i32\n"),
        ("#i = 1 : i32\n#b = 2 : i32\n#a = [#i]\n", "#b = 2 : i32\n"),
        ("#i = 1 : i32\n#b = [#i]\n#a = [#i]\n", "#i = 1 : i32\n#b = [#i]\n"),
        ("\n#a = 1 : i32\n\n#b = 2 : i32\n#c = 3 : i32\n", "\n\n#b = 2 : i32\n#c = 3 : i32\n"),
        ("#b = 2 : i32\n#a = 1 : i32\n#c = 3 : i32\n", "#b = 2 : i32\n#c = 3 : i32\n"),
        ("// What it is for.\n#a = 1 : i32\n#b = 2 : i32\n", "// What it is for.\n#a = 1 : i32\n#b = 2 : i32\n"),
    ],
    ids=[
        "first",
        "behind another",
        "used by it alone",
        "used by both",
        "never used",
        "between others",
        "with a comment",
    ],
)
def test_aliases_go_with_the_last_that_uses_them(before: str, after: str) -> None:
    rest = 'func.func @f() {\n  "t.a"() {x = #a} : () -> ()\n  "t.b"() {x = #b} : () -> ()\n  return\n}\n'
    module = parse(before + rest)
    block = body(module)
    assert printed(module) == before + rest
    block.remove(block.ops[0])
    assert printed(module) == after + rest.replace('  "t.a"() {x = #a} : () -> ()\n', "")


def test_names_after_the_fashion_of_others() -> None:
    module = parse("func.func @f(%x: i1, %x_7: i1, %12: i1) {\n  return\n}")
    names = Names(next(module.functions()))
    assert [names.again(name) for name in ("%x", "%x_7", "%12", "%y_3")] == ["%x_0", "%x_1", "%0", "%y"]
    assert not names.is_shared("%x")


HEAD = """\
func.func private @f(
    %a: memref<f32> {t.x = "a  b"},NOTE
    %c: i1)
  -> (memref<f32>,
      i1) attributes {t.y} {"""
REST = """  // behind

  // before
  return %a,   %c : memref<f32>, i1
}
func.func @g(
  %c: i1) {
  return
}
"""


@pytest.mark.parametrize(
    ("note", "after"),
    [
        ("", 'func.func private @f(%a: memref<f32> {t.x = "a  b"}, %c: i1) -> (memref<f32>, i1) attributes {t.y} {'),
        (" // a comment", HEAD.replace("NOTE", " // a comment")),
    ],
    ids=["plain", "with a comment"],
)
def test_the_head_of_a_function_that_changed_takes_one_line_unless_it_has_a_comment(note: str, after: str) -> None:
    before = HEAD.replace("NOTE", note) + REST
    module = parse(before)
    assert printed(module) == before
    block = body(module)
    block.insert(0, Op("cf.assert", block.arguments[1:], properties={"msg": '"m"'}))
    assert printed(module) == after + REST.replace("// behind\n", '// behind\n  cf.assert %c, "m"\n', 1)


@pytest.mark.peer
def test_what_has_no_operands_any_more_is_written_as_mlir_opt_reads_it() -> None:
    module = parse(
        "func.func @f(%a: i32) {\n  test.region_if %a : i32 -> () then {\n  ^bb0(%b: i32):\n    test.region_if_yield %b"
        " : i32\n  } else {\n  ^bb0(%b: i32):\n    test.region_if_yield %b : i32\n  } join {\n  ^bb0(%b: i32):\n   "
        " test.region_if_yield %b : i32\n  }\n  return\n}\n"
    )
    branch = body(module).ops[0]
    for region in branch.regions:
        region.blocks[0].ops[0].set_operands([])
        region.blocks[0].keep_arguments([False])
    branch.set_operands([])
    assert Program((require_tool("mlir-opt-22"),))([], printed(module)).err == ""


def test_a_new_first_op_leaves_the_comment_above_what_it_is_about() -> None:
    module = parse("// About @f.\n// More of it.\nfunc.func private @f()\n")
    new = Op("func.func", properties={"sym_name": '"g"', "function_type": "() -> ()", "sym_visibility": '"private"'})
    module.top.replace_ops([new, *module.ops])
    assert str(module).endswith("\n// About @f.\n// More of it.\nfunc.func private @f()\n")
    assert str(module).startswith("func.func private @g()\n")


def test_what_a_mask_hands_on_needs_no_name() -> None:
    text = """\
func.func @f(%x: vector<4xf32>, %m: vector<4xi1>, %y: vector<4xf32>) -> f32 {
  %r = vector.mask %m { vector.reduction <add>, %x : vector<4xf32> into f32 } : vector<4xi1> -> f32
  return %r : f32
}
"""
    module = parse(text)
    mask = next(op for op in module.walk() if op.name == "vector.mask")
    inner = mask.regions[0].blocks[0].ops[0]
    mask.mark_changed()
    assert str(module) == text
    inner.mark_changed()
    assert str(module) == text

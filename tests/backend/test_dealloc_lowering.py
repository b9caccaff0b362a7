"""bufferization-lower-deallocations: one library function in each symbol table, under a name of its own; ops of the
user's for tokens.
"""

import re

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.rewriting.substitutes import Substitutes
from ownlog.base.errors import InputError

PASS = "bufferization-lower-deallocations"
SEVERAL = """\
func.func @f(%a: memref<2xf32>, %b: memref<?xf32>, %c: i1, %d: i1) -> i1 {
  %0 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<?xf32>) if (%c, %d) retain (%a : memref<2xf32>)
  return %0 : i1
}
"""


def lowered(text: str, pipeline: str = PASS) -> str:
    out = str(ownlog.run_pipeline(ownlog.parse(text), pipeline))
    ownlog.parse(out)
    return out


def test_the_library_function_is_private_and_there_is_one() -> None:
    out = lowered(SEVERAL + SEVERAL.replace("@f", "@g"))
    assert out.count("func.func private @dealloc_helper(") == 1
    assert out.count("call @dealloc_helper(") == 2


def test_each_symbol_table_has_its_own() -> None:
    out = lowered(f"module @outer {{\n{SEVERAL}module @inner {{\n{SEVERAL}}}\n}}\n")
    assert out.count("func.func private @dealloc_helper(") == 2


def test_the_users_function_of_that_name_stays() -> None:
    user = "func.func private @dealloc_helper(i32)\nfunc.func private @dealloc_helper_0()\n"
    out = lowered(user + SEVERAL)
    assert out.startswith(user)
    assert "call @dealloc_helper_1(" in out
    assert "func.func private @dealloc_helper_1(%arg0: memref<?xindex>" in out


def test_on_functions_nothing_is_added_outside_of_them() -> None:
    module = ownlog.parse(SEVERAL)
    with pytest.raises(InputError, match="library function required for generic lowering") as caught:
        ownlog.run_pipeline(module, f"builtin.module(func.func({PASS}))")
    assert caught.value.diagnostics[0].position is not None
    assert str(module) == SEVERAL


def test_a_token_in_place_of_the_pointer() -> None:
    module = ownlog.parse("""\
func.func @f(%a: memref<2xf32>, %b: memref<2xf32>, %c: i1) -> i1 {
  %p = memref.extract_aligned_pointer_as_index %a : memref<2xf32> -> index
  "test.use"(%p) : (index) -> ()
  %0 = bufferization.dealloc (%a : memref<2xf32>) if (%c) retain (%b : memref<2xf32>)
  return %0 : i1
}
""")
    run_passes(module, [Step(PASS)], Context(substitutes=Substitutes(alias_token="my.token")))
    out = str(module)
    assert re.findall(r'"my\.token"\((%\w+)\) : \(memref<2xf32>\) -> index', out) == ["%a", "%b"]
    assert "%p = memref.extract_aligned_pointer_as_index %a" in out
    ownlog.parse(out)


def test_another_op_that_clones() -> None:
    module = ownlog.parse("func.func @f(%a: memref<2xf32>) -> memref<2xf32> {\n  return %a : memref<2xf32>\n}\n")
    run_passes(
        module, [Step("ownership-based-buffer-deallocation")], Context(substitutes=Substitutes(clone="my.clone"))
    )
    out = str(module)
    assert '"my.clone"(%a) : (memref<2xf32>) -> memref<2xf32>' in out
    assert "bufferization.clone" not in out


@pytest.mark.parametrize("name", ["token", "", "my.", "my token.x", '"'])
def test_what_is_no_op_name_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"given as alias-token-op, is not the name of an op\n  help: .*get_token"):
        Substitutes(alias_token=name)

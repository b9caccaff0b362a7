"""canonicalize: what control flow carries, branches that a constant decides; and all that it leaves alone."""

import pytest

import ownlog


def canonical(text: str) -> str:
    out = str(ownlog.run_pipeline(ownlog.parse(text), "canonicalize"))
    # It is valid, and there is nothing more to do.
    assert str(ownlog.run_pipeline(ownlog.parse(out), "canonicalize")) == out
    return out


CASTS = """\
func.func @f(%c: i1, %x: memref<{given}xf32>, %y: memref<{wanted}xf32>) -> memref<{wanted}xf32> {{
  %r = scf.if %c -> (memref<{wanted}xf32>) {{
    %z = memref.cast %x : memref<{given}xf32> to memref<{wanted}xf32>{more}
    scf.yield %z : memref<{wanted}xf32>
  }} else {{
    scf.yield %y : memref<{wanted}xf32>
  }}
  return %r : memref<{wanted}xf32>
}}
"""


@pytest.mark.parametrize(
    ("given", "wanted", "more"),
    [
        pytest.param("?", "4", "", id="a cast that may be wrong where it is not asked for"),
        pytest.param("4", "?", '\n    "test.use"(%z) : (memref<?xf32>) -> ()', id="an if that does something"),
    ],
)
def test_an_if_whose_casts_cannot_stand_outside_stays(given: str, wanted: str, more: str) -> None:
    text = CASTS.format(given=given, wanted=wanted, more=more)
    assert canonical(text) == text


@pytest.mark.parametrize("inside", ['%5 = "test.value"() : () -> index', "scf.for %5 = %x to %y step %x {\n    }"])
def test_a_name_is_not_taken_over_where_it_would_hide_another(inside: str) -> None:
    out = canonical(f"""\
func.func @f(%c: i1, %x: index, %y: index) -> index {{
  %5 = scf.if %c -> (index) {{
    {inside}
    scf.yield %x : index
  }} else {{
    scf.yield %y : index
  }}
  return %5 : index
}}
""")
    assert "%0 = arith.select %c, %x, %y : index" in out
    assert "return %0 : index" in out


def test_long_chains_and_deep_nests_take_no_recursion() -> None:
    depth, length = 150, 3000
    text = "func.func @f(%c: i1, %x0: i1) -> i1 {\n  %true = arith.constant true\n"
    text += "".join(f"  %x{i + 1} = arith.andi %x{i}, %true : i1\n" for i in range(length))
    text += (
        "scf.if %c {\n" * depth + '"test.use"(%c) : (i1) -> ()\n' + "}\n" * depth + f"  return %x{length} : i1\n}}\n"
    )
    out = canonical(text)
    assert out.count("scf.if") == 1
    assert "return %x0 : i1" in out


@pytest.mark.parametrize(
    "never",
    [
        "^bb1(%n: index):\n  %next = arith.addi %n, %i : index\n  cf.br ^bb1(%next : index)\n",
        (
            '^x(%n: index):\n  cf.br ^y(%n : index)\n^y(%m: index):\n  "test.use"(%m) : (index) -> ()\n  cf.br ^x(%n :'
            " index)\n"
        ),
        (
            "^x:\n  %a = memref.alloc() : memref<2xf32>\n  scf.if %c {\n    memref.dealloc %a : memref<2xf32>\n  }\n "
            " cf.br ^end(%i : index)\n"
        ),
    ],
    ids=["to itself", "two to each other", "to one that others lead to"],
)
@pytest.mark.parametrize("nested", [False, True])
def test_blocks_that_control_never_comes_to_go(never: str, nested: bool) -> None:
    lines = ["  cf.br ^end(%j : index)\n", "^end(%k: index):\n", '  "test.use"(%k) : (index) -> ()\n']
    ending = "  scf.yield\n" if nested else "  return\n"
    inside = [*lines, ending, never]
    above, below = ("  scf.execute_region {\n", "  }\n  return\n") if nested else ("", "")
    head = "func.func @f(%i: index, %j: index, %c: i1) {\n"
    out = canonical("".join([head, above, *inside, below, "}\n"]))
    assert out == "".join([head, above, "  cf.br ^end\n^end:\n", lines[2].replace("%k", "%j"), ending, below, "}\n"])

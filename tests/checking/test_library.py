"""The library function that lowered deallocations call is known by what it does, not by its name."""

import re
import subprocess

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.checking.judged import LOWERING, SELECTED, lowered
from tests.shared import require_tool


def by_peer(*passes: str) -> str:
    tool = require_tool("mlir-opt-22")
    options = [f"--{name}" for name in (LOWERING, *passes)]
    return subprocess.run([tool, *options], input=SELECTED, capture_output=True, text=True, check=True).stdout


def verdict(text: str) -> str:
    return check(ownlog.parse(text)).status


def renamed(text: str) -> str:
    assert "@dealloc_helper(" in text
    return text.replace("@dealloc_helper(", "@which_of_these(")


def test_any_name_will_do() -> None:
    assert verdict(lowered()) == verdict(renamed(lowered())) == "clean"
    assert check(ownlog.parse(lowered())).assumptions == []


@pytest.mark.peer
@pytest.mark.parametrize("passes", [(), ("canonicalize", "cse"), ("loop-invariant-code-motion",)])
def test_the_function_of_mlir_opt_is_known(passes: tuple[str, ...]) -> None:
    text = by_peer(*passes)
    assert verdict(text) == verdict(renamed(text)) == "clean"


BODIES = {
    "no body": (
        "func.func private @dealloc_helper(memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>)"
    ),
    "does nothing": (
        """func.func private @dealloc_helper(
    %0: memref<?xindex>, %1: memref<?xindex>, %2: memref<?xi1>, %3: memref<?xi1>, %4: memref<?xi1>) {
  return
}"""
    ),
    "frees everything": (
        """func.func private @dealloc_helper(
    %0: memref<?xindex>, %1: memref<?xindex>, %2: memref<?xi1>, %3: memref<?xi1>, %4: memref<?xi1>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.dim %0, %zero : memref<?xindex>
  %true = arith.constant true
  scf.for %i = %zero to %n step %one {
    memref.store %true, %3[%i] : memref<?xi1>
  }
  return
}"""
    ),
}


def without_function(text: str) -> str:
    return text[: text.index("func.func private @dealloc_helper")]


@pytest.mark.parametrize("body", BODIES)
def test_the_name_alone_tells_nothing(body: str) -> None:
    assert verdict(without_function(lowered()) + BODIES[body]) != "clean"


CHANGES = {
    "another predicate": ("arith.cmpi ne, %5, %0", "arith.cmpi eq, %5, %0"),
    "another list": ("memref.load %arg1[%arg6]", "memref.load %arg0[%arg6]"),
    "another element": ("memref.store %10, %arg4[%arg6]", "memref.store %10, %arg4[%arg5]"),
    "other conditions": ("%1 = memref.load %arg2[%arg5]", "%1 = memref.load %arg2[%c0]"),
    "another bound": ("scf.for %arg6 = %c0 to %dim_0 step", "scf.for %arg6 = %c0 to %dim step"),
    "another beginning": ("scf.for %arg5 = %c0 to %dim step", "scf.for %arg5 = %c1 to %dim step"),
    "another step": ("step %c1 iter_args(%arg7 = %2)", "step %dim iter_args(%arg7 = %2)"),
    "begins with false": ("iter_args(%arg7 = %true)", "iter_args(%arg7 = %false)"),
    "clears with true": ("memref.store %false, %arg4", "memref.store %true, %arg4"),
    "or for and": ("%4 = arith.andi %3, %1", "%4 = arith.ori %3, %1"),
    "and for or": ("%10 = arith.ori %9, %1", "%10 = arith.andi %9, %1"),
    "forgets the retained": ("iter_args(%arg7 = %2)", "iter_args(%arg7 = %true)"),
    "forgets the others": ("%4 = arith.andi %3, %1", "%4 = arith.andi %2, %1"),
    "forgets a round": ("scf.yield %7 : i1", "scf.yield %6 : i1"),
    "answers in the conditions": ("memref.store %4, %arg3[%arg5]", "memref.store %4, %arg2[%arg5]"),
    "one store more": ("  return\n}", "  memref.store %true, %arg3[%c0] : memref<?xi1>\n  return\n}"),
    "one call more": ("  return\n}", "  func.call @unknown(%arg3) : (memref<?xi1>) -> ()\n  return\n}"),
    "one list more": ("%arg4: memref<?xi1>)", "%arg4: memref<?xi1>, %arg8: memref<?xi1>)"),
}


def changed(function: str, before: str, after: str) -> str:
    """The function with the first place changed where that has an effect."""
    assert before in function
    return function.replace(before, after, 1)


@pytest.mark.parametrize("change", CHANGES)
def test_a_body_with_a_change_is_not_believed(change: str) -> None:
    text = lowered()
    head, function = without_function(text), text[len(without_function(text)) :]
    function = changed(function, *CHANGES[change])
    if change == "one list more":
        head = re.sub(
            r"(call @dealloc_helper\()(%\w+)(.*?)\) : \((.*)\) -> \(\)",
            r"\1\2\3, %cast_3) : (\4, memref<?xi1>) -> ()",
            head,
        )
    declared = "func.func private @unknown(memref<?xi1>)\n" if "@unknown" in function else ""
    assert verdict(head + function + declared) != "clean"


def test_loops_in_another_order_are_not_believed() -> None:
    text = lowered()
    start, end = text.index("  scf.for %arg5 = %c0 to %dim_0 step"), text.index("  scf.for %arg5 = %c1")
    last = text.rindex("  return\n}")
    late = text[:start] + text[end:last] + text[start:end] + text[last:]
    assert verdict(late) != "clean"


@pytest.mark.parametrize("view", ["subview", "the same list twice"])
def test_a_list_that_is_not_what_it_seems_is_not_known(view: str) -> None:
    text = lowered()
    call = next(line for line in text.splitlines() if "call @dealloc_helper" in line)
    lists = re.findall(r"%\w+", call)
    if view == "subview":
        shifted = f"""  %some = arith.constant 1 : index
  %part = memref.subview {lists[2]}[%some] [%some] [1] : memref<?xi1> to memref<?xi1, strided<[1], offset: ?>>
  %shifted = memref.cast %part : memref<?xi1, strided<[1], offset: ?>> to memref<?xi1>
"""
        other = shifted + call.replace(lists[2], "%shifted")
    else:
        other = call.replace(lists[4], lists[3])
    assert verdict(text.replace(call, other)) != "clean"

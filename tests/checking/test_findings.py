"""Each kind of finding, on a small program, with the lines of the path that shows it."""

import pytest

import ownlog
from ownlog.backend.checking import check
from ownlog.backend.checking.graph import FACTS
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming
from tests.checking.judged import judged, lines

LEAK = """
%a = memref.alloc() : memref<4xi32>
cf.cond_br %c, ^freed, ^end
^freed:
memref.dealloc %a : memref<4xi32>
cf.br ^end
^end:
return
"""
DOUBLE = """
%a = memref.alloc() : memref<4xi32>
%v = memref.cast %a : memref<4xi32> to memref<?xi32>
memref.dealloc %a : memref<4xi32>
memref.dealloc %v : memref<?xi32>
return
"""
USED = """
%a = memref.alloc() : memref<4xi32>
memref.dealloc %a : memref<4xi32>
%x = memref.load %a[%i] : memref<4xi32>
return
"""
NOT_OWNED = """
memref.dealloc %a : memref<4xi32>
return
"""
IN_REDUCTION = """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%a = memref.alloc() : memref<4xf32>
memref.dealloc %a : memref<4xf32>
%r = scf.parallel (%k) = (%c0) to (%n) step (%c1) init (%init) -> f32 {
  scf.reduce(%init : f32) {
  ^bb0(%l: f32, %h: f32):
    %v = memref.load %a[%k] : memref<4xf32>
    scf.reduce.return %v : f32
  }
}
return
"""


@pytest.mark.parametrize(
    ("body", "arguments", "expected"),
    [
        pytest.param(LEAK, "%c: i1", [("leak", [2, 3, 3], True)], id="leak"),
        pytest.param(DOUBLE, "", [("double free", [2, 4, 5], True)], id="double-free"),
        pytest.param(USED, "%i: index", [("use after free", [2, 3, 4], True)], id="use-after-free"),
        pytest.param(NOT_OWNED, "%a: memref<4xi32>", [("free of what is not owned", [0, 2], True)], id="not-owned"),
        pytest.param(
            IN_REDUCTION, "%n: index, %init: f32", [("use after free", [5, 9], True)], id="region-without-ways"
        ),
    ],
)
def test_a_fault_is_found_with_its_path(body: str, arguments: str, expected: list[tuple[str, list[int], bool]]) -> None:
    assert lines(judged(body, arguments)) == expected


TWO_AT_ONE_END = """
%b = memref.alloc() : memref<4xi32>
memref.copy %p, %b : memref<4xi32> to memref<4xi32>
cf.cond_br %c, ^taken, ^other
^taken:
%a = memref.alloc() : memref<4xi32>
memref.copy %p, %a : memref<4xi32> to memref<4xi32>
cf.cond_br %c, ^freed, ^end
^freed:
memref.dealloc %a : memref<4xi32>
memref.dealloc %b : memref<4xi32>
return
^other:
memref.copy %p, %b : memref<4xi32> to memref<4xi32>
cf.br ^end
^end:
return
"""


def test_a_fault_is_that_of_each_allocation_that_comes_there() -> None:
    """Control never comes from `^taken` to the end, but from `^other`: only one of the two is lost there."""
    verdict = judged(TWO_AT_ONE_END, "%c: i1, %p: memref<4xi32>")
    assert [(finding.kind, finding.value, finding.certain) for finding in verdict.findings] == [("leak", "@f/%b", True)]


def test_an_allocation_freed_in_a_region_of_which_nothing_is_known_is_undecided() -> None:
    body = """
%a = memref.alloc() : memref<4xi32>
"my.op"() ({
  memref.dealloc %a : memref<4xi32>
  "my.end"() : () -> ()
}) : () -> ()
return
"""
    assert lines(judged(body)) == [("leak", [2, 3], False), ("double free", [2, 4, 4], False)]


def test_an_allocation_left_in_such_a_region_is_undecided() -> None:
    body = """
"my.op"() ({
  %a = memref.alloc() : memref<4xi32>
  "my.end"() : () -> ()
}) : () -> ()
return
"""
    assert judged(body).status == "undecided"
    assert judged(body.replace('  "my.end"', '  memref.dealloc %a : memref<4xi32>\n  "my.end"')).status == "clean"


def test_a_path_through_a_call_comes_from_the_caller_that_it_goes_back_to() -> None:
    text = """
func.func private @same(%a: memref<4xi32>) -> memref<4xi32> {
  return %a : memref<4xi32>
}
func.func @f(%c: i1) {
  %a = memref.alloc() : memref<4xi32>
  cf.cond_br %c, ^freed, ^kept
^freed:
  %x = func.call @same(%a) : (memref<4xi32>) -> memref<4xi32>
  memref.dealloc %x : memref<4xi32>
  return
^kept:
  %y = func.call @same(%a) : (memref<4xi32>) -> memref<4xi32>
  return
}
"""
    assert lines(check(ownlog.parse(text))) == [("leak", [6, 7, 13, 14], True)]
    swapped = text.replace("^freed, ^kept", "^kept, ^freed")
    assert lines(check(ownlog.parse(swapped))) == [("leak", [6, 7, 13, 14], True)]


GENERIC = """
%a = memref.alloc() : memref<f32>
linalg.generic {indexing_maps = [affine_map<DIMS -> DIMS>], iterator_types = ITERATORS} outs(%b : memref<SHAPE>) {
^bb0(%x: f32):
  memref.dealloc %a : memref<f32>
  linalg.yield %x : f32
}
return
"""


def test_what_is_freed_for_each_element_is_freed_twice() -> None:
    body = GENERIC.replace("DIMS", "(d0)").replace("ITERATORS", '["parallel"]').replace("SHAPE", "?xf32")
    assert ("double free", True) in [(kind, certain) for kind, _, certain in lines(judged(body, "%b: memref<?xf32>"))]
    body = GENERIC.replace("DIMS", "()").replace("ITERATORS", "[]").replace("SHAPE", "f32")
    assert judged(body, "%b: memref<f32>").status == "clean"


ELEMENTS = """
%a = memref.alloc() : memref<4xf32>
linalg.generic {indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
^bb0(%e: f32):
  %s = arith.negf %e : f32
  linalg.yield %s : f32
}
memref.dealloc %a : memref<4xf32>
%v = memref.load %a[%i] : memref<4xf32>
scf.for %k = %i to %n step %n {
  %u = memref.load %a[%k] : memref<4xf32>
}
return
"""


def test_regions_that_compute_elements_only_are_left_out_and_no_others() -> None:
    module = ownlog.parse(f"func.func @f(%i: index, %n: index) {{{ELEMENTS}}}\n")
    facts = extract_facts(module, Naming(module), wanted=FACTS)
    assert {str(op).split(":")[1] for op, _, _ in facts["op_region"] if ":" in str(op)} == {"scf.for"}
    assert [finding.kind for finding in check(module).findings] == ["use after free"]


def test_what_stands_in_no_function_is_not_followed() -> None:
    text = """
memref.global "private" constant @zero : memref<f32> = dense<0.0>
%outside = memref.get_global @zero : memref<f32>
%made = memref.alloc() : memref<f32>
"my.region"() ({
^bb0(%given: memref<f32>):
  "my.use"(%given) : (memref<f32>) -> ()
}) : () -> ()
func.func @f() {
  %inside = memref.get_global @zero : memref<f32>
  memref.dealloc %inside : memref<f32>
  return
}
"""
    found = [(finding.function, finding.kind) for finding in check(ownlog.parse(text)).findings]
    assert found == [("@f", "free of what is not owned"), ("", "not followed")]


def test_who_gets_one_buffer_as_several_results_frees_it_twice() -> None:
    body = """
    %a = memref.alloc() : memref<4xi32>
    %b = memref.alloc() : memref<4xi32>
    %s = arith.select %c, %a, %b : memref<4xi32>
    %t = arith.select %c, %b, %a : memref<4xi32>
    memref.dealloc %t : memref<4xi32>
    return %s, %s : memref<4xi32>, memref<4xi32>
    """
    verdict = judged(body, "%c: i1", "(memref<4xi32>, memref<4xi32>)")
    assert {(finding.kind, finding.certain) for finding in verdict.findings} == {
        ("return of one buffer as several results", True)
    }


def test_the_path_of_what_a_function_makes_names_the_call_that_gets_it() -> None:
    text = """func.func private @make() -> memref<f32> {
  %a = memref.alloc() : memref<f32>
  return %a : memref<f32>
}
func.func @twice() {
  %x = func.call @make() : () -> memref<f32>
  %y = func.call @make() : () -> memref<f32>
  memref.dealloc %x : memref<f32>
  return
}
"""
    [finding] = check(ownlog.parse(text)).findings
    assert [(step.text, step.line) for step in finding.steps] == [("allocated", 2), ("returned", 7), ("leak", 9)]


@pytest.mark.parametrize(
    ("made", "name"),
    [
        ("%t = bufferization.to_tensor %a : memref<4xi32> to tensor<4xi32>", "bufferization.to_tensor"),
        (
            (
                "%t = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index\n%p = llvm.inttoptr %n : i64"
                " to !llvm.ptr"
            ),
            "",
        ),
        (
            (
                "%k = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index\n%j = arith.index_cast %k :"
                " index to i64\n%p = llvm.inttoptr %j : i64 to !llvm.ptr\nllvm.call @sink(%p) : (!llvm.ptr) -> ()"
            ),
            "llvm.call",
        ),
    ],
    ids=["tensor", "address-that-goes-nowhere", "pointer"],
)
def test_what_is_clean_names_the_ops_that_make_of_buffers_what_is_not_followed(made: str, name: str) -> None:
    verdict = judged(
        f"%a = memref.alloc() : memref<4xi32>\n{made}\nmemref.dealloc %a : memref<4xi32>\nreturn", "%n: i64"
    )
    told = "what refers to a buffer behind these ops does not free it, and is not used after the buffer is freed"
    assert verdict.status == "clean"
    tensors = ["tensors are not followed: check the buffers that they become (@f)"] if "tensor" in made else []
    assert verdict.assumptions == ([f"{told}: {name}"] if name else []) + tensors

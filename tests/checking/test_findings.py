"""Each kind of finding, on a small program, with the lines of the path that shows it."""

from __future__ import annotations

import pytest

import ownlog
from ownlog.backend.checking import Verdict, check
from ownlog.backend.checking.tables.graph import FACTS
from ownlog.frontend.facts.extract import extract_facts
from ownlog.frontend.facts.names import Naming


def judged(body: str, arguments: str = "", results: str = "") -> Verdict:
    head = f"func.func @f({arguments}){' -> ' + results if results else ''} {{\n"
    return check(ownlog.parse(f"{head}{body.strip()}\n}}\n"))


def lines(verdict: Verdict) -> list[tuple[str, list[int], bool]]:
    return [(finding.kind, [step.line for step in finding.steps], finding.certain) for finding in verdict.findings]


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
        pytest.param(IN_REDUCTION, "%n: index, %init: f32", [("use after free", [4, 5, 9], False)], id="region-without-ways"),
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


def test_conditions_that_are_the_same_are_not_taken_apart() -> None:
    body = """
%a = memref.alloc() : memref<4xi32>
%t = arith.constant true
%n = arith.xori %c, %t : i1
scf.if %c {
  memref.dealloc %a : memref<4xi32>
}
scf.if %n {
  memref.dealloc %a : memref<4xi32>
}
return
"""
    assert judged(body, "%c: i1").status == "clean"
    assert judged(body.replace("scf.if %n", "scf.if %d"), "%c: i1, %d: i1").status == "error"


SWITCH = """
%a = memref.alloc() : memref<4xi32>
%c1 = arith.constant 1 : i32
%is = arith.cmpi eq, %flag, %c1 : i32
scf.if %is {
  memref.dealloc %a : memref<4xi32>
}
cf.switch %flag : i32, [
  default: ^other,
  NUMBER: ^end
]
^other:
memref.dealloc %a : memref<4xi32>
cf.br ^end
^end:
return
"""


def test_a_switch_agrees_with_an_earlier_comparison() -> None:
    assert judged(SWITCH.replace("NUMBER", "1"), "%flag: i32").status == "clean"
    found = judged(SWITCH.replace("NUMBER", "2"), "%flag: i32")
    assert {finding.kind for finding in found.findings} == {"double free", "leak"}


@pytest.mark.parametrize("numbers", ["dense<1> : i32", "dense<1> : vector<1xi32>"], ids=["unreadable", "too few"])
def test_a_switch_whose_numbers_do_not_tell_may_go_any_way(numbers: str) -> None:
    body = """
%a = memref.alloc() : memref<4xi32>
"cf.switch"(%flag)[^end, ^other, ^other] <{case_operand_segments = array<i32: 0, 0>, case_values = NUMBERS,
    operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^other:
memref.dealloc %a : memref<4xi32>
cf.br ^end
^end:
memref.dealloc %a : memref<4xi32>
return
"""
    found = judged(body.replace("NUMBERS", numbers), "%flag: i32")
    assert [(finding.kind, finding.certain) for finding in found.findings] == [("double free", True)]


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


LOOP = """
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%end = arith.constant TIMES : index
%a = memref.alloc() : memref<4xf32>
scf.for %k = %c0 to %end step %c1 {
  %is = arith.cmpi eq, %k, %c1 : index
  IF
    memref.dealloc %a : memref<4xf32>
  }
}
return
"""


@pytest.mark.parametrize(
    ("times", "condition", "expected"),
    [
        (0, "scf.execute_region {", ["leak"]),
        (1, "scf.execute_region {", []),
        (2, "scf.execute_region {", ["double free"]),
        (9, "scf.execute_region {", ["double free"]),
        (1, "scf.if %is {", ["leak"]),
        (2, "scf.if %is {", []),
        (4, "scf.if %is {", []),
    ],
)
def test_a_loop_with_constant_bounds_runs_as_often_as_they_say(times: int, condition: str, expected: list[str]) -> None:
    end = "    scf.yield\n  }" if "region" in condition else "  }"
    found = judged(LOOP.replace("TIMES", str(times)).replace("IF", condition).replace("  }", end, 1)).findings
    assert [finding.kind for finding in found] == expected
    assert all(finding.certain for finding in found)


@pytest.mark.parametrize(("times", "expected"), [(0, ["leak"]), (1, []), (2, ["double free"])])
def test_a_while_that_counts_runs_as_often_as_its_condition_says(times: int, expected: list[str]) -> None:
    body = f"""
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%end = arith.constant {times} : index
%a = memref.alloc() : memref<4xf32>
%r = scf.while (%k = %c0) : (index) -> index {{
  %goes = arith.cmpi slt, %k, %end : index
  scf.condition(%goes) %k : index
}} do {{
^bb0(%k: index):
  memref.dealloc %a : memref<4xf32>
  %next = arith.addi %k, %c1 : index
  scf.yield %next : index
}}
return
"""
    assert [finding.kind for finding in judged(body).findings] == expected


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


def test_an_i1_that_is_made_a_number_is_the_same_condition() -> None:
    body = """
%zero = arith.constant 0 : i32
%a = memref.alloc() : memref<4xf32>
%number = arith.extui %c : i1 to i32
%is = arith.cmpi ne, %number, %zero : i32
scf.if %is {
  memref.dealloc %a : memref<4xf32>
}
%true = arith.constant true
%not = arith.xori %c, %true : i1
scf.if %not {
  memref.dealloc %a : memref<4xf32>
}
return
"""
    assert judged(body, "%c: i1").status == "clean"


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


@pytest.mark.parametrize("count", [300, pytest.param(1500, marks=pytest.mark.slow)])
def test_long_chains_of_conditions_are_followed(count: int) -> None:
    chain = "\n".join(f"%x{n + 1} = arith.andi %x{n}, %d : i1" for n in range(count))
    body = f"""
%a = memref.alloc() : memref<4xi32>
{chain}
%t = arith.constant true
%n = arith.xori %x{count}, %t : i1
scf.if %x{count} {{
  memref.dealloc %a : memref<4xi32>
}}
scf.if %n {{
  memref.dealloc %a : memref<4xi32>
}}
return
"""
    assert judged(body, "%x0: i1, %d: i1").status == "clean"


def test_values_are_exchanged_around_a_loop_all_at_once() -> None:
    body = """
%true = arith.constant true
%false = arith.constant false
%one = arith.constant 1 : index
%a = memref.alloc() : memref<4xi32>
%r:2 = scf.for %i = %one to %n step %one iter_args(%x = %true, %y = %false) -> (i1, i1) {
  scf.yield %y, %x : i1, i1
}
scf.if %r#0 {
  memref.dealloc %a : memref<4xi32>
}
OTHER
return
"""
    other = "scf.if %r#1 {\n  memref.dealloc %a : memref<4xi32>\n}"
    assert judged(body.replace("OTHER", other), "%n: index").status == "clean"
    assert [finding.kind for finding in judged(body.replace("OTHER", ""), "%n: index").findings] == ["leak"]


def selects(count: int) -> str:
    """Two buffers that are exchanged, or not, `count` times, and freed."""
    lines = [
        f"""
    %x{k} = memref.load %m[%i] : memref<?xi32>
    %c{k} = arith.cmpi ne, %x{k}, %zero : i32
    %a{k + 1} = arith.select %c{k}, %a{k}, %b{k} : memref<4xi32>
    %b{k + 1} = arith.select %c{k}, %b{k}, %a{k} : memref<4xi32>"""
        for k in range(count)
    ]
    buffers = "%zero = arith.constant 0 : i32\n%a0 = memref.alloc() : memref<4xi32>\n%b0 = memref.alloc() : memref<4xi32>"
    ends = f"memref.dealloc %a{count} : memref<4xi32>\nmemref.dealloc %b{count} : memref<4xi32>\nreturn"
    return "\n".join([buffers, *lines, ends])


def test_conditions_that_are_needed_no_more_are_forgotten() -> None:
    few, many = (judged(selects(count), "%m: memref<?xi32>, %i: index") for count in (6, 24))
    assert few.status == many.status == "clean"
    assert many.states < 6 * few.states


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


COMPARED = """
%a = memref.alloc() : memref<4xi32>
BEFORE
%q = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
%other = arith.cmpi ne, %p, %q : index
scf.if %other {
  memref.dealloc %a : memref<4xi32>
}
return
"""
DANGLING = """%b = memref.alloc() : memref<4xi32>
%p = memref.extract_aligned_pointer_as_index %b : memref<4xi32> -> index
memref.dealloc %b : memref<4xi32>
cf.br ^next
^next:"""
LOADED = """memref.store %a, %list[%p] : memref<?xmemref<4xi32>>
%b = memref.load %list[%p] : memref<?xmemref<4xi32>>
%o = memref.extract_aligned_pointer_as_index %b : memref<4xi32> -> index"""


def test_an_address_is_another_one_only_if_that_is_known() -> None:
    live = DANGLING.replace("memref.dealloc %b : memref<4xi32>\n", "")
    freed_later = COMPARED.replace("return", "memref.dealloc %b : memref<4xi32>\nreturn")
    assert judged(freed_later.replace("BEFORE", live)).status == "clean"
    assert [finding.kind for finding in judged(COMPARED.replace("BEFORE", DANGLING)).findings] == ["leak"]
    assert [finding.kind for finding in judged(COMPARED.replace("BEFORE", ""), "%p: index").findings] == ["leak"]
    loaded = COMPARED.replace("BEFORE", LOADED).replace("ne, %p", "ne, %o")
    assert judged(loaded, "%list: memref<?xmemref<4xi32>>, %p: index").status == "undecided"


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
    assert [(finding.function, finding.kind) for finding in check(ownlog.parse(text)).findings] == [("@f", "free of what is not owned")]


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
    assert {(finding.kind, finding.certain) for finding in verdict.findings} == {("return of one buffer as several results", True)}


SHIFTED = """
%v = memref.view %a[%shift][] : memref<64xi8> to memref<4xi32>
%p = memref.extract_aligned_pointer_as_index %a : memref<64xi8> -> index
%q = memref.extract_aligned_pointer_as_index %v : memref<4xi32> -> index
%same = arith.cmpi eq, %p, %q : index
scf.if %same {
  memref.dealloc %a : memref<64xi8>
}
return
"""


@pytest.mark.parametrize(("shift", "status"), [("index", "undecided"), ("0", "clean"), ("8", "undecided")])
def test_the_address_of_a_shifted_view_is_not_that_of_its_allocation(shift: str, status: str) -> None:
    make = "%a = memref.alloc() : memref<64xi8>\n"
    constant = "" if shift == "index" else f"%shift = arith.constant {shift} : index\n"
    assert judged(constant + make + SHIFTED, "" if constant else "%shift: index").status == status


@pytest.mark.parametrize(("shift", "status"), [("index", "undecided"), ("0", "clean")])
def test_a_deallocation_with_conditions_compares_the_address_of_a_shifted_view(shift: str, status: str) -> None:
    constant = "" if shift == "index" else f"%shift = arith.constant {shift} : index\n"
    body = """
    %true = arith.constant true
    %a = memref.alloc() : memref<64xi8>
    %v = memref.view %a[%shift][] : memref<64xi8> to memref<4xi32>
    %kept = bufferization.dealloc (%a : memref<64xi8>) if (%true) retain (%v : memref<4xi32>)
    scf.if %kept {
      memref.dealloc %a : memref<64xi8>
    }
    return
    """
    assert judged(constant + body, "" if constant else "%shift: index").status == status


MANY_SELECTS = 14


def chain(last: str) -> str:
    """Two buffers that are chosen between again and again, each time by another condition; what is not chosen in the end is freed, too."""
    lines = ["%a0 = memref.alloc() : memref<4xi32>", "%b0 = memref.alloc() : memref<4xi32>"]
    for n in range(MANY_SELECTS):
        lines.append(f"%a{n + 1} = arith.select %c{n}, %a{n}, %b{n} : memref<4xi32>")
        lines.append(f"%b{n + 1} = arith.select %c{n}, %b{n}, %a{n} : memref<4xi32>")
    lines += [f"memref.dealloc %a{MANY_SELECTS} : memref<4xi32>", f"memref.dealloc {last} : memref<4xi32>", "return"]
    return "\n".join(lines)


@pytest.mark.parametrize(("last", "status"), [(f"%b{MANY_SELECTS}", "clean"), ("%b0", "error")])
def test_few_conditions_are_tracked_where_there_are_many(last: str, status: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ownlog.backend.checking.refinement._MANY", 50)
    assert judged(chain(last), ", ".join(f"%c{n}: i1" for n in range(MANY_SELECTS))).status == status

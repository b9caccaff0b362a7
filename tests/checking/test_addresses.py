"""What comparisons of addresses tell, and what they do not."""

import pytest

from tests.checking.judged import judged

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


ENDLESS = """
%m = memref.alloc() : memref<4xi32>
%a = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
%b = memref.extract_aligned_pointer_as_index %p : memref<4xi32> -> index
%same = arith.cmpi eq, %a, %b : index
%stays = arith.ori %same, %c : i1
scf.if %c {
  memref.dealloc %m : memref<4xi32>
}
scf.while : () -> () {
  scf.condition(%stays)
} do {
  scf.yield
}
memref.dealloc %m : memref<4xi32>
return
"""


def test_what_is_behind_a_loop_that_an_address_keeps_control_in_is_not_reached() -> None:
    """The second free stands behind the loop, out of which control comes only where the first one did nothing."""
    assert judged(ENDLESS, "%c: i1, %p: memref<4xi32>").status == "clean"
    assert judged(ENDLESS.replace("(%stays)", "(%same)"), "%c: i1, %p: memref<4xi32>").status == "error"


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

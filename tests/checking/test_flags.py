"""Conditions and small integers in memory: what is stored is what is loaded, and what nobody can know is said."""

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.checking.judged import judged, lowered

CELL = """
%true = arith.constant true
%false = arith.constant false
%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%flag = memref.{kind}() : memref<i1>
memref.store %true, %flag[] : memref<i1>
scf.for %i = %c0 to %n step %c1 {{
  {before}
  %a = memref.alloc() : memref<4xi32>
  %free = memref.load %flag[] : memref<i1>
  scf.if %free {{
    memref.dealloc %a : memref<4xi32>
  }}
  {after}
}}
return
"""


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        ("", "", "clean"),
        ("", "memref.store %false, %flag[] : memref<i1>", "error"),
        ("memref.store %true, %flag[] : memref<i1>", "memref.store %false, %flag[] : memref<i1>", "clean"),
        ("scf.if %c { memref.store %false, %flag[] : memref<i1> }", "", "error"),
        (
            "scf.if %c { memref.store %false, %flag[] : memref<i1> }\nmemref.store %true, %flag[] : memref<i1>",
            "",
            "clean",
        ),
    ],
    ids=["in front of the loop", "in the round before", "in each round", "perhaps", "in any case"],
)
@pytest.mark.parametrize("kind", ["alloca", "alloc"])
def test_a_flag_holds_what_was_stored_last_before_the_allocation(
    kind: str, before: str, after: str, status: str
) -> None:
    body = CELL.format(kind=kind, before=before, after=after)
    if kind == "alloc":
        body = body.replace("}\nreturn", "}\nmemref.dealloc %flag : memref<i1>\nreturn")
    assert judged(body, "%n: index, %c: i1").status == status


NUMBER = """
%c0 = arith.constant 0 : TYPE
%c1 = arith.constant 1 : TYPE
%a = memref.alloc() : memref<4xi32>
%state = memref.alloca() : memref<TYPE>
memref.store %c0, %state[] : memref<TYPE>
scf.if %c {
  memref.dealloc %a : memref<4xi32>
  memref.store %STORED, %state[] : memref<TYPE>
}
%now = memref.load %state[] : memref<TYPE>
%is = arith.cmpi eq, %now, %c0 : TYPE
scf.if %is {
  memref.dealloc %a : memref<4xi32>
}
return
"""


@pytest.mark.parametrize("type_", ["i32", "i64", "index"])
@pytest.mark.parametrize(("stored", "status"), [("c1", "clean"), ("c0", "error")])
def test_an_integer_in_memory_is_what_was_stored(type_: str, stored: str, status: str) -> None:
    assert judged(NUMBER.replace("TYPE", type_).replace("STORED", stored), "%c: i1").status == status


TWICE = """
%a = memref.alloc() : memref<4xi32>
%m = memref.alloc() : memref<i1>
FILLED
%first = memref.load %m[] : memref<i1>
scf.if %first {
  memref.dealloc %a : memref<4xi32>
}
BETWEEN
%second = memref.load %m[] : memref<i1>
scf.if %second {
} else {
  memref.dealloc %a : memref<4xi32>
}
memref.dealloc %m : memref<i1>
return
"""
COPIED = "memref.copy %from, %m : memref<i1> to memref<i1>"


@pytest.mark.parametrize(
    ("between", "status"), [("", "clean"), ("memref.store %c, %m[] : memref<i1>", "error"), (COPIED, "error")]
)
def test_what_is_loaded_twice_is_the_same_unless_it_was_written_in_between(between: str, status: str) -> None:
    assert (
        judged(TWICE.replace("FILLED", COPIED).replace("BETWEEN", between), "%from: memref<i1>, %c: i1").status
        == status
    )


@pytest.mark.parametrize(
    ("passed", "status"),
    [("%from: memref<i1>", "error"), ("", "undecided")],
    ids=["from a parameter", "from a constant"],
)
def test_what_an_op_writes_may_be_either_if_it_comes_from_outside(passed: str, status: str) -> None:
    body = """%true = arith.constant true
%a = memref.alloc() : memref<4xi32>
%m = memref.alloc() : memref<i1>
WRITTEN
%free = memref.load %m[] : memref<i1>
scf.if %free {
  memref.dealloc %a : memref<4xi32>
}
memref.dealloc %m : memref<i1>
return"""
    written = COPIED if passed else "linalg.fill ins(%true : i1) outs(%m : memref<i1>)"
    found = judged(body.replace("WRITTEN", written), passed)
    assert found.status == status
    doubt = "" if passed else "%free is loaded from %m, and it is not known what was stored there last"
    assert [(finding.kind, finding.doubt) for finding in found.findings] == [("leak", doubt)]


def test_two_conditions_from_one_memory_may_hang_together() -> None:
    body = TWICE.replace("FILLED", "").replace("BETWEEN", "").replace("%m = memref.alloc() : memref<i1>\n", "")
    body = body.replace("memref.dealloc %m : memref<i1>\n", "")
    found = judged(body, "%m: memref<i1>")
    assert found.status == "undecided"
    assert {finding.doubt for finding in found.findings} == {
        "%first and %second may depend on each other: both are computed from %m"
    }


@pytest.mark.parametrize("entry", [0, 1])
def test_a_list_without_a_condition_may_say_anything(entry: int) -> None:
    text = lowered()
    assert check(ownlog.parse(text)).status == "clean"
    store = [line for line in text.splitlines() if "memref.store %t" in line][entry]
    found = check(ownlog.parse(text.replace(store, "")))
    assert {(finding.kind, finding.certain) for finding in found.findings} == {("leak", True)}


@pytest.mark.parametrize(
    "change",
    [
        "memref.store %c, %alloc_0[%at] : memref<2xi1>",
        "scf.if %c {\nmemref.store %c, %alloc_0[%c0_0] : memref<2xi1>\n}",
        "linalg.fill ins(%c : i1) outs(%alloc_0 : memref<2xi1>)",
        "memref.store %c, %cast_1[%at] : memref<?xi1>",
    ],
    ids=["somewhere", "in a region", "all", "by a view"],
)
def test_a_list_that_is_written_otherwise_is_not_known(change: str) -> None:
    text = lowered().replace("@f(%c: i1)", "@f(%c: i1, %at: index)")
    assert check(ownlog.parse(text)).status == "clean"
    call = next(line for line in text.splitlines() if "call @dealloc_helper" in line)
    assert check(ownlog.parse(text.replace(call, f"{change}\n{call}"))).status == "undecided"


def test_an_answer_that_is_written_over_is_not_known() -> None:
    text = lowered()
    load = next(line for line in text.splitlines() if "memref.load %alloc_2" in line)
    assert (
        check(ownlog.parse(text.replace(load, f"memref.store %c, %alloc_2[%c0_2] : memref<2xi1>\n{load}"))).status
        == "undecided"
    )

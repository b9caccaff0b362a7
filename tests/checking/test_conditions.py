"""Conditions that hang together: which ways there are, and what is remembered of them."""

import pytest

import ownlog
from ownlog.backend.checking import check
from ownlog.backend.checking.judge import check_named
from ownlog.frontend.facts.names import Naming
from tests.checking.judged import judged


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


def test_a_switch_of_numbers_that_are_not_known_may_go_any_way() -> None:
    body = """
%a = memref.alloc() : memref<4xi32>
"cf.switch"(%flag)[^end, ^other, ^other] <{case_operand_segments = array<i32: 0, 0>, \
case_values = dense_resource<told> : vector<2xi32>,
    operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^other:
memref.dealloc %a : memref<4xi32>
cf.br ^end
^end:
memref.dealloc %a : memref<4xi32>
return
"""
    found = judged(body, "%flag: i32")
    assert [(finding.kind, finding.certain) for finding in found.findings] == [("double free", True)]


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
    buffers = (
        "%zero = arith.constant 0 : i32\n%a0 = memref.alloc() : memref<4xi32>\n%b0 = memref.alloc() : memref<4xi32>"
    )
    ends = f"memref.dealloc %a{count} : memref<4xi32>\nmemref.dealloc %b{count} : memref<4xi32>\nreturn"
    return "\n".join([buffers, *lines, ends])


def test_conditions_that_are_needed_no_more_are_forgotten() -> None:
    few, many = (judged(selects(count), "%m: memref<?xi32>, %i: index") for count in (6, 24))
    assert few.status == many.status == "clean"
    assert many.states < 6 * few.states


def test_allocations_that_share_their_ways_are_followed_together_up_to_a_limit_for_each() -> None:
    """Each link of the chain hands on the buffer before, or frees it: what is allocated there may come to each link
    behind it.
    """

    def states(count: int, limit: int) -> int:
        lines = [f"func.func @f({', '.join(f'%c{k}: i1' for k in range(count))}) {{", "  %no = arith.constant false"]
        lines += ["  %o0 = arith.constant true", "  %v0 = memref.alloc() : memref<4xi32>"]
        for k in range(count):
            lines += [f"  %v{k + 1} = scf.if %c{k} -> (memref<4xi32>) {{", "    %n = memref.alloc() : memref<4xi32>"]
            lines += [
                f"    scf.if %o{k} {{",
                f"      memref.dealloc %v{k} : memref<4xi32>",
                "    }",
                "    scf.yield %n : memref<4xi32>",
            ]
            lines += ["  } else {", f"    scf.yield %v{k} : memref<4xi32>", "  }"]
            lines += [f"  %o{k + 1} = arith.select %c{k}, %c{k}, %o{k} : i1"]
        lines += [f"  scf.if %o{count} {{", f"    memref.dealloc %v{count} : memref<4xi32>", "  }", "  return", "}"]
        module = ownlog.parse("\n".join(lines))
        verdict = check_named(module, Naming(module), limit=limit)
        assert verdict.status == "clean"
        return verdict.states

    assert 1_000 < states(30, 1_000) == states(30, 200_000)


MANY_SELECTS = 14


def chain(last: str) -> str:
    """Two buffers that are chosen between again and again, each time by another condition; what is not chosen in the
    end is freed, too.
    """
    lines = ["%a0 = memref.alloc() : memref<4xi32>", "%b0 = memref.alloc() : memref<4xi32>"]
    for n in range(MANY_SELECTS):
        lines.append(f"%a{n + 1} = arith.select %c{n}, %a{n}, %b{n} : memref<4xi32>")
        lines.append(f"%b{n + 1} = arith.select %c{n}, %b{n}, %a{n} : memref<4xi32>")
    lines += [f"memref.dealloc %a{MANY_SELECTS} : memref<4xi32>", f"memref.dealloc {last} : memref<4xi32>", "return"]
    return "\n".join(lines)


@pytest.mark.parametrize(("last", "status"), [(f"%b{MANY_SELECTS}", "clean"), ("%b0", "error")])
def test_few_conditions_are_tracked_where_there_are_many(
    last: str, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ownlog.backend.checking.refinement._MANY", 50)
    assert judged(chain(last), ", ".join(f"%c{n}: i1" for n in range(MANY_SELECTS))).status == status


@pytest.mark.parametrize(
    ("first", "second", "status"), [("true", "true", "clean"), ("true", "false", "error"), ("true", "c", "error")]
)
def test_a_parameter_is_the_constant_that_all_calls_pass(first: str, second: str, status: str) -> None:
    callee = """func.func private @callee(%free: i1) {
  %a = memref.alloc() : memref<4xi32>
  scf.if %free {
    memref.dealloc %a : memref<4xi32>
  }
  return
}
"""
    calls = "".join(f"  call @callee(%{passed}) : (i1) -> ()\n" for passed in (first, second))
    constants = "  %true = arith.constant true\n  %false = arith.constant false\n"
    assert check(ownlog.parse(f"{callee}func.func @f(%c: i1) {{\n{constants}{calls}  return\n}}\n")).status == status


FREED = """func.func private @back(%x: i1, %y: i1, %a: memref<4xi32>) -> (i1, i1) {
  return %x, %y : i1, i1
}
func.func @f(%c: i1, %d: i1) {
  %a = memref.alloc() : memref<4xi32>
  PASSED
  scf.if %e {
    memref.dealloc %a : memref<4xi32>
  }
  scf.if %OTHER {
  } else {
    memref.dealloc %a : memref<4xi32>
  }
  return
}
"""
PASSED = {
    "to a block": "cf.br ^next(%c, %SECOND : i1, i1)\n^next(%e: i1, %f: i1):",
    "out of a region": "%e, %f = scf.execute_region -> (i1, i1) {\nscf.yield %c, %SECOND : i1, i1\n}",
    "out of a function": "%e, %f = call @back(%c, %SECOND, %a) : (i1, i1, memref<4xi32>) -> (i1, i1)",
    "through memory": (
        """%m = memref.alloc() : memref<i1>
  memref.store %c, %m[] : memref<i1>
  %e = memref.load %m[] : memref<i1>
  memref.store %SECOND, %m[] : memref<i1>
  %f = memref.load %m[] : memref<i1>
  memref.dealloc %m : memref<i1>"""
    ),
}


@pytest.mark.parametrize("way", PASSED)
@pytest.mark.parametrize(
    ("second", "other", "status"), [("d", "c", "clean"), ("d", "d", "error"), ("c", "f", "clean"), ("d", "f", "error")]
)
def test_what_takes_the_value_of_a_condition_is_that_condition(way: str, second: str, other: str, status: str) -> None:
    text = FREED.replace("PASSED", PASSED[way]).replace("SECOND", second).replace("OTHER", other)
    assert check(ownlog.parse(text)).status == status


NESTED = """  %false = arith.constant false
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  %both = arith.andi %c, %d : i1
  scf.if %OUTER {
    scf.if %INNER {
      %a = memref.alloc() : memref<4xi32>
    }
  } else {
    cf.assert %d, "d"
  }
  return"""


@pytest.mark.parametrize(
    ("outer", "inner", "status"),
    [
        *[("c", "n", "clean"), ("false", "d", "clean"), ("d", "false", "clean"), ("n", "both", "clean")],
        *[("c", "d", "error"), ("n", "n", "error"), ("true", "d", "error"), ("c", "both", "error")],
    ],
)
def test_what_is_allocated_where_control_never_comes_need_not_be_freed(outer: str, inner: str, status: str) -> None:
    assert judged(NESTED.replace("OUTER", outer).replace("INNER", inner), "%c: i1, %d: i1").status == status


def test_what_is_allocated_under_a_condition_that_is_never_true_is_handed_out_of_it() -> None:
    body = """  %b = memref.alloc() : memref<4xi32>
  %n = arith.constant 3 : index
  %never = arith.cmpi slt, %n, %n : index
  %false = arith.constant false
  %r:2 = scf.if %c -> (memref<4xi32>, i1) {
    %inner = scf.if %never -> (memref<4xi32>) {
      %a = memref.alloc() : memref<4xi32>
      scf.yield %a : memref<4xi32>
    } else {
      scf.yield %b : memref<4xi32>
    }
    scf.yield %inner, %never : memref<4xi32>, i1
  } else {
    scf.yield %b, %false : memref<4xi32>, i1
  }
  scf.if %r#1 {
    memref.dealloc %r#0 : memref<4xi32>
  }
  memref.dealloc %b : memref<4xi32>
  return"""
    assert judged(body, "%c: i1").status == "clean"
    assert judged(body.replace("slt", "sle"), "%c: i1").status == "clean"
    assert judged(body.replace("slt, %n, %n", "slt, %z, %n"), "%c: i1, %z: index").status == "clean"

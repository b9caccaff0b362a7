"""buffer-reading: who reads what a buffer repeats in place of the buffer, and what stays."""

import pytest

import ownlog
from ownlog.backend.checking import check
from tests.backend.placement.test_sinking import passed

READ, WHOLE = "buffer-reading", "buffer-deallocation-pipeline"
A, N = "memref<4xi64>", "memref<i64>"
GLOBAL = f'memref.global "private" constant @number : {N} = dense<5>\n'
EACH, ONE, BACK = "affine_map<(d0) -> (d0)>", "affine_map<(d0) -> ()>", "affine_map<(d0) -> (3 - d0)>"
MADE = f"  %a = memref.alloc() : {A}\n  %b = memref.alloc() : {A}\n  %g = memref.get_global @number : {N}\n"


def points(source: str, target: str, kind: str, map_: str) -> str:
    return f"""\
  linalg.generic {{indexing_maps = [{map_}, {EACH}], iterator_types = ["parallel"]}} ins({source} : {kind}) \
outs({target} : {A}) {{
  ^bb0(%in: i64, %out: i64):
    linalg.yield %in : i64
  }}
"""


REPEAT = points("%g", "%a", N, ONE)
COPY = points("%a", "%b", A, EACH)
ADD = COPY.replace("outs(%b", "outs(%a").replace(
    "linalg.yield %in", "%s = arith.addi %in, %in : i64\n    linalg.yield %s"
)
END = f"  %r = memref.load %b[%n] : {A}\n  return %r : i64\n"
WRITE = f"  memref.store %v, %p[] : {N}\n"


def function(*parts: str) -> str:
    return f"{GLOBAL}func.func @f(%c: i1, %n: index, %v: i64, %p: {N}) -> i64 {{\n{''.join(parts)}}}\n"


def test_who_reads_what_is_repeated_reads_that_itself() -> None:
    assert passed(function(MADE, REPEAT, COPY, END), READ) == function(
        MADE.partition("\n")[2], points("%g", "%b", N, ONE), END
    )


def test_what_is_overwritten_in_place_is_not_read() -> None:
    out = passed(function(MADE, REPEAT, ADD, COPY, END), READ)
    assert out.count("linalg.generic") == 2
    assert f"indexing_maps = [{ONE}, {EACH}]" in out
    assert f"ins(%g : {N}) outs(%a : {A})" in out


def test_rounds_and_branches_read_it_too() -> None:
    inside = f"  scf.for %i = %n to %n step %n {{\n{COPY}  }}\n  scf.if %c {{\n{COPY}  }}\n"
    out = passed(function(MADE, REPEAT, inside, END), READ)
    assert out.count(f"ins(%g : {N})") == 2
    assert "ins(%a" not in out


def test_a_parameter_that_nobody_writes_to_is_read() -> None:
    assert "ins(%a" not in passed(function(MADE, REPEAT.replace("%g", "%p"), COPY, END), READ)


SEEN = END.replace("%b", "%a")
STAYS = {
    "it is read otherwise, too": function(MADE, REPEAT, COPY, SEEN),
    "backwards": function(MADE, REPEAT, points("%a", "%b", A, BACK), END),
    "the parameter is written to": function(MADE, REPEAT.replace("%g", "%p"), COPY, WRITE, END),
    "the global changes": function(MADE, REPEAT, COPY, END).replace(" constant @", " @"),
    "one way only": function(MADE, f"  scf.if %c {{\n{REPEAT}  }}\n", COPY, END),
    "more is computed": function(
        MADE, REPEAT.replace("linalg.yield %in", "%s = arith.addi %in, %v : i64\n    linalg.yield %s"), COPY, END
    ),
    "it is read before": function(MADE, COPY, REPEAT, COPY, SEEN),
    "it goes on": function(
        MADE,
        REPEAT,
        f"  %t = memref.cast %a : {A} to memref<?xi64>\n",
        COPY,
        END.replace(f"%b[%n] : {A}", "%t[%n] : memref<?xi64>"),
    ),
}


@pytest.mark.parametrize("text", STAYS.values(), ids=STAYS)
def test_what_is_repeated_stays(text: str) -> None:
    assert "ins(%a" in passed(text, READ)


@pytest.mark.parametrize("placement", ["reading", "reading,splitting,sinking", "all"])
@pytest.mark.parametrize(
    "text", [function(MADE, REPEAT, COPY, END), function(MADE, REPEAT, ADD, COPY, END), *STAYS.values()]
)
def test_what_is_left_is_freed(text: str, placement: str) -> None:
    assert check(ownlog.parse(passed(text, f"{WHOLE}{{placement={placement}}}"))).findings == []


def test_a_buffer_that_is_only_repeated_is_not_allocated() -> None:
    before, after = (
        passed(function(MADE, REPEAT, COPY, END), f"{WHOLE}{{placement={name}}}")
        for name in ("sinking", "reading,sinking")
    )
    assert before.count("memref.alloc(") == after.count("memref.alloc(") + 1


def test_what_is_repeated_from_one_memory_space_to_another_stays() -> None:
    far_source, far_copy = N.replace(">", ", 1>"), A.replace(">", ", 1>")
    source = (
        function(MADE, REPEAT, COPY, END)
        .replace(f"@number : {N}", f"@number : {far_source}")
        .replace(f"ins(%g : {N})", f"ins(%g : {far_source})")
    )
    made = MADE.replace(f"%a = memref.alloc() : {A}", f"%a = memref.alloc() : {far_copy}")
    copy = function(
        made,
        points("%g", "%a", N, ONE).replace(f"outs(%a : {A})", f"outs(%a : {far_copy})"),
        points("%a", "%b", far_copy, EACH),
        END,
    )
    for text in (source, copy):
        assert passed(text, READ) == text

"""Which buffers share an allocation, and what it takes: `ownlog alias`.

Each case is a body of a function, a buffer in it, and what is said of others: MUST, NEVER, or MAY with its condition.
"""

import pytest

from ownlog import InputError
from ownlog.query.reports.alias import without_never
from tests.query.programs import TWO, T, analysis, big

HEAD = f"""\
func.func private @call({T}) -> {T}
memref.global "private" constant @g : {T} = dense<1.0>
func.func @f(%c: i1, %d: i1, %n: index, %x: {T}, %y: {T}) {{
  %a = memref.alloc() : {T}
  %b = memref.alloc() : {T}
"""

SELECT = f"""\
  %s = arith.select %c, %a, %b : {T}
  %t = arith.select %c, %b, %a : {T}
  %same = arith.select %c, %a, %a : {T}
  %deep = arith.select %d, %s, %x : {T}
  %either = arith.select %d, %s, %a : {T}
"""
IF = f"""\
  %r = scf.if %c -> {T} {{
    %p = memref.cast %a : {T} to memref<?xf32>
    scf.yield %a : {T}
  }} else {{
    %q = scf.if %d -> {T} {{
      scf.yield %b : {T}
    }} else {{
      scf.yield %a : {T}
    }}
    scf.yield %q : {T}
  }}
"""
BRANCH = f"""\
  cf.cond_br %c, ^left(%a : {T}), ^right
^left(%l: {T}):
  cf.cond_br %d, ^join(%l : {T}), ^join(%b : {T})
^right:
  cf.br ^join(%x : {T})
^join(%j: {T}):
"""
DIAMOND = f"""\
  cf.cond_br %c, ^top, ^out(%x : {T})
^top:
  cf.cond_br %d, ^one, ^two
^one:
  cf.br ^under
^two:
  cf.br ^under
^under:
  cf.br ^out(%a : {T})
^out(%o: {T}):
"""
LOOP = f"""\
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%k = %a) -> {T} {{
    %w = arith.select %d, %b, %k : {T}
    scf.yield %w : {T}
  }}
"""
CYCLE = f"""\
  cf.br ^head(%a : {T})
^head(%h: {T}):
  %e = arith.cmpi eq, %n, %n : index
  cf.cond_br %e, ^body, ^exit
^body:
  cf.br ^head(%b : {T})
^exit:
"""
REST = f"""\
  %g1 = memref.get_global @g : {T}
  %g2 = memref.get_global @g : {T}
  %sg = arith.select %c, %g1, %x : {T}
  %u = call @call(%x) : ({T}) -> {T}
  %z = "my.op"(%b) : ({T}) -> {T}
  %m = scf.if %c -> {T} {{
    scf.yield %x : {T}
  }} else {{
    scf.yield %y : {T}
  }}
"""

CASES = [
    # A select, and another one by the same condition.
    (
        SELECT,
        "%s",
        {"%a": "%c is true", "%b": "%c is false", "%x": "NEVER", "%t": "never at one time", "%same": "%c is true"},
    ),
    (SELECT, "%a", {"%s": "%c is true", "%t": "%c is false", "%same": "MUST", "%b": "NEVER", "%x": "NEVER"}),
    (
        SELECT,
        "%deep",
        {
            "%a": "%c is true and %d is true",
            "%b": "%c is false and %d is true",
            "%x": "%d is false",
            "%y": "%d is false",
        },
    ),
    # On one way to %a the condition %c is needed, on the other %d: no single one is.
    (
        SELECT,
        "%either",
        {"%a": "", "%b": "%c is false and %d is true", "%s": "%c is true or (%c is false and %d is true)"},
    ),
    # Regions, nested ones too. What is needed where the other buffer is does not count.
    (IF, "%r", {"%a": "", "%b": "%c is false and %d is true", "%p": "", "%q": "", "%x": "NEVER"}),
    (IF, "%q", {"%a": "%d is false", "%b": "%d is true", "%r": ""}),
    (IF, "%p", {"%a": "MUST", "%b": "NEVER", "%r": "", "%q": "%d is false"}),
    # Blocks that are only reached by one side of a branch, and those that both sides of another reach.
    (
        BRANCH,
        "%j",
        {
            "%a": "%c is true and %d is true",
            "%b": "%c is true and %d is false",
            "%x": "%c is false",
            "%l": "%d is true",
        },
    ),
    (DIAMOND, "%o", {"%a": "%c is true", "%x": "%c is false", "%y": "%c is false", "%b": "NEVER"}),
    # Loops: what comes round again needs what it needed the round before.
    (LOOP, "%l", {"%a": "", "%b": "%d is true", "%k": "", "%w": "", "%x": "NEVER"}),
    (LOOP, "%k", {"%a": "", "%b": "%d is true"}),
    (CYCLE, "%h", {"%a": "", "%b": "%e is true"}),
    # Where it rests on what is outside of the function.
    (REST, "%x", {"%y": "", "%g1": "", "%sg": "", "%m": "", "%a": "NEVER", "%u": "NEVER", "%z": ""}),
    (REST, "%g1", {"%g2": "MUST", "%x": "", "%sg": "", "%m": ""}),
    (REST, "%z", {"%b": "", "%x": "", "%a": "NEVER", "%u": "NEVER"}),
]


def said(body: str, value: str) -> dict[str, str]:
    """What is said of each other buffer: its class, or for MAY the condition."""
    answer = analysis(f"{HEAD}{body}  return\n}}\n").alias(value, "f")
    assert answer.complete
    return {row[0].partition("/")[2]: row[2] if row[1] == "MAY" else row[1] for row in answer}


@pytest.mark.parametrize(
    ("body", "value", "expected"), CASES, ids=[f"{number}-{case[1]}" for number, case in enumerate(CASES)]
)
def test_classes_and_conditions(body: str, value: str, expected: dict[str, str]) -> None:
    found = said(body, value)
    assert {name: found[name] for name in expected} == expected


def test_every_other_buffer_is_told_of_in_text_order() -> None:
    assert list(said(SELECT, "%a")) == ["%x", "%y", "%b", "%s", "%t", "%same", "%deep", "%either"]


def because(body: str, value: str, other: str) -> str:
    """What it rests on."""
    answer = analysis(f"{HEAD}{body}  return\n}}\n").alias(value, "f")
    return next(str(row[3]) for row in answer if row[0] == f"@f/{other}")


@pytest.mark.parametrize(
    ("body", "value", "other", "text"),
    [
        (SELECT, "%s", "%a", "both may hold %a"),
        (SELECT, "%s", "%t", "both may hold %a, or both may hold %b"),
        (SELECT, "%same", "%a", "whatever holds one of them holds the other"),
        (SELECT, "%x", "%a", "%x was there before the allocation of %a was made"),
        (SELECT, "%a", "%x", "%x was there before the allocation of %a was made"),
        (SELECT, "%s", "%x", "they hold different allocations"),
        (
            SELECT,
            "%either",
            "%s",
            "both may hold %a, where %c is true; both may hold %b, where %c is false and %d is true",
        ),
        (REST, "%x", "%y", "%x and %y may be the same where the function is called"),
        (REST, "%z", "%b", "both may hold %b, or %z may be anything that got away, and %b did"),
    ],
)
def test_reasons(body: str, value: str, other: str, text: str) -> None:
    assert because(body, value, other) == text


def test_a_value_of_a_big_function_is_asked_about() -> None:
    one = analysis(big(40))
    found = {row[0]: tuple(row[1:3]) for row in one.alias("%s3", "big")}
    assert len(found) == 120
    assert found["@big/%a3"] == ("MAY", "%c is true")
    assert found["@big/%x"] == ("MAY", "%c is false")
    assert found["@big/%s4"] == ("MAY", "%c is false")
    assert one.questions.base.asked == {"@big/%s3"}


def test_a_value_that_may_hold_very_many_says_so() -> None:
    lines = [f"  %a0 = memref.alloc() : {T}", f"  %s0 = memref.cast %a0 : {T} to {T}"]
    for number in range(1, 52):
        lines.append(f"  %a{number} = memref.alloc() : {T}")
        lines.append(f"  %s{number} = arith.select %c, %a{number}, %s{number - 1} : {T}")
    one = analysis("\n".join([f"func.func @f(%c: i1, %x: {T}) {{", *lines, "  return", "}", ""]))
    found = {row[0]: tuple(row[1:]) for row in one.alias("%s51")}
    assert found["@f/%a7"] == ("MAY", "", "it may hold 52 allocations, too many to tell conditions")
    assert {row[0]: row[2] for row in one.alias("%s49")}["@f/%a49"] == "%c is true"


def test_the_value_may_be_found_by_its_name_alone() -> None:
    assert [row[0] for row in analysis().alias("%s")] == ["@one/%x", "@one/%a"]
    assert [row[0] for row in analysis().alias("@one/%s")] == ["@one/%x", "@one/%a"]


@pytest.mark.parametrize(
    ("value", "function", "message", "advice"),
    [
        ("%a", None, "several values are called %a", "name one: @one/%a (line 2), @two/%a (line 7)"),
        ("%s", "two", "there is no value called %s in @two", "things are called as in the input"),
        ("%aa", "two", "there is no value called %aa in @two", "did you mean %a?"),
        ("%a", "tow", "there is no function called tow", "did you mean @two?"),
        ("%c", "one", "@one/%c is not a buffer: its type is i1", "only memrefs"),
    ],
)
def test_mistakes(value: str, function: str | None, message: str, advice: str) -> None:
    with pytest.raises(InputError) as error:
        analysis(TWO).alias(value, function)
    assert message in error.value.diagnostics[0].message
    assert advice in (error.value.diagnostics[0].advice or "")


def test_what_never_shares_it_is_counted() -> None:
    answer = analysis().alias("@one/%s")
    assert without_never(answer).rows == answer.rows
    never = analysis().alias("@two/%a")
    kept = without_never(never)
    assert [row for row in never if row[1] != "NEVER"] == list(kept)
    assert kept.left_out == "and 1 that NEVER shares it: --never lists it"
    assert str(kept).endswith("(1 row, and 1 that NEVER shares it: --never lists it)")

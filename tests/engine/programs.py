"""Small programs with facts, on which all engines must agree. Each exercises one construct of the language."""

from typing import NamedTuple, TypeAlias

Row: TypeAlias = tuple[str | int, ...]
Facts: TypeAlias = dict[str, list[Row]]


class Case(NamedTuple):
    """A program, its facts, and what one relation must hold."""

    name: str
    text: str
    facts: Facts
    expected: dict[str, set[Row]]


EDGE = ".decl Edge(x:symbol, y:symbol)\n.input Edge\n"
NUM = ".decl Num(x:number)\n.input Num\n"
PAIR = ".decl Pair(x:number, y:number)\n.input Pair\n"
WORD = ".decl Word(s:symbol)\n.input Word\n"
EDGES: Facts = {"Edge": [("a", "b"), ("b", "c"), ("c", "a"), ("d", "e")]}
NUMS: Facts = {"Num": [(1,), (2,), (3,), (-7,)]}
PAIRS: Facts = {"Pair": [(1, 2), (1, 3), (2, 3), (4, 4), (5, -6)]}
WORDS: Facts = {"Word": [("alpha",), ("beta",), ("",), ('say "hi"',), ("back\\slash",)]}


def out(*columns: str) -> str:
    """The declaration of the output relation R."""
    return f".decl R({', '.join(f'c{i}:{kind}' for i, kind in enumerate(columns))})\n.output R\n"


def _rows(*values: str | int | Row) -> dict[str, set[Row]]:
    return {"R": {value if isinstance(value, tuple) else (value,) for value in values}}


CASES = [
    Case("copy", EDGE + out("symbol", "symbol") + "R(x,y) :- Edge(x,y).", EDGES, _rows(*EDGES["Edge"])),
    Case(
        "swap",
        EDGE + out("symbol", "symbol") + "R(y,x) :- Edge(x,y).",
        EDGES,
        _rows(("b", "a"), ("c", "b"), ("a", "c"), ("e", "d")),
    ),
    Case("project", EDGE + out("symbol") + "R(x) :- Edge(x,_).", EDGES, _rows("a", "b", "c", "d")),
    Case("constant", EDGE + out("symbol") + 'R(y) :- Edge("a",y).', EDGES, _rows("b")),
    Case("repeat", PAIR + out("number") + "R(x) :- Pair(x,x).", PAIRS, _rows(4)),
    Case("join", PAIR + out("number", "number") + "R(x,z) :- Pair(x,y), Pair(y,z).", PAIRS, _rows((1, 3), (4, 4))),
    Case(
        "cross",
        NUM + out("number", "number") + "R(x,y) :- Num(x), Num(y), x < y, y < 3.",
        NUMS,
        _rows((-7, 1), (-7, 2), (1, 2)),
    ),
    Case("facts", out("number", "symbol") + 'R(1+2, cat("a","b")). R(-4, "\\"").', {}, _rows((3, "ab"), (-4, '"'))),
    Case(
        "heads",
        NUM + out("number") + ".decl S(x:number)\n.output S\nR(x), S(x+1) :- Num(x), x > 1.",
        NUMS,
        {**_rows(2, 3), "S": {(3,), (4,)}},
    ),
    Case("or", NUM + out("number") + "R(x) :- Num(x), (x = 1 ; x > 2 ; x < 0, x != -8).", NUMS, _rows(1, 3, -7)),
    Case("or top", NUM + PAIR + out("number") + "R(x) :- Num(x), x > 2 ; Pair(x,4).", {**NUMS, **PAIRS}, _rows(3, 4)),
    Case("not group", NUM + out("number") + "R(x) :- Num(x), !(x = 1 ; x > 2).", NUMS, _rows(2, -7)),
    Case("negation", NUM + PAIR + out("number") + "R(x) :- Num(x), !Pair(x,_).", {**NUMS, **PAIRS}, _rows(3, -7)),
    Case("negation of an expression", NUM + out("number") + "R(x) :- Num(x), !Num(x+1).", NUMS, _rows(3, -7)),
    Case(
        "nullary",
        NUM + ".decl Any()\n" + out("number") + "Any() :- Num(x), x > 2.\nR(1) :- Any().\nR(2) :- !Any().",
        NUMS,
        _rows(1),
    ),
    Case(
        "closure",
        EDGE + out("symbol", "symbol") + "R(x,y) :- Edge(x,y). R(x,z) :- R(x,y), R(y,z).",
        EDGES,
        _rows(("d", "e"), *((x, y) for x in "abc" for y in "abc")),
    ),
    Case(
        "mutual",
        NUM + ".decl Odd(x:number)\n" + out("number") + "R(0). Odd(x+1) :- R(x), x < 9. R(x+1) :- Odd(x), x < 9.",
        NUMS,
        _rows(0, 2, 4, 6, 8),
    ),
    Case(
        "eqrel",
        EDGE
        + ".decl Same(x:symbol, y:symbol) eqrel\n"
        + out("symbol", "symbol")
        + "Same(x,y) :- Edge(x,y). R(x,y) :- Same(x,y).",
        EDGES,
        _rows(*((x, y) for x in "abc" for y in "abc"), *((x, y) for x in "de" for y in "de")),
    ),
    Case(
        "count",
        NUM + PAIR + out("number", "number") + "R(x,n) :- Num(x), n = count : { Pair(x,_) }.",
        {**NUMS, **PAIRS},
        _rows((1, 2), (2, 1), (3, 0), (-7, 0)),
    ),
    Case("count all", PAIR + out("number") + "R(count : Pair(_,_)) :- true.", PAIRS, _rows(5)),
    Case(
        "count joined", PAIR + out("number") + "R(n) :- n = count : { Pair(x,y), Pair(y,_), x < y }.", PAIRS, _rows(1)
    ),
    Case(
        "count that must be two",
        NUM + out("number") + "R(n) :- n = count : { Num(x), x > 2 }, n = 2. R(n) :- n = 4, n = count : Num(_).",
        NUMS,
        _rows(4),
    ),
    Case(
        "count bound",
        PAIR + NUM + out("number") + "R(x) :- Num(x), x = count : { Pair(1,_) }.",
        {**NUMS, **PAIRS},
        _rows(2),
    ),
    Case(
        "sum",
        NUM + PAIR + out("number", "number") + "R(x,n) :- Num(x), n = sum y : { Pair(x,y) }.",
        {**NUMS, **PAIRS},
        _rows((1, 5), (2, 3), (3, 0), (-7, 0)),
    ),
    Case("sum of equals", PAIR + out("number") + "R(n) :- n = sum 1 : { Pair(_,y), y > 2 }.", PAIRS, _rows(3)),
    Case(
        "min",
        NUM + PAIR + out("number", "number") + "R(x,n) :- Num(x), n = min y : { Pair(x,y) }.",
        {**NUMS, **PAIRS},
        _rows((1, 2), (2, 3)),
    ),
    Case("max", PAIR + out("number") + "R(n) :- n = max x*y : { Pair(x,y), y > 0 }.", PAIRS, _rows(16)),
    Case(
        "two aggregates",
        PAIR + out("number", "number") + "R(a,b) :- a = min x : { Pair(x,_) }, b = max x : { Pair(x,_) }.",
        PAIRS,
        _rows((1, 5)),
    ),
    Case(
        "aggregate in an argument",
        PAIR + NUM + out("number") + "R(x) :- Num(x), Pair(x, count : { Num(y), y > 0 }).",
        {**NUMS, **PAIRS},
        _rows(1, 2),
    ),
    Case(
        "arithmetic",
        NUM + out("number", "number", "number") + "R(x, x / 2, x % 2) :- Num(x), -x * 2 + 1 != 3 - x.",
        NUMS,
        _rows((1, 0, 1), (2, 1, 0), (3, 1, 1), (-7, -3, -1)),
    ),
    Case(
        "bits",
        NUM + out("number", "number", "number") + "R(x band 6, x bor 8, bnot x) :- Num(x), x bxor 2 > 0.",
        NUMS,
        _rows((0, 9, -2), (2, 11, -4)),
    ),
    Case(
        "extremes",
        PAIR + out("number", "number") + "R(min(x,y), max(x,y,2)) :- Pair(x,y).",
        PAIRS,
        _rows((1, 2), (1, 3), (2, 3), (4, 4), (-6, 5)),
    ),
    Case(
        "strings",
        WORD + out("symbol", "number") + 'R(cat(s,"!",s), strlen(s)) :- Word(s), s != "beta".',
        WORDS,
        _rows(("alpha!alpha", 5), ("!", 0), ('say "hi"!say "hi"', 8), ("back\\slash!back\\slash", 10)),
    ),
    Case(
        "substr",
        WORD + out("symbol") + "R(substr(s,1,3)) :- Word(s), strlen(s) > 4.",
        WORDS,
        _rows("lph", "ay ", "ack"),
    ),
    Case(
        "conversion",
        NUM + WORD + out("symbol", "number") + 'R(to_string(x), to_number(cat("1", to_string(x)))) :- Num(x), x > 1.',
        NUMS,
        _rows(("2", 12), ("3", 13)),
    ),
    Case("match", WORD + out("symbol") + 'R(s) :- Word(s), match("[a-z]*ta|al.*", s).', WORDS, _rows("alpha", "beta")),
    Case(
        "contains",
        WORD + out("symbol") + 'R(s) :- Word(s), contains("a", s), !contains("l", s), !match("s.*", s).',
        WORDS,
        _rows("beta"),
    ),
    Case(
        "equations",
        NUM + out("number", "number") + "R(y,z) :- z = y * y, y = x + 1, Num(x), x > 1.",
        NUMS,
        _rows((3, 9), (4, 16)),
    ),
    Case(
        "unicode",
        WORD + out("number", "symbol") + "R(strlen(s), substr(s,0,2)) :- Word(s).",
        {"Word": [("é1",)]},
        _rows((3, "é")),
    ),
    Case(
        "cast",
        ".type A <: symbol\n.type B <: symbol\n.decl P(a:A)\n.input P\n.decl R(b:B)\n.output R\nR(as(a,B)) :- P(a).",
        {"P": [("p",)]},
        _rows("p"),
    ),
    Case(
        "existence",
        EDGE + out("symbol") + "R(x) :- Edge(x,_), Edge(x,y), Edge(y,z), Edge(z,w), w != y.",
        EDGES,
        _rows("a", "b", "c"),
    ),
    Case(
        "wide",
        ".decl W(a:number,b:number,c:number,d:number)\n.input W\n"
        + out("number", "number")
        + "R(a,d) :- W(a,b,_,d), W(_,_,b,a).",
        {"W": [(1, 2, 3, 4), (5, 6, 2, 1), (7, 3, 9, 9)]},
        _rows((1, 4)),
    ),
    Case("false", NUM + out("number") + "R(x) :- Num(x), false.\nR(5) :- true.", NUMS, _rows(5)),
]

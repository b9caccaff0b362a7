"""Every mistake in a program is reported where it is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ownlog.base.cache import Nowhere
from ownlog.base.errors import RuleError
from ownlog.rules.engine.program.program import Program

DECLS = """.type V <: symbol
.type W <: symbol
.type N <: number
.decl A(x:number)
.decl B(x:number, y:number)
.decl S(s:symbol)
.decl Vs(v:V)
.decl Ws(w:W)
.decl Ns(n:N)
"""

BAD = [
    # syntax
    ("A(x :- A(x).", "1:5", "syntax error: unexpected `:-`"),
    ("A(x) :- A(x)", "1:13", "unexpected end of the file"),
    ("A(~).", "1:3", "no word or sign of the language starts here"),
    (".decl count(x:number)", "1:7", "unexpected `count`"),
    ('S("\\q").', "1:4", "unknown escape sequence \\q"),
    ("A(x) :- S(s), x = strlen(s, s).", "1:19", "strlen takes 1 arguments, not 2"),
    ("A(4294967296).", "1:3", "does not fit into 32 bits"),
    ("A(2147483648).", "1:3", "does not fit into 32 bits"),
    # unsupported
    (".comp C { }", "1:1", "unsupported: components"),
    (".init c = C", "1:1", "unsupported: component instances"),
    (".functor f(x:number):number", "1:1", "unsupported: `.functor`"),
    (".lattice L<> { }", "1:1", "unsupported: `.lattice`"),
    (".limitsize A(n=3)", "1:1", "unsupported: `.limitsize`"),
    (".decl C(x:number) choice-domain x", "1:19", "unsupported: `choice-domain`"),
    (".decl C(x:number) output", "1:19", "use the directive `.output NAME`"),
    (".output A(IO=stdout)", "1:1", "unsupported: parameters of .output"),
    ('#include "x"', "1:1", "unsupported: the C preprocessor"),
    ("A(x) <= A(y) :- B(x,y).", "1:6", "unsupported: subsumption"),
    ("A(1.5).", "1:3", "unsupported: the constant `1.5`"),
    ("A(1u).", "1:3", "unsupported: the constant `1u`"),
    ("A(x) :- S(s), x = ord(s).", "1:19", "unsupported: `ord`"),
    ("A(x) :- A(y), x = range(1,y).", "1:19", "unsupported: `range`"),
    ("A(x) :- A(y), x = y ^ 2.", "1:21", "unsupported: the power operator"),
    ("A(x) :- A(y), x = y bshl 2.", "1:21", "unsupported: `bshl`"),
    ("A(x) :- A(y), x = @f(y).", "1:19", "unsupported: user-defined functors"),
    ("A(x) :- B(x, $).", "1:14", "unsupported: algebraic data types"),
    (".type R = [a:number]", "1:11", "unsupported: records"),
    (".decl F(x:float)", "1:11", "unsupported type float"),
    (".type F <: unsigned", "1:7", "unsupported"),
    ("A(x) :- x = count : { (A(1) ; A(2)) }.", "1:24", "unsupported: parentheses or `;` inside an aggregate"),
    ("A(x) :- x = count : { A(count : { A(_) }) }.", "1:25", "unsupported: an aggregate inside an aggregate"),
    ("A(n) :- n = sum x : { B(x,_), A(x) }.", "1:27", "unsupported: `_` in a sum over several atoms"),
    ('S(s) :- S(s), s < "a".', "1:15", "unsupported: `<` on symbols"),
    # declarations
    (".decl A(x:number)", "1:7", "relation A is declared already"),
    (".decl C(x:number, x:number)", "1:21", "column x is declared already"),
    (".decl C(x:Missing)", "1:11", "undeclared type Missing"),
    (".type V <: number", "1:7", "type V is declared already"),
    (".type P <: Q\n.type Q <: P", "1:7", "type P depends on itself"),
    (".type U = V | N", "1:7", "the union U mixes numbers and symbols"),
    (".type U = V | W\n.type X <: U", "2:7", "cannot be a subtype of the union U"),
    (".decl E(x:V, y:W) eqrel", "1:7", "an eqrel needs two columns of one type"),
    (".output C", "1:9", "undeclared relation C"),
    # rules
    ("A(x) :- Missing(x).", "1:9", "undeclared relation Missing"),
    ("A(x) :- B(x).", "1:9", "B has 2 columns, not 1"),
    ("A(_) :- A(_).", "1:3", "`_` in the head"),
    ("A(x) :- A(x), x != _.", "1:20", "`_` in a comparison"),
    ("A(x) :- A(x), x = 1 + _.", "1:23", "`_` as an argument of `+`"),
    ("A(x).", "1:3", "variable x is unbound"),
    ("A(x) :- A(y).", "1:3", "variable x is unbound"),
    ("A(x) :- A(x), !A(y).", "1:18", "variable y is unbound"),
    ("A(x) :- A(x), x < y.", "1:19", "variable y is unbound"),
    ("A(x) :- x = y, y = x.", "1:9", "variable x is unbound"),
    ("A(x) :- A(y), y = x + 1.", "1:19", "variable x is unbound"),
    ("A(n) :- n = count : { !A(x) }.", "1:26", "variable x is unbound"),
    ("A(n) :- n = sum z : { A(x) }.", "1:17", "variable z is unbound"),
    ("B(x,n) :- n = count : { A(x) }.", "1:15", "variable x is unbound"),
    (
        "A(n) :- A(x), n = max x : { A(x) }.",
        "1:23",
        "variable x is the target of an aggregate and occurs outside it too",
    ),
    ("A(x) :- A(x), x = as(x, Nope).", "1:19", "undeclared type Nope"),
    # types
    ('A("a").', "1:3", "type error: this is a symbol where a number is needed"),
    ("S(x) :- A(x).", "1:3", "type error: variable x is a number elsewhere and a symbol here"),
    ("A(1) :- Vs(v), Ws(v).", "1:19", "type error: variable v is a V elsewhere and a W here"),
    ("A(1) :- Vs(v), Ws(w), v = w.", "1:23", "type error: the two sides of `=` have different types, V and W"),
    ("A(1) :- Vs(v), Ws(w), v != w.", "1:23", "type error: the two sides of `!=` have different types, V and W"),
    ("Ws(v) :- Vs(v).", "1:4", "type error: this is a V where the head declares a W"),
    ("Vs(s) :- S(s).", "1:4", "type error: this is a symbol where the head declares a V"),
    ("A(1) :- A(x), !S(x).", "1:18", "type error: variable x is a number elsewhere and a symbol here"),
    ("A(x) :- S(s), x = s + 1.", "1:19", "type error"),
    ("A(x) :- A(y), x = strlen(y).", "1:26", "type error"),
    ('A(1) :- A(y), match(y, "a").', "1:21", "type error"),
    # stratification
    ("A(x) :- B(x,_), !A(x).", "1:18", "negation cannot be stratified: A depends on itself"),
    ("A(x) :- B(x,_). B(x,x) :- A(x), !A(x+1).", "1:34", "negation cannot be stratified: B depends on itself"),
    ("A(n) :- n = count : { A(_) }.", "1:23", "aggregation cannot be stratified: A depends on itself"),
]


@pytest.mark.parametrize(("text", "place", "message"), BAD, ids=[text.split("\n")[0] for text, _, _ in BAD])
def test_a_mistake_is_reported_where_it_is(text: str, place: str, message: str) -> None:
    line, column = place.split(":")
    with pytest.raises(RuleError) as caught:
        Program.from_text(DECLS + text, "bad.dl")
    found = caught.value.diagnostics[0]
    assert message in f"{found.message} {found.advice}"
    assert found.position is not None
    shift = DECLS.count("\n")
    assert (found.position.file, found.position.line - shift, found.position.column) == (
        "bad.dl",
        int(line),
        int(column),
    )
    assert found.source_line == text.split("\n")[int(line) - 1]
    assert found.advice


# What is written, where the message is, and what it advises.
ADVICE = [
    ("A(1)", "1:5", "a fact or rule ends with `.`; a rule has `:-`"),
    ("A(1)\nA(2).", "2:1", "a fact or rule ends with `.`; a rule has `:-`"),
    ("A(1);", "1:5", "a fact or rule ends with `.`; a rule has `:-`"),
    ("A(x) :- B(x,_), A(x)", "1:21", "a fact or rule ends with `.`"),
    ("S(my.op).", "1:5", 'in double quotes: "my.op"'),
    ("S(%a).", "1:3", 'in double quotes: "%a"'),
    ("S('my.op').", "1:3", 'in double quotes: "my.op"'),
    ('S("my.op).', "1:3", 'write `"` behind it'),
    ("/* A(1).", "1:1", "write `*/` behind it"),
    ("# A(1).", "1:1", "comments start with `//`"),
    ("  % A(1).", "1:3", "comments start with `//`"),
    ("A(x) <- B(x,_).", "1:6", "have `:-` between them"),
    ("A(x) : B(x,_).", "1:6", "have `:-` between them"),
    ("A(x) :- B(x,_), not A(x).", "1:21", "negation is written `!A(x)`"),
    ("A(x) :- B(x,_) && A(x).", "1:16", "have `,` between them"),
    ("A(x) :- B(x,_) || A(x).", "1:16", "have `;` between them"),
    ("B(1 2).", "1:5", "expected `,` or `)`"),
    ("B 1, 2.", "1:3", "expected `(`"),
    ("B(1, -).", "1:7", "expected a name, a number, or a text in double quotes"),
    ("B(1, 2, 3).", "1:1", "it is B(x: number, y: number)"),
    ("S(x).", "1:3", 'a fact is about constants, such as "x"'),
    ('A("12").', "1:3", "write 12, without quotes"),
    ('A("x").', "1:3", "a number stands here, without quotes"),
    ("S(12).", "1:3", 'write "12", in double quotes'),
]


@pytest.mark.parametrize(("text", "place", "advice"), ADVICE, ids=[text.split("\n")[0] for text, _, _ in ADVICE])
def test_a_slip_comes_with_what_to_write(text: str, place: str, advice: str) -> None:
    with pytest.raises(RuleError) as caught:
        Program.from_text(DECLS + text, "bad.dl")
    (found,) = caught.value.diagnostics
    assert found.position is not None
    assert (found.position.line - DECLS.count("\n"), found.position.column) == tuple(map(int, place.split(":")))
    assert advice in (found.advice or "")


def test_the_cycle_is_shown() -> None:
    text = ".decl P(x:number) .decl Q(x:number) .decl R(x:number)\nP(x) :- Q(x). Q(x) :- R(x). R(x) :- Q(x), !P(x)."
    with pytest.raises(RuleError, match=r"the cycle is R <- P <- Q <- R"):
        Program.from_text(text)


def test_a_similar_name_is_proposed() -> None:
    with pytest.raises(RuleError, match=r"did you mean Edges?"):
        Program.from_text(".decl Edges(x:number)\nEdges(x) :- Edge(x).")


def test_all_problems_of_a_kind_are_reported_together() -> None:
    with pytest.raises(RuleError) as caught:
        Program.from_text(DECLS + "A(x) :- C(x).\nA(x) :- D(x).\nA(x) :- B(x).")
    assert [found.position.line for found in caught.value.diagnostics if found.position] == [10, 11, 12]


def test_a_missing_include_is_reported_at_the_include(rules_file: Callable[[str, str], Path]) -> None:
    path = rules_file("main.dl", '// first\n  .include "no such.dl"\n')
    with pytest.raises(RuleError, match=r"main.dl:2:12: error: cannot read .*no such.dl: No such file"):
        Program.load(path)


def test_a_missing_program_is_a_rule_error(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"cannot read .*absent.dl"):
        Program.load(tmp_path / "absent.dl")


def test_a_mistake_in_an_included_file_names_that_file(rules_file: Callable[[str, str], Path]) -> None:
    rules_file("sub/part.dl", ".decl A(x:number)\nA(y).\n")
    with pytest.raises(RuleError, match=r"part.dl:2:3: error: variable y is unbound\nA\(y\)\.\n  \^"):
        Program.load(rules_file("main.dl", '.include "sub/part.dl"\n'))


GOOD_TYPES = [
    "Ns(x+1) :- A(x).",
    'Vs("v").',
    'Vs(cat(v,"x")) :- Vs(v).',
    "S(v) :- Vs(v).",
    "A(1) :- Vs(v), S(v).",
    "A(1) :- Vs(v), !Ws(v).",
    "Ws(as(v,W)) :- Vs(v).",
    "A(1) :- Vs(v), Ws(w), as(v,symbol) = as(w,symbol).",
    "A(n) :- Ns(n).",
    "A(1) :- A(x), Ns(y), x < y.",
    ".type Both = V | W\n.decl C(b:Both)\nC(v) :- Vs(v).\nC(w) :- Ws(w).\nA(1) :- C(b), Vs(b).",
]


@pytest.mark.parametrize("text", GOOD_TYPES)
def test_what_souffle_accepts_is_accepted(text: str) -> None:
    assert Program.from_text(DECLS + text).rules


@pytest.mark.souffle
@pytest.mark.parametrize("text", GOOD_TYPES)
def test_souffle_accepts_it_too(text: str) -> None:
    from ownlog.rules.engine.souffle import SouffleEngine

    SouffleEngine().run(Program.from_text(DECLS + text), {}, ["A"])


@pytest.mark.parametrize(
    ("declarations", "said"),
    [
        (".decl q(x: number)\n.decl p(x: symbol)\n", "type error"),
        (".decl q(x: symbol, y: symbol)\n.decl p(x: symbol)\n", "q has 2 columns, not 1"),
        (".type t = u | v\n.type u <: symbol\n.type v <: symbol\n.decl q(x: t)\n.decl p(x: u)\n", "type error"),
        (".decl p(x: symbol)\n", "undeclared relation q"),
    ],
)
def test_a_rule_that_passed_is_judged_anew_beside_other_declarations(
    tmp_path: Path, declarations: str, said: str
) -> None:
    (tmp_path / "rules.dl").write_text("p(x) :- q(x).\n")
    include = '.include "rules.dl"\n'
    for passing in (
        ".decl q(x: symbol)\n.decl p(x: symbol)\n",
        ".type t <: symbol\n.type u = t\n.decl q(x: t)\n.decl p(x: u)\n",
    ):
        Program.from_text(passing + include, base=tmp_path, cache=Nowhere())
    with pytest.raises(RuleError, match=said):
        Program.from_text(declarations + include, base=tmp_path, cache=Nowhere())

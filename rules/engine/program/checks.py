"""From parsed files to a checked program: declarations, rules, grounding, types, stratification.

All problems of one kind are reported together; a later kind is looked at only without earlier ones, since an undeclared
relation would come again as a type error and an unbound variable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from pathlib import Path

from ownlog.base.errors import Diagnostic, RuleError
from ownlog.base.source import Source
from ownlog.rules.engine.language.items import Clause, Include, Item
from ownlog.rules.engine.language.normal_form import (
    Aggregation,
    NormalClause,
    grounded,
    is_inlined,
    normalize,
    outer_names,
    plain_name,
    step_variables,
)
from ownlog.rules.engine.language.parser import parse, parse_once
from ownlog.rules.engine.language.sources import SourceFile, comment_above, rule_number
from ownlog.rules.engine.language.stratify import components, cycle, dependencies, forbidden
from ownlog.rules.engine.language.syntax_tree import (
    Aggregate,
    Atom,
    Call,
    Compare,
    Const,
    Literal,
    Negation,
    Term,
    Var,
    Wildcard,
    aggregates,
    literal_terms,
    subterms,
    variables,
)
from ownlog.rules.engine.program.declarations import Declarations
from ownlog.rules.engine.program.inlining import Inlining
from ownlog.rules.engine.program.relations import Core, Relation, Rule
from ownlog.rules.engine.program.type_check import ClauseTypes

Files = Mapping[Path | None, SourceFile]


def check(files: Files, roots: Sequence[SourceFile]) -> tuple[dict[str, Relation], Core]:
    """Parses and checks. Raises RuleError with all problems of the first kind that was found."""
    return check_items(list(items_in_order(files, roots)))


def check_items(located: Sequence[tuple[Source, Item]]) -> tuple[dict[str, Relation], Core]:
    """Checks items, each with the text that it was read from. Raises RuleError as `check` does."""
    declarations = Declarations(located)
    written = [(source, item) for source, item in located if isinstance(item, Clause)]
    _raise(declarations.errors)
    doubtful = [not _passed.has(clause, declarations) for _, clause in written]
    _raise(
        found
        for source, clause in compress(written, doubtful)
        for found in _ClauseCheck(declarations, source, clause).run()
    )

    rules = list(_rules(written, located[0][0])) if located else []
    sources = [source for source, _ in written]
    for relation, source, at in declarations.eqrels:
        for rule in _closure(relation, source, at):
            rules.append(rule)
            sources.append(source)
    inlining = Inlining(declarations.relations, rules, sources)
    _raise(inlining.errors)
    clauses, inlined = _clauses(declarations.relations, rules, inlining)
    # What binds the variables of an inline relation may stand where it is read, but not those of an aggregate: they
    # would be its own.
    whole = [clause for clause in inlined if any(isinstance(step, Aggregation) for step in clause.body)]
    _raise(found for clause in [*clauses, *whole] for found in _ungrounded(clause, sources[clause.rule]))
    # Those that `eqrel` implies come last.
    untyped = [*compress(range(len(written)), doubtful), *range(len(written), len(rules))]
    _raise(
        found
        for source, rule in ((sources[number], rules[number]) for number in untyped)
        for head in rule.heads
        for body in rule.alternatives
        for found in ClauseTypes(declarations.types, declarations.columns, source, head, body).check()
    )
    strata = _stratify(declarations.relations, clauses, sources)
    _passed.add((clause for _, clause in compress(written, doubtful)), declarations)
    return declarations.relations, Core(tuple(rules), tuple(clauses), strata, tuple(inlined))


class _Passed:
    """Rules that passed the checks of one rule as written.

    The result depends on the rule and the declarations that it names; so a rule passes again under the same
    declarations. Programs that a process makes in turn have most rules in common.
    """

    _MOST = 20_000

    def __init__(self) -> None:
        # By the identity of the rule, which is kept here, so that no other comes to have the same.
        self._known: dict[int, tuple[Clause, Declarations]] = {}

    def has(self, clause: Clause, declarations: Declarations) -> bool:
        """Whether the rule passed beside declarations that these contain."""
        known = self._known.get(id(clause))
        return known is not None and declarations.contain(known[1])

    def add(self, clauses: Iterable[Clause], declarations: Declarations) -> None:
        """The rules passed beside these declarations."""
        if len(self._known) > self._MOST:
            self._known.clear()
        self._known.update((id(clause), (clause, declarations)) for clause in clauses)


_passed = _Passed()


def _clauses(
    relations: Mapping[str, Relation], rules: Sequence[Rule], inlining: Inlining
) -> tuple[list[NormalClause], list[NormalClause]]:
    """The clauses that derive rows, and those of inline relations, without atoms of inline relations."""
    clauses: list[NormalClause] = []
    inlined: list[NormalClause] = []
    for index, rule in enumerate(rules):
        for clause in normalize(rule.heads, inlining.body(rule), index):
            (inlined if relations[clause.head.relation].inline else clauses).append(clause)
    return clauses, inlined


def _raise(found: Iterable[Diagnostic]) -> None:
    unique = list(dict.fromkeys(found))
    if unique:
        raise RuleError(*unique)


def items_in_order(files: Files, roots: Sequence[SourceFile]) -> Iterator[tuple[Source, Item]]:
    """The items of all files, each file in the place of its first include. Raises RuleError for what is no Datalog."""
    seen: set[Path | None] = set()

    def walk(file: SourceFile) -> Iterator[tuple[Source, Item]]:
        seen.add(file.path)
        for item in parse_once(file.source) if file.path is None else parse(file.source):
            if not isinstance(item, Include):
                yield file.source, item
            elif file.includes[item.at] not in seen:
                yield from walk(files[file.includes[item.at]])

    for root in roots:
        if root.path not in seen:
            yield from walk(root)


def _rules(written: Sequence[tuple[Source, Clause]], first: Source) -> Iterator[Rule]:
    """The rules, each with its name (see `Rule`). In: the program's first file, too."""
    names: dict[Source, str] = {}
    counts: Counter[Source] = Counter()
    for source, clause in written:
        comment = comment_above(source.text, clause.at)
        number, text = rule_number(comment)
        if clause.body:
            if source not in names:
                names[source] = _file_name(source, first)
            counts[source] += 1
            if not number and names[source]:
                number, text = f"{names[source]}#{counts[source]}", " ".join(comment)
        yield Rule(number, text, clause.heads, clause.body, source.position(clause.at))


def _file_name(source: Source, first: Source) -> str:
    """`folder.file` for a file of a folder below that of the program's first file, else nothing."""
    path, program = Path(source.name).absolute(), Path(first.name).absolute().parent
    return f"{path.parent.name}.{path.stem}" if program in path.parent.parents else ""


def _closure(relation: Relation, source: Source, at: int) -> Iterator[Rule]:
    x, y, z = (Var(name, at) for name in "xyz")
    forward, back = Atom(relation.name, (x, y), at), Atom(relation.name, (y, x), at)
    yield Rule("", "symmetric", (back,), (forward,), source.position(at), True)
    onward, whole = Atom(relation.name, (y, z), at), Atom(relation.name, (x, z), at)
    yield Rule("", "transitive", (whole,), (forward, onward), source.position(at), True)


class _ClauseCheck:
    """What can be said about one rule as written: names, arities, wildcards, what the engines do not support."""

    def __init__(self, declarations: Declarations, source: Source, clause: Clause) -> None:
        self.declarations, self.source, self.clause = declarations, source, clause

    def run(self) -> Iterator[Diagnostic]:
        for head in self.clause.heads:
            yield from self._atom(head)
            for term in _all_terms(head.args):
                if isinstance(term, Wildcard):
                    yield self.source.diagnostic(term.at, "`_` in the head of a rule", "name a variable of the body")
        rule = Rule("", "", self.clause.heads, self.clause.body, self.source.position(self.clause.at))
        for body in rule.alternatives:
            for literal in body:
                yield from self._literal(literal)
            for head in self.clause.heads:
                yield from self._aggregates(head, body)

    def _atom(self, atom: Atom) -> Iterator[Diagnostic]:
        columns = self.declarations.columns.get(atom.relation)
        if columns is None:
            yield self.source.diagnostic(
                atom.at, f"undeclared relation {atom.relation}", self.declarations.similar(atom.relation)
            )
        elif len(columns) != len(atom.args):
            message = f"{atom.relation} has {len(columns)} columns, not {len(atom.args)}"
            yield self.source.diagnostic(atom.at, message, self.declarations.relations[atom.relation].shape())
        for arg in atom.args:
            yield from self._term(arg)

    def _literal(self, literal: Literal) -> Iterator[Diagnostic]:
        if isinstance(literal, Atom):
            yield from self._atom(literal)
        elif isinstance(literal, Negation):
            yield from self._atom(literal.atom)
        elif isinstance(literal, Compare):
            for term in (literal.left, literal.right):
                yield from self._term(term)
                if isinstance(term, Wildcard):
                    yield self.source.diagnostic(term.at, "`_` in a comparison", "name what is compared")

    def _term(self, term: Term) -> Iterator[Diagnostic]:
        for sub in subterms(term):
            if isinstance(sub, Call):
                for arg in sub.args:
                    if isinstance(arg, Wildcard):
                        yield self.source.diagnostic(
                            arg.at, f"`_` as an argument of `{sub.op}`", "name a variable that is bound"
                        )
            elif isinstance(sub, Aggregate):
                yield from self._aggregate(sub)
            elif hasattr(sub, "type") and sub.type not in self.declarations.types:
                yield self.source.diagnostic(
                    sub.at, f"undeclared type {sub.type}", self.declarations.similar_type(sub.type)
                )
            elif isinstance(sub, Const) and sub.value == 2**31:
                message = "the number 2147483648 does not fit into 32 bits"
                yield self.source.diagnostic(sub.at, message, "numbers go from -2147483648 to 2147483647")

    def _aggregate(self, aggregate: Aggregate) -> Iterator[Diagnostic]:
        for literal in aggregate.body:
            yield from self._literal(literal)
            for nested in aggregates(literal_terms(literal)):
                advice = "derive a relation for the inner one"
                yield self.source.diagnostic(nested.at, "unsupported: an aggregate inside an aggregate", advice)
        atoms = [literal for literal in aggregate.body if isinstance(literal, Atom)]
        wild = [arg for atom in atoms for arg in atom.args if isinstance(arg, Wildcard)]
        if aggregate.op == "sum" and len(atoms) > 1 and wild:
            # Soufflé sums over the atoms' join without the unnamed columns, but over every row where there is one atom.
            yield self.source.diagnostic(wild[0].at, "unsupported: `_` in a sum over several atoms", "name the column")

    def _aggregates(self, head: Atom, body: tuple[Literal, ...]) -> Iterator[Diagnostic]:
        outer = outer_names(head, body)
        terms = [*head.args, *(term for literal in body for term in literal_terms(literal))]
        for aggregate in aggregates(tuple(terms)):
            for var in variables((aggregate.target,) if aggregate.target is not None else ()):
                if var.name in outer:
                    message = f"variable {var.name} is the target of an aggregate and occurs outside it too"
                    yield self.source.diagnostic(var.at, message, "give one of the two another name")


def _all_terms(terms: tuple[Term, ...]) -> Iterator[Term]:
    for term in terms:
        yield from subterms(term)


def _ungrounded(clause: NormalClause, source: Source) -> Iterator[Diagnostic]:
    bound = grounded(clause.body)
    seen = set(bound)
    uses = [var for step in clause.body for var in step_variables(step)] + list(variables(clause.head.args))
    for var in uses:
        if var.name not in seen:
            seen.add(var.name)
            yield _unbound(var, source, in_fact=not clause.body)
    for step in clause.body:
        if isinstance(step, Aggregation):
            inner = grounded(step.body, step.outer)
            used = [var for inner_step in step.body for var in step_variables(inner_step)]
            used += list(variables((step.target,) if step.target is not None else ()))
            for var in used:
                if var.name not in inner and var.name not in seen:
                    seen.add(var.name)
                    yield _unbound(var, source)


def _unbound(var: Var, source: Source, in_fact: bool = False) -> Diagnostic:
    name = plain_name(var.name)
    advice = "let it occur in an atom that is not negated, or make it equal to a term that is bound"
    if is_inlined(var.name):
        return source.diagnostic(
            var.at, f"variable {name}, in the rules of the inline relation that is read here, is unbound", advice
        )
    return source.diagnostic(
        var.at, f"variable {name} is unbound", f'a fact is about constants, such as "{name}"' if in_fact else advice
    )


def _stratify(
    relations: Mapping[str, Relation], clauses: list[NormalClause], sources: list[Source]
) -> tuple[tuple[str, ...], ...]:
    graph = dependencies(relations, clauses)
    strata = components(graph)
    found = []
    for clause, atom, kind in forbidden(clauses, strata):
        path = " <- ".join(cycle(graph, clause.head.relation, atom.relation))
        message = f"{kind} cannot be stratified: {clause.head.relation} depends on itself through this {kind}"
        found.append(sources[clause.rule].diagnostic(atom.at, message, f"the cycle is {path}"))
    _raise(found)
    return tuple(tuple(names) for names in strata)

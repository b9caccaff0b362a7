"""clingo as an engine, which runs the clauses as an answer set program.

The rules are stratified, so the program has one answer set, and grounding alone finds it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ownlog.base.errors import Diagnostic, EngineError
from ownlog.rules.engine.embedded import check_names
from ownlog.rules.engine.language.normal_form import Aggregation, NormalClause, Step
from ownlog.rules.engine.language.syntax_tree import Atom, Call, Compare, Const, Negation, Term, Var, Wildcard
from ownlog.rules.engine.planning import functors
from ownlog.rules.engine.program.engine import Facts, Row, Rows
from ownlog.rules.engine.program.program import Program

_INFIX = {"+": "+", "-": "-", "*": "*", "band": "&", "bor": "?", "bxor": "^"}
_SIGNS = {"=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_LIMIT = 2**31


class ClingoEngine:
    """Runs programs with clingo's grounder. EngineError where the package `clingo` is not installed."""

    name = "clingo"

    def __init__(self) -> None:
        try:
            import clingo
        except ImportError as error:
            raise EngineError(
                Diagnostic("the package clingo is not installed", advice="install it with pip")
            ) from error
        self._clingo: Any = clingo

    def version(self) -> str:
        return str(self._clingo.__version__)

    def run(self, program: Program, facts: Facts, outputs: Collection[str] | None = None) -> Rows:
        """The rows of `outputs` (by default those declared `.output`) that follow from `facts`.

        Raises EngineError for an unknown relation, and if clingo refuses the translation.
        """
        wanted = program.outputs if outputs is None else tuple(outputs)
        check_names(program, [*facts, *wanted])
        names = {relation: f"r{index}" for index, relation in enumerate(program.relations)}
        messages: list[str] = []
        control = self._clingo.Control(["--warn=none"], logger=lambda _, text: messages.append(text))
        text = "\n".join(_Translator(names).program(program.core.clauses))
        try:
            control.add("base", [], text)
            with control.backend() as backend:
                for relation, rows in facts.items():
                    for row in rows:
                        backend.add_rule([backend.add_atom(self._function(names[relation], row))])
            control.ground([("base", [])], context=_Functions(self._clingo))
        except RuntimeError as error:
            raise EngineError(f"clingo failed: {error} {' '.join(messages)}") from error
        arity = {name: program.relations[name].arity for name in wanted}
        return {
            name: {self._row(atom.symbol) for atom in control.symbolic_atoms.by_signature(names[name], arity[name])}
            for name in wanted
        }

    def _function(self, name: str, row: Iterable[str | int]) -> Any:
        make = self._clingo
        return make.Function(name, [make.String(cell) if isinstance(cell, str) else make.Number(cell) for cell in row])

    def _row(self, symbol: Any) -> Row:
        return tuple(
            arg.string if arg.type == self._clingo.SymbolType.String else arg.number for arg in symbol.arguments
        )


class _Functions:
    """The functors that clingo calls back for: `@name(..)` in the program is a method here."""

    def __init__(self, clingo: Any) -> None:
        self._clingo = clingo

    def cat(self, *texts: Any) -> Any:
        return self._clingo.String("".join(text.string for text in texts))

    def strlen(self, text: Any) -> Any:
        return self._clingo.Number(functors.strlen(text.string))

    def substr(self, text: Any, start: Any, length: Any) -> Any:
        return self._clingo.String(functors.substr(text.string, start.number, length.number))

    def to_number(self, text: Any) -> Any:
        return (
            text
            if text.type == self._clingo.SymbolType.Number
            else self._clingo.Number(functors.to_number(text.string))
        )

    def to_string(self, value: Any) -> Any:
        return value if value.type == self._clingo.SymbolType.String else self._clingo.String(str(value.number))

    def div(self, a: Any, b: Any) -> Any:
        return self._clingo.Number(functors.div(a.number, b.number))

    def mod(self, a: Any, b: Any) -> Any:
        return self._clingo.Number(functors.mod(a.number, b.number))

    def least(self, *values: Any) -> Any:
        return min(values, key=lambda value: value.number)

    def greatest(self, *values: Any) -> Any:
        return max(values, key=lambda value: value.number)

    def match(self, pattern: Any, text: Any) -> Any:
        return self._clingo.Number(1 if functors.matches(pattern.string, text.string) else 0)

    def contains(self, part: Any, text: Any) -> Any:
        return self._clingo.Number(1 if part.string in text.string else 0)


_CALLBACKS = {"/": "div", "%": "mod", "min": "least", "max": "greatest"}


class _Translator:
    """Clauses as ASP rules. Variables become V0, V1, .. per clause; relations have the names given."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.variables: dict[str, str] = {}
        self.fresh = 0

    def program(self, clauses: Iterable[NormalClause]) -> Iterator[str]:
        """One rule of ASP per clause."""
        for clause in clauses:
            self.variables = {}
            self.fresh = 0
            body = ", ".join(self._step(step) for step in clause.body)
            yield f"{self._atom(clause.head)} :- {body}." if body else f"{self._atom(clause.head)}."

    def _step(self, step: Step) -> str:
        if isinstance(step, Atom):
            return self._atom(step)
        if isinstance(step, Negation):
            return f"not {self._atom(step.atom)}"
        if isinstance(step, Aggregation):
            return self._aggregate(step)
        left, right = self._term(step.left), self._term(step.right)
        if step.op in _SIGNS:
            return f"{left} {_SIGNS[step.op]} {right}"
        return f"@{step.op.lstrip('!')}({left},{right}) = {0 if step.op.startswith('!') else 1}"

    def _atom(self, atom: Atom) -> str:
        args = ",".join(self._term(arg) for arg in atom.args)
        return f"{self.names[atom.relation]}({args})" if args else self.names[atom.relation]

    def _aggregate(self, step: Aggregation) -> str:
        """Counts and sums range over the bindings of all inner variables; a minimum of nothing is no value, in ASP a
        limit.
        """
        named = self._named_wildcards(step)
        body = ", ".join(self._step(inner) for inner in named)
        binding = ",".join(self._variable(name) for name in sorted(_inner_variables(named) - step.outer))
        target = "1" if step.target is None else self._term(step.target)
        result = self._variable(step.result.name)
        weight = f"{target},{binding}" if binding else target
        text = f"{result} = #{'sum' if step.op == 'count' else step.op} {{ {weight} : {body} }}"
        return f"{text}, #inf < {result}, {result} < #sup" if step.op in ("min", "max") else text

    def _named_wildcards(self, step: Aggregation) -> list[Step]:
        named: list[Step] = []
        for inner in step.body:
            if isinstance(inner, Atom):
                args = []
                for arg in inner.args:
                    self.fresh += 1
                    args.append(Var(f"#wild{self.fresh}", arg.at) if isinstance(arg, Wildcard) else arg)
                inner = Atom(inner.relation, tuple(args), inner.at)
            named.append(inner)
        return named

    def _variable(self, name: str) -> str:
        return self.variables.setdefault(name, f"V{len(self.variables)}")

    def _term(self, term: Term) -> str:
        if isinstance(term, Var):
            return self._variable(term.name)
        if isinstance(term, Wildcard):
            return "_"
        if isinstance(term, Const):
            return str(term.value) if isinstance(term.value, int) else _quoted(term.value)
        assert isinstance(term, Call), term
        args = [self._term(arg) for arg in term.args]
        if term.op in _INFIX:
            return f"({args[0]} {_INFIX[term.op]} {args[1]})"
        if term.op in ("neg", "bnot"):
            return f"({'-' if term.op == 'neg' else '~'}{args[0]})"
        return f"@{_CALLBACKS.get(term.op, term.op)}({','.join(args)})"


def _inner_variables(steps: Iterable[Step]) -> set[str]:
    found: set[str] = set()
    for step in steps:
        if isinstance(step, Atom):
            found.update(arg.name for arg in step.args if isinstance(arg, Var))
        elif isinstance(step, Compare):
            # A variable bound by an equation depends on the others and adds no binding.
            continue
    return found


def _quoted(text: str) -> str:
    for char in text:
        if ord(char) < 32 and char != "\n":
            raise EngineError(f"the string {text!r} cannot be written in an answer set program")
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
    return f'"{escaped}"'

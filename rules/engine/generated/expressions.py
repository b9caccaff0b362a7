"""Terms and comparisons as Python expressions."""

from __future__ import annotations

from collections.abc import Callable

from ownlog.rules.engine.language.syntax_tree import Call, Compare, Const, Term, Var

Name = Callable[[str], str]

_INFIX = {"+": "+", "-": "-", "*": "*", "band": "&", "bor": "|", "bxor": "^"}
_FUNCTIONS = {"/": "div", "%": "mod", "to_string": "str"}
_COMPARISONS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def expression(term: Term, name: Name) -> str:
    """A Python expression with the value of a bound term; `name` gives the Python name of a variable."""
    if isinstance(term, Var):
        return name(term.name)
    if isinstance(term, Const):
        return repr(term.value)
    assert isinstance(term, Call), term
    args = [expression(arg, name) for arg in term.args]
    if term.op in _INFIX:
        return f"({args[0]} {_INFIX[term.op]} {args[1]})"
    if term.op == "neg":
        return f"(-{args[0]})"
    if term.op == "bnot":
        return f"(~{args[0]})"
    if term.op == "cat":
        return f"({' + '.join(args)})" if len(args) > 1 else args[0]
    if term.op in ("min", "max") and len(args) == 1:
        return args[0]
    return f"{_FUNCTIONS.get(term.op, term.op)}({', '.join(args)})"


def comparison(compare: Compare, name: Name) -> str:
    """A Python expression that is true where the comparison of bound terms holds."""
    left, right = expression(compare.left, name), expression(compare.right, name)
    op, negated = compare.op.lstrip("!") if compare.op != "!=" else compare.op, compare.op in ("!match", "!contains")
    if op == "match":
        text = f"matcher({left})({right})"
        return f"not {text}" if negated else text
    if op == "contains":
        return f"{left} {'not in' if negated else 'in'} {right}"
    return f"{left} {_COMPARISONS[op]} {right}"


def row(parts: list[str]) -> str:
    """A row, or a key, as it is stored: the bare value for one column, a tuple otherwise."""
    if len(parts) == 1:
        return parts[0]
    return f"({', '.join(parts)})" if parts else "()"


def pattern(arity: int, names: dict[int, str]) -> str:
    """An assignment target that unpacks a stored row into the named columns."""
    if arity == 0:
        return "_"
    return ", ".join(names.get(column, "_") for column in range(arity))

"""Do the user's models say of known ops what these cannot be?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.base.errors import Diagnostic, InputError, Position, RuleError
from ownlog.frontend.ir.traits import EVERY
from ownlog.rules.models_agreement import Said, disagreements
from ownlog.rules.shipped.analysis import HERE, own_models
from ownlog.rules.shipped.stated import is_fact, kind, model_relations, row_of

if TYPE_CHECKING:
    from ownlog.frontend.ir.ir import Op
    from ownlog.frontend.ir.traits import Row
    from ownlog.rules.engine.program.program import Program
    from ownlog.rules.engine.program.relations import Rule

_RULES = Path(HERE)
_ADVICE = "drop the row, or give the op another name"
_VALUES = (
    "count operands, results and regions from 0; -1 stands for every one, and for the op itself where a region is meant"
)
_DERIVED = (
    "state what your ops do in the model relations (docs/models.md); rules for questions of your own go into a file for"
    " --rules"
)
_NAMES = "OpName"
"""The type of the columns that have names of ops."""
_COUNTED = "number them from 0, as in the generic form"
# What the numbers of a row count. Not here is what a model may say of ops that have no such result or operand.
_NUMBERS = {
    "allocates": ("result",),
    "allocates_on_stack": ("result",),
    "frees": ("operand",),
    "view_like": ("result", "operand"),
    "select_like": ("operand", "operand", "operand"),
    "accesses_memory": ("operand",),
    "byte_shift": ("operand",),
    "address_of": ("operand",),
    "conditional_branch": ("operand",),
    "copies_elements": ("operand", "operand"),
    "counts_up": ("operand", "operand", "operand"),
    "destination_operand": ("operand", "result"),
    "fills_buffer": ("operand", "operand"),
    "in_place_operand": ("operand",),
    "loads_element": ("operand",),
    "only_writes": ("operand",),
    "result_aliases": ("result", "operand"),
    "result_read_only": ("result",),
    "result_undefined": ("result",),
    "stores_element": ("operand", "operand"),
    "takes_element": ("operand",),
    "writes_operand": ("operand",),
}
# How many operands and results an op has at least that a row without numbers is about.
_SHAPES = {
    "adds": (2, 1), "applies_map": (0, 1), "bitwise": (2, 1), "casts": (1, 1), "constant_like": (0, 1),
    "destination_last": (1, 0), "extracts_slice": (1, 1), "extreme_of": (2, 1), "extreme_of_map": (0, 1),
    "gives_rank": (1, 1), "global_like": (0, 1), "inserts_slice": (2, 0), "inserts_whole": (2, 0),
    "integer_comparison": (2, 1), "joins": (1, 1), "keeps_number": (1, 1), "measures": (2, 1),
    "multiplies": (2, 1), "pads": (1, 1), "subtracts": (2, 1),
}  # fmt: skip
_SHAPED = {*_NUMBERS, *_SHAPES}
# The columns, counted from the name, in which only some words say anything.
_WORDS = {
    ("conditional_region", 2): ("true", "false"),
    ("bitwise", 1): ("and", "or", "xor"),
    ("integer_op", 1): (
        "shl",
        "shrs",
        "shru",
        "divs",
        "divu",
        "ceildivs",
        "ceildivu",
        "floordivs",
        "rems",
        "remu",
        "maxu",
        "minu",
        "casts",
        "castu",
    ),
    ("compared_predicates", 2): ("same", "opposite"),
}


def check_stated(program: Program) -> None:
    """RuleError at clauses of user's models that add to derived relations, or contradict what is known of an op.

    Also at facts with a number or word that stands for nothing. Ownlog's own rules are not checked.
    """
    _refuse_derived(program)
    facts = _facts(program)
    _refuse_empty(program, facts)
    _refuse(program, facts)


def check_derived(program: Program, derived: Mapping[str, Collection[Row]]) -> None:
    """RuleError at the user's rules for relations with a derived row that contradicts what is known of its op."""
    facts = _facts(program)
    stated = {(said.relation, said.row) for said, _ in facts}
    rules = {head.relation: rule for rule in program.rules if not is_fact(rule) for head in rule.heads}
    found = [
        (Said(relation, row, str(rules[relation].position), ships=False), rules[relation].position)
        for relation, rows in derived.items()
        if relation in rules
        for row in sorted(rows)
        if (relation, row) not in stated
    ]
    _refuse_empty(program, found)
    _refuse(program, [*facts, *found])


def check_numbers(program: Program, ops: Iterable[Op]) -> None:
    """InputError at each op without a result or operand whose number a fact of the user's models says something of."""
    rules: dict[str, list[Rule]] = defaultdict(list)
    for rule in program.rules:
        relation = rule.head.relation
        if relation in _SHAPED and is_fact(rule) and row_of(rule) not in own_models().get(relation, ()):
            rules[str(row_of(rule)[0])].append(rule)
    found = [
        op.diagnostic(
            f"the op has no {problem}, of which a model says '{rule.head.relation}': {rule.position}", _COUNTED
        )
        for op in (ops if rules else ())
        for rule in rules.get(op.name, ())
        for problem in _missing(op, rule.head.relation, row_of(rule))
    ]
    if found:
        raise InputError(*found)


def misspelt(program: Program) -> list[Diagnostic]:
    """Warnings about ops in the user's models that no known dialect has, but that are named similarly."""
    from ownlog.frontend.forms import registry
    from ownlog.frontend.forms.suggestions import misspelt_for

    own = program.own_texts(_RULES)
    places: dict[str, Position] = {}
    known: set[str] = set()
    for rule in program.rules:
        columns = program.relations[rule.head.relation].columns if is_fact(rule) else ()
        names = [str(value) for column, value in zip(columns, row_of(rule), strict=False) if column.type == _NAMES]
        for name in names:
            if rule.position.file in own:
                known.add(name)
            else:
                places.setdefault(name, rule.position)
    dialects = registry.all_dialects()
    return [
        program.diagnostic(position, f"Ownlog knows no op called '{name}' in the dialect '{dialect}'", advice)._replace(
            severity="warning"
        )
        for name, position in places.items()
        if (dialect := name.partition(".")[0]) in dialects and name not in known and (advice := misspelt_for(name))
    ]


def _missing(op: Op, relation: str, row: Row) -> Iterator[str]:
    """What a row says something of that `op` does not have."""
    has = {"operand": len(op.operands), "result": len(op.results)}
    for word, number in zip(_NUMBERS.get(relation, ()), row[1:], strict=False):
        if int(number) >= has[word]:
            yield f"{word} number {number}"
    for word, least in zip(has, _SHAPES.get(relation, ()), strict=False):
        if has[word] < least:
            yield f"{word} number {least - 1}"


def _facts(program: Program) -> list[tuple[Said, Position]]:
    """What is stated of ops, by Ownlog's files and by the user's, and where."""
    relations = set(model_relations(program))
    own = program.own_texts(_RULES)
    return [
        (Said(rule.head.relation, row_of(rule), _place(own, rule.position), rule.position.file in own), rule.position)
        for rule in program.rules
        if is_fact(rule) and rule.head.relation in relations
    ]


def _place(own: Mapping[str, Path], position: Position) -> str:
    """As forms are told of: Ownlog's own files by their path in the package."""
    path = own.get(position.file)
    return str(position) if path is None else f"{path.relative_to(_RULES.parent).as_posix()}:{position.line}"


def _refuse_derived(program: Program) -> None:
    own = program.own_texts(_RULES)
    found = []
    for rule in program.rules:
        for relation in (program.relations[head.relation] for head in rule.heads):
            if rule.position.file not in own and relation.position.file in own and kind(relation) != "model":
                what = "holds facts of the program" if relation.is_input else "is derived by Ownlog"
                message = f"a model says what ops mean, and '{relation.name}' {what}: {_place(own, relation.position)}"
                found.append(program.diagnostic(rule.position, message, _DERIVED))
    if found:
        raise RuleError(*found)


def _refuse_empty(program: Program, rows: Iterable[tuple[Said, Position]]) -> None:
    found = []
    for said, position in rows:
        for column, value in enumerate(() if said.ships else said.row):
            words = _WORDS.get((said.relation, column), (value,))
            if isinstance(value, int) and value < EVERY:
                found.append(program.diagnostic(position, f"{said} says nothing: there is no number {value}", _VALUES))
            elif value not in words:
                what = " or ".join(f'"{word}"' for word in words)
                found.append(
                    program.diagnostic(
                        position, f'{said} says nothing: "{value}" is none of its words', f"write {what}"
                    )
                )
    if found:
        raise RuleError(*found)


def _refuse(program: Program, rows: Iterable[tuple[Said, Position]]) -> None:
    from ownlog.frontend.forms.contradictions import contradiction

    rows = list(rows)
    places = {id(said): position for said, position in rows}
    problems: dict[Position, tuple[Said, str]] = {}
    for said, position in rows:
        problem = (
            None
            if said.ships or said.row in own_models().get(said.relation, ())
            else contradiction(said.relation, said.row)
        )
        if problem is not None:
            problems.setdefault(position, (said, problem))
    for mine, problem in disagreements(said for said, _ in rows):
        problems.setdefault(places[id(mine)], (mine, problem))
    if problems:
        raise RuleError(
            *(
                program.diagnostic(
                    position, f"this model contradicts what is known of '{said.row[0]}': {problem}", _ADVICE
                )
                for position, (said, problem) in sorted(problems.items(), key=lambda found: found[0].line)
            )
        )

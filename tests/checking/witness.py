"""Whether a run takes the way that a finding names: the program is told to say how far along the way it is."""

import re

from ownlog.backend.checking import Finding, Step

_DECIDED = re.compile(r"(%[\w#]+)(?:'\d+)? is (true|false)$")
_CHOSEN = re.compile(r"(%[\w#]+)(?:'\d+)? is (none of )?([-\d, ]+)$")
_CHOOSES = re.compile(r"cf\.switch %[\w#]+ : (\w+)|scf\.(index)_switch")
_DECLARED = "func.func private @witness_step(i32, i32, i32)\n"
TAKEN = "witness 1"
"""What a run observes that came along the whole way."""


def followed(text: str, finding: Finding, values: bool = True) -> str:
    """The program, which says where a run of it comes along the way of `finding`: op by op, and with the same decisions
    if `values`.
    """
    lines = text.splitlines()
    steps = [step for step in finding.steps if _stands(lines, step)]
    added: dict[int, list[str]] = {}
    for number, step in enumerate(steps):
        behind = step.text == "returned" or (values and _loads(lines[step.line - 1], step))
        at = step.line if behind else step.line - 1
        added.setdefault(at, []).extend(
            _said(number, len(steps), _holds(f"%witness{number}", step, lines) if values else None)
        )
    out = []
    for at, line in enumerate(lines):
        out += [*added.get(at, ()), line]
    return "\n".join(out) + "\n" + _DECLARED


def _stands(lines: list[str], step: Step) -> bool:
    """Whether the step has an op of its own line, in front of which, or behind which, something can stand."""
    line = lines[step.line - 1].lstrip() if 0 < step.line <= len(lines) else ""
    return bool(line) and not line.startswith(("func.func", "^", "}", "default", "case"))


def _loads(line: str, step: Step) -> bool:
    """Whether the step says what is loaded on its line."""
    decided = _DECIDED.match(step.text)
    return decided is not None and line.lstrip().startswith(f"{decided[1]} = memref.load")


def _said(number: int, total: int, holds: list[str] | None) -> list[str]:
    name = f"%witness{number}"
    head = [f"  {name} = arith.constant {number} : i32", f"  {name}_of = arith.constant {total} : i32"]
    head += holds or [f"  {name}_is = arith.constant 1 : i32"]
    return [*head, f"  func.call @witness_step({name}, {name}_of, {name}_is) : (i32, i32, i32) -> ()"]


def _holds(name: str, step: Step, lines: list[str]) -> list[str]:
    """What computes whether the decision of a step is what the step says; nothing for a step that decides nothing."""
    decided, chosen = _DECIDED.match(step.text), _CHOSEN.match(step.text)
    type_ = _CHOOSES.search(lines[step.line - 1])
    if decided is not None:
        # An i1 that a C function is given has all its bits but one open.
        return [
            f"  {name}_wide = arith.extui {decided[1]} : i1 to i32",
            f"  {name}_asked = arith.constant {int(decided[2] == 'true')} : i32",
            f"  {name}_same = arith.cmpi eq, {name}_wide, {name}_asked : i32",
            f"  {name}_is = arith.extui {name}_same : i1 to i32",
        ]
    if chosen is None or type_ is None:
        return []
    told, asked, kind = [], "ne" if chosen[2] else "eq", type_[1] or type_[2]
    for at, number in enumerate(chosen[3].split(", ")):
        told += [f"  {name}_case{at} = arith.constant {number} : {kind}"]
        told += [f"  {name}_bit{at} = arith.cmpi {asked}, {chosen[1]}, {name}_case{at} : {kind}"]
        told += [f"  {name}_all{at} = arith.andi {name}_bit{at}, {name}_{f'all{at - 1}' if at else 'bit0'} : i1"]
    return [*told, f"  {name}_is = arith.extui {name}_all{at} : i1 to i32"]

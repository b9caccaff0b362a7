"""Whether a run takes the way that a finding names: the program is told to say how far along the way it is."""

from __future__ import annotations

import re

from ownlog.backend.checking import Finding, Step

_DECIDED = re.compile(r"(%[\w#]+)(?:'\d+)? is (true|false)$")
_DECLARED = "func.func private @witness_step(i32, i32, i32)\n"
TAKEN = "witness 1"
"""What a run observes that came along the whole way."""


def followed(text: str, finding: Finding, values: bool = True) -> str:
    """The program, which says where a run of it comes along the way of `finding`: op by op, and with the same decisions if `values`."""
    lines = text.splitlines()
    steps = [step for step in finding.steps if _stands(lines, step)]
    added: dict[int, list[str]] = {}
    for number, step in enumerate(steps):
        added.setdefault(step.line - 1, []).extend(_said(number, len(steps), step, values))
    out = []
    for at, line in enumerate(lines):
        out += [*added.get(at, ()), line]
    return "\n".join(out) + "\n" + _DECLARED


def _stands(lines: list[str], step: Step) -> bool:
    """Whether the step has an op of its own line, in front of which something can stand."""
    line = lines[step.line - 1].lstrip() if 0 < step.line <= len(lines) else ""
    return bool(line) and not line.startswith(("func.func", "^", "}", "default", "case"))


def _said(number: int, total: int, step: Step, values: bool) -> list[str]:
    name = f"%witness{number}"
    decided = _DECIDED.match(step.text) if values else None
    head = [f"  {name} = arith.constant {number} : i32", f"  {name}_of = arith.constant {total} : i32"]
    # An i1 that a C function is given has all its bits but one open.
    head += [f"  {name}_is = arith.extui {decided[1]} : i1 to i32"] if decided else [f"  {name}_is = arith.constant 1 : i32"]
    if decided is not None and decided[2] == "false":
        head += [f"  {name}_one = arith.constant 1 : i32", f"  {name}_not = arith.subi {name}_one, {name}_is : i32"]
    holds = f"{name}_not" if decided is not None and decided[2] == "false" else f"{name}_is"
    return [*head, f"  func.call @witness_step({name}, {name}_of, {holds}) : (i32, i32, i32) -> ()"]

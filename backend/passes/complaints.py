"""What the gate behind the pipeline says to people of findings of the checker: diagnostics at places of the input."""

from __future__ import annotations

from collections.abc import Iterable

from ownlog.backend.checking import Finding, Step, Verdict
from ownlog.backend.checking.judge import BRIEF_LIMIT, UNTOLD, check_named
from ownlog.backend.checking.verdict import LEAK, NOT_OWNED
from ownlog.backend.context import Context
from ownlog.backend.reasons import REPORT
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.facts.names import Naming
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module

_UNSOUND = f"{REPORT}; with --no-gate the output is printed as it is"
_SOUND = "the output is sound"
_ONCE = "take out what is wrong: the pipeline frees what the program does not free"
_MODELS_TELL = (
    "a model file passed with --model can tell what the op hands out, with allocates, allocates_on_stack or view_like"
)
MANUAL = "bufferization.manual_deallocation"
"""The attribute of allocations that their author takes care of (`manual` in rules/analysis/program/structure.dl)."""
_BY_HAND = f"free it, or take {MANUAL} away, with which no pass frees it"
_CALLERS = "leave it to who owns it: by the function boundary ABI, parameters belong to the callers"


CHECKING = "check"
"""What the step is called that looks for faults in what a pass has made."""


def judged(module: Module, context: Context) -> tuple[Verdict, Places]:
    """What the checker says of `module`, looking at as much as a gate lets it, and where its things are."""
    with context.step(CHECKING, module):
        naming = Naming(module, context.effects(module))
        return check_named(module, naming, context.models, context.engine, BRIEF_LIMIT), Places(naming)


class Places:
    """The positions, in the text that was read, of things in rows; a made op has that of the next one."""

    def __init__(self, naming: Naming) -> None:
        self.naming = naming

    def defined(self, finding: Finding) -> str:
        """What tells the buffer of a finding from others, in modules before and after a pass."""
        value = self.naming.values[finding.value]
        op = value.owner
        if isinstance(op, Op) and op.position is not None:
            return f"{op.position} {value.index}"
        return finding.value

    def is_manual(self, finding: Finding) -> bool:
        """Whether the program says of the buffer of a finding that it frees it itself."""
        owner = self.naming.values[finding.value].owner
        return isinstance(owner, Op) and (MANUAL in owner.attrs or MANUAL in owner.properties)

    def functions(self, finding: Finding) -> set[str]:
        """The functions that the path of a finding goes through."""
        return {finding.function, *filter(None, (self.function(step.op) for step in finding.steps))}

    def function(self, name: str) -> str:
        """The function around the op called `name`; "" where there is none."""
        op = self.naming.traits.function_around(self.naming.ops.get(name))
        return "" if op is None else self.naming.op(op)

    def near(self, name: str) -> tuple[Op | None, bool]:
        """The op called `name`, or the next one behind or around it that was read; and whether it is that op itself."""
        op = self.naming.ops.get(name)
        itself = True
        while op is not None and (op.source is None or op.start < 0):
            itself = False
            assert op.parent is not None
            behind = op.parent.ops[op.parent.ops.index(op) + 1 :]
            op = next((other for other in behind if other.source is not None), None) or op.parent_op
        return op, itself

    def diagnostic(self, finding: Finding, message: str, advice: str, severity: str) -> Diagnostic:
        """A diagnostic at the definition of the buffer that a finding is about."""
        value = self.naming.values[finding.value]
        op, _ = (
            self.near(self.naming.op(value.owner))
            if isinstance(value.owner, Op)
            else (self.naming.ops.get(finding.function), True)
        )
        if op is None or op.source is None:
            return Diagnostic(message, advice=advice, severity=severity)
        return op.source.diagnostic(op.start, message, advice, severity)

    def notes(self, finding: Finding) -> list[Diagnostic]:
        """The steps of a finding behind the first, each as a note at its op."""
        steps = [(step, *self.near(step.op)) for step in finding.steps[1:]]
        told = [
            (op.source, op.start, step.text)
            for step, op, itself in steps
            if itself and op is not None and op.source is not None
        ]
        return [source.diagnostic(at, f"{text} here", severity="note") for source, at, text in told]

    def path(self, finding: Finding) -> str:
        return ", ".join(map(self._step, finding.steps))

    def _step(self, step: Step) -> str:
        op, itself = self.near(step.op)
        if op is None or op.position is None:
            return step.text
        line = op.position.line
        return f"{step.text} at line {line}" if itself else f"{step.text} in front of line {line}, by what was inserted"


def of_input(finding: Finding, places: Places) -> list[Diagnostic]:
    """The input itself is wrong, or may be, with a note for each step of the path after the first."""
    if not finding.certain:
        return [undecided(finding, places)]
    message = f"the input is not sound: {finding.message} ({places.path(finding)})"
    advice = _BY_HAND if finding.kind == LEAK else _CALLERS if finding.kind == NOT_OWNED else _ONCE
    warning = places.diagnostic(finding, message, advice, "warning")
    return [warning, *places.notes(finding)]


def undecided(finding: Finding, places: Places) -> Diagnostic:
    """That something could not be decided."""
    message = f"the deallocation of {finding.subject} could not be checked: {finding.doubt} ({places.path(finding)})"
    return places.diagnostic(finding, message, "", "remark")


def of_fallback(functions: Iterable[str], findings: Iterable[Finding], places: Places, sound: bool) -> list[Diagnostic]:
    """Functions are not deallocated as planned; findings in their plans; `sound`: nothing is in doubt now.

    A wrong plan is a fault of Ownlog's; an undecided one is not, and is mentioned once for each buffer.
    """
    where = f"{', '.join(sorted(functions))}: deallocated at the ends of blocks, with flags that say what is owned"
    said = []
    doubted: set[tuple[str, str, str]] = set()
    for finding in findings:
        told = f"{finding.message} ({places.path(finding)})"
        if finding.certain:
            said.append(
                places.diagnostic(
                    finding, f"{where}; in the plan {told}", f"{_SOUND}; {REPORT}" if sound else REPORT, "warning"
                )
            )
        elif (key := (finding.kind, finding.value, finding.doubt)) not in doubted:
            doubted.add(key)
            advice = "; ".join(filter(None, (_SOUND if sound else "", _MODELS_TELL if finding.doubt == UNTOLD else "")))
            message = f"{where}; of the plan it is undecided whether {told}: {finding.doubt}"
            said.append(places.diagnostic(finding, message, advice, "remark"))
    return said


def refusal(findings: Iterable[Finding], places: Places, refused: InputError | None) -> InputError:
    """That no deallocation was found that is sound. `refused` says why the second way was refused, if it was."""
    said = []
    for finding in findings:
        message = f"no sound deallocation was found: {finding.message} ({places.path(finding)}){_doubt(finding)}"
        said.append(places.diagnostic(finding, message, _UNSOUND, "error"))
    notes = [found._replace(severity="note") for found in refused.diagnostics] if refused is not None else []
    return InputError(*said, *notes)


def _doubt(finding: Finding) -> str:
    return f"; not certain: {finding.doubt}" if finding.doubt else ""

"""The gate behind passes that move buffers: functions that free each buffer once go on doing so."""

from __future__ import annotations

from collections.abc import Callable

from ownlog.backend.context import Context
from ownlog.backend.passes import complaints
from ownlog.frontend import parse
from ownlog.frontend.ir.module import Module

_ADVICE = "please report this program; with --no-gate the output is printed as it is"


def change_with_care(module: Module, context: Context, name: str, change: Callable[[], bool]) -> None:
    """Rewrite `module` in place by `change`, the pass `name`, which returns whether it changed something freed.

    If a function is faulty now that was not before, the module is restored, with a warning (unless the gate is off).
    New undecided functions get a remark.
    """
    before = str(module) if context.gate else ""
    if not change() or not context.gate:
        return
    after, places = complaints.judged(module, context)
    if not after.findings:
        return
    given = parse(before, module.source.name, module.source.first_line)
    wrong = {finding.function for finding in complaints.judged(given, context)[0].findings}
    new = [finding for finding in after.findings if finding.function not in wrong]
    faults = [finding for finding in new if finding.certain]
    context.remarks.extend(complaints.undecided(finding, places) for finding in new if not finding.certain)
    if faults:
        said = f"{name} changed nothing: else "
        context.notices.extend(places.diagnostic(fault, said + fault.message, _ADVICE, "warning") for fault in faults)
        module.become(given)

"""The gate behind the deallocation pipeline: output with a fault is not printed.

If something is wrong that was not wrong in the input, the functions involved are deallocated again, at the ends of
their blocks; if that does not help, the pipeline refuses the program. Faults of the input itself stay, with a warning.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Set
from typing import Any, NamedTuple

from ownlog.backend.checking import Finding, Verdict
from ownlog.backend.checking.verdict import (
    DOUBLE_FREE,
    FREED_OTHERWISE,
    LEAK,
    NOT_OWNED,
    RETURNED_NOT_OWNED,
    TOO_MANY,
    USE_AFTER_FREE,
)
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Options, spelled
from ownlog.backend.passes import complaints
from ownlog.backend.passes.complaints import Places
from ownlog.backend.passes.deallocation_pipeline import deallocate
from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.ir.module import Module

_OF_INPUTS = frozenset((DOUBLE_FREE, USE_AFTER_FREE, NOT_OWNED, FREED_OTHERWISE))
"""What only a program that frees buffers itself can do wrong."""


Way = Callable[[Module, Any, Context, Collection[str]], None]
"""Deallocates a module, with the given functions at block ends instead of by plan."""


def deallocate_and_check(module: Module, options: Options, context: Context, way: Way = deallocate) -> None:
    """Free every buffer of `module` once, in place, and check that.

    Notices say which functions do not have their first plan, what is wrong in the input, and what is undecided. Raises
    InputError for what has no plan, and for what is unsound in every way; then the module is unchanged.
    """
    _Gate(module, options, context, way).run()


class _Attempt(NamedTuple):
    """The pipeline's output, the functions deallocated at block ends, and the checker's verdict."""

    module: Module
    at_ends: frozenset[str]
    verdict: Verdict
    places: Places


class _Gate:
    """A run of the pipeline, and what it takes to run it once more."""

    def __init__(self, module: Module, options: Options, context: Context, way: Way) -> None:
        self.way = way
        self.module = module
        self.options = options
        self.context = context
        # Of a module that no pass has changed that is the text that was read.
        self.before = str(module)
        self.remarks = len(context.remarks)
        self.wrong: dict[str, set[str]] = {}
        """The kinds of findings in the input, by the buffers that they are about."""
        self.refused: InputError | None = None

    def run(self) -> None:
        self.way(self.module, self.options, self.context, ())
        planned = self._attempt(self.module)
        if planned.verdict.status == "clean":
            return
        self._look_at_input(planned)
        kept = planned if _is_fine(self._ours(planned)) else self._fall_back(planned)
        ours = self._ours(kept)
        if any(finding.certain for finding in ours):
            self._restore()
            raise complaints.refusal(self._ours(planned), planned.places, self.refused)
        notices = self.context.notices
        if kept is not planned:
            self.module.become(kept.module)
            notices.extend(
                complaints.of_fallback(
                    kept.at_ends, self._ours(planned), planned.places, kept.verdict.status == "clean"
                )
            )
        notices.extend(complaints.undecided(finding, kept.places) for finding in ours)

    def _attempt(self, module: Module, at_ends: Set[str] = frozenset()) -> _Attempt:
        """What is to be said of `module`, which the pipeline has made."""
        return _Attempt(module, frozenset(at_ends), *complaints.judged(module, self.context))

    def _again(self) -> Module:
        """The module as it was, in a tree of its own."""
        source = self.module.source
        return parse(self.before, source.name, source.first_line)

    def _restore(self) -> None:
        self.module.become(self._again())
        del self.context.remarks[self.remarks :]

    def _look_at_input(self, planned: _Attempt) -> None:
        """Notes what is wrong in the input, and warns of what is still there."""
        given = self._attempt(self._again())
        for finding in given.verdict.findings:
            if finding.kind not in (LEAK, TOO_MANY):
                self.wrong.setdefault(given.places.defined(finding), set()).add(finding.kind)
        ours = self._ours(planned)
        left = {planned.places.defined(finding) for finding in planned.verdict.findings if finding not in ours}
        for finding in given.verdict.findings:
            # The planner has warned of frees by the op of another kind, with the op to use.
            # What leaks in the input is to be freed here.
            leaks = finding.kind == LEAK and not _by_hand(finding, given.places)
            if leaks or finding.kind == FREED_OTHERWISE or (finding.certain and finding.kind == RETURNED_NOT_OWNED):
                continue
            if given.places.defined(finding) in left:
                self._warn(finding, given.places)
        told = {given.places.defined(finding) for finding in given.verdict.findings}
        for finding in planned.verdict.findings:
            # What the program gave to a caller, who now has a copy.
            if _by_hand(finding, planned.places) and planned.places.defined(finding) not in told:
                self._warn(finding, planned.places)

    def _warn(self, finding: Finding, places: Places) -> None:
        where = self.context.notices if finding.certain else self.context.remarks
        where.extend(complaints.of_input(finding, places))

    def _ours(self, attempt: _Attempt) -> list[Finding]:
        """What the input is not to blame for."""
        return [finding for finding in attempt.verdict.findings if not self._was_there(finding, attempt.places)]

    def _was_there(self, finding: Finding, places: Places) -> bool:
        if _by_hand(finding, places):
            return True
        kinds = self.wrong.get(places.defined(finding), set())
        return bool(kinds & _OF_INPUTS) if finding.certain else bool(kinds)

    def _fall_back(self, planned: _Attempt) -> _Attempt:
        """The best of the attempts in which fewer and fewer functions have a plan; `planned`, if none is better."""
        from ownlog.backend.passes.fallback import hanging_together

        best, functions = planned, self._at_faults(planned)
        tried: set[str] = set()
        while functions - tried:
            tried |= functions
            attempt = self._without_plan(tried)
            if attempt is not None:
                ours = self._ours(attempt)
                if not ours and self._kinds(attempt) <= self._kinds(planned):
                    return attempt
                if not any(finding.certain for finding in ours) and any(
                    finding.certain for finding in self._ours(best)
                ):
                    best = attempt
                functions |= self._at_faults(attempt)
            functions |= {function for finding in self._ours(planned) for function in planned.places.functions(finding)}
            if not functions - tried:
                functions |= hanging_together(self._again(), tried, spelled(self.options), self.context)
        return best

    def _kinds(self, attempt: _Attempt) -> set[tuple[str, str]]:
        """What is found of which buffers, the input's own faults among them."""
        return {(attempt.places.defined(finding), finding.kind) for finding in attempt.verdict.findings}

    def _without_plan(self, functions: Set[str]) -> _Attempt | None:
        """The output with `functions` deallocated at block ends; None after a refusal."""
        module = self._again()
        del self.context.remarks[self.remarks :]
        try:
            self.way(module, self.options, self.context, functions)
        except InputError as error:
            self.refused = error
            return None
        return self._attempt(module, functions)

    def _at_faults(self, attempt: _Attempt) -> set[str]:
        return {attempt.places.function(finding.steps[-1].op) or finding.function for finding in self._ours(attempt)}


def _by_hand(finding: Finding, places: Places) -> bool:
    """Whether what is never freed was for the program itself to free."""
    return finding.kind == LEAK and places.is_manual(finding)


def _is_fine(ours: list[Finding]) -> bool:
    """Whether no other way to deallocate would be better: what has too many cases has no fewer with more conditions."""
    return all(finding.kind == TOO_MANY for finding in ours)

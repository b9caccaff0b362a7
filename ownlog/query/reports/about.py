"""`ownlog why --value`: why a buffer is freed where it is, why under an i1, why it is copied, or not freed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ownlog.base.errors import Diagnostic, InputError
from ownlog.query.questions import Questions
from ownlog.query.reports.lives import FREES, Life, Lives
from ownlog.query.reports.seen import Planned

QUESTIONS = ("not-freed", "not-earlier", "guarded", "copied")
"""What may be asked about a value beside what becomes of it."""

_NEEDED = {
    "use": "it is used on {at}",
    "name": "{other}, another name for it, is used on {at}",
    "borrower": "{other}, which borrows from it, is used on {at}",
    "lasts": "its address was taken, or an op goes on using it: it lasts to the end of its block, {at}",
}
_GUARDED = {
    "passed": "it is passed {other} on {at}, and no ownership with it",
    "lacking": "what {other} owns moves to it on {at}, and {other} may own nothing itself",
    "chosen": "{other} is chosen on {at}, and nothing is taken from it",
    "chosen lacking": "what {other} owns is chosen on {at}, and {other} may own nothing itself",
    "freed": "the program may free it on {at}",
}
_COPIED = {
    "copied": "nobody here owns what is returned, and the caller has to",
    "copied if not owned": "on some ways nobody here owns what is returned, and the caller has to",
}


@dataclass(frozen=True)
class About:
    """What is to say about one buffer: its life, and answers by question, each a list of sentences."""

    life: Life
    name: str
    passes: str
    answers: dict[str, list[str]]
    notes: tuple[str, ...]

    def text(self) -> str:
        """The answer as a person reads it."""
        return "\n".join([f"passes: {self.passes}", *self.lines()])

    def lines(self) -> Iterator[str]:
        life = self.life
        yield (
            f"{self.name}{f', line {life.line}' if life.line is not None else ''}:"
            f" {life.owner or 'no buffer of the plan'}"
        )
        if life.since:
            yield f"  since: {life.since}"
        if life.until:
            yield f"  until: {life.until}"
        for question, sentences in self.answers.items():
            yield f"  {_HEADS[question]}"
            yield from (f"    {sentence}" for sentence in sentences)

    def json_object(self) -> dict[str, Any]:
        """The answer as what JSON can say."""
        life = self.life
        data = {"passes": self.passes, "value": life.value, "line": life.line, "owner": life.owner, "since": life.since}
        fates = [{"kind": fate.kind, "line": fate.line, "text": fate.text} for fate in life.fates]
        return {**data, "until": fates, "answers": self.answers}

    def json_text(self) -> str:
        return json.dumps(self.json_object(), indent=1)


_HEADS = {
    "not-freed": "why it is not freed:",
    "not-earlier": "why it is not freed earlier:",
    "guarded": "why an i1 tells whether it owns:",
    "copied": "why it is copied:",
}


def about(
    planned: Planned, before: Questions, value: str, function: str | None = None, asked: tuple[str, ...] = ()
) -> About:
    """A report on one buffer; `asked` are questions of `QUESTIONS` (none: those that apply).

    `before` is about the module before the passes. Raises InputError for a value or function that does not exist, for a
    value that is no buffer, and for passes without a plan.
    """
    if planned.at_block_ends:
        advice = (
            "leave out the pass: buffer-deallocation-pipeline has a plan; ownlog owners tells what that one decides"
        )
        raise InputError(Diagnostic(f"{planned.passes} decides at the ends of blocks", advice=advice))
    lives = planned.lives
    within = planned.questions.function(function) if function is not None else None
    names = planned.questions.names
    if not names.find("Value", value, within) and (gone := before.names.find("Value", value, within)):
        line = before.names.line_of(gone[0])
        message = f"{value}{f' (line {line})' if line else ''} is not there any more when {planned.passes} decides"
        raise InputError(
            Diagnostic(message, advice="nothing uses it, or the first passes put another value in its place")
        )
    name = planned.questions.value(value, within)
    by_name = {life.value: life for life in lives.all()}
    if name not in by_name:
        raise InputError(Diagnostic(f"{value} is no buffer", advice="ownlog owners lists the buffers"))
    life = by_name[name]
    found = {question: list(_ANSWERS[question](lives, life)) for question in asked or QUESTIONS}
    answers = {
        question: sentences or [_NO[question]]
        for question, sentences in found.items()
        if sentences or question in asked
    }
    return About(life, lives.name(name), planned.passes, answers, tuple(planned.said()))


_NO = {
    "not-freed": "it is freed where it is",
    "not-earlier": "it is not freed under its own name",
    "guarded": "nothing has to tell: it always owns what it holds, or never",
    "copied": "it is not copied",
}


def _not_freed(lives: Lives, life: Life) -> Iterator[str]:
    """Where what a buffer owns goes, over all that it moves to, up to where that is freed or returned."""
    if any(fate.kind in FREES or fate.kind == "freed" for fate in life.fates):
        return
    if not life.is_owner:
        yield (
            _NOT_OWNED.get(next(iter(sorted(life.standings)), ""), "it owns nothing")
            if life.standings
            else "nothing is known of it"
        )
        return
    for owner, fate in lives.onward(life.value):
        yield f"{lives.name(owner)} {fate.text}" if owner != life.value else fate.text


_NOT_OWNED = {
    "parameter": "it is the caller's, who frees it",
    "outside": "there is nothing to free: it is on the stack, a global, or freed by hand",
    "name": "it is another name: what it is a name for is freed by its owner",
    "either": "it is another name: each owner is freed by itself",
    "borrowed": "it only borrows: the owner that it borrows from is freed",
    "holds": "it holds what others own",
    "refused": "there is no plan, since the passes refuse its function",
    "passed": "it holds what nobody here owns",
}


def _not_earlier(lives: Lives, life: Life) -> Iterator[str]:
    if any(fate.kind in FREES for fate in life.fates):
        yield from lives.told("needed", life.value, _NEEDED)


def guards(lives: Lives, value: str) -> list[str]:
    """Why an i1 comes with a buffer, in sentences; none where it always owns what it holds, or never."""
    return lives.told("guarded_by", value, _GUARDED)


def _guarded(lives: Lives, life: Life) -> Iterator[str]:
    yield from guards(lives, life.value)


def _copied(lives: Lives, life: Life) -> Iterator[str]:
    del lives
    yield from (f"{fate.text}: {_COPIED[fate.kind]}" for fate in life.fates if fate.kind in _COPIED)


_ANSWERS = {"not-freed": _not_freed, "not-earlier": _not_earlier, "guarded": _guarded, "copied": _copied}

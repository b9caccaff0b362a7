"""Asks the prover whether parts of tensors are disjoint: to prove rules' claims, and for open questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from ownlog.backend.bufferize.aliasing.parts import Parts, Question
from ownlog.backend.fixpoint import add, fixpoint
from ownlog.backend.proofs.verdict import Proved, Unknown
from ownlog.frontend.facts.extract import Facts
from ownlog.rules.relations import ApartByRules, ApartOpen, KnownApart, MayRecompute, PlacesMet
from ownlog.rules.typed_rows import Found, TypedRows, relation_names

if TYPE_CHECKING:
    from ownlog.backend.proofs.prover import Prover
    from ownlog.frontend.facts.names import Naming
    from ownlog.frontend.ir.ir import Value

Rows = TypeVar("Rows", bound=Found)

DERIVED = relation_names(ApartByRules, ApartOpen)
STEPS = 300_000
"""How long Z3 may think about parts of which the rules do not know anything, in steps of its own."""
MOST = 256
"""How many such questions are asked at once, at most."""


@dataclass
class Answers:
    """What the prover has shown of parts: facts for the rules, and answered questions, by the two ops."""

    told: Facts = field(default_factory=dict)
    shown: dict[tuple[str, str], Question] = field(default_factory=dict)


class Asker:
    """Asks a prover about parts. With `proves`, what the rules say of parts counts only with a proof."""

    def __init__(self, prover: Prover, proves: bool = False) -> None:
        self._prover, self.proves = prover, proves

    def settle(
        self,
        naming: Naming,
        facts: Facts,
        derive: Callable[[Facts], Rows],
        before: Rows | None = None,
        *,
        opens: bool = False,
    ) -> tuple[Rows, Answers]:
        """The rows that follow if unproved claims about parts do not count; with `opens`, open questions are asked,
        too.

        In: the facts, which get the answers; what derives, with the rows of `DERIVED`; its former result, if there is
        one. Out: the rows, and the prover's answers.
        """
        all_of = Answers()

        def assume(found: Rows) -> Facts:
            nonlocal opens
            answers = self.proofs(naming, facts, found)
            if not answers.told and opens:
                opens = False
                all_of.shown |= answers.shown
                answers = self.open(naming, facts, found)
            all_of.shown |= answers.shown
            add(all_of.told, answers.told)
            return answers.told

        return fixpoint(facts, derive, assume, before), all_of

    def proofs(self, naming: Naming, facts: Found, derived: Found) -> Answers:
        """Proofs of what the rules say. In: the facts, and the rows of `DERIVED`."""
        answers = Answers()
        if not self.proves:
            return answers
        said: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for row in TypedRows(derived)(ApartByRules):
            said[row.one, row.other].add(row.base)
        parts = Parts(naming, facts)
        for pair, values in sorted(said.items()):
            # What holds wherever the two are taken holds where a value is the same for both, too.
            bases = [None] if "" in values else [naming.values[base] for base in sorted(values)]
            found = [question for base in bases if (question := self._proof(parts, pair, base)) is not None]
            if len(found) == len(bases):
                answers.shown[pair] = found[0]
            else:
                answers.told.setdefault("assume_not_apart", []).append(pair)
        return answers

    def placed(self, naming: Naming, facts: Found, derived: Found) -> tuple[Found, Mapping[tuple[str, str], Question]]:
        """Proofs of the places of changes in the parts that are read, by the ops.

        In: the facts, rows of KnownApart, MayRecompute and PlacesMet. Out: these, without unproved changes and those
        before them; and the questions.
        """
        if not self.proves:
            return derived, {}
        rows, parts = TypedRows(derived), Parts(naming, facts)
        behind: defaultdict[tuple[str, str], dict[int, int]] = defaultdict(dict)
        for place in rows(PlacesMet):
            behind[place.reader, place.version][place.position] = place.first - place.behind
        shown, left = dict[tuple[str, str], Question](), dict[str, int]()
        apart = {(row.one, row.other) for row in rows(KnownApart)}
        for row in rows(MayRecompute):
            if (row.reader, row.version) in apart:
                continue
            met = behind.get((row.reader, row.version), {})
            question = parts.distance(row.reader, row.version, [met[number] for number in sorted(met)])
            if question is not None and self._counted(question):
                shown[row.reader, row.version] = question
            else:
                left[row.reader] = min(row.later, left.get(row.reader, row.later))
        kept = [row for row in rows(MayRecompute) if row.reader not in left or row.later < left[row.reader]]
        return {**derived, "may_recompute": kept}, shown

    def _counted(self, question: Question) -> bool:
        """Is a question answered? It is counted."""
        proved = self._prover.shows(question.script)
        self._prover.statistics.count(question.rule, Proved() if proved else Unknown("not proved"))
        return proved

    def _proof(self, parts: Parts, pair: tuple[str, str], base: Value | None) -> Question | None:
        """The question whether two parts are apart if a value is the same for both, where that is proved."""
        question = parts.question(*pair, parts.leaves(base) if base is not None else ())
        return question if question is not None and self._counted(question) else None

    def open(self, naming: Naming, facts: Found, derived: Found) -> Answers:
        """What the rules do not know. In: the facts, and the rows of `DERIVED`."""
        answers, parts, asked = Answers(), Parts(naming, facts), set[str]()
        for row in sorted(TypedRows(derived)(ApartOpen)):
            if row.one == row.other:
                continue
            free = parts.question(row.one, row.other, ())
            if free is None or len(asked) >= MOST:
                continue
            found = self._least(parts, row, free, asked)
            if found is not None:
                question, same = found
                answers.shown[row.one, row.other] = question
                answers.told.setdefault("assume_apart", []).append((row.one, row.other))
                answers.told.setdefault("assume_apart_if", []).extend(
                    (row.one, row.other, naming.value(value)) for value in same
                )
        return answers

    def _least(
        self, parts: Parts, row: ApartOpen, free: Question, asked: set[str]
    ) -> tuple[Question, Sequence[Value]] | None:
        """A question that is answered, and the minimal set of values that are the same in it; None without one."""

        def shown(same: Sequence[Value]) -> Question | None:
            question = parts.question(row.one, row.other, same)
            if question is None:
                return None
            asked.add(question.script)
            return question if self._prover.shows(question.script, STEPS) else None

        same = list(free.leaves)
        found = shown(same)
        if found is None:
            return None
        for value in free.leaves:
            fewer = [other for other in same if other is not value]
            if (less := shown(fewer)) is not None:
                found, same = less, fewer
        return found, same

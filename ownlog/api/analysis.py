"""What the rules derive about a module, and the questions about it: the API's main class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.base.words import counted
from ownlog.derived.results import Results

if TYPE_CHECKING:
    from ownlog.query import Answer, Questions
    from ownlog.query.reports.about import About
    from ownlog.query.reports.in_place import WhyInPlace
    from ownlog.query.reports.lives import Life
    from ownlog.query.reports.seen import Planned
    from ownlog.query.reports.why import Why
    from ownlog.rules.explain.derivation import Derivation


class Analysis(Results):
    """The facts about a module and all that follows from them.

    `analysis["live_in"]` is the set of a relation's rows, `analysis.rows(relations.LiveIn)` the same, typed. `op`,
    `block` and `value` lead from names in rows to the IR. `analysis.query("...")` answers questions in Datalog.
    """

    @cached_property
    def questions(self) -> Questions:
        """What answers queries; each derives what it needs and nothing else."""
        from ownlog.query import Questions

        tensors, places = lambda: self.tensors, lambda: self.place_facts
        return Questions(
            self.facts, self.models, self._engine, tensors=tensors, places=places, line_of=self.naming.line
        )

    def query(self, text: str, *, rules: Sequence[Path] = (), all_pairs: bool = False, private: bool = False) -> Answer:
        """The rows that match a query, as named tuples, and with `to_pandas()` and `to_arrow()` as tables.

        In: an atom such as `may_alias(F, "%a", X)`, or rules, of which the last one's relation is the answer; rule
        files; whether to compare all pairs of buffers in large functions; whether private relations may be read. Raises
        InputError for a malformed query and unknown names, RuleError for a faulty rule file.
        """
        return self.questions.ask(text, rules, all_pairs, private)

    def alias(self, value: str, function: str | None = None) -> Answer:
        """Which buffers must, may or never share a value's allocation. Raises InputError for what is no buffer."""
        from ownlog.query.reports.alias import alias

        return alias(self.questions, value, function)

    def planned(self, passes: str | None = None) -> Planned:
        """The module as the passes of a pipeline (None: buffer-deallocation-pipeline) see it when they decide."""
        from ownlog.query.reports.seen import planned

        if passes not in self._planned:
            self._planned[passes] = planned(self.module, passes, self.models, self._engine)
        return self._planned[passes]

    @cached_property
    def _planned(self) -> dict[str | None, Planned]:
        return {}

    def lives(self, function: str | None = None) -> list[Life]:
        """Who owns what each buffer holds under the plan, since and until when. Raises InputError."""
        return self.planned().lives.all(function)

    def about(
        self, value: str, function: str | None = None, *, asked: Sequence[str] = (), passes: str | None = None
    ) -> About:
        """Who owns a buffer, since and until when, and why so under the plan of `passes`.

        `asked` are questions ("not-freed", "not-earlier", "guarded", "copied"; none: those that apply). Raises
        InputError for a value or function that does not exist, for a value that is no buffer, and for passes that
        decide at block ends.
        """
        from ownlog.query.reports.about import about

        return about(self.planned(passes), self.questions, value, function, tuple(asked))

    def annotated(self, *, passes: str | None = None) -> str:
        """The text with comments on owners, frees and tensors at the ends of lines. Raises InputError."""
        from ownlog.query.reports.annotated import annotated

        planned = self.planned(passes)
        return annotated(self, planned.lives, planned.decided or self.tensors)

    def owners(self, function: str | None = None, *, passes: str | None = None) -> Answer:
        """Who owns each buffer, since and until when, under `passes`. Raises InputError.

        With "ownership-based-buffer-deallocation", a row for each block and buffer with the ownership state.
        """
        from ownlog.query.reports.owners import owners

        return owners(self.planned(passes), function)

    def why_in_place(self, line: int, column: int | None = None) -> WhyInPlace | None:
        """Which tensor operands of the ops on a line are in place, and what keeps the others from that.

        None where there are no tensors; `column` selects one op. Raises InputError for a line that does not exist.
        """
        from ownlog.query.reports.in_place import InPlace

        return InPlace(self.tensors).at(line, column)

    def why(self, line: int, *, passes: str | None = None, of_input: bool = False) -> Why:
        """Why `passes` put something on a line of their output; `text()` is for people.

        With `of_input`, what they made because of a line of the input, or changed on it, and what becomes of its
        buffers. Raises InputError for a line that does not exist, and what the passes raise. The module stays as it is.
        """
        from ownlog.backend.context import Context
        from ownlog.frontend import copy_of
        from ownlog.query.reports.about import about
        from ownlog.query.reports.seen import steps_of
        from ownlog.query.reports.why import Transformed

        transformed = Transformed(copy_of(self.module), steps_of(passes), Context(self.models, self._engine))
        if not of_input:
            return transformed.why(line)
        planned = self.planned(passes)
        lives = [] if planned.at_block_ends else planned.lives.all()
        buffers = [about(planned, self.questions, life.value) for life in lives if life.line == line]
        return replace(transformed.why_input(line), buffers=tuple(buffers))

    def summary(self, *, passes: str | None = None) -> Answer:
        """A row for each function: what it has, and what passes make of it (None: buffer-deallocation-pipeline)."""
        from ownlog.query.reports.summary import summary

        return summary(self.planned(passes))

    def __repr__(self) -> str:
        memrefs = {kind for kind, _ in self.facts["memref_type"]}
        buffers = sum(kind in memrefs for _, kind in self.facts["value_type"])
        functions = sum(1 for _ in self.module.functions(self.traits))
        return (
            f"<Analysis of {self.module.source.name}: {counted(functions, 'function')}, {counted(buffers, 'buffer')}>"
        )

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()

    def explain(self, atom: str, limit: int = 3, *, private: bool = False) -> list[Derivation]:
        """The derivations of the first `limit` rows that match an atom such as `live_in("^bb1", v)`.

        `private` allows private relations. Raises InputError for what is no atom, and for unknown relations and names.
        """
        return self.questions.explanation(atom, limit, private).derivations

    def report(self) -> str:
        """The page about the module, as HTML; see `ownlog.report`."""
        from ownlog.report import page

        return page(self)

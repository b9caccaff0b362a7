"""What the rules derive about a module, and the questions about it: the API's main class."""

from __future__ import annotations

from collections.abc import Sequence
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

    `analysis["live_in"]` is the set of a relation's rows, `analysis.rows(relations.LiveIn)` the same, typed. Names in
    rows lead back to the IR through `op`, `block` and `value`. `analysis.query("...")` answers questions in Datalog; a
    notebook shows the `summary()`.
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
        """The rows that a query asks for, as named tuples, and with `to_pandas()` and `to_arrow()` as tables.

        In: an atom such as `may_alias(F, "%a", X)`, or rules, of which the last one's relation is the answer; files
        with relations of your own; whether alias relations shall have all pairs of functions with many buffers, too;
        whether private relations may be read. Raises InputError for a malformed query and for names that mean nothing,
        RuleError for a faulty rule file.
        """
        return self.questions.ask(text, rules, all_pairs, private)

    def alias(self, value: str, function: str | None = None) -> Answer:
        """Which buffers must, may or never share the allocation of a value, and under which condition.

        Raises InputError for a value or function that does not exist, and for a value that is no buffer.
        """
        from ownlog.query.reports.alias import alias

        return alias(self.questions, value, function)

    def planned(self, passes: str | None = None) -> Planned:
        """The module as passes see it when they decide what to free; `passes` is a pipeline's text (None:
        buffer-deallocation-pipeline).
        """
        from ownlog.query.reports.seen import planned

        if passes not in self._planned:
            self._planned[passes] = planned(self.module, passes, self.models, self._engine)
        return self._planned[passes]

    @cached_property
    def _planned(self) -> dict[str | None, Planned]:
        return {}

    def lives(self, function: str | None = None) -> list[Life]:
        """Who owns what each buffer holds under the pipeline's plan, since when, and until when.

        InputError for an unknown function.
        """
        return self.planned().lives.all(function)

    def about(
        self, value: str, function: str | None = None, *, asked: Sequence[str] = (), passes: str | None = None
    ) -> About:
        """Who owns a buffer, since when, until when, and why so under the plan of passes (None:
        buffer-deallocation-pipeline).

        `asked` are questions ("not-freed", "not-earlier", "guarded", "copied"; none: those that the buffer gives rise
        to). Raises InputError for a value or function that does not exist, for a value that is no buffer, and for
        passes that decide at block ends.
        """
        from ownlog.query.reports.about import about

        return about(self.planned(passes), self.questions, value, function, tuple(asked))

    def annotated(self, *, passes: str | None = None) -> str:
        """The module's text with comments at the ends of lines: who owns each buffer, since when, until when; which
        tensors are in place.

        `passes` is a pipeline's text (None: buffer-deallocation-pipeline). Raises InputError for text that is no
        pipeline.
        """
        from ownlog.query.reports.annotated import annotated

        return annotated(self, self.planned(passes).lives, self.questions)

    def owners(self, function: str | None = None, *, passes: str | None = None) -> Answer:
        """Who owns each buffer, since when, and until when, as passes have it (None: buffer-deallocation-pipeline).

        With "ownership-based-buffer-deallocation", its states: a row for each block and buffer. Raises InputError for
        an unknown function, and for text that is no pipeline.
        """
        from ownlog.query.reports.owners import owners

        return owners(self.planned(passes), function)

    def why_in_place(self, line: int, column: int | None = None) -> WhyInPlace | None:
        """Which tensor operands of the ops on a line of the text are in place, and what keeps the others from that;
        None where there are no tensors.

        In: the line, and the column of one op. `analysis.tensors` has the decisions themselves. Raises InputError for a
        line that is not there.
        """
        from ownlog.query.reports.in_place import InPlace

        return InPlace(self.tensors).at(line, column)

    def why(self, line: int, *, passes: str | None = None, of_input: bool = False) -> Why:
        """Why passes (None: buffer-deallocation-pipeline) put what they did on a line of their output, as a person
        reads it with `text()`.

        With `of_input`, the line is one of the input, and the answer what was made because of it. Raises InputError for
        a line that is not there, for text that is no pipeline, and what the passes raise. The module stays as it is.
        """
        from ownlog.backend.context import Context
        from ownlog.frontend import copy_of
        from ownlog.query.reports.seen import steps_of
        from ownlog.query.reports.why import Transformed

        transformed = Transformed(copy_of(self.module), steps_of(passes), Context(self.models, self._engine))
        return transformed.why_input(line) if of_input else transformed.why(line)

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
        """Why rows hold: the derivations of the first `limit` rows that match an atom such as `live_in("^bb1", v)`, []
        where none does.

        `private` lets the relation be a private one. Raises InputError for what is no atom, and for a relation or a
        name that the module does not have.
        """
        return self.questions.explanation(atom, limit, private).derivations

    def report(self) -> str:
        """The page about the module, as HTML; see `ownlog.report`."""
        from ownlog.report import page

        return page(self)

"""What many inputs come to: what is told of each on the way, and of all of them in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ownlog.api.watch import Watch
from ownlog.backend.proofs.prover import Statistics
from ownlog.base.files import undisturbed
from ownlog.base.words import counted

if TYPE_CHECKING:
    from ownlog.api.process import Outcome
    from ownlog.batch.run import Result


@dataclass
class Tally:
    """The sums over the inputs that are done, of `total`; `say` gets their messages, if `remarked` with remarks."""

    total: int
    say: Callable[[str], None]
    remarked: bool = False
    done: int = 0
    failed: int = 0
    ours: bool = False
    statistics: Statistics = field(default_factory=Statistics)
    watch: Watch = field(default_factory=Watch)
    counts: Counter[str] = field(default_factory=Counter)
    outcomes: list[Outcome] = field(default_factory=list)

    def miss(self, messages: Iterable[object]) -> None:
        """Count names that stand for no input: each is one that failed, however often it is named."""
        for message in dict.fromkeys(map(str, messages)):
            self.say(message)
            self.total += 1
            self.done += 1
            self.failed += 1

    def take(self, results: Iterable[Result], keep: bool) -> None:
        """Report all results as they come; with `keep`, keep their outcomes. An interrupt is reported and passed on."""
        try:
            for result in results:
                for message in (*result.said, *(result.remarks if self.remarked else ())):
                    self.say(message)
                self.done += 1
                self.failed += result.failed
                self.ours |= result.ours
                self.counts += result.outcome.counts
                self.statistics.add(result.statistics)
                self.watch.add(result.phases)
                if keep:
                    self.outcomes.append(result.outcome)
        except KeyboardInterrupt:
            with undisturbed():
                self.say(
                    f"interrupted: {self.done} of {counted(self.total, 'input')} {'is' if self.done == 1 else 'are'}"
                    " done"
                )
            raise

    def verdict(self) -> str | None:
        """What to say in the end of inputs that failed; None where none did."""
        if not self.failed:
            return None
        return (
            f"{self.failed} of {counted(self.total, 'input')} failed and {'have' if self.failed > 1 else 'has'} no new"
            " output"
        )

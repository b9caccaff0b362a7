"""mlir-opt-22 as the judge: an output that it refuses, of an input that it accepts, is wrong."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.fuzz.attempt import general
from tests.tools import Outcome, Program

FLAGS = ("--allow-unregistered-dialect", "--mlir-disable-threading", "-o", "/dev/null")
_MARKER = "// -----"
_LINE = re.compile(r"<stdin>:(\d+):\d+: error: ")


@dataclass(frozen=True, slots=True)
class Judge:
    """Asks mlir-opt about many texts with few processes."""

    tool: str

    def refused(self, texts: Sequence[str]) -> dict[int, str]:
        """The texts that mlir-opt refuses, by their place in the list, with what it says."""
        found: dict[int, str] = {}
        together = [i for i, text in enumerate(texts) if _MARKER not in text]
        self._search(texts, together, found)
        for i, text in enumerate(texts):
            if _MARKER in text:
                self._alone(text, i, found)
        return found

    def _alone(self, text: str, number: int, found: dict[int, str]) -> None:
        outcome = self._ask([text])
        if outcome.status:
            found[number] = outcome.complaint

    def _search(self, texts: Sequence[str], numbers: list[int], found: dict[int, str]) -> None:
        """All texts of `numbers` in one process; those it names are asked about alone, and the others once more
        together.
        """
        if not numbers:
            return
        if len(numbers) == 1:
            self._alone(texts[numbers[0]], numbers[0], found)
            return
        outcome = self._ask([texts[i] for i in numbers])
        if outcome.status == 0:
            return
        named = {numbers[i] for i in _named(outcome.err, [texts[i] for i in numbers])}
        for number in named:
            self._alone(texts[number], number, found)
        left = [i for i in numbers if i not in named]
        if named:
            self._search(texts, left, found)
            return
        # It says nothing about where: it crashed, or the text has locations of its own.
        middle = len(numbers) // 2
        self._search(texts, numbers[:middle], found)
        self._search(texts, numbers[middle:], found)

    def _ask(self, texts: Iterable[str]) -> Outcome:
        data = f"\n{_MARKER}\n".join(texts)
        split = ("--split-input-file",) if _MARKER in data else ()
        return Program((self.tool, *FLAGS, *split))([], data)


def _named(err: str, texts: Sequence[str]) -> set[int]:
    """The texts that the lines of the errors lie in."""
    last: list[int] = []
    line = 0
    for text in texts:
        line += text.count("\n") + 2
        last.append(line)
    lines = {int(found[1]) for found in _LINE.finditer(err)}
    return {next((i for i, end in enumerate(last) if line <= end), len(last) - 1) for line in lines}


def signature(complaint: str) -> str:
    """What mlir-opt says, without what differs from program to program."""
    return general(complaint)

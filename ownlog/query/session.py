"""A conversation about one module: a query a line, answered at once, and a few commands that begin with a dot."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from pathlib import Path

from ownlog.base.errors import OwnlogError
from ownlog.base.suggestions import did_you_mean, similar
from ownlog.query.catalogue import Catalogue
from ownlog.rules.explain.names import Names, short_name

COMMANDS = {
    ".help": "what can be typed here",
    ".relations [WORD]": "the relations, or those about WORD; of one, its columns, meaning and rules",
    ".rule NAME": "a rule by its name, such as plan.release#1",
    ".functions": "the functions of the module",
    ".quit": "leave, as at the end of the input",
}
PROMPT, MORE = "?- ", "   "
_KEPT = 1000
"""Lines of history."""


class Session:
    """Answers input line by line; errors are reported, and end nothing.

    In: functions that answer a query, give catalogue and names when first needed, and take texts and errors.
    """

    def __init__(
        self,
        tell: Callable[[str], object],
        catalogue: Callable[[], Catalogue],
        names: Callable[[], Names],
        say: Callable[[str], None],
        complain: Callable[[OwnlogError], object],
    ) -> None:
        self._tell, self._say, self._complain = tell, say, complain
        self._catalogue, self._names = cache(catalogue), cache(names)
        self._waiting: list[str] = []

    def take(self, line: str) -> bool:
        """Answer a line, or wait for the rest of what it begins; whether there is more to come."""
        if not self._waiting and line.strip().startswith("."):
            return self._command(line.split())
        if self._waiting or line.strip():
            self._waiting.append(line)
            text = "\n".join(self._waiting)
            if not (line.strip() and _unfinished(text)):
                self._waiting.clear()
                self._try(lambda: self._tell(text))
        return True

    def end(self) -> None:
        """Answer what was begun, at the end of the input."""
        if self._waiting:
            self.take("")

    def drop(self) -> None:
        """Forget what was begun."""
        self._waiting.clear()

    @property
    def prompt(self) -> str:
        """What stands before the next line."""
        return MORE if self._waiting else PROMPT

    def words(self) -> list[str]:
        """What a word may be completed to: relations, and the short names of what is in the module."""
        known = self._names().known
        things = (short_name(name) for kind in ("Block", "Value") for name in known[kind])
        return sorted({*self._catalogue().names(), *self._names().functions, *things})

    def _command(self, words: list[str]) -> bool:
        name, word = words[0], " ".join(words[1:])
        if name in (".quit", ".exit"):
            return False
        told: dict[str, Callable[[], str]] = {
            ".help": _help,
            ".relations": lambda: self._relations(word),
            ".rule": lambda: self._catalogue().rule(word).text(),
            ".functions": lambda: "\n".join(self._names().functions),
        }
        self._try(lambda: self._say(told[name]() if name in told else _unknown(name, [*told, ".quit"])))
        return True

    def _relations(self, words: str) -> str:
        catalogue = self._catalogue()
        return catalogue.entry(words).text() if words in catalogue else str(catalogue.overview(words))

    def _try(self, action: Callable[[], object]) -> None:
        try:
            action()
        except OwnlogError as error:
            self._complain(error)


def converse(session: Session, terminal: bool) -> None:
    """Feed standard input to a session; at a terminal with prompts, history and completion."""
    with _line_editing(session.words) if terminal else nullcontext():
        while True:
            try:
                line = input(session.prompt) if terminal else _next_line()
            except EOFError:
                session.end()
                return
            except KeyboardInterrupt:
                if not terminal:
                    raise
                session.drop()
                print()
                continue
            if not session.take(line):
                return


def _next_line() -> str:
    line = sys.stdin.buffer.readline()
    if not line:
        raise EOFError
    return line.decode("utf-8", "surrogateescape").rstrip("\r\n")


def _help() -> str:
    width = max(map(len, COMMANDS))
    lines = [
        "a query, such as live_in(B, V), buffer(V); one that ends in `,` or `:-` goes on, and an empty line ends it"
    ]
    return "\n".join([*lines, *(f"{name.ljust(width)}  {meaning}" for name, meaning in COMMANDS.items())])


def _unknown(name: str, known: Sequence[str]) -> str:
    return f"there is no command {name}; {did_you_mean(similar(name, known)) or '.help lists them'}"


_NO_CODE = re.compile(r'"(?:\\.|[^"\\])*"|//[^\n]*')


def _unfinished(text: str) -> bool:
    """Does a query go on in the next line: after a comma or a neck, or in parentheses?"""
    bare = _NO_CODE.sub(lambda found: "0" if found[0][0] == '"' else "", text)
    ends = bare.rstrip().endswith((",", ";", ":-", "?-"))
    return ends or bare.count("(") > bare.count(")") or bare.count("{") > bare.count("}")


def history_file() -> Path:
    """Where a terminal's history is kept: `$XDG_STATE_HOME/ownlog/queries`, or under `~/.local/state`."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "ownlog" / "queries"


@contextmanager
def _line_editing(names: Callable[[], Sequence[str]]) -> Iterator[None]:
    """History and completion (of `names`) for what is typed meanwhile, where Python has readline."""
    try:
        import readline
    except ImportError:
        yield
        return
    path = history_file()
    found: list[str] = []

    def complete(text: str, state: int) -> str | None:
        if state == 0:
            found[:] = sorted(name for name in names() if name.startswith(text))
        return found[state] if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(' \t\n"(),;!')
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    with suppress(OSError):
        readline.read_history_file(path)
    try:
        yield
    finally:
        readline.set_history_length(_KEPT)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(path)

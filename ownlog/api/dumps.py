"""Logs of `--mlir-print-ir-after-all`: the dumps in them, each a text of its own, and what a tool says in between."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ownlog.base.errors import Diagnostic, InputError, Position
from ownlog.base.suggestions import did_you_mean, similar

if TYPE_CHECKING:
    from ownlog.frontend.ir.module import Module

_MARK = "// -----// IR Dump "
_HEADER = re.compile(rf"^{_MARK}(?P<when>After|Before) (?P<name>.*?)//----- //")
_PASS = re.compile(r"(?P<pass>[^\s(]+)(?P<failed> Failed)?(?: \((?P<flag>[\w-]+)\))?(?: \('(?P<op>[^']+)'.*\))?")
# How a line of IR begins that is not indented; others are a tool's own.
_IR = re.compile(
    r"[#!][\w$.-]+ = |[\"%^{}]|#-}|//|module\b|func\b|[A-Za-z_]\w*(?:\.[A-Za-z_][\w$]*)+(?:[\s(<{@]|$)", re.ASCII
)
_NO_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|//.*')
_FIRST_OP = re.compile(r"^(?:\"builtin\.module\"|module\b|builtin\.module\b)", re.MULTILINE)
_SHOWN = 12


@dataclass(frozen=True)
class Stage:
    """A dump: `text` from line `line` of the log on, below its `header`.

    `names` are those of the pass, and `number` says which of its dumps this is. `partial`: other functions of the
    program are not in it.
    """

    header: str
    when: str
    names: tuple[str, ...]
    number: int
    text: str
    line: int
    partial: bool

    @property
    def title(self) -> str:
        """What asks for this stage, and no other."""
        return f"{self.names[0]}#{self.number}"

    def parse(self, name: str) -> Module:
        """The program; `name` is that of the log."""
        from ownlog.frontend import parse

        return parse(self.text, name, self.line, partial=self.partial)

    def place(self, name: str, message: str = "", advice: str | None = None, severity: str = "note") -> Diagnostic:
        """A note at the header of the dump in the log called `name`."""
        return Diagnostic(message or self.title, Position(name, self.line - 1, 1), self.header, advice, severity)


def stages_in(text: str) -> list[Stage]:
    """The dumps of a log, in order; none for any other text."""
    if _MARK not in text:
        return []
    stages: list[Stage] = []
    counts: dict[tuple[str, str], int] = {}
    header: re.Match[str] | None = None
    lines: list[str] = []

    def end(line: int) -> None:
        body = "\n".join(lines).rstrip()
        if header is None or not body:
            return
        described = _PASS.match(header["name"])
        names = (
            (header["name"].strip(),)
            if described is None
            else tuple(filter(None, (described["pass"], described["flag"])))
        )
        key = header["when"], names[0]
        counts[key] = counts.get(key, 0) + 1
        partial = _FIRST_OP.search(body) is None
        first = line - len(lines)
        stages.append(Stage(header.string, header["when"], names, counts[key], f"{body}\n", first, partial))

    depth = 0
    number = 0
    for number, line in enumerate(text.split("\n"), 1):
        if (found := _HEADER.match(line)) is not None:
            end(number)
            header, lines, depth = found, [], 0
            continue
        is_ir = _IR.match(line) is not None or (depth > 0 and line[:1].isspace())
        lines.append(line if is_ir else "")
        if is_ir:
            plain = _NO_BRACKETS.sub("", line)
            depth += plain.count("{") - plain.count("}")
    end(number + 1)
    return stages


def stage_of(text: str, wanted: str, name: str) -> Stage:
    """The dump that `wanted` names: by a pass, or the flag of one, after it, and by its number among these.

    InputError where there is none, and where a log has several and no number is given.
    """
    stages = stages_in(text)
    if not stages:
        advice = "it is printed by mlir-opt --mlir-print-ir-after-all, and begins with a line // -----// IR Dump After"
        raise InputError(Diagnostic(f"'{name}' is no log of dumps", advice=advice))
    called, _, number = wanted.partition("#")
    found = [stage for stage in stages if called.lower() in (known.lower() for known in stage.names)]
    found = [stage for stage in found if stage.when == "After"] or found
    if number and not number.isdecimal():
        raise InputError(Diagnostic(f"'{number}' is no number of a dump", advice=f"write --stage {called}#1"))
    chosen = [stage for stage in found if str(stage.number) == number] if number else found
    if len(chosen) == 1:
        return chosen[0]
    if found:
        message = f"there are {len(found)} dumps of {called} in '{name}'"
        problem = Diagnostic(message, advice=f"write --stage {called}#N, where N is 1 to {len(found)}")
        raise InputError(problem, *(stage.place(name) for stage in found[:_SHOWN]))
    known = list(dict.fromkeys(known for stage in stages for known in stage.names))
    advice = did_you_mean(similar(called, known)) or f"those in it are {', '.join(known[:_SHOWN])}"
    raise InputError(Diagnostic(f"there is no dump of {called} in '{name}'", advice=advice))


def read_as_a_log(text: str, name: str) -> list[Diagnostic]:
    """A note on a text that is a log, and was read as one module."""
    stages = stages_in(text)
    if not stages:
        return []
    advice = f"choose a dump, such as --stage {stages[-1].title}; ownlog check judges all of them"
    return [stages[0].place(name, f"this is a log of {len(stages)} dumps, and was read as one module", advice)]

"""Runs the RUN lines of upstream's lit tests with a tool of our choice in place of mlir-opt.

Two modes per RUN line:

- alone: every mlir-opt of the line is the tool.
- peer: the tool runs the first passes in a row that it has; mlir-opt-22 runs what comes before, checks the tool's
  output and runs what comes after. So a pass can be judged before all passes around it in upstream's tests exist.

A RUN line that splits its input is tried on the whole file; where that fails, also on each split alone, with the
split's own checks.
"""

import re
import tempfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.conformance.lit import (
    SPLIT_MARKER,
    Command,
    Invocation,
    LitError,
    Pass,
    RunLine,
    check_prefixes,
    cut,
    has_directives,
    pass_arguments,
    read_run_lines,
    without_comments,
)
from tests.shared import require_tool
from tests.tools import Outcome, Program, Tool

WHOLE = "*"
ALONE, PEER = "alone", "peer"
PASS, FAIL, UNSUPPORTED = "pass", "fail", "unsupported"


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one RUN line on one split (or on the whole file) in one mode.

    `detail` is for the person who looks into it.
    """

    split: str
    state: str
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Failure(Exception):
    """A stage of a pipeline did not do what lit expects of it."""

    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Tools:
    """What the RUN lines are run with. `passes` are those that the tool has; None means all."""

    tool: Tool
    peer: Tool
    filecheck: Tool
    passes: Collection[str] | None = None

    def knows(self, each: Pass) -> bool:
        """Can the tool run the pass?"""
        return self.passes is None or each.name in self.passes


@dataclass
class LitFile:
    """One of upstream's test files, and the tools to run it with."""

    path: Path
    tools: Tools
    _outputs: dict[tuple[str, ...], Outcome] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Some files hold bytes that are not UTF-8; they must arrive at the tool as they are.
        self.text = self.path.read_text(errors="surrogateescape")
        lines = read_run_lines(self.text)
        # Preparations are run before each RUN line that has a tool in it.
        self.preparations = [line for line in lines if not line.tools]
        self.run_lines = [line for line in lines if line.tools]
        self.splits = cut(self.text)

    def modes(self, run: RunLine) -> list[str]:
        """The modes that say something about this RUN line."""
        passes = run.tools[0].passes
        return [ALONE, PEER] if not passes or any(self.tools.knows(each) for each in passes) else [ALONE]

    def tries_splits(self, run: RunLine) -> bool:
        """Are there splits to run one by one where a RUN line fails on the whole file?"""
        return run.splits_input and len(self.splits) > 1

    def results(self, run: RunLine, mode: str) -> Iterator[Result]:
        """The result for the whole file and, where that fails, for each split."""
        unknown = [each.name for tool in run.tools for each in tool.passes if not self.tools.knows(each)]
        if mode == ALONE and unknown:
            yield Result(WHOLE, UNSUPPORTED, f"pass unknown: {unknown[0]}")
            return
        whole = self.attempt(run, mode, WHOLE, self.text)
        yield whole
        if whole.state == FAIL and self.tries_splits(run):
            for number, piece in enumerate(self.splits):
                yield self.attempt(run, mode, str(number), piece)

    def attempt(self, run: RunLine, mode: str, split: str, text: str) -> Result:
        """Runs one RUN line on one text: the whole file or a split of it."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / self.path.name
            path.write_text(text, errors="surrogateescape")
            try:
                attempt = _Attempt(self.tools, path, text, mode, split, self._outputs)
                for line in [*self.preparations, run]:
                    attempt.run(line)
            except Failure as failure:
                return Result(split, FAIL, failure.reason, failure.detail)
        return Result(split, PASS)


@dataclass
class _Attempt:
    """One run of one RUN line on one text."""

    tools: Tools
    path: Path
    text: str
    mode: str
    split: str
    # What the tools gave for a split, a stream and arguments.
    outputs: dict[tuple[str, ...], Outcome]

    def run(self, line: RunLine) -> None:
        stream, first = "", True
        by_tool = False
        for command in line.commands:
            name = command.argv[0]
            if name == "mlir-opt":
                handed_over = self.mode == PEER and not first
                stream = self._mlir_opt(command, stream, handed_over)
                by_tool = self.mode == ALONE
                first = False
            elif name == "FileCheck":
                stream = self._filecheck(command, without_comments(stream) if by_tool else stream)
            elif name == "split-file":
                self._stage(name, Program((require_tool(name),)), self._substituted(command), "", command)
            else:
                raise LitError(f"cannot run {name}")

    def _mlir_opt(self, command: Command, stream: str, handed_over: bool) -> str:
        call = Invocation.read(self._substituted(command))
        if handed_over:
            return self._stage("mlir-opt-22", self.tools.peer, self._substituted(command), stream, command)
        if self.mode == ALONE:
            return self._stage("ownlog opt", self.tools.tool, self._substituted(command), stream, command)
        before, ours, after = self._shares(call.passes)
        kept = [each for each in call.others if each.lstrip("-") in ("split-input-file", "allow-unregistered-dialect")]
        others = list(call.others)
        if before:
            # What mlir-opt prints has no comments, so no diagnostics are expected of the stage after it.
            args = [str(self.path), *kept, *pass_arguments(before)]
            stream = self._stage("mlir-opt-22 before", self.tools.peer, args, stream, Command(()))
            others = kept
        stream = self._stage("ownlog opt", self.tools.tool, [*others, *pass_arguments(ours)], stream, command)
        return self._stage("mlir-opt-22", self.tools.peer, [*kept, *pass_arguments(after)], stream, Command(()))

    def _shares(self, passes: Sequence[Pass]) -> tuple[Sequence[Pass], Sequence[Pass], Sequence[Pass]]:
        """The passes before those that the tool has, those, and all after them."""
        known = [self.tools.knows(each) for each in passes]
        start = known.index(True) if known else 0
        end = known.index(False, start) if False in known[start:] else len(known)
        return passes[:start], passes[start:end], passes[end:]

    def _filecheck(self, command: Command, stream: str) -> str:
        args = self._substituted(command)
        prefixes = check_prefixes(args)
        if self.split != WHOLE:
            # What a prefix checks may all stand in other splits.
            args = [*args, "--allow-unused-prefixes"]
            if not has_directives(self.text, prefixes):
                return ""
        return self._stage("FileCheck", self.tools.filecheck, args, stream, command)

    def _substituted(self, command: Command) -> list[str]:
        parts = str(self.path.parent / "parts")
        return [arg.replace("%s", str(self.path)).replace("%t", parts) for arg in command.argv[1:]]

    def _stage(self, name: str, tool: Tool, args: list[str], stream: str, command: Command) -> str:
        if tool is self.tools.filecheck or command.merge:
            outcome = tool(args, stream, merge=command.merge)
        else:
            outcome = self._remembered(name, tool, args, stream)
        if outcome.crashed or (outcome.status == 0) == command.negated:
            # The folder of an attempt, which may be an earlier one's, says nothing to anybody.
            reason = re.sub(rf"[^\s:]*/{re.escape(self.path.name)}", self.path.name, outcome.complaint)
            raise Failure(f"{name}: {reason}", f"$ {name} {' '.join(args)}\n{outcome.err}{outcome.out}")
        return "" if command.discard else outcome.out

    def _remembered(self, name: str, tool: Tool, args: list[str], stream: str) -> Outcome:
        """What a tool gives, which has run already where both modes begin with the same run, or where it took the whole
        file.
        """
        asked = (name, *(arg for arg in args if arg != str(self.path)))
        outcome = self.outputs.get((self.split, stream.lstrip("\n"), *asked))
        if outcome is None:
            outcome = self.outputs[self.split, stream.lstrip("\n"), *asked] = tool(args, stream)
            if (
                self.split == WHOLE
                and outcome.status == 0
                and not outcome.err
                and Invocation.read(args).has("split-input-file")
            ):
                self._remember_splits(asked, stream, outcome)
        return outcome

    def _remember_splits(self, asked: tuple[str, ...], stream: str, outcome: Outcome) -> None:
        """A tool that splits its input makes of each split what it makes of it alone."""
        splits, pieces = cut(self.text), _pieces(outcome.out)
        given = _pieces(stream) if stream else [""] * len(splits)
        if len(splits) == len(given) == len(pieces):
            for number, (before, after) in enumerate(zip(given, pieces, strict=True)):
                self.outputs[str(number), before, *asked] = Outcome(0, after, "")


def _pieces(stream: str) -> list[str]:
    """The splits of what a tool printed."""
    return [piece.lstrip("\n") for piece in re.split(rf"^{SPLIT_MARKER}\n", stream, flags=re.MULTILINE)]

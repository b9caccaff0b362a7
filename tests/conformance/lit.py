"""Reads what lit tests say: RUN lines, command lines of mlir-opt, pass pipelines, splits, FileCheck directives."""

import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SPLIT_MARKER = "// -----"
# Options of mlir-opt that are no passes: those alone, and those that take the next argument when they have no "=".
_SWITCHES = {
    "split-input-file",
    "verify-diagnostics",
    "allow-unregistered-dialect",
    "mlir-print-op-generic",
    "mlir-print-local-scope",
}
_TAKE_VALUE = {"o", "p", "pass-pipeline"}
# What may follow a prefix of FileCheck; anything else makes it another prefix.
_SUFFIXES = r"NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+"


class LitError(Exception):
    """A RUN line uses what this reader does not know; better to say so than to run something else."""


@dataclass(frozen=True, slots=True)
class Command:
    """One stage of a pipeline. `negated` is lit's `not`; `discard` is `> /dev/null`, `merge` is `2>&1`."""

    argv: tuple[str, ...]
    negated: bool = False
    discard: bool = False
    merge: bool = False


@dataclass(frozen=True, slots=True)
class RunLine:
    """One RUN line with its continuations: commands joined by pipes. `index` counts from 0 in the file."""

    index: int
    text: str
    commands: tuple[Command, ...]

    @property
    def tools(self) -> list["Invocation"]:
        """The mlir-opt stages."""
        return [Invocation.read(command.argv[1:]) for command in self.commands if command.argv[0] == "mlir-opt"]

    @property
    def splits_input(self) -> bool:
        return any(tool.has("split-input-file") for tool in self.tools)


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass with its options as text; `nest` are the ops it is nested in, empty where it was given as a flag."""

    name: str
    options: str = ""
    nest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Invocation:
    """The arguments of one mlir-opt, sorted: passes apart, everything else as written."""

    passes: tuple[Pass, ...]
    others: tuple[str, ...]

    @classmethod
    def read(cls, args: Sequence[str]) -> "Invocation":
        passes: list[Pass] = []
        others: list[str] = []
        rest = iter(args)
        for arg in rest:
            name, has_value, value = arg.lstrip("-").partition("=")
            if not arg.startswith("-") or arg == "-" or name in _SWITCHES:
                others.append(arg)
            elif name in _TAKE_VALUE:
                value = value if has_value else next(rest)
                if name == "o":
                    others += ["-o", value]
                else:
                    passes += read_pipeline(value)
            else:
                passes.append(Pass(name, value))
        return cls(tuple(passes), tuple(others))

    def has(self, switch: str) -> bool:
        return any(other.lstrip("-") == switch for other in self.others)


def pass_arguments(passes: Sequence[Pass]) -> list[str]:
    """The command line that asks for the passes, in order; none asks for nothing."""
    if any(each.nest for each in passes):
        roots = {each.nest[0] for each in passes}
        if len(roots) != 1:
            raise LitError(f"passes under several anchors: {passes}")
        return [f"--pass-pipeline={roots.pop()}({','.join(map(_nested, passes))})"]
    return [f"--{each.name}={each.options}" if each.options else f"--{each.name}" for each in passes]


def _nested(each: Pass) -> str:
    text = f"{each.name}{{{each.options}}}" if each.options else each.name
    for anchor in reversed(each.nest[1:]):
        text = f"{anchor}({text})"
    return text


def read_pipeline(text: str) -> list[Pass]:
    """`builtin.module(func.func(a{x=1},b),c)` -> its passes, each with the anchors around it."""
    passes: list[Pass] = []
    nest: list[str] = []
    position = 0
    token = re.compile(r"\s*(?:([\w.-]+)(?:\{([^}]*)\})?\s*(\()?|([),]))")
    while text[position:].strip():
        found = token.match(text, position)
        if found is None:
            raise LitError(f"cannot read the pipeline {text!r} at {position}")
        position = found.end()
        name, options, opens, sign = found.groups()
        if opens:
            nest.append(name)
        elif name:
            passes.append(Pass(name, options or "", tuple(nest)))
        elif sign == ")":
            nest.pop()
    return passes


def read_run_lines(text: str) -> list[RunLine]:
    """The RUN lines of a file, continuations joined."""
    joined: list[str] = []
    goes_on = False
    for line in re.findall(r"RUN:(.*)", text):
        part = line.strip()
        if goes_on:
            joined[-1] += " " + part.removesuffix("\\")
        else:
            joined.append(part.removesuffix("\\"))
        goes_on = part.endswith("\\")
    return [RunLine(index, line, tuple(_commands(line))) for index, line in enumerate(joined)]


def _commands(line: str) -> Iterable[Command]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    stage: list[str] = []
    for word in [*lexer, "|"]:
        if word != "|":
            stage.append(word)
        else:
            yield _command(stage)
            stage = []


def _command(words: list[str]) -> Command:
    merge, discard = False, False
    if words[-3:] == ["2", ">&", "1"]:
        merge, words = True, words[:-3]
    if words[-2:] == [">", "/dev/null"]:
        discard, words = True, words[:-2]
    if words[-2:] == ["<", "%s"]:
        words = [*words[:-2], "%s"]
    negated = words[:1] == ["not"]
    words = words[negated:]
    if not words or any(set(word) <= set("|&;<>") for word in words):
        raise LitError(f"cannot run {shlex.join(words)!r}")
    return Command(tuple(words), negated, discard, merge)


def cut(text: str) -> list[str]:
    """The splits of a file.

    Each starts with empty lines in place of what stands before it, so that line numbers stay true.
    """
    pieces = [""]
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.strip() == SPLIT_MARKER:
            pieces.append("\n" * number)
        else:
            pieces[-1] += line
    return pieces


def check_prefixes(argv: Sequence[str]) -> list[str]:
    """The prefixes that a FileCheck command line asks for."""
    prefixes: list[str] = []
    for position, arg in enumerate(argv):
        name, has_value, value = arg.lstrip("-").partition("=")
        if arg.startswith("-") and name in ("check-prefix", "check-prefixes"):
            prefixes += (value if has_value else argv[position + 1]).split(",")
    return prefixes or ["CHECK"]


def has_directives(text: str, prefixes: Iterable[str]) -> bool:
    """Whether FileCheck would find anything to check for in the text."""
    names = "|".join(map(re.escape, prefixes))
    return re.search(rf"(?<![\w-])(?:{names})(?:-(?:{_SUFFIXES}))?(?:\{{[^}}]*\}})?:", text) is not None


def without_comments(text: str) -> str:
    """The text without its comments, except split markers.

    Ownlog keeps comments, mlir-opt drops them: upstream's tests are written for output in which no CHECK line comes
    back as a comment.
    """
    kept = []
    for line in text.splitlines():
        code = (
            line
            if line.strip() == SPLIT_MARKER
            else re.sub(r'((?:"(?:\\.|[^"\\])*"|(?!//)[^"])*)//.*', r"\1", line).rstrip()
        )
        if code or not line.strip():
            kept.append(code)
    return "\n".join(kept) + "\n"

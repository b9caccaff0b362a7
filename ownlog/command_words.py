"""The words of a command line, before click reads them: which of them are options, and how those are spelled here."""

from __future__ import annotations

import re
from itertools import islice

import click

_VALUE_BEHIND_EQUALS = frozenset(("--pipeline",))
"""Options that may stand without a value, and have none in the next word."""


class Words:
    """The words of a command line, and how click is to read them: `read`. Values of options, and all behind a `--`, stay as they are."""

    def __init__(self, command: click.Command, arguments: list[str]) -> None:
        self.read: list[str] = []
        self._written: dict[str, str] = {}
        words = iter(arguments)
        for word in words:
            if word == "--":
                self.read += [word, *words]
            elif word.startswith("-"):
                spelled = _spelled_out(word)
                self._written |= dict.fromkeys(map(_name, spelled), _name(word))
                self.read += spelled
                if spelled and _takes_next(command, spelled[-1]):
                    self.read += islice(words, 1)
            else:
                self.read.append(word)
                if isinstance(command, click.Group):
                    command = command.get_command(click.Context(command), word) or command

    def written(self, option: str) -> str:
        """As somebody has written an option of which click knows this name; with its value where that is part of `option`."""
        name = _name(option)
        return self._written.get(name, name) + option[len(name) :]


def flags_among(words: list[str], command: click.Command) -> list[int]:
    """Which of the words that click is to read, by their numbers, are written as long options, and are no values."""
    end = words.index("--") if "--" in words else len(words)
    return [at for at in range(end) if words[at].startswith("--") and not (at and _takes_next(command, words[at - 1]))]


def _name(option: str) -> str:
    return option.partition("=")[0]


def _takes_next(command: click.Command, word: str) -> bool:
    """Is what stands behind a word its value, whatever that looks like?"""
    option = next((each for each in command.params if isinstance(each, click.Option) and word in each.opts), None)
    return option is not None and not option.is_flag and word not in _VALUE_BEHIND_EQUALS


def _spelled_out(argument: str) -> list[str]:
    """An option as click reads it: mlir-opt takes long options with one dash too, and values for some flags."""
    if re.fullmatch(r"-j\d+", argument):
        return ["-j", argument[2:]]
    # A short option may be followed by a single dash, for standard output.
    if re.match(r"-[A-Za-z](?:[\w-]+|=)", argument) and not re.fullmatch("-[A-Za-z]-", argument):
        argument = f"-{argument}"
    name, equals, value = argument.partition("=")
    if name == "--split-input-file" and equals:
        return [name, f"--split-marker={value}"]
    if name in ("--verify-diagnostics", "--allow-unregistered-dialect") and equals:
        return [name] if value != "false" else []
    if argument == "--remarks":
        return ["--remarks=missed"]
    return [argument]

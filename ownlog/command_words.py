"""The words of a command line, before click reads them: which of them are options, and how those are spelled here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import click

from ownlog.base.errors import Diagnostic, report

_VALUE_BEHIND_EQUALS = frozenset(("--pipeline",))
"""Options that may stand without a value, and have none in the next word."""

_SWITCHES = {"true": True, "1": True, "false": False, "0": False}
"""What flags of mlir-opt may have behind a =."""

_FORMER_OPTIONS = {"--verify": "--cross-check", "--no-verify": "--no-gate"}
_FORMER_COMMANDS = {"derive": ("facts", "--derived")}
"""Former names of options and commands, which this release takes with a warning and the next one does not."""


class Words:
    """A command line as click is to read it: `read`. Option values, and words after a `--`, stay unchanged.

    `command` is the command that it calls.
    """

    def __init__(self, command: click.Command, arguments: list[str]) -> None:
        self.read: list[str] = []
        self.command = "ownlog"
        self._written: dict[str, str] = {}
        words = iter(arguments)
        for word in words:
            if word == "--":
                self.read += [word, *words]
            elif word.startswith("-"):
                spelled = _spelled_out(word, command)
                self._written |= dict.fromkeys(map(_name, spelled), _name(word))
                self.read += spelled
                # Of several words the last one is a value already.
                if len(spelled) == 1 and _takes_next(command, spelled[0]):
                    self.read += islice(words, 1)
            elif not isinstance(command, click.Group):
                self.read.append(word)
            else:
                former = _FORMER_COMMANDS if self.command == "ownlog" else {}
                name, *options = former.get(word, (word,))
                if options:
                    _warn(f"ownlog {word}", f"ownlog {name} {' '.join(options)}")
                self.read += [name, *options]
                called = command.get_command(click.Context(command), name)
                if called is not None:
                    command, self.command = called, f"{self.command} {name}"

    def written(self, option: str) -> str:
        """The spelling that the user gave to an option, with the value that is part of it."""
        name = _name(option)
        return self._written.get(name, name) + option[len(name) :]


def end_of_options(words: list[str], command: click.Command) -> int:
    """The position of the `--` after which all words are arguments, or the number of words."""
    return next((at for at in _no_values(words, command) if words[at] == "--"), len(words))


def options_among(words: list[str], command: click.Command) -> list[int]:
    """Which of the words that click is to read, by their numbers, are written as options, and are no values."""
    end = end_of_options(words, command)
    return [at for at in _no_values(words[:end], command) if words[at].startswith("-")]


def _no_values(words: list[str], command: click.Command) -> Iterator[int]:
    """The numbers of the words that are no values of options; behind a `--` that is none, they say nothing."""
    at = 0
    while at < len(words):
        yield at
        at += 2 if _takes_next(command, words[at]) else 1


def _name(option: str) -> str:
    return option.partition("=")[0]


def _option(command: click.Command, word: str) -> click.Option | None:
    return next((each for each in command.params if isinstance(each, click.Option) and word in each.opts), None)


def _takes_next(command: click.Command, word: str) -> bool:
    """Is what stands behind a word its value, whatever that looks like?"""
    option = _option(command, word)
    return option is not None and not option.is_flag and word not in _VALUE_BEHIND_EQUALS


def _warn(former: str, now: str) -> None:
    message = f"{former} is now {now}"
    report([Diagnostic(message, advice="the next release takes only the new name", severity="warning")])


def _spelled_out(argument: str, command: click.Command) -> list[str]:
    """An option as click reads it: mlir-opt allows one dash for long options, = after short ones, values for flags."""
    if re.fullmatch(r"-j\d+", argument):
        return ["-j", argument[2:]]
    short = _option(command, argument[:2])
    if short is not None and argument[2:3] == "=":
        # A flag has no value, which its long name is told.
        return [argument[:2], argument[3:]] if not short.is_flag else [max(short.opts, key=len) + argument[2:]]
    # A short option may be followed by a single dash, for standard output, or by what begins with no letter, such as a
    # path.
    is_short = short is not None and (argument[2:] == "-" or not re.match(r"[\w-]", argument[2:]))
    if len(argument) > 2 and argument[1] != "-" and not is_short:
        argument = f"-{argument}"
    name, equals, value = argument.partition("=")
    now = _FORMER_OPTIONS.get(name)
    if now is not None and _option(command, name) is None and _option(command, now) is not None:
        _warn(name, now)
        name, argument = now, now + argument[len(name) :]
    if name == "--split-input-file" and equals:
        return [name, f"--split-marker={value}"]
    flag = _option(command, name)
    if flag is not None and flag.is_flag and value.lower() in _SWITCHES:
        return [name] if _SWITCHES[value.lower()] else []
    if name in ("--verify-diagnostics", "--allow-unregistered-dialect") and equals:
        return [name] if value != "false" else []
    if argument == "--remarks":
        return ["--remarks=missed"]
    return [argument]

"""What a pass is: name, job, and typed options, spelled as in mlir-opt.

The options are a dataclass; the field `buffer_alignment` is the option `buffer-alignment`, and by its default a flag, a
number, a word (with `choices`, one of these) or a list of words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ownlog.base.errors import Diagnostic, UsageError
from ownlog.base.suggestions import did_you_mean, similar

if TYPE_CHECKING:
    from ownlog.backend.context import Context
    from ownlog.frontend.ir.module import Module

Kind = TypeVar("Kind", bound="Options")


@dataclass(frozen=True)
class Options:
    """The options of a pass that has none; those of others extend it."""


def option(default: bool | int | str | tuple[str, ...], meaning: str, choices: Sequence[str] = ()) -> Any:
    """A field of a dataclass of options; `meaning` is the sentence that help shows."""
    return field(default=default, metadata={"meaning": meaning, "choices": tuple(choices)})


class Pass(NamedTuple):
    """`run` rewrites a module in place, with `options`.

    With `careful`, the gate checks the output: `run` returns whether it changed something where memory is freed.
    """

    name: str
    summary: str
    run: Callable[[Module, Any, Context], object]
    options: type[Options] = Options
    careful: bool = False


class Step(NamedTuple):
    """One pass of a pipeline with the options given to it as text, and the op that it runs on."""

    name: str
    options: tuple[tuple[str, str], ...] = ()
    anchor: str = "builtin.module"


def parsed(kind: type[Kind], name: str, given: Iterable[tuple[str, str]]) -> Kind:
    """The options of the pass `name`, with those `given`. Raises UsageError for unknown options and values."""
    known = {_spelling(each.name): each for each in fields(kind)}
    values: dict[str, Any] = {}
    for option_name, text in given:
        if option_name not in known:
            advice = f"options of {name}: {', '.join(known) or 'none'}"
            raise UsageError(Diagnostic(f"<Pass-Options-Parser>: no such option {option_name}", advice=advice))
        each = known[option_name]
        values[each.name] = _value(each.default, each.metadata["choices"], text, name, option_name)
    return kind(**values)


def spelled(options: Options) -> dict[str, str]:
    """All options by name, as text: what the rules read, and what `parsed` takes."""
    return {_spelling(each.name): _text(getattr(options, each.name)) for each in fields(options)}


def described(kind: type[Options]) -> Iterator[tuple[str, str]]:
    """Each option as it is written with its default, and what it means, with its values where there are only some."""
    for each in sorted(fields(kind), key=lambda each: each.name):
        choices = each.metadata["choices"]
        values = f" Values: {', '.join(choices)}." if choices else ""
        yield f"{_spelling(each.name)}={_text(each.default)}", each.metadata["meaning"] + values


def has_option(kind: type[Options], name: str) -> bool:
    """Whether these options have one that is spelled so."""
    return name in map(_spelling, (each.name for each in fields(kind)))


def _spelling(name: str) -> str:
    return name.replace("_", "-")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, tuple) else str(value)


def _value(default: object, choices: Sequence[str], text: str, name: str, option_name: str) -> object:
    def wrong(value: str, advice: str) -> UsageError:
        return UsageError(Diagnostic(f"invalid value '{value}' for the option {option_name} of {name}", advice=advice))

    if isinstance(default, tuple):
        items = tuple(filter(None, text.split(",")))
        for item in items:
            if choices and item not in choices:
                raise wrong(item, did_you_mean(similar(item, choices)) or f"write some of {', '.join(choices)}")
        return items
    if isinstance(default, bool):
        if text not in ("", "true", "false", "1", "0"):
            raise wrong(text, "write true or false")
        return text not in ("false", "0")
    if isinstance(default, int):
        if not text.isdecimal():
            raise wrong(text, "write a number")
        return int(text)
    if choices and text not in choices:
        raise wrong(text, f"write {' or '.join(choices)}")
    return text

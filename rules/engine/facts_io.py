"""Rows in files, as Soufflé reads and writes them: tab-separated columns, one row per line, UTF-8.

Soufflé has no escape for the three characters that would break such a file. They are written as their Unicode control
pictures, ␉ for a tab, ␊ for a line feed, ␍ for a carriage return; those pictures, and the escape ␛, get a ␛ before
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ownlog.base.errors import EngineError
from ownlog.rules.engine.program.engine import Facts, Row
from ownlog.rules.engine.program.program import Program
from ownlog.rules.engine.program.relations import Relation

_PICTURES = {"\t": "␉", "\n": "␊", "\r": "␍"}
_CONTROLS = {picture: control for control, picture in _PICTURES.items()}
_TO_ENCODE = re.compile("[\t\n\r␉␊␍␛]")
_TO_DECODE = re.compile("␛(.)|[␉␊␍]")


def encode(text: str) -> str:
    """The text as it stands in a file."""
    return _TO_ENCODE.sub(lambda found: _PICTURES.get(found[0], "␛" + found[0]), text)


def decode(text: str) -> str:
    """The text that `encode` was given."""
    return _TO_DECODE.sub(lambda found: found[1] or _CONTROLS[found[0]], text)


def write_facts(directory: Path, program: Program, facts: Facts) -> None:
    """Writes `NAME.facts` for every input relation, and for every other relation in `facts`.

    Raises EngineError for an unknown relation and for a row of the wrong width.
    """
    _write_all(directory, program, {**dict.fromkeys(program.inputs, ()), **facts}, "facts")


def write_csv(directory: Path, program: Program, relations: Mapping[str, Iterable[Row]]) -> None:
    """Writes `NAME.csv` for every relation given, rows sorted. Raises EngineError as `write_facts` does."""
    _write_all(directory, program, {name: sorted(rows) for name, rows in relations.items()}, "csv")


def _write_all(directory: Path, program: Program, relations: Facts, suffix: str) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for name, rows in relations.items():
        if name not in program.relations:
            raise EngineError(f"the program has no relation {name}")
        lines = _lines(program.relations[name], rows)
        with open(
            directory / f"{name}.{suffix}", "w", encoding="utf-8", errors="surrogateescape", newline="\n"
        ) as file:
            file.writelines(lines)


def _lines(relation: Relation, rows: Iterable[Row]) -> Iterator[str]:
    arity, needs_encoding = relation.arity, _TO_ENCODE.search
    for given in rows:
        if len(given) != arity:
            raise EngineError(f"{relation.name} has {arity} columns; a row with {len(given)} was given")
        cells = [cell if type(cell) is str else str(cell) for cell in given]
        line = "\t".join(cells) if cells else "()"
        if line.count("\t") >= max(arity, 1) or needs_encoding(line.replace("\t", "")):
            line = "\t".join(map(encode, cells))
        yield line + "\n"


def read_rows(path: Path, relation: Relation) -> set[Row]:
    """The rows in one file. Raises EngineError where it is missing or a line is no row of the relation."""
    try:
        text = path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise EngineError(f"cannot read {path}: {error.strerror}") from error
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    if not relation.columns:
        return {()} if lines else set()
    if not any(picture in text for picture in "␉␊␍␛"):
        return set(_plain_rows(path, relation, lines))
    return {
        tuple(decode(cell) if isinstance(cell, str) else cell for cell in row)
        for row in _plain_rows(path, relation, lines)
    }


def _plain_rows(path: Path, relation: Relation, lines: list[str]) -> Iterator[Row]:
    numeric = [column for column, kind in enumerate(relation.columns) if kind.base == "number"]
    arity = relation.arity
    for number, line in enumerate(lines, 1):
        cells: list[str | int] = [*line.split("\t")]
        if len(cells) != arity:
            raise EngineError(f"{path}:{number}: {relation.name} has {arity} columns, this line has {len(cells)}")
        for column in numeric:
            try:
                cells[column] = int(cells[column])
            except ValueError:
                raise EngineError(
                    f"{path}:{number}: column {relation.columns[column].name} is not a number: {cells[column]}"
                ) from None
        yield tuple(cells)

"""Data sets on disk; a run that is killed leaves a valid one.

OUT/ownlog-corpus.json marks the folder, OUT/files.parquet has a row for each file and, in its metadata, the parts that
belong to the set with checksums, OUT/relations/RELATION/part-000001.parquet is a part. Parts are written under
temporary names and renamed; they count once a new files.parquet lists them. A file's rows are all in the parts of one
number.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ownlog.base.errors import Diagnostic, InputError
from ownlog.corpus.data.outcome import FileReport, Outcome, Stage
from ownlog.corpus.data.schema import Table, files_table

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT = 1
MARKER = "ownlog-corpus.json"
FILES = "files.parquet"
RELATIONS = "relations"
_METADATA = b"ownlog"
_PART = re.compile(r"\.?part-(\d{6,})\.parquet(\.tmp)?")
_FEW = 8  # parts: so many are left as they are
_LARGE = 128 << 20  # of a part, in bytes


@dataclass
class Manifest:
    """The metadata of files.parquet: how the set was made, its tables, and the size and checksum of each part.

    `stamp` identifies rules and version, `complete` says that the run came to its end.
    """

    version: str
    stamp: str
    pipeline: str | None = None
    seconds: float = 0.0
    memory: int = 0
    complete: bool = False
    tables: dict[str, list[list[str]]] = field(default_factory=dict)
    parts: dict[int, dict[str, tuple[int, str]]] = field(default_factory=dict)
    format: int = FORMAT

    def encoded(self) -> dict[bytes, bytes]:
        return {_METADATA: json.dumps(asdict(self)).encode()}

    @classmethod
    def decoded(cls, metadata: Mapping[bytes, bytes]) -> Manifest:
        """Raises KeyError, TypeError or ValueError for what `encoded` did not make."""
        data = json.loads(metadata[_METADATA])
        if data.get("format") != FORMAT:
            raise ValueError(f"format {data.get('format')} of another version of Ownlog")
        data["parts"] = {
            int(part): {name: tuple(row) for name, row in files.items()} for part, files in data["parts"].items()
        }
        return cls(**data)


class Store:
    """A data set that is being read or written. `reports` are its files by name."""

    def __init__(self, folder: Path, manifest: Manifest, reports: dict[str, FileReport] | None = None) -> None:
        self.folder = folder
        self.manifest = manifest
        self.reports: dict[str, FileReport] = reports if reports is not None else {}

    def path(self, relation: str, part: int) -> Path:
        return self.folder / RELATIONS / relation / f"part-{part:06}.parquet"

    def paths(self, relation: str) -> list[Path]:
        """The parts of a relation that belong to the set."""
        return [self.path(relation, part) for part, files in self.manifest.parts.items() if relation in files]

    def checksums(self, relation: str) -> list[tuple[int, str]]:
        """The size and checksum that each part of a relation was written with."""
        return [files[relation] for files in self.manifest.parts.values() if relation in files]

    def damaged(self) -> set[int]:
        """The numbers of parts that are not as they were written."""
        return {
            part
            for part, files in self.manifest.parts.items()
            if any(_checksum(self.path(relation, part)) != written for relation, written in files.items())
        }

    def add(self, reports: Collection[FileReport], tables: Iterable[tuple[str, pa.Table]]) -> None:
        """Write rows by relation as a new part, and then the reports; the set has all of them or none."""
        number = self._write_part(tables)
        for report in reports:
            report.part = number if report.derived is not None and number else None
            self.reports[report.file] = report
        self.commit()

    def remove(self, files: Collection[str]) -> None:
        """Remove files with all their rows. A damaged part is not read: it goes as a whole."""
        import pyarrow.compute as pc

        parts = {self.reports[file].part for file in files}
        for part in [part for part in self.manifest.parts if part in parts]:
            staying = [report for report in self.reports.values() if report.part == part and report.file not in files]
            if staying:
                names = {table.name: table.file_column for table in tables_from(self.manifest.tables)}
                kept = _strings([report.file for report in staying])
                tables = ((name, _read(self.path(name, part))) for name in self.manifest.parts[part])
                number = self._write_part(
                    (name, table.filter(pc.is_in(table[names[name]], value_set=kept))) for name, table in tables
                )
                for report in staying:
                    report.part = number or None
            del self.manifest.parts[part]
        for file in files:
            del self.reports[file]
        self.commit()
        self.sweep()

    def compact(self) -> None:
        """Make few large parts of many small ones, which a long run leaves behind."""
        for group in _groups(
            {part: sum(size for size, _ in files.values()) for part, files in self.manifest.parts.items()}
        ):
            number = max(self.manifest.parts) + 1
            merged: dict[str, tuple[int, str]] = {}
            for relation in sorted({name for part in group for name in self.manifest.parts[part]}):
                paths = [self.path(relation, part) for part in group if relation in self.manifest.parts[part]]
                merged[relation] = _write(self.path(relation, number), _concatenated([_read(path) for path in paths]))
            for part in group:
                del self.manifest.parts[part]
            self.manifest.parts[number] = merged
            for report in self.reports.values():
                if report.part in group:
                    report.part = number
            self.commit()
        self.sweep()

    def _write_part(self, tables: Iterable[tuple[str, pa.Table]]) -> int:
        """Write a part, table by table, and return its number (0: there was nothing to write)."""
        number = max(self.manifest.parts, default=0) + 1
        written = {name: _write(self.path(name, number), table) for name, table in tables if table.num_rows}
        if not written:
            return 0
        self.manifest.parts[number] = written
        return number

    def commit(self) -> None:
        """Write files.parquet anew: what the set holds is what it says."""
        _write(self.folder / FILES, files_table(self.reports.values(), self.manifest.encoded()))

    def sweep(self) -> None:
        """Delete the files that do not belong to the set: of a killed run, and replaced ones."""
        for folder in (self.folder / RELATIONS).glob("*/"):
            for path in folder.iterdir():
                found = _PART.fullmatch(path.name)
                if found and (found[2] or folder.name not in self.manifest.parts.get(int(found[1]), ())):
                    path.unlink()
            with suppress(OSError):
                folder.rmdir()
        (self.folder / f".{FILES}.tmp").unlink(missing_ok=True)


def _groups(sizes: Mapping[int, int]) -> list[list[int]]:
    """Parts to be merged, none where there are few; a group has two or more and no more than `_LARGE` bytes."""
    if len(sizes) <= _FEW:
        return []
    groups: list[list[int]] = []
    room = 0
    for part, size in sizes.items():
        if size > room:
            groups.append([])
            room = _LARGE
        groups[-1].append(part)
        room -= size
    return [group for group in groups if len(group) > 1]


def _concatenated(tables: list[pa.Table]) -> pa.Table:
    """The rows of several tables."""
    import pyarrow as pa

    return pa.concat_tables(tables)


def _strings(values: list[str]) -> Any:
    """An Arrow array of strings."""
    import pyarrow as pa

    return pa.array(values, pa.string())


def tables_from(tables: Mapping[str, list[list[str]]]) -> list[Table]:
    """The tables as a manifest lists them."""
    return [Table(name, tuple((column, kind) for column, kind in columns)) for name, columns in tables.items()]


def _read(path: Path) -> pa.Table:
    """A Parquet file, read in this thread: `read_table` hangs if the system has no other thread."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path, pre_buffer=False) as file:
        return file.read(use_threads=False)


def _write(path: Path, table: pa.Table) -> tuple[int, str]:
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.tmp")
    # Parts go without Arrow's own schema: what is read is a string, whether or not what was written pointed to one.
    pq.write_table(table, temporary, compression="zstd", store_schema=path.name == FILES)
    written = _checksum(temporary)
    assert written is not None
    os.replace(temporary, path)
    return written


def _checksum(path: Path) -> tuple[int, str] | None:
    try:
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16))
            return file.tell(), digest.hexdigest()
    except OSError:
        return None


def check_empty(folder: Path) -> None:
    """Raises InputError for a folder that holds something, OSError for one that cannot be read."""
    if folder.exists() and any(entry.name != LOCK for entry in folder.iterdir()):
        raise InputError(
            Diagnostic(f"the folder '{folder}' holds something else", advice="choose a new or empty folder with -o")
        )


def create(folder: Path, manifest: Manifest) -> Store:
    """An empty data set in a folder that is there and empty. Raises OSError where it cannot be made."""
    (folder / MARKER).write_text(json.dumps({"format": FORMAT, "see": FILES}) + "\n")
    store = Store(folder, manifest)
    store.commit()
    return store


def is_data_set(folder: Path) -> bool:
    """Whether a run has made this folder."""
    return (folder / MARKER).is_file()


def open_store(folder: Path) -> Store:
    """The data set in `folder`. Raises InputError where there is none, and where files.parquet is damaged."""
    import pyarrow as pa

    if not is_data_set(folder):
        raise InputError(
            Diagnostic(f"'{folder}' is not a data set", advice="make one with ownlog corpus run PATH... -o OUT")
        )
    try:
        table = _read(folder / FILES)
        manifest = Manifest.decoded(table.schema.metadata or {})
        reports = [_report(row) for row in table.to_pylist()]
    except (pa.ArrowException, OSError, KeyError, TypeError, ValueError) as error:
        advice = "make it anew with ownlog corpus run PATH... --resume"
        raise InputError(Diagnostic(f"'{folder / FILES}' cannot be read: {error}", advice=advice)) from None
    return Store(folder, manifest, {report.file: report for report in reports})


def _report(row: dict[str, Any]) -> FileReport:
    known = {f.name for f in fields(FileReport)}
    values = {name: value for name, value in row.items() if name in known}
    return FileReport(**{**values, "outcome": Outcome(row["outcome"]), "stage": Stage(row["stage"])})


LOCK = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other runs out of the folder. Raises InputError where another run is at work."""
    with open(folder / LOCK, "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError(
                Diagnostic(f"another run is writing to '{folder}'", advice="wait for its end, or choose another -o")
            ) from None
        yield

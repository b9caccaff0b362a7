"""The native Soufflé as an engine: facts and results travel through files in a temporary directory."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path

from ownlog.base.cache import Cache, digest
from ownlog.base.errors import Diagnostic, EngineError
from ownlog.rules.engine.embedded import check_names
from ownlog.rules.engine.facts_io import read_rows, write_facts
from ownlog.rules.engine.language.normal_form import Aggregation, NormalClause, Step
from ownlog.rules.engine.language.syntax_tree import Const, literal_terms, subterms
from ownlog.rules.engine.program.engine import Facts, Rows
from ownlog.rules.engine.program.program import Program

_CONTROLS = re.compile("[\t\n\r␉␊␍␛]")


def find_souffle() -> str | None:
    """The native Soufflé: `OWNLOG_SOUFFLE` if set, else `souffle` on the PATH; None where there is none."""
    return shutil.which(os.environ.get("OWNLOG_SOUFFLE") or "souffle")


class SouffleEngine:
    """Runs programs with the `souffle` executable, interpreted, or compiled once to a native program in the cache.

    Raises EngineError if there is no executable. Numbers wrap around at 32 bits, unlike in the embedded engine.
    """

    name = "souffle"

    def __init__(self, executable: str | None = None, compiled: bool = False, cache_dir: Path | None = None) -> None:
        found = executable or find_souffle()
        if found is None:
            advice = f"set OWNLOG_SOUFFLE or put it on the PATH, or {_EMBEDDED}"
            raise EngineError(Diagnostic("souffle is not installed", advice=advice))
        self.executable = found
        self.compiled = compiled
        self._cache = Cache(cache_dir)
        self._version = ""

    def version(self) -> str:
        """What `souffle --version` says, such as "2.5"."""
        if not self._version:
            output = self._call([self.executable, "--version"])
            match = re.search(r"Version:[ \t]*(\S+)", output)
            self._version = match[1] if match else "unknown"
        return self._version

    def run(self, program: Program, facts: Facts, outputs: Collection[str] | None = None) -> Rows:
        """The rows of `outputs` (by default those declared `.output`) that follow from `facts`.

        Raises EngineError with Soufflé's own message, and for text that the exchange files cannot carry.
        """
        wanted = program.outputs if outputs is None else tuple(outputs)
        check_names(program, [*facts, *wanted])
        given = {name: set(rows) for name, rows in facts.items()}
        _check_text(program, given)
        text = _entry(program, given, wanted)
        with tempfile.TemporaryDirectory(prefix="ownlog-") as name:
            directory = Path(name)
            write_facts(directory / "facts", program, given)
            (directory / "out").mkdir()
            entry = directory / "program.dl"
            entry.write_text(text, encoding="utf-8", errors="surrogateescape", newline="\n")
            options = ["-F", str(directory / "facts"), "-D", str(directory / "out")]
            if self.compiled:
                self._call([str(self._binary(text, entry)), *options])
            else:
                self._call([self.executable, *_QUIET, *options, str(entry)])
            return {name: read_rows(directory / "out" / f"{name}.csv", program.relations[name]) for name in wanted}

    def _binary(self, text: str, entry: Path) -> Path:
        """The native program, beside `entry`: another process may take that in the cache away before it runs."""
        name = f"{digest(text.encode('utf-8', 'surrogateescape'), self.version().encode())}.native"
        built = entry.with_suffix(".bin")
        if not self._cache.copy(name, built):
            self._call([self.executable, *_QUIET, "-o", str(built), str(entry)])
            # Another process may be building the same program: each installs its own in one step.
            self._cache.install(name, built.read_bytes(), 0o700)
        return built

    @staticmethod
    def _call(command: list[str]) -> str:
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        except OSError as error:
            raise EngineError(Diagnostic(f"cannot run {command[0]}: {error.strerror}", advice=_OTHER)) from error
        if done.returncode != 0 or "error:" in done.stderr.lower():
            message = done.stderr.strip() or done.stdout.strip() or f"exit status {done.returncode}"
            raise EngineError(Diagnostic(f"souffle failed: {message}", advice=_OTHER))
        return done.stdout


# The programs need no preprocessor, and one would trip over apostrophes in comments; warnings are for the rules'
# authors.
_QUIET = ["--no-preprocessor", "-w"]
_EMBEDDED = "use the embedded engine"
_OTHER = f"OWNLOG_SOUFFLE names the program that is run, else PATH; or {_EMBEDDED}"


def _entry(program: Program, facts: Facts, wanted: Collection[str]) -> str:
    outputs = [f".output {name}" for name in wanted if not program.relations[name].is_output]
    inputs = [f".input {name}" for name in facts if not program.relations[name].is_input]
    return "\n".join([program.text, *outputs, *inputs, ""])


def _check_text(program: Program, facts: Facts) -> None:
    """Refuses control characters: they travel as pictures, about which Soufflé may compute something else."""
    in_rules = ((term.value, "rules") for clause in program.core.clauses for term in _constants(clause))
    in_facts = ((cell, "facts") for rows in facts.values() for row in rows for cell in row)
    for text, place in chain(in_rules, in_facts):
        if isinstance(text, str) and _CONTROLS.search(text):
            message = f"the string {text!r} in the {place} cannot be exchanged with souffle: it has a control character"
            raise EngineError(Diagnostic(message, advice=_EMBEDDED))


def _steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    """The steps of a body, and of aggregates in it."""
    for step in steps:
        yield step
        if isinstance(step, Aggregation):
            yield from _steps(step.body)


def _constants(clause: NormalClause) -> Iterator[Const]:
    """All constants of a clause."""
    for step in _steps(clause.body):
        for term in literal_terms(step) if not isinstance(step, Aggregation) else (step.target,):
            if term is not None:
                yield from (found for found in subterms(term) if isinstance(found, Const))
    for term in clause.head.args:
        yield from (found for found in subterms(term) if isinstance(found, Const))

"""Obligations on disk, checked by a second solver: cvc5, through its own reader of SMT-LIB 2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from ownlog.base.errors import Diagnostic, InputError
from ownlog.base.extras import load

VALID, REFUTED, UNKNOWN, UNREADABLE = "valid", "refuted", "unknown", "unreadable"
_ADVICE = "write obligations with ownlog opt --emit-proofs DIR, or ownlog check --emit-proofs DIR"
_STATES = {"unsat": VALID, "sat": REFUTED, "unknown": UNKNOWN}


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one file; `detail` says more where it is not valid."""

    path: Path
    state: str
    detail: str = ""


def recheck(directory: Path, timeout: float) -> Iterator[Checked]:
    """Check every `.smt2` file in and below a folder, `timeout` seconds each.

    Raises InputError for a folder that cannot be read or has no such file, and without cvc5.
    """
    if not directory.is_dir():
        raise InputError(Diagnostic(f"'{directory}' is not a folder", advice=_ADVICE))
    files = sorted(directory.rglob("*.smt2"))
    if not files:
        raise InputError(Diagnostic(f"no .smt2 file in '{directory}'", advice=_ADVICE))
    cvc5 = load("cvc5", "proofs")
    known: dict[str, tuple[str, str]] = {}
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            yield Checked(path, UNREADABLE, str(error))
            continue
        # The comments tell files of one shape apart, and are nothing to the solver.
        script = "\n".join(line for line in text.splitlines() if not line.startswith(";"))
        if script not in known:
            known[script] = _check(cvc5, script, timeout)
        yield Checked(path, *known[script])


def _check(cvc5: ModuleType, script: str, timeout: float) -> tuple[str, str]:
    solver = cvc5.Solver(cvc5.TermManager())
    solver.setOption("tlimit-per", str(max(1, int(timeout * 1000))))
    parser = cvc5.InputParser(solver)
    answers: list[str] = []
    try:
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "obligation")
        symbols = parser.getSymbolManager()
        while not (command := parser.nextCommand()).isNull():
            answers += str(command.invoke(solver, symbols)).split("\n")
    except Exception as error:
        # cvc5 raises RuntimeError and errors of its own for what it cannot read.
        return UNREADABLE, str(error).strip()
    answers = [answer.strip() for answer in answers if answer.strip()]
    if len(answers) != 1 or answers[0] not in _STATES:
        return UNREADABLE, f"expected one answer, got {answers or 'none'}"
    state = _STATES[answers[0]]
    return state, "" if state == VALID else f"cvc5 says {answers[0]}"

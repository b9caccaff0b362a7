"""Proved obligations as files of SMT-LIB 2, one for each, which `ownlog recheck` has a second solver check again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ownlog.base.files import new_files


@dataclass(frozen=True, slots=True)
class ProofFile:
    """One file: the rule and place of the obligation, the meaning of `unsat`, constants' names, the script."""

    rule: str
    place: str
    meaning: str
    names: Mapping[str, str]
    script: str

    def text(self) -> str:
        """The file: the script below comments, with the expected answer."""
        comments = [f"; rule: {self.rule}", f"; at: {self.place}"]
        comments += [f"; {name}: {' '.join(what.split())}" for name, what in self.names.items()]
        comments.append(f"; unsat: {self.meaning}")
        logic, rest = self.script.split("\n", 1)
        return "\n".join([*comments, logic, "(set-info :status unsat)", rest])


def write_proofs(directory: str, proofs: Iterable[ProofFile]) -> int:
    """Write the files into a folder; their number. Raises InputError for a folder that cannot be written."""
    count = 0
    with new_files(directory) as folder:
        for proof in proofs:
            count += 1
            name = f"{count:05d}-{''.join(c if c.isalnum() else '-' for c in proof.rule)}.smt2"
            (folder / name).write_text(proof.text(), encoding="utf-8")
    return count

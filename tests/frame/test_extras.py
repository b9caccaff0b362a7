"""What a command says where a library of an extra is missing."""

import sys
from pathlib import Path

import pytest

from tests.frame.programs import GOOD, write
from tests.tools import OwnlogFork

# command -> (the library that is missing, the extra that brings it)
COMMANDS = {
    ("recheck", "{folder}"): ("cvc5", "proofs"),
    ("query", "{folder}/in.mlir", "buffer(X)", "--format", "arrow"): ("pyarrow", "arrow"),
    ("corpus", "summary", "{folder}"): ("duckdb", "corpus"),
    ("corpus", "run", "{folder}", "-o", "{folder}/out", "--executor", "dask"): ("distributed", "dask"),
}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_missing_library_is_named_with_its_extra(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, extra = COMMANDS[command]
    if extra == "dask":
        for other in ("rich", "pyarrow.parquet", "duckdb", "dask"):
            pytest.importorskip(other, reason=f"{other} is not installed (ownlog[dask])")
    if extra == "corpus":
        for other in ("rich", "pyarrow.parquet"):
            pytest.importorskip(other, reason=f"{other} is not installed (ownlog[corpus])")
    write(tmp_path, GOOD)
    write(tmp_path, "(check-sat)\n", "one.smt2")
    monkeypatch.setitem(sys.modules, library, None)
    run = OwnlogFork(())([part.format(folder=tmp_path) for part in command])
    assert (run.status, run.out) == (1, "")
    assert run.err.startswith(f"error: {library} is not installed (")
    assert run.err.endswith(f'  help: pip install "ownlog[{extra}]"\n')

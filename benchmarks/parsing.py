"""Times the parser: `python -m benchmarks.parsing`. Prints a table and writes it to benchmarks/PARSING.md.

Three questions: how many MB/s on custom-form text, and is the time linear in the size; how much faster than xDSL's
parser on generic-form text that both read, measured alternately in one run; how long does `ownlog --version` take.
"""

from __future__ import annotations

import gc
import lzma
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.inputs import straight_line
from ownlog.frontend import parse
from ownlog.frontend.generic.generic import print_generic
from tests.shared import REPOSITORY, shared_dir

REPORT = REPOSITORY / "benchmarks" / "PARSING.md"
_ROUNDS = 5
_Rows = list[tuple[str, str, str]]


def median_seconds(run: Callable[[], object], rounds: int = _ROUNDS) -> float:
    """The median time of a call, the garbage collector off as in the command line."""
    return statistics.median(_timed(run) for _ in range(rounds))


def _timed(run: Callable[[], object]) -> float:
    gc.collect()
    gc.disable()
    start = time.perf_counter()
    run()
    taken = time.perf_counter() - start
    gc.enable()
    return taken


def speed_rows() -> _Rows:
    """Custom-form text of growing size; the two largest need the shared corpus."""
    texts = [(f"straight line, {n} buffers", straight_line(n)) for n in (1_000, 4_000, 16_000)]
    with tempfile.TemporaryDirectory() as folder:
        texts += [(path.stem, path.read_text()) for path in _large(Path(folder))]
    rows = []
    for name, text in texts:
        size = len(text.encode()) / 1e6
        seconds = median_seconds(lambda text=text: parse(text), 3)  # type: ignore[misc]
        rows.append((f"{name} ({size:.2f} MB)", f"{seconds:.2f} s", f"{size / seconds:.1f} MB/s"))
    return rows


def _large(folder: Path) -> list[Path]:
    shared = shared_dir()
    if shared is None:
        return []
    plain = shared / "corpus-large" / "transformer_5k.mlir"
    packed = shared / "corpus-large" / "transformer_20k.mlir.xz"
    unpacked = folder / packed.stem
    if packed.exists():
        unpacked.write_bytes(lzma.decompress(packed.read_bytes()))
    return [path for path in (plain, unpacked) if path.exists()]


def peer_rows() -> _Rows:
    """Ownlog and xDSL in turns on generic-form text; one row that says so where xDSL is missing."""
    try:
        read = _xdsl()
    except ImportError:
        return [("xDSL is not installed (dependency group `bench`)", "-", "-")]
    rows = []
    for name, text in _generic_texts():
        ours, theirs = [], []
        for _ in range(_ROUNDS):
            ours.append(_timed(lambda text=text: parse(text)))  # type: ignore[misc]
            theirs.append(_timed(lambda text=text: read(text)))  # type: ignore[misc]
            ours.append(_timed(lambda text=text: parse(text)))  # type: ignore[misc]
        mine, other = statistics.median(ours), statistics.median(theirs)
        size = len(text) / 1e6
        shown = f"{name} ({size:.2f} MB): Ownlog {size / mine:.2f} MB/s"
        rows.append((shown, f"xDSL {size / other:.3f} MB/s", f"{other / mine:.0f} times"))
    return rows


def _xdsl() -> Callable[[str], object]:
    from xdsl.context import Context
    from xdsl.dialects import get_all_dialects
    from xdsl.parser import Parser

    context = Context(allow_unregistered=True)
    for name, make in get_all_dialects().items():
        context.register_dialect(name, make)
    return lambda text: Parser(context, text).parse_module()


def _generic_texts() -> list[tuple[str, str]]:
    texts = [("straight line", straight_line(1_000))]
    shared = shared_dir()
    path = shared / "corpus" / "transformer" / "jax_decoder_grad_scan__std.mlir" if shared is not None else None
    if path is not None and path.exists():
        texts.append((path.stem, path.read_text()))
    return [(name, print_generic(parse(text))) for name, text in texts]


def start_up_rows() -> _Rows:
    """`ownlog --version`, as a process."""
    command = [sys.executable, "-m", "ownlog", "--version"]
    seconds = median_seconds(lambda: subprocess.run(command, check=True, capture_output=True), 11)
    return [("ownlog --version", f"{seconds * 1000:.0f} ms", "median of 11")]


def table(rows: _Rows) -> str:
    """Rows as a Markdown table."""
    return "| what | time or speed | result |\n| --- | --- | --- |\n" + "".join(
        f"| {' | '.join(row)} |\n" for row in rows
    )


def main() -> None:
    """Measures, prints, writes."""
    sections = [
        ("Parsing custom-form text (verification included, medians of 3)", speed_rows()),
        (f"Beside xDSL on generic-form text (medians, {_ROUNDS} rounds of Ownlog, xDSL, Ownlog)", peer_rows()),
        ("Start-up", start_up_rows()),
    ]
    head = (
        "# Measured speed of the parser\n\nWritten by `python -m benchmarks.parsing`, on a machine with 2 cores; one is"
        " used.\n"
    )
    report = head + "".join(f"\n## {title}\n\n{table(rows)}" for title, rows in sections)
    print(report)
    REPORT.write_text(report)


if __name__ == "__main__":
    main()

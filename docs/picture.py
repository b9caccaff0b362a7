"""Takes the picture of the report at the top of the README: `python docs/picture.py`, with chromium on the PATH."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import ownlog

DOCS = Path(__file__).parent
PROGRAM = DOCS.parent / "examples" / "diamond.mlir"
SELECTED = "#%40diamond%2F%25small"
SIZE = "1280,760"


def main() -> None:
    """Write docs/report.png."""
    analysis = ownlog.analyze(ownlog.parse(PROGRAM.read_text(), PROGRAM.name))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(analysis.report())
        chromium = [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--hide-scrollbars",
            f"--window-size={SIZE}",
            "--virtual-time-budget=4000",
        ]
        subprocess.run(
            [*chromium, f"--screenshot={DOCS / 'report.png'}", page.as_uri() + SELECTED],
            check=True,
            capture_output=True,
        )


if __name__ == "__main__":
    main()

"""What tells one state of the engine's own code from another."""

from __future__ import annotations

import sys
from pathlib import Path


def engine_stamp() -> bytes:
    """A digest of this package, so that an edited engine never meets what its former self cached."""
    engine = Path(__file__).parents[1]
    sources = (path for path in engine.rglob("*") if path.suffix in (".py", ".lark"))
    entries = sorted((str(path.relative_to(engine)), path.stat()) for path in sources)
    files = ";".join(f"{name}:{stat.st_size}:{stat.st_mtime_ns}" for name, stat in entries)
    return f"{sys.implementation.cache_tag}:{sys.hexversion}:{files}".encode()

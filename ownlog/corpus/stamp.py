"""What tells one state of Ownlog from another, so that results of different ones are never mixed."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from pathlib import Path

from ownlog import rules
from ownlog.base.version import __version__
from ownlog.corpus.data.kept import kept
from ownlog.corpus.data.outcome import Options

_ROOMS = ("ownlog.base", "ownlog.workers", "ownlog.corpus", "ownlog.frontend", "ownlog.rules", "ownlog.backend")
_SUFFIXES = (".py", ".lark", ".dl")


def stamp(options: Options) -> str:
    """A digest of version, code, rules, model files, pipeline and relations: equal stamps, equal results."""
    program = rules.load([Path(model) for model in options.models])
    parts = [path.read_bytes() for path in program.files]
    return hashlib.blake2b(
        repr((code_stamp(), options.pipeline, kept(program, options.relations), parts)).encode(), digest_size=16
    ).hexdigest()


@cache
def code_stamp() -> str:
    """A digest of the version and of all code that results depend on."""
    folders = [Path(next(iter(import_module(room).__path__))) for room in _ROOMS]
    files = sorted((path for folder in folders for path in folder.rglob("*") if path.suffix in _SUFFIXES), key=str)
    hasher = hashlib.blake2b(__version__.encode(), digest_size=16)
    for path in files:
        hasher.update(hashlib.blake2b(path.read_bytes()).digest())
    return hasher.hexdigest()

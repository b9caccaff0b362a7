"""Many runs of the passes in one process: what no run changes is read and compiled once."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from unittest.mock import patch

from ownlog import rules
from ownlog.backend import effects
from ownlog.frontend.forms import registry
from ownlog.rules.engine import EmbeddedEngine


@contextmanager
def kept_rules() -> Iterator[None]:
    """Inside, the rules are read and compiled once for each set of outputs that is asked for: they must not change meanwhile."""
    engine = EmbeddedEngine()
    with ExitStack() as changes:
        for owner, name, new in (
            (rules, "load", cache(rules.load)),
            (sys.modules["ownlog.rules.engine"], "default_engine", lambda: engine),
            (effects, "EmbeddedEngine", lambda: engine),
        ):
            changes.enter_context(patch.object(owner, name, new))
        for dialect in registry.DIALECTS:
            import_module(f"ownlog.frontend.forms.{dialect}")
        yield


@contextmanager
def kept_objects() -> Iterator[None]:
    """Inside, what is there already is never looked at by the collector of garbage, which would copy it in every fork."""
    collects = gc.isenabled()
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        if collects:
            gc.enable()

"""Ops of the user's in place of those that passes make: what tells allocations apart at run time, and what copies a
buffer.

For those whose buffers carry a token (a reference count, a handle) instead of a pointer: views may then have other
pointers than what they are views of, and a clone may share the pointer of what it was made of.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ownlog.backend.rewriting import build
from ownlog.base.errors import Diagnostic, InputError
from ownlog.frontend.ir.module import Module

_NAME = r"[A-Za-z_][\w$]*(\.[\w$]+)+"


@dataclass(frozen=True)
class Substitutes:
    """The names of the user's ops; None leaves MLIR's.

    `alias_token` takes a buffer and gives an `index`, equal for two buffers if and only if they have the same
    allocation. `clone` takes a buffer and gives one with the same contents that is owned. InputError for what cannot be
    the name of an op.
    """

    alias_token: str | None = None
    clone: str | None = None

    def __post_init__(self) -> None:
        for name, option, example in (
            (self.alias_token, "alias-token-op", "get_token"),
            (self.clone, "clone-op", "clone"),
        ):
            if name is not None and re.fullmatch(_NAME, name) is None:
                message = f"'{name}', given as {option}, is not the name of an op"
                raise InputError(Diagnostic(message, advice=f"write the dialect too: my_dialect.{example}"))

    @property
    def options(self) -> dict[str, str]:
        """What the rules have to know: that addresses are not what tells allocations apart."""
        return {} if self.alias_token is None else {"alias-token-op": self.alias_token}

    def apply(self, module: Module) -> None:
        """Put the user's ops in the places of those that passes made, in generic form; what the input had already
        stays.
        """
        names = {build.POINTER: self.alias_token, build.CLONE: self.clone}
        if not any(names.values()):
            return
        for op in module.walk():
            name = names.get(op.name) if op.source is None else None
            if name is not None:
                op.name, op.form = name, "generic"
                op.mark_changed()

"""The user's ops in place of those that passes make: to compare allocations at run time, and to copy a buffer.

For buffers with a token (a reference count, a handle) instead of a pointer: views may then have other pointers than
their sources, and a clone may share the pointer of its source.
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
    """The names of the user's ops; None means MLIR's.

    `alias_token` takes a buffer and gives an `index`, equal for two buffers if and only if they have the same
    allocation. `clone` gives an owned copy of a buffer. InputError for what is no name of an op.
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
        """Replace the ops that passes made by the user's, in generic form; those of the input stay."""
        names = {build.POINTER: self.alias_token, build.CLONE: self.clone}
        if not any(names.values()):
            return
        for op in module.walk():
            name = names.get(op.name) if op.source is None else None
            if name is not None:
                op.name, op.form = name, "generic"
                op.mark_changed()

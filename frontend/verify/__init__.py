"""Does each op that is known here follow its own rules: operands, types, regions, terminators, attributes?

What an op asks of the types alone is a table (`signatures.py`); what needs more is a function, found by the op's name. Wording and place of
the messages are upstream's. SSA, symbols and dominance are checked elsewhere.
"""

from __future__ import annotations

from ownlog.frontend.ir.ir import Module
from ownlog.frontend.verify.attributes import check_attributes
from ownlog.frontend.verify.functions import Functions
from ownlog.frontend.verify.linalg.ops import check_linalg
from ownlog.frontend.verify.memory import CHECKS as MEMORY
from ownlog.frontend.verify.regions import CHECKS as REGIONS
from ownlog.frontend.verify.signatures import Signatures
from ownlog.frontend.verify.structure import check_parent, check_place, is_plain
from ownlog.frontend.verify.vectors import CHECKS as VECTORS
from ownlog.frontend.verify.views import CHECKS as VIEWS

_CHECKS = MEMORY | REGIONS | VECTORS | VIEWS


def verify(module: Module) -> None:
    """InputError at the first op, in text order, that breaks a rule of its own."""
    functions = Functions(module)
    signatures = Signatures()
    for op in module.walk():
        name = op.name
        if op.attrs or "arg_attrs" in op.properties:
            check_attributes(op)
        signatures.check(op)
        plain = is_plain(op)
        if not plain:
            check_parent(op)
        if name in _CHECKS:
            _CHECKS[name](op)
        elif name in functions.checks:
            functions.checks[name](op)
        elif name.startswith("linalg."):
            check_linalg(op)
        if not plain:
            check_place(op)

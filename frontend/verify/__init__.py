"""Does each op that is known here follow its own rules: operands, types, regions, terminators, attributes?

What an op asks of the types alone is a table (`signatures.py`); what needs more is a function, found by the op's name. Wording and place of
the messages are upstream's. SSA, symbols and dominance are checked elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection

from ownlog.base.errors import InputError
from ownlog.frontend.ir.ir import Module, Op
from ownlog.frontend.verify.attributes import check_attributes
from ownlog.frontend.verify.functions import Functions
from ownlog.frontend.verify.linalg.ops import check_linalg
from ownlog.frontend.verify.memory import CHECKS as MEMORY
from ownlog.frontend.verify.regions import CHECKS as REGIONS
from ownlog.frontend.verify.signatures import Signatures
from ownlog.frontend.verify.structure import check_parent, check_place, is_free, is_last
from ownlog.frontend.verify.vectors import CHECKS as VECTORS
from ownlog.frontend.verify.views import CHECKS as VIEWS

_CHECKS = MEMORY | REGIONS | VECTORS | VIEWS


def verify(module: Module, alike: Collection[Op] = ()) -> None:
    """InputError at the first op, in text order, that breaks a rule of its own.

    The ops in `alike` have types, attributes and regions of an op above, so no rules but those of their places have to be looked at.
    """
    try:
        _verify(module, alike)
    except InputError:
        # The op above may be a later one in the order of the generic form.
        _verify(module, ())
        raise


def _verify(module: Module, alike: Collection[Op]) -> None:
    functions = Functions(module)
    signatures = Signatures()
    stack = module.ops[::-1]
    while stack:
        op = stack.pop()
        name = op.name
        free = is_free(name)
        if free and op in alike:
            if is_last(op):
                check_place(op)
            continue
        if op.attrs or "arg_attrs" in op.properties:
            check_attributes(op)
        signatures.check(op)
        check_parent(op)
        if name in _CHECKS:
            _CHECKS[name](op)
        elif name in functions.checks:
            functions.checks[name](op)
        elif name.startswith("linalg."):
            check_linalg(op)
        if not free or op.regions or is_last(op):
            check_place(op)
        for region in reversed(op.regions):
            for block in reversed(region.blocks):
                stack += block.ops[::-1]

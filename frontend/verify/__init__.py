"""Does each known op follow its own rules: operands, types, regions, terminators, attributes?

Rules on types alone are a table (`signatures.py`); others are functions, by op. Wording and place of the messages are
upstream's. SSA, symbols and dominance are checked elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from ownlog.base.errors import InputError
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.verify.affine import CHECKS as AFFINE
from ownlog.frontend.verify.attributes import check_attributes
from ownlog.frontend.verify.casts import CHECKS as CASTS
from ownlog.frontend.verify.functions import Functions
from ownlog.frontend.verify.gpu import CHECKS as GPU
from ownlog.frontend.verify.identifiers import check_identifiers, is_identified
from ownlog.frontend.verify.linalg import LinalgOps
from ownlog.frontend.verify.memory import CHECKS as MEMORY
from ownlog.frontend.verify.properties import PROPERTIES, check_properties
from ownlog.frontend.verify.regions import CHECKS as REGIONS
from ownlog.frontend.verify.signatures import SIGNATURES, Signatures
from ownlog.frontend.verify.structure import check_parent, check_place, has_structure, is_free, is_last
from ownlog.frontend.verify.tensors import CHECKS as TENSORS
from ownlog.frontend.verify.vectors import CHECKS as VECTORS
from ownlog.frontend.verify.views import CHECKS as VIEWS

Check = Callable[[Op], None]
_CHECKS: tuple[Mapping[str, Check], ...] = (AFFINE, CASTS, GPU, MEMORY, REGIONS, TENSORS, VECTORS, VIEWS)
# They remember what has passed, in any module.
_SIGNATURES, _LINALG = Signatures(), LinalgOps()


def verify(
    module: Module, alike: Collection[Op] = (), naming: Mapping[Op, Sequence[Op]] = MappingProxyType({})
) -> None:
    """InputError at the first op, in text order, that breaks a rule of its own.

    Ops in `alike` equal an earlier one, so only rules on their places matter; those that are `naming` symbols name
    others.
    """
    try:
        _verify(module, alike, naming)
    except InputError:
        # The op above may be a later one in the order of the generic form.
        _verify(module, (), {})
        raise


class OpRules:
    """The rules of ops, one op at a time: at reading, for rewrites before a change, and in changed modules."""

    def __init__(self, module: Module | None = None) -> None:
        """Without a module, functions, globals and parents are not checked."""
        self._of_functions = {} if module is None else Functions(module).checks

    def check(self, op: Op) -> None:
        """InputError where the op itself breaks a rule, be it at a right place or not."""
        if op.attrs or "arg_attrs" in op.properties:
            check_attributes(op)
        for check in _checks_of(op.name):
            check(op)
        if op.name in self._of_functions:
            self._of_functions[op.name](op)

    def allow(self, op: Op, operands: list[Value]) -> bool:
        """Would `op` follow its own rules with these operands?"""
        had, op.operands = op.operands, operands
        try:
            self.check(op)
        except InputError:
            return False
        finally:
            op.operands = had
        return True


def _verify(module: Module, alike: Collection[Op], naming: Mapping[Op, Sequence[Op]]) -> None:
    rules = OpRules(module)
    stack = module.ops[::-1]
    while stack:
        op = stack.pop()
        name = op.name
        free = is_free(name)
        if free and op in alike:
            if is_last(op):
                check_place(op)
            if is_identified(name):
                check_identifiers(op)
            for named in naming.get(op, ()):
                rules.check(named)
            continue
        rules.check(op)
        if not free or op.regions or is_last(op):
            check_place(op)
        if is_identified(name):
            check_identifiers(op)
        for region in reversed(op.regions):
            for block in reversed(region.blocks):
                stack += block.ops[::-1]


@cache
def _checks_of(name: str) -> tuple[Check, ...]:
    """What ops of this name have to keep to, whatever else the module has."""
    found: list[Check] = []
    if name in SIGNATURES:
        found.append(_SIGNATURES.check)
    if has_structure(name):
        found.append(check_parent)
    if name in PROPERTIES:
        found.append(check_properties)
    found += [checks[name] for checks in _CHECKS if name in checks]
    if name.startswith("linalg."):
        found.append(_LINALG.check)
    return tuple(found)

"""Do returns, calls and uses of globals fit the functions and globals they belong to?"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ownlog.frontend.forms import registry
from ownlog.frontend.forms.dialects.func import split_function_type
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import own_traits
from ownlog.frontend.ir.walking import ops_in
from ownlog.frontend.text.spelling import symbol_reference
from ownlog.frontend.text.typetext import canonical_text
from ownlog.frontend.verify.refusal import bare, refuse

Types = tuple[list[str], list[str]]


class Functions:
    """The functions and globals of a module by name; names that several symbol tables define are left out."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._types: dict[str, Types] = {}  # by the text of a function's type, which many have
        self.checks: dict[str, Callable[[Op], None]] = {
            "func.call": self._check_call,
            "func.func": _check_home,
            "memref.global": _check_home,
            "func.constant": self._check_constant,
            "func.return": self._check_return,
            "memref.get_global": self._check_global,
        }

    @cached_property
    def _symbols(self) -> dict[str, Op | None]:
        found: dict[str, Op | None] = {}
        for op in _symbol_ops(self._module):
            name = symbol_reference(op.attribute("sym_name") or "")
            found[name] = None if name in found else op
        return found

    def types(self, function: Op) -> Types:
        """The parameter and result types of a function, as canonical text."""
        type = function.attribute("function_type") or ""
        found = self._types.get(type)
        if found is None:
            inputs, outputs = ([canonical_text(text) for text in texts if text] for texts in split_function_type(type))
            found = self._types[type] = inputs, outputs
        return found

    def _check_return(self, op: Op) -> None:
        function = op.parent_op
        if function is None or function.name != "func.func":
            return
        results = self.types(function)[1]
        name = symbol_reference(function.attribute("sym_name") or "")
        if len(results) != len(op.operands):
            message = f"has {len(op.operands)} operands, but enclosing function ({name}) returns {len(results)}"
            refuse(op, message, "return what the function's type says after `->`")
        for number, (value, text) in enumerate(zip(op.operands, results, strict=True)):
            if value.type.canonical != text:
                types = f"('{value.type.canonical}') doesn't match function result type ('{text}') in function {name}"
                bare(
                    op,
                    f"type of return operand {number} {types}",
                    f"{value.ref} has that type; the function's type stands after `->`",
                )

    def _check_call(self, op: Op) -> None:
        callee = self._symbols.get(op.attribute("callee") or "")
        if callee is None or callee.name != "func.func":
            return
        inputs, outputs = self.types(callee)
        if len(inputs) != len(op.operands):
            refuse(op, "incorrect number of operands for callee", f"it takes {len(inputs)}")
        for number, (value, text) in enumerate(zip(op.operands, inputs, strict=True)):
            if value.type.canonical != text:
                types = f"expected operand type '{text}', but provided '{value.type.canonical}'"
                refuse(op, f"operand type mismatch: {types} for operand number {number}", f"pass a {text}")
        if len(outputs) != len(op.results):
            refuse(op, "incorrect number of results for callee", f"it returns {len(outputs)}")
        for number, (value, text) in enumerate(zip(op.results, outputs, strict=True)):
            if value.type.canonical != text:
                refuse(op, f"result type mismatch at index {number}", f"the callee returns {text} there")

    def _check_constant(self, op: Op) -> None:
        function = self._symbols.get(op.attribute("value") or "")
        if function is None or function.name != "func.func" or not op.results:
            return
        type = canonical_text((function.attribute("function_type") or "").strip())
        if op.results[0].type.canonical != type:
            refuse(op, "reference to function with mismatched type", f"the function is of type {type}")

    def _check_global(self, op: Op) -> None:
        found = self._symbols.get(op.attribute("name") or "")
        if found is None or found.name != "memref.global" or found.properties.get("type") is None:
            return
        text = canonical_text((found.properties["type"] or "").strip())
        type = op.results[0].type.canonical
        if type != text:
            message = f"result type '{type}' does not match type '{text}' of the global memref {op.attribute('name')}"
            refuse(op, message, "the type of a global stands at its definition")


def _check_home(op: Op) -> None:
    above = op.parent_op
    if above is not None and registry.lookup(above.name) is not None and not own_traits().is_symbol_table(above):
        refuse(op, "symbol's parent must have the SymbolTable trait", "define it at the top, or in a module")


def _symbol_ops(module: Module) -> list[Op]:
    """All functions and globals; they stand in symbol tables, and these anywhere, in functions too."""
    return [op for top in module.top.ops for op in ops_in(top) if op.name in ("func.func", "memref.global")]

"""Are symbols unique, and do calls and uses of globals name an existing one?

Source: the symbol table rules of MLIR ("Symbols and Symbol Tables"): a symbol is unique in the nearest table around it,
and a reference is looked up there first, then in the tables around that one.
"""

from __future__ import annotations

from ownlog.base.errors import InputError
from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.ir.module import Module
from ownlog.frontend.ir.traits import own_traits
from ownlog.frontend.syntax.structure import HOW_TO_DEFINE, NAMES_OTHERS, REFERENCES
from ownlog.frontend.text.spelling import symbol_reference, symbol_text

Table = dict[str, Op]
Visible = dict[str, list[Op]]  # the ops of each name that the tables around a place have, innermost last


def check_symbols(module: Module, partial: bool = False) -> None:
    """InputError for a symbol defined twice in a table, and for a call or get_global of an unknown one, unless
    the module is `partial`.
    """
    traits = own_traits()
    visible: Visible = {}
    stack: list[tuple[Block, bool] | Table] = [(module.top, True)]
    while stack:
        step = stack.pop()
        if isinstance(step, dict):
            for name in step:
                visible[name].pop()
            continue
        block, has_table = step
        if has_table:
            table = _table(block)
            for name, op in table.items():
                visible.setdefault(name, []).append(op)
            stack.append(table)
        for op in block.ops:
            if op.name in REFERENCES and not partial:
                _check_reference(op, visible)
            if op.regions:
                has_table = traits.is_symbol_table(op)
                stack += [(nested, has_table) for region in op.regions for nested in region.blocks]


def _table(block: Block) -> Table:
    table: Table = {}
    for op in block.ops:
        name = op.attribute("sym_name")
        if name is None or op.name in NAMES_OTHERS:
            continue
        first = table.setdefault(symbol_reference(name), op)
        if first is not op:
            found = op.diagnostic(f"redefinition of symbol named '{symbol_text(name)}'", "rename one of them")
            raise InputError(
                found, first.diagnostic("", severity="note")._replace(message="see existing symbol definition here")
            )
    return table


def _check_reference(op: Op, visible: Visible) -> None:
    attribute, kind, message = REFERENCES[op.name]
    reference = op.attribute(attribute)
    # A nested reference (`@table::@symbol`) leads into tables that need not be in this file.
    if reference is None or "::" in reference:
        return
    reference = symbol_reference(reference)
    found = visible.get(reference)
    if not found or found[-1].name != kind:
        raise InputError(op.diagnostic(message.format(symbol_text(reference)), HOW_TO_DEFINE[kind]))

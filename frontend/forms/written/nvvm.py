"""Forms of the nvvm dialect: products of small matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.tokens import Use
from ownlog.frontend.text.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.syntax.op_reader import OpReader
    from ownlog.frontend.syntax.writer import Writer

_TYPES = ("multiplicandAPtxType", "multiplicandBPtxType")
_SHOWN = frozenset(
    "shape b1Op intOverflowBehavior layoutA layoutB kind orderedMetadata scaleVecSize blockScaleFormat".split()
) | {*_TYPES}
_GROUPS = ("A", "B", "C")
# What the elements of a register are, where its type tells and the text need not.
_ELEMENTS = {"vector<2xf16>": "f16", "f16": "f16", "f64": "f64", "f32": "tf32"}
_I32, _I16 = Type.get("i32"), Type.get("i16")
_SPARSE = {"sparseMetadata": (_I32,), "selector": (_I32,)}
_SCALED = {"scaleA": (_I32, _I16, _I16), "scaleB": (_I32, _I16, _I16)}


def _known_type(op: Op, group: int) -> str | None:
    """What the multiplicand that is operand group `group` is made of, if the type of its registers tells."""
    operands = op.groups()[group]
    found = _ELEMENTS.get(operands[0].type.canonical) if operands else None
    return None if found is None else f"#nvvm.mma_type<{found}>"


def _uses(p: OpReader, word: str) -> list[Use]:
    p.expect(word)
    p.expect("[")
    found = p.operands()
    p.expect("]")
    return found


def _mma(more: Mapping[str, tuple[Type, ...]]) -> Form:
    """A product; `more` are the lists of operands behind A, B and C, each with the types of its operands, which are
    groups of their own.
    """

    def parse(p: OpReader, op: Op) -> list[Type]:
        groups = [_uses(p, letter) for letter in _GROUPS]
        others = [
            (use, type)
            for word, types in more.items()
            for use, type in zip(_listed(p, word, types), types, strict=True)
        ]
        p.attr_dict(op, _SHOWN)
        p.expect(":")
        at = p.pos
        inputs, results = p.function_type()
        if len(inputs) != len(groups):
            p.fail("expected one type for each of the operand lists A, B and C", at=at)
        op.operands = [p.resolve(use, type) for uses, type in zip(groups, inputs, strict=True) for use in uses]
        op.operands += [p.resolve(use, type) for use, type in others]
        op.segments = [len(uses) for uses in groups] + [1] * len(others)
        for group, name in enumerate(_TYPES):
            known = _known_type(op, group)
            if known is not None:
                op.properties.setdefault(name, known)
        return results

    def write(w: Writer, op: Op) -> None:
        groups = op.groups()
        lists = dict(zip(_GROUPS, groups, strict=False))
        others = [operand for group in groups[len(_GROUPS) :] for operand in group]
        for word, types in more.items():
            lists[word], others = others[: len(types)], others[len(types) :]
        for word, operands in lists.items():
            w.piece(f"{word}[{', '.join(operand.ref for operand in operands)}]")
        hidden = {name for group, name in enumerate(_TYPES) if op.properties.get(name) == _known_type(op, group)}
        w.piece(
            w.dictionary({**{name: text for name, text in op.properties.items() if name not in hidden}, **op.attrs})
        )
        w.word(":")
        w.piece(f"({', '.join(lists[letter][0].type.text for letter in _GROUPS)}) -> {op.results[0].type.text}")

    return Form(parse, write, _SHOWN)


def _listed(p: OpReader, word: str, types: tuple[Type, ...]) -> list[Use]:
    at = p.next()
    found = _uses(p, word)
    if len(found) != len(types):
        p.fail(f"expected {word}[...] to have {len(types)} operand{'s' * (len(types) != 1)}", at=at)
    return found


FORMS: dict[str, Form | str] = {
    "nvvm.mma.sync": _mma({}),
    "nvvm.mma.sp.sync": _mma(_SPARSE),
    "nvvm.mma.block_scale": _mma(_SCALED),
    "nvvm.mma.sp.block_scale": _mma({**_SPARSE, **_SCALED}),
}

"""How a format spells an attribute, as a kind of property, and what an attribute is where the text does not say it."""

from __future__ import annotations

import re

from ownlog.frontend.ods.assembly import FormatProblem
from ownlog.frontend.ods.records import Record
from ownlog.frontend.ods.types import defined_name, fixed_type, is_parameterized

_STORED = {
    "StringAttr": "str", "SymbolRefAttr": "sym", "FlatSymbolRefAttr": "sym", "ArrayAttr": "list",
    "DictionaryAttr": "dict", "DenseBoolArrayAttr": "array(i1)", "DenseI8ArrayAttr": "array(i8)",
    "DenseI16ArrayAttr": "array(i16)", "DenseI32ArrayAttr": "array(i32)", "DenseI64ArrayAttr": "array(i64)",
    "DenseF32ArrayAttr": "array(f32)", "DenseF64ArrayAttr": "array(f64)",
}  # fmt: skip
_WRAPPERS = ("baseAttr", "baseProperty")
_QUALIFIED = r"(?:[\w]+::)*(\w+)(?:\(\))?"


def base_of(constraint: Record) -> Record:
    """The attribute (or property) behind `OptionalAttr`, `DefaultValuedAttr`, `ConfinedAttr` and their like."""
    while (found := next(filter(None, map(constraint.record, _WRAPPERS)), None)) is not None:
        constraint = found
    return constraint


def is_unit(constraint: Record) -> bool:
    """Is it there or not, and says nothing else?"""
    return base_of(constraint).name in ("UnitAttr", "UnitProp")


def is_optional(constraint: Record) -> bool:
    """May an op be without the attribute?"""
    return constraint.flag("isOptional") or constraint.is_a("OptionalAttr", "OptionalProp") or is_unit(constraint)


def kind_of(constraint: Record, qualified: bool = False) -> str:
    """The kind of property that reads and writes an attribute. FormatProblem for a spelling that no kind has."""
    base = base_of(constraint)
    if is_unit(base):
        return "unit(unit)"
    if base.name == "SymbolNameAttr":
        return "name"
    if base.is_a("Property"):
        return _property_kind(base)
    if base.is_a("EnumAttrInfo", "EnumInfo") and not base.is_a("AttrDef"):
        return _enum_kind(base)
    if base.is_a("AttrDef"):
        return "attr" if qualified else _defined_kind(base)
    value = base.record("valueType")
    stored = base.text("storageType").rpartition("::")[2]
    if stored in _STORED:
        return _STORED[stored]
    type = fixed_type(value) if value is not None else None
    if type is None or type == "none":
        return "attr"
    if type in ("i32", "i64", "index"):
        return type
    return f"int({type})" if re.fullmatch(r"[su]?i\d+", type) else f"float({type})"


def _defined_kind(base: Record) -> str:
    name = defined_name(base)
    if name is None or not is_parameterized(base):
        return "attr"
    format = base.text("assemblyFormat")
    words = words_of(base.record("enum"))
    if format == "$value" and words:
        dialect, _, mnemonic = name.partition(".")
        enum = base.record("enum")
        assert enum is not None
        frame = f"{dialect}<{mnemonic} $>"
        return f"flags({frame} {_separator(enum)})" if _is_bits(enum) else f"word({frame} {' '.join(words)})"
    opening = format.replace(" ", "")[:3]
    if not format or opening == "`<`":
        return f"angle({name})"
    if opening in ("`{`", "`[`", "`(`"):
        dialect, _, mnemonic = name.partition(".")
        return f"balanced({dialect}<{mnemonic}$>)"
    raise FormatProblem(f"attribute '{name}' is spelled without brackets around it: {format}")


def _enum_kind(enum: Record) -> str:
    width = f"i{enum.fields.get('bitwidth', 32)}"
    cases = words_of(enum)
    words = " ".join(f"{word}={number}" for word, number in cases.items())
    return f"bits({width} {_separator(enum)} {words})" if _is_bits(enum) else f"enum({width} {words})"


def _property_kind(base: Record) -> str:
    type = base.text("interfaceType")
    if (enum := base.record("enum")) is not None and words_of(enum):
        return _enum_kind(enum)
    if re.fullmatch(r"(?:::)?(?:std::)?u?int64_t", type) and not base.text("parser"):
        return "i64"
    if re.fullmatch(r"(?:::)?(?:std::)?u?int32_t", type) and not base.text("parser"):
        return "i32"
    if type in ("::llvm::StringRef", "std::string", "::std::string"):
        return "str"
    raise FormatProblem(f"property '{base.name}' is read by C++")


def words_of(enum: Record | None) -> dict[str, int]:
    """The keywords of an enum, with their numbers."""
    cases = enum.each("enumerants") if enum is not None else []
    return {case.text("str"): int(case.fields.get("value") or 0) for case in cases}


def _is_bits(enum: Record) -> bool:
    return enum.is_a("BitEnumAttrBase", "BitEnum", "BitEnumBase") or "separator" in enum.fields


def _separator(enum: Record) -> str:
    return enum.text("separator") or "|"


def default_text(constraint: Record) -> str | None:
    """What an attribute is where the text does not say it, in the generic form; None where only C++ knows."""
    base, said = base_of(constraint), constraint.text("defaultValue")
    if not said or is_unit(constraint):
        return None
    value = base.record("valueType")
    type = fixed_type(value) if value is not None and not base.is_a("EnumAttrInfo", "AttrDef") else None
    stored = base.text("storageType").rpartition("::")[2]
    if type == "i1":
        return said if said in ("true", "false") else None
    if re.fullmatch(r"-?\d+", said) and type is not None and re.fullmatch(r"[su]?i\d+|index", type):
        return f"{said} : {type}"
    if re.fullmatch(r'"[^"\\]*"', said) and stored == "StringAttr":
        return said
    if said == "{}" and _STORED.get(stored, "").startswith("array("):
        return f"array<{_STORED[stored][6:-1]}>"
    if said == "{}" and stored == "ArrayAttr":
        return "[]"
    return _enum_default(base, said)


def _enum_default(base: Record, said: str) -> str | None:
    enum = base.record("enum") or base
    found = re.fullmatch(_QUALIFIED, said)
    if found is None:
        return None
    case = next((case for case in enum.each("enumerants") if case.text("symbol") == found[1]), None)
    if case is None:
        return None
    if not base.is_a("AttrDef"):
        return f"{case.fields.get('value') or 0} : i{enum.fields.get('bitwidth', 32)}"
    dialect, _, mnemonic = (defined_name(base) or "").partition(".")
    if base.text("assemblyFormat") == "$value":
        return f"#{dialect}<{mnemonic} {case.text('str')}>"
    return f"#{dialect}.{mnemonic}<{case.text('str')}>"

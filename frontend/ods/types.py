"""Types that a definition names in C++, and rules for those that a format leaves out."""

from __future__ import annotations

import re

from ownlog.frontend.ods.assembly import FormatProblem
from ownlog.frontend.ods.records import Argument, Definition, Record, Records
from ownlog.frontend.text.tokens import split_top_level

_BUILDER = {
    "getIndexType": "index", "getNoneType": "none", "getF16Type": "f16", "getBF16Type": "bf16", "getF32Type": "f32",
    "getF64Type": "f64", "getI1Type": "i1", "getI8Type": "i8", "getI16Type": "i16", "getI32Type": "i32",
    "getI64Type": "i64",
}  # fmt: skip
# Types of LLVM that have no definition in a .td file.
_IN_CPP = {
    "BFloat16Type": "bf16", "Float16Type": "f16", "Float32Type": "f32", "Float64Type": "f64", "IndexType": "index",
    "AsyncTokenType": "!gpu.async.token", "LLVMPointerType": "!llvm.ptr", "LLVMTokenType": "!llvm.token",
    "LLVMVoidType": "!llvm.void", "SparseDnTensorHandleType": "!gpu.sparse.dntensor_handle",
    "SparseSpGEMMOpHandleType": "!gpu.sparse.spgemmop_handle", "SparseSpMatHandleType": "!gpu.sparse.spmat_handle",
}  # fmt: skip
_CALL = re.compile(r"(?:\$_builder\.)?([\w:]+?)(?:<([\w:]+)>)?(?:::get(?:Literal)?)?\((.*)\)\Z", re.DOTALL)
_INTEGER = re.compile(r"\$_builder\.getIntegerType\((\d+)(?:,(.*))?\)\Z")
_MEMBER = re.compile(r"(?:::)?(?:\w+::)*cast<([\w:]+)>\((.*)\)\.get(\w+)Type\(\)\Z", re.DOTALL)
_SHAPED = frozenset(
    "ComplexType MMAMatrixType MemRefType RankedTensorType ShapedType TensorType UnrankedMemRefType VectorType".split()
)
_TRANSFORMERS = (
    (re.compile(r"(?:::)?(?:mlir::)?getElementTypeOrSelf\((.*)\)\Z", re.DOTALL), "element"),
    (re.compile(r"(?:::)?(?:mlir::)?getI1SameShape\((.*)\)\Z", re.DOTALL), "bool"),
    (
        re.compile(
            r"(?:::)?(?:\w+::)*cast<[\w:]*(?:Shaped|Vector|Tensor)Type>\((.*)\)\s*\.clone(?:With)?\(\s*(?:\{\},\s*)?"
            r"IntegerType::get\([^,]*, 1\)\)\Z",
            re.DOTALL,
        ),
        "bool",
    ),
    (re.compile(r"(?:::)?(?:\w+::)*cast<(?:::)?(?:mlir::)?Type>\((.*)\)\Z", re.DOTALL), ""),
)


def built_type(records: Records, expression: str) -> str | None:
    """The type that an expression in C++ builds, as `$_builder.getIntegerType(32)` does; None where that is unclear."""
    text = re.sub(r"/\*.*?\*/|\s+$|^\s+", "", expression)
    if (found := _INTEGER.match(text)) is not None:
        signed = {None: "", "true": "s", "false": "u"}.get(found[2] and found[2].strip())
        return None if signed is None else f"{signed}i{found[1]}"
    found = _CALL.match(text)
    if found is None:
        return None
    arguments = [each for each in _split(found[3]) if not re.fullmatch(r"(?:\$_builder\.|\$_)getContext\(\)", each)]
    name = (found[2] or found[1]).removesuffix("::get").rpartition("::")[2]
    if name in _BUILDER and not arguments:
        return _BUILDER[name]
    if name == "VectorType" and len(arguments) == 2:
        element = built_type(records, arguments[1])
        return element and f"vector<{''.join(f'{size.strip()}x' for size in arguments[0][1:-1].split(','))}{element}>"
    if name == "LLVMStructType" and len(arguments) == 1:
        members = [built_type(records, each) for each in _split(arguments[0][1:-1])]
        return None if None in members else f"!llvm.struct<({', '.join(map(str, members))})>"
    known = _IN_CPP.get(name) or defined_type(records.definitions.get(name))
    if known is None or not arguments:
        return known
    if len(arguments) == 1 and arguments[0].isdigit():
        return known if arguments[0] == "0" and known == "!llvm.ptr" else f"{known}<{arguments[0]}>"
    inner = built_type(records, arguments[0]) if len(arguments) == 1 else None
    return inner and f"{known}<{inner.removeprefix(known.partition('.')[0] + '.')}>"


def _split(text: str) -> list[str]:
    return [each.strip() for each in split_top_level(text) if each.strip()]


def defined_type(record: Record | None) -> str | None:
    """`!d.m` for the definition of a type."""
    name = defined_name(record)
    return name and f"!{name}"


def defined_name(record: Record | None) -> str | None:
    """`d.m` for the definition of a type or an attribute."""
    if record is None or not record.text("mnemonic"):
        return None
    dialect = record.record("dialect")
    return None if dialect is None else f"{dialect.text('name')}.{record.text('mnemonic')}"


def is_parameterized(record: Record) -> bool:
    """Does the definition of a type or attribute print something behind its name?"""
    return record.count("parameters") > 0 or record.flag("hasCustomAssemblyFormat")


def fixed_type(constraint: Record) -> str | None:
    """The one type that satisfies a constraint; None where there are several."""
    while (base := constraint.record("baseType")) is not None and constraint.is_a("Optional", "Variadic"):
        constraint = base
    if constraint.is_a("TypeDef"):
        return None if is_parameterized(constraint) else defined_type(constraint)
    return built_type(constraint.records, constraint.text("builderCall")) if constraint.text("builderCall") else None


def short_name(constraint: Record) -> str | None:
    """`d.m` where the types of a constraint are of one class, whose name formats leave out: `<8xi8>`."""
    found = constraint
    if not constraint.is_a("TypeDef"):
        name = constraint.text("cppType").rpartition("::")[2]
        if (defined := constraint.records.definitions.get(name)) is None:
            return None
        found = defined
    if not found.is_a("TypeDef") or not is_parameterized(found):
        return None
    format = found.text("assemblyFormat")
    if format and not format.replace(" ", "").startswith(("`<`", "(`<`")):
        raise FormatProblem(f"type '{defined_name(found)}' is spelled without brackets around it")
    return defined_name(found)


class Rules:
    """The rules for the types that a format does not spell; `typed` are the names that it does."""

    def __init__(self, op: Definition, typed: set[str], shown: set[str]) -> None:
        self.op, self.typed, self.shown = op, typed, shown
        self.made: list[str] = []

    def all(self) -> list[str]:
        """The rules in an order in which each needs only what is before it. FormatProblem for a type that follows from
        none.
        """
        left = [each for each in (*self.op.operands, *self.op.results) if each.name not in self.typed]
        while left:
            solved = {each.name: rule for each in left if (rule := self._rule(each)) is not None}
            if not solved:
                raise FormatProblem(self._why(left[0]))
            self.made += [f"{name} = {rule}" for name, rule in solved.items()]
            self.typed |= solved.keys()
            left = [each for each in left if each.name not in solved]
        return self.made

    def _rule(self, wanted: Argument) -> str | None:
        if (fixed := fixed_type(wanted.constraint)) is not None:
            return fixed if wanted.many == "" or wanted in self.op.operands else None
        for trait in self.op.traits:
            if trait.is_a("AllTypesMatch") and wanted.name in (names := trait.fields.get("values", ())):
                if (other := self._known(names)) is not None:
                    return self._same(wanted, other)
            elif trait.is_a("TypesMatchWith") and trait.text("rhs") == wanted.name:
                source = self._known([trait.text("lhs")])
                expression = _transformed(self.op.record.records, trait.text("transformer"), source)
                if source is not None and expression is not None:
                    return self._same(wanted, source) if expression == source else expression
        everything = [each.name for each in (*self.op.operands, *self.op.results)]
        if self.op.has("SameOperandsAndResultType") and (other := self._known(everything)) is not None:
            return self._same(wanted, other)
        operands = [each.name for each in self.op.operands]
        if self.op.has("SameTypeOperands") and wanted.name in operands and (other := self._known(operands)) is not None:
            return self._same(wanted, other)
        if self.op.has("FirstAttrDerivedResultType") and wanted in self.op.results and self.op.properties:
            return self._known([next(iter(self.op.properties))])
        return None

    def _known(self, names: list[str]) -> str | None:
        """The first of some names that has a type."""
        single = sorted(names, key=lambda name: (found := self.op.group(name)) is not None and found.many != "")
        return next(
            (
                name if name in self.typed else f"${name}"
                for name in single
                if name in self.typed or (name in self.op.properties and name in self.shown)
            ),
            None,
        )

    def _same(self, wanted: Argument, other: str) -> str:
        group = self.op.group(other)
        return f"each({other})" if wanted.many == "..." and group is not None and group.many == "..." else other

    def _why(self, wanted: Argument) -> str:
        computed = next(
            (
                trait.text("transformer")
                for trait in self.op.traits
                if trait.is_a("TypesMatchWith") and trait.text("rhs") == wanted.name
            ),
            "inferReturnTypes",
        )
        return f"the type of '{wanted.name}' is computed in C++ ({' '.join(computed.split())})"


def _transformed(records: Records, transformer: str, of: str | None) -> str | None:
    """What a transformer in C++ makes of a type, as an expression of the rules; None where no function does that."""
    if of is None:
        return None
    if transformer == "$_self":
        return of
    member = _MEMBER.match(transformer)
    matches = [(found[1], function) for pattern, function in _TRANSFORMERS if (found := pattern.match(transformer))]
    if member is not None and (function := _member(records, member[1].rpartition("::")[2], member[3])) is not None:
        matches.append((member[2], function))
    for text, function in matches:
        inner = _transformed(records, text.strip(), of)
        return inner and (f"{function}({inner})" if function else inner)
    return None


def _member(records: Records, name: str, member: str) -> str | None:
    """The function of types that `get<member>Type()` of the class `name` is."""
    if member == "Element" and name in _SHAPED:
        return "element"
    defined = records.definitions.get(name)
    parameters = (defined.fields.get("parameters") or {}).get("args") if defined is not None else None
    first = str(parameters[0][1]) if parameters else ""
    return "inner" if (name, member) == ("PointerType", "Pointee") or first == f"{member.lower()}Type" else None

"""Random ops in generic form, made of their definitions: of many, mlir-opt-22 accepts some, and prints these in custom
form.
"""

import random
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ownlog.frontend.ods.attributes import base_of, is_optional, is_unit, words_of
from ownlog.frontend.ods.records import Argument, Definition, Record
from ownlog.frontend.ods.types import defined_name, fixed_type

SAMPLES = Path(__file__).with_name("samples.txt")
_SHAPED = ("memref", "tensor", "vector")
_SCALARS = ["i1", "i8", "i16", "i32", "i64", "index", "f16", "bf16", "f32", "f64"]
_ANY = ["i32", "f32", "index", "i1", "memref<4xf32>", "tensor<4xf32>", "vector<4xf32>", "i64", "!llvm.ptr"]
_WIDTHS = {"1-bit": "i1", "8-bit": "i8", "16-bit": "i16", "32-bit": "i32", "64-bit": "i64"}
_STORED = {
    "StringAttr": ['"a"'], "SymbolRefAttr": ["@g"], "FlatSymbolRefAttr": ["@g"], "UnitAttr": ["unit"],
    "TypeAttr": ["i32", "f32", "() -> ()", "(i32) -> i32", "memref<4xf32>", "!llvm.struct<(i32, f32)>"],
    "DictionaryAttr": ["{}", "{a = 1 : i32}"],
    "AffineMapAttr": ["affine_map<(d0) -> (d0)>", "affine_map<(d0, d1) -> (d1, d0)>"],
    "ArrayAttr": ["[]", '["a"]', "[1 : i64]", "[@g]", "[i32]", "[[0], [1]]", "[0 : i32]", "[unit]"],
    "ElementsAttr": ["dense<1> : tensor<2xi64>", "dense<1.0> : tensor<4xf32>"],
    "DenseElementsAttr": ["dense<1> : tensor<2xi64>"],
    "DenseIntElementsAttr": ["dense<1> : tensor<2xi64>", "dense<1> : vector<2xi32>"],
    "IntegerAttr": ["1 : i32", "1 : i64", "1 : index"], "FloatAttr": ["1.0 : f32"], "BoolAttr": ["true", "false"],
}  # fmt: skip


@cache
def samples() -> dict[str, list[str]]:
    """Types and attributes with parameters, by `d.m`."""
    found = defaultdict(list)
    for line in SAMPLES.read_text().splitlines():
        name = re.match(r"[!#]([\w]+)(?:\.([\w.]+)|<(\w+))", line)
        if name is not None:
            found[f"{name[1]}.{name[2] or name[3]}"].append(line)
            found[f"{name[1]}.type" if line[0] == "!" else "any"].append(line)
    return dict(found)


class Maker:
    """Makes ops of the definitions of a dump; `terminators` are those of each dialect."""

    def __init__(self, ops: Sequence[Definition], seed: int) -> None:
        self.random = random.Random(seed)
        self.ops = {op.full_name: op for op in ops}
        self.terminators = [op.full_name for op in ops if op.has("IsTerminator")]

    def module(self, op: Definition) -> str:
        """A program with the op in it."""
        return f"module {{\n  func.func private @g()\n{self.op(op)}}}\n"

    def op(self, op: Definition) -> str:
        choose = self.random
        scalar, shape = choose.choice(_SCALARS), choose.choice(["4", "4x4", "2x4", "16", "?", "1", "8", "4x8"])
        operands, types, sizes = [], [], []
        for argument in op.operands:
            count = self.count(argument)
            sizes.append(count)
            type = self.type(argument.constraint, scalar, shape)
            types += [
                type if choose.random() < 0.8 else self.type(argument.constraint, scalar, shape) for _ in range(count)
            ]
        results: list[str] = []
        result_sizes = []
        for argument in op.results:
            count = self.count(argument)
            result_sizes.append(count)
            results += [self.type(argument.constraint, scalar, shape)] * count
        if types and op.has("SameOperandsAndResultType", "SameTypeOperands"):
            types = [types[0]] * len(types)
        if types and op.has("SameOperandsAndResultType"):
            results = [types[0]] * len(results)
        self.match(op, types, results, sizes, result_sizes)
        operands = [f"%{number}" for number in range(len(types))]
        properties = self.properties(op, scalar, shape)
        if op.has("AttrSizedOperandSegments"):
            properties["operandSegmentSizes"] = f"array<i32: {', '.join(map(str, sizes))}>" if sizes else "array<i32>"
        if op.has("AttrSizedResultSegments"):
            properties["resultSegmentSizes"] = f"array<i32: {', '.join(map(str, result_sizes))}>"
        regions = [
            self.region(op, types)
            for each in op.regions
            for _ in range(1 if each.many != "..." else choose.randrange(3))
        ]
        blocks = [f"^bb{1 + number}" for number in range(sum(self.count(each) for each in op.successors))]
        shown = ", ".join(f"{name} = {text}" for name, text in properties.items())
        text = f'"{op.full_name}"({", ".join(operands)})'
        text += f"[{', '.join(blocks)}]" if op.successors else ""
        text += f" <{{{shown}}}>" if shown else ""
        text += f" ({', '.join(regions)})" if regions else ""
        text += choose.choice(["", "", " {tag}"])
        text += f" : ({', '.join(types)}) -> ({', '.join(results)})"
        text = f"%r:{len(results)} = {text}" if results else text
        around, before = self.parent(op), ""
        for name, type in zip(operands, types, strict=True):
            before += f'{name} = "test.of"() : () -> {type if not type.startswith("(") else "(" + type + ")"} '
        is_end = op.has("IsTerminator")
        tail = "" if is_end else '\n      "test.end"() : () -> ()'
        more = "".join(f'\n    {block}:\n      "test.end"() : () -> ()' for block in blocks)
        if around is not None:
            return f'  "{around}"() ({{\n    {before}{text}{tail}{more}\n  }}) : () -> ()\n'
        if not types and not is_end and not results and choose.random() < 0.4:
            return f"  {text}\n"
        if is_end and choose.random() < 0.2:
            return f"  func.func @f() -> ({', '.join(types)}) {{\n    {before}{text}{more}\n  }}\n"
        return f'  "test.around"() ({{\n    {before}{text}{tail}{more}\n  }}) : () -> ()\n'

    def match(
        self, op: Definition, types: list[str], results: list[str], sizes: list[int], result_sizes: list[int]
    ) -> None:
        """Give types that have to be the same one type, as far as traits say so."""
        places: dict[str, tuple[list[str], int, int]] = {}
        for groups, counts, listed in ((op.operands, sizes, types), (op.results, result_sizes, results)):
            at = 0
            for argument, count in zip(groups, counts, strict=True):
                places[argument.name] = listed, at, count
                at += count
        for trait in op.traits:
            if trait.is_a("AllTypesMatch"):
                names = [name for name in trait.fields.get("values", ()) if name in places]
                first = next((places[name][0][places[name][1]] for name in names if places[name][2]), None)
                for listed, at, count in (places[name] for name in names) if first is not None else ():
                    listed[at : at + count] = [str(first)] * count
            elif trait.is_a("TypesMatchWith"):
                source, target = places.get(trait.text("lhs")), places.get(trait.text("rhs"))
                if source and target and source[2] and target[2]:
                    type = _computed(trait.text("transformer"), source[0][source[1]])
                    if type is not None:
                        target[0][target[1] : target[1] + target[2]] = [type] * target[2]

    def parent(self, op: Definition) -> str | None:
        """The op around, where it has to be a certain one."""
        for trait in op.traits:
            found = re.match(r"HasParent<(.*)>::Impl", trait.text("trait"))
            if found is not None:
                classes = [each.strip().rpartition("::")[2] for each in found[1].split(",")]
                known = [name for name, other in self.ops.items() if other.record.name.rpartition("_")[2] in classes]
                return self.random.choice(known) if known else None
        return None

    def count(self, argument: Argument) -> int:
        if argument.many == "":
            return 1
        return self.random.randrange(2) if argument.many == "?" else self.random.choice([0, 1, 1, 2])

    def region(self, op: Definition, types: list[str]) -> str:
        choose = self.random
        if choose.random() < 0.15:
            return "{\n}"
        ends = [name for name in self.terminators if name.startswith(f"{op.dialect}.")]
        end = (
            f'"{choose.choice(ends)}"() : () -> ()'
            if ends and choose.random() < 0.7
            else choose.choice(["", '"test.end"() : () -> ()'])
        )
        for trait in op.traits:
            if (
                found := re.match(r"SingleBlockImplicitTerminator<\"?(?:[\w:]*::)?(\w+)\"?>", trait.text("trait"))
            ) is not None:
                mine = [name for name, other in self.ops.items() if other.record.name.rpartition("_")[2] == found[1]]
                end = f'"{mine[0]}"() : () -> ()' if mine else end
        arguments = choose.choice([[], [], types[:1], types, ["index"]])
        shown = ", ".join(f"%a{number}: {type}" for number, type in enumerate(arguments))
        return f"{{\n    ^bb0{f'({shown})' if shown else ''}:\n      {end}\n    }}"

    def properties(self, op: Definition, scalar: str, shape: str) -> dict[str, str]:
        made = {}
        for name, constraint in op.properties.items():
            if name in ("operandSegmentSizes", "resultSegmentSizes"):
                continue
            skipped = is_optional(constraint) or constraint.text("defaultValue")
            if skipped and self.random.random() < 0.5:
                continue
            made[name] = self.attribute(constraint, scalar, shape)
        return made

    def attribute(self, constraint: Record, scalar: str, shape: str) -> str:
        choose, base = self.random, base_of(constraint)
        if is_unit(base):
            return "unit"
        enum = base.record("enum") or base
        if words := words_of(enum):
            word = choose.choice(list(words))
            if not base.is_a("AttrDef"):
                return f"{words[word]} : i{enum.fields.get('bitwidth', 32)}"
            dialect, _, mnemonic = (defined_name(base) or "").partition(".")
            return (
                f"#{dialect}<{mnemonic} {word}>"
                if base.text("assemblyFormat") == "$value"
                else f"#{dialect}.{mnemonic}<{word}>"
            )
        if base.is_a("AttrDef"):
            name = defined_name(base) or ""
            return choose.choice(samples().get(name) or [f"#{name}"])
        if base.name == "SymbolNameAttr":
            return '"s"'
        value = base.record("valueType")
        type = fixed_type(value) if value is not None else None
        stored = base.text("storageType").rpartition("::")[2]
        if (found := re.fullmatch(r"Dense(\w+)ArrayAttr", stored)) is not None:
            width = {"Bool": "i1"}.get(found[1], found[1].lower())
            one = {"i1": "true", "f32": "1.0", "f64": "1.0"}.get(width, "1")
            return choose.choice([f"array<{width}>", f"array<{width}: {one}>", f"array<{width}: {one}, {one}>"])
        if type is not None and re.fullmatch(r"[su]?i\d+|index", type):
            return (
                choose.choice(["true", "false"])
                if type == "i1"
                else f"{choose.choice([0, 1, 2, 4, 8, 16, 32, 64, 128])} : {type}"
            )
        if type is not None and re.fullmatch(r"b?f\d+", type):
            return f"1.0 : {type}"
        if (element := base.record("elementAttr")) is not None:
            return f"[{', '.join(self.attribute(element, scalar, shape) for _ in range(choose.choice([0, 1, 2])))}]"
        if stored in _STORED:
            return choose.choice(_STORED[stored])
        if base.is_a("Property"):
            return choose.choice(["1 : i64", "1 : i32", "16 : i64", "true"])
        return choose.choice(
            [
                "1 : i32",
                "1.0 : f32",
                '"a"',
                "unit",
                "[]",
                "@g",
                f"1 : {scalar}" if scalar[0] in "i" else f"1.0 : {scalar}",
                *samples().get("any", []),
            ]
        )

    def type(self, constraint: Record, scalar: str, shape: str) -> str:
        """A type that may satisfy a constraint: made of a scalar type and a shape, where it can be."""
        choose = self.random
        if (fixed := fixed_type(constraint)) is not None:
            return fixed
        if constraint.is_a("TypeDef"):
            name = defined_name(constraint) or ""
            return choose.choice(samples().get(name) or [f"!{name}"])
        for field in ("allowedTypes", "allowedRuntimeTypes"):
            if allowed := constraint.each(field):
                return self.type(choose.choice(allowed), scalar, shape)
        if (base := constraint.record("baseType")) is not None:
            return self.type(base, scalar, shape)
        summary, cpp = constraint.text("summary"), constraint.text("cppType").rpartition("::")[2]
        defined = constraint.records.definitions.get(cpp)
        if defined is not None and defined.is_a("TypeDef"):
            return self.type(defined, scalar, shape)
        if "complex" in summary and not any(kind in summary for kind in _SHAPED):
            return choose.choice(["complex<f32>", "complex<f64>"])
        kinds = [kind for kind in _SHAPED if kind in summary or kind in constraint.name.lower() or kind in cpp.lower()]
        element = self.element(summary, scalar)
        if kinds:
            ranks = re.search(r"of ranks? (\d)|(\d)D", summary)
            rank = int((ranks[1] or ranks[2]) if ranks else len(shape.split("x")))
            lengths = re.search(r"length (\d+)", summary)
            dims = ([lengths[1]] if lengths else []) + shape.split("x") + ["4", "4"]
            kind = choose.choice(kinds)
            dims = [dim if kind != "vector" or dim != "?" else "4" for dim in dims[:rank]]
            text = "".join(f"{dim}x" for dim in dims)
            if "scalable" in summary and kind == "vector":
                text = "".join(f"[{dim}]x" for dim in dims)
            return f"{kind}<{text}{element}>"
        if cpp == "LLVMPointerType":
            return choose.choice(["!llvm.ptr", "!llvm.ptr<3>", "!llvm.ptr<1>"])
        if cpp == "FunctionType":
            return "() -> ()"
        if "any type" in summary or constraint.name == "AnyType":
            return choose.choice(
                [scalar, scalar, f"memref<{shape}x{scalar}>", f"vector<{shape.replace('?', '4')}x{scalar}>", *_ANY]
            )
        known = samples().get(self._dialect(constraint))
        if known and choose.random() < 0.7:
            return choose.choice(known)
        return (
            element
            if any(word in summary for word in ("integer", "float", "index", "bit"))
            else choose.choice([scalar, *_ANY])
        )

    def _dialect(self, constraint: Record) -> str:
        dialect = constraint.record("dialect")
        return f"{dialect.text('name')}.type" if dialect is not None else ""

    def element(self, summary: str, scalar: str) -> str:
        found = [type for words, type in _WIDTHS.items() if words in summary]
        floats = [type.replace("i", "f") for type in found if type in ("i16", "i32", "i64")]
        if "float" in summary and found and "integer" not in summary:
            return self.random.choice(floats or ["f32"])
        if found:
            return self.random.choice(found + (floats if "float" in summary else []))
        if "complex" in summary:
            return "complex<f32>"
        kinds = [
            type
            for type in _SCALARS
            if (type[0] == "i" and type != "index" and "integer" in summary)
            or ("f" in type and "float" in summary)
            or (type == "index" and "index" in summary)
        ]
        return scalar if not kinds or scalar in kinds else self.random.choice(kinds)


def _computed(transformer: str, type: str) -> str | None:
    if transformer == "$_self":
        return type
    element = re.match(r"(?:memref|tensor|vector|complex)<(?:(?:\d+|\?|\[\d+\])x)*(.*?)(?:,.*)?>\Z", type)
    if "getElementType" in transformer and element is not None:
        return element[1]
    if "I1SameShape" in transformer or "IntegerType::get" in transformer:
        return type[: element.start(1)] + "i1>" if element is not None else "i1"
    return None

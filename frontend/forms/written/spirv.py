"""Forms of the spirv dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownlog.frontend.forms.registry import Form
from ownlog.frontend.forms.written.spirv_memory import MEMORY
from ownlog.frontend.forms.written.spirv_structure import STRUCTURE
from ownlog.frontend.forms.written.spirv_types import members_type
from ownlog.frontend.ir import Op
from ownlog.frontend.literals import integer_literal
from ownlog.frontend.tokens import split_top_level
from ownlog.frontend.types import Type

if TYPE_CHECKING:
    from ownlog.frontend.parser import Parser
    from ownlog.frontend.writer import Writer

_COMPARES = """FOrdEqual FOrdGreaterThan FOrdGreaterThanEqual FOrdLessThan FOrdLessThanEqual FOrdNotEqual FUnordEqual FUnordGreaterThan
    FUnordGreaterThanEqual FUnordLessThan FUnordLessThanEqual FUnordNotEqual IEqual INotEqual LogicalAnd LogicalEqual LogicalNotEqual
    LogicalOr Ordered SGreaterThan SGreaterThanEqual SLessThan SLessThanEqual UGreaterThan UGreaterThanEqual ULessThan ULessThanEqual
    Unordered"""
_UNARY = """BitCount BitReverse Not LogicalNot GL.FAbs GL.SAbs GL.Ceil GL.Cos GL.Sin GL.Tan GL.Asin GL.Acos GL.Atan GL.Exp GL.Floor GL.Round
    GL.RoundEven GL.InverseSqrt GL.Log GL.FSign GL.SSign GL.Sqrt GL.Sinh GL.Cosh GL.Tanh GL.Asinh GL.Acosh GL.Atanh GL.Exp2 GL.Log2
    GL.Normalize GL.FindILsb GL.FindSMsb GL.FindUMsb GL.Fract CL.ceil CL.cos CL.erf CL.exp CL.fabs CL.floor CL.log CL.rint CL.round CL.rsqrt
    CL.s_abs CL.sin CL.sqrt CL.tan CL.tanh CL.acos CL.acosh CL.asin CL.asinh CL.atan CL.atanh CL.cosh CL.sinh INTEL.RoundFToTF32"""
_BINARY = """BitwiseAnd BitwiseOr BitwiseXor GL.FMax GL.UMax GL.SMax GL.FMin GL.UMin GL.SMin GL.Pow GL.Cross GL.Reflect CL.atan2 CL.fmax
    CL.fmin
    CL.pow CL.s_max CL.s_min CL.u_max CL.u_min"""
_TERNARY = "GL.FClamp GL.UClamp GL.SClamp GL.Fma CL.fma CL.mix"


def _parse_extract(p: Parser, op: Op) -> list[Type]:
    composite = p.operand()
    op.properties["indices"] = p.attribute()
    p.attr_dict(op)
    p.expect(":")
    type = p.type()
    op.operands = [p.resolve(composite, type)]
    return [members_type(p, type, _numbers(op))]


def _numbers(op: Op) -> list[int]:
    indices = [integer_literal(text) for text in split_top_level((op.properties["indices"] or "[]").strip()[1:-1])]
    return [index.value for index in indices if index is not None]


def _write_extract(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    w.raw(op.properties["indices"] or "")
    w.attr_dict(op, {"indices"})
    w.word(":")
    w.type(op.operands[0].type)


def _parse_extended(p: Parser, op: Op) -> list[Type]:
    uses = p.operands()
    p.attr_dict(op)
    p.expect(":")
    type = p.type()
    member = members_type(p, type, [0])
    op.operands = [p.resolve(use, member) for use in uses]
    return [type]


def _write_extended(w: Writer, op: Op) -> None:
    w.operands(op.operands)
    w.attr_dict(op)
    w.word(":")
    w.type(op.results[0].type)


# Ops of groups of invocations.
_SCOPE = "$execution_scope:angle(spirv.scope)"
_GROUP = f"{_SCOPE} $group_operation:angle(spirv.group_operation)"
_GROUPED = "GroupFAdd GroupFMax GroupFMin GroupIAdd GroupSMax GroupSMin GroupUMax GroupUMin KHR.GroupFMul KHR.GroupIMul"
_NON_UNIFORM = """FAdd FMax FMin FMul IAdd IMul SMax SMin UMax UMin BitwiseAnd BitwiseOr BitwiseXor LogicalAnd LogicalOr LogicalXor"""
_GROUPS: dict[str, Form | str] = {
    **{f"spirv.{name}": f"{_GROUP} %x attr-dict `:` type(*)" for name in _GROUPED.split()},
    **{f"spirv.GroupNonUniform{name}": f"{_GROUP} %value (`cluster_size` `` `(` %cluster_size?^ `)`)? attr-dict `:` type(%value)"
       " (`,` type(%cluster_size)^)? `->` type(result)" for name in _NON_UNIFORM.split()},
    **{f"spirv.GroupNonUniform{name}": f"{_SCOPE} %value `,` %id attr-dict `:` type(%value) `,` type(%id) ; result = value"
       for name in "Broadcast Shuffle ShuffleDown ShuffleUp ShuffleXor".split()},
    **{f"spirv.GroupNonUniform{name}": f"{_SCOPE} %value attr-dict `:` type(%value) `,` type(result)"
       for name in "BallotFindLSB BallotFindMSB".split()},
    "spirv.GroupBroadcast": f"{_SCOPE} %value `,` %id attr-dict `:` type(%value) `,` type(%id) ; result = value",
    "spirv.GroupNonUniformBallot": f"{_SCOPE} %predicate attr-dict `:` type(result) ; predicate = i1",
    "spirv.GroupNonUniformElect": f"{_SCOPE} attr-dict `:` type(result)",
    "spirv.KHR.SubgroupBallot": "%predicate attr-dict `:` type(result) ; predicate = i1",
}

_EXTENDED = Form(_parse_extended, _write_extended)
_INDICES = frozenset({"indices"})

FORMS: dict[str, Form | str] = {
    **MEMORY,
    **_GROUPS,
    **STRUCTURE,
    **{f"spirv.{name}": "%* attr-dict `:` type(%operand1) ; operand2 = operand1, result = bool(operand1), operands operand1 operand2"
       for name in _COMPARES.split()},
    **{f"spirv.{name}": "%operand attr-dict `:` type(*)" for name in _UNARY.split()},
    **{f"spirv.{name}": "%operand attr-dict `:` type(%operand) ; result = bool(operand)" for name in ("IsNan", "IsInf", "IsFinite")},
    **{f"spirv.{name}": "%lhs `,` %rhs attr-dict `:` type(*)" for name in _BINARY.split()},
    **{f"spirv.{name}": "%x `,` %y `,` %z attr-dict `:` type(*)" for name in _TERNARY.split()},
    **{f"spirv.{name}": "%a `,` %b attr-dict `:` type(%a) `,` type(%b) ; result = a"
       for name in ("ShiftLeftLogical", "ShiftRightArithmetic", "ShiftRightLogical")},
    **{f"spirv.{name}": "%base `,` %offset `,` %count attr-dict `:` type(%base) `,` type(%offset) `,` type(%count) ; result = base"
       for name in ("BitFieldSExtract", "BitFieldUExtract")},
    **dict.fromkeys(("spirv.IAddCarry", "spirv.ISubBorrow", "spirv.SMulExtended", "spirv.UMulExtended"), _EXTENDED),
    "spirv.BitFieldInsert": "%base `,` %insert `,` %offset `,` %count attr-dict `:` type(%base) `,` type(%offset) `,` type(%count) ;"
    " insert = base, result = base",
    "spirv.CompositeExtract": Form(_parse_extract, _write_extract, _INDICES),
    "spirv.CompositeInsert": "%object `,` %composite `` $indices:attr attr-dict `:` type(%object) `into` type(%composite) ;"
    " result = composite",
    "spirv.GL.Ldexp": "%x `:` type(%x) `,` %exp `:` type(%exp) attr-dict `->` type(y)",
    "spirv.INTEL.ConvertBF16ToF": "%operand attr-dict `:` type(%operand) `to` type(result)",
    "spirv.INTEL.ConvertFToBF16": "%operand attr-dict `:` type(%operand) `to` type(result)",
    "spirv.INTEL.SubgroupBlockRead": "%ptr attr-dict `:` type(%ptr) `->` type(value)",
    "spirv.KHR.AssumeTrue": "%condition attr-dict ; condition = i1",
    "spirv.KHR.CooperativeMatrixLength": "attr-dict `:` $cooperative_matrix_type:type ; result = i32",
    "spirv.MatrixTimesScalar": "%matrix `,` %scalar attr-dict `:` type(%matrix) `,` type(%scalar) ; result = matrix",
    "spirv.Select": "%condition `,` %true_value `,` %false_value attr-dict `:` type(%condition) `,` type(%true_value) ;"
    " false_value = true_value, result = true_value",
    "spirv.Undef": "attr-dict `:` type(result)",
    "spirv.VectorShuffle": "$components:attr %vector1 `,` %vector2 attr-dict `:` type(%vector1) `,` type(%vector2) `->` type(result)",
    "spirv.VectorTimesScalar": "%vector `,` %scalar attr-dict `:` `(` type(%vector) `,` type(%scalar) `)` `->` type(result)",
}

"""Tensor programs about which questions are asked, and how they are asked."""

from collections.abc import Mapping

import ownlog
from ownlog.api.analysis import Analysis
from ownlog.query.reports.in_place import WhyInPlace
from ownlog.query.reports.tensor_uses import Use
from tests.shared import REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "tensors" / "update.mlir"
T = "tensor<4xf32>"

LOOP = f"""\
func.func @f(%t: {T}, %i: index, %lb: index, %ub: index, %s: index, %g: {T}) -> {T} {{
  %r = scf.for %k = %lb to %ub step %s iter_args(%a = %g) -> ({T}) {{
    %x = tensor.extract %t[%k] : {T}
    %u = tensor.insert %x into %t[%i] : {T}
    %y = tensor.extract %u[%i] : {T}
    %v = tensor.insert %y into %a[%k] : {T}
    scf.yield %v : {T}
  }}
  return %r : {T}
}}
"""
PARALLEL = f"""\
func.func @f(%t: {T}, %i: index, %f: f32) -> {T} {{
  %e = tensor.empty() : {T}
  %r = scf.forall (%k) in (4) shared_outs(%o = %t) -> ({T}) {{
    %w = linalg.fill ins(%f : f32) outs(%e : {T}) -> {T}
    %p = tensor.extract_slice %w[%k] [1] [1] : {T} to tensor<1xf32>
    scf.forall.in_parallel {{
      tensor.parallel_insert_slice %p into %o[%k] [1] [1] : tensor<1xf32> into {T}
    }}
  }}
  return %r : {T}
}}
"""
NEIGHBOURS = f"""\
func.func @f(%t: {T}) -> {T} {{
  %r = scf.forall (%k) in (4) shared_outs(%o = %t) -> ({T}) {{
    %c3 = arith.constant 3 : index
    %j = arith.subi %c3, %k : index
    %p = tensor.extract_slice %o[%j] [1] [1] : {T} to tensor<1xf32>
    scf.forall.in_parallel {{
      tensor.parallel_insert_slice %p into %o[%k] [1] [1] : tensor<1xf32> into {T}
    }}
  }}
  return %r : {T}
}}
"""
UNKNOWN = f"""\
func.func @f(%t: {T} {{bufferization.writable = false}}, %i: index, %f: f32) -> {T} {{
  %u = tensor.insert %f into %t[%i] : {T}
  %n = "my.op"(%u) : ({T}) -> {T}
  %v = tensor.insert %f into %n[%i] : {T}
  return %v : {T}
}}
"""
ELSEWHERE = f"""\
func.func private @zeros() -> {T} {{
  %c = arith.constant dense<0.0> : {T}
  return %c : {T}
}}
func.func @f(%i: index, %f: f32, %c: i1, %t: {T}) -> ({T}, f32) {{
  %z = call @zeros() : () -> {T}
  %u = tensor.insert %f into %z[%i] : {T}
  %r = scf.if %c -> ({T}) {{
    %v = tensor.insert %f into %t[%i] : {T}
    scf.yield %v : {T}
  }} else {{
    scf.yield %u : {T}
  }}
  %x = tensor.extract %t[%i] : {T}
  return %r, %x : {T}, f32
}}
"""
PROGRAMS = {
    "loop": LOOP,
    "parallel": PARALLEL,
    "neighbours": NEIGHBOURS,
    "unknown": UNKNOWN,
    "elsewhere": ELSEWHERE,
    "example": EXAMPLE.read_text(),
}
OPTIONS: tuple[Mapping[str, str], ...] = (
    {}, {"analysis-heuristic": "top-down"}, {"bufferize-function-boundaries": "false"},
    {"analysis-heuristic": "fuzzer", "analysis-fuzzer-seed": "3"},
)  # fmt: skip


def analysis(text: str, options: Mapping[str, str] | None = None) -> Analysis:
    """A text with what is decided about its tensors."""
    return ownlog.analyze(ownlog.parse(text, "in.mlir"), bufferization=options)


def answer(text: str, line: int, options: Mapping[str, str] | None = None) -> WhyInPlace:
    """What is said of the ops on a line."""
    found = analysis(text, options).why_in_place(line)
    assert found is not None
    return found


def use(text: str, line: int, options: Mapping[str, str] | None = None) -> Use:
    """The only operand of the op on a line."""
    (op,) = answer(text, line, options).ops
    (only,) = op.uses
    return only

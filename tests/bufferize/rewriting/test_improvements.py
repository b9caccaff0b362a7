"""A step that only saves copies refuses no program; what nobody needs is no reason to refuse one; memory spaces that
nobody knows are.
"""

import pytest

from ownlog.backend.bufferize.one_shot import UndecidedError
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes import tensors_to_buffers
from ownlog.backend.passes.registry import run_passes
from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.ir.module import Module

HEURISTICS = ("bottom-up", "top-down", "bottom-up-from-terminators", "fewest-copies")
JOINED = """
func.func @f(%t: tensor<6xf32>, %c: i1, %f: f32, %i: index) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<6xf32>
  %z = linalg.fill ins(%f : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %m = bufferization.materialize_in_destination %t in %z : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %r:2 = scf.if %c -> (tensor<6xf32>, tensor<6xf32>) {
    scf.yield %m, %t : tensor<6xf32>, tensor<6xf32>
  } else {
    %w = tensor.insert %f into %t[%i] : tensor<6xf32>
    scf.yield %w, %w : tensor<6xf32>, tensor<6xf32>
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
}
"""
PARTS = """
func.func @f(%f: f32, %i: index) -> f32 {
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = tensor.pad %z low[2] high[0] {
  ^bb0(%k: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<6xf32>
  %x = tensor.extract %p[%i] : tensor<6xf32>
  return %x : f32
}
"""


def run(text: str, name: str, **options: str) -> str:
    module = parse(text)
    run_passes(module, [Step(name, tuple((key.replace("_", "-"), value) for key, value in options.items()))], Context())
    return str(module)


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_what_must_be_in_place_is_where_that_harms_nobody(heuristic: str) -> None:
    for out in (
        run(JOINED, "one-shot-bufferize", bufferize_function_boundaries="true", analysis_heuristic=heuristic),
        run(JOINED, "tensors-to-buffers", analysis_heuristic=heuristic),
    ):
        assert "memref.copy %t, %" in out
        parse(out)


@pytest.mark.parametrize("step", ["assemble_in_place", "eliminate_empty_tensors", "both"])
def test_a_program_that_a_step_leaves_undecided_goes_on_without_it(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = parse(PARTS)
    monkeypatch.setattr(tensors_to_buffers, "_improve", lambda *_: None)
    run_passes(plain, [Step("tensors-to-buffers")], Context())
    monkeypatch.undo()
    improved = parse(PARTS)
    run_passes(improved, [Step("tensors-to-buffers")], Context())
    assert str(improved) != str(plain)
    for name in ("assemble_in_place", "eliminate_empty_tensors") if step == "both" else (step,):
        original = getattr(tensors_to_buffers, name)

        def failing(module: Module, *rest: object, original=original, **options: object) -> None:  # type: ignore[no-untyped-def]
            original(module, *rest, **options)
            raise UndecidedError(module.ops[0].diagnostic("undecided"))

        monkeypatch.setattr(tensors_to_buffers, name, failing)
    module, context = parse(PARTS), Context()
    run_passes(module, [Step("tensors-to-buffers")], context)
    assert str(module) == str(plain)


def test_dead_ops_that_stay_tensors_are_no_reason_to_refuse_a_program() -> None:
    out = run(
        """
func.func @f(%t: tensor<4xf32>, %f: f32, %i: index) -> tensor<4xf32> {
  %0 = "tosa.const"() <{values = dense<1.0> : tensor<4xf32>}> : () -> tensor<4xf32>
  %a = arith.addf %t, %0 : tensor<4xf32>
  %b = math.exp %a : tensor<4xf32>
  %w = tensor.insert %f into %t[%i] : tensor<4xf32>
  return %w : tensor<4xf32>
}
""",
        "one-shot-bufferize",
        bufferize_function_boundaries="true",
    )
    assert "tensor" not in out
    assert "alloc" not in out


def test_dead_ops_that_may_do_something_stay_refused() -> None:
    with pytest.raises(InputError, match="was not bufferized"):
        run('func.func @f() {\n  %0 = "my.op"() : () -> tensor<4xf32>\n  return\n}', "one-shot-bufferize")


@pytest.mark.parametrize(
    "text",
    [
        "func.func @f(%t: tensor<4xf32>) {\n  return\n}",
        "func.func private @g(tensor<4xf32>)",
        "func.func private @g() -> tensor<4xf32>",
        (
            "func.func @f(%f: f32) -> tensor<1xf32> {\n  %t = tensor.from_elements %f : tensor<1xf32>\n  return %t :"
            " tensor<1xf32>\n}"
        ),
        PARTS,
        """
func.func @f(%i: index, %c: i1) -> f32 {
  %l = "my.op"() : () -> tensor<4xf32>
  cf.cond_br %c, ^bb1(%l : tensor<4xf32>), ^bb1(%l : tensor<4xf32>)
^bb1(%k: tensor<4xf32>):
  %y = tensor.extract %k[%i] : tensor<4xf32>
  return %y : f32
}
""",
        """
func.func @f(%i: index) {
  "my.op"() ({
  ^bb0(%t: tensor<4xf32>):
    %y = tensor.extract %t[%i] : tensor<4xf32>
    "my.end"(%y) : (f32) -> ()
  }) : () -> ()
  return
}
""",
    ],
)
def test_a_memory_space_that_is_not_known_is_told(text: str) -> None:
    with pytest.raises(InputError, match="could not infer memory space"):
        run(
            text,
            "one-shot-bufferize",
            must_infer_memory_space="true",
            bufferize_function_boundaries="true",
            allow_unknown_ops="true",
        )

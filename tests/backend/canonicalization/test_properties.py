"""An op that becomes another one has the properties of the new one: what nobody knows (mlir-opt drops it as it reads)
does not go along.
"""

import pytest

import ownlog

BRANCH = """\
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<8xf32>, index) -> tensor<4xf32>, sym_name = "f"}> ({
  ^bb0(%t: tensor<8xf32>, %i: index):
    %true = "arith.constant"() <{value = true}> : () -> i1
    "cf.cond_br"(%true) [^bb1, ^bb2] <{unheard = 1 : i32, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:
    %0 = "tensor.extract_slice"(%t, %i) <{unheard = 1 : i32, static_offsets = array<i64: -9223372036854775808>,
        static_sizes = array<i64: 4>, static_strides = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0>}>
        : (tensor<8xf32>, index) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
  ^bb2:
    "cf.br"()[^bb1] : () -> ()
  }) : () -> ()
}) : () -> ()
"""


@pytest.mark.parametrize(
    "passes", ["canonicalize", "one-shot-bufferize{bufferize-function-boundaries=1}", "tensors-to-buffers"]
)
def test_properties_that_nobody_knows_do_not_go_along(passes: str) -> None:
    out = str(ownlog.run_pipeline(ownlog.parse(BRANCH), passes))
    rewritten = [line for line in out.splitlines() if "cf.br" in line or "memref.subview" in line]
    assert rewritten
    assert not any("unheard" in line for line in rewritten), out

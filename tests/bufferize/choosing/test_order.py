"""Programs in which the order of decisions matters: the fewest bytes are copied, whatever order each of LLVM's
heuristics takes.
"""

import pytest

from benchmarks.tensors.copies import counted
from ownlog.base.errors import InputError
from tests.bufferize.deciding.marking import HEURISTICS
from tests.bufferize.running.bufferized import WHOLE, bufferized
from tests.shared import require_shared, require_tool
from tests.tools import Program

LEAST = {
    "a_fill_vs_rmw": 0,
    "b_three_way": 4096,
    "c_two_slices": 16,
    "d_select_fan_in": 16384,
    "e_many_slices": 16384,
    "f_insert_source_or_dest": 128,
    "g_cast_source_or_dest": 128,
    "h_loop_fill_vs_rmw": 0,
    "i_yielded_value": 0,
    "j_read_after_write_schedule": 16,
    "k_call_vs_insert": 0,
    "l_matmul_reuse": 0,
}
"""Bytes that no choice of uses in place copies less than.

In `i` and `j` a read moves in front of a write; in `i` it goes by what was there before another one.
"""


@pytest.mark.peer
@pytest.mark.parametrize("name", LEAST)
def test_the_fewest_bytes_are_copied(name: str) -> None:
    text = require_shared("bufferization", "order", f"{name}.mlir").read_text()
    simplified = Program((require_tool("mlir-opt-22"),))

    def copied(heuristic: str) -> int:
        options = (
            f"{WHOLE} function-boundary-type-conversion=identity-layout-map unknown-type-conversion=identity-layout-map"
        )
        made = simplified(
            ["-", "--canonicalize", "--cse", "--canonicalize"],
            bufferized(text, f"{options} analysis-heuristic={heuristic}"),
        )
        assert made.status == 0, made.complaint
        return counted(made.out).bytes

    assert copied("fewest-copies") == LEAST[name] <= min(map(copied, HEURISTICS))


def test_a_loop_that_no_order_takes_hands_on_what_goes_round() -> None:
    """Every order of decisions has it hand over another buffer, which is refused."""
    text = require_shared("bufferization", "order", "i_yielded_value.mlir").read_text()
    for heuristic in HEURISTICS:
        with pytest.raises(InputError, match="not equivalent"):
            bufferized(text, f"bufferize-function-boundaries analysis-heuristic={heuristic}")
    out = bufferized(text, "bufferize-function-boundaries analysis-heuristic=fewest-copies")
    assert out.count("memref.copy") == 0
    assert "scf.yield %x" in out

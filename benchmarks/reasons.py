"""Why a number of Ownlog's is larger than mlir-opt's, by file (a pattern) and column: what was found when each was looked into."""

from __future__ import annotations

from fnmatch import fnmatch

_NAMES = "nothing but names: what no pass touches keeps its text, and mlir-opt numbers values anew"
_EARLY = "a buffer that only one side of a condition needs is freed there, under the condition, not at the end of the function"
_IN_THE_HELPER = "one comparison, where mlir-opt calls its library function, which compares each address with each other one"
_LONGER = (
    "a buffer that a select may have chosen lasts as long as what was chosen; mlir-opt asks for addresses in each block, and so finds "
    "out earlier"
)
_REASONS = [
    ("control_flow/while_mixed_carry__cbw*", "checks", _IN_THE_HELPER),
    ("rnn/lstm_masked_scan__*", "checks", _IN_THE_HELPER),
    ("dynamic/dyn_lstmcell_batch__cbw*", "bytes", "affine.apply of one value four times; mlir-opt writes the map anew (times four)"),
    ("dynamic/dyn_vae__ploops*", "bytes", _NAMES),
    ("tiled/dyn_mlp_fuse__raw*", "bytes", _NAMES),
    ("tiled/early_exit_mlp_forall__hoist*", "bytes", _NAMES),
    ("tiled/jax_train_step_bufalloc__raw*", "bytes", _NAMES),
    ("multi_func/calls_pick__inline*", "guards", _EARLY),
    ("multi_func/calls_pick__inline*", "bytes", _EARLY),
    ("tiled/early_exit_mlp_tilered__id*", "guards", _EARLY),
    ("tiled/early_exit_mlp_tilered__id*", "bytes", _EARLY),
    ("unrolled_cond/u_keep_best__raw*", "guards", f"{_EARLY}; on that side, nothing is cloned"),
    ("unrolled_cond/u_keep_best__raw*", "bytes", f"{_EARLY}; on that side, nothing is cloned"),
    ("cfg/u_cond_swap_update__*", "peak", _LONGER),
    ("cfg/u_calls_pick__cfinline*", "peak", _LONGER),
]


def reason(file: str, column: str) -> str:
    """The reason, or that it was not looked into yet."""
    return next((text for pattern, name, text in _REASONS if name == column and fnmatch(file, pattern)), "not looked into yet")

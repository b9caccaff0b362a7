"""Why a number of Ownlog's is larger than mlir-opt's, by file (a pattern) and column: what was found when each was looked into."""

from __future__ import annotations

from fnmatch import fnmatch

_NAMES = "nothing but names: what no pass touches keeps its text, and mlir-opt numbers values anew"
_IN_THE_HELPER = (
    "one comparison, where mlir-opt calls its library function four times, which compares each address with each other one, and copies twice as"
    " often; without it, the loop would carry two i1 values more and select three in each round, or copy"
)
_REASONS = [
    ("control_flow/while_mixed_carry__cbw*", "checks", _IN_THE_HELPER),
    ("dynamic/dyn_lstmcell_batch__cbw*", "bytes", "affine.apply of one value four times; mlir-opt writes the map anew (times four)"),
    ("dynamic/dyn_vae__ploops*", "bytes", _NAMES),
    ("tiled/dyn_mlp_fuse__raw*", "bytes", _NAMES),
    ("tiled/early_exit_mlp_forall__hoist*", "bytes", _NAMES),
    ("tiled/jax_train_step_bufalloc__raw*", "bytes", _NAMES),
]


def reason(file: str, column: str) -> str:
    """The reason, or that it was not looked into yet."""
    return next((text for pattern, name, text in _REASONS if name == column and fnmatch(file, pattern)), "not looked into yet")

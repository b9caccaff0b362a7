"""Keywords that stand for numbers: words in the order of their numbers, and the type of the number."""

from __future__ import annotations

ENUMS: dict[str, tuple[list[str], str]] = {
    "cmpi": ("eq ne slt sle sgt sge ult ule ugt uge".split(), "i64"),
    "cmpf": ("false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split(), "i64"),
    "rmw": (
        "addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori".split(),
        "i64",
    ),
    "rounding": ("to_nearest_even downward upward toward_zero to_nearest_away".split(), "i32"),
    "index_cmp": ("eq ne slt sle sgt sge ult ule ugt uge".split(), "i64"),
}

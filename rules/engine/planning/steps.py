"""The numbers of steps, operations and kinds, as `native/joins.h` has them."""

from __future__ import annotations

from enum import IntEnum


class Step(IntEnum):
    """What a step does; the header says which fields come behind it."""

    REQUIRE = 1
    SCAN = 2
    LOOKUP = 3
    MEMBER = 4
    HAS_KEY = 5
    HAS_ROWS = 6
    TEST = 7
    ASK = 8
    MOVE = 9
    COMPUTE = 10
    CALL = 11
    FOLD = 12
    FOLDED = 13
    SIZE = 14
    KEY_SIZE = 15
    UNLESS = 16
    ADD = 17
    ADD_FOUND = 18


class Rows(IntEnum):
    """Which rows a scan goes through: all, those that indexes have, those that came in the round before."""

    ALL = 0
    SETTLED = 1
    NEW = 2


KINDS = {"keys": 0, "lists": 1, "sets": 2}
COMPARISONS = {"=": 0, "!=": 1, "<": 2, "<=": 3, ">": 4, ">=": 5}
OPERATIONS = {"+": 0, "-": 1, "*": 2, "/": 3, "%": 4, "band": 5, "bor": 6, "bxor": 7, "min": 8, "max": 9}
AGGREGATES = {"count": 0, "sum": 1, "min": 2, "max": 3}

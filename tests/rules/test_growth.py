"""What is derived grows with the program and not with its square, however it is nested."""

from collections.abc import Callable

import pytest

import ownlog

_SKIPPED = ("may_alias", "must_alias", "never_alias", "alias_demand", "small_function")


def _conditionals(depth: int) -> str:
    """Each gives what the one in it gives, or a buffer of its own."""
    head = [f"%r{i} = scf.if %c -> memref<4xf32> {{" for i in range(depth)]
    inside = "%a = memref.alloc() : memref<4xf32>\nscf.yield %a : memref<4xf32>"
    tail = []
    for i in reversed(range(depth)):
        tail.append(f"}} else {{\n%b{i} = memref.alloc() : memref<4xf32>\nscf.yield %b{i} : memref<4xf32>\n}}")
        if i:
            tail.append(f"scf.yield %r{i} : memref<4xf32>")
    last = "memref.copy %r0, %p : memref<4xf32> to memref<4xf32>\nreturn\n}"
    return "\n".join(["func.func @f(%c: i1, %p: memref<4xf32>) {", *head, inside, *tail, last])


def _modules(depth: int, inner: str) -> str:
    """Each has a function that calls `@g`; `inner` defines it, or does not."""
    body = "func.func private @f(%p: memref<4xf32>) {\nfunc.call @g(%p) : (memref<4xf32>) -> ()\nreturn\n}"
    outer = "func.func private @g(%p: memref<4xf32>) {\nreturn\n}"
    return outer + "".join(f"\nmodule @m {{\n{inner}\n{body}" for _ in range(depth)) + "\n}" * depth


NESTS: dict[str, Callable[[int], str]] = {
    "conditionals": _conditionals,
    "modules with the same names": lambda depth: _modules(
        depth, "func.func private @g(%p: memref<4xf32>) {\nreturn\n}"
    ),
    "modules with a name from outside": lambda depth: _modules(depth, ""),
}


def _rows(text: str) -> dict[str, int]:
    derived = ownlog.analyze(ownlog.parse(text)).derived
    return {name: len(rows) for name, rows in derived.items() if name not in _SKIPPED}


@pytest.mark.parametrize("nest", NESTS.values(), ids=NESTS)
def test_what_nests_twice_as_deep_has_twice_the_rows(nest: Callable[[int], str]) -> None:
    few, many = _rows(nest(150)), _rows(nest(300))
    assert sum(few.values()) > 1000
    assert {name: number for name, number in many.items() if number > 2 * few[name] + 2} == {}

"""What is no affine expression is refused where it stands."""

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse

PRODUCT = "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("#map = affine_map<(d0, d1) -> (d0 * d1)>", 39, PRODUCT),
        (
            '"test.op"() {map = affine_map<(d0) -> (2 mod d0)>} : () -> ()',
            48,
            "non-affine expression: right operand of mod has to be either a constant or symbolic",
        ),
        ('"test.op"() {map = affine_set<(d0) : (d1 == 0)>} : () -> ()', 39, "use of undeclared identifier"),
        ('"test.op"() {map = affine_map<(d0)[d0] -> (d0)>} : () -> ()', 36, "redefinition of identifier 'd0'"),
        ("func.func private @f(memref<?x?xf32, affine_map<(d0, d1) -> (d0 * d1)>>)", 22, PRODUCT),
        (
            "func.func @f(%m: memref<?xf32>, %i: index) { %v = affine.load %m[%i * %i] : memref<?xf32> return }",
            65,
            PRODUCT,
        ),
    ],
)
def test_a_mistake_is_told_where_it_stands(text: str, column: int, message: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(text)
    [diagnostic] = refused.value.diagnostics
    assert diagnostic.position is not None
    assert (diagnostic.position.column, diagnostic.message) == (column, message)


def test_what_is_a_constant_once_it_is_simplified_is_one() -> None:
    parse("#map = affine_map<(d0, d1) -> (d0 * (d1 - d1 + 2), d0 floordiv (0 * d1 + 4), d0 mod 0)>\n")

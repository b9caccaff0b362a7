"""Of a view that may begin elsewhere in its allocation, what it is a view of has the address to compare."""

import ownlog
from ownlog.backend.actions.addresses import Addresses
from ownlog.backend.rewriting import build
from ownlog.frontend.printing.fresh_names import Names

PROGRAM = "func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {\n  return\n}\n"


def test_the_address_of_what_tells_is_compared() -> None:
    function = next(ownlog.parse(PROGRAM).functions())
    left, right, other = function.regions[0].blocks[0].arguments
    *pointers, compared = Addresses({left: other}).compare("ne", left, right, Names(function))
    assert [op.operands for op in pointers] == [[other], [right]]
    assert compared.operands == [pointer.results[0] for pointer in pointers]
    assert compared.properties == build.compare("ne", left, right, Names(function)).properties

"""New ops go where they are said to, in the order in which they were added."""

import ownlog
from ownlog.backend.actions.insertions import Insertions, put_on_edge
from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Block, Op

PROGRAM = """\
func.func @f(%c: i1, %a: memref<4xf32>, %b: memref<4xf32>) {
  %x = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^bb1(%a : memref<4xf32>), ^bb1(%b : memref<4xf32>)
^bb1(%v: memref<4xf32>):
  return
}
"""


def _function() -> Op:
    return next(ownlog.parse(PROGRAM).functions())


def test_places_in_a_block() -> None:
    entry, last = _function().regions[0].blocks
    allocation, branch = entry.ops
    insertions, kept = Insertions(), last.ops
    insertions.end(entry).append(Op("end"))
    insertions.ahead(branch).append(Op("ahead of the branch"))
    insertions.behind(allocation).extend([Op("behind 1"), Op("behind 2")])
    insertions.ahead(allocation).append(Op("ahead"))
    insertions.at_definition(allocation.results[0]).append(Op("behind 3"))
    insertions.at_definition(entry.arguments[0]).append(Op("start"))
    insertions.behind(last.ops[0])
    assert entry.ops == [allocation, branch]
    insertions.place()
    names = [
        "start",
        "ahead",
        "memref.alloc",
        "behind 1",
        "behind 2",
        "behind 3",
        "ahead of the branch",
        "end",
        "cf.cond_br",
    ]
    assert [op.name for op in entry.ops] == names
    assert all(op.parent is entry for op in entry.ops)
    assert last.ops is kept


def test_a_block_on_an_edge() -> None:
    function = _function()
    entry, last = function.regions[0].blocks
    between = Block("^between")
    groups = entry.ops[-1].groups()
    put_on_edge(entry.ops[-1], 1, between, [Op("on the way")], groups[2], 1)
    assert function.regions[0].blocks == [entry, between, last]
    assert entry.ops[-1].successors == [last, between]
    assert [op.name for op in between.ops] == ["on the way", build.BRANCH]
    assert between.ops[-1].successors == [last]
    assert between.ops[-1].operands == [entry.arguments[2]]

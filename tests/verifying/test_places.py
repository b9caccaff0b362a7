"""What an op computes that depends on an op around it is not the same under another one."""

from ownlog.backend.verifying import compare
from ownlog.frontend import parse

NESTED = """
#id = affine_map<(d0) -> (d0)>
func.func private @see(index)
func.func @f(%m: memref<4xf32>, %n: memref<3xf32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%m : memref<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%n : memref<3xf32>) {
    ^bb0(%p: f32):
      %j = linalg.index 0 : index
      func.call @see(%j) : (index) -> ()
      linalg.yield %p : f32
    }
    linalg.yield %o : f32
  }
  return
}
"""


def status(before: str, after: str) -> str:
    return compare(parse(before), parse(after)).status


def test_an_outer_index_is_not_an_inner_one() -> None:
    assert status(NESTED, NESTED.replace("@see(%j)", "@see(%i)")) != "same"


def test_an_index_may_be_asked_for_twice() -> None:
    again = NESTED.replace("%j = ", "%k = linalg.index 0 : index\n      %j = ")
    assert status(NESTED, again) == status(again, NESTED) == "same"

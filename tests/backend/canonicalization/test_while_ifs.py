"""canonicalize of loops that were lifted from branches: what stands under the loop's condition belongs to the loop's
second region.
"""

import pytest

from tests.backend.canonicalization.test_canonicalize import canonical

LOOP = """\
func.func @f(%a: memref<2xf32>, %b: memref<2xf32>, %n: index) -> memref<2xf32> {{
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %r:2 = scf.while (%x = %a) : (memref<2xf32>) -> (memref<2xf32>, memref<2xf32>) {{
    %c = "test.cond"(%x) : (memref<2xf32>) -> i1
    %e = "test.value"(%x) : (memref<2xf32>) -> f32
    %number = arith.select %c, %c1, %c0 : i32
    %new = scf.if {condition} -> (memref<2xf32>) {{
      %made = "test.make"(%e) : (f32) -> memref<2xf32>
      scf.for %y = %n to %n step %n {{
        memref.copy %x, %made : memref<2xf32> to memref<2xf32>
      }}
      scf.yield %made : memref<2xf32>
    }} else {{
      {otherwise}scf.yield %b : memref<2xf32>
    }}
    {between}%again = arith.trunci %number : i32 to i1
    scf.condition(%again) %new, %x : memref<2xf32>, memref<2xf32>
  }} do {{
  ^bb0(%y: memref<2xf32>, %old: memref<2xf32>):
    %made = "test.use"(%old) : (memref<2xf32>) -> index
    "test.use"(%made) : (index) -> ()
    scf.yield %y : memref<2xf32>
  }}
  "test.use"(%r#0) : (memref<2xf32>) -> ()
  return %r#1 : memref<2xf32>
}}
"""


def test_the_if_goes_where_its_condition_holds() -> None:
    out = canonical(LOOP.format(condition="%c", otherwise="", between=""))
    before, after = out.split("} do {")
    assert "scf.if" not in out
    # What the last round gives is what the loop gives; what was passed on already is not passed on twice; no name means
    # two things.
    assert "scf.condition(%c) %x, %e : memref<2xf32>, f32" in before
    assert "^bb0(%old: memref<2xf32>, %0: f32):" in after
    assert '%made_0 = "test.make"(%0)' in after
    assert after.index("test.make") < after.index("memref.copy %old, %made_0") < after.index('"test.use"(%old)')
    assert "scf.yield %made_0" in after
    assert '"test.use"(%b)' in after
    assert "return %r#0" in after


@pytest.mark.parametrize(
    "change",
    [
        {"condition": "%other"},
        {"otherwise": '"test.effect"() : () -> ()\n      '},
        {"between": '"test.use"(%new) : (memref<2xf32>) -> ()\n    '},
    ],
    ids=["another condition", "an else that does something", "a result that is used"],
)
def test_the_if_stays(change: dict[str, str]) -> None:
    text = LOOP.format(**{"condition": "%c", "otherwise": "", "between": "", **change})
    text = text.replace("%c1 =", '%other = "test.cond"() : () -> i1\n  %c1 =', 1)
    assert "scf.if" in canonical(text).split("} do {")[0]

"""Models of a user's dialect: what fits is used as it is said, what does not fit is refused."""

import re
from pathlib import Path

import pytest

import ownlog
from ownlog.base.errors import InputError

PASS = "ownership-based-buffer-deallocation"
KNOWN = 'dialect_effects_known("my").\n'
SEGMENTS = "<{operandSegmentSizes = array<i32: %s>}>"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return tmp_path / "my.dl"


def run(text: str, model: Path, facts: str) -> str:
    model.write_text(KNOWN + facts)
    return str(ownlog.run_pipeline(ownlog.parse(text), PASS, models=[model]))


def refused(text: str, model: Path, facts: str) -> str:
    with pytest.raises(InputError) as caught:
        run(text, model, facts)
    return caught.value.diagnostics[0].message


BRANCH = """
func.func @f(%n: index, %o: memref<4xf32>) {{
  "my.br"({operands})[^a] {segments} : ({types}) -> ()
^a(%p: memref<4xf32>):
  return
}}
"""


def test_an_indicator_goes_to_the_group_of_its_successor(model: Path) -> None:
    text = BRANCH.format(operands="%o, %n", segments=SEGMENTS % "1, 1", types="memref<4xf32>, index")
    out = run(text, model, 'branch("my.br", 0).\n')
    assert '"my.br"(%o, %1, %n)' in out
    assert "array<i32: 2, 1>" in out


@pytest.mark.parametrize("group", [1, 3])
def test_a_group_that_has_no_buffer_for_the_argument_is_refused(model: Path, group: int) -> None:
    text = BRANCH.format(operands="%o, %n", segments=SEGMENTS % "1, 1", types="memref<4xf32>, index")
    assert "do not fit" in refused(text, model, f'branch("my.br", {group}).\n')


LOOP = """
func.func @f(%n: index, %o: memref<4xf32>) {{
  %r = "my.loop"({operands}) {segments} ({{
  ^body(%x: memref<4xf32>):
    "my.yield"(%x) : (memref<4xf32>) -> ()
  }}) : ({types}) -> memref<4xf32>
  return
}}
"""
FLOW = (
    'region_branch("my.loop"). region_flow("my.loop", -1, 0). region_flow("my.loop", 0, -1). return_like("my.yield",'
    " 0).\n"
)


def test_a_region_gets_its_indicator_in_the_group_that_is_forwarded(model: Path) -> None:
    text = LOOP.format(operands="%o, %n", segments=SEGMENTS % "1, 1", types="memref<4xf32>, index")
    out = run(text, model, FLOW + 'entry_operand_group("my.loop", 0).\n')
    assert '"my.loop"(%o, %false, %n)' in out
    assert "array<i32: 2, 1>" in out


def test_a_region_argument_that_nothing_goes_to_is_refused(model: Path) -> None:
    text = LOOP.format(operands="%o, %n", segments=SEGMENTS % "1, 1", types="memref<4xf32>, index")
    assert "RegionBranchOpInterface" in refused(text, model, FLOW)


def test_operands_that_are_forwarded_in_more_than_one_group_are_refused(model: Path) -> None:
    text = LOOP.format(operands="%o, %n, %n", segments=SEGMENTS % "2, 1", types="memref<4xf32>, index, index")
    text = text.replace("(%x: memref<4xf32>)", "(%x: memref<4xf32>, %i: index, %j: index)")
    assert "one group at their end" in refused(text, model, FLOW + 'entry_operands("my.loop", 0).\n')


def test_two_owners_are_refused(model: Path) -> None:
    text = 'func.func @f() {\n  %a = "my.alloc"() : () -> memref<4xf32>\n  return\n}\n'
    assert "two owners" in refused(text, model, 'allocates("my.alloc", 0). allocates_on_stack("my.alloc", 0).\n')


JUMP = """
func.func @f(%i: i32, %o: memref<4xf32>) {{
  %a = memref.alloc() : memref<4xf32>
  "my.jump"(%i, %a)[^a, ^b] {segments} : (i32, memref<4xf32>) -> ()
^a(%p: memref<4xf32>):
  memref.copy %p, %o : memref<4xf32> to memref<4xf32>
  return
^b:
  memref.copy %a, %o : memref<4xf32> to memref<4xf32>
  return
}}
"""


@pytest.mark.parametrize("condition", ["", 'conditional_branch("my.jump", 0).\n'])
def test_where_nothing_tells_the_way_the_edges_get_blocks(model: Path, condition: str) -> None:
    # The operand that the model calls a condition is no truth value, and so decides nothing.
    out = run(JUMP.format(segments=SEGMENTS % "1, 1, 0"), model, 'branch("my.jump", 1).\n' + condition)
    found = re.search(r'"my.jump"\(%i, %a\)\[(\^\w+), (\^\w+)\]', out)
    assert found
    first, second = (out.split(f"\n{label}")[1].split("\n^")[0] for label in found.groups())
    assert re.match(r"\((%\d+): memref<4xf32>\):.*dealloc.* retain \(%a.*cf.br \^a\(\1, %\d+#\d :", first, re.DOTALL)
    assert re.search(r"dealloc.* retain \(.*%a", second)
    assert "memref.store" in first + second
    assert "cf.br ^b" in second


CASES = 'branch("my.switch", 1). switch_branch("my.switch", 0, "cases").\n'


@pytest.mark.parametrize(
    ("cases", "constants"),
    [
        ("dense<[3, -4]> : vector<2xi32>", [3, -4]),
        ("dense<7> : tensor<2xi32>", [7]),
        ('dense<"0x03000000FCFFFFFF"> : tensor<2xi32>', [3, -4]),
    ],
)
def test_cases_are_compared_before_the_switch(model: Path, cases: str, constants: list[int]) -> None:
    text = f"""
func.func @f(%i: i32, %o: memref<4xf32>) {{
  %a = memref.alloc() : memref<4xf32>
  "my.switch"(%i)[^a, ^a, ^b] <{{cases = {cases}, operandSegmentSizes = array<i32: 1, 0, 0, 0>}}> : (i32) -> ()
^a:
  return
^b:
  memref.copy %a, %o : memref<4xf32> to memref<4xf32>
  return
}}
"""
    out = run(text, model, CASES)
    assert [int(number) for number in re.findall(r"arith.constant (-?\d+) : i32", out)] == constants
    # The same case a second time is never taken.
    assert out.count("arith.cmpi eq, %i") == len(constants)
    assert out.count("bufferization.dealloc") == 4


def test_an_unknown_op_may_keep_what_its_region_uses(model: Path) -> None:
    text = """
func.func @f(%i: index, %v: f32) {
  %a = memref.alloc() : memref<4xf32>
  "foo.spawn"() ({
    memref.store %v, %a[%i] : memref<4xf32>
    "foo.end"() : () -> ()
  }) : () -> ()
  return
}
"""
    assert "unknown memory side effects" in refused(text, model, "")


def test_buffers_in_memory_are_refused(model: Path) -> None:
    text = """
func.func @f(%m: memref<1xmemref<4xf32>>, %i: index) -> memref<4xf32> {
  %l = memref.load %m[%i] : memref<1xmemref<4xf32>>
  return %l : memref<4xf32>
}
"""
    assert "stored in memory" in refused(text, model, "")


def test_a_view_is_owned_as_what_it_is_a_view_of(model: Path) -> None:
    # Not as the shape, which is somebody else's buffer.
    text = """
func.func @f(%shape: memref<1xindex>) -> memref<?xf32> {
  %a = memref.alloc() : memref<4xf32>
  %r = memref.reshape %a(%shape) : (memref<4xf32>, memref<1xindex>) -> memref<?xf32>
  return %r : memref<?xf32>
}
"""
    assert "clone" not in run(text, model, "")


SPLIT = """
func.func @f(%i: index, %o: memref<4xf32>) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %o, %a : memref<4xf32> to memref<4xf32>
  %x, %y = "my.split"(%o, %a) : (memref<4xf32>, memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  %e = memref.load %y[%i] : memref<4xf32>
  return %e : f32
}
"""


@pytest.mark.parametrize("pipeline", ["buffer-deallocation-pipeline", PASS])
def test_a_model_of_one_result_says_nothing_of_the_others(model: Path, pipeline: str) -> None:
    model.write_text(KNOWN + 'view_like("my.split", 0, 0).\n')
    lines = str(ownlog.run_pipeline(ownlog.parse(SPLIT), pipeline, models=[model])).splitlines()
    (load,) = (number for number, line in enumerate(lines) if "memref.load %y" in line)
    assert min(number for number, line in enumerate(lines) if "dealloc" in line) > load


CALL = """
func.func private @eat(%p: memref<4xf32>) {{
  memref.dealloc %p : memref<4xf32>
  return
}}
func.func @f(%context: {type}) {{
  %a = memref.alloc() : memref<4xf32>
  "my.call"(%context, %a) {{callee = @eat}} : ({type}, memref<4xf32>) -> ()
  return
}}
"""


@pytest.mark.parametrize("context", ["i64", "memref<4xf32>"])
def test_a_call_whose_operands_are_not_the_arguments_may_do_anything(model: Path, context: str) -> None:
    assert "may call a function that frees" in refused(CALL.format(type=context), model, 'call_like("my.call").\n')


@pytest.mark.parametrize(
    ("fact", "missing"),
    [
        ('allocates("my.split", 7).', "result number 7"),
        ('allocates_on_stack("my.split", 2).', "result number 2"),
        ('frees("my.split", 2).', "operand number 2"),
        ('view_like("my.split", 1, 3).', "operand number 3"),
        ('select_like("my.split", 2, 0, 1).', "operand number 2"),
    ],
)
def test_what_a_model_says_of_a_result_or_operand_that_is_not_there_is_refused(
    model: Path, fact: str, missing: str
) -> None:
    with pytest.raises(InputError) as caught:
        run(SPLIT, model, fact)
    (diagnostic,) = caught.value.diagnostics
    assert f"the op has no {missing}" in diagnostic.message
    assert f"{model}:2:1" in diagnostic.message
    assert diagnostic.position is not None
    assert "my.split" in (diagnostic.source_line or "")


def test_a_buffer_that_is_new_may_be_the_one_of_which_no_model_tells(model: Path) -> None:
    text = """
func.func @f(%c: i1, %out: memref<4xf32>) -> memref<4xf32> {
  %other, %made = "my.make"() : () -> (memref<4xf32>, memref<4xf32>)
  memref.copy %made, %out : memref<4xf32> to memref<4xf32>
  cf.cond_br %c, ^then, ^else
^then:
  memref.copy %other, %out : memref<4xf32> to memref<4xf32>
  cf.br ^else
^else:
  return %other : memref<4xf32>
}
"""
    model.write_text(KNOWN + 'allocates("my.make", 1).')
    module = ownlog.parse(text)
    rows = [line.split() for line in str(ownlog.analyze(module, models=[model]).alias("%other")).splitlines()]
    assert ["@f/%made", "MAY"] in [row[:2] for row in rows]
    out = str(ownlog.run_pipeline(module, "buffer-deallocation-pipeline", models=[model]))
    assert out.index("bufferization.clone %other") < out.index("memref.dealloc %made")
    assert out.count("memref.dealloc") == 1


def test_a_result_that_is_new_and_a_view_is_refused(model: Path) -> None:
    text = """
func.func @f(%a: memref<4xf32>) {
  %b = "my.make"(%a) : (memref<4xf32>) -> memref<4xf32>
  return
}
"""
    assert "that it is another buffer" in refused(
        text, model, KNOWN + 'allocates("my.make", 0). view_like("my.make", 0, 0).'
    )


def test_where_nothing_tells_what_comes_out_of_a_loop_its_address_does(model: Path) -> None:
    text = """
func.func @f(%d: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  cf.br ^h(%a : memref<4xf32>)
^h(%b: memref<4xf32>):
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%it = %b) -> (memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    %u = "my.one"(%b, %m) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
    scf.yield %u : memref<4xf32>
  }
  cf.cond_br %d, ^h(%r : memref<4xf32>), ^x
^x:
  return
}
"""
    model.write_text('effects_known("my.one").')
    out = str(ownlog.run_pipeline(ownlog.parse(text), "buffer-deallocation-pipeline", models=[model], gate=False))
    assert len(re.findall("= arith.cmpi eq, ", out)) == 2


@pytest.mark.parametrize(
    ("told", "freed"), [("view_like", ["%a", "%second"]), ("allocates", ["%a", "%first", "%second"])]
)
def test_a_model_may_tell_something_else_of_each_result(model: Path, told: str, freed: list[str]) -> None:
    text = """
func.func @f(%out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %first, %second = "my.make"(%a) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  memref.copy %second, %out : memref<4xf32> to memref<4xf32>
  memref.copy %first, %out : memref<4xf32> to memref<4xf32>
  return
}
"""
    tells = {"view_like": 'view_like("my.make", 0, 0).', "allocates": 'allocates("my.make", 0).'}[told]
    model.write_text(KNOWN + tells + 'allocates("my.make", 1).')
    lines = str(ownlog.run_pipeline(ownlog.parse(text), "buffer-deallocation-pipeline", models=[model])).splitlines()
    frees = {line.split()[1]: at for at, line in enumerate(lines) if "memref.dealloc" in line}
    assert sorted(frees) == freed
    (last,) = (at for at, line in enumerate(lines) if "copy %first" in line)
    assert frees["%a"] > last if told == "view_like" else frees["%first"] > last

"""Iterations that run in parallel, on a team of two threads: each has the flags of its own buffers."""

from pathlib import Path

import pytest

import ownlog
from tests.execution.executor import THREADS, Executor
from tests.execution.soundness import PASS, WHOLE, deallocate

FOR = "scf.parallel (%i) = (%zero) to (%count) step (%one) {{"
ELEMENTS = """\
linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}} outs(%elements \
: memref<6xf32>) {{
  ^bb0(%element: f32):
    %i = linalg.index 0 : index"""
LOOPS = {
    "parallel": (FOR, "scf.reduce"),
    "forall": ("scf.forall (%i) in (6) {{", ""),
    "affine": ("affine.parallel (%i) = (0) to (6) {{", ""),
    "elements": (ELEMENTS, "linalg.yield %element : f32"),
}
HEAD = """\
func.func private @observe_f32(f32)
func.func private @drop(%p: memref<2xf32>, %c: i1) {{
  scf.if %c {{
    memref.dealloc %p : memref<2xf32>
  }}
  return
}}
func.func @main() {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %count = arith.constant 6 : index
  %value = arith.constant 2.0 : f32
  %elements = memref.alloc() : memref<6xf32>
  linalg.fill ins(%value : f32) outs(%elements : memref<6xf32>)
"""
ALLOCATE = """
    %{name} = memref.alloc() : memref<2xf32>
    memref.store %value, %{name}[%zero] : memref<2xf32>
    %{name}_read = memref.load %{name}[%zero] : memref<2xf32>
    func.call @observe_f32(%{name}_read) : (f32) -> ()
"""
CHOOSE = """
    %odd = arith.remui %i, %two : index
    %c = arith.cmpi eq, %odd, %zero : index
"""
SHOW = "    func.call @observe_f32(%value) : (f32) -> ()\n"
BODIES = {
    "on some paths": (
        CHOOSE + "    scf.if %c {{\n" + SHOW + "      memref.dealloc %b : memref<2xf32>\n" + SHOW + "    }}\n" + SHOW
    ),
    "by a callee": CHOOSE + SHOW + "    func.call @drop(%b, %c) : (memref<2xf32>, i1) -> ()\n" + SHOW,
    "one of two": (
        CHOOSE
        + ALLOCATE.format(name="d")
        + "    %x = arith.select %c, %b, %d : memref<2xf32>\n"
        + SHOW
        + "    scf.if %c {{\n      memref.dealloc %x : memref<2xf32>\n"
        + SHOW
        + "    }}\n"
        + SHOW
    ),
}


def program(loop: str, body: str) -> str:
    begin, end = LOOPS[loop]
    return (
        HEAD + f"  {begin}" + ALLOCATE.format(name="b") + BODIES[body] + f"    {end}\n  }}}}\n  return\n}}}}\n"
    ).format()


@pytest.mark.parametrize("pipeline", [WHOLE, PASS])
@pytest.mark.parametrize("loop", LOOPS)
def test_each_iteration_frees_its_own(executor: Executor, loop: str, pipeline: str) -> None:
    freed = [deallocate(program(loop, body), pipeline) for body in BODIES]
    mains = [text.partition("@main")[2] for text in freed]
    assert all(text.index(LOOPS[loop][0][:10]) < text.index("memref.alloca() : memref<i1>") for text in mains)
    # Several times, as the threads take turns in another way in each program.
    reports = executor.run(freed * 4, ("--convert-linalg-to-parallel-loops", *THREADS))
    assert all(report.clean for report in reports), reports


ELEMENTWISE = {
    "generate": ("tensor.generate %n {", "tensor<?xf32>"),
    "pad": ("tensor.pad %t low[%n] high[%n] {", "tensor<?xf32> to tensor<?xf32>"),
}


@pytest.mark.parametrize("pipeline", [WHOLE, PASS])
@pytest.mark.parametrize("op", ELEMENTWISE)
def test_each_element_of_a_tensor_has_flags_of_its_own(op: str, pipeline: str) -> None:
    begin, types = ELEMENTWISE[op]
    freed = deallocate(
        f"""func.func @made(%t: tensor<?xf32>, %n: index, %v: f32) -> tensor<?xf32> {{
  %made = {begin}
  ^bb0(%i: index):
    %b = memref.alloc() : memref<2xf32>
    memref.store %v, %b[%n] : memref<2xf32>
    %e = memref.load %b[%n] : memref<2xf32>
    %c = arith.cmpi ult, %i, %n : index
    scf.if %c {{
      memref.dealloc %b : memref<2xf32>
    }}
    tensor.yield %e : f32
  }} : {types}
  return %made : tensor<?xf32>
}}
""",
        pipeline,
    )
    assert freed.index("^bb0") < freed.index("memref.alloca() : memref<i1>")


def test_a_buffer_that_iterations_may_free_is_never_owned_again(executor: Executor) -> None:
    """Its flag is that of all iterations, and one of them clears it."""
    body = """
    %last = arith.cmpi eq, %i, %one : index
    %x = arith.select %last, %all, %other : memref<2xf32>
    scf.if %last {{
      memref.dealloc %x : memref<2xf32>
    }}
"""
    begin, end = LOOPS["parallel"]
    outer = ALLOCATE.format(name="all") + ALLOCATE.format(name="other")
    text = (HEAD + outer + f"  {begin}" + body + SHOW + f"    {end}\n  }}}}\n  return\n}}}}\n").format()
    freed = deallocate(text, WHOLE)
    inside = freed[freed.index("scf.parallel") :].partition("scf.reduce")[0]
    # What another iteration has cleared is not written back.
    assert "memref.load %owned" not in inside
    reports = executor.run([freed] * 4, THREADS)
    assert all(report.clean for report in reports), reports


KERNEL = """\
func.func @main(%one: index, %zero: index) {{
  {outside}
  "gpu.launch"(%one, %one, %one, %one, %one, %one) <{{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, \
0>}}> ({{
  ^bb0(%bx: index, %by: index, %bz: index, %tx: index, %ty: index, %tz: index,
       %gx: index, %gy: index, %gz: index, %dx: index, %dy: index, %dz: index):
    {inside}
    %c = arith.cmpi eq, %tx, %zero : index
    scf.if %c {{
      memref.dealloc %b : memref<2xf32>
    }}
    gpu.terminator
  }}) {{workgroup_attributions = 0 : i64}} : (index, index, index, index, index, index) -> ()
  return
}}
"""
MADE = "%b = memref.alloc() : memref<2xf32>"


@pytest.mark.parametrize("pipeline", [WHOLE, PASS])
def test_a_thread_of_a_kernel_has_its_own_flag(pipeline: str) -> None:
    out = deallocate(KERNEL.format(outside="", inside=MADE), pipeline)
    assert out.index("gpu.launch") < out.index("memref.alloca() : memref<i1>") < out.index("memref.alloc()")


TEAM = """\
func.func @main(%c: i1) {
  omp.parallel {
    %b = memref.alloc() : memref<2xf32>
    scf.if %c {
      memref.dealloc %b : memref<2xf32>
    }
    omp.terminator
  }
  return
}
"""
TEAM_MODEL = 'effects_known("omp.parallel"). effects_known("omp.terminator"). return_like("omp.terminator", 0).\n'


@pytest.mark.parametrize("pipeline", [WHOLE, PASS])
def test_a_thread_of_a_team_has_its_own_flag(pipeline: str, tmp_path: Path) -> None:
    model = tmp_path / "team.dl"
    model.write_text(TEAM_MODEL)
    out = str(ownlog.run_pipeline(ownlog.parse(TEAM), pipeline, models=[model]))
    assert out.index("omp.parallel") < out.index("memref.alloca() : memref<i1>") < out.index("memref.alloc()")


@pytest.mark.parametrize("pipeline", [WHOLE, PASS])
def test_a_kernel_cannot_clear_a_flag_of_the_host(pipeline: str) -> None:
    with pytest.raises(ownlog.InputError, match="device code") as refused:
        deallocate(KERNEL.format(outside=MADE, inside=""), pipeline)
    assert refused.value.diagnostics[0].advice
    assert refused.value.diagnostics[0].position is not None

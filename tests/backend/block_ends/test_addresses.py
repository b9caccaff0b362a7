"""Views that begin elsewhere in their allocation: what their addresses cannot tell is asked of what they are views of,
or refused.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ownlog
from ownlog.backend.context import Context
from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import run_passes
from ownlog.backend.rewriting.substitutes import Substitutes
from tests.execution.programs.choices import Choices
from tests.execution.programs.generator import generate
from tests.tiers import spans

PASS = "ownership-based-buffer-deallocation"
WHOLE = "buffer-deallocation-pipeline"
SOURCE = "memref<64xi8>"
VIEW = "memref<2xf32>"
AROUND_A_LOOP = f"""\
func.func private @use({VIEW})
func.func @f(%n: index, %shift: index) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %p = memref.alloc() : {SOURCE}
  %first = memref.view %p[START][] : {SOURCE} to {VIEW}
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %first) -> ({VIEW}) {{
    %a = memref.alloc() : {SOURCE}
    %va = memref.view %a[START][] : {SOURCE} to {VIEW}
    %b = memref.alloc() : {SOURCE}
    %vb = memref.view %b[START][] : {SOURCE} to {VIEW}
    %y = scf.for %j = %zero to %n step %one iter_args(%w = %va) -> ({VIEW}) {{
      %e = arith.cmpi eq, %j, %one : index
      %z = scf.if %e -> {VIEW} {{
        scf.yield %vb : {VIEW}
      }} else {{
        scf.yield %w : {VIEW}
      }}
      scf.yield %z : {VIEW}
    }}
    scf.yield %y : {VIEW}
  }}
  call @use(%r) : ({VIEW}) -> ()
  return
}}
"""
FREED_BY_HAND = f"""\
func.func @f(%c: i1, %d: i1, %shift: index) {{
  %zero = arith.constant 0 : index
  %p = memref.alloc() : {SOURCE}
  %q = memref.alloc() : {SOURCE}
  %v = memref.view %p[START][] : {SOURCE} to {VIEW}
  %w = memref.view %q[START][] : {SOURCE} to {VIEW}
  %x = arith.select %d, %v, %w : {VIEW}
  scf.if %c {{
    memref.dealloc %x : {VIEW}
  }}
  return
}}
"""
TWO_RESULTS = f"""\
func.func @f(%c: i1, %d: i1, %shift: index) -> ({VIEW}, {VIEW}) {{
  %zero = arith.constant 0 : index
  %p = memref.alloc() : {SOURCE}
  %q = memref.alloc() : {SOURCE}
  %p0 = memref.view %p[%zero][] : {SOURCE} to {VIEW}
  %p1 = memref.view %p[START][] : {SOURCE} to {VIEW}
  %q0 = memref.view %q[%zero][] : {SOURCE} to {VIEW}
  %q1 = memref.view %q[START][] : {SOURCE} to {VIEW}
  cf.cond_br %c, ^one(%p0 : {VIEW}), ^one(%q0 : {VIEW})
^one(%x: {VIEW}):
  cf.cond_br %d, ^two(%p1 : {VIEW}), ^two(%q1 : {VIEW})
^two(%y: {VIEW}):
  return %x, %y : {VIEW}, {VIEW}
}}
"""
PROGRAMS = {
    "around a loop": (AROUND_A_LOOP, WHOLE),
    "around a loop, by the pass": (AROUND_A_LOOP, PASS),
    "freed by hand": (FREED_BY_HAND, WHOLE),
    "freed by hand, by the pass": (FREED_BY_HAND, PASS),
    "two results": (TWO_RESULTS, PASS),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_no_address_tells_is_refused(name: str) -> None:
    text, pipeline = PROGRAMS[name]
    with pytest.raises(ownlog.InputError, match="begins elsewhere in its allocation") as refused:
        ownlog.run_pipeline(ownlog.parse(text.replace("START", "%shift"), "f.mlir"), pipeline)
    assert all(found.position is not None and found.advice for found in refused.value.diagnostics)


@pytest.mark.parametrize("name", PROGRAMS)
def test_views_that_begin_where_their_allocation_does_are_compared(name: str) -> None:
    text, pipeline = PROGRAMS[name]
    assert "dealloc" in str(ownlog.run_pipeline(ownlog.parse(text.replace("START", "%zero")), pipeline))


@pytest.mark.parametrize("name", PROGRAMS)
def test_tokens_tell_what_addresses_do_not(name: str) -> None:
    text, pipeline = PROGRAMS[name]
    module = ownlog.parse(text.replace("START", "%shift"))
    run_passes(module, [Step(pipeline)], Context(substitutes=Substitutes("my.token")))
    assert "dealloc" in str(module)


def test_a_plan_needs_no_addresses() -> None:
    out = str(ownlog.run_pipeline(ownlog.parse(TWO_RESULTS.replace("START", "%shift")), WHOLE))
    assert out.count("bufferization.clone") == 2
    assert "arith.cmpi" not in out


@pytest.mark.parametrize("retained", ["%v", "%c"])
def test_a_lowered_deallocation_compares_what_its_buffers_are_views_of(retained: str) -> None:
    text = f"""\
func.func @f(%a: {SOURCE}, %b: {SOURCE}, %shift: index, %own: i1) -> i1 {{
  %s = memref.subview %b[8] [48] [1] : {SOURCE} to memref<48xi8, strided<[1], offset: 8>>
  %v = memref.view %b[%shift][] : {SOURCE} to {VIEW}
  %c = memref.cast %v : {VIEW} to memref<?xf32>
  %r = bufferization.dealloc (%a : {SOURCE}) if (%own) retain ({retained} \
: {VIEW if retained == "%v" else "memref<?xf32>"})
  return %r : i1
}}
"""
    out = str(ownlog.run_pipeline(ownlog.parse(text), "bufferization-lower-deallocations"))
    assert f"extract_aligned_pointer_as_index %b : {SOURCE}" in out
    assert "extract_aligned_pointer_as_index %v" not in out
    assert "extract_aligned_pointer_as_index %c" not in out


def _views_of_its_own(seed: int) -> str:
    """A random program that has an op of its own in place of casts."""
    text = generate(Choices(seed))
    return re.sub(
        r"(%\S+) = memref\.cast (%\S+) : (\S+) to (\S+)$", r'\1 = "my.view"(\2) : (\3) -> \4', text, flags=re.MULTILINE
    )


def _outcome(text: str, pipeline: str, model: Path) -> str:
    try:
        return str(ownlog.run_pipeline(ownlog.parse(text), pipeline, models=[model]))
    except ownlog.InputError as refused:
        return str(refused)


@pytest.mark.parametrize("seeds", spans(64, 16))
def test_a_view_of_the_operand_of_its_number_is_a_view_of_the_only_operand(seeds: range, tmp_path: Path) -> None:
    said = "".join(f"{line}\n" for line in ('pure("my.view").', 'effects_known("my.use").'))
    models = {numbers: tmp_path / f"{numbers}.dl" for numbers in ("0, 0", "-1, -1")}
    for numbers, model in models.items():
        model.write_text(f'view_like("my.view", {numbers}).\n{said}')
    for seed in seeds:
        text = _views_of_its_own(seed)
        for pipeline in (PASS, WHOLE):
            one, each = (_outcome(text, pipeline, model) for model in models.values())
            assert one == each

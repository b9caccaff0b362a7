"""The warm-up of a worker, so that no file pays for imports, forms, patterns, compiled rules."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from ownlog.base.errors import InputError
from ownlog.corpus.examine import Laboratory, functions_in
from ownlog.frontend import parse
from ownlog.frontend.forms import registry

_SAMPLE = """\
#map = affine_map<(d0, d1) -> (d0, d1)>
module attributes {sample} {
  memref.global "private" constant @weights : memref<4x4xf32> = dense<1.0> {alignment = 64 : i64}
  func.func private @called(memref<4x4xf32>) -> memref<4x4xf32>
  func.func @sample(%a: memref<4x4xf32>, %c: i1, %n: index) \
-> (memref<4x4xf32> {sample.name = "r"}) attributes {sample} {
    %zero = arith.constant 0 : index
    %f = arith.constant 0.000000e+00 : f32
    %w = memref.get_global @weights : memref<4x4xf32>
    %b = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
    %s = memref.subview %b[0, 0] [4, 4] [1, 1] : memref<?x4xf32> to memref<4x4xf32, strided<[4, 1]>>
    %p = memref.cast %s : memref<4x4xf32, strided<[4, 1]>> to memref<4x4xf32, strided<[?, ?], offset: ?>>
    linalg.fill ins(%f : f32) outs(%a : memref<4x4xf32>)
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
        ins(%w : memref<4x4xf32>) outs(%a : memref<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %m = arith.maximumf %in, %f : f32
      linalg.yield %m : f32
    }
    %d = scf.for %i = %zero to %n step %n iter_args(%it = %a) -> (memref<4x4xf32>) {
      %e = memref.alloc() : memref<4x4xf32>
      memref.copy %it, %e : memref<4x4xf32> to memref<4x4xf32>
      scf.yield %e : memref<4x4xf32>
    }
    %g = scf.if %c -> (memref<4x4xf32>) {
      %h = func.call @called(%d) : (memref<4x4xf32>) -> memref<4x4xf32>
      scf.yield %h : memref<4x4xf32>
    } else {
      scf.yield %d : memref<4x4xf32>
    }
    cf.cond_br %c, ^bb1(%g : memref<4x4xf32>), ^bb2
  ^bb1(%r: memref<4x4xf32>):
    return %r : memref<4x4xf32>
  ^bb2:
    %x = memref.load %a[%zero, %zero] : memref<4x4xf32>
    memref.store %x, %a[%zero, %zero] : memref<4x4xf32>
    cf.br ^bb1(%a : memref<4x4xf32>)
  }
}
"""


def warm_up(laboratory: Laboratory) -> None:
    """Do with a small program all that is done with files."""
    for dialect in registry.DIALECTS:
        for name in import_module(f"ownlog.frontend.forms.dialects.{dialect}").FORMS:
            registry.lookup(name)
    module = parse(_SAMPLE)
    facts, derived, naming = laboratory.analyze(module)
    laboratory.coded(facts, derived, functions_in(naming))
    with suppress(InputError):
        laboratory.rewrite(module, facts, naming)
    str(module)

"""Compiles all modules and regular expressions into one file (`ownlog/base/compiled`), when the package is built (`rules/building.py`).

Where the sources were edited since, `python -m ownlog.compiling` does it anew.
"""

from __future__ import annotations

import gc
import importlib
import marshal
import os
import re
import sys
from array import array
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any

import ownlog
from ownlog.base import compiled, later
from ownlog.trimming import trimmed

_PATTERN: Any = later.pattern("")

_SAMPLE = """
module {
  memref.global "private" constant @numbers : memref<2xi64> = dense<[1, 2]>
  func.func private @callee(%0: memref<?xf32>, %1: index) -> memref<?xf32>
  func.func @sample(%c: i1, %m: memref<?x4xf32>, %n: index) -> (memref<?xf32>, index) attributes {a = 1 : i32} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 1.0e+00 : f32
    %a = memref.alloc(%n) {alignment = 64 : i64} : memref<?xf32>
    %b = memref.alloc() : memref<4xf32>
    memref.store %cst, %b[%c0] : memref<4xf32>
    %v = memref.subview %a[%c0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>
    memref.copy %b, %v : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
    %r = scf.if %c -> (memref<?xf32>) {
      %x = func.call @callee(%a, %n) : (memref<?xf32>, index) -> memref<?xf32>
      scf.yield %x : memref<?xf32>
    } else {
      scf.yield %a : memref<?xf32>
    }
    %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %r) -> (memref<?xf32>) {
      %y = memref.alloc(%i) : memref<?xf32>
      %z = arith.cmpi slt, %i, %n : index
      scf.yield %y : memref<?xf32>
    }
    %p = arith.select %c, %a, %l : memref<?xf32>
    cf.cond_br %c, ^bb1(%p : memref<?xf32>), ^bb2
  ^bb1(%q: memref<?xf32>):
    cf.br ^bb3(%q, %c0 : memref<?xf32>, index)
  ^bb2:
    %e = memref.load %b[%c0] : memref<4xf32>
    linalg.fill ins(%e : f32) outs(%b : memref<4xf32>)
    cf.br ^bb3(%l, %c1 : memref<?xf32>, index)
  ^bb3(%w: memref<?xf32>, %k: index):
    return %w, %k : memref<?xf32>, index
  }
}
"""
"""Literals of ops become patterns when they are read first: those of common ops are to be among what is compiled."""

_READ = """
#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @read(%t: tensor<4x?xf32>, %m: memref<8x4xf32>, %f: f32, %n: i32, %i: index) -> tensor<4x?xf32> {
  %c0 = arith.constant 0 : index
  %f0 = arith.addf %f, %f fastmath<fast> : f32
  %f1 = arith.truncf %f to_nearest_even fastmath<fast> : f32 to bf16
  %n0 = arith.addi %n, %n overflow<nsw> : i32
  %n1 = arith.divsi %n, %n exact : i32
  %n2 = arith.extui %n : i32 to i64
  %n3 = arith.uitofp %n : i32 to f32
  %v0 = memref.expand_shape %m [[0, 1], [2]] output_shape [2, 4, 4] : memref<8x4xf32> into memref<2x4x4xf32>
  %v1 = memref.collapse_shape %v0 [[0, 1], [2]] : memref<2x4x4xf32> into memref<8x4xf32>
  affine.for %j = 0 to 8 {
    %w = affine.load %m[%j, 0] : memref<8x4xf32>
  }
  %k = scf.while (%z = %i) : (index) -> index {
    %b = arith.cmpi slt, %z, %i : index
    scf.condition(%b) %z : index
  } do {
  ^bb0(%z: index):
    scf.yield %z : index
  }
  scf.index_switch %i
  case 1 {
    scf.yield
  }
  default {
  }
  scf.forall (%x, %y) in (4, 8) {
  }
  %t0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x?xf32>)
      outs(%t : tensor<4x?xf32>) attrs = {a = 1 : i32} {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x?xf32>
  %t1 = linalg.transpose ins(%t : tensor<4x?xf32>) outs(%t : tensor<4x?xf32>) permutation = [0, 1]
  %t2 = linalg.reduce {arith.addf} ins(%t : tensor<4x?xf32>) outs(%t : tensor<4x?xf32>) dimensions = []
  %t3 = tensor.pad %t nofold low[0, 0] high[0, %i] {
  ^bb0(%p: index, %q: index):
    tensor.yield %f : f32
  } : tensor<4x?xf32> to tensor<4x?xf32>
  %t4 = tensor.concat dim(0) %t, %t : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
  %t5 = bufferization.to_tensor %m restrict writable : memref<8x4xf32> to tensor<8x4xf32>
  %t6 = scf.forall (%x) in (4) shared_outs(%o = %t) -> (tensor<4x?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[0, 0] [4, %i] [1, 1] : tensor<4x?xf32> into tensor<4x?xf32>
    }
  }
  return %t6 : tensor<4x?xf32>
}
"""
"""As `_SAMPLE`, with tensors."""


def place(fixed: bool) -> None:
    """Write the file; the sources' times are of no use where they are `fixed` (an installation gives them new ones)."""
    made = _image(fixed)
    temporary = f"{compiled.IMAGE}.{os.getpid()}.tmp"
    Path(temporary).write_bytes(made)
    os.replace(temporary, compiled.IMAGE)


def _image(fixed: bool) -> bytes:
    modules: dict[str, Any] = {}
    body = bytearray()
    root = Path(compiled.__file__).resolve().parents[3]  # `compiled.ROOT` may be full of links
    for name, path in sorted(_sources().items()):
        state, is_package = path.stat(), path.stem == "__init__"
        code = marshal.dumps(compile(trimmed(path.read_bytes(), str(path)), str(path), "exec", dont_inherit=True))
        below = path.relative_to(root).as_posix()
        modules[name] = below, is_package, state.st_size, None if fixed else state.st_mtime_ns, len(body), len(body) + len(code)
        body += code
    _use(modules)
    more = marshal.dumps((_patterns(), _codes()))
    contents = marshal.dumps({"python": sys.version, "modules": modules, "more": (len(body), len(body) + len(more))})
    return len(contents).to_bytes(compiled.SIZE, "little") + contents + body + more


def _sources() -> dict[str, Path]:
    """The modules, other than those that are there before the file is read, and where they are."""
    found: dict[str, Path] = {}
    for package in ("ownlog", "ownlog.backend", "ownlog.frontend", "ownlog.rules"):
        root, *_ = importlib.import_module(package).__path__
        for folder, _, files in os.walk(root, followlinks=True):
            for path in (Path(folder, file) for file in files if file.endswith(".py")):
                words = path.relative_to(root).with_suffix("").parts
                found[".".join([package, *(words[:-1] if words[-1] == "__init__" else words)])] = path.resolve()
    for early in ("ownlog", "ownlog.__main__", "ownlog.base", compiled.__name__):
        del found[early]
    return found


def _use(modules: Iterable[str]) -> None:
    """Import all modules, and have patterns that hang on a program's text made."""
    for name in modules:
        with suppress(ImportError):  # what is not installed
            importlib.import_module(name)
    for text, steps in ((_READ, "one-shot-bufferize"), (_SAMPLE, "buffer-deallocation-pipeline")):
        module = ownlog.parse(text, "sample")
        with suppress(ownlog.OwnlogError):  # where Ownlog is built there is no solver
            str(ownlog.run_pipeline(module, steps))


def _patterns() -> dict[Any, tuple[Any, ...]]:
    """What the standard library's compiler of regular expressions gives its engine, by text and flags of the patterns that there are."""
    things: list[Any] = gc.get_objects()
    given = [(thing._given[0], int(thing._given[1])) for thing in things if type(thing) is type(_PATTERN)]
    return {asked: found for asked in given if (found := _compiled(*asked)) is not None}


def _codes() -> dict[tuple[str, str], bytes]:
    """The code of what dataclasses and named tuples have for methods, by text and mode."""
    texts: list[tuple[str, str]] = []

    def noted(text: str, mode: str) -> CodeType:
        texts.append((text, mode))
        code: CodeType = made(text, mode)
        return code

    defining: Any = later
    made, defining.code_of = defining.code_of, noted
    things: list[Any] = gc.get_objects()
    try:
        for thing in things:
            if isinstance(thing, defining._Record):
                thing._init()
                if thing.frozen:
                    thing._eq()
                    thing._hash()
            elif isinstance(thing, type) and issubclass(thing, defining._Named) and vars(thing).get("_fields"):
                defining._constructor(thing)
    finally:
        defining.code_of = made
    return {(text, mode): marshal.dumps(compile(text, "<string>", mode, dont_inherit=True)) for text, mode in texts}


def _compiled(text: str, flags: int) -> tuple[Any, ...] | None:
    compiler: Any = importlib.import_module("re._compiler")
    engine = compiler._sre
    heard: list[tuple[Any, ...]] = []

    class Listening:
        """The engine, whose arguments are noted."""

        def compile(self, *given: Any) -> re.Pattern[str]:
            heard.append(given)
            made: re.Pattern[str] = engine.compile(*given)
            return made

        def __getattr__(self, name: str) -> Any:
            return getattr(engine, name)

    compiler._sre = Listening()
    try:
        compiler.compile(text, flags)
    finally:
        compiler._sre = engine
    ((_, all_flags, code, *groups),) = heard
    made = array("I", code)
    return (int(all_flags), made.tobytes(), *groups) if made.itemsize == 4 else None


if __name__ == "__main__":
    place(False)

"""expand-realloc: what takes the place of a `memref.realloc`."""

import ownlog

KEEP = "expand-realloc{emit-deallocs=false}"


def expanded(op: str, pipeline: str = "expand-realloc") -> str:
    text = f"func.func @f(%a: memref<2xf32>, %d: memref<?xf32, 1>, %n: index) {{\n  {op}\n  return\n}}\n"
    return str(ownlog.run_pipeline(ownlog.parse(text), pipeline))


def test_a_buffer_that_may_grow_is_allocated_anew_and_copied() -> None:
    out = expanded("%r = memref.realloc %a(%n) {alignment = 8} : memref<2xf32> to memref<?xf32>")
    assert "arith.cmpi ult, %c2, %n : index" in out
    assert "%r = scf.if" in out
    assert "memref.alloc(%n) {alignment = 8 : i64} : memref<?xf32>" in out
    assert "memref.subview %alloc[0] [2] [1] : memref<?xf32> to memref<2xf32, strided<[1]>>" in out
    assert out.index("memref.copy %a") < out.index("memref.dealloc %a")
    assert "memref.reinterpret_cast %a to offset: [0], sizes: [%n], strides: [1]" in out
    assert "realloc %" not in out


def test_the_old_buffer_can_be_left_to_the_deallocation_pass() -> None:
    op = "%r = memref.realloc %a(%n) : memref<2xf32> to memref<?xf32>"
    assert "dealloc" not in expanded(op, KEEP)
    assert "bufferization.dealloc" in expanded(op, f"{KEEP},ownership-based-buffer-deallocation")


def test_a_dynamic_size_is_asked_for_and_a_memory_space_kept() -> None:
    out = expanded("%r = memref.realloc %d : memref<?xf32, 1> to memref<4xf32, 1>")
    assert "%dim = memref.dim %d, %c0 : memref<?xf32, 1>" in out
    assert "memref.subview %alloc[0] [%dim] [1] : memref<4xf32, 1> to memref<?xf32, strided<[1]>, 1>" in out


def test_a_realloc_without_a_name_gets_one() -> None:
    ownlog.parse(expanded("memref.realloc %a(%n) : memref<2xf32> to memref<?xf32>"))

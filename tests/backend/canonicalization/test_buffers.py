"""canonicalize on buffers: views, sizes, and conversions between tensors and buffers."""

import re
from collections import Counter
from functools import partial

import pytest

import ownlog
from tests.effort import counted
from tests.shared import require_shared, require_tool, shared_programs
from tests.tiers import every
from tests.tools import Program

A, D = "memref<8xf32>", "memref<?xf32, strided<[?], offset: ?>>"
P = "memref<4xf32, strided<[1], offset: 2>>"


def canonical(text: str, pipeline: str = "canonicalize") -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), pipeline))


def simplified(body: str, arguments: str, result: str = "") -> list[str]:
    """The lines of a function's body after the pass."""
    head = f"func.func @f({arguments}){f' -> {result}' if result else ''} {{"
    return [line.strip() for line in canonical(f"{head}\n{body}\n}}\n").splitlines()[1:-1]]


@pytest.mark.parametrize(
    ("use", "uncast"),
    [
        (f"%r = memref.load %v[%i] : {D}\n  return %r : f32", f"%r = memref.load %m[%i] : {A}"),
        (f"memref.store %f, %v[%i] : {D}\n  return %f : f32", f"memref.store %f, %m[%i] : {A}"),
        (f"memref.dealloc %v : {D}\n  return %f : f32", f"memref.dealloc %m : {A}"),
        (f"linalg.fill ins(%f : f32) outs(%v : {D})\n  return %f : f32", f"linalg.fill ins(%f : f32) outs(%m : {A})"),
        (f"memref.copy %v, %o : {D} to {A}\n  return %f : f32", f"memref.copy %m, %o : {A} to {A}"),
    ],
)
def test_a_cast_is_not_needed_to_reach_elements(use: str, uncast: str) -> None:
    body = f"  %v = memref.cast %m : {A} to {D}\n  {use}"
    found = simplified(body, f"%m: {A}, %o: {A}, %f: f32, %i: index", "f32")
    assert found[0] == uncast
    assert len(found) == 2


def test_a_cast_stays_where_its_type_matters() -> None:
    body = f"  %v = memref.cast %m : {A} to {D}\n  call @g(%v) : ({D}) -> ()\n  return\n"
    text = f"func.func private @g({D})\nfunc.func @f(%m: {A}) {{\n{body}}}\n"
    assert canonical(text) == text
    unranked = (
        "func.func @f(%m: memref<*xf32>, %i: index) -> f32 {\n  %v = memref.cast %m : memref<*xf32> to memref<8xf32>\n"
    )
    unranked += "  %r = memref.load %v[%i] : memref<8xf32>\n  return %r : f32\n}\n"
    assert canonical(unranked) == unranked


def test_a_cast_stays_where_an_op_wants_equal_shapes() -> None:
    static, dynamic = "memref<1x8xf32>", "memref<?x8xf32>"
    row, line = "memref<1xf32>", "memref<?xf32>"
    uses = {
        f"linalg.map {{ arith.negf }} ins(%v : {dynamic}) outs(%o : {dynamic})": dynamic,
        f"linalg.transpose ins(%v : {dynamic}) outs(%t : memref<8x?xf32>) permutation = [1, 0]": dynamic,
        f"linalg.broadcast ins(%w : {line}) outs(%o : {dynamic}) dimensions = [1]": line,
        f"linalg.reduce {{ arith.addf }} ins(%v : {dynamic}) outs(%r : {line}) dimensions = [1]": dynamic,
    }
    for use, type in uses.items():
        name, given, told = ("%v", "%m", static) if type == dynamic else ("%w", "%n", row)
        text = f"func.func @f(%m: {static}, %n: {row}, %o: {dynamic}, %r: {line}, %t: memref<8x?xf32>) {{\n"
        text += f"  {name} = memref.cast {given} : {told} to {type}\n  {use}\n  return\n}}\n"
        assert canonical(text) == text


def test_casts_go_together_where_an_op_wants_equal_shapes() -> None:
    body = f"  %v = memref.cast %m : {A} to {D}\n  %w = memref.cast %o : {A} to {D}\n"
    body += f"  linalg.map {{ arith.negf }} ins(%v : {D}) outs(%w : {D})\n  return"
    found = simplified(body, f"%m: {A}, %o: {A}")
    assert found == [f"linalg.map {{ arith.negf }} ins(%m : {A}) outs(%o : {A})", "return"]


def test_only_the_casts_go_that_may() -> None:
    body = f"  %v = memref.cast %m : {A} to {D}\n  %w = memref.cast %n : memref<9xf32> to {D}\n"
    body += f"  linalg.add ins(%v, %w : {D}, {D}) outs(%o : {D})\n  return"
    found = simplified(body, f"%m: {A}, %n: memref<9xf32>, %o: {D}")
    assert found[1:] == [f"linalg.add ins(%m, %w : {A}, {D}) outs(%o : {D})", "return"]


def test_casts_of_casts_are_one_or_none() -> None:
    other = "memref<?xf32>"
    body = f"  %v = memref.cast %m : {A} to {other}\n  %w = memref.cast %v : {other} to {D}\n"
    body += f"  %b = memref.cast %w : {D} to {A}\n  return %w, %b : {D}, {A}"
    assert simplified(body, f"%m: {A}", f"({D}, {A})") == [
        f"%w = memref.cast %m : {A} to {D}",
        f"return %w, %m : {D}, {A}",
    ]


def test_casts_that_cannot_be_one_stay() -> None:
    text = (
        "func.func @f(%m: memref<8xf32>) -> memref<4xf32> {\n  %v = memref.cast %m : memref<8xf32> to memref<?xf32>\n"
    )
    text += "  %w = memref.cast %v : memref<?xf32> to memref<4xf32>\n  return %w : memref<4xf32>\n}\n"
    assert canonical(text) == text


@pytest.mark.parametrize("second", ["%m[%i] [4] [1]", "%m[%j] [4] [1]"])
def test_a_part_is_not_copied_onto_itself(second: str) -> None:
    part = "memref<4xf32, strided<[1], offset: ?>>"
    body = f"  %v = memref.subview %m[%i] [4] [1] : {A} to {part}\n  %w = memref.subview {second} : {A} to {part}\n"
    body += f"  memref.copy %v, %w : {part} to {part}\n  return"
    found = simplified(body, f"%m: {A}, %i: index, %j: index")
    assert (found == ["return"]) is ("%i" in second)


def test_a_part_of_a_part_is_a_part() -> None:
    body = f"  %v = memref.subview %m[2] [4] [1] : {A} to {P}\n"
    body += f"  %w = memref.subview %v[1] [2] [2] : {P} to memref<2xf32, strided<[2], offset: 3>>\n"
    body += "  return %w : memref<2xf32, strided<[2], offset: 3>>"
    found = simplified(body, f"%m: {A}", "memref<2xf32, strided<[2], offset: 3>>")
    assert found[0] == f"%w = memref.subview %m[3] [2] [2] : {A} to memref<2xf32, strided<[2], offset: 3>>"
    assert len(found) == 2


@pytest.mark.parametrize(
    ("inner", "outer", "together"),
    [
        ("%i] [%n] [1", "0] [%j] [1", "%i] [%j] [1"),
        ("0] [%n] [1", "%i] [%j] [%k", "%i] [%j] [%k"),
        ("%i] [%n] [%k", "0] [4] [1", "%i] [4] [%k"),
        ("3] [%n] [1", "2] [%j] [%k", "5] [%j] [%k"),
        ("3] [%n] [2", "1] [%j] [%k", None),
        ("%i] [%n] [1", "%j] [%n] [1", None),
        ("%i] [%n] [%k", "1] [%n] [1", None),
    ],
)
def test_slices_of_slices_with_unknown_numbers_are_one_where_nothing_is_to_compute(
    inner: str, outer: str, together: str | None
) -> None:
    def layout(offset: str, size: str, stride: str) -> str:
        shown = ["?" if part.startswith("%") else part for part in (size, stride, offset)]
        return f"memref<{shown[0]}xf32, strided<[{shown[1]}]{'' if shown[2] == '0' else f', offset: {shown[2]}'}>>"

    first, second = inner.split("] ["), outer.split("] [")
    # Offset and stride of the slice of the slice, as far as they are numbers.
    known = [*map(str.isdecimal, (first[0], second[0], first[2], second[2]))]
    offset = str(int(first[0]) + int(second[0]) * int(first[2])) if all(known[:3]) else "%"
    stride = str(int(first[2]) * int(second[2])) if all(known[2:]) else "%"
    types = layout(first[0], first[1], first[2]), layout(offset, second[1], stride)
    body = f"  %v = memref.subview %m[{inner}] : memref<?xf32> to {types[0]}\n"
    body += f"  %w = memref.subview %v[{outer}] : {types[0]} to {types[1]}\n  return %w : {types[1]}"
    found = simplified(body, "%m: memref<?xf32>, %i: index, %j: index, %k: index, %n: index", types[1])
    if together is None:
        assert len(found) == 3
    else:
        assert found == [f"%w = memref.subview %m[{together}] : memref<?xf32> to {types[1]}", f"return %w : {types[1]}"]


def test_numbers_of_slices_that_are_constants_stand_in_the_type() -> None:
    loose, tight = "memref<?xf32, strided<[?], offset: ?>>", "memref<4xf32, strided<[2], offset: 3>>"
    body = "  %c3 = arith.constant 3 : index\n  %c4 = arith.constant 4 : index\n  %c2 = arith.constant 2 : index\n"
    body += f"  %v = memref.subview %m[%c3] [%c4] [%c2] : memref<?xf32> to {loose}\n"
    body += f"  memref.store %f, %v[%i] : {loose}\n  call @g(%v) : ({loose}) -> ()\n  return"
    text = f"func.func private @g({loose})\nfunc.func @f(%m: memref<?xf32>, %f: f32, %i: index) {{\n{body}\n}}\n"
    found = [line.strip() for line in canonical(text).splitlines()[2:-1]]
    assert found[0] == f"%v = memref.subview %m[3] [4] [2] : memref<?xf32> to {tight}"
    assert found[1] == f"%cast = memref.cast %v : {tight} to {loose}"
    assert found[2:4] == [f"memref.store %f, %v[%i] : {tight}", f"call @g(%cast) : ({loose}) -> ()"]


def test_numbers_that_no_slice_takes_stay_values() -> None:
    body = "  %n = arith.constant -1 : index\n  %z = arith.constant 0 : index\n"
    body += (
        f"  %v = memref.subview %m[%n] [%n] [%z] : memref<?xf32> to {D}\n  %w = memref.load %v[%i] : {D}\n  return %w"
        " : f32"
    )
    assert "%m[%n] [%n] [%z]" in simplified(body, "%m: memref<?xf32>, %i: index", "f32")[2]


def test_slices_of_tensors_say_constants_too() -> None:
    body = (
        "  %c4 = arith.constant 4 : index\n  %v = tensor.extract_slice %t[%i, 0] [%c4, 1] [1, 1] : tensor<?x8xf32> to"
        " tensor<?xf32>\n"
    )
    found = simplified(body + "  return %v : tensor<?xf32>", "%t: tensor<?x8xf32>, %i: index", "tensor<?xf32>")
    assert found == [
        "%v = tensor.extract_slice %t[%i, 0] [4, 1] [1, 1] : tensor<?x8xf32> to tensor<4xf32>",
        "%cast = tensor.cast %v : tensor<4xf32> to tensor<?xf32>",
        "return %cast : tensor<?xf32>",
    ]


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ("in (%c2, %n)", "in (2, %n)"),
        ("= (%c0, %m) to (%c2, %n) step (%c1, %c0)", "= (0, -1) to (2, %n) step (1, %c0)"),
        ("= (%c0, %c0) to (%n, %n) step (%c1, %c1)", "in (%n, %n)"),
    ],
)
def test_bounds_of_threads_that_are_constants_are_told(bounds: str, told: str) -> None:
    body = "".join(
        f"  %{name} = arith.constant {value} : index\n" for name, value in (("c0", 0), ("c1", 1), ("c2", 2), ("m", -1))
    )
    body += f"  scf.forall (%i, %j) {bounds} {{\n    memref.store %f, %b[%i] : {A}\n  }}\n  return"
    found = simplified(body, f"%n: index, %f: f32, %b: {A}")
    assert f"scf.forall (%i, %j) {told} {{" in found


def test_sizes_of_a_buffer_of_a_tensor_are_the_tensors() -> None:
    body = "  %c0 = arith.constant 0 : index\n  %b = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>\n"
    body += "  %d = memref.dim %b, %c0 : memref<?xf32>\n  return %d : index"
    assert simplified(body, "%t: tensor<?xf32>", "index")[1] == "%d = tensor.dim %t, %c0 : tensor<?xf32>"


@pytest.mark.parametrize(("target", "left"), [("%m", 1), ("%o", 2)])
def test_a_buffer_is_not_copied_onto_itself(target: str, left: int) -> None:
    body = f"  linalg.copy ins(%m : {A}) outs({target} : {A})\n  return"
    assert len(simplified(body, f"%m: {A}, %o: {A}")) == left


def test_all_of_a_buffer_is_the_buffer() -> None:
    strided = "memref<8xf32, strided<[1]>>"
    body = (
        f"  %v = memref.subview %m[0] [8] [1] : {A} to {strided}\n  %r = memref.load %v[%i] : {strided}\n  return %r"
        " : f32"
    )
    assert simplified(body, f"%m: {A}, %i: index", "f32") == [f"%r = memref.load %m[%i] : {A}", "return %r : f32"]


def test_a_slice_of_a_cast_is_one_of_what_was_cast() -> None:
    part = "memref<4xf32, strided<[?], offset: ?>>"
    body = f"  %v = memref.cast %m : {A} to {D}\n  %w = memref.subview %v[2] [4] [1] : {D} to {part}\n"
    body += f"  %r = memref.load %w[%i] : {part}\n  return %r : f32"
    found = simplified(body, f"%m: {A}, %i: index", "f32")
    assert found == [
        f"%w = memref.subview %m[2] [4] [1] : {A} to {P}",
        f"%r = memref.load %w[%i] : {P}",
        "return %r : f32",
    ]


@pytest.mark.parametrize(
    ("made", "size"),
    [
        ("%v = memref.alloc(%n) : memref<?x4xf32>\n  %d = memref.dim %v, %c0 : memref<?x4xf32>", "%n"),
        ("%d = memref.dim %m, %c1 : memref<?x4xf32>", "%c4"),
        ("%v = memref.subview %m[0, 0] [%n, 2] [1, 1] : {0} to {1}\n  %d = memref.dim %v, %c0 : {1}", "%n"),
        ("%v = memref.subview %m[0, 0] [3, 2] [1, 1] : {0} to {2}\n  %d = memref.dim %v, %c0 : {2}", "%c3"),
        ("%v = tensor.empty(%n) : tensor<?x4xf32>\n  %d = tensor.dim %v, %c0 : tensor<?x4xf32>", "%n"),
        ("%v = bufferization.alloc_tensor(%n) : tensor<?x4xf32>\n  %d = tensor.dim %v, %c0 : tensor<?x4xf32>", "%n"),
        ("%v = tensor.extract_slice %t[0, 0] [%n, 2] [1, 1] : {3} to {4}\n  %d = tensor.dim %v, %c0 : {4}", "%n"),
        ("%v = tensor.cast %t : {3} to {5}\n  %d = tensor.dim %v, %c1 : {5}", "%c4"),
    ],
)
def test_a_size_is_what_was_given(made: str, size: str) -> None:
    types = (
        "memref<?x4xf32>", "memref<?x2xf32, strided<[4, 1]>>", "memref<3x2xf32, strided<[4, 1]>>", "tensor<?x4xf32>",
        "tensor<?x2xf32>",
        "tensor<?x?xf32>",
    )  # fmt: skip
    body = (
        f"  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  {made.format(*types)}\n  return %d :"
        " index"
    )
    found = simplified(body, f"%n: index, %m: {types[0]}, %t: {types[3]}", "index")
    assert found[-1] == f"return {size} : index"
    assert len(found) == 1 + size.startswith("%c")


def test_a_size_that_nobody_gave_is_asked_of_the_source() -> None:
    body = "  %c0 = arith.constant 0 : index\n  %v = memref.cast %m : memref<?x4xf32> to memref<?x?xf32>\n"
    body += (
        "  %d = memref.dim %v, %c0 : memref<?x?xf32>\n  %u = bufferization.to_tensor %m : memref<?x4xf32> to"
        " tensor<?x4xf32>\n"
    )
    body += "  %e = tensor.dim %u, %c0 : tensor<?x4xf32>\n  return %d, %e : index, index"
    found = simplified(body, "%m: memref<?x4xf32>", "(index, index)")
    assert found[1:3] == ["%d = memref.dim %m, %c0 : memref<?x4xf32>", "%e = memref.dim %m, %c0 : memref<?x4xf32>"]


def test_constant_sizes_go_into_the_type() -> None:
    body = "  %c4 = arith.constant 4 : index\n  %a = memref.alloc(%c4, %n) {alignment = 64 : i64} : memref<?x?xf32>\n"
    body += "  %r = memref.load %a[%n, %n] : memref<?x?xf32>\n  return %r : f32"
    found = simplified(body, "%n: index", "f32")
    assert found[0] == "%a = memref.alloc(%n) {alignment = 64 : i64} : memref<4x?xf32>"
    assert found[1] == "%r = memref.load %a[%n, %n] : memref<4x?xf32>"
    negative = "  %c = arith.constant -4 : index\n  %a = memref.alloc(%c) : memref<?xf32>\n"
    negative += "  %r = memref.load %a[%n] : memref<?xf32>\n  return %r : f32"
    assert "memref.alloc(%c) : memref<?xf32>" in simplified(negative, "%n: index", "f32")[1]


def test_a_buffer_that_is_only_written_to_goes() -> None:
    body = f"  %a = memref.alloc() : {A}\n  memref.store %f, %a[%i] : {A}\n  memref.dealloc %a : {A}\n  return"
    assert simplified(body, "%f: f32, %i: index") == ["return"]
    kept = f"  %a = memref.alloc() : {A}\n  memref.store %f, %a[%i] : {A}\n  memref.copy %a, %m : {A} to {A}\n  return"
    assert len(simplified(kept, f"%f: f32, %i: index, %m: {A}")) == 4


@pytest.mark.parametrize(
    ("between", "pair"),
    [("", True), ("memref.store %f, %b[%i] : memref<8xf32>", False)],
    ids=["at once", "after a write"],
)
def test_a_tensor_becomes_a_buffer_and_that_a_tensor(between: str, pair: bool) -> None:
    body = f"  %b = bufferization.to_buffer %t : tensor<8xf32> to {A}\n  {between}\n"
    body += f"  %u = bufferization.to_tensor %b restrict : {A} to tensor<8xf32>\n  return %u : tensor<8xf32>"
    found = simplified(body, "%t: tensor<8xf32>, %f: f32, %i: index", "tensor<8xf32>")
    assert (found == ["return %t : tensor<8xf32>"]) is pair


@pytest.mark.parametrize(
    ("write", "folds"), [("", True), ("memref.store %f, %b[%i] : memref<8xf32>\n", False)], ids=["read", "written"]
)
def test_an_element_is_read_from_the_tensor_unless_the_buffer_is_written(write: str, folds: bool) -> None:
    body = (
        f"  %b = bufferization.to_buffer %t : tensor<8xf32> to {A}\n  {write}  %r = memref.load %b[%i] : {A}\n  return"
        " %r : f32"
    )
    found = simplified(body, "%t: tensor<8xf32>, %f: f32, %i: index", "f32")
    assert (found[0] == "%r = tensor.extract %t[%i] : tensor<8xf32>") is folds


@pytest.mark.parametrize(
    ("type", "last"),
    [
        ("memref<?xf32>", ["return %m : memref<?xf32>"]),
        (D, [f"%b = memref.cast %m : memref<?xf32> to {D}", f"return %b : {D}"]),
        (
            "memref<?xf32, 3>",
            [
                "%c0 = arith.constant 0 : index",
                "%dim = memref.dim %m, %c0 : memref<?xf32>",
                "%alloc = memref.alloc(%dim) : memref<?xf32, 3>",
                "memref.copy %m, %alloc : memref<?xf32> to memref<?xf32, 3>",
                "return %alloc : memref<?xf32, 3>",
            ],
        ),
    ],
)
def test_a_buffer_becomes_a_tensor_and_that_a_buffer(type: str, last: list[str]) -> None:
    body = "  %t = bufferization.to_tensor %m restrict writable : memref<?xf32> to tensor<?xf32>\n"
    body += f"  %b = bufferization.to_buffer %t : tensor<?xf32> to {type}\n  return %b : {type}"
    assert simplified(body, "%m: memref<?xf32>", type) == last


def test_the_pipeline_of_deallocation_leaves_views_as_they_are() -> None:
    body = f"  %v = memref.cast %m : {A} to {D}\n  %r = memref.load %v[%i] : {D}\n  return %r : f32\n"
    text = f"func.func @f(%m: {A}, %i: index) -> f32 {{\n{body}}}\n"
    assert canonical(text, "buffer-deallocation-pipeline") == text


def test_chains_of_views_take_the_same_work_for_each() -> None:
    def chain(length: int) -> str:
        part = "memref<8xf32, strided<[1], offset: {}>>"
        lines = ["func.func @f(%x0: memref<8xf32, strided<[1], offset: 0>>, %i: index) -> f32 {"]
        for k in range(length):
            lines.append(
                f"  %x{k + 1} = memref.cast %x{k} : {part.format('?' if k % 2 else 0)} to"
                f" {part.format(0 if k % 2 else '?')}"
            )
        lines.append(
            f"  %r = memref.load %x{length}[%i] : {part.format('?' if length % 2 else 0)}\n  return %r : f32\n}}\n"
        )
        return "\n".join(lines)

    work = {}
    for length in (101, 401):
        text = chain(length)
        out, work[length] = counted(partial(canonical, text))
        assert "memref.load %x0[%i]" in out
    assert work[401] < 4.6 * work[101]


BUFFERS = "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops"


@pytest.mark.peer
@pytest.mark.parametrize("part", every(31, range(31), str, slow=3))
def test_after_bufferization_no_more_is_left_than_by_mlir_opt(part: int) -> None:
    mlir_opt, folder = Program((require_tool("mlir-opt-22"),)), require_shared("corpus-tensor")
    for name in shared_programs("corpus-tensor")[part::31]:
        given = mlir_opt(["-", BUFFERS], (folder / name).read_text())
        if given.status != 0:
            continue
        ours = mlir_opt(["-"], canonical(given.out, "canonicalize,cse"))
        theirs = mlir_opt(["-", "--canonicalize", "--cse"], given.out)
        assert (ours.status, theirs.status) == (0, 0), name
        # A cast costs nothing when the program runs.
        left = [
            Counter(re.findall(r"\b(?:memref|bufferization|tensor)\.(?!cast\b)\w+", run.out)) for run in (ours, theirs)
        ]
        assert left[0] <= left[1], name

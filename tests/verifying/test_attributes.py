"""What is said of functions, parameters, memory and modules beside what they do: a difference in it is none that may be
overlooked.
"""

import pytest

from tests.verifying.small import body, compared, status

SIGNATURES = {
    "visibility": ("func.func @g() {\n  return\n}", "func.func private @g() {\n  return\n}", "different"),
    "visibility-of-a-declaration": ("func.func private @g()", "func.func nested @g()", "different"),
    "attribute": (
        "func.func @g() {\n  return\n}",
        "func.func @g() attributes {llvm.emit_c_interface} {\n  return\n}",
        "unknown",
    ),
    "parameter": (
        "func.func @g(%a: memref<4xi32>) {\n  return\n}",
        "func.func @g(%a: memref<4xi32> {llvm.noalias}) {\n  return\n}",
        "unknown",
    ),
    "parameter-of-a-declaration": (
        "func.func private @g(memref<4xi32> {llvm.noalias})",
        "func.func private @g(memref<4xi32>)",
        "unknown",
    ),
    "result": (
        "func.func @g(%a: i32) -> i32 {\n  return %a : i32\n}",
        "func.func @g(%a: i32) -> (i32 {llvm.zeroext}) {\n  return %a : i32\n}",
        "unknown",
    ),
    "result-of-what-never-returns": (
        "func.func @g() -> i32 {\n  ub.unreachable\n}",
        "func.func @g() -> i64 {\n  ub.unreachable\n}",
        "different",
    ),
    "module": (
        "module @m attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {\n}",
        "module @m attributes {dlti.dl_spec = #dlti.dl_spec<index = 64>} {\n}",
        "unknown",
    ),
    "module-around": (
        "module @m {\n  func.func @g() {\n    return\n  }\n}",
        "module @n {\n  func.func @g() {\n    return\n  }\n}",
        "unknown",
    ),
    "op-beside-functions": ("", '"my.init"() : () -> ()', "unknown"),
}


@pytest.mark.parametrize("name", SIGNATURES)
def test_what_is_said_of_functions_is_compared(name: str) -> None:
    before, after, expected = SIGNATURES[name]
    assert status(before, after) == expected
    assert status(before, before) == status(after, after) == "same"


@pytest.mark.parametrize(("before", "after"), [("func.func @g()", "func.func public @g()")])
def test_what_is_taken_for_granted_may_be_said(before: str, after: str) -> None:
    end = " {\n  return\n}"
    assert status(before + end, after + end) == status(after + end, before + end) == "same"


SIZED = """
%m = memref.alloc(%i) : memref<?xi32>
memref.store %x, %m[%j] : memref<?xi32>
memref.dealloc %m : memref<?xi32>
"""
ACCESSES = {
    "store": SIZED,
    "load": SIZED.replace("store %x, %m[%j]", "load %m[%j]").replace("memref.load", "%v = memref.load"),
    "copy": SIZED.replace(
        "memref.store %x, %m[%j] : memref<?xi32>",
        "%w = memref.cast %a : memref<4xi32> to memref<?xi32>\nmemref.copy %w, %m : memref<?xi32> to memref<?xi32>",
    ),
}


@pytest.mark.parametrize("text", ACCESSES.values(), ids=ACCESSES)
def test_memory_that_nobody_reads_is_no_smaller_than_what_is_written(text: str) -> None:
    assert status(body(text), body(text)) == "same"
    smaller = "%z = arith.constant 0 : index\n" + text.replace("alloc(%i)", "alloc(%z)")
    assert status(body(text), body(smaller)) == "unknown"
    # To do less is fine.
    assert status(body(text), body("")) == "same"


TAKEN = """
%z = arith.constant 0 : index
%m = memref.alloc() {alignment = FIRST : i64} : memref<8xi32>
memref.store %x, %m[%z] : memref<8xi32>
%l = memref.load %m[%z] : memref<8xi32>
func.call @tell(%l) : (i32) -> ()
OTHER
memref.store %y, %n[%z] : memref<4xi32>
%k = memref.load %n[%z] : memref<4xi32>
func.call @tell(%k) : (i32) -> ()
FREE
"""


@pytest.mark.parametrize(("first", "second", "expected"), [(64, 64, "same"), (128, 64, "same"), (32, 64, "unknown")])
def test_what_takes_memory_over_is_aligned_as_that_was(first: int, second: int, expected: str) -> None:
    whole = TAKEN.replace("FIRST", str(first))
    free = "memref.dealloc %m : memref<8xi32>"
    before = whole.replace("OTHER", f"{free}\n%n = memref.alloc() {{alignment = {second} : i64}} : memref<4xi32>")
    before = before.replace("FREE", "memref.dealloc %n : memref<4xi32>")
    view = "%n = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8xi32> to memref<4xi32>"
    assert status(body(before), body(whole.replace("OTHER", view).replace("FREE", free))) == expected


def test_operands_in_other_groups_are_others() -> None:
    copies = [
        '"linalg.generic"(%a, %b, %a) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>,'
        " affine_map<(d0) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes ="
        f" array<i32: {sizes}>}}> ({{\n^bb0(%p: i32, %q: i32, %r: i32):\n  linalg.yield {handed} : {types}\n}}) :"
        " (memref<4xi32>, memref<4xi32>, memref<4xi32>) -> ()\n"
        for sizes, handed, types in (("2, 1", "%p", "i32"), ("1, 2", "%p, %p", "i32, i32"))
    ]
    assert status(body(copies[0]), body(copies[0])) == "same"
    assert status(body(copies[0]), body(copies[1])) != "same"


def test_an_op_without_a_model_may_go_by_the_types_of_its_operands() -> None:
    use = '%w = memref.cast %a : memref<4xi32> to memref<?xi32>\n"my.use"(%{}) : (memref<{}xi32>) -> ()\n'
    assert status(body(use.format("w", "?")), body(use.format("w", "?"))) == "same"
    assert status(body(use.format("w", "?")), body(use.format("a", "4"))) != "same"


FREED = """
func.func private @f(%m: memref<i32>) {
  STORE
  memref.dealloc %m : memref<i32>
  return
}
func.func @g(%x: i32) {
  %m = memref.alloc() : memref<i32>
  func.call @f(%m) : (memref<i32>) -> ()
  return
}
"""
ONE = "%one = arith.constant 1 : i32\n"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (ONE + "memref.store %one, %m[] : memref<i32>", "", "same"),
        ("", ONE + "memref.store %one, %m[] : memref<i32>", "same"),
        (
            ONE + "memref.store %one, %m[] : memref<i32>\nfunc.call @look() : () -> ()",
            "func.call @look() : () -> ()",
            "unknown",
        ),
        (
            ONE
            + "memref.store %one, %m[] : memref<i32>\n%l = memref.load %m[] : memref<i32>\nfunc.call @tell(%l) : (i32)"
            " -> ()",
            "",
            "different",
        ),
    ],
)
def test_what_is_freed_is_not_compared(before: str, after: str, expected: str) -> None:
    declared = "func.func private @look()\n"
    found = compared(declared + FREED.replace("STORE", before), declared + FREED.replace("STORE", after))
    assert next(outcome.status for outcome in found if outcome.function == "@f") == expected


def assert_not_taken_over(text: str) -> None:
    """The program is not the same where `%n` is the memory of `%m`, which somebody may still look at."""
    taken = text.replace("%n = memref.alloc() : memref<4xi32>", "%n = memref.cast %m : memref<4xi32> to memref<4xi32>")
    taken = taken.replace("memref.dealloc %n : memref<4xi32>\n", "")
    assert status(body(text), body(text)) == "same"
    assert status(body(text), body(taken)) != "same"


READ_LATER = """
%z = arith.constant 0 : index
%m = memref.alloc() : memref<4xi32>
memref.store %x, %m[%z] : memref<4xi32>
%t = bufferization.to_tensor %m : memref<4xi32> to tensor<4xi32>
%n = memref.alloc() : memref<4xi32>
memref.store %y, %n[%z] : memref<4xi32>
%l = memref.load %n[%z] : memref<4xi32>
func.call @tell(%l) : (i32) -> ()
%e = tensor.extract %t[%z] : tensor<4xi32>
func.call @tell(%e) : (i32) -> ()
memref.dealloc %n : memref<4xi32>
memref.dealloc %m : memref<4xi32>
"""


def test_memory_that_a_tensor_still_reads_is_not_taken_over() -> None:
    assert_not_taken_over(READ_LATER)


GIVEN_ON_ONE_WAY = """
%z = arith.constant 0 : index
%m = memref.alloc() : memref<4xi32>
memref.store %x, %m[%z] : memref<4xi32>
cf.cond_br %c, ^one, ^other
^one:
%p = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
%q = arith.addi %p, %i : index
cf.br ^end(%q : index)
^other:
cf.br ^end(%i : index)
^end(%r: index):
%l = memref.load %m[%z] : memref<4xi32>
func.call @tell(%l) : (i32) -> ()
%n = memref.alloc() : memref<4xi32>
memref.store %y, %n[%z] : memref<4xi32>
func.call @see(%n) : (memref<4xi32>) -> ()
"my.read"(%r) : (index) -> ()
memref.dealloc %n : memref<4xi32>
memref.dealloc %m : memref<4xi32>
"""


def test_memory_the_address_of_which_is_known_on_one_way_is_not_taken_over() -> None:
    assert_not_taken_over(GIVEN_ON_ONE_WAY)


REDUCED = """
%z = arith.constant 0 : index
%o = arith.constant 1 : index
%r = scf.parallel (%k) = (%z) to (%j) step (%o) init (INIT) -> i32 {
  %v = memref.load %a[%k] : memref<4xi32>
  scf.reduce(%v : i32) {
  ^bb0(%l: i32, %h: i32):
    %s = arith.HOW %l, %h : i32
    scf.reduce.return %s : i32
  }
}
func.call @tell(%r) : (i32) -> ()
"""


@pytest.mark.parametrize(("init", "how"), [("%y", "addi"), ("%x", "muli")])
def test_results_of_parallel_loops_hang_on_what_reduces_them(init: str, how: str) -> None:
    one = REDUCED.replace("INIT", "%x").replace("HOW", "addi")
    assert status(body(one), body(one)) == "same"
    assert status(body(one), body(REDUCED.replace("INIT", init).replace("HOW", how))) != "same"


IN_REDUCTION = """
%z = arith.constant 0 : index
%o = arith.constant 1 : index
%m = memref.alloc() : memref<4xi32>
memref.store %x, %m[%z] : memref<4xi32>
scf.parallel (%k) = (%z) to (%j) step (%o) init (%x) -> i32 {
  scf.reduce(%x : i32) {
  ^bb0(%l: i32, %h: i32):
    INSIDE
    scf.reduce.return %l : i32
  }
}
%t = memref.load %m[%z] : memref<4xi32>
func.call @tell(%t) : (i32) -> ()
%n = memref.alloc() : memref<4xi32>
memref.store %y, %n[%z] : memref<4xi32>
func.call @see(%n) : (memref<4xi32>) -> ()
"my.read"() : () -> ()
memref.dealloc %n : memref<4xi32>
memref.dealloc %m : memref<4xi32>
"""


@pytest.mark.parametrize(
    "inside", ['"my.keep"(%m) : (memref<4xi32>) -> ()', "func.call @see(%m) : (memref<4xi32>) -> ()"]
)
def test_what_a_reduction_gives_away_is_known(inside: str) -> None:
    assert_not_taken_over(IN_REDUCTION.replace("INSIDE", inside))


@pytest.mark.parametrize("given", ["", "%a"])
def test_a_terminator_without_a_model_may_write_before_it_goes_on(given: str) -> None:
    end = f'"my.go"({given})[^next] : ({"memref<4xi32>" if given else ""}) -> ()\n'
    load, tell = "%v = memref.load %a[%i] : memref<4xi32>\n", "func.call @tell(%v) : (i32) -> ()"
    before, after = body(f"{end}^next:\n{load}{tell}"), body(f"{load}{end}^next:\n{tell}")
    assert status(before, before) == "same"
    assert status(before, after) == "unknown"

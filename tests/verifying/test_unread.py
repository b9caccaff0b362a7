"""Writes to memory that nobody reads may go or come; writes to what is read, in whatever way, must stay."""

import pytest

from tests.verifying.small import body, compared, status

UNREAD = {
    "store": """
memref.store %x, %m[%i] : memref<4xi32>
""",
    "copy": """
memref.copy %a, %m : memref<4xi32> to memref<4xi32>
""",
    "fill": """
linalg.fill ins(%x : i32) outs(%m : memref<4xi32>)
""",
    "vector": """
%w = vector.broadcast %x : i32 to vector<4xi32>
vector.store %w, %m[%i] : memref<4xi32>, vector<4xi32>
""",
    "view": """
%w = memref.cast %m : memref<4xi32> to memref<?xi32>
memref.store %x, %w[%i] : memref<?xi32>
""",
    "select": """
%n = memref.alloc() : memref<4xi32>
%w = arith.select %c, %m, %n : memref<4xi32>
memref.store %x, %w[%i] : memref<4xi32>
""",
    "block": """
memref.store %x, %m[%i] : memref<4xi32>
cf.cond_br %c, ^b(%m : memref<4xi32>), ^b(%a : memref<4xi32>)
^b(%p: memref<4xi32>):
""",
    "copy-of-unread": """
memref.store %x, %m[%i] : memref<4xi32>
%n = memref.alloc() : memref<4xi32>
memref.copy %m, %n : memref<4xi32> to memref<4xi32>
""",
    "load-for-nothing": """
memref.store %x, %m[%i] : memref<4xi32>
%v = memref.load %m[%i] : memref<4xi32>
%w = arith.addi %v, %x : i32
""",
    "size": """
memref.store %x, %m[%i] : memref<4xi32>
%d0 = memref.dim %m, %i : memref<4xi32>
memref.store %y, %b[%d0] : memref<4xi32>
""",
    "goes-round": """
memref.store %x, %m[%i] : memref<4xi32>
%c1 = arith.constant 1 : index
%r = scf.for %k = %i to %j step %c1 iter_args(%w = %m) -> (memref<4xi32>) {
func.call @tell(%x) : (i32) -> ()
scf.yield %w : memref<4xi32>
}
""",
}  # fmt: skip
"""Writes to memory that nobody reads."""
READ = {
    "view": """
%w = memref.cast %m : memref<4xi32> to memref<?xi32>
%v = memref.load %w[%i] : memref<?xi32>
func.call @tell(%v) : (i32) -> ()
""",
    "part": """
%w = memref.subview %m[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
%v = memref.load %w[%i] : memref<2xi32, strided<[1], offset: 1>>
func.call @tell(%v) : (i32) -> ()
""",
    "copy": """
memref.copy %m, %a : memref<4xi32> to memref<4xi32>
""",
    "clone": """
%n = bufferization.clone %m : memref<4xi32> to memref<4xi32>
func.call @see(%n) : (memref<4xi32>) -> ()
""",
    "callee": """
func.call @see(%m) : (memref<4xi32>) -> ()
""",
    "address": """
%p = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index
%q = arith.index_cast %p : index to i32
func.call @tell(%q) : (i32) -> ()
""",
    "condition": """
%v = memref.load %m[%i] : memref<4xi32>
%o = arith.cmpi eq, %v, %y : i32
scf.if %o {
func.call @tell(%y) : (i32) -> ()
}
""",
    "size": """
%v = memref.load %m[%i] : memref<4xi32>
%z = arith.index_cast %v : i32 to index
%n = memref.alloc(%z) : memref<?xi32>
memref.store %y, %n[%i] : memref<?xi32>
%l = memref.load %n[%i] : memref<?xi32>
func.call @tell(%l) : (i32) -> ()
""",
    "loop": """
%c1 = arith.constant 1 : index
scf.for %k = %i to %j step %c1 {
%v = memref.load %m[%k] : memref<4xi32>
func.call @tell(%v) : (i32) -> ()
memref.store %y, %m[%k] : memref<4xi32>
}
""",
    "tensor": """
%t = bufferization.to_tensor %m : memref<4xi32> to tensor<4xi32>
%v = tensor.extract %t[%i] : tensor<4xi32>
func.call @tell(%v) : (i32) -> ()
""",
    "memory": """
%n = memref.alloc() : memref<1xmemref<4xi32>>
memref.store %m, %n[%i] : memref<1xmemref<4xi32>>
%w = memref.load %n[%j] : memref<1xmemref<4xi32>>
func.call @see(%w) : (memref<4xi32>) -> ()
""",
    "select": """
%w = arith.select %c, %m, %b : memref<4xi32>
%v = memref.load %w[%i] : memref<4xi32>
func.call @tell(%v) : (i32) -> ()
""",
    "block": """
cf.cond_br %c, ^b(%m : memref<4xi32>), ^b(%a : memref<4xi32>)
^b(%p: memref<4xi32>):
%v = memref.load %p[%i] : memref<4xi32>
func.call @tell(%v) : (i32) -> ()
""",
    "generic": """
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%m : memref<4xi32>) outs(%b : memref<4xi32>) {
^bb0(%in: i32, %out: i32):
  %sum = arith.addi %in, %x : i32
  linalg.yield %sum : i32
}
""",
    "unknown": """
"my.op"(%m) : (memref<4xi32>) -> ()
""",
}  # fmt: skip
"""Ways of seeing what is in memory."""
MADE = "%m = memref.alloc() : memref<4xi32>\n"
AROUND = """
memref.store %x, %a[%i] : memref<4xi32>
{}
func.call @tell(%y) : (i32) -> ()
"""
ZERO = "%z = arith.constant 0 : index\n"
WHOLE = {"copy", "fill"}
"""What writes all of the memory, and so is in bounds."""
UNSURE = {"select", "vector"}
"""What nothing tells to be in bounds, though the index is constant."""
LESS = {
    "size": """
%m = memref.alloc() : memref<4xi32>
%d0 = memref.dim %m, %i : memref<4xi32>
memref.store %y, %b[%d0] : memref<4xi32>
""",
    "goes-round": """
%c1 = arith.constant 1 : index
scf.for %k = %i to %j step %c1 {
  func.call @tell(%x) : (i32) -> ()
}
""",
}  # fmt: skip
"""What is left of some of the programs without their writes."""


@pytest.mark.parametrize("name", UNREAD)
def test_writes_to_what_nobody_reads_may_go(name: str) -> None:
    whole, less = body(AROUND.format(MADE + UNREAD[name])), body(AROUND.format(LESS.get(name, "")))
    assert [outcome for outcome in compared(whole, less) if outcome.status != "same"] == []


@pytest.mark.parametrize("name", UNREAD)
def test_writes_to_what_nobody_reads_may_come_where_they_are_in_bounds(name: str) -> None:
    less = body(AROUND.format(LESS.get(name, "")))
    anywhere, constant = (
        body(AROUND.format(MADE + text)) for text in (UNREAD[name], ZERO + UNREAD[name].replace("%m[%i]", "%m[%z]"))
    )
    sure = [outcome for outcome in compared(less, constant.replace("%w[%i]", "%w[%z]")) if outcome.status != "same"]
    assert bool(sure) == (name in UNSURE)
    unsure = [outcome for outcome in compared(less, anywhere) if outcome.status != "same"]
    assert bool(unsure) == (name not in WHOLE)


@pytest.mark.parametrize("name", UNREAD)
def test_what_is_written_for_nobody_is_written_where_it_was(name: str) -> None:
    whole = body(AROUND.format(MADE + UNREAD[name]))
    assert [outcome for outcome in compared(whole, whole) if outcome.status != "same"] == []
    if name not in WHOLE:
        other = whole.replace("%m[%i]", "%m[%j]").replace("%w[%i]", "%w[%j]")
        assert [outcome.status for outcome in compared(whole, other) if outcome.status != "same"] == ["unknown"]


@pytest.mark.parametrize("look", READ.values(), ids=READ)
def test_a_write_to_what_is_read_must_not_go(look: str) -> None:
    write = "memref.store %x, %m[%i] : memref<4xi32>\n"
    whole = body(MADE + write + look)
    assert status(whole, whole) == "same"
    assert status(whole, body(MADE + look)) != "same"
    assert status(body(MADE + look), whole) != "same"


@pytest.mark.parametrize("target", ["%a", "%g", "%w", "%r", "%l"])
def test_a_write_to_what_others_have_must_not_go(target: str) -> None:
    others = """
%g = memref.get_global @k : memref<4xi32>
%m = memref.alloc() : memref<4xi32>
%w = arith.select %c, %a, %m : memref<4xi32>
%r = func.call @give(%a) : (memref<4xi32>) -> memref<4xi32>
%n = memref.alloc() : memref<1xmemref<4xi32>>
memref.store %a, %n[%i] : memref<1xmemref<4xi32>>
%l = memref.load %n[%i] : memref<1xmemref<4xi32>>
"""
    give = "func.func private @give(%q: memref<4xi32>) -> memref<4xi32> {\nreturn %q : memref<4xi32>\n}\n"
    beside = f'memref.global "private" @k : memref<4xi32> = uninitialized\n{give}'
    write = f"memref.store %x, {target}[%i] : memref<4xi32>\n"
    assert status(beside + body(others + write), beside + body(others + write)) == "same"
    assert status(beside + body(others + write), beside + body(others)) != "same"

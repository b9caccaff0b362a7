"""Allocations that a tool moves, leaves out, or lets take over the memory of others: nobody can tell, or somebody
can.
"""

import pytest

from tests.verifying.small import body, status

M, N = (f"%{name} = memref.alloc() : memref<4xi32>\n" for name in "mn")
NUMBERS = "%c0 = arith.constant 0 : index\n%c1 = arith.constant 1 : index\n"


def fill(memory: str, value: str = "x") -> str:
    return f"linalg.fill ins(%{value} : i32) outs(%{memory} : memref<4xi32>)\n"


def see(*memories: str) -> str:
    return "".join(f"func.call @see(%{memory}) : (memref<4xi32>) -> ()\n" for memory in memories)


def tell(memory: str, number: int = 0) -> str:
    return f"%t{number} = memref.load %{memory}[%i] : memref<4xi32>\nfunc.call @tell(%t{number}) : (i32) -> ()\n"


def rounds(lines: str) -> str:
    return f"scf.for %k = %c0 to %j step %c1 {{\n{lines}}}\n"


def free(memory: str, size: int = 4) -> str:
    return f"memref.dealloc %{memory} : memref<{size}xi32>\n"


def made(name: str, size: int = 4) -> str:
    return f"%{name} = memref.alloc() : memref<{size}xi32>\n"


PART = "%n = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<8xi32> to memref<4xi32>\n"
EIGHT = "linalg.fill ins(%x : i32) outs(%m : memref<8xi32>)\n"
WIDE = f"""{EIGHT}%u = memref.load %m[%i] : memref<8xi32>
func.call @tell(%u) : (i32) -> ()
"""
CARRIED = (
    "%r = scf.for %k = %c0 to %j step %c1 iter_args(%p = %m) -> (memref<4xi32>) {{\n{}scf.yield %{} :"
    " memref<4xi32>\n}}\n"
)
SPARE = """%r:2 = scf.for %k = %c0 to %j step %c1 iter_args(%p = %m, %s = %n) -> (memref<4xi32>, memref<4xi32>) {{
memref.copy %p, %s : memref<4xi32> to memref<4xi32>
{}scf.yield %{} : memref<4xi32>, memref<4xi32>
}}
"""
COPIED = "memref.copy %p, %n : memref<4xi32> to memref<4xi32>\n"

LATE = """%token = async.execute {
%v = memref.subview %m[0] [4] [1] : memref<4xi32> to memref<4xi32>
%t = memref.load %v[%i] : memref<4xi32>
func.call @tell(%t) : (i32) -> ()
async.yield
}
"""
AWAITED = "async.await %token : !async.token\n"
PARALLEL = "scf.parallel (%k) = (%c0) to (%j) step (%c1) {{\n{}scf.reduce\n}}\n"

SAME = {
    "is made where rounds that run at the same time need it": (
        NUMBERS + M + PARALLEL.format(N + fill("n") + tell("n") + free("n")) + fill("m") + tell("m"),
        NUMBERS + PARALLEL.format(N + fill("n") + tell("n") + free("n")) + M + fill("m") + tell("m"),
    ),
    "made in another order": (M + N + fill("m") + fill("n", "y") + see("m", "n"), N + M + fill("m") + fill("n",
    "y") + see("m", "n")),
    "made where it is needed": (
        M + N + fill("m") + tell("m") + fill("n") + tell("n", 1),
        M + fill("m") + tell("m") + N + fill("n") + tell("n", 1),
    ),
    "takes over what is dead": (
        M + fill("m") + tell("m") + N + fill("n", "y") + tell("n", 1),
        M + fill("m") + tell("m") + fill("m", "y") + tell("m", 1),
    ),
    "takes over a part of what is dead": (
        f"{made('m', 8)}{WIDE}{N}{fill('n', 'y')}{tell('n')}",
        f"{made('m', 8)}{WIDE}{PART}{fill('n', 'y')}{tell('n')}",
    ),
    "takes over another part": (
        f"{made('m', 8)}{WIDE}{N}{fill('n', 'y')}{tell('n')}{made('l')}{fill('l', 'x')}{tell('l', 1)}",
        f"{made('m', 8)}{WIDE}{PART}{fill('n', 'y')}{tell('n')}"
        f"{PART.replace('%n', '%l')}{fill('l', 'x')}{tell('l', 1)}",
    ),
    "is made before a loop": (
        NUMBERS + rounds(M + fill("m", "y") + tell("m") + free("m")),
        NUMBERS + M + rounds(fill("m", "y") + tell("m")),
    ),
    "is handed to a function that keeps nothing": (
        NUMBERS + rounds(M + fill("m", "y") + "func.call @own(%m) : (memref<4xi32>) -> ()\n"),
        NUMBERS + M + rounds(fill("m", "y") + "func.call @own(%m) : (memref<4xi32>) -> ()\n"),
    ),
    "two change places in a loop": (
        NUMBERS + M + fill("m") + CARRIED.format(N + COPIED + free("p"), "n") + tell("r"),
        NUMBERS + M + N + fill("m") + SPARE.format("", "s, %p") + tell("r#0"),
    ),
    "is made on one way": (
        M + fill("b") + "scf.if %c {\n" + fill("m") + tell("m") + "}\n",
        fill("b") + "scf.if %c {\n" + M + fill("m") + tell("m") + "}\n",
    ),
}  # fmt: skip

OTHER = {
    "takes over what is read later": (M + fill("m") + N + fill("n", "y") + tell("m"), M + fill("m") + fill("m",
    "y") + tell("m")),
    "takes over what a view shows later": (
        f"{made('m', 8)}{EIGHT}{N}{fill('n', 'y')}func.call @wide(%m) : (memref<8xi32>) -> ()\n",
        f"{made('m', 8)}{EIGHT}{PART}{fill('n', 'y')}func.call @wide(%m) : (memref<8xi32>) -> ()\n",
    ),
    "one in place of two": (M + N + fill("m") + fill("n", "y") + see("m", "n"), M + fill("m") + fill("m",
    "y") + see("m", "m")),
    "one in place of two of an op": (
        M + N + "linalg.map { arith.addi } ins(%a, %b : memref<4xi32>, memref<4xi32>) outs(%m : memref<4xi32>)\n"
        + fill("n") + see("m", "n"),
        M + "linalg.map { arith.addi } ins(%a, %b : memref<4xi32>, memref<4xi32>) outs(%m : "
            "memref<4xi32>)\n" + fill("m") + see("m", "m"),
    ),
    "the memory of a part stands for two": (
        f"{made('m', 8)}{N}{fill('n', 'y')}{made('l', 8)}linalg.fill ins(%x : i32) outs(%l : "
        f"memref<8xi32>)\n{tell('n')}",
        f"{made('m', 8)}{PART}{fill('n', 'y')}linalg.fill ins(%x : i32) outs(%m : memref<8xi32>)\n{tell('n')}",
    ),
    "each round saw what another one wrote": (
        NUMBERS + M + fill("m") + CARRIED.format(N + COPIED + fill("n", "y") + tell("p"), "n"),
        NUMBERS + M + N + fill("m") + CARRIED.format(COPIED + fill("n", "y") + tell("p"), "n"),
    ),
    "the spare buffer is not given back": (
        NUMBERS + M + fill("m") + CARRIED.format(N + COPIED + fill("p", "y"), "n") + tell("r"),
        NUMBERS + M + N + fill("m") + SPARE.format(fill("p", "y"), "p, %s") + tell("r#0"),
    ),
    "takes over what a function returned": (
        M + fill("m") + "%q = func.call @same(%m) : (memref<4xi32>) -> memref<4xi32>\n" + N + fill("n",
        "y") + tell("q"),
        M + fill("m") + "%q = func.call @same(%m) : (memref<4xi32>) -> memref<4xi32>\n" + fill("m", "y") + tell("q"),
    ),
    "takes over what a function stored": (
        M + fill("m") + "func.call @keep(%m, %w) : (memref<4xi32>, memref<1xmemref<4xi32>>) -> ()\n"
        + N + fill("n", "y") + "func.call @look() : () -> ()\n",
        M + fill("m") + "func.call @keep(%m, %w) : (memref<4xi32>, memref<1xmemref<4xi32>>) -> ()\n"
        + fill("m", "y") + "func.call @look() : () -> ()\n",
    ),
    "takes over what is too small": (
        made("m", 2) + "linalg.fill ins(%x : i32) outs(%m : memref<2xi32>)\n" + N + fill("n") + tell("n"),
        made("m", 2) + "linalg.fill ins(%x : i32) outs(%m : memref<2xi32>)\n" + PART.replace("8xi32",
        "2xi32") + fill("n") + tell("n"),
    ),
    "takes over what a copy stands for": (
        M + fill("m") + "%q = bufferization.clone %m : memref<4xi32> to memref<4xi32>\n"
        + free("m") + N + fill("n", "y") + tell("q") + tell("n", 1),
        M + fill("m") + fill("m", "y") + tell("m") + tell("m", 1),
    ),
    "is told apart by its address": (
        M + N + "%h = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index\nfunc.call @place(%h) : "
                "(index) -> ()\n"
        + fill("n") + see("n"),
        N + M + "%h = memref.extract_aligned_pointer_as_index %n : memref<4xi32> -> index\nfunc.call @place(%h) : "
                "(index) -> ()\n"
        + fill("n") + see("n"),
    ),
    "is used by what still runs": (
        M + LATE + N + fill("n", "y") + tell("n", 1) + AWAITED,
        M + LATE + fill("m", "y") + tell("m", 1) + AWAITED,
    ),
    "is shared by rounds at the same time": (
        NUMBERS + PARALLEL.format(M + fill("m") + tell("m")),
        NUMBERS + M + PARALLEL.format(fill("m") + tell("m")),
    ),
    "is shared by rounds of a forall": (
        NUMBERS + "scf.forall (%k) in (%j) {\n" + M + fill("m") + tell("m") + "}\n",
        NUMBERS + M + "scf.forall (%k) in (%j) {\n" + fill("m") + tell("m") + "}\n",
    ),
    "is returned twice": (
        "%r:2 = func.call @two() : () -> (memref<4xi32>, memref<4xi32>)\n" + fill("r#0") + fill("r#1",
        "y") + tell("r#0"),
        "%r = memref.alloc() : memref<4xi32>\n" + fill("r") + fill("r", "y") + tell("r"),
    ),
}  # fmt: skip
OUTSIDE = """
func.func private @place(index)
func.func private @look()
func.func private @wide(memref<8xi32>)
func.func private @own(%m: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %m[%c0] : memref<4xi32>
  func.call @tell(%v) : (i32) -> ()
  return
}
func.func private @same(%m: memref<4xi32>) -> memref<4xi32> {
  return %m : memref<4xi32>
}
func.func private @keep(%m: memref<4xi32>, %w: memref<1xmemref<4xi32>>) {
  %c0 = arith.constant 0 : index
  memref.store %m, %w[%c0] : memref<1xmemref<4xi32>>
  return
}
func.func private @two() -> (memref<4xi32>, memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  %n = memref.alloc() : memref<4xi32>
  return %m, %n : memref<4xi32>, memref<4xi32>
}
"""
ARGUMENTS = (
    "%a: memref<4xi32>, %b: memref<4xi32>, %c: i1, %x: i32, %y: i32, %i: index, %j: index, %w: memref<1xmemref<4xi32>>"
)


def said(pair: tuple[str, str]) -> str:
    before, after = (body(text, ARGUMENTS) + OUTSIDE for text in pair)
    return status(before, after)


@pytest.mark.parametrize("name", SAME)
def test_what_nobody_can_tell_is_the_same(name: str) -> None:
    assert said(SAME[name]) == "same"


@pytest.mark.parametrize("name", OTHER)
def test_what_somebody_can_tell_is_not_the_same(name: str) -> None:
    assert said(OTHER[name]) != "same"
    assert said((OTHER[name][0],) * 2) == "same"

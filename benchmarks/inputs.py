"""Programs that grow: each function returns the text of one whose size is `n`."""


def diamonds(n: int) -> str:
    """`n` diamonds in a row that hand one buffer on; where the buffer came from doubles with each."""
    lines = ["func.func @diamonds(%cond: i1, %given: memref<8xf32>, %out: memref<8xf32>) {", "  cf.br ^b0(%given : memref<8xf32>)"]
    for i in range(n):
        lines += [
            f"^b{i}(%in{i}: memref<8xf32>):",
            f"  cf.cond_br %cond, ^left{i}, ^right{i}",
            f"^left{i}:",
            f"  cf.br ^b{i + 1}(%in{i} : memref<8xf32>)",
            f"^right{i}:",
            f"  %new{i} = memref.alloc() : memref<8xf32>",
            f"  memref.copy %in{i}, %new{i} : memref<8xf32> to memref<8xf32>",
            f"  cf.br ^b{i + 1}(%new{i} : memref<8xf32>)",
        ]
    lines += [f"^b{n}(%last: memref<8xf32>):", "  memref.copy %last, %out : memref<8xf32> to memref<8xf32>", "  return", "}"]
    return "\n".join(lines) + "\n"


def straight_line(n: int) -> str:
    """`n` buffers in one block, each read once by the next."""
    lines = ["func.func @straight_line(%first: memref<8xf32>, %out: memref<8xf32>) {"]
    before = "%first"
    for i in range(n):
        lines += [f"  %a{i} = memref.alloc() : memref<8xf32>", f"  memref.copy {before}, %a{i} : memref<8xf32> to memref<8xf32>"]
        before = f"%a{i}"
    lines += [f"  memref.copy {before}, %out : memref<8xf32> to memref<8xf32>", "  return", "}"]
    return "\n".join(lines) + "\n"


def nested_loops(n: int) -> str:
    """Loops nested `n` deep, each of which carries a buffer and replaces it."""
    lines = ["func.func @nested_loops(%given: memref<8xf32>, %steps: index, %out: memref<8xf32>) {"]
    lines += ["  %zero = arith.constant 0 : index", "  %one = arith.constant 1 : index"]
    carried = "%given"
    for i in range(n):
        bounds = f"%i{i} = %zero to %steps step %one iter_args(%c{i} = {carried})"
        lines.append("  " * (i + 1) + f"%r{i} = scf.for {bounds} -> (memref<8xf32>) {{")
        carried = f"%c{i}"
    inside = "  " * (n + 1)
    lines += [f"{inside}%new = memref.alloc() : memref<8xf32>", f"{inside}memref.copy {carried}, %new : memref<8xf32> to memref<8xf32>"]
    result = "%new"
    for i in reversed(range(n)):
        lines += ["  " * (i + 2) + f"scf.yield {result} : memref<8xf32>", "  " * (i + 1) + "}"]
        result = f"%r{i}"
    lines += [f"  memref.copy {result}, %out : memref<8xf32> to memref<8xf32>", "  return", "}"]
    return "\n".join(lines) + "\n"

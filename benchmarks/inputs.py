"""Programs that grow: each function returns the text of one whose size is `n`."""


def diamonds(n: int) -> str:
    """`n` diamonds in a row that hand one buffer on; where the buffer came from doubles with each."""
    lines = [
        "func.func @diamonds(%cond: i1, %given: memref<8xf32>, %out: memref<8xf32>) {",
        "  cf.br ^b0(%given : memref<8xf32>)",
    ]
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
    lines += [
        f"^b{n}(%last: memref<8xf32>):",
        "  memref.copy %last, %out : memref<8xf32> to memref<8xf32>",
        "  return",
        "}",
    ]
    return "\n".join(lines) + "\n"


def straight_line(n: int) -> str:
    """`n` buffers in one block, each read once by the next."""
    lines = ["func.func @straight_line(%first: memref<8xf32>, %out: memref<8xf32>) {"]
    before = "%first"
    for i in range(n):
        lines += [
            f"  %a{i} = memref.alloc() : memref<8xf32>",
            f"  memref.copy {before}, %a{i} : memref<8xf32> to memref<8xf32>",
        ]
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
    lines += [
        f"{inside}%new = memref.alloc() : memref<8xf32>",
        f"{inside}memref.copy {carried}, %new : memref<8xf32> to memref<8xf32>",
    ]
    result = "%new"
    for i in reversed(range(n)):
        lines += ["  " * (i + 2) + f"scf.yield {result} : memref<8xf32>", "  " * (i + 1) + "}"]
        result = f"%r{i}"
    lines += [f"  memref.copy {result}, %out : memref<8xf32> to memref<8xf32>", "  return", "}"]
    return "\n".join(lines) + "\n"


def join_chain(size: int) -> str:
    """`size` diamonds in a row: each allocates on one side and joins that with the join before it."""
    head = ["func.func @join_chain(%cond: i1, %first: memref<4xf32>, %out: memref<4xf32>) {"]
    head.append("  cf.cond_br %cond, ^left0, ^join0(%first : memref<4xf32>)")
    for k in range(size):
        head += [
            f"^left{k}:",
            f"  %new{k} = memref.alloc() : memref<4xf32>",
            f"  cf.br ^join{k}(%new{k} : memref<4xf32>)",
        ]
        head.append(f"^join{k}(%join{k}: memref<4xf32>):")
        if k < size - 1:
            head.append(f"  cf.cond_br %cond, ^left{k + 1}, ^join{k + 1}(%join{k} : memref<4xf32>)")
    return "\n".join(
        [*head, f"  memref.copy %join{size - 1}, %out : memref<4xf32> to memref<4xf32>", "  return", "}", ""]
    )


_MADE = [
    "func.func private @make() -> memref<4xf32> {",
    "  %made = memref.alloc() : memref<4xf32>",
    "  return %made : memref<4xf32>",
    "}",
]


def live_through(buffers: int, branches: int, *, viewed: bool = False, called: bool = False) -> str:
    """`buffers` allocations that live across `branches` conditional branches, each of which reads one of them on one
    side.

    What is read is a view of the buffer where it is `viewed`, and what makes it is a private function where that is
    `called`.
    """
    name, make = ("whole" if viewed else "buffer"), ("func.call @make() : () ->" if called else "memref.alloc() :")
    lines = [*(_MADE if called else ()), "func.func @live_through(%cond: i1, %out: memref<4xf32>) {"]
    for i in range(buffers):
        lines.append(f"  %{name}{i} = {make} memref<{8 if viewed else 4}xf32>")
        if viewed:
            lines.append(
                f"  %buffer{i} = memref.subview %whole{i}[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>"
            )
    type = "memref<4xf32, strided<[1]>>" if viewed else "memref<4xf32>"
    lines.append("  cf.br ^block0")
    for k in range(branches):
        lines += [f"^block{k}:", f"  cf.cond_br %cond, ^side{k}, ^block{k + 1}", f"^side{k}:"]
        lines += [f"  memref.copy %buffer{k % buffers}, %out : {type} to memref<4xf32>", f"  cf.br ^block{k + 1}"]
    lines.append(f"^block{branches}:")
    lines += [f"  memref.copy %buffer{i}, %out : {type} to memref<4xf32>" for i in range(buffers)]
    return "\n".join([*lines, "  return", "}", ""])

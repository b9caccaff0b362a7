"""Texts in which ops with regions come again, with other names, sizes or symbols: right ones, and wrong ones."""

HEAD = """#map = affine_map<(d0) -> (d0)>
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %n: index, %m: index, %c: i1, %d: i1, %w: i32,
    %l: memref<10xf32>, %v: memref<4xvector<2xf32>>) {
  %p:2 = scf.if %c -> (index, index) { scf.yield %n, %m : index, index } else { scf.yield %m, %n : index, index }
"""
TAIL = "  return\n}\n"


def generic(ins: str, out: str, x: str = "%x", y: str = "%y", z: str = "%z", left: str = "", right: str = "") -> str:
    """A linalg.generic that adds."""
    operands = f"ins({ins} : memref<4xf32>) outs({out} : memref<4xf32>)"
    return f"""  linalg.generic {{indexing_maps = [#map, #map], iterator_types = ["parallel"]}} {operands} {{
  ^bb0({x}: f32, {y}: f32):
    {z} = arith.addf {left or x}, {right or y} : f32
    linalg.yield {z} : f32
  }}
"""


def pick(condition: str, n: str, result: str, inner: str = "%t") -> str:
    """An scf.if with a result."""
    return f"""  {result} = scf.if {condition} -> (index) {{
    {inner} = arith.addi {n}, {n} : index
    scf.yield {inner} : index
  }} else {{
    scf.yield {n} : index
  }} {{tag = "%n"}}
"""


def loop(n: str, i: str, buffer: str) -> str:
    """An scf.for with an scf.if in it."""
    return f"""  scf.for {i} = {n} to {n} step {n} {{
    %v{i[1:]} = memref.load {buffer}[{i}] : memref<4xf32>
    scf.if %c {{
      memref.store %v{i[1:]}, {buffer}[{i}] : memref<4xf32>
    }}
  }}
"""


def _sized(source: str, n: int, target: str, m: int) -> str:
    pieces = generic(source, target).split("memref<4xf32>")
    return f"{pieces[0]}memref<{n}xf32>{pieces[1]}memref<{m}xf32>{pieces[2]}"


def _alloc(name: str, type: str) -> str:
    return f"  scf.if %c {{\n    {name} = memref.alloc() : {type}\n  }}\n"


def _cast(source: str, n: int, target: str, m: int) -> str:
    return f"""  scf.if %c {{
    %flat = memref.cast {source} : memref<{n}xf32> to memref<?xf32>
    %back = memref.cast %flat : memref<?xf32> to memref<{m}xf32>
    memref.copy %back, {target} : memref<{m}xf32> to memref<{m}xf32>
  }}
"""


def _branches(condition: str, n: str, result: str, inner: str = "%t") -> str:
    multiplied = f"    {inner} = arith.muli {n}, {n} : index\n    scf.yield {inner}"
    return pick(condition, n, result, inner).replace(f"    scf.yield {n} :", f"{multiplied} :")


def _map(buffer: str, sizes: str, argument: str = "%old") -> str:
    return f"""  linalg.map outs({buffer} : memref<{sizes}>)
    ({argument}: f32) {{
      linalg.yield {argument} : f32
    }}
"""


_SAME_OPS = {
    "generic": generic("%a", "%b") + generic("%b", "%a", "%in_10", "%out_1", "%7") * 2,
    "equal names": (
        generic("%a", "%b")
        + generic("%a", "%b", right="%x")
        + generic("%b", "%a", right="%x")
        + generic("%a", "%a") * 2
    ),
    "if": pick("%c", "%n", "%3").replace(', tag = "%n"', "") + pick("%d", "%m", "%4") + pick("%c", "%m", "%55", "%t0"),
    "for": loop("%n", "%i0", "%a") + loop("%m", "%i", "%b") + loop("%n", "%index", "%a"),
    "packs": loop("%p#0", "%i0", "%a") + loop("%p#1", "%i1", "%b") + loop("%n", "%i2", "%b") + loop("%m", "%i3", "%b"),
    "blocks": (
        loop("%n", "%i", "%a") * 2
        + "  cf.br ^x\n^x:\n"
        + loop("%n", "%i1", "%a") * 2
        + "  cf.br ^y\n^y:\n"
        + loop("%m", "%j", "%b")
    ),
    "comments": (
        loop("%n", "%j", "%a").replace("{\n", "{ // %a\n", 1)
        + loop("%m", "%k", "%b").replace("{\n", "{ // %b\n", 1) * 2
    ),
    "sizes": (
        _sized("%a", 4, "%b", 4) + _sized("%l", 10, "%l", 10) + _sized("%b", 4, "%a", 4) + _sized("%l", 10, "%l", 10)
    ),
    "equal sizes": (
        _cast("%a", 4, "%l", 10)
        + _cast("%l", 10, "%a", 4)
        + _cast("%l", 10, "%l", 10) * 2
        + _cast("%a", 4, "%b", 4) * 2
    ),
    "sizes in attributes": "".join(
        _sized("%l", n, "%l", n).replace("attrs = {}", f"attrs = {{t = memref<{n}xf32>}}") for n in (10, 10)
    ),
    "names side by side": (
        _branches("%c", "%n", "%3") + _branches("%d", "%m", "%4", "%other") + _branches("%d", "%m", "%5")
    ),
    "before a short name": generic("%a", "%b") * 2 + generic("%b", "%a"),
    "body behind a line": (
        _map("%a", "4xf32") + _map("%l", "10xf32", "%other") + _map("%b", "4xf32") + _map("%l", "10xf32")
    ),
    "sizes in comments": "".join(
        f"  scf.if %c {{\n    memref.dealloc {m} {{t = [1, // memref<{n}xf32>\n 2]}} : memref<{n}xf32>\n  }}\n"
        for m, n in (("%a", 4), ("%b", 4), ("%l", 10), ("%l", 10))
    ),
    "attributes behind": (loop("%n", "%j", "%a") * 2).replace("\n  }\n", "\n  }\n  {t}\n"),
}
_WRONG_OPS = {
    "type": generic("%a", "%b") * 2 + generic("%w", "%b"),
    "inner type": generic("%a", "%b") * 2 + generic("%a", "%b", right="%n"),
    "unknown": loop("%n", "%j", "%a") * 2 + loop("%none", "%j", "%a"),
    "unknown inside": generic("%a", "%b") * 2 + generic("%a", "%b", right="%none"),
    "visible name": loop("%n", "%j", "%a") * 2 + loop("%n", "%d", "%a"),
    "name twice": generic("%a", "%b") * 2 + generic("%a", "%b", "%x", "%x"),
    "result twice": pick("%c", "%n", "%3") + pick("%c", "%n", "%4") + pick("%c", "%n", "%4"),
    "used before": (
        "  %q = arith.addi %4, %n : index\n" + pick("%c", "%n", "%3") + pick("%c", "%n", "%5") + pick("%c", "%n", "%4")
    ),
    "no dominance": (
        f"  cf.cond_br %c, ^x, ^y\n^x:\n  %k = arith.addi %n, %n : index\n{loop('%n', '%j', '%a') * 2}  cf.br ^y\n^y:\n"
        + loop("%k", "%j", "%a")
    ),
    "pack": loop("%n", "%j", "%a") * 2 + loop("%p", "%j", "%a") + loop("%p#2", "%j", "%a"),
    "goes on": loop("%n", "%j", "%a") * 2 + loop("%m", "%j", "%a") + "  -> index\n",
    "rule": generic("%a", "%b").replace("yield %z : f32", "yield %n : index") * 2,
    "size": _sized("%a", 4, "%b", 4) + _sized("%l", 10, "%b", 4),
    "size behind a template": _sized("%a", 4, "%b", 4) * 3 + _sized("%l", 10, "%b", 4),
    "size of another": _sized("%a", 4, "%b", 4) * 2 + _sized("%a", 10, "%l", 10),
    "size too large": _sized("%a", 4, "%b", 4) * 2 + _sized("%a", 10**30, "%l", 10),
    "elements": (
        _sized("%a", 4, "%b", 4) * 2 + generic("%a", "%v").replace("%v : memref<4xf32>", "%v : memref<4xvector<2xf32>>")
    ),
    "type for a name": _alloc("%t", "memref<9xf32>") * 2 + _alloc("memref<9xf32>", "%t"),
    "name side by side": _branches("%c", "%n", "%3") * 2 + _branches("%c", "%n", "%4").replace("muli %n", "muli %t"),
    "at the end": "  scf.if %c {\n" + (loop("%n", "%j", "%a") * 2).replace("  ", "    ") + "    func.return\n  }\n",
}


def function(name: str, callee: str, inner: str = "", attributes: str = "", behind: str = "") -> str:
    """A function with a call in an scf.if."""
    return f"""func.func private @{name}(%c: i1, %m: memref<4xf32>) {attributes}{{
  scf.if %c {{
    func.call @{callee}(%c, %m){inner} : (i1, memref<4xf32>) -> ()
  }}{behind}
  return
}}
"""


CALLED = "".join(f"func.func private @{name}(i1, memref<4xf32>)\n" for name in ("one", "two", "memref", "i1"))
CALLED += "func.func private @other(i1, memref<8xf32>)\nmemref.global @number : memref<4xf32>\n"


def functions(*names: tuple[str, ...]) -> str:
    """Functions, with those that they call."""
    return "".join(function(*name) for name in names) + CALLED


_SAME_FUNCTIONS = {
    "callees": functions(("a", "one"), ("b", "two"), ("c", "one"), ("d", "d"), ("e", "a")),
    "attributes": functions(*((n, f, f' {{t = "{n}"}}') for n, f in (("a", "one"), ("b", "two"), ("c", "one")))),
    "symbols beside": functions(
        *((n, f, f" {{t = @{n}, u = [@{f}], v = @{f}::@{n}}}") for n, f in (("a", "one"), ("b", "two"), ("c", "one")))
    ),
    "equal symbols": functions(*((n, f, f" {{t = @{f}}}") for n, f in (("a", "one"), ("b", "two"), ("c", "one")))),
    "symbols that were equal": functions(
        ("a", "one", " {t = @one}"), ("b", "one", " {t = @one}"), ("c", "one", " {t = @two}")
    ),
    "symbols in comments": functions(
        *((n, f, "", "", f" // @{f} and @{n}") for n, f in (("a", "one"), ("b", "two"), ("c", "one")))
    ),
    "symbols in strings": functions(
        *((n, f, f' {{t = "@{n}", u = "{f}"}}') for n, f in (("a", "one"), ("b", "two"), ("c", "one")))
    ),
    "symbols in attributes of arguments": (
        functions(("a", "one"), ("b", "two")).replace("%c: i1", "%c: i1 {t = @one}", 1)
        + functions(("c", "one"), ("d", "two")).replace(CALLED, "").replace("%c: i1", "%c: i1 {t = @two}")
    ),
    "names of types": functions(
        ("a", "memref"), ("b", "i1"), ("c", "memref"), ("memref_1", "i1"), ("f32", "one"), ("x4", "two")
    ),
    "visibility": functions(("private", "one"), ("public", "two"), ("nested", "private")),
    "visibility in comments": functions(*((n, "one", "", "", f" // @{n}") for n in ("private", "a", "public"))),
    "overwritten callees": functions(
        *((n, n, f" {{callee = @{f}}}") for n, f in (("private", "one"), ("a", "two"), ("b", "a")))
    ),
    "attributes of functions": functions(
        *((n, f, "", f"attributes {{t = @{f}}} ") for n, f in (("a", "one"), ("b", "two"), ("c", "one")))
    ),
    "quoted": functions(("a", '"one"'), ('"b"', "two"), ("c", '"two"'), ("d", "one")),
    "locations": functions(*((n, f, "", "", f' loc("{n}")') for n, f in (("a", "one"), ("b", "two"), ("c", "one")))),
    "in modules": "".join(
        f"module @{n} {{\n{functions(('a', 'one'), ('b', 'two'), ('c', 'b'))}}}\n" for n in ("x", "y", "a")
    ),
    "declarations": CALLED + functions(("a", "one"), ("b", "a")).replace(CALLED, ""),
    "other names": (
        functions(("a", "one"), ("b", "two"))
        + functions(("c", "one"), ("d", "two")).replace(CALLED, "").replace("%c", "%0")
    ),
    "aliases": "#one = @one\n" + functions(*((n, "one", " {t = #one}") for n in "abc"), ("d", "two", " {t = #one}")),
    "at the end": CALLED + "".join(function(n, "one") for n in "abcd")[:-1],
}
_WRONG_FUNCTIONS = {
    "no such callee": functions(("a", "one"), ("b", "two"), ("c", "none"), ("d", "one")),
    "callee of another type": functions(("a", "one"), ("b", "two"), ("c", "other"), ("d", "one")),
    "callee that is none": functions(("a", "one"), ("b", "two"), ("c", "number")),
    "same name": functions(("a", "one"), ("b", "two"), ("b", "one")),
    "a value behind the sign": functions(("a", "one"), ("b", "two"), ("%0", "one"), ("c", "%c")),
    "a callee that is a value": functions(("a", "one"), ("b", "two"), ("c", "%c")),
    "no name": functions(("a", "one"), ("b", "two"), ("", "one")),
    "a value for a symbol": functions(("a", "one"), ("b", "two"), ("c", "one")).replace("@c", "%c"),
    "a number for a symbol": functions(("a", "one"), ("b", "two"), ("c", "2")),
    "a type for a symbol": functions(("a", "one"), ("b", "two"), ("c", "memref<4xf32>")),
    "name of a value twice": (
        functions(("a", "one"), ("b", "two"), ("c", "one")).replace("@c(%c: i1, %m", "@c(%c: i1, %c")
    ),
    "value of another function": functions(("a", "one"), ("b", "two"), ("c", "one")).replace("@c(%c", "@c(%d"),
    "nested symbol": functions(("a", "one"), ("b", "two"), ("c::@d", "two")),
    "symbol with a space": functions(("a", "one"), ("b", "two"), ("c", " one")),
    "wrong type inside": (
        functions(("a", "one"), ("b", "two")) + function("c", "one").replace("%m: memref<4xf32>", "%m: memref<8xf32>")
    ),
    "return of another type": (
        functions(("a", "one"), ("b", "two")) + function("c", "one").replace(") {", ") -> i1 {", 1)
    ),
}


def graph(name: str, callee: str, x: str = "%x", n: int = 4, more: str = "") -> str:
    """A function of blocks: a loop in it, a branch ahead and one back, and uses of what another block defines."""
    return f"""func.func private @{name}(%c: i1, %i: i32, {x}: memref<{n}xf32>) -> memref<{n}xf32> {{
  %a = memref.alloc() : memref<{n}xf32>
  cf.cond_br %c, ^head({x}, %i : memref<{n}xf32>, i32), ^choice // ^head
^head(%v: memref<{n}xf32>, %k: i32):
  %r = func.call @{callee}(%c, %k, %v) : (i1, i32, memref<{n}xf32>) -> memref<{n}xf32>
  cf.cond_br %c weights([1, 2]), ^head(%r, %k : memref<{n}xf32>, i32), ^end(%a : memref<{n}xf32>) {{t}}
^choice:
  cf.switch %i : i32, [
    default: ^end({x} : memref<{n}xf32>),
    42: ^end(%a : memref<{n}xf32>),
    7: ^head(%a, %i : memref<{n}xf32>, i32)
  ]
^end(%e: memref<{n}xf32>):{more}
  scf.if %c {{
    memref.copy %a, %e : memref<{n}xf32> to memref<{n}xf32>
  }}
  return %e : memref<{n}xf32>
}}
"""


def graphs(*graphs: str) -> str:
    """Functions of blocks, with those that they call."""
    types = [(name, f"memref<{n}xf32>") for name, n in (("one", 4), ("two", 4), ("ten", 10))]
    return "".join([*graphs, *(f"func.func private @{name}(i1, i32, {type}) -> {type}\n" for name, type in types)])


_AHEAD = "\n  cf.br ^last\n^back:\n  %s = arith.addi %i, %i : i32\n  return %a : memref<4xf32>\n^last:\n  cf.br ^back"
_SAME_GRAPHS = {
    "graphs": graphs(graph("a", "one"), graph("b", "two"), graph("c", "a", "%y"), graph("d", "d"), graph("e",
    "one", "%b")),
    "graphs of other sizes": graphs(graph("a", "one"), graph("b", "ten", n=10), graph("c", "ten", "%y", 10),
    graph("d", "two")),
    "other names of blocks": graphs(graph("a", "one"), *[graph(n, "two").replace("^head", "^other") for n in "bcd"],
    graph("e", "a")),
    "a block that nothing leads to": graphs(*[graph(n, "one",
    more="\n  cf.br ^on\n^idle:\n  cf.br ^on\n^on:") for n in "abc"]),
    "text in another order": graphs(*[graph(n, "one", more=_AHEAD.replace("cf.br ^back",
    "scf.if %c {}\n  cf.br ^back")) for n in "abc"])
    .replace("  scf.if %c {\n    memref.copy %a, %e : memref<4xf32> to memref<4xf32>\n  }\n  return %e : "
             "memref<4xf32>\n", ""),
    "used ahead": graphs(
        *[graph(n, "one",
        more="\n  cf.br ^w\n^u:\n  memref.copy %z, %e : memref<4xf32> to memref<4xf32>\n  cf.br ^on\n"
                 "^w:\n  %z = memref.alloc() : memref<4xf32>\n  cf.br ^u\n^on:") for n in "abc"]
    ),
}  # fmt: skip
_WRONG_GRAPHS = {
    "no such block": graphs(graph("a", "one"), graph("b", "two"), graph("c", "one").replace("^choice //", "^none //")),
    "block twice": graphs(graph("a", "one"), graph("b", "two"), graph("c", "one").replace("^choice:", "^end:")),
    "argument of another type": graphs(*[graph(n, "one").replace("^head(%a, %i", "^head(%i, %i") for n in "abc"]),
    "no dominance between blocks": graphs(
        *[graph(n, "one") for n in "ab"], graph("c", "one").replace("copy %a, %e", "copy %r, %e")
    ),
    "never dominance": graphs(*[graph(n, "one").replace("copy %a, %e", "copy %r, %e") for n in "abc"]),
    "name twice in blocks": graphs(graph("a", "one"), graph("b", "two"), graph("c", "one").replace("%e", "%v")),
    "argument of another size": graphs(
        graph("a", "one"),
        graph("b", "ten", n=10),
        graph("c", "ten", n=10).replace("(%e: memref<10", "(%e: memref<4"),
    ),
    "callee of another size": graphs(graph("a", "one"), graph("b", "two"), graph("c", "one", n=10)),
}


def _in_function(pieces: dict[str, str]) -> dict[str, str]:
    return {name: HEAD + lines + TAIL for name, lines in pieces.items()}


SAME = _in_function(_SAME_OPS) | _SAME_FUNCTIONS | _SAME_GRAPHS
WRONG = _in_function(_WRONG_OPS) | _WRONG_FUNCTIONS | _WRONG_GRAPHS

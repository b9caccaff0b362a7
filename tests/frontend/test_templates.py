"""Ops with regions whose text, but for names, was read before: trees and offsets are as if each were parsed, and so is
what is wrong.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from ownlog.base.errors import InputError
from ownlog.frontend import parse
from ownlog.frontend.generic.generic import print_generic
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.ir.module import Module
from ownlog.frontend.native import native_tree
from ownlog.frontend.reading import templates
from ownlog.frontend.reading.parser import Parser
from ownlog.frontend.reading.templates import Cuts, Templates
from ownlog.frontend.text.spelling import written

_READ = templates.READ
_HEAD = """#map = affine_map<(d0) -> (d0)>
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %n: index, %m: index, %c: i1, %d: i1, %w: i32,
    %l: memref<10xf32>, %v: memref<4xvector<2xf32>>) {
  %p:2 = scf.if %c -> (index, index) { scf.yield %n, %m : index, index } else { scf.yield %m, %n : index, index }
"""
_TAIL = "  return\n}\n"


def _generic(ins: str, out: str, x: str = "%x", y: str = "%y", z: str = "%z", left: str = "", right: str = "") -> str:
    operands = f"ins({ins} : memref<4xf32>) outs({out} : memref<4xf32>)"
    return f"""  linalg.generic {{indexing_maps = [#map, #map], iterator_types = ["parallel"]}} {operands} {{
  ^bb0({x}: f32, {y}: f32):
    {z} = arith.addf {left or x}, {right or y} : f32
    linalg.yield {z} : f32
  }}
"""


def _if(condition: str, n: str, result: str, inner: str = "%t") -> str:
    return f"""  {result} = scf.if {condition} -> (index) {{
    {inner} = arith.addi {n}, {n} : index
    scf.yield {inner} : index
  }} else {{
    scf.yield {n} : index
  }} {{tag = "%n"}}
"""


def _for(n: str, i: str, buffer: str) -> str:
    return f"""  scf.for {i} = {n} to {n} step {n} {{
    %v{i[1:]} = memref.load {buffer}[{i}] : memref<4xf32>
    scf.if %c {{
      memref.store %v{i[1:]}, {buffer}[{i}] : memref<4xf32>
    }}
  }}
"""


def _sized(source: str, n: int, target: str, m: int) -> str:
    pieces = _generic(source, target).split("memref<4xf32>")
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
    return _if(condition, n, result, inner).replace(f"    scf.yield {n} :", f"{multiplied} :")


def _map(buffer: str, sizes: str, argument: str = "%old") -> str:
    return f"""  linalg.map outs({buffer} : memref<{sizes}>)
    ({argument}: f32) {{
      linalg.yield {argument} : f32
    }}
"""


_SAME_OPS = {
    "generic": _generic("%a", "%b") + _generic("%b", "%a", "%in_10", "%out_1", "%7") * 2,
    "equal names": (
        _generic("%a", "%b")
        + _generic("%a", "%b", right="%x")
        + _generic("%b", "%a", right="%x")
        + _generic("%a", "%a") * 2
    ),
    "if": _if("%c", "%n", "%3").replace(', tag = "%n"', "") + _if("%d", "%m", "%4") + _if("%c", "%m", "%55", "%t0"),
    "for": _for("%n", "%i0", "%a") + _for("%m", "%i", "%b") + _for("%n", "%index", "%a"),
    "packs": _for("%p#0", "%i0", "%a") + _for("%p#1", "%i1", "%b") + _for("%n", "%i2", "%b") + _for("%m", "%i3", "%b"),
    "blocks": (
        _for("%n", "%i", "%a") * 2
        + "  cf.br ^x\n^x:\n"
        + _for("%n", "%i1", "%a") * 2
        + "  cf.br ^y\n^y:\n"
        + _for("%m", "%j", "%b")
    ),
    "comments": (
        _for("%n", "%j", "%a").replace("{\n", "{ // %a\n", 1)
        + _for("%m", "%k", "%b").replace("{\n", "{ // %b\n", 1) * 2
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
    "before a short name": _generic("%a", "%b") * 2 + _generic("%b", "%a"),
    "body behind a line": (
        _map("%a", "4xf32") + _map("%l", "10xf32", "%other") + _map("%b", "4xf32") + _map("%l", "10xf32")
    ),
    "sizes in comments": "".join(
        f"  scf.if %c {{\n    memref.dealloc {m} {{t = [1, // memref<{n}xf32>\n 2]}} : memref<{n}xf32>\n  }}\n"
        for m, n in (("%a", 4), ("%b", 4), ("%l", 10), ("%l", 10))
    ),
    "attributes behind": (_for("%n", "%j", "%a") * 2).replace("\n  }\n", "\n  }\n  {t}\n"),
}
_WRONG_OPS = {
    "type": _generic("%a", "%b") * 2 + _generic("%w", "%b"),
    "inner type": _generic("%a", "%b") * 2 + _generic("%a", "%b", right="%n"),
    "unknown": _for("%n", "%j", "%a") * 2 + _for("%none", "%j", "%a"),
    "unknown inside": _generic("%a", "%b") * 2 + _generic("%a", "%b", right="%none"),
    "visible name": _for("%n", "%j", "%a") * 2 + _for("%n", "%d", "%a"),
    "name twice": _generic("%a", "%b") * 2 + _generic("%a", "%b", "%x", "%x"),
    "result twice": _if("%c", "%n", "%3") + _if("%c", "%n", "%4") + _if("%c", "%n", "%4"),
    "used before": (
        "  %q = arith.addi %4, %n : index\n" + _if("%c", "%n", "%3") + _if("%c", "%n", "%5") + _if("%c", "%n", "%4")
    ),
    "no dominance": (
        f"  cf.cond_br %c, ^x, ^y\n^x:\n  %k = arith.addi %n, %n : index\n{_for('%n', '%j', '%a') * 2}  cf.br ^y\n^y:\n"
        + _for("%k", "%j", "%a")
    ),
    "pack": _for("%n", "%j", "%a") * 2 + _for("%p", "%j", "%a") + _for("%p#2", "%j", "%a"),
    "goes on": _for("%n", "%j", "%a") * 2 + _for("%m", "%j", "%a") + "  -> index\n",
    "rule": _generic("%a", "%b").replace("yield %z : f32", "yield %n : index") * 2,
    "size": _sized("%a", 4, "%b", 4) + _sized("%l", 10, "%b", 4),
    "size behind a template": _sized("%a", 4, "%b", 4) * 3 + _sized("%l", 10, "%b", 4),
    "size of another": _sized("%a", 4, "%b", 4) * 2 + _sized("%a", 10, "%l", 10),
    "size too large": _sized("%a", 4, "%b", 4) * 2 + _sized("%a", 10**30, "%l", 10),
    "elements": (
        _sized("%a", 4, "%b", 4) * 2
        + _generic("%a", "%v").replace("%v : memref<4xf32>", "%v : memref<4xvector<2xf32>>")
    ),
    "type for a name": _alloc("%t", "memref<9xf32>") * 2 + _alloc("memref<9xf32>", "%t"),
    "name side by side": _branches("%c", "%n", "%3") * 2 + _branches("%c", "%n", "%4").replace("muli %n", "muli %t"),
    "at the end": "  scf.if %c {\n" + (_for("%n", "%j", "%a") * 2).replace("  ", "    ") + "    func.return\n  }\n",
}


def _function(name: str, callee: str, inner: str = "", attributes: str = "", behind: str = "") -> str:
    return f"""func.func private @{name}(%c: i1, %m: memref<4xf32>) {attributes}{{
  scf.if %c {{
    func.call @{callee}(%c, %m){inner} : (i1, memref<4xf32>) -> ()
  }}{behind}
  return
}}
"""


_CALLED = "".join(f"func.func private @{name}(i1, memref<4xf32>)\n" for name in ("one", "two", "memref", "i1"))
_CALLED += "func.func private @other(i1, memref<8xf32>)\nmemref.global @number : memref<4xf32>\n"


def _functions(*names: tuple[str, ...]) -> str:
    return "".join(_function(*name) for name in names) + _CALLED


_SAME_FUNCTIONS = {
    "callees": _functions(("a", "one"), ("b", "two"), ("c", "one"), ("d", "d"), ("e", "a")),
    "attributes": _functions(*((n, f, f' {{t = "{n}"}}') for n, f in (("a", "one"), ("b", "two"), ("c", "one")))),
    "symbols beside": _functions(
        *((n, f, f" {{t = @{n}, u = [@{f}], v = @{f}::@{n}}}") for n, f in (("a", "one"), ("b", "two"), ("c", "one")))
    ),
    "equal symbols": _functions(*((n, f, f" {{t = @{f}}}") for n, f in (("a", "one"), ("b", "two"), ("c", "one")))),
    "symbols that were equal": _functions(
        ("a", "one", " {t = @one}"), ("b", "one", " {t = @one}"), ("c", "one", " {t = @two}")
    ),
    "symbols in comments": _functions(
        *((n, f, "", "", f" // @{f} and @{n}") for n, f in (("a", "one"), ("b", "two"), ("c", "one")))
    ),
    "symbols in strings": _functions(
        *((n, f, f' {{t = "@{n}", u = "{f}"}}') for n, f in (("a", "one"), ("b", "two"), ("c", "one")))
    ),
    "symbols in attributes of arguments": (
        _functions(("a", "one"), ("b", "two")).replace("%c: i1", "%c: i1 {t = @one}", 1)
        + _functions(("c", "one"), ("d", "two")).replace(_CALLED, "").replace("%c: i1", "%c: i1 {t = @two}")
    ),
    "names of types": _functions(
        ("a", "memref"), ("b", "i1"), ("c", "memref"), ("memref_1", "i1"), ("f32", "one"), ("x4", "two")
    ),
    "visibility": _functions(("private", "one"), ("public", "two"), ("nested", "private")),
    "visibility in comments": _functions(*((n, "one", "", "", f" // @{n}") for n in ("private", "a", "public"))),
    "overwritten callees": _functions(
        *((n, n, f" {{callee = @{f}}}") for n, f in (("private", "one"), ("a", "two"), ("b", "a")))
    ),
    "attributes of functions": _functions(
        *((n, f, "", f"attributes {{t = @{f}}} ") for n, f in (("a", "one"), ("b", "two"), ("c", "one")))
    ),
    "quoted": _functions(("a", '"one"'), ('"b"', "two"), ("c", '"two"'), ("d", "one")),
    "locations": _functions(*((n, f, "", "", f' loc("{n}")') for n, f in (("a", "one"), ("b", "two"), ("c", "one")))),
    "in modules": "".join(
        f"module @{n} {{\n{_functions(('a', 'one'), ('b', 'two'), ('c', 'b'))}}}\n" for n in ("x", "y", "a")
    ),
    "declarations": _CALLED + _functions(("a", "one"), ("b", "a")).replace(_CALLED, ""),
    "other names": (
        _functions(("a", "one"), ("b", "two"))
        + _functions(("c", "one"), ("d", "two")).replace(_CALLED, "").replace("%c", "%0")
    ),
    "aliases": "#one = @one\n" + _functions(*((n, "one", " {t = #one}") for n in "abc"), ("d", "two", " {t = #one}")),
    "at the end": _CALLED + "".join(_function(n, "one") for n in "abcd")[:-1],
}
_WRONG_FUNCTIONS = {
    "no such callee": _functions(("a", "one"), ("b", "two"), ("c", "none"), ("d", "one")),
    "callee of another type": _functions(("a", "one"), ("b", "two"), ("c", "other"), ("d", "one")),
    "callee that is none": _functions(("a", "one"), ("b", "two"), ("c", "number")),
    "same name": _functions(("a", "one"), ("b", "two"), ("b", "one")),
    "a value behind the sign": _functions(("a", "one"), ("b", "two"), ("%0", "one"), ("c", "%c")),
    "a callee that is a value": _functions(("a", "one"), ("b", "two"), ("c", "%c")),
    "no name": _functions(("a", "one"), ("b", "two"), ("", "one")),
    "a value for a symbol": _functions(("a", "one"), ("b", "two"), ("c", "one")).replace("@c", "%c"),
    "a number for a symbol": _functions(("a", "one"), ("b", "two"), ("c", "2")),
    "a type for a symbol": _functions(("a", "one"), ("b", "two"), ("c", "memref<4xf32>")),
    "name of a value twice": (
        _functions(("a", "one"), ("b", "two"), ("c", "one")).replace("@c(%c: i1, %m", "@c(%c: i1, %c")
    ),
    "value of another function": _functions(("a", "one"), ("b", "two"), ("c", "one")).replace("@c(%c", "@c(%d"),
    "nested symbol": _functions(("a", "one"), ("b", "two"), ("c::@d", "two")),
    "symbol with a space": _functions(("a", "one"), ("b", "two"), ("c", " one")),
    "wrong type inside": (
        _functions(("a", "one"), ("b", "two")) + _function("c", "one").replace("%m: memref<4xf32>", "%m: memref<8xf32>")
    ),
    "return of another type": (
        _functions(("a", "one"), ("b", "two")) + _function("c", "one").replace(") {", ") -> i1 {", 1)
    ),
}


def _graph(name: str, callee: str, x: str = "%x", n: int = 4, more: str = "") -> str:
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


def _graphs(*graphs: str) -> str:
    types = [(name, f"memref<{n}xf32>") for name, n in (("one", 4), ("two", 4), ("ten", 10))]
    return "".join([*graphs, *(f"func.func private @{name}(i1, i32, {type}) -> {type}\n" for name, type in types)])


_AHEAD = "\n  cf.br ^last\n^back:\n  %s = arith.addi %i, %i : i32\n  return %a : memref<4xf32>\n^last:\n  cf.br ^back"
_SAME_GRAPHS = {
    "graphs": _graphs(_graph("a", "one"), _graph("b", "two"), _graph("c", "a", "%y"), _graph("d", "d"), _graph("e",
    "one", "%b")),
    "graphs of other sizes": _graphs(_graph("a", "one"), _graph("b", "ten", n=10), _graph("c", "ten", "%y", 10),
    _graph("d", "two")),
    "other names of blocks": _graphs(_graph("a", "one"), *[_graph(n, "two").replace("^head", "^other") for n in "bcd"],
    _graph("e", "a")),
    "a block that nothing leads to": _graphs(*[_graph(n, "one",
    more="\n  cf.br ^on\n^idle:\n  cf.br ^on\n^on:") for n in "abc"]),
    "text in another order": _graphs(*[_graph(n, "one", more=_AHEAD.replace("cf.br ^back",
    "scf.if %c {}\n  cf.br ^back")) for n in "abc"])
    .replace("  scf.if %c {\n    memref.copy %a, %e : memref<4xf32> to memref<4xf32>\n  }\n  return %e : "
             "memref<4xf32>\n", ""),
    "used ahead": _graphs(
        *[_graph(n, "one",
        more="\n  cf.br ^w\n^u:\n  memref.copy %z, %e : memref<4xf32> to memref<4xf32>\n  cf.br ^on\n"
                 "^w:\n  %z = memref.alloc() : memref<4xf32>\n  cf.br ^u\n^on:") for n in "abc"]
    ),
}  # fmt: skip
_WRONG_GRAPHS = {
    "no such block": _graphs(
        _graph("a", "one"), _graph("b", "two"), _graph("c", "one").replace("^choice //", "^none //")
    ),
    "block twice": _graphs(_graph("a", "one"), _graph("b", "two"), _graph("c", "one").replace("^choice:", "^end:")),
    "argument of another type": _graphs(*[_graph(n, "one").replace("^head(%a, %i", "^head(%i, %i") for n in "abc"]),
    "no dominance between blocks": _graphs(
        *[_graph(n, "one") for n in "ab"], _graph("c", "one").replace("copy %a, %e", "copy %r, %e")
    ),
    "never dominance": _graphs(*[_graph(n, "one").replace("copy %a, %e", "copy %r, %e") for n in "abc"]),
    "name twice in blocks": _graphs(_graph("a", "one"), _graph("b", "two"), _graph("c", "one").replace("%e", "%v")),
    "argument of another size": _graphs(
        _graph("a", "one"),
        _graph("b", "ten", n=10),
        _graph("c", "ten", n=10).replace("(%e: memref<10", "(%e: memref<4"),
    ),
    "callee of another size": _graphs(_graph("a", "one"), _graph("b", "two"), _graph("c", "one", n=10)),
}


def _in_function(pieces: dict[str, str]) -> dict[str, str]:
    return {name: _HEAD + lines + _TAIL for name, lines in pieces.items()}


_SAME = _in_function(_SAME_OPS) | _SAME_FUNCTIONS | _SAME_GRAPHS
_WRONG = _in_function(_WRONG_OPS) | _WRONG_FUNCTIONS | _WRONG_GRAPHS


pytestmark = [
    pytest.mark.skipif(native_tree() is None, reason="the native reader was not built"),
    pytest.mark.usefixtures("made_at_once"),
]


@pytest.fixture
def each_op_parsed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    def switch() -> None:
        monkeypatch.setattr("ownlog.frontend.reading.parser.native_tree", lambda: None)

    return switch


def tree(module: Module) -> Iterator[tuple[object, ...]]:
    """All that is to be the same, with the owners of values as names."""

    def told(value: Value) -> tuple[object, ...]:
        owner = value.owner.name if isinstance(value.owner, Op) else "block"
        return value.ref, value.type, value.index, value.offset, value.attrs, value.location, owner

    for op in module.walk():
        above = op.parent_op
        yield op.name, op.form, op.lead_start, op.start, op.end, op.position, op.location, op.segments
        yield tuple(
            (key, text, text and written(text))
            for attributes in (op.attrs, op.properties)
            for key, text in attributes.items()
        )
        yield above and above.start, [told(value) for value in op.operands], [told(value) for value in op.results]
        for region in op.regions:
            yield region.start, region.tail_start, region.end, region.parent is op
            for block in region.blocks:
                yield (
                    block.label,
                    block.lead_start,
                    block.start,
                    block.head_end,
                    [told(value) for value in block.arguments],
                    len(block.ops),
                )
                yield block.parent is region, [region.blocks.index(after) for after in block.successors]


def _said(text: str) -> str:
    with pytest.raises(InputError) as caught:
        parse(text, "in.mlir")
    return str(caught.value)


@pytest.mark.parametrize("text", _SAME.values(), ids=_SAME)
def test_ops_are_the_same(text: str, each_op_parsed: Callable[[], None]) -> None:
    module = parse(text)
    alike = print_generic(module), list(tree(module))
    each_op_parsed()
    module = parse(text)
    assert alike == (print_generic(module), list(tree(module)))


@pytest.mark.parametrize("text", _WRONG.values(), ids=_WRONG)
def test_what_is_wrong_is_said_in_the_same_words(text: str, each_op_parsed: Callable[[], None]) -> None:
    alike = _said(text)
    each_op_parsed()
    assert alike == _said(text)


def test_functions_that_differ_in_symbols_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"f{number}" for number in range(20)]
    parsed = _parsed("".join(map(_function, names, [*names[1:], "one"])) + _CALLED, monkeypatch)
    assert (parsed["func.call"], parsed["scf.if"]) == (1, 1)


def test_functions_of_blocks_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"f{number}" for number in range(20)]
    parsed = _parsed(_graphs(*map(_graph, names, [*names[1:], "one"])), monkeypatch)
    assert (parsed["func.call"], parsed["cf.cond_br"], parsed["cf.switch"]) == (1, 2, 1)


def _parsed(text: str, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often an op of each name is parsed."""
    parsed: Counter[str] = Counter()
    finish = Parser._finish

    def noted(parser: Parser, op: Op, results: list[tuple[str, int, int]], types: list[object]) -> None:
        parsed[op.name] += 1
        finish(parser, op, results, types)  # type: ignore[arg-type]

    monkeypatch.setattr(Parser, "_finish", noted)
    parse(text)
    return parsed


@pytest.mark.parametrize("lines", ["generic", "if", "for", "equal names"])
def test_a_text_is_parsed_once(lines: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = {
        "generic": [_generic("%a", "%b", f"%x{i}", f"%out_{i}", f"%{i}") for i in range(20)],
        "if": [_if("%c", "%n", f"%{i}", f"%t{i}") for i in range(20)],
        "for": [_for("%n", f"%i{i}", "%a") for i in range(20)],
        "equal names": [_generic("%a", "%b") + _generic("%a", "%b", right="%x") for _ in range(20)],
    }[lines]
    text = _HEAD + "".join(pieces).replace(' {tag = "%n"}', "") + _TAIL.replace("return", "func.return")
    parsed = _parsed(text, monkeypatch)
    name = {"if": "scf.if", "for": "scf.for"}.get(lines, "linalg.generic")
    # One `if` more is in the head of the function, and one in each loop.
    assert parsed[name] == {"equal names": 2, "if": 2}.get(lines, 1)


def test_two_of_a_text_are_parsed_before_one_is_made_a_template(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "READ", _READ)
    text = _HEAD + "".join(_for("%n", f"%i{i}", "%a") for i in range(5)) + _TAIL
    assert _parsed(text, monkeypatch)["scf.for"] == 3


def test_where_no_text_comes_twice_no_more_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = _looked_at([_for("%n", "%i", "%a").replace("  }\n", f"  }} {{t{i}}}\n") for i in range(200)], monkeypatch)
    assert 32 < looked < 150


def test_where_no_template_of_a_text_fits_no_more_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    copy = "    memref.copy %{}, %{} : memref<4xf32> to memref<4xf32>\n"
    ways = itertools.islice(itertools.product("ab", repeat=8), 200)  # in which the words of one text are equal
    bodies = ["".join(itertools.starmap(copy.format, zip(way[::2], way[1::2], strict=True))) for way in ways]
    looked = _looked_at([f"  scf.for %i = %n to %n step %n {{\n{body}  }}\n" for body in bodies], monkeypatch)
    assert 32 < looked < 150


def _looked_at(loops: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """For how many of `loops` a template is looked for and not found."""
    looked = 0
    add = Templates.add

    def counted(self: Templates, op: Op, cuts: Cuts) -> None:
        nonlocal looked
        looked += op.name == "scf.for"
        add(self, op, cuts)

    monkeypatch.setattr(Templates, "add", counted)
    parse(_HEAD + "".join(loops) + _TAIL)
    return looked


def test_ops_of_a_template_share_nothing_that_changes() -> None:
    module = parse(_HEAD + _for("%n", "%i", "%a") * 3 + _TAIL)
    loads = [op for op in module.walk() if op.name == "memref.load"]
    loads[1].attrs["t"] = None
    loads[1].operands.clear()
    assert [(len(op.attrs), len(op.operands)) for op in loads] == [(0, 2), (1, 0), (0, 2)]

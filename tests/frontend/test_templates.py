"""Ops with regions whose text, but for names, was read before: trees and offsets are as if each were parsed, and so is
what is wrong.
"""

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
from tests.frontend.repeated import CALLED, HEAD, SAME, TAIL, WRONG, function, generic, graph, graphs, loop, pick

_READ = templates.READ


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


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_ops_are_the_same(text: str, each_op_parsed: Callable[[], None]) -> None:
    module = parse(text)
    alike = print_generic(module), list(tree(module))
    each_op_parsed()
    module = parse(text)
    assert alike == (print_generic(module), list(tree(module)))


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_said_in_the_same_words(text: str, each_op_parsed: Callable[[], None]) -> None:
    alike = _said(text)
    each_op_parsed()
    assert alike == _said(text)


def test_functions_that_differ_in_symbols_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"f{number}" for number in range(20)]
    parsed = _parsed("".join(map(function, names, [*names[1:], "one"])) + CALLED, monkeypatch)
    assert (parsed["func.call"], parsed["scf.if"]) == (1, 1)


def test_functions_of_blocks_are_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"f{number}" for number in range(20)]
    parsed = _parsed(graphs(*map(graph, names, [*names[1:], "one"])), monkeypatch)
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
        "generic": [generic("%a", "%b", f"%x{i}", f"%out_{i}", f"%{i}") for i in range(20)],
        "if": [pick("%c", "%n", f"%{i}", f"%t{i}") for i in range(20)],
        "for": [loop("%n", f"%i{i}", "%a") for i in range(20)],
        "equal names": [generic("%a", "%b") + generic("%a", "%b", right="%x") for _ in range(20)],
    }[lines]
    text = HEAD + "".join(pieces).replace(' {tag = "%n"}', "") + TAIL.replace("return", "func.return")
    parsed = _parsed(text, monkeypatch)
    name = {"if": "scf.if", "for": "scf.for"}.get(lines, "linalg.generic")
    # One `if` more is in the head of the function, and one in each loop.
    assert parsed[name] == {"equal names": 2, "if": 2}.get(lines, 1)


def test_two_of_a_text_are_parsed_before_one_is_made_a_template(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(templates, "READ", _READ)
    text = HEAD + "".join(loop("%n", f"%i{i}", "%a") for i in range(5)) + TAIL
    assert _parsed(text, monkeypatch)["scf.for"] == 3


def test_where_no_text_comes_twice_no_more_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = _looked_at([loop("%n", "%i", "%a").replace("  }\n", f"  }} {{t{i}}}\n") for i in range(200)], monkeypatch)
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
    parse(HEAD + "".join(loops) + TAIL)
    return looked


def test_ops_of_a_template_share_nothing_that_changes() -> None:
    module = parse(HEAD + loop("%n", "%i", "%a") * 3 + TAIL)
    loads = [op for op in module.walk() if op.name == "memref.load"]
    loads[1].attrs["t"] = None
    loads[1].operands.clear()
    assert [(len(op.attrs), len(op.operands)) for op in loads] == [(0, 2), (1, 0), (0, 2)]

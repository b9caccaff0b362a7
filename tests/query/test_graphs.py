"""Graphs in DOT: are they DOT, and do they say what the plan says?"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import ownlog
from ownlog.query.reports.graphs import GRAPHS, control_flow, ownership
from ownlog.query.reports.lives import FREES
from ownlog.query.reports.seen import planned
from tests.pages import assert_prints, examples
from tests.report.programs import EXAMPLES, GRAPH, HOSTILE, example
from tests.shared import REPOSITORY, require_tool
from tests.tools import OwnlogFork

TOKEN = re.compile(
    r'\s*(?:("(?:[^"\\]|\\.)*")|(->|[{}\[\]=;,])|([A-Za-z_][A-Za-z_0-9]*|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)))'
)
NESTED = """\
func.func @outer(%c: i1, %n: index, %m: index, %out: memref<4xf32>) {
  scf.if %c {
    scf.for %i = %n to %m step %n {
      %a = memref.alloc() : memref<4xf32>
      linalg.generic {indexing_maps = [affine_map<(d) -> (d)>], iterator_types = ["parallel"]} outs(%a \
: memref<4xf32>) {
      ^bb0(%x: f32):
        linalg.yield %x : f32
      }
      memref.copy %a, %out : memref<4xf32> to memref<4xf32>
    }
  }
  return
}
"""


REPORT = OwnlogFork(("report",))


class Dot(NamedTuple):
    """A graph that was read: the labels of its nodes, and its edges with their labels."""

    nodes: dict[str, str]
    edges: list[tuple[str, str, str]]


def read(text: str) -> Dot:
    """Read DOT by its grammar, as far as directed graphs without ports go. Raises AssertionError for what is no DOT."""
    tokens = list(_tokens(text))
    assert (tokens[0], tokens[2]) == ("digraph", "{")
    nodes: dict[str, str] = {}
    edges: list[tuple[str, str, str]] = []
    at, depth = 3, 1
    while depth:
        token = tokens[at]
        at += 1
        if token == "}":
            depth -= 1
        elif token == "subgraph":
            assert _is_name(tokens[at])
            assert tokens[at + 1] == "{"
            at, depth = at + 2, depth + 1
        elif tokens[at] == "=":
            assert _is_name(token)
            assert _is_name(tokens[at + 1])
            at += 2
        else:
            assert _is_name(token), token
            target = None
            if tokens[at] == "->":
                target = tokens[at + 1]
                assert _is_name(target)
                at += 2
            attributes, at = _attributes(tokens, at)
            if target is not None:
                edges.append((_plain(token), _plain(target), attributes.get("label", "")))
            elif token not in ("node", "edge", "graph"):
                nodes[_plain(token)] = attributes.get("label", _plain(token))
    assert at == len(tokens)
    return Dot(nodes, edges)


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while text[at:].strip():
        match = TOKEN.match(text, at)
        assert match, text[at : at + 40]
        yield match[0].strip()
        at = match.end()


def _attributes(tokens: list[str], at: int) -> tuple[dict[str, str], int]:
    found: dict[str, str] = {}
    if tokens[at] != "[":
        return found, at
    at += 1
    while tokens[at] != "]":
        assert _is_name(tokens[at])
        assert tokens[at + 1] == "="
        assert _is_name(tokens[at + 2])
        found[tokens[at]] = _plain(tokens[at + 2])
        at += 3
        assert tokens[at] in ",]"
        at += tokens[at] == ","
    return found, at + 1


def _is_name(token: str) -> bool:
    return token[0] == '"' or token[0].isalnum() or token[0] in "_-."


def _plain(token: str) -> str:
    return (
        re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], token[1:-1]) if token[0] == '"' else token
    )


@pytest.mark.parametrize("kind", GRAPHS)
@pytest.mark.parametrize("name", [*EXAMPLES, "graph", "nested", "hostile", "empty"])
def test_every_graph_is_dot(name: str, kind: str) -> None:
    text = (
        {"graph": GRAPH, "nested": NESTED, "hostile": HOSTILE, "empty": ""}.get(name)
        if name not in EXAMPLES
        else example(name)
    )
    assert text is not None
    dot = read(GRAPHS[kind](planned(ownlog.parse(text)), None))
    assert {name for source, target, _ in dot.edges for name in (source, target)} <= dot.nodes.keys()
    assert dot.nodes or name in ("empty",) or kind == "ownership"


@pytest.mark.parametrize("kind", GRAPHS)
def test_graphviz_reads_it(kind: str, tmp_path: Path) -> None:
    import subprocess

    text = GRAPHS[kind](planned(ownlog.parse(HOSTILE)), None)
    assert (
        subprocess.run([require_tool("dot"), "-Tsvg"], input=text, capture_output=True, text=True, check=False).stderr
        == ""
    )


def test_the_blocks_are_those_of_the_program_with_what_they_free() -> None:
    text = GRAPH.replace("(%cond: i1", "(%cond: i1, %again: i1").replace(
        "cond_br %cond, ^loop(%next", "cond_br %again, ^loop(%next"
    )
    dot = read(control_flow(planned(ownlog.parse(text))))
    assert dot.nodes.keys() == {"@graph/^entry", "@graph/^loop", "@graph/^end"}
    assert sorted(dot.edges) == [
        ("@graph/^entry", "@graph/^end", "false"),
        ("@graph/^entry", "@graph/^loop", "true"),
        ("@graph/^loop", "@graph/^end", "false"),
        ("@graph/^loop", "@graph/^loop", "true"),
    ]
    assert dot.nodes["@graph/^loop"].split("\n") == [
        "^loop, line 5",
        "%turn freed on the way from line 8 to ^loop, if owned then",
        "%next freed on the way from line 8 to ^end",
    ]
    assert dot.nodes["@graph/^entry"] == "entry, line 1"


def test_regions_without_buffers_are_left_out_and_those_around_one_are_not() -> None:
    dot = read(control_flow(planned(ownlog.parse(NESTED))))
    assert list(dot.nodes.values()) == [
        "entry, line 1",
        "the body of scf.if on line 2",
        "the body of scf.for on line 3\n%a freed after line 9",
    ]
    assert [label for _, _, label in dot.edges] == ["scf.if", "scf.for"]


def test_ownership_goes_where_the_plan_has_it() -> None:
    seen = planned(ownlog.parse(GRAPH))
    dot = read(ownership(seen))
    for life in seen.lives.all():
        ends = {
            dot.nodes[target]
            for source, target, _ in dot.edges
            if source == life.value and target.startswith(f"{life.value} ")
        }
        assert {fate.text for fate in life.fates if fate.kind in FREES} <= ends
        heirs = {other for _, other in seen.lives.steps(life.value) if other is not None}
        assert heirs <= {target for source, target, _ in dot.edges if source == life.value}


def test_the_single_pass_has_blocks_and_no_ownership_that_moves() -> None:
    seen = planned(ownlog.parse(GRAPH), "ownership-based-buffer-deallocation")
    frees = read(control_flow(seen)).nodes["@graph/^loop"].split("\n")[1:]
    assert frees
    assert all("freed" in line for line in frees)
    with pytest.raises(ownlog.InputError, match="decides at the ends of blocks"):
        ownership(seen)


def test_the_command_writes_a_graph(tmp_path: Path) -> None:
    path = str(REPOSITORY / "examples" / "diamond.mlir")
    shown = REPORT([path, "--dot", "ownership", "--func", "diamond"])
    assert read(shown.out).edges
    written = REPORT([path, "--dot", "cfg", "-o", str(tmp_path / "g.dot")])
    assert (written.status, written.out) == (0, "")
    assert read((tmp_path / "g.dot").read_text()).nodes
    no_plan = ["--dot", "ownership", "-p", "ownership-based-buffer-deallocation"]
    for wrong in (no_plan, ["--dot", "tree"], [], ["--func", "diamond", "-o", "-"]):
        run = REPORT([path, *wrong])
        assert (run.status, run.out) == (2, ""), wrong
        assert run.err.startswith(("error:", "Usage:"))
    assert REPORT([path, "--dot", "cfg", "--func", "nobody"]).status == 1


def test_the_page_shows_what_is_printed() -> None:
    [(command, output)] = [example for example in examples("report.md") if "--dot" in example[0]]
    assert_prints(command, output)

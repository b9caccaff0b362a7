"""Loading programs: includes, extra files, documentation, rule numbers, and the cache."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ownlog.base.cache import Cache
from ownlog.rules.engine.embedded import EmbeddedEngine
from ownlog.rules.engine.program.program import Program

Write = Callable[[str, str], Path]

TEXT = """.type V <: symbol
/** An edge.
 *  It goes from `x` to `y`.
 */
.decl Edge(x:V, y:V)
.input Edge

// Where one can go.
// In one step or more.
.decl Path, Other(x:V, y:V)
.output Path

// Not about the next declaration.

.decl Bare(n:number)

// P1: an edge is a path
Path(x, y) :- Edge(x, y).
// About paths of several edges.
// P2a: a path goes on
// from its end
Path(x, z) :- Path(x, y), Edge(y, z).
Other(x, x) :- Path(x, _) ; Edge(_, x).
"""


def test_relations_tell_what_was_declared() -> None:
    program = Program.from_text(TEXT, "graph.dl")
    edge, path = program.relations["Edge"], program.relations["Path"]
    assert [(column.name, column.type, column.base) for column in program.relations["Other"].columns] == [
        ("x", "V", "symbol"),
        ("y", "V", "symbol"),
    ]
    assert (edge.is_input, edge.is_output, path.is_input, path.is_output) == (True, False, False, True)
    assert edge.doc == "An edge.\nIt goes from `x` to `y`."
    assert path.doc == "Where one can go.\nIn one step or more." == program.relations["Other"].doc
    assert program.relations["Bare"].doc == ""
    assert str(path.position) == "graph.dl:10:7"
    assert [rule.number for rule in path.rules] == ["P1", "P2a"]
    assert (program.inputs, program.outputs) == (("Edge",), ("Path",))


def test_rules_have_numbers_texts_and_positions() -> None:
    rules = Program.from_text(TEXT, "graph.dl").rules
    assert [(rule.number, rule.text) for rule in rules] == [
        ("P1", "an edge is a path"),
        ("P2a", "a path goes on from its end"),
        ("", ""),
    ]
    assert [str(rule.position) for rule in rules] == ["graph.dl:18:1", "graph.dl:22:1", "graph.dl:23:1"]
    assert len(rules[2].alternatives) == 2
    assert rules[1].head.relation == "Path"


def test_includes_are_relative_and_read_once(rules_file: Write) -> None:
    rules_file("lib/types.dl", ".once\n.decl A(x:number)\nA(1).")
    rules_file("lib/a.dl", '.include "types.dl"\n.decl B(x:number)\n.output B\nB(x+1) :- A(x).')
    main = rules_file(
        "main.dl",
        '// .include "no.dl"\n/* .include "no.dl" */\n.include "lib/a.dl"\n.include "lib/types.dl"\n'
        '.decl S(s:symbol)\nS(".include \\"no.dl\\"").',
    )
    program = Program.load(main)
    assert list(program.relations) == ["A", "B", "S"]
    assert EmbeddedEngine().run(program, {}) == {"B": {(2,)}}
    assert [Path(rule.position.file).name for rule in program.rules] == ["types.dl", "a.dl", "main.dl"]


def test_extra_files_come_last(rules_file: Write) -> None:
    main = rules_file("main.dl", ".decl A(x:number)\n.output A\nA(1).")
    extra = rules_file("user/model.dl", "A(2).")
    program = Program.load(main, [extra, extra])
    assert EmbeddedEngine().run(program, {}) == {"A": {(1,), (2,)}}
    assert len(program.rules) == 2


def test_a_text_includes_from_its_base(rules_file: Write) -> None:
    path = rules_file("types.dl", ".decl A(x:number)")
    assert "A" in Program.from_text('.include "types.dl"', base=path.parent).relations


def test_a_changed_include_is_noticed(rules_file: Write) -> None:
    rules_file("part.dl", "A(1).")
    main = rules_file("main.dl", '.decl A(x:number)\n.output A\n.include "part.dl"')
    assert EmbeddedEngine().run(Program.load(main), {}) == {"A": {(1,)}}
    rules_file("part.dl", "A(2).")
    assert EmbeddedEngine().run(Program.load(main), {}) == {"A": {(2,)}}


def test_a_program_from_the_cache_is_the_same(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    first, second = (Program.from_text(TEXT, cache=cache) for _ in range(2))
    assert second.relations == first.relations
    assert second.rules == first.rules
    assert second.core == first.core
    assert second.relations["Path"].rules == first.relations["Path"].rules


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    program = Program.from_text(TEXT, cache=Cache(blocked / "cache"))
    rows = EmbeddedEngine(blocked / "cache").run(program, {"Edge": [("a", "b")]})
    assert rows == {"Path": {("a", "b")}}


def test_a_damaged_cache_is_ignored(tmp_path: Path) -> None:
    program = Program.from_text(TEXT, cache=Cache(tmp_path))
    EmbeddedEngine(tmp_path).run(program, {})
    for entry in tmp_path.iterdir():
        entry.write_bytes(b"not what was written")
    again = Program.from_text(TEXT, cache=Cache(tmp_path))
    assert EmbeddedEngine(tmp_path).run(again, {"Edge": [("a", "b")]}) == {"Path": {("a", "b")}}


def test_a_warm_start_needs_no_parser(rules_file: Write, tmp_path: Path) -> None:
    path = rules_file("main.dl", TEXT)
    script = (
        "import sys; from pathlib import Path; from ownlog.rules.engine.embedded import EmbeddedEngine\nfrom"
        " ownlog.rules.engine.program.program import"
        f" Program\nprint(EmbeddedEngine().run(Program.load(Path({str(path)!r})), {{'Edge': [('a', 'b')]}}), 'lark' in"
        " sys.modules)"
    )
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    printed = [
        subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert printed == ["{'Path': {('a', 'b')}} True\n", "{'Path': {('a', 'b')}} False\n"]


def test_the_text_of_a_program_is_a_program(rules_file: Write) -> None:
    rules_file("part.dl", "A(1).")
    main = rules_file("main.dl", '.decl A(x:number)\n.output A\n.include "part.dl" A(2).\nA(3).')
    text = Program.load(main).text
    assert ".include" not in text
    without_markers = "\n".join(line for line in text.split("\n") if not line.startswith("#"))
    assert EmbeddedEngine().run(Program.from_text(without_markers), {}) == {"A": {(1,), (2,), (3,)}}


@pytest.mark.parametrize("order", [("A", "B"), ("B", "A")])
def test_strata_follow_dependencies(order: tuple[str, str]) -> None:
    decls = "".join(f".decl {name}(x:number)\n" for name in order)
    program = Program.from_text(decls + "B(x) :- A(x). A(1).")
    assert program.core.strata == (("A",), ("B",))

"""What the page says is what was derived."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest

import ownlog
from ownlog.api.analysis import Analysis
from ownlog.report import ask
from ownlog.report.collect import gather
from ownlog.report.page.model import COMMENT, DEFINITION, NOT_OWNED, OP_NAME, USE, Model
from tests.report.programs import AT_ENDS, EXAMPLES, GRAPH, analysis_of, buffer_number, example, long_function
from tests.shared import require_shared

PIPELINE = "buffer-deallocation-pipeline"
PROGRAMS = {**{name: example(name) for name in EXAMPLES}, "graph": GRAPH}
CORPUS = ["cfg/u_keep_best__cf.mlir", "control_flow/early_exit_mlp__std.mlir", "cfg/lstm_masked_scan__cfcl.mlir"]

Case = tuple[Analysis, Model]


@cache
def made(text: str) -> Case:
    """Analysis and model of a program; nobody may change them."""
    analysis = analysis_of(text)
    return analysis, gather(analysis, AT_ENDS)


@pytest.fixture(params=[*PROGRAMS, *CORPUS])
def case(request: pytest.FixtureRequest) -> Case:
    """Analysis and model of a program."""
    name: str = request.param
    return made(PROGRAMS[name] if name in PROGRAMS else require_shared("corpus", *Path(name).parts).read_text())


def rows(analysis: Analysis, relation: str) -> set[tuple[object, ...]]:
    return {tuple(row) for row in analysis.explanations.explainer.store.rows(relation)}


def test_classes_are_a_partition_into_what_must_alias(case: Case) -> None:
    analysis, model = case
    for function in model["functions"]:
        members = [member for group in function["groups"] for member in model["groups"][group]["members"]]
        assert sorted(members) == sorted(function["buffers"])
    together = {
        (model["buffers"][a]["full"], model["buffers"][b]["full"])
        for group in model["groups"]
        for a in group["members"]
        for b in group["members"]
        if a != b
    }
    asked = [function for function in model["functions"] if function["asked"] == len(function["buffers"])]
    assert asked, "without an answer this test says nothing"
    assert together == {row for row in rows(analysis, "must_alias") if row[0] != row[1]}


def test_every_pair_is_related_as_derived(case: Case) -> None:
    analysis, model = case
    derived = {
        mark: rows(analysis, name) for mark, name in (("M", "must_alias"), ("n", "never_alias"), ("m", "may_alias"))
    }
    for function in model["functions"]:
        for a, b in combinations(function["buffers"], 2):
            pair = model["buffers"][a]["full"], model["buffers"][b]["full"]
            expected = next((mark for mark, found in derived.items() if pair in found), "?")
            assert model["buffers"][a]["aliases"][b - function["buffers"][0]] == expected
            assert model["buffers"][b]["aliases"][a - function["buffers"][0]] == expected


def test_ownership_and_liveness_by_block(case: Case) -> None:
    analysis, model = case
    names = [block["full"] for block in model["blocks"]]
    said = {(names[s[0]], buffer["full"]) for buffer in model["buffers"] for s in buffer["states"]}
    assert said == {(b, v) for b, v, _ in rows(analysis, "ownership_at")}
    for position, relation in ((3, "live_in"), (4, "live_out")):
        live = {(names[s[0]], buffer["full"]) for buffer in model["buffers"] for s in buffer["states"] if s[position]}
        assert live == rows(analysis, relation) & said


def test_decisions_are_those_of_the_rules(case: Case) -> None:
    analysis, model = case
    names = [block["full"] for block in model["blocks"]]
    conditions = {(b, v): state for b, v, state in rows(analysis, "condition")}
    retained = {(b, v) for b, _, v in rows(analysis, "retained_on_edge")} | rows(analysis, "retained_on_exit")
    said = {(names[e["block"]], buffer["full"]): e["outcome"] for buffer in model["buffers"] for e in buffer["endings"]}
    assert set(said) == {(b, v) for b, v, _ in rows(analysis, "candidate")}
    for place, outcome in said.items():
        assert (outcome == "left") == (conditions.get(place, "false") == "false")
        if outcome in ("freed", "maybe"):
            assert place not in retained
        if outcome == "freed":
            assert conditions[place] == "true"
        if outcome == "partly":
            assert len([b for b, _, _ in rows(analysis, "edge") if b == place[0]]) > 1
    freed = {(block["full"], model["buffers"][v]["full"]) for block in model["blocks"] for v, _ in block["freed"]}
    assert freed == {place for place, outcome in said.items() if outcome in ("freed", "maybe", "partly")}


def test_where_something_is_freed_the_pass_inserts_a_deallocation(case: Case) -> None:
    _, model = case
    assert not model["refusals"]
    inserted = {line for line, sign, text, _ in model["edits"] if sign == "+" and "bufferization.dealloc" in text}
    freeing = {block["last"] for block in model["blocks"] if block["freed"]}
    assert freeing
    assert freeing <= inserted


def test_inserted_deallocations_rest_on_what_the_rules_decided(case: Case) -> None:
    _, model = case
    strings, parts = model["reasons"]["strings"], model["reasons"]["parts"]
    ends: dict[int, set[object]] = {}
    for block in model["blocks"]:
        ends.setdefault(block["last"], set()).add(block["full"])
    for line, sign, text, whys in model["edits"]:
        if sign == "+" and "bufferization.dealloc" in text:
            proved = [(strings[parts[why][1]], strings[parts[why][3][0]]) for _, why in whys if why is not None]
            assert any(relation in ("candidate", "return_copy") for relation, _ in proved)
            assert all(block in ends[line] for relation, block in proved if relation in ("candidate", "condition"))


def roots(model: Model) -> Iterator[tuple[str, tuple[object, ...], int]]:
    """The rows that the page gives reasons for: relation, some of the cells, part."""
    blocks = [block["full"] for block in model["blocks"]]
    for buffer in model["buffers"]:
        for state in buffer["states"]:
            if state[5] is not None:
                yield "ownership_at", (blocks[state[0]], buffer["full"]), state[5]
        if buffer["why"] is not None:
            yield "alias_class_leader", (buffer["full"],), buffer["why"]
        for other, part in buffer["pairs"].items():
            yield "", (buffer["full"], model["buffers"][int(other)]["full"]), part


def test_reasons_prove_what_they_stand_beside(case: Case) -> None:
    analysis, model = case
    strings, parts = model["reasons"]["strings"], model["reasons"]["parts"]
    found = list(roots(model))
    assert any(relation == "" for relation, _, _ in found)
    for relation, cells, part in found:
        kind, title, _, columns, premises, _ = parts[part]
        assert kind == 1
        assert premises
        if relation:
            assert strings[title] == relation
        assert tuple(strings[column] for column in columns)[: len(cells)] == cells
    for number, (kind, title, _, columns, premises, _) in enumerate(parts):
        assert all(premise < number for premise in premises), "no row rests on itself"
        if kind == 1:
            assert tuple(strings[column] for column in columns) in rows(analysis, str(strings[title]))


def test_pieces_of_lines_are_what_they_are_said_to_be(case: Case) -> None:
    analysis, model = case
    mentioned = []
    for line, spans in zip(model["lines"], model["spans"], strict=True):
        end = 0
        for column, length, kind, *number in spans:
            assert column >= end, "pieces do not overlap"
            end = column + length
            text = line[column:end]
            if kind == COMMENT:
                assert text.startswith("//")
            if kind in (USE, DEFINITION):
                mentioned.append((kind, number[0]))
                assert text in (
                    model["buffers"][number[0]]["name"],
                    model["buffers"][number[0]]["name"].partition("#")[0],
                )
            if kind == OP_NAME:
                assert any(op.name == text or op.name.endswith(f".{text}") for op in analysis.module.walk())
    operands = [value for op in analysis.module.walk() for value in op.operands if value.type.is_memref]
    assert len([1 for kind, _ in mentioned if kind == USE]) == len(operands)
    # A pack `%0:2` is defined at one place, which stands for its first buffer.
    first = [i for i, buffer in enumerate(model["buffers"]) if analysis.value(buffer["full"]).pack_index == 0]
    assert sorted(number for kind, number in mentioned if kind == DEFINITION) == first


def test_live_lines_reach_from_the_definition_to_the_last_use() -> None:
    _, model = made(GRAPH)
    view = model["buffers"][buffer_number(model, "%view")]
    lines = {line for first, last, _, _ in view["ranges"] for line in range(first, last + 1)}
    # From its cast on line 3, through the loop, to its last use on line 12; not on the line of the return.
    assert min(lines) == 3
    assert {5, 8} <= lines
    assert 12 in lines
    assert 13 not in lines


def test_sentences() -> None:
    _, model = made(GRAPH)
    blocks = [block["name"] for block in model["blocks"]]

    def said(name: str) -> dict[str, tuple[str, str]]:
        return {
            blocks[e["block"]]: (e["outcome"], e["text"])
            for e in model["buffers"][buffer_number(model, name)]["endings"]
        }

    assert said("%next") == {
        "^loop": ("partly", "On the way to ^end freed: the block owns it, and nothing needs it any more.")
    }
    kept = "Kept: passed to ^loop as %turn; %view always has the same allocation, and is kept."
    assert said("%kept")["entry"] == ("kept", kept)
    assert said("%turn")["^loop"] == ("partly", "On the way to ^loop freed if the flag passed beside %turn is set.")
    assert said("%size") == {"^end": ("left", "Not freed: this block does not own it.")}
    assert model["buffers"][buffer_number(model, "%given")]["origin"] == "as parameter 1"
    assert model["buffers"][buffer_number(model, "%last")]["origin"] == "as argument 0 of ^end"
    assert model["buffers"][buffer_number(model, "%next")]["origin"] == "by memref.alloc"
    assert model["buffers"][buffer_number(model, "%size")]["sign"] == NOT_OWNED


def test_a_function_that_is_too_long_to_ask_about_says_so() -> None:
    analysis = ownlog.analyze(ownlog.parse(long_function(120)))
    ask(analysis, 110)
    model = gather(analysis, AT_ENDS)
    assert model["functions"][0]["asked"] == 0
    assert any(
        note.startswith("@long has 120 buffers: beyond 700 in a function, aliasing is not asked")
        for note in model["notes"]
    )
    assert all(not buffer["aliases"] for buffer in model["buffers"])
    # A view still has the class of what it is a view of.
    assert any(len(group["members"]) > 1 for group in model["groups"])


def test_what_does_not_fit_is_left_out_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = import_module("ownlog.report.collect")
    for name, value in {"PARTS": 60, "PAIRS": 2, "STATES": 0, "EDITS": 3, "WIDTH": 40}.items():
        monkeypatch.setattr(limits, name, value)
    model = gather(analysis_of(GRAPH), AT_ENDS)
    assert len(model["reasons"]["parts"]) < 120
    assert len(model["edits"]) == 3
    assert all(len(line) < 80 for line in model["lines"])
    assert model["notes"][0] == f"Ownership and freeing are those of {AT_ENDS}."
    said = " ".join(model["notes"])
    for words in ("explanations left out", "changes of the passes left out", "lines cut off after 40 characters"):
        assert words in said


def test_a_pipeline_that_refuses_the_module_is_reported() -> None:
    _, model = made('func.func @f(%a: memref<4xf32>) {\n  "who.knows"(%a) : (memref<4xf32>) -> ()\n  return\n}\n')
    [(line, message)] = model["refusals"]
    assert line == 2
    assert "memory side effects" in message
    assert not model["edits"]


def test_what_is_freed_by_hand_is_said() -> None:
    text = (
        "func.func @f(%a: memref<4xf32>) {\n  memref.dealloc %a {bufferization.manual_deallocation} : memref<4xf32>\n "
        " return\n}\n"
    )
    _, model = made(text)
    assert [text for text, _ in model["buffers"][0]["notes"]] == ["Line 2 frees it by hand."]


def test_what_is_freed_on_the_way_is_not_freed_at_the_end() -> None:
    lines = ["%a = memref.alloc() : memref<4xf32>", "memref.dealloc %a : memref<4xf32>", "return"]
    _, model = made("\n".join(["func.func @f() {", *lines, "}", ""]))
    [ending] = model["buffers"][0]["endings"]
    assert ending["outcome"] == "left"
    assert [text for text, _ in model["buffers"][0]["notes"]] == ["Line 3 frees it by hand."]
    assert model["blocks"][0]["freed"] == []


def test_reallocs_are_shown_as_removed() -> None:
    realloc = "%b = memref.realloc %a : memref<4xf32> to memref<8xf32>"
    analysis = analysis_of(
        f"func.func @f(%a: memref<4xf32>) -> memref<8xf32> {{\n  {realloc}\n  return %b : memref<8xf32>\n}}\n"
    )
    model = gather(analysis, "expand-realloc{emit-deallocs=false}")
    assert [(line, sign) for line, sign, _, _ in model["edits"] if sign == "-"] == [(2, "-")]
    assert any("before its reallocs" in note for note in model["notes"])


def test_a_buffer_that_is_gone_before_anything_is_decided_is_named_in_a_note() -> None:
    text = """func.func @f(%in: memref<8xf32>, %out: memref<8xf32>) {
      %unused = memref.cast %in : memref<8xf32> to memref<?xf32>
      linalg.exp ins(%in : memref<8xf32>) outs(%out : memref<8xf32>)
      return
    }
    """
    notes = gather(analysis_of(text), PIPELINE)["notes"]
    assert "1 buffer not shown, which the first passes take out before they decide: %unused." in notes
    used = text.replace("%in : memref<8xf32>) outs", "%unused : memref<?xf32>) outs")
    notes = gather(analysis_of(used), PIPELINE)["notes"]
    assert not any("not shown" in note for note in notes)

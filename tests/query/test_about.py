"""Why about one buffer: `ownlog why --value` and `analysis.about()`."""

import json
from pathlib import Path

import pytest

from ownlog import InputError
from tests.frame.programs import assert_refused
from tests.query.programs import T, analysis
from tests.tools import OwnlogFork

why = OwnlogFork(("why",))

LOOP = f"""\
func.func @f(%n: index, %x: {T}, %out: {T}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : {T}
  memref.copy %x, %a : {T} to {T}
  %b = memref.alloc() : {T}
  memref.copy %x, %b : {T} to {T}
  %v = memref.cast %b : {T} to memref<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%k = %a) -> ({T}) {{
    %m = memref.alloc() : {T}
    memref.copy %k, %m : {T} to {T}
    scf.yield %m : {T}
  }}
  memref.copy %v, %out : memref<?xf32> to {T}
  memref.copy %r, %out : {T} to {T}
  return
}}
func.func @g(%c: i1, %x: {T}) -> {T} {{
  %s = scf.if %c -> {T} {{
    %a = memref.alloc() : {T}
    memref.copy %x, %a : {T} to {T}
    scf.yield %a : {T}
  }} else {{
    scf.yield %x : {T}
  }}
  return %s : {T}
}}
"""


def answers(value: str, function: str, *asked: str) -> dict[str, list[str]]:
    return analysis(LOOP).about(value, function, asked=asked).answers


def test_not_freed() -> None:
    moves = ["moves to %k, lines 9 to 13", "moves to %r, lines 9 to 13"]
    assert answers("%a", "f", "not-freed") == {
        "not-freed": [*moves, "%k freed after line 11", "%r freed after line 15"]
    }
    assert answers("%x", "f", "not-freed") == {"not-freed": ["it is the caller's, who frees it"]}
    assert answers("%v", "f", "not-freed") == {
        "not-freed": ["it is another name: what it is a name for is freed by its owner"]
    }
    assert answers("%b", "f", "not-freed") == {"not-freed": ["it is freed where it is"]}


def test_every_way_ends_in_a_free_or_with_the_caller() -> None:
    for function, value in (("f", "%a"), ("f", "%m"), ("g", "%a")):
        sentences = answers(value, function, "not-freed")["not-freed"]
        assert any(
            "freed after" in text or "returned" in text or text == "it is freed where it is" for text in sentences
        ), sentences


def test_not_earlier() -> None:
    assert answers("%b", "f", "not-earlier") == {"not-earlier": ["%v, another name for it, is used on line 14"]}
    assert answers("%r", "f", "not-earlier") == {"not-earlier": ["it is used on line 15"]}
    assert answers("%x", "f", "not-earlier") == {"not-earlier": ["it is not freed under its own name"]}


def test_guarded_and_copied() -> None:
    found = answers("%s", "g")
    assert found["guarded"] == ["it is passed %x on line 24, and no ownership with it"]
    assert found["copied"][0].startswith("copied where it is returned, line 26, if not owned then: ")
    assert answers("%a", "f", "guarded") == {"guarded": ["nothing has to tell: it always owns what it holds, or never"]}
    assert answers("%a", "f", "copied") == {"copied": ["it is not copied"]}


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(LOOP)
    run = why([str(path), "--value", "%b", "--func", "f"])
    assert (run.status, run.out.splitlines()[:2]) == (0, ["passes: buffer-deallocation-pipeline", "%b, line 6: owned"])
    data = json.loads(why([str(path), "--value", "b", "--func", "f", "--format", "json"]).out)
    assert (data["line"], [fate["kind"] for fate in data["until"]]) == (6, ["after"])
    assert "%a, line 20" in why([str(path), "--value", "%a:20"]).out
    assert_refused(why([str(path), "--value", "%none"]))
    assert_refused(why([str(path), "--value", "%c0"]))
    assert_refused(why([str(path), "--not-freed", "3"]), usage=True)
    ends = why([str(path), "--value", "%b", "--func", "f", "-p", "ownership-based-buffer-deallocation"])
    assert_refused(ends)
    assert "decides at the ends of blocks" in ends.err


@pytest.mark.parametrize("freed", ["", f"  memref.dealloc %a : {T}\n"], ids=["by-the-pipeline", "by-the-program"])
@pytest.mark.parametrize("placement", ["stack", "all"])
def test_what_is_put_on_the_stack_is_freed_by_nobody(tmp_path: Path, freed: str, placement: str) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(
        f"func.func @f(%x: {T}) {{\n  %a = memref.alloc() : {T}\n  memref.copy %a, %x : {T} to {T}\n{freed} "
        " return\n}\n"
    )
    passes = f"--buffer-deallocation-pipeline=placement={placement}"
    on_stack = "put on the stack, where nothing has to free it"
    run = why([str(path), "--value", "%a", "--not-freed", passes])
    assert (run.status, run.out.count(on_stack), "program" in run.out) == (0, 2, False)
    data = json.loads(why([str(path), "--value", "%a", passes, "--format", "json"]).out)
    assert data["until"] == [{"kind": "stack", "line": 2, "text": on_stack}]
    for command in ("owners", "annotate"):
        assert on_stack in OwnlogFork((command,))([str(path), passes]).out
    assert OwnlogFork(("report",))([str(path), passes, "-o", str(tmp_path / "page.html")]).status == 0


def test_names_that_mean_several() -> None:
    with pytest.raises(InputError, match="several values are called %a"):
        analysis(LOOP).about("%a")


def test_a_value_that_is_gone_when_the_passes_decide() -> None:
    text = LOOP.replace(f"  memref.copy %v, %out : memref<?xf32> to {T}\n", "")
    with pytest.raises(
        InputError, match=r"%v \(line 8\) is not there any more when buffer-deallocation-pipeline decides"
    ):
        analysis(text).about("%v")
    with pytest.raises(InputError, match="there is no value called %w"):
        analysis(text).about("%w")

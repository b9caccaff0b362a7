"""Remarks say what the output leaves to run time, where and why, and nothing that is not in the output."""

import json
import re
from pathlib import Path

import pytest

from tests.shared import REPOSITORY
from tests.tools import OwnlogFork

opt = OwnlogFork(("opt", "--buffer-deallocation-pipeline"))

GUARDED = """\
func.func private @take(memref<4xf32>)
func.func @guard(%c: i1, %m: memref<4xf32>) -> memref<4xf32> {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %m : memref<4xf32>
  }
  func.call @take(%r) : (memref<4xf32>) -> ()
  return %m : memref<4xf32>
}
"""
FLAGGED = """\
func.func @flag(%c: i1) {
  %a = memref.alloc() : memref<4xf32>
  scf.if %c {
    memref.dealloc %a : memref<4xf32>
  }
  return
}
"""
PLAIN = """\
func.func private @take(memref<4xf32>)
func.func @plain() {
  %a = memref.alloc() : memref<4xf32>
  func.call @take(%a) : (memref<4xf32>) -> ()
  return
}
"""


def remarks(text: str, which: str = "missed") -> list[tuple[str, str]]:
    """The remarks on a text: places and messages."""
    run = opt(["-", f"--remarks={which}"], text)
    assert run.status == 0, run.err
    assert run.out == opt(["-"], text).out
    return re.findall(r"^<stdin>:(\d+:\d+): remark: (.*)$", run.err, re.M)


def test_what_is_copied_and_what_is_guarded() -> None:
    assert remarks(GUARDED) == [
        ("2:26", "%m is copied where it is returned, line 10: it is the caller's"),
        (
            "3:3",
            (
                "%r is freed after line 9, if it is owned then: an i1 tells, because it is moved from %a, line 5, or"
                " holds %m, which nobody here owns"
            ),
        ),
    ]


CHOSEN = """\
func.func private @take(memref<4xf32>)
func.func @choose(%c: i1, %m: memref<4xf32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %c0 to %n step %s iter_args(%b = %m) -> (memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    %x = arith.select %c, %a, %b : memref<4xf32>
    func.call @take(%a) : (memref<4xf32>) -> ()
    scf.yield %x : memref<4xf32>
  }
  func.call @take(%r) : (memref<4xf32>) -> ()
  return
}
"""


def test_what_is_freed_where_it_was_not_chosen() -> None:
    told = dict(remarks(CHOSEN))
    assert told["5:5"] == "%a is freed after line 7, if %x is not it"
    assert told["4:49"].startswith(
        "%b is freed after line 7, if %x is not it, if it is owned then: an i1 tells, because it is moved from %x"
    )
    assert len(told) == 3
    assert opt(["-", "--stats"], CHOSEN).err.startswith("3 deallocations (3 under an i1), 0 copies")


def test_what_is_handed_over_at_run_time() -> None:
    path = REPOSITORY / "tests" / "execution" / "regressions" / "borrower_goes_around_the_loop_of_its_lender.mlir"
    run = opt([str(path), "--remarks", "--stats"])
    handed = re.findall(
        r"remark: what \S+ owns goes to \S+, .*, if that is it: that is only known at run time$", run.err, re.M
    )
    (counted,) = re.findall(r"(\d+) transfers? of ownership at run time", run.err)
    assert 0 < len(handed) <= int(counted)


def test_what_may_have_been_handed_over_is_freed_otherwise() -> None:
    body = CHOSEN.replace(
        "%x = arith.select %c, %a, %b : memref<4xf32>",
        "%x = scf.if %c -> (memref<4xf32>) {\n scf.yield %a : memref<4xf32>\n} else {\n scf.yield %b :"
        " memref<4xf32>\n}",
    )
    run = OwnlogFork(("opt", "--buffer-deallocation"))(["-", "--remarks"], body)
    assert (
        " remark: %a is freed at the end of its block, before line 12, unless what it owns was handed over\n" in run.err
    )


def test_what_is_freed_under_a_flag() -> None:
    told = (
        "%a is freed after lines 3 to 5, if it is owned then: a flag in memory tells, because it is freed by the"
        " program, line 4"
    )
    assert remarks(FLAGGED) == [("2:3", told)]


def test_what_costs_nothing_is_told_on_demand() -> None:
    assert remarks(PLAIN) == []
    assert remarks(PLAIN, "all") == [("3:3", "%a is freed after line 4")]


def test_what_the_clean_up_removed_is_not_told() -> None:
    copied = PLAIN.replace("@plain()", "@plain() -> memref<4xf32>").replace("  return", "  return %a : memref<4xf32>")
    assert remarks(copied, "all") == []
    certain = GUARDED.replace("%c: i1, ", "").replace("%r = scf.if", "%c = arith.constant true\n  %r = scf.if")
    copied = "%m is copied where it is returned, line 11: it is the caller's"
    assert [text for _, text in remarks(certain, "all") if "%m" in text] == [copied]
    assert "i1 tells" not in str(remarks(certain, "all"))


def test_without_a_value_the_flag_means_what_was_missed(tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_text(GUARDED)
    assert opt(["--remarks", str(path)]) == opt([str(path), "--remarks=missed"])
    assert opt(["-remarks", str(path)]).err.count("remark: ") == 2
    assert opt([str(path), "--remarks=some"]).status == 2


def documents(text: str) -> list[dict[str, str]]:
    """YAML documents of the form that LLVM writes, without a library for YAML: the fields, and the first argument as
    `String`.
    """
    found = []
    for piece in re.findall(r"^--- (.*?)^\.\.\.\n", text, re.M | re.S):
        kind, *lines = piece.splitlines()
        fields = {
            name: json.loads(value) if value.startswith('"') else value
            for name, value in re.findall(r"^ *-? *(\w+): +(.+)$", piece, re.M)
        }
        assert all(re.fullmatch(r"Args:|(  - )?\w+: +\S.*", line) for line in lines), lines
        found.append({"kind": kind, **fields})
    return found


def test_remarks_as_yaml(tmp_path: Path) -> None:
    path, target = tmp_path / "in.mlir", tmp_path / "remarks.yaml"
    path.write_text(GUARDED + FLAGGED + PLAIN.partition("\n")[2])
    run = opt([str(path), "--remarks-output", str(target), "-o", str(tmp_path / "out")])
    assert (run.status, run.err) == (0, "")
    found = documents(target.read_text())
    kinds = [("!Missed", "Copied"), ("!Missed", "FreedIfOwned"), ("!Missed", "FreedUnderFlag"), ("!Passed", "Freed")]
    assert [(each["kind"], each["Name"]) for each in found] == kinds
    assert [(each["Function"], each["Buffer"]) for each in found] == [
        ("guard", "%m"),
        ("guard", "%r"),
        ("flag", "%a"),
        ("plain", "%a"),
    ]
    assert found[1]["DebugLoc"] == f'{{ File: "{path}", Line: 3, Column: 3 }}'
    assert found[1]["String"] == remarks(GUARDED)[1][1]
    yaml = pytest.importorskip("yaml", reason="a library for YAML is not installed")
    plain = re.sub(r"^--- !\w+", "---", target.read_text(), flags=re.M)
    assert [each["Name"] for each in yaml.safe_load_all(plain)] == [name for _, name in kinds]


def test_what_passes_say_themselves_is_told_once(tmp_path: Path) -> None:
    twice = (
        "func.func @f() {\n  %a = memref.alloc() : memref<4xf32>\n"
        + "  memref.dealloc %a : memref<4xf32>\n" * 2
        + "  return\n}\n"
    )
    target = tmp_path / "remarks.yaml"
    run = opt(["-", "--remarks", "--remarks-output", str(target)], twice)
    assert (run.err.count("warning: "), run.err.count("remark: ")) == (1, 0)
    (found,) = documents(target.read_text())
    assert (found["kind"], found["Name"]) == ("!Missed", "Said")
    assert "freed twice" in found["String"]
    planned = OwnlogFork(("opt", "--static-memory-planner"))
    arena = "func.func @f(%x: memref<?xf32>, %n: index) {\n  %a = memref.alloc(%n) : memref<?xf32>\n"
    arena += "  memref.copy %x, %a : memref<?xf32> to memref<?xf32>\n  memref.dealloc %a : memref<?xf32>\n  return\n}\n"
    told = [
        planned(["-", *flags], arena).err.count("remark: ")
        for flags in (["--stats"], ["--remarks"], ["--stats", "--remarks"], [])
    ]
    assert told == [1, 1, 1, 0]


def test_copies_of_tensors_have_their_reason() -> None:
    path = str(REPOSITORY / "examples" / "tensors" / "update.mlir")
    road, alone = (
        "--tensors-to-buffers=analysis-heuristic=bottom-up",
        "--one-shot-bufferize=bufferize-function-boundaries",
    )
    for passes, freed in ((road, 2), (alone, 0)):
        run = OwnlogFork(("opt",))([path, passes, "--remarks=all"])
        assert run.status == 0
        told = re.findall(r"^\S+update.mlir:(\d+):\d+: remark: (.*)$", run.err, re.M)
        copied = [(line, text) for line, text in told if "works on a copy of" in text]
        assert [line for line, _ in copied] == ["11", "12"]
        assert "what %zeros = arith.constant at line 10 gives is read-only" in copied[0][1]
        assert "would overwrite %given, which %old = tensor.extract at line 13 still reads" in copied[1][1]
        assert [line for line, text in told if re.match(r"%alloc\S* is freed after line 1[45]$", text)] == ["14", "15"][
            :freed
        ]


def test_what_tensors_get_new_memory_for_without_a_copy_is_told_apart(tmp_path: Path) -> None:
    text = """func.func @f(%a: tensor<4xf32>, %x: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %0, %a : tensor<4xf32>, tensor<4xf32>
}
"""
    target = tmp_path / "remarks.yaml"
    run = OwnlogFork(("opt", "--one-shot-bufferize=bufferize-function-boundaries"))(
        ["-", "--remarks-output", str(target)], text
    )
    found = [each for each in documents(target.read_text()) if each["Name"].startswith("Tensor")]
    assert [(each["Name"], each["Function"]) for each in found] == [("TensorAllocated", "f")]
    assert "works on a new buffer in place of %a" in found[0]["String"]
    assert "memref.copy" not in run.out


def test_what_is_refused_is_a_failure(tmp_path: Path) -> None:
    target = tmp_path / "remarks.yaml"
    text = 'func.func @f(%m: memref<4xf32>) {\n  "my.op"(%m) : (memref<4xf32>) -> ()\n  return\n}\n'
    run = opt(["-", "--remarks-output", str(target)], text)
    assert run.status == 1
    (found,) = documents(target.read_text())
    assert (found["kind"], found["String"]) == ("!Failure", "ops with unknown memory side effects are not supported")
    assert "Line: 2, Column: 3" in found["DebugLoc"]


def test_counts_are_those_of_the_output() -> None:
    for text, line in (
        (
            GUARDED,
            "1 deallocation (1 under an i1), 1 copy at returns, 0 drop flags, 0 transfers of ownership at run time",
        ),
        (
            FLAGGED,
            "1 deallocation (1 under an i1), 0 copies at returns, 1 drop flag, 0 transfers of ownership at run time",
        ),
        (
            PLAIN,
            "1 deallocation (0 under an i1), 0 copies at returns, 0 drop flags, 0 transfers of ownership at run time",
        ),
    ):
        assert opt(["-", "--stats"], text).err.splitlines()[0] == line


def test_many_inputs_have_remarks_and_counts_too(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name, text in (("a.mlir", GUARDED), ("b.mlir", FLAGGED)):
        (tmp_path / "in" / name).write_text(text)
    target = tmp_path / "remarks.yaml"
    for jobs in ("1", "2"):
        arguments = [
            str(tmp_path / "in"),
            "--output-dir",
            str(tmp_path / "out"),
            "-j",
            jobs,
            "--remarks",
            "--remarks-output",
            str(target),
            "--stats",
        ]
        run = opt(arguments)
        assert run.status == 0
        assert run.err.count("remark: ") == 3
        assert "2 deallocations (2 under an i1), 1 copy at returns, 1 drop flag" in run.err
        assert len(documents(target.read_text())) == 3


def test_pieces_of_an_input_have_their_lines() -> None:
    run = opt(["-", "--split-input-file", "--remarks"], f"{FLAGGED}// -----\n{FLAGGED}")
    assert re.findall(r"^<stdin>:(\d+):3: remark", run.err, re.M) == ["2", "10"]


PLACED = """\
func.func @f(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<i1>
  memref.store %c, %a[] : memref<i1>
  %v = memref.load %a[] : memref<i1>
  %r = arith.select %v, %x, %y : memref<4xf32>
  return %r : memref<4xf32>
}
"""


@pytest.mark.parametrize("placement", ["stack", "all", "hoisting", "reuse"])
def test_what_placement_takes_back_is_in_no_remark(placement: str) -> None:
    run = OwnlogFork(("opt", f"--buffer-deallocation-pipeline=placement={placement}"))(["-", "--remarks=all"], PLACED)
    assert run.status == 0, run.err
    assert "%r is copied where it is returned, line 6" in run.err

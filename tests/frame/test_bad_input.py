"""What bad input gets: exit status 1, a diagnostic with a place and an advice, no traceback, and no half-written
output.
"""

import re
from pathlib import Path

import pytest

import ownlog.api.process
import ownlog.cli
from ownlog.base.errors import INTERNAL_ERROR, SHOW_TRACEBACK
from tests.frame.programs import GOOD, PASS, UNDEFINED, assert_refused, contents, opt, write
from tests.tools import TRACEBACK, OwnlogFork

# name -> (text, the line that the diagnostic must point at)
BAD_TEXTS = {
    "syntax error": ("func.func @f( {\n  return\n}\n", 1),
    "no end of a region": ("func.func @f() {\n  return", 2),
    "unknown op in custom form": ("func.func @f(%a: i32) {\n  toy.frobnicate %a into %a\n  return\n}\n", 2),
    "undefined value": (UNDEFINED, 4),
    "use before definition": (
        "func.func @f() {\n  %b = arith.addi %a, %a : i32\n  %a = arith.constant 1 : i32\n  return\n}\n",
        2,
    ),
    "value defined twice": (
        "func.func @f() {\n  %a = arith.constant 1 : i32\n  %a = arith.constant 2 : i32\n  return\n}\n",
        3,
    ),
    "use out of a region": (
        "func.func @f(%c: i1) -> i32 {\n  scf.if %c {\n    %a = arith.constant 1 : i32\n  }\n  return %a : i32\n}\n",
        5,
    ),
    "unknown block": ("func.func @f() {\n  cf.br ^nowhere\n}\n", 2),
    "branch with too few operands": ("func.func @f() {\n  cf.br ^next\n^next(%a: i32):\n  return\n}\n", 2),
    "branch with another type": ("func.func @f(%a: i32) {\n  cf.br ^next(%a : i32)\n^next(%b: i64):\n  return\n}\n", 2),
    "operand of another type": ("func.func @f(%a: i32) {\n  %b = arith.addf %a, %a : f32\n  return\n}\n", 2),
    "index that is no 64-bit integer": (
        (
            "func.func @f(%a: memref<4xf32>) {\n  %b = memref.subview %a[9223372036854775808] [1] [1] : memref<4xf32>"
            " to memref<1xf32, strided<[1], offset: 3>>\n  return\n}\n"
        ),
        2,
    ),
    "step of very many digits": (
        f"func.func @f() {{\n  affine.for %i = 0 to 4 step {'9' * 5_000} {{\n  }}\n  return\n}}\n",
        2,
    ),
    "dimension of very many digits": (f"func.func private @f(\n  memref<{'9' * 5_000}xf32>)\n", 2),
    "very many results": (f'%a:{"9" * 5_000} = "test.a"() : () -> i32\n', 1),
    "result of a very high number": (
        f'%a:2 = "test.a"() : () -> (i32, i32)\n"test.b"(%a#{"9" * 5_000}) : (i32) -> ()\n',
        2,
    ),
    "global that is no buffer": ("memref.global @g : vector<4xf32> = dense<0.0>\n", 1),
    "global of an open size": ("memref.global @g : memref<?xf32> = dense<0.0>\n", 1),
    "groups of operands that are not given": (
        (
            'func.func @f(%a: memref<4xf32>, %c: i1) {\n  "bufferization.dealloc"(%a, %c) : (memref<4xf32>, i1) -> ()\n'
            "  return\n}\n"
        ),
        2,
    ),
    "too few groups of operands": (
        (
            'func.func @f(%a: memref<4xf32>, %c: i1) {\n  "bufferization.dealloc"(%a, %c) <{operandSegmentSizes ='
            " array<i32: 1, 1>}> : (memref<4xf32>, i1) -> ()\n  return\n}\n"
        ),
        2,
    ),
    "a negative number of operands": (
        (
            'func.func @f(%a: memref<4xf32>, %c: i1) {\n  "bufferization.dealloc"(%a, %c) <{operandSegmentSizes ='
            " array<i32: 3, -2, 1>}> : (memref<4xf32>, i1) -> ()\n  return\n}\n"
        ),
        2,
    ),
    "very many groups of operands": (
        (
            'func.func @f() {\n  "bufferization.dealloc"() <{operandSegmentSizes = dense<0> :'
            " vector<9999999999999xi32>}> : () -> ()\n  return\n}\n"
        ),
        2,
    ),
    "op without a name": ('func.func @f() {\n  ""() : () -> ()\n  return\n}\n', 2),
    "string without end": ('func.func @f() attributes {a = "x} {\n  return\n}\n', 1),
    "not MLIR at all": ("#include <stdio.h>\nint main(void) { return 0; }\n", 1),
}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_bad_text_is_refused_at_its_place(name: str, tmp_path: Path) -> None:
    text, line = BAD_TEXTS[name]
    path = write(tmp_path, text)
    run = opt([PASS, str(path)])
    assert_refused(run)
    place = re.match(rf"{re.escape(str(path))}:(\d+):(\d+): error: \S", run.err)
    assert place, run.err
    assert int(place[1]) == line, run.err
    if line <= len(text.splitlines()):
        shown = text.splitlines()[line - 1]
        if len(shown) <= 200:
            assert shown in run.err.splitlines()
        else:
            # Of a long line only what stands around the place is shown.
            assert run.err.splitlines()[1].removeprefix("...").removesuffix("...") in shown
        assert 1 <= int(place[2]) <= len(shown) + 1


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 8, b"\x7fELF\x02\x01\x01\0", b"\xff\xfe", b"ML\xefR\rMLIR22.1.8\0"]
)
def test_binary_garbage_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in.mlir"
    path.write_bytes(data)
    assert_refused(opt([PASS, str(path)]))


def test_an_empty_file_is_an_empty_module(tmp_path: Path) -> None:
    # As for mlir-opt: a module may hold nothing, and a build that makes such a file must not stop here.
    run = opt([PASS, str(write(tmp_path, ""))])
    assert (run.status, run.err) == (0, "")
    assert run.out.split() in ([], ["module", "{", "}"])


@pytest.mark.parametrize("depth", [50, 5000])
def test_deep_nesting_is_no_crash(depth: int, tmp_path: Path) -> None:
    text = "func.func @f(%c: i1) {\n" + "scf.if %c {\n" * depth + "}\n" * depth + "return\n}\n"
    run = opt([PASS, str(write(tmp_path, text))])
    assert run.status == 0, run.err[-500:]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    run = opt([PASS, str(tmp_path / "missing.mlir")])
    assert_refused(run)
    assert "missing.mlir" in run.err


@pytest.mark.parametrize("command", ["opt", "opt --stats", "why", "owners"])
def test_a_list_that_is_read_as_mlir_is_said_to_be_one(command: str, tmp_path: Path) -> None:
    path = write(tmp_path, "# Those.\nin.mlir\n", "list.txt")
    run = OwnlogFork(())([*command.split(), str(path), *(["2"] if command == "why" else [])])
    assert_refused(run)
    assert (
        f"note: '{path}' is a list of inputs, and was read as MLIR\n  help: a list is for ownlog opt with"
        " --output-dir DIR" in run.err
    )
    module = write(tmp_path, UNDEFINED, "module.txt")
    assert "is a list" not in opt([str(module)]).err


def test_a_directory_is_no_input(tmp_path: Path) -> None:
    run = opt([PASS, str(tmp_path)])
    assert_refused(run)
    assert str(tmp_path) in run.err


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--no-such-pass", "no-such-pass"),
        ("--ownership-based-buffer-deallocation=no-such-option=1", "no-such-option"),
        ("--ownership-based-buffer-deallocation=private-function-dynamic-ownership=perhaps", "perhaps"),
        ("--pass-pipeline=builtin.module(", "builtin.module("),
        ("--pass-pipeline=builtin.module(no-such-pass)", "no-such-pass"),
    ],
)
def test_a_wrong_option_is_named(option: str, said: str, tmp_path: Path) -> None:
    run = opt([option, str(write(tmp_path, GOOD))])
    assert_refused(run, usage=True)
    assert said in run.err


@pytest.mark.parametrize(
    ("command", "advice"),
    [("optt", "did you mean opt?"), ("in.mlir", "ownlog opt IN.mlir"), ("", "ownlog opt IN.mlir")],
)
def test_a_command_that_is_none_is_named(command: str, advice: str) -> None:
    run = OwnlogFork(())([command])
    assert_refused(run, usage=True)
    assert f"no command '{command}'" in run.err
    assert advice in run.err


def test_a_failure_leaves_existing_output_alone(tmp_path: Path) -> None:
    path = write(tmp_path, UNDEFINED)
    write(tmp_path, "precious", "out.mlir")
    before = contents(tmp_path)
    assert_refused(opt([PASS, str(path), "-o", str(tmp_path / "out.mlir")]))
    assert contents(tmp_path) == before


def test_a_failure_leaves_no_new_output(tmp_path: Path) -> None:
    path = write(tmp_path, UNDEFINED)
    assert_refused(opt([PASS, str(path), "-o", str(tmp_path / "out.mlir")]))
    assert list(contents(tmp_path)) == ["in.mlir"]


def test_a_failure_leaves_the_input_alone_where_it_is_the_output(tmp_path: Path) -> None:
    path = write(tmp_path, UNDEFINED)
    assert_refused(opt([PASS, str(path), "-o", str(path)]))
    assert contents(tmp_path) == {"in.mlir": UNDEFINED.encode()}


def test_an_interrupt_is_no_mistake_though_it_is_wrapped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(*_: object) -> str:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr(ownlog.api.process, "_run_chunk", interrupted)
    run = opt([PASS, str(write(tmp_path, GOOD))])
    assert (run.status, run.out, run.err) == (130, "", "")


def test_a_mistake_of_ownlog_is_told_as_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(*_: object) -> str:
        raise KeyError("planted")

    monkeypatch.setattr(ownlog.api.process, "_run_chunk", broken)
    path = str(write(tmp_path, GOOD))
    run = opt([PASS, path])
    assert (run.status, run.out) == (INTERNAL_ERROR, "")
    assert run.crashed
    assert re.match(
        r"error: internal error at frame/test_bad_input.py:\d+: KeyError: 'planted'\n  help: .*report it", run.err
    )
    assert TRACEBACK not in run.err
    monkeypatch.setenv(SHOW_TRACEBACK, "1")
    assert TRACEBACK in opt([PASS, path]).err


NO_MEMORY = "error: the system has no more: out of memory\n  help: raise its limits, or do less at a time\n"


@pytest.mark.parametrize(
    "error", [MemoryError(), SystemError("error return without exception set")], ids=["memory", "frame"]
)
def test_want_of_memory_is_no_mistake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: Exception) -> None:
    """The second is what Python 3.11 says where it has no memory for the frame of a call."""

    def starved(*_: object) -> str:
        raise error

    monkeypatch.setattr(ownlog.api.process, "_run_chunk", starved)
    run = opt([PASS, str(write(tmp_path, GOOD))])
    assert (run.status, run.out, run.err) == (1, "", NO_MEMORY)


def test_want_of_memory_is_told_where_there_is_none_to_tell_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def starved(*_: object) -> str:
        raise MemoryError

    monkeypatch.setattr(ownlog.api.process, "_run_chunk", starved)
    monkeypatch.setattr(ownlog.cli, "report", starved)
    run = opt([PASS, str(write(tmp_path, GOOD))])
    assert (run.status, run.out, run.err) == (1, "", NO_MEMORY)

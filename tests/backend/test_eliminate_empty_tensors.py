"""eliminate-empty-tensors: which empty tensors become parts of what they are inserted into, where, and which must
not.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import partial

import pytest

import ownlog
from tests.bufferize.deciding.marking import analyse
from tests.bufferize.programs.generator import program
from tests.bufferize.running.soundness import by_value, wrong
from tests.effort import counted
from tests.shared import require_shared, require_tool, shared_programs
from tests.tiers import every, spans
from tests.tools import OwnlogFork, Program

PASS = "eliminate-empty-tensors"
FILL = "linalg.fill ins(%f : f32) outs({} : tensor<4xf32>) -> tensor<4xf32>"


def eliminated(text: str) -> str:
    return str(ownlog.run_pipeline(ownlog.parse(text), PASS))


def function(
    body: str, arguments: str = "%t: tensor<16xf32>, %f: f32, %i: index, %c: i1", result: str = "tensor<16xf32>"
) -> str:
    return f"func.func @f({arguments}) -> {result} {{\n{body}\n}}\n"


@pytest.mark.parametrize(
    ("where", "offset", "size", "gone"),
    [
        ("before an if that may not insert", "%i", "16", False),
        ("before an if, where the slice lies in any tensor of the type", "3", "16", True),
        ("before an if, into a tensor of unknown size", "3", "?", False),
    ],
)
def test_an_insertion_that_may_not_come_says_nothing_of_bounds(where: str, offset: str, size: str, gone: bool) -> None:
    text = function(
        f"""\
  %e = tensor.empty() : tensor<4xf32>
  %x = {FILL.format("%e")}
  %r = scf.if %c -> tensor<{size}xf32> {{
    %s = tensor.insert_slice %x into %t[{offset}] [4] [1] : tensor<4xf32> into tensor<{size}xf32>
    scf.yield %s : tensor<{size}xf32>
  }} else {{
    scf.yield %t : tensor<{size}xf32>
  }}
  return %r : tensor<{size}xf32>""",
        f"%t: tensor<{size}xf32>, %f: f32, %i: index, %c: i1",
        f"tensor<{size}xf32>",
    )
    assert ("tensor.empty" not in eliminated(text)) is gone, where


@pytest.mark.parametrize(
    ("between", "size", "gone"),
    [
        ('cf.assert %c, "too small"', "?", False),
        ("func.call @may_end() : () -> ()", "?", False),
        ("scf.if %c {\n    func.call @may_end() : () -> ()\n  }", "?", False),
        ('cf.assert %c, "too small"', "16", True),
        ("%k = arith.addi %i, %i : index", "?", True),
        ("scf.if %c {\n    %k = arith.addi %i, %i : index\n  }", "?", True),
    ],
)
def test_an_insertion_behind_what_may_stop_says_nothing_of_bounds(between: str, size: str, gone: bool) -> None:
    """What stops the program may be there to keep the insertion from writing out of bounds."""
    text = function(
        f"""\
  %e = tensor.empty() : tensor<4xf32>
  %x = {FILL.format("%e")}
  {between}
  %s = tensor.insert_slice %x into %t[3] [4] [1] : tensor<4xf32> into tensor<{size}xf32>
  return %s : tensor<{size}xf32>""",
        f"%t: tensor<{size}xf32>, %f: f32, %i: index, %c: i1",
        f"tensor<{size}xf32>",
    )
    assert ("tensor.empty" not in eliminated("func.func private @may_end()\n" + text)) is gone


BUFFER = """func.func private @observe(f32)
func.func @f(%m: memref<4xf32>, %f: f32, %i: index) -> f32 {{
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  {between}
  bufferization.materialize_in_destination %x in {flags} %m : (tensor<4xf32>, memref<4xf32>) -> ()
  {behind}
  return %f : f32
}}
"""


@pytest.mark.parametrize(
    ("between", "flags", "behind", "gone"),
    [
        ("", "restrict writable", "", True),
        ("%k = arith.addi %i, %i : index", "restrict writable", "", True),
        ("", "writable", "", False),
        ("%k = memref.load %m[%i] : memref<4xf32>", "restrict writable", "", False),
        ("func.call @observe(%f) : (f32) -> ()", "restrict writable", "", False),
        (
            "scf.for %j = %i to %i step %i {\n    memref.store %f, %m[%j] : memref<4xf32>\n  }",
            "restrict writable",
            "",
            False,
        ),
        ("", "restrict writable", "%k = tensor.extract %x[%i] : tensor<4xf32>", False),
    ],
)
def test_a_buffer_is_written_early_only_where_nobody_can_tell(
    between: str, flags: str, behind: str, gone: bool
) -> None:
    out = eliminated(BUFFER.format(between=between, flags=flags, behind=behind))
    assert ("tensor.empty" not in out) is gone
    assert ("bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>" in out) is gone
    assert ("in restrict writable %m" in out) is (not gone and "restrict" in flags)


@pytest.mark.parametrize(
    "between",
    [
        "func.call @g() : () -> ()",
        'cf.assert %c, "small"',
        '"my.op"() : () -> ()',
        "scf.for %j = %i to %i step %i {\n    func.call @g() : () -> ()\n  }",
    ],
)
def test_nothing_moves_in_front_of_what_may_stop(between: str) -> None:
    text = "func.func private @g()\n" + function(f"""\
  %e = tensor.empty() : tensor<4xf32>
  %x = {FILL.format("%e")}
  {between}
  %k = arith.divui %i, %i : index
  %r = tensor.insert_slice %x into %t[%k] [4] [1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>""")
    assert eliminated(text) == text
    assert "tensor.empty" not in eliminated(text.replace(between, ""))


def test_each_part_takes_the_same_work_in_a_long_chain() -> None:
    def chain(length: int) -> str:
        lines = [f"  %e{i} = tensor.empty() : tensor<4xf32>\n  %x{i} = {FILL.format(f'%e{i}')}" for i in range(length)]
        into = ["%t", *(f"%s{i}" for i in range(length))]
        slices = "tensor<4xf32> into tensor<4096xf32>"
        lines += [
            f"  {into[i + 1]} = tensor.insert_slice %x{i} into {into[i]}[{4 * i}] [4] [1] : {slices}"
            for i in range(length)
        ]
        return function(
            "\n".join([*lines, f"  return {into[-1]} : tensor<4096xf32>"]),
            "%t: tensor<4096xf32>, %f: f32",
            "tensor<4096xf32>",
        )

    eliminated(chain(2))
    work = {}
    for length in (100, 400):
        out, work[length] = counted(partial(eliminated, chain(length)))
        assert (out.count("tensor.empty"), out.count("tensor.extract_slice")) == (0, length)
    assert work[400] < 4.8 * work[100]


def test_what_cannot_be_analysed_is_refused_with_its_place() -> None:
    body = "  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>\n  return %0 : tensor<4xf32>"
    text = function(body, "%m: memref<4xf32>", "tensor<4xf32>")
    run = OwnlogFork()([f"--{PASS}"], text)
    assert (run.status, run.out) == (1, "")
    assert (
        "<stdin>:2:3: error: 'bufferization.to_tensor' op to_tensor ops without `restrict` are not supported" in run.err
    )
    assert "help: write `restrict`" in run.err


@pytest.mark.parametrize("seeds", spans(100, 5))
def test_random_programs_let_others_observe_the_same(seeds: range) -> None:
    for seed in seeds:
        for plain in (False, True):
            text = program(seed, plain=plain)
            out = eliminated(text)
            expected, found = by_value(text), by_value(out)
            assert len(expected) == len(found), (seed, plain)
            assert all(a is None or a == b for a, b in zip(expected, found, strict=True)), (seed, plain)
            assert wrong(out, analyse(out)) is None, (seed, plain)


def test_random_programs_have_what_can_be_eliminated() -> None:
    texts = [program(seed, plain=plain) for seed in range(30) for plain in (False, True)]
    assert sum(eliminated(text) != text for text in texts) >= 6


BUFFERS = "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops"


@pytest.mark.peer
@pytest.mark.parametrize("part", every(31, range(31), str, slow=3))
def test_no_buffer_more_is_left_than_by_mlir_opt(part: int) -> None:
    mlir_opt = Program((require_tool("mlir-opt-22"),))
    folder = require_shared("corpus-tensor")
    for name in shared_programs("corpus-tensor")[part::31]:
        text = (folder / name).read_text()
        left = []
        for module, passes in ((eliminated(text), []), (text, [f"--{PASS}"])):
            run = mlir_opt(["-", *passes, "--empty-tensor-to-alloc-tensor", BUFFERS, "--canonicalize"], module)
            left.append(
                Counter(re.findall(r"= (memref\.alloc)\(|^ *(memref\.copy) ", run.out, re.M))
                if run.status == 0
                else None
            )
        ours, theirs = left
        if theirs is not None:
            assert ours is not None, name
            assert ours <= theirs, (name, ours, theirs)

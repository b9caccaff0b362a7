"""Layouts as affine maps: mlir-opt-22 takes and refuses the same programs, and reads what passes make of them."""

from collections.abc import Callable, Sequence

import pytest

import ownlog
from ownlog.frontend.forms.language.layouts import strides_of
from ownlog.frontend.text.typetext import canonical_text
from tests.frontend.layout_buffers import buffers
from tests.frontend.layout_tensors import tensors
from tests.frontend.layout_writer import Writer
from tests.peer import mlir_opt_each
from tests.tiers import spans

BUFFERS = ("buffer-deallocation-pipeline", "canonicalize", "cse,canonicalize", "ownership-based-buffer-deallocation")
BUFFERIZED = "one-shot-bufferize{bufferize-function-boundaries}"
TENSORS = (BUFFERIZED, f"{BUFFERIZED},buffer-deallocation-pipeline", "tensors-to-buffers")


def _taken(text: str) -> bool:
    try:
        ownlog.parse(text)
    except ownlog.InputError:
        return False
    return True


def _made(text: str, pipeline: str) -> str | None:
    """What a pipeline makes of a program; nothing where it refuses it."""
    try:
        return str(ownlog.run_pipeline(ownlog.parse(text), pipeline))
    except ownlog.InputError:
        return None


def faults(make: Callable[[int], str], seeds: range) -> list[tuple[str, str]]:
    """The programs with which something is wrong, and what that is."""
    texts = [make(seed) for seed in seeds]
    verdicts = [peer.status == 0 for peer in mlir_opt_each(texts)]
    found = [
        (text, f"mlir-opt-22: {verdict}")
        for text, verdict in zip(texts, verdicts, strict=True)
        if _taken(text) != verdict
    ]
    right = [text for text, verdict in zip(texts, verdicts, strict=True) if verdict and _taken(text)]
    for pipeline in BUFFERS if make is buffers else TENSORS:
        found += _misread(right, pipeline)
    if make is tensors:
        theirs = mlir_opt_each(right, "--one-shot-bufferize=bufferize-function-boundaries")
        taken = [text for text, peer in zip(right, theirs, strict=True) if peer.status == 0]
        found += [(text, "is refused") for text in taken if _made(text, BUFFERIZED) is None]
    return found


def _misread(texts: Sequence[str], pipeline: str) -> list[tuple[str, str]]:
    """The programs of which a pipeline makes what mlir-opt-22 or Ownlog refuses."""
    outs = [(text, out) for text in texts if (out := _made(text, pipeline)) is not None]
    peers = mlir_opt_each([out for _, out in outs])
    return [(text, peer.err) for (text, out), peer in zip(outs, peers, strict=True) if peer.status or not _taken(out)]


def test_a_type_is_spelled_the_same_when_it_is_read_again() -> None:
    for seed in range(3000):
        writer = Writer(seed)
        spelled = canonical_text(writer.type(writer.kind(3)))
        assert canonical_text(spelled) == spelled, seed


@pytest.mark.peer
@pytest.mark.parametrize("seeds", spans(120, 30))
@pytest.mark.parametrize("make", [buffers, tensors], ids=["buffers", "tensors"])
def test_random_programs(make: Callable[[int], str], seeds: range) -> None:
    assert faults(make, seeds) == []


@pytest.mark.parametrize(
    ("layout", "strides", "offset"),
    [
        ("strided<[8, ?], offset: 3>", [8, None], 3),
        ("affine_map<(d0, d1) -> (d0 * 8 + d1 + 3)>", [8, 1], 3),
        ("affine_map<(i, j)[s] -> ((i + j) * 4 - i * 4 + s)>", [0, 4], None),
        ("affine_map<(d0)[s0] -> (d0 * (s0 floordiv 2) - d0)>", [None], 0),
        ("affine_map<(d0, d1)[s0] -> (d0 * s0 - s0 * d0 + d1)>", [0, 1], 0),
        ("affine_map<(d0) -> ((d0 * 4 + 3) floordiv 2)>", [2], 1),
        ("affine_map<() -> (7)>", [], 7),
    ],
)
def test_strides(layout: str, strides: list[int | None], offset: int | None) -> None:
    assert strides_of(layout) == (strides, offset)


@pytest.mark.parametrize(
    "layout",
    [
        "affine_map<(d0) -> (d0 floordiv 2)>",
        "affine_map<(d0, d1) -> (d1, d0)>",
        "affine_map<(d0)[s0] -> (d0 mod s0)>",
        "affine_map<(d0) -> (e)>",
    ],
)
def test_no_strides(layout: str) -> None:
    assert strides_of(layout) is None


@pytest.mark.parametrize(
    "step",
    [
        "%s = tensor.extract_slice %t[0, 0] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>",
        "%s = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 2, 4] : tensor<4x4xf32> into tensor<2x2x4xf32>",
        "%s = tensor.insert_slice %u into %t[0, 0] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>",
    ],
)
def test_views_of_what_has_no_strides_are_refused_at_their_place(step: str) -> None:
    layout = "{bufferization.buffer_layout = affine_map<(d0, d1) -> (d1, d0)>, bufferization.writable = true}"
    type = step.split()[-1]
    text = (
        f"func.func @f(%t: tensor<4x4xf32> {layout}, %u: tensor<2x2xf32>) -> {type} {{\n  {step}\n  return %s :"
        f" {type}\n}}\n"
    )
    with pytest.raises(ownlog.InputError, match="its layout has no strides") as refused:
        ownlog.run_pipeline(ownlog.parse(text), BUFFERIZED)
    assert "<string>:2:" in str(refused.value)


@pytest.mark.parametrize("layout", ["3 : i64", "affine_map<(d0) -> (d0 + 3)>", "strided<[1]>", "#foo.layout"])
def test_what_is_no_layout_of_the_argument_is_refused(layout: str) -> None:
    text = f"func.func @f(%t: tensor<4x4xf32> {{bufferization.buffer_layout = {layout}}}) {{\n  return\n}}\n"
    with pytest.raises(ownlog.InputError, match="buffer_layout' is"):
        ownlog.run_pipeline(ownlog.parse(text), BUFFERIZED)


def test_a_copy_of_unknown_rank_is_refused() -> None:
    text = """\
func.func @f(%t: tensor<*xi64>) -> memref<*xi64, 1> {
  %b = bufferization.to_buffer %t : tensor<*xi64> to memref<*xi64, 1>
  return %b : memref<*xi64, 1>
}
"""
    with pytest.raises(ownlog.InputError, match="of unknown rank"):
        ownlog.run_pipeline(ownlog.parse(text), BUFFERIZED)

"""Affine maps and sets as MLIR spells them."""

import pytest

from ownlog.frontend.text.affinetext import canonical_levels, canonical_maps
from tests.frontend.upstream.judge import generic_forms

MAPS = [
    ("affine_map<(i,j)[n]->(i+j*n)>", "affine_map<(d0, d1)[s0] -> (d0 + d1 * s0)>"),
    ("affine_map<(d0)[s0] -> (s0 + d0, 3 * d0, 2 + d0 + 3)>", "affine_map<(d0)[s0] -> (d0 + s0, d0 * 3, d0 + 5)>"),
    (
        "affine_map<(d0, d1) -> (d1 + d0, d0 * 2 + d0, d0 - d1, -d0, d0 - 4)>",
        "affine_map<(d0, d1) -> (d0 + d1, d0 * 3, d0 - d1, -d0, d0 - 4)>",
    ),
    ("affine_map<(d0) -> ((d0 * 8) floordiv 4, (d0 * 8 + 3) mod 4, d0 floordiv 1)>",
    "affine_map<(d0) -> (d0 * 2, 3, d0)>"),
    ("affine_map<(d0) -> ((d0 + 1) ceildiv 4, (d0 * 8 + d0) floordiv 8)>", None),
    ("affine_map<()[a, b] -> (b + a, b * a, (a + b) * 2, a mod 4 - b)>", None),
    ("affine_map<(d0, d1) -> (d0 - (d1 + 2), d0 - d1 * 3, 7 floordiv 2)>", None),
    ("affine_map<() -> ()>", "affine_map<() -> ()>"),
    ("affine_set<(d0)[s0] : (d0 >= 0, s0 - d0 - 1 >= 0, d0 == s0)>", None),
    ("affine_set<(d0) : (d0 <= 7)>", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), [(text, shown) for text, shown in MAPS if shown is not None])
def test_a_map_has_one_spelling(text: str, shown: str) -> None:
    assert canonical_maps(text) == shown
    assert canonical_maps(shown) == shown


@pytest.mark.peer
def test_the_spelling_is_mlir_opts() -> None:
    forms = generic_forms([f'"test.op"() {{m = {text}}} : () -> ()' for text, _ in MAPS])
    for (text, _), expected in zip(MAPS, forms, strict=True):
        assert expected is not None, text
        assert f"m = {canonical_maps(text)}}}" in expected


@pytest.mark.parametrize(
    "text", ["affine_map<(d0) -> (d1)>", "affine_map<(d0) -> (d0", "affine_map<oops>", "affine_map<(d0) -> (d0 / 2)>"]
)
def test_what_is_no_map_stays_as_it_is(text: str) -> None:
    assert canonical_maps(text) == text


def test_levels_of_sparse_tensors() -> None:
    assert (
        canonical_levels("(i, j) -> (i floordiv 2 : dense, j : compressed(nonunique))")
        == "(d0, d1) -> (d0 floordiv 2 : dense, d1 : compressed(nonunique))"
    )
    assert canonical_levels("{l0} (d0 = l0) -> (l0 = d0 : dense)") == "{l0} (d0 = l0) -> (l0 = d0 : dense)"

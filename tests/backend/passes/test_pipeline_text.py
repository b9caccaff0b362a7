"""Pass pipelines as text."""

import pytest

from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.pipeline_text import parse_pipeline
from ownlog.base.errors import InputError

DEALLOC = "ownership-based-buffer-deallocation"


@pytest.mark.parametrize(
    "text",
    [DEALLOC, f"builtin.module({DEALLOC})", f"builtin.module(func.func({DEALLOC}))", f" any ( {DEALLOC} {{}} ) "],
)
def test_anchors_only_say_where_a_pass_runs(text: str) -> None:
    assert parse_pipeline(text) == [Step(DEALLOC, (), "func.func" if "func.func" in text else "builtin.module")]


def test_options_and_order() -> None:
    text = f"builtin.module({DEALLOC}{{private-function-dynamic-ownership=true}},func.func({DEALLOC}))"
    assert parse_pipeline(text) == [
        Step(DEALLOC, (("private-function-dynamic-ownership", "true"),)),
        Step(DEALLOC, (), "func.func"),
    ]


def test_lists_have_commas() -> None:
    text = f"{DEALLOC}{{alloc-ops=a.b,c.d dealloc-ops=e.f}}"
    assert parse_pipeline(text) == [Step(DEALLOC, (("alloc-ops", "a.b,c.d"), ("dealloc-ops", "e.f")))]


def test_an_empty_anchor_has_no_passes() -> None:
    assert parse_pipeline("builtin.module()") == []


@pytest.mark.parametrize(("text", "column"), [("builtin.module(", 16), ("a b", 3), ("builtin.module(x))", 18)])
def test_a_syntax_error_points_into_the_text(text: str, column: int) -> None:
    with pytest.raises(InputError) as caught:
        parse_pipeline(text)
    position = caught.value.diagnostics[0].position
    assert position is not None
    assert position.column == column


@pytest.mark.parametrize("text", ["", DEALLOC, f"{DEALLOC},{DEALLOC}"])
def test_the_command_line_wants_an_anchor(text: str) -> None:
    with pytest.raises(InputError, match="anchor operation type"):
        parse_pipeline(text, anchored=True)


@pytest.mark.parametrize(
    "text",
    [
        f"builtin.module(gpu.module({DEALLOC}))",
        f"builtin.module(func.func(builtin.module({DEALLOC})))",
        f"{DEALLOC}(func.func())",
        f"builtin.module{{a=b}}({DEALLOC})",
    ],
)
def test_what_is_no_anchor_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="anchors here"):
        parse_pipeline(text)


def test_an_unknown_pass_is_named_with_the_nearest_ones() -> None:
    with pytest.raises(InputError) as caught:
        parse_pipeline("builtin.module(ownership-based-buffer-dealloc)")
    diagnostic = caught.value.diagnostics[0]
    assert "does not refer to a registered pass" in diagnostic.message
    assert diagnostic.advice is not None
    assert DEALLOC in diagnostic.advice
    assert diagnostic.position is not None
    assert diagnostic.position.column == 16

"""Pass pipelines as text, as mlir-opt's `--pass-pipeline` takes them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ownlog.backend.pass_definition import Step
from ownlog.backend.passes.registry import PASSES, find_advice
from ownlog.base.errors import UsageError
from ownlog.base.source import Source

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

_ANCHORS = ("any", "builtin.module", "func.func")
_ADVICE = "write it as builtin.module(pass-one,func.func(pass-two{option=value}))"


@cache
def _grammar() -> Lark:
    from lark import Lark

    return Lark(Path(__file__).with_name("pipeline_text.lark").read_text(), parser="lalr", propagate_positions=True)


def parse_pipeline(text: str, anchored: bool = False) -> list[Step]:
    """The passes of a pipeline in order.

    In: text such as `builtin.module(func.func(a,b{x=true}))`, or without `anchored` just the passes. Raises UsageError,
    with a caret into the text, for a syntax error, an unknown pass or anchor, and a missing anchor.
    """
    names = text.split(",")
    if not anchored and PASSES.keys() >= set(names):
        # Most often, and without the grammar, which takes as long to load as a small file to rewrite.
        return [Step(name) for name in names]
    from lark import Tree
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    source = Source(text, "<pass-pipeline>")
    try:
        tree = _grammar().parse(text)
    except UnexpectedInput as error:
        at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        offset = len(text) if at_end else error.pos_in_stream or 0
        advice = (
            "name passes without the dashes, with commas between them" if text.lstrip().startswith("-") else _ADVICE
        )
        raise UsageError(source.diagnostic(offset, "this is not a pass pipeline", advice)) from None
    elements = [child for child in tree.children if isinstance(child, Tree)]
    if anchored and (len(elements) != 1 or elements[0].children[2] is None):
        message = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'"
        raise UsageError(source.diagnostic(0, message, f"write builtin.module({text.strip()})"))
    return list(_steps(tree, source, _ANCHORS))


def step_of(flag: str) -> Step:
    """The pass that a flag such as `--cse` or `--canonicalize=test-convergence=true` asks for."""
    name, *options = flag.lstrip("-").replace("=", " ", 1).split()
    return Step(name, tuple(option.partition("=")[::2] for option in options))


def pipeline_text(steps: Iterable[Step]) -> str:
    """The passes with their options, as `parse_pipeline` reads them, without anchors."""
    options = {step: " ".join(f"{name}={value}" if value else name for name, value in step.options) for step in steps}
    return ",".join(f"{step.name}{{{text}}}" if text else step.name for step, text in options.items())


def _steps(tree: Tree[Token], source: Source, anchors: tuple[str, ...], anchor: str = "builtin.module") -> list[Step]:
    """The passes of a list that runs on `anchor`; `anchors` are those that may stand in it."""
    from lark import Token, Tree

    steps: list[Step] = []
    for element in tree.children:
        if not isinstance(element, Tree):
            continue
        name, options, inner = element.children
        assert isinstance(name, Token)
        if isinstance(inner, Tree):
            if name not in anchors or isinstance(options, Tree):
                what = "takes no options" if isinstance(options, Tree) else "is not an op that passes run on here"
                raise UsageError(
                    source.diagnostic(name.start_pos or 0, f"'{name}' {what}", f"anchors here: {', '.join(anchors)}")
                )
            inside = (anchors, anchor) if name == "any" else (anchors[anchors.index(name) :], str(name))
            steps += _steps(inner, source, *inside)
            continue
        if name not in PASSES:
            message = f"'{name}' does not refer to a registered pass or pass pipeline"
            raise UsageError(source.diagnostic(name.start_pos or 0, message, find_advice(name)))
        given = options.children if isinstance(options, Tree) else []
        steps.append(Step(str(name), tuple(_option(option) for option in given if isinstance(option, Tree)), anchor))
    return steps


def _option(tree: Tree[Token]) -> tuple[str, str]:
    name, value = tree.children
    return str(name), str(value or "").strip("{}")

"""Pass pipelines as text, as mlir-opt's `--pass-pipeline` takes them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from ownlog.backend.passes import PASSES, Step, find_pass
from ownlog.errors import InputError
from ownlog.frontend.source import Source


@cache
def _grammar() -> Lark:
    return Lark(Path(__file__).with_name("pipeline.lark").read_text(), parser="lalr", propagate_positions=True)


def parse_pipeline(text: str) -> list[Step]:
    """The passes of a pipeline in order.

    In: text such as `builtin.module(func.func(a,b{x=true}))`. Anchors (names followed by a parenthesis) only say where passes run; Ownlog's
    passes find their functions themselves. Raises InputError, with a caret into the text, for a syntax error or an unknown pass.
    """
    source = Source(text, "<pass-pipeline>")
    try:
        tree = _grammar().parse(text)
    except UnexpectedInput as error:
        at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        offset = len(text) if at_end else error.pos_in_stream or 0
        advice = "write it as builtin.module(pass-one,func.func(pass-two{option=value}))"
        raise InputError(source.diagnostic(offset, "this is no pass pipeline", advice)) from None
    return list(_steps(tree, source))


def _steps(tree: Tree[Token], source: Source) -> list[Step]:
    steps: list[Step] = []
    for element in tree.children:
        if not isinstance(element, Tree):
            continue
        name, options, inner = element.children
        assert isinstance(name, Token)
        if isinstance(inner, Tree):
            steps += _steps(inner, source)
            continue
        if name not in PASSES:
            try:
                find_pass(name)
            except InputError as error:
                problem = error.diagnostics[0]
                raise InputError(source.diagnostic(name.start_pos or 0, problem.message, problem.advice)) from None
        given = options.children if isinstance(options, Tree) else []
        steps.append(Step(str(name), tuple(_option(option) for option in given if isinstance(option, Tree))))
    return steps


def _option(tree: Tree[Token]) -> tuple[str, str]:
    name, value = tree.children
    return str(name), str(value or "").strip("{}")

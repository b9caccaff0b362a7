"""Changes of what a function takes and returns, with its returns and its calls."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ownlog.backend.rewriting.effects import Effects
from ownlog.backend.rewriting.rewriter import Rewriter
from ownlog.frontend.forms.dialects.func import split_list
from ownlog.frontend.ir.functions import update_function_type
from ownlog.frontend.ir.ir import Op
from ownlog.frontend.text.spelling import spelled_list


def returns(function: Op, effects: Effects) -> Iterator[Op]:
    """The ops that end blocks of the function's body and return from it."""
    for block in function.regions[0].blocks:
        end = block.terminator
        if end is not None and effects.forwarded(end) is not None:
            yield end


def drop_results(function: Op, dropped: Collection[int], rewriter: Rewriter) -> None:
    """Let a function return nothing under the numbers `dropped`, in place; its calls are not changed."""
    for end in returns(function, rewriter.effects):
        rewriter.set_operands(end, [value for k, value in enumerate(end.operands) if k not in dropped])
    attributes = function.attribute("res_attrs")
    if attributes:
        kept = [text for k, text in enumerate(split_list(attributes)) if k not in dropped]
        given = function.attrs if "res_attrs" in function.attrs else function.properties
        del given["res_attrs"]
        if any(text != "{}" for text in kept):
            given["res_attrs"] = spelled_list(kept)
    update_function_type(function, rewriter.effects)


def drop_call_results(call: Op, dropped: Collection[int], rewriter: Rewriter) -> None:
    """Drop results of a call that nobody uses any more."""
    rewriter.keep_results(call, [k not in dropped for k, _ in enumerate(call.results)])

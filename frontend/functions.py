"""Functions and symbols as the IR keeps them: in the text of the attributes `sym_name`, `function_type` and `res_attrs`."""

from __future__ import annotations

import re

from ownlog.frontend.ir import Op
from ownlog.frontend.types import split_top_level


def function_types(function: Op) -> tuple[list[str], list[str]]:
    """The texts of a function's parameter types and result types."""
    text = (function.attribute("function_type") or "() -> ()").strip()
    end = _closing(text)
    inputs = split_top_level(text[1:end])
    outputs = text[end + 1 :].strip().removeprefix("->").strip()
    if outputs.startswith("(") and _closing(outputs) == len(outputs) - 1:
        outputs = outputs[1:-1]
    return inputs, split_top_level(outputs)


def update_function_type(function: Op) -> None:
    """Make the type of a function with a body what its parameters and its returns say, after a pass has changed them."""
    entry = function.regions[0].blocks[0]
    ends = (block.terminator for block in function.regions[0].blocks)
    returned = next((end.operands for end in ends if end is not None and end.name == "func.return"), [])
    inputs, outputs = (", ".join(value.type.text for value in values) for values in (entry.arguments, returned))
    function.properties["function_type"] = f"({inputs}) -> ({outputs})"
    attributes = function.properties.get("res_attrs")
    if attributes:
        # One dictionary for each result; those that were there come first.
        missing = len(returned) - len(split_top_level(attributes.strip()[1:-1]))
        function.properties["res_attrs"] = attributes.rstrip()[:-1] + ", {}" * missing + "]"
    function.mark_changed()


def symbols_in(text: str) -> set[str]:
    """All symbols that an attribute refers to, in the spelling of `symbol_reference`; what stands in strings is no reference."""
    found = re.finditer(r'@(?:[A-Za-z_][A-Za-z0-9_$.]*|"(?:[^"\\]|\\.)*")|"(?:[^"\\]|\\.)*"', text)
    return {symbol_reference(match[0]) for match in found if match[0][0] == "@"}


def symbol_reference(name: str) -> str:
    """The one spelling (`@f`, `@"a-b"`) of a symbol, given as its `sym_name` (`"f"`, `"a-b"`) or as any reference to it (`@"f"`)."""
    bare = name.removeprefix("@").strip('"')
    return f"@{bare}" if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_$.]*", bare) else f'@"{bare}"'


def _closing(text: str) -> int:
    """The offset of the bracket that closes the one `text` starts with; `->` closes nothing."""
    depth = 0
    for at, c in enumerate(text):
        if c in "(<[{":
            depth += 1
        elif c in ")]}" or (c == ">" and text[at - 1] != "-"):
            depth -= 1
            if depth == 0:
                return at
    return len(text) - 1

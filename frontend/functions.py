"""Functions and symbols as the IR keeps them: in the text of the attributes `sym_name`, `function_type` and `res_attrs`."""

from __future__ import annotations

import re

from ownlog.frontend.ir import Op
from ownlog.frontend.types import split_top_level


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

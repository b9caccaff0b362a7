"""Forms of the index dialect. Its ops do not spell the types of index values."""

from __future__ import annotations

from ownlog.frontend.forms.registry import Form

_BINARY = "add sub mul divs divu ceildivs ceildivu floordivs rems remu maxs maxu mins minu shl shrs shru and or xor"

FORMS: dict[str, Form | str] = {
    **{f"index.{name}": "%lhs `,` %rhs attr-dict ; lhs = index, rhs = index, result = index" for name in _BINARY.split()},
    "index.bool.constant": "attr-dict $value:attr ; result = i1",
    "index.casts": "%input attr-dict `:` type(%input) `to` type(result)",
    "index.castu": "%input attr-dict `:` type(%input) `to` type(result)",
    "index.cmp": "$pred:wrapped(index_cmp,index.cmp_predicate) `(` %lhs `,` %rhs `)` attr-dict ; lhs = index, rhs = index, result = i1",
    "index.constant": "attr-dict $value:index ; result = index",
    "index.sizeof": "attr-dict ; result = index",
}

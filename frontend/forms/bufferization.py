"""Forms of the bufferization dialect."""

from __future__ import annotations

from ownlog.frontend.forms.registry import Form

FORMS: dict[str, Form | str] = {
    "bufferization.alloc_tensor": "`(` %dynamic_sizes... `)` (`copy` `(` %copy? `)`)? (`size_hint` `=` %size_hint?)? attr-dict"
    " `:` type(result)"
    " ; dynamic_sizes = index, copy = result, size_hint = index, segments, inherent memory_space",
    "bufferization.clone": "%input attr-dict `:` type(%input) `to` type(result)",
    "bufferization.dealloc": "(` ` `(` %memrefs... `:` type(%memrefs) `)` `if` ` ` `(` %conditions... `)`)?"
    " (`retain` ` ` `(` %retained... `:` type(%retained) `)`)? attr-dict"
    " ; conditions = i1, results = i1*retained, segments",
    "bufferization.dealloc_tensor": "%tensor attr-dict `:` type(%tensor)",
    "bufferization.materialize_in_destination": "%source `in` $restrict:unit $writable:unit %dest attr-dict `:` functional",
    "bufferization.to_buffer": "%tensor $read_only:unit attr-dict `:` type(%tensor) `to` type(result) ; inherent read_only",
    "bufferization.to_tensor": "%buffer $restrict:unit $writable:unit attr-dict `:` type(%buffer) `to` type(result)",
}

"""Comparisons of addresses: whether two buffers have the same allocation, where only the program tells when it runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ownlog.backend.rewriting import build
from ownlog.frontend.ir.ir import Op, Value
from ownlog.frontend.printing.fresh_names import Names


class Addresses(NamedTuple):
    """The value that gives the address of a buffer's allocation: itself, unless `told_by` has another.

    A view may begin elsewhere in its allocation (`rules/analysis/aliasing/addresses.dl`).
    """

    told_by: Mapping[Value, Value]

    def teller(self, buffer: Value) -> Value:
        """The buffer whose address tells what allocation `buffer` has."""
        return self.told_by.get(buffer, buffer)

    def pointer(self, buffer: Value, names: Names) -> Op:
        """The op that takes the address that tells what allocation `buffer` has."""
        return build.pointer(self.teller(buffer), names)

    def compare(self, predicate: str, left: Value, right: Value, names: Names) -> list[Op]:
        """The ops that compare the allocations of two buffers; the last one is true if they are equal ("eq"), or not
        ("ne").
        """
        pointers = [self.pointer(buffer, names) for buffer in (left, right)]
        return [*pointers, build.compare(predicate, pointers[0].results[0], pointers[1].results[0], names)]

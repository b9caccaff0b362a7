"""What bufferization has decided about a program, held against the definition of a conflict
(rules/bufferize/reference.dl).
"""

from collections.abc import Mapping
from typing import NamedTuple

from ownlog.backend.bufferize.analysis.result import OF_PARTS
from ownlog.frontend.facts.extract import RELATIONS, extract_facts
from ownlog.frontend.facts.tensors import RELATIONS as TENSOR_FACTS
from tests.bufferize.deciding.marking import Analysed
from tests.reference.programs import derive

Use = tuple[str, int]


class Conflict(NamedTuple):
    """`writer` changes what `reader` should see of `definition`; or, as `why` says, writes where it must not."""

    reader: Use | None
    writer: Use
    definition: str
    why: str

    def told(self, found: Analysed) -> str:
        """It in words, with lines."""
        writer = found.naming.ops[self.writer[0]]
        read = (
            ""
            if self.reader is None
            else f", read by {found.naming.ops[self.reader[0]].name} at line "
            + str(found.naming.ops[self.reader[0]].line)
        )
        return f"{self.why}: {writer.name} at line {writer.line} writes operand {self.writer[1]}{read}"


class Judged(NamedTuple):
    """The conflicts among what is in place, and for each use that is not those that it would be in."""

    conflicts: set[Conflict]
    out_of_place: dict[Use, set[Conflict]]


def judge(found: Analysed, options: Mapping[str, str]) -> Judged:
    """The conflicts by the definition, of what was analysed with these options."""
    facts = extract_facts(found.module, found.naming, options, wanted=(*RELATIONS, *TENSOR_FACTS))
    facts["assume_in_place"] = sorted(found.analysis.in_place)
    facts |= {name: found.analysis.told[name] for name in OF_PARTS}
    rows = derive("bufferize", facts, ("conflict", "misplaced", "out_of_place"))
    worlds: dict[str, set[Conflict]] = {"": set()}
    uses: dict[str, Use] = {str(world): (str(op), int(operand)) for world, op, operand in rows["out_of_place"]}
    worlds |= {world: set() for world in uses}
    for world, reader, read, writer, written, definition in rows["conflict"]:
        worlds[str(world)].add(
            Conflict((str(reader), int(read)), (str(writer), int(written)), str(definition), "conflict")
        )
    for world, op, operand, why in rows["misplaced"]:
        worlds[str(world)].add(Conflict(None, (str(op), int(operand)), "", str(why)))
    return Judged(worlds[""], {use: worlds[world] for world, use in uses.items()})

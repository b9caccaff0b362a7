"""IR to facts: one row for each thing in the text, in the relations of `rules/schema.dl`. Ops have no meaning here."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Set

from ownlog.frontend.facts.dominance_intervals import dominance_intervals
from ownlog.frontend.facts.loops import RELATIONS as LOOP_RELATIONS
from ownlog.frontend.facts.loops import bounds_of, loop_rows
from ownlog.frontend.facts.maps import RELATIONS as MAP_RELATIONS
from ownlog.frontend.facts.maps import map_rows
from ownlog.frontend.facts.names import TOP_BLOCK, TOP_MODULE, Naming
from ownlog.frontend.facts.places import RELATIONS as PLACE_RELATIONS
from ownlog.frontend.facts.places import place_facts
from ownlog.frontend.facts.postdominance import RELATIONS as POSTDOMINANCE_RELATIONS
from ownlog.frontend.facts.postdominance import postdominance_facts
from ownlog.frontend.facts.standing import rows_of
from ownlog.frontend.facts.tensors import ORDER, tensor_facts
from ownlog.frontend.facts.tensors import RELATIONS as TENSOR_RELATIONS
from ownlog.frontend.ir.graphs import Graph, graph_of
from ownlog.frontend.ir.ir import Block, Op, Region, Value
from ownlog.frontend.ir.loops import on_cycles
from ownlog.frontend.ir.module import Module
from ownlog.frontend.syntax.structure import MODULE
from ownlog.frontend.text import tokens
from ownlog.frontend.text.literals import INTEGER_TYPE, digits_of, integer_literal, signed, width_of
from ownlog.frontend.text.spelling import is_plain_symbol, symbol_reference, symbols_in
from ownlog.frontend.text.types import Type

Row = tuple[str | int, ...]
Facts = dict[str, list[Row]]

RELATIONS = (
    "op", "op_dialect", "op_region", "region_block", "terminator", "operand", "operand_group", "operand_count",
    "result", "block_argument", "use", "use_count", "successor", "value_type", "memref_type", "reference_type",
    "value_order", "dominance", "postdominance", "immediate_postdominator", "cyclic", "attribute", "integer_attribute",
    "integer_type", "symbol_use", "symbol_part", "symbol_definition", "op_position", "alias_query", "option",
    "assume_clean", "assume_fixed_abi", "assume_pinned", "assume_at_ends", "assume_planned", "assume_unproved",
    "assume_call", "assume_external", "assume_read", "assume_written", "assume_returned", "assume_read_only",
    "assume_shared", "assume_in_place", "assume_conflict", "assume_unwritable", "assume_class", "assume_changed",
    "assume_parted", "assume_rival", "assume_layout", "assume_moved", "assume_apart", "assume_apart_if",
    "assume_not_apart", *LOOP_RELATIONS, *MAP_RELATIONS,
)  # fmt: skip

FOR_PASSES = tuple(name for name in RELATIONS if name != "op_position")
"""What passes derive from: where ops stand in the text is for people."""

FOR_PLANS = tuple(name for name in FOR_PASSES if name != "value_order")
"""What the plan is derived from: in which order values are defined matters to no owner."""

_ENOUGH = 32
"""The greatest width that `integer_type` tells of: engines may have numbers of 32 bits."""

_OF_GRAPHS = (*POSTDOMINANCE_RELATIONS, "cyclic")
_OF_SYMBOLS = ("symbol_use", "symbol_part", "symbol_definition")

TEXT_FACTS = frozenset(
    name
    for name in (*RELATIONS, *PLACE_RELATIONS, *ORDER, *TENSOR_RELATIONS)
    if not name.startswith("assume_") and name not in ("alias_query", "option")
)
"""The relations about the program's text; others say what is asked for, or was decided before."""

ABOUT_PLACES = (*RELATIONS, *PLACE_RELATIONS, *ORDER)
"""What the placement of buffers asks for."""


def extract_facts(
    module: Module,
    naming: Naming,
    options: Mapping[str, str] | None = None,
    asked: Iterable[str] = (),
    wanted: Collection[str] = RELATIONS,
    *,
    exact: bool = False,
) -> Facts:
    """All extensional facts of a module.

    In: a verified module, its naming, the deallocation options, and the values asked about. Out: rows of every relation
    of the schema, and the `wanted` ones. Without all of `FOR_PASSES`, regions in which nothing can refer to memory are
    skipped, such as the arithmetic on elements in a `linalg.generic`, and, without "use", dominance is for i1 values
    only. `exact` includes all regions, and exactly what is wanted.
    """
    facts = _Extractor(naming, frozenset(wanted), exact).run(module, options or {})
    facts.update(
        tensor_facts(module, naming)
        if not set(TENSOR_RELATIONS).isdisjoint(wanted)
        else {name: [] for name in TENSOR_RELATIONS}
    )
    facts.update(
        place_facts(module, naming)
        if not set(PLACE_RELATIONS).isdisjoint(wanted)
        else {name: [] for name in PLACE_RELATIONS}
    )
    facts["alias_query"].extend((value,) for value in asked)
    return facts


def option_facts(options: Mapping[str, str]) -> list[Row]:
    """The options that the user set, a row for each item of a list."""
    return [(name, item) for name, text in sorted(options.items()) for item in text.split(",") if item]


class _Extractor:
    def __init__(self, naming: Naming, wanted: Set[str], exact: bool) -> None:
        self.naming = naming
        self.wanted = wanted
        self.whole = exact or wanted >= set(FOR_PASSES)
        self.ordered = "value_order" in wanted
        told = wanted if wanted.isdisjoint((*_OF_SYMBOLS, "integer_attribute")) else wanted | {"attribute"}
        self.told: Set[str] = told if exact else frozenset(RELATIONS)
        """What is told for all ops that have it."""
        self.numbered = "use" in wanted
        self.facts: Facts = {name: [] for name in RELATIONS}
        self.types: set[Type] = set()
        self.closed: set[Op] = set()
        """The ops whose regions are left out."""
        self.ops: list[tuple[str, Op]] = []
        """All other ops, with their names."""
        self.defined: list[Value] = []
        """What blocks and ops define, in the order of the ops."""
        self.graphs: dict[Region, Graph] = {}
        """Those of regions of several blocks, as far as somebody asked."""

    def run(self, module: Module, options: Mapping[str, str]) -> Facts:
        facts = self.facts
        # An input without a module of its own stands in an implicit one, as for mlir-opt.
        facts["op"].append((TOP_MODULE, MODULE, "", 0))
        facts["op_region"].append((TOP_MODULE, 0, f"{TOP_MODULE}.0"))
        facts["region_block"].append((f"{TOP_MODULE}.0", 0, TOP_BLOCK))
        self._blocks(module.top)
        self._values()
        if not self.told.isdisjoint(LOOP_RELATIONS):
            self._loops()
        if not self.told.isdisjoint(MAP_RELATIONS):
            self._maps()
        if not self.told.isdisjoint(("use", "use_count")):
            self._uses()
        if not self.told.isdisjoint(_OF_SYMBOLS):
            self._symbols()
        if "symbol_use" in self.told and any("@" in type.canonical for type in self.types):
            for name, op in self.naming.ops.items():
                self._types(op, name)
        if "op_dialect" in self.told:
            names = sorted({MODULE, *[op.name for _, op in self.ops]})
            facts["op_dialect"] += [(name, name.partition(".")[0]) for name in names]
        for type in sorted({t.canonical: t for t in self.types}.values(), key=str):
            if type.is_memref:
                facts["memref_type"].append((type.canonical, "unranked" if type.is_unranked_memref else "ranked"))
            elif any(part in type.canonical for part in ("!", "tensor", "memref")):
                facts["reference_type"].append((type.canonical,))
            elif INTEGER_TYPE.fullmatch(type.canonical) is not None:
                facts["integer_type"].append(
                    (type.canonical, (1 << max(min(width_of(type.canonical), _ENOUGH) - 1, 0)) - 1)
                )
        if "integer_attribute" in self.told:
            read = ((text, integer_literal(text)) for text in sorted({str(text) for _, _, text in facts["attribute"]}))
            facts["integer_attribute"] += [
                (text, digits_of(signed(found.value, found.type))) for text, found in read if found is not None
            ]
        facts["option"] += option_facts(options)
        if "dominance" in self.wanted:
            # Who does not ask for each use asks this of conditions only.
            types = (
                None
                if self.numbered or self.whole
                else frozenset([type for type in self.types if type.canonical == "i1"])
            )
            facts["dominance"] += dominance_intervals(
                module.top, self.naming.of_value, self.closed, types, self._graph_of
            )
        if "op_position" in self.wanted:
            places = [(name, op.position) for name, op in self.ops]
            facts["op_position"] += [(name, at.file, at.line, at.column) for name, at in places if at is not None]
        return facts

    def _blocks(self, top: Block) -> None:
        """Where ops stand. A block's ops come one after the other, then those of the blocks in them."""
        naming, facts = self.naming, self.facts
        blocks = self._blocks_in(top)
        self.ops, self.defined, told = rows_of(blocks, naming.of_op, naming.of_block, naming.of_value, self.told)
        for relation, rows in told.items():
            facts[relation] += rows

    def _blocks_in(self, top: Block) -> list[tuple[str, Block]]:
        """All blocks, with their names, in order; which regions these are in is told on the way."""
        of_block, of_op = self.naming.of_block, self.naming.of_op
        only_computes = _Computing()
        found: list[tuple[str, Block]] = []
        # A stack instead of recursion: programs nest as deep as the parser lets them.
        stack = [top]
        while stack:
            block = stack.pop()
            found.append((of_block[block], block))
            nested: list[Block] = []
            for op in block.ops:
                if op.regions and (self.whole or not only_computes(op)):
                    self._regions(op, of_op[op], nested)
                elif op.regions:
                    self.closed.add(op)
            stack += reversed(nested)
        return found

    def _regions(self, op: Op, name: str, nested: list[Block]) -> None:
        facts, of_block = self.facts, self.naming.of_block
        for i, region in enumerate(op.regions):
            region_name = f"{name}.{i}"
            facts["op_region"].append((name, i, region_name))
            names = [of_block[block] for block in region.blocks]
            facts["region_block"] += [(region_name, k, block) for k, block in enumerate(names)]
            nested += region.blocks
            if len(names) > 1:
                self._graph(region, names)

    def _graph(self, region: Region, names: list[str]) -> None:
        """How control goes round in a region, and out of it."""
        facts = self.facts
        if self.told.isdisjoint(_OF_GRAPHS):
            return
        self.graphs[region] = graph = graph_of(region)
        if not self.told.isdisjoint(POSTDOMINANCE_RELATIONS):
            for relation, rows in postdominance_facts(graph, names, len(facts["postdominance"])).items():
                facts[relation] += rows
        if "cyclic" in self.wanted:
            facts["cyclic"] += [(names[node],) for node in on_cycles(graph)]

    def _graph_of(self, region: Region) -> Graph:
        return self.graphs.get(region) or graph_of(region)

    def _values(self) -> None:
        facts, of_value = self.facts, self.naming.of_value
        facts["value_type"] += [(of_value[value], value.type.canonical) for value in self.defined]
        if self.ordered:
            facts["value_order"] += [(of_value[value], number) for number, value in enumerate(self.defined)]
        self.types.update([value.type for value in self.defined])

    def _uses(self) -> None:
        """Count the uses of buffers, op by op, and number them if that is asked for."""
        facts, of_value, numbered = self.facts, self.naming.of_value, self.numbered
        buffers = {type for type in self.types if type.is_memref}
        uses = {value: 0 for value in self.defined if value.type in buffers}
        rows = facts["use"]
        for name, op in self.ops:
            operands = op.operands
            for value in operands if len(operands) < 2 else dict.fromkeys(operands):
                if value.type in buffers:
                    number = uses[value]
                    uses[value] = number + 1
                    if numbered:
                        rows.append((of_value[value], number, name))
        facts["use_count"] += [(of_value[value], count) for value, count in uses.items()]

    def _loops(self) -> None:
        """What attributes say of the bounds of loops."""
        facts, of_value = self.facts, self.naming.of_value
        for name, op in self.ops:
            if op.regions and (bounds := bounds_of(op)) is not None:
                facts["loop_dimensions"].append((name, len(bounds[1])))
                for part, dimension, bound in loop_rows(op):
                    if isinstance(bound, int):
                        facts["loop_bound"].append((name, part, dimension, bound))
                    else:
                        facts["loop_bound_value"].append((name, part, dimension, of_value[bound]))

    def _maps(self) -> None:
        """What affine maps make of indices."""
        for name, op in self.ops:
            if op.attrs or op.properties:
                parts, results = map_rows(op)
                self.facts["map_part"] += [(name, *row) for row in parts]
                self.facts["map_result"] += [(name, *row) for row in results]

    def _symbols(self) -> None:
        """The symbols that attributes refer to, and those that ops define."""
        facts, rows = self.facts, self.facts["attribute"]
        naming = [(name, key, str(text)) for name, key, text in rows if "@" in str(text)]
        told = {text: _symbols_of(text) for text in {text for _, _, text in naming}}
        facts["symbol_use"] += [(name, key, symbol) for name, key, text in naming for symbol in told[text][0]]
        facts["symbol_part"] += [
            (name, key, i, part) for name, key, text in naming for i, part in enumerate(told[text][1])
        ]
        # Of two, that which is the op's own comes last.
        symbols = {name: str(text) for name, key, text in rows if key == "sym_name"}
        facts["symbol_definition"] += [(name, symbol_reference(text)) for name, text in symbols.items()]

    def _types(self, op: Op, name: str) -> None:
        """The symbols that types refer to."""
        for type in {value.type.canonical: None for value in _defined(op) if "@" in value.type.canonical}:
            self.facts["symbol_use"].extend((name, "", symbol) for symbol in sorted(symbols_in(type)))


def _symbols_of(text: str) -> tuple[list[str], list[str]]:
    """All symbols in the text of an attribute, and its parts if it is one."""
    return ([text], [text]) if is_plain_symbol(text) else (sorted(symbols_in(text)), _parts(text))


def _parts(text: str) -> list[str]:
    """The parts of a symbol, `@a::@b`; nothing for another text."""
    if not tokens.SYMBOL_TOKEN.fullmatch(text):
        return []
    return [symbol_reference(part) for part in tokens.PLAIN_SYMBOL.findall(text.replace("::", " "))]


def _defined(op: Op) -> list[Value]:
    """The results of an op, and the arguments of the blocks in its regions."""
    if not op.regions:
        return op.results
    return [
        *op.results,
        *(argument for region in op.regions for block in region.blocks for argument in block.arguments),
    ]


class _Computing:
    """Whether nothing in the regions of an op, nested ones aside, can refer to memory or leave them."""

    def __init__(self) -> None:
        self._numbers: set[Type] = set()
        """The types seen of which nothing can refer to memory."""

    def __call__(self, op: Op) -> bool:
        if op.results or not op.operands:
            return False
        types: list[Type] = []
        for region in op.regions:
            if len(region.blocks) != 1:
                return False
            block = region.blocks[0]
            types += [value.type for value in block.arguments]
            for inner in block.ops:
                if inner.regions or inner.successors:
                    return False
                types += [value.type for value in inner.operands]
                types += [value.type for value in inner.results]
                if (inner.attrs or inner.properties) and _names_symbols(inner):
                    return False
        if not self._numbers.issuperset(types):
            if any(map(_may_refer, types)):
                return False
            self._numbers.update(types)
        return True


def _names_symbols(op: Op) -> bool:
    return any(
        "@" in text for attributes in (op.attrs, op.properties) for text in attributes.values() if text is not None
    )


def _may_refer(type: Type) -> bool:
    return not (type.canonical[:1] in "fi" or type.canonical == "bf16")

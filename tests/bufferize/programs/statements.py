"""Random statements without regions, but those of linalg ops."""

from __future__ import annotations

from tests.bufferize.programs.writer import FOUR, SOME, SQUARE, TWO, Function, Scope, Writer


class Statements(Writer):
    """Writes statements that follow each other."""

    def insert(self, scope: Scope) -> None:
        type = self.type()
        at = f"{self.index(scope)}, {self.index(scope)}" if type == SQUARE else self.index(scope)
        self.known(
            scope, type, self.op(f"tensor.insert {self.number(scope)} into {self.tensor(scope, type)}[{at}] : {type}")
        )

    def extract(self, scope: Scope) -> None:
        type = self.type()
        at = f"{self.index(scope)}, {self.index(scope)}" if type == SQUARE else self.index(scope)
        name = self.op(f"tensor.extract {self.tensor(scope, type)}[{at}] : {type}")
        scope.numbers.append(name)
        if not scope.quiet and self.chance.random() < 0.6:
            self.write(f"func.call @observe({name}) : (f32) -> ()")

    def new_tensor(self, scope: Scope) -> None:
        type = self.type()
        self.known(scope, type, self.made(scope, type))

    def slice(self, scope: Scope) -> None:
        offset = self.offset(scope)
        self.known(
            scope, TWO, self.op(f"tensor.extract_slice {self.tensor(scope, FOUR)}[{offset}] [2] [1] : {FOUR} to {TWO}")
        )

    def offset(self, scope: Scope) -> str:
        return self.chance.choice(["0", "1", "2", self.index(scope)])

    def insert_slice(self, scope: Scope) -> None:
        target, source = self.tensor(scope, FOUR), self.tensor(scope, TWO)
        self.known(
            scope,
            FOUR,
            self.op(f"tensor.insert_slice {source} into {target}[{self.offset(scope)}] [2] [1] : {TWO} into {FOUR}"),
        )

    def tile(self, scope: Scope) -> None:
        """Takes a part, changes it and puts it back, where it was or somewhere else."""
        target = self.made(scope, FOUR) if self.plain else self.tensor(scope, FOUR)
        offset = self.offset(scope)
        part = self.op(f"tensor.extract_slice {target}[{offset}] [2] [1] : {FOUR} to {TWO}")
        changed = self.op(f"linalg.fill ins({self.number(scope)} : f32) outs({part} : {TWO}) -> {TWO}")
        if self.chance.random() < 0.3:
            offset = self.offset(scope)
        if self.chance.random() < 0.2:
            target = self.tensor(scope, FOUR)
        self.known(
            scope, FOUR, self.op(f"tensor.insert_slice {changed} into {target}[{offset}] [2] [1] : {TWO} into {FOUR}")
        )

    def fill(self, scope: Scope) -> None:
        type = self.type()
        target = self.tensor(scope, type)
        self.known(
            scope, type, self.op(f"linalg.fill ins({self.number(scope)} : f32) outs({target} : {type}) -> {type}")
        )

    def copy(self, scope: Scope) -> None:
        type = self.type()
        out = (
            self.op(f"tensor.empty() : {type}")
            if self.plain or self.chance.random() < 0.4
            else self.tensor(scope, type)
        )
        self.known(
            scope, type, self.op(f"linalg.copy ins({self.tensor(scope, type)} : {type}) outs({out} : {type}) -> {type}")
        )

    def add(self, scope: Scope) -> None:
        type = self.type()
        one, other, out = (self.tensor(scope, type) for _ in range(3))
        self.known(
            scope, type, self.op(f"linalg.add ins({one}, {other} : {type}, {type}) outs({out} : {type}) -> {type}")
        )

    def map(self, scope: Scope) -> None:
        type = self.type()
        name = self.new()
        used = self.chance.choice(["%in"] if self.plain else ["%in", "%out"])
        source, target = self.tensor(scope, type), self.tensor(scope, type)
        with self.nested(
            f"{name} = linalg.map ins({source} : {type}) outs({target} : {type}) (%in: f32, %out: f32) {{"
        ):
            self.write(f"%s = arith.addf %in, {used} : f32")
            self.write("linalg.yield %s : f32")
        self.known(scope, type, name)

    def generic(self, scope: Scope) -> None:
        type = self.chance.choice([FOUR, SQUARE])
        rank = 2 if type == SQUARE else 1
        maps = ["#id", "#id"] if rank == 1 else [self.chance.choice(["#id2", "#turned"]) for _ in range(2)]
        name, source, target = self.new(), self.tensor(scope, type), self.tensor(scope, type)
        kinds = ", ".join(['"parallel"'] * rank)
        head = f"{name} = linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}"
        with self.nested(f"{head} ins({source} : {type}) outs({target} : {type}) {{", f"}} -> {type}"):
            self.write("^bb0(%in: f32, %out: f32):")
            used = self.chance.choice(["%out", "%in", self.number(scope)])
            if self.chance.random() < 0.2:
                at = self.index(scope)
                used = self.op(f"tensor.extract {self.tensor(scope.inner(), FOUR)}[{at}] : {FOUR}")
            self.write(f"%s = arith.addf %in, {used} : f32")
            self.write("linalg.yield %s : f32")
        self.known(scope, type, name)

    def reduce(self, scope: Scope) -> None:
        name = self.new()
        head = f'{name} = linalg.generic {{indexing_maps = [#id2, #first], iterator_types = ["parallel", "reduction"]}}'
        with self.nested(
            f"{head} ins({self.tensor(scope, SQUARE)} : {SQUARE}) outs({self.tensor(scope, TWO)} : {TWO}) {{",
            f"}} -> {TWO}",
        ):
            self.write("^bb0(%in: f32, %out: f32):")
            self.write("%s = arith.addf %in, %out : f32")
            self.write("linalg.yield %s : f32")
        self.known(scope, TWO, name)

    def matmul(self, scope: Scope) -> None:
        a, b, c = (self.tensor(scope, SQUARE) for _ in range(3))
        name = self.op(f"linalg.matmul ins({a}, {b} : {SQUARE}, {SQUARE}) outs({c} : {SQUARE}) -> {SQUARE}")
        self.known(scope, SQUARE, name)

    def reshape(self, scope: Scope) -> None:
        if self.chance.random() < 0.5:
            flat = self.tensor(scope, FOUR)
            name = self.op(f"tensor.expand_shape {flat} [[0, 1]] output_shape [2, 2] : {FOUR} into {SQUARE}")
            self.known(scope, SQUARE, name)
        else:
            self.known(
                scope,
                FOUR,
                self.op(f"tensor.collapse_shape {self.tensor(scope, SQUARE)} [[0, 1]] : {SQUARE} into {FOUR}"),
            )

    def cast(self, scope: Scope) -> None:
        some = self.op(f"tensor.cast {self.tensor(scope, FOUR)} : {FOUR} to {SOME}")
        if self.chance.random() < 0.5:
            some = self.op(f"tensor.insert {self.number(scope)} into {some}[{self.index(scope)}] : {SOME}")
        self.known(scope, FOUR, self.op(f"tensor.cast {some} : {SOME} to {FOUR}"))

    def select(self, scope: Scope) -> None:
        type = self.type()
        one, other = self.tensor(scope, type), self.tensor(scope, type)
        self.known(scope, type, self.op(f"arith.select {self.condition(scope)}, {one}, {other} : {type}"))

    def vectors(self, scope: Scope) -> None:
        """Reads a vector and writes it somewhere, over a part or all of a tensor."""
        type, size = self.chance.choice([(FOUR, 2), (FOUR, 4), (TWO, 2), (SQUARE, 2)][: 3 if self.plain else 4])
        lead = f"{self.index(scope)}, " if type == SQUARE else ""
        at = self.index(scope) if (type, size) == (FOUR, 2) else "%c0"
        bounds = "{in_bounds = [true]}"
        vector = self.op(
            f"vector.transfer_read {self.tensor(scope, type)}[{lead}{at}], {self.number(scope)} {bounds} : {type},"
            f" vector<{size}xf32>"
        )
        at = self.index(scope) if (type, size) == (FOUR, 2) else "%c0"
        target = self.tensor(scope, type)
        name = self.op(f"vector.transfer_write {vector}, {target}[{lead}{at}] {bounds} : vector<{size}xf32>, {type}")
        self.known(scope, type, name)

    def own_copy(self, scope: Scope) -> None:
        type = self.type()
        self.known(scope, type, self.op(f"bufferization.alloc_tensor() copy({self.tensor(scope, type)}) : {type}"))

    def through_buffer(self, scope: Scope) -> None:
        """Gives a tensor out as a buffer, to which something may be written at once, and reads that."""
        tensor, writes = self.tensor(scope, FOUR), self.chance.random() < 0.5
        buffer = self.op(f"bufferization.to_buffer {tensor} {'' if writes else 'read_only '}: {FOUR} to memref<4xf32>")
        if writes:
            self.write(f"memref.store {self.number(scope)}, {buffer}[{self.index(scope)}] : memref<4xf32>")
        scope.numbers.append(self.op(f"memref.load {buffer}[{self.index(scope)}] : memref<4xf32>"))

    def from_buffer(self, scope: Scope) -> None:
        """A buffer becomes a tensor, which may be written to or not."""
        buffer = self.op("memref.alloc() : memref<4xf32>")
        for i in range(4):
            self.write(f"memref.store {self.number(scope)}, {buffer}[%c{i}] : memref<4xf32>")
        how = self.chance.choice(["restrict", "restrict writable"])
        self.known(scope, FOUR, self.op(f"bufferization.to_tensor {buffer} {how} : memref<4xf32> to {FOUR}"))

    def into_buffer(self, scope: Scope) -> None:
        """A tensor is put into a buffer, of which elements are read."""
        buffer = self.op("memref.alloc() : memref<4xf32>")
        tensor = self.tensor(scope, FOUR)
        self.write(
            f"bufferization.materialize_in_destination {tensor} in restrict writable {buffer} : ({FOUR}, memref<4xf32>)"
            " -> ()"
        )
        scope.numbers.append(self.op(f"memref.load {buffer}[{self.index(scope)}] : memref<4xf32>"))

    def call(self, scope: Scope) -> None:
        ready = [
            Function("@same", (FOUR,), (FOUR,)), Function("@even", (FOUR, "index"), (FOUR,)),
            Function("@twice", (FOUR,), (FOUR, FOUR)), Function("@table", (), (FOUR,)),
        ][: 2 if self.plain else 4]  # fmt: skip
        function = self.chance.choice(self.functions * 2 + ready)
        given = [self.index(scope) if type == "index" else self.tensor(scope, type) for type in function.inputs]
        results = [self.new() for _ in function.results]
        types = ", ".join(function.results)
        head = f"{', '.join(results)} = " if results else ""
        self.write(f"{head}func.call {function.name}({', '.join(given)}) : ({', '.join(function.inputs)}) -> ({types})")
        for name, type in zip(results, function.results, strict=True):
            if type == "f32":
                scope.numbers.append(name)
            else:
                self.known(scope, type, name)

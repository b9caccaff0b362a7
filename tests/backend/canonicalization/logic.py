"""Random functions of i1 arithmetic in branches, nested and in a row: conditions that are made of each other, and used
all over.
"""

from random import Random

_DEEPEST = 4
_PARAMETERS = ("%a", "%b", "%c")


def function(seed: int) -> str:
    """The text of a valid function; from odd seeds one of several blocks."""
    return "\n".join([*_Writer(Random(seed)).function(several=seed % 2 == 1), ""])


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0

    def function(self, several: bool) -> list[str]:
        head = ["func.func @f(%a: i1, %b: i1, %c: i1, %n: index) {", "%true = arith.constant true"]
        if not several:
            return [*head, *self.ops([*_PARAMETERS], 0), "return", "}"]
        visible = [*_PARAMETERS]
        lines = [*head, *self.ops(visible, 2)]
        blocks = self.random.randint(2, 5)
        lines.append(self.end(blocks, visible))
        for number in range(blocks):
            lines += [f"^b{number}:", *self.ops([*_PARAMETERS], 2), self.end(blocks, [*_PARAMETERS])]
        return [*lines, "}"]

    def end(self, blocks: int, visible: list[str]) -> str:
        one, other = (f"^b{self.random.randrange(blocks)}" for _ in range(2))
        ends = (f"cf.cond_br {self.random.choice(visible)}, {one}, {other}", f"cf.br {one}", "return")
        return self.random.choices(ends, (7, 1, 2))[0]

    def ops(self, visible: list[str], depth: int) -> list[str]:
        """Some ops; what they define becomes `visible`."""
        lines = []
        for _ in range(self.random.randint(1, 4)):
            kinds = [
                self.logic,
                self.logic,
                self.use,
                *([self.branch, self.choice, self.loop] if depth < _DEEPEST else []),
            ]
            lines += self.random.choice(kinds)(visible, depth)
        return lines

    def name(self, visible: list[str]) -> str:
        self.count += 1
        visible.append(f"%v{self.count}")
        return visible[-1]

    def logic(self, visible: list[str], _: int) -> list[str]:
        one, other = self.random.choice(visible), self.random.choice([*visible, "%true"])
        return [f"{self.name(visible)} = arith.{self.random.choice(('andi', 'ori', 'xori'))} {one}, {other} : i1"]

    def use(self, visible: list[str], _: int) -> list[str]:
        return [f'"test.use"({self.random.choice(visible)}) : (i1) -> ()']

    def branch(self, visible: list[str], depth: int) -> list[str]:
        sides = [self.ops([*visible], depth + 1) for _ in range(self.random.randint(1, 2))]
        lines = [f"scf.if {self.random.choice(visible)} {{", *sides[0]]
        return [*lines, *(["} else {", *sides[1]] if len(sides) > 1 else []), "}"]

    def choice(self, visible: list[str], depth: int) -> list[str]:
        condition, lines = self.random.choice(visible), []
        for _ in range(2):
            inner = [*visible]
            lines += [*self.ops(inner, depth + 1), f"scf.yield {self.random.choice(inner)} : i1", "} else {"]
        return [f"{self.name(visible)} = scf.if {condition} -> (i1) {{", *lines[:-1], "}"]

    def loop(self, visible: list[str], depth: int) -> list[str]:
        self.count += 1
        return [f"scf.for %i{self.count} = %n to %n step %n {{", *self.ops([*visible], depth + 1), "}"]

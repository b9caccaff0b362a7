"""What generators have in common whose programs compute a sum in `%sum`, which is observed at the end."""

from collections.abc import Sequence

from tests.execution.programs.lines import LineWriter


class SumWriter(LineWriter):
    """Writes statements of `@main`."""

    def number(self) -> str:
        """A number from the sum, so that different contents differ."""
        k = self.new()
        self.emit(f"%s{k} = memref.load %sum[%c0] : memref<1xi64>", f"%v{k} = arith.addi %s{k}, %one : i64")
        return f"%v{k}"

    def filled(self, type: str) -> str:
        """A buffer of its own, all of which is written."""
        k, value = self.new(), self.number()
        self.emit(f"%b{k} = memref.alloc() : {type}", f"linalg.fill ins({value} : i64) outs(%b{k} : {type})")
        return f"%b{k}"

    def module(self, head: str, constants: Sequence[str]) -> str:
        """The text of a module:

        `head`, and a function with these constants (`name = number : type`) and the statements.
        """
        begin = [
            *(
                f"  %{name} = arith.constant {rest}"
                for name, _, rest in (constant.partition(" = ") for constant in constants)
            ),
            "  %sum = memref.alloc() : memref<1xi64>",
            "  memref.store %one, %sum[%c0] : memref<1xi64>",
        ]
        end = [
            "  %all = memref.load %sum[%c0] : memref<1xi64>",
            "  func.call @observe_i64(%all) : (i64) -> ()",
            "  return",
        ]
        return "\n".join([f"{head}func.func @main() {{", *begin, *self.lines, *end, "}", ""])

"""Cases in `.mlir` files: a program, and on its lines what a pipeline makes of it.

A file has cases between lines `// -----`. A case begins with comments, a sentence first, of which the last names the
pipeline, `// pipeline: canonicalize,cse`. In the program below, a line that ends in ` //-` is not in the output, and
`//+` stands before a line that is in the output only. Without them the output is the input, to the byte.

`python -m tests.cases FILE...` writes the marks again, as the pipelines are now; read the difference before you commit.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import ownlog

_SEPARATOR, _PIPELINE, _GONE, _MADE = "// -----\n", "// pipeline: ", " //-", "//+ "


@dataclass(frozen=True, slots=True)
class Case:
    """A program, what it is about, and what the pipeline makes of it."""

    header: str
    pipeline: str
    before: str
    after: str

    @property
    def title(self) -> str:
        """The first sentence of the header."""
        return self.header.partition("\n")[0].removeprefix("// ").rstrip(".")

    def run(self) -> str:
        """What the pipeline makes of the program now."""
        return str(ownlog.run_pipeline(ownlog.parse(self.before), self.pipeline))

    def written(self, after: str) -> str:
        """The case as text, with `after` as its output."""
        return self.header + _marked(self.before, after)


def read(path: Path) -> list[Case]:
    """The cases of a file."""
    return [_case(text) for text in path.read_text(encoding="utf-8").split(_SEPARATOR)]


def _case(text: str) -> Case:
    above, found, rest = text.partition(_PIPELINE)
    assert found, text
    pipeline, _, program = rest.partition("\n")
    before, after = [], []
    for line in program.splitlines(keepends=True):
        body = line.rstrip("\n")
        indent = line[: len(line) - len(line.lstrip())]
        if body.endswith(_GONE):
            before.append(f"{body.removesuffix(_GONE)}\n")
        elif line.lstrip().startswith(_MADE):
            after.append(indent + line.lstrip().removeprefix(_MADE))
        else:
            before.append(line)
            after.append(line)
    return Case(f"{above}{found}{pipeline}\n", pipeline, "".join(before), "".join(after))


def _marked(before: str, after: str) -> str:
    return "".join(_lines(before.splitlines(), after.splitlines()))


def _lines(old: list[str], new: list[str]) -> Iterator[str]:
    for tag, i, j, k, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        yield from (f"{line}\n" if tag == "equal" else f"{line}{_GONE}\n" for line in old[i:j])
        if tag != "equal":
            for line in new[k:end]:
                text = line.lstrip()
                yield f"{line[: len(line) - len(text)]}{_MADE}{text}\n"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        file = Path(name)
        file.write_text(_SEPARATOR.join(case.written(case.run()) for case in read(file)), encoding="utf-8")

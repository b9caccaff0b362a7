"""Programs written to be bufferized wrongly, each for one difficulty (`tricky/`).

A comment `// $N: 0 1 2` in one says what else to put for a word, and `// observe 2x4: %a, %b : TYPE` stands for
observing each element.
"""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

FOLDER = Path(__file__).parent / "tricky"
NAMES = sorted(path.stem for path in FOLDER.glob("*.mlir"))
_CHOICE = re.compile(r"^// (\$\w+): (.*)\n", re.MULTILINE)
_OBSERVE = re.compile(r"^  // observe ([\dx]+): (.*) : (tensor<.*>)\n", re.MULTILINE)
_LARGEST = 4


def tricky(name: str) -> Iterator[str]:
    """A program, with each word that it may have."""
    text = (FOLDER / f"{name}.mlir").read_text()
    choice = _CHOICE.search(text)
    for word in choice[2].split() if choice is not None else [""]:
        yield _whole(text if choice is None else text.replace(choice[0], "").replace(choice[1], word))


def _whole(text: str) -> str:
    indices = "".join(f"  %at{i} = arith.constant {i} : index\n" for i in range(_LARGEST))
    text = _OBSERVE.sub(lambda m: "".join(_observed(m)), text)
    return "func.func private @observe(f32)\n" + text.replace(
        "func.func @main() {\n", "func.func @main() {\n" + indices
    )


def _observed(found: re.Match[str]) -> Iterator[str]:
    for value in found[2].split(", "):
        for at in product(*(range(int(size)) for size in found[1].split("x"))):
            name = f"%see{value[1:].replace('#', '_')}_{'_'.join(map(str, at))}"
            yield f"  {name} = tensor.extract {value}[{', '.join(f'%at{i}' for i in at)}] : {found[3]}\n"
            yield f"  func.call @observe({name}) : (f32) -> ()\n"

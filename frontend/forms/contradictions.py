"""Where what a model says of an op cannot be, by the op's form: the two are kept in different places and speak of the
same op.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ownlog.frontend.forms import registry
from ownlog.frontend.forms.language.form import Form
from ownlog.frontend.forms.tables import TABLES

Row = tuple[str | int, ...]

_ENDS = frozenset({"branch", "conditional_branch", "return_like", "switch_branch"})
_HOLDS = frozenset({
    "alternative_regions", "device_region", "function_like", "opaque_regions", "parallel_region", "region_branch",
    "runs_once", "symbol_table",
})  # fmt: skip
# The columns with the numbers of regions.
_NUMBERS = {"conditional_region": (1,), "first_region_argument": (1,), "region_flow": (1, 2)}
_FOLDER = Path(__file__).parent


def contradiction(relation: str, row: Row) -> str | None:
    """What the form of the op that a model's row is about says against it, and where the form stands; None where they
    agree.
    """
    name = str(row[0])
    form = registry.lookup(name)
    problem = None if form is None else next(_problems(form, relation, row), None)
    return None if problem is None else f"the form of '{name}' says that {problem}: {place_of(name)}"


def _problems(form: Form, relation: str, row: Row) -> Iterator[str]:
    regions = form.structure.regions
    if relation in _ENDS and not form.ends:
        yield "it ends no block"
    if relation == "function_like" and not form.isolated:
        yield "its regions see values from outside"
    if relation in _HOLDS and regions == 0:
        yield "it has no regions"
    for column in _NUMBERS.get(relation, ()):
        if regions is not None and int(row[column]) >= regions:
            yield f"it has {regions} region{'s' * (regions != 1)}"


def place_of(name: str) -> str:
    """Where the form of an op stands: a file of this package, and a line."""
    dialect, _, rest = name.partition(".")
    table = rf"(?:\S+ )*{re.escape(rest)}(?: \S+)*:"
    modules = (_FOLDER / "dialects" / f"{dialect}.py", *sorted(_FOLDER.glob("written/*.py")))
    places = [(path, rf'\s*"{re.escape(name)}":') for path in modules]
    if dialect in TABLES:
        places.append((_FOLDER / "tables" / f"{dialect}.forms", table))
    for path, pattern in places:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.is_file() else (), 1):
            if re.match(pattern, line):
                return f"{_shown(path)}:{number}"
    return _shown(_FOLDER)


def _shown(path: Path) -> str:
    return path.relative_to(_FOLDER.parent.parent).as_posix()

"""What somebody may have meant who wrote the name of an op that there is no form of."""

from __future__ import annotations

from ownlog.base.suggestions import did_you_mean, similar
from ownlog.frontend.forms import registry

_LISTED = 2
# Names of ops look much alike: what is offered beyond a dialect has to be nearer than other names.
_NEAR = 0.75


def meant(name: str, default: str | None = None) -> list[str]:
    """The ops, nearest first, whose names are like `name`: ops of its dialect, or of dialects that are called like it.

    A name without a dialect is looked for in the dialect `default`, whose ops need none there.
    """
    dialect, dot, rest = name.partition(".")
    if not dot:
        short = [known.partition(".")[2] for known in registry.names_in(default)] if default is not None else []
        return similar(name, short, _LISTED, _NEAR)
    dialects = registry.all_dialects()
    if dialect in dialects:
        near = similar(rest, (known.partition(".")[2] for known in registry.names_in(dialect)), _LISTED)
        return [f"{dialect}.{found}" for found in near]
    known = [full for near in similar(dialect, sorted(dialects)) for full in registry.names_in(near)]
    return similar(name, known, 1, _NEAR)


def misspelt_for(name: str) -> str:
    """An advice about `name`, of a known dialect: the ops, called much like it, that it is misspelt for; nothing if it
    has a form.
    """
    known = [near.partition(".")[2] for near in meant(name)]
    dialect, _, rest = name.partition(".")
    advice = did_you_mean([f"{dialect}.{found}" for found in similar(rest, known, _LISTED, _NEAR)])
    return advice if advice is not None and registry.lookup(name) is None else ""


def may_be_meant(name: str, default: str | None = None) -> str:
    """The beginning of an advice about an op that is not known: the ops that may be meant, as `meant` finds them, or
    nothing.
    """
    advice = did_you_mean(meant(name, default) if registry.lookup(name) is None else [])
    return f"{advice} If not, " if advice is not None else ""

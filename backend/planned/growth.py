"""The functions in which a plan does more than insert frees: only they may be simplified further.

A free has no result, and one operand. Inserting it leaves other ops' operands unchanged, adds at most one user, and
only grows a block: canonicalization, which is done, has nothing new to look at.
"""

from __future__ import annotations

from ownlog.backend.actions.schema import Actions, After, EndOf, OnEdge, Release, StartOf
from ownlog.frontend.ir.ir import Block, Op
from ownlog.frontend.ir.traits import Traits


def beyond_frees(actions: Actions, traits: Traits) -> set[Op]:
    """The functions in which `actions` change ops or insert others than frees, and all functions around these."""
    about_ops = (
        actions.forwards,
        actions.copies,
        actions.transfers,
        actions.clears,
        actions.tells_unfreed,
        actions.hears_unfreed,
    )
    about_values = (actions.carries, actions.choices, actions.drop_flags)
    blocks = [row.op.parent for rows in about_ops for row in rows]
    blocks += [row.value.block for rows in about_values for row in rows]
    blocks += [row.anchor.parent for row in actions.releases_unchosen]
    blocks += [_block(release) for release in actions.releases if not _is_free(release)]
    found = {widen.function for widen in actions.widens}
    for function in {actions.functions[block] for block in blocks if block is not None}:
        around: Op | None = function
        while around is not None:
            found.add(around)
            around = traits.function_around(around.parent_op)
    return found


def _is_free(release: Release) -> bool:
    """Is it one op, the free, in an existing block? For a part of an allocation its base is taken, too."""
    type = release.value.type
    return (
        release.owned is True
        and not isinstance(release.place, OnEdge)
        and (type.is_unranked_memref or type.layout is None)
    )


def _block(release: Release) -> Block | None:
    place = release.place
    if isinstance(place, After):
        return place.op.parent
    assert isinstance(place, StartOf | EndOf | OnEdge)
    return place.block

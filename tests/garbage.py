"""The collector of garbage looks at everything that a process has, again and again; most of what tests have stays to
the end.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# Between two collections a test makes much, a compiled program for example, and little of that is garbage.
_MADE = 200_000


def collect_seldom() -> None:
    """For processes that run tests."""
    gc.set_threshold(_MADE, 10, 10)


def keep_objects() -> None:
    """The collector no longer looks at what is there by now: that takes long where there is much, and copies it in
    every fork.
    """
    gc.collect()
    gc.freeze()


@contextmanager
def kept_objects() -> Iterator[None]:
    """As `keep_objects`; inside, what runs may switch the collector off."""
    collects = gc.isenabled()
    keep_objects()
    try:
        yield
    finally:
        if collects:
            gc.enable()

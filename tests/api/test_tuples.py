"""Named tuples of `ownlog.base.later` are and do what the standard library's are and do."""

from __future__ import annotations

import pickle
from collections import namedtuple
from typing import Any

import pytest

from ownlog.base.later import NamedTuple, named_tuple


class Point(NamedTuple):
    """A point."""

    x: int
    y: int = 2

    def sum(self) -> int:
        return self.x + self.y


class Further(Point):
    """A point that is made otherwise."""

    def __new__(cls, x: int) -> Further:
        return super().__new__(cls, x, x)


Made: Any = named_tuple("Made", ["first", "second"], __name__)
Theirs: Any = namedtuple("Theirs", ["first", "second"])


def test_fields_defaults_and_methods() -> None:
    point = Point(1)
    assert (point.x, point.y, point.sum()) == (1, 2, 3)
    assert Point(y=5, x=4) == (4, 5) == Point(4, 5)
    assert Point._fields == Point.__match_args__ == ("x", "y")
    assert Point._field_defaults == {"y": 2}
    assert Point.__doc__ == "A point."
    assert not hasattr(point, "__dict__")


def test_a_class_that_extends_one_has_its_own_constructor() -> None:
    assert Further(3) == (3, 3)
    assert Point(1, 2) == (1, 2)
    assert Further(4).sum() == 8


def test_a_subclass_may_be_the_first_to_make_one() -> None:
    class Base(NamedTuple):
        x: int

    class Derived(Base):
        pass

    assert type(Derived(1)) is Derived
    assert type(Base(1)) is Base


def test_copies_dictionaries_and_texts() -> None:
    point = Point(1)
    assert point._replace(y=3) == (1, 3)
    assert type(point._replace(x=0)) is Point
    assert point._asdict() == {"x": 1, "y": 2}
    assert repr(point) == "Point(x=1, y=2)"
    assert Point._make([7, 8]) == Point(7, 8)
    match point:
        case Point(x, y):
            assert (x, y) == (1, 2)


@pytest.mark.parametrize("made", [Point(1), Made("a", 2)])
def test_pickles(made: Any) -> None:
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert type(again) is type(made)


def test_what_is_wrong_is_told_as_the_standard_library_tells_it() -> None:
    def told(cls: Any, *values: object, **named: object) -> str:
        with pytest.raises(TypeError) as raised:
            cls(*values, **named)
        return str(raised.value).replace("Theirs", "Made")

    for values, named in [((), {}), ((1, 2, 3), {}), ((1,), {"third": 2}), ((1, 2), {"first": 1})]:
        assert told(Made, *values, **named) == told(Theirs, *values, **named)
    with pytest.raises(ValueError, match="unexpected field names: \\['third'\\]"):
        Made(1, 2)._replace(third=3)
    with pytest.raises(TypeError, match="Expected 2 arguments, got 3"):
        Made._make([1, 2, 3])
    with pytest.raises(AttributeError):
        Made(1, 2).first = 3


def test_names_and_documentation() -> None:
    assert (Made.__name__, Made.__qualname__, Made.__module__) == ("Made", "Made", __name__)
    assert Made.__doc__ == "Made(first, second)"
    assert Made.first.__doc__ == "Alias for field number 0"

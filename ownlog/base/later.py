"""What modules define at their top, made when it is first used: methods of dataclasses, constructors of named tuples, regular expressions,
and what packages hand out.

Making `__init__`, `__eq__` and the others takes the standard library's decorator 0.3 ms a class, and a run of a command imports 120 classes
of which it makes instances of 40; of 150 regular expressions it uses 50. Classes mean the same as with `dataclasses`, whose functions know
them too; what nobody here uses (order, keyword-only fields, `InitVar`) is left out. A named tuple takes it 0.05 ms: a run
imports 40 such classes, and reads rows of 100 relations, of which few are made by calling their class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ownlog.base.compiled import code_of, expression

__all__ = ["Generic", "NamedTuple", "Protocol", "TypeVar", "dataclass", "escape", "exported", "field", "named_tuple", "pattern", "replace"]


def exported(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package that hands out what its modules define: names of things, and below which module each is."""

    def get(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return get


try:
    from _collections import _tuplegetter as _getter  # type: ignore[import-not-found]
except ImportError:  # other Pythons than CPython

    def _getter(index: int, doc: str) -> Any:
        return property(itemgetter(index), doc=doc)


_getters: list[Any] = []
"""What gives the first field, the second, and so on: the same for all classes."""


class _Named(tuple):  # type: ignore[type-arg]  # `typing` is not imported
    """What all named tuples have in common; `_fields` are the names of their values."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()
    _field_defaults: Mapping[str, Any] = {}

    @classmethod
    def _make(cls, iterable: Any) -> Any:
        """Make a new tuple of this class from a sequence or iterable."""
        made = tuple.__new__(cls, iterable)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self, /, **changes: Any) -> Any:
        """Return a new tuple with other values for the fields that are named."""
        made = self._make(map(changes.pop, self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return made

    __replace__ = _replace

    def _asdict(self) -> dict[str, Any]:
        """Return a new dict which maps field names to their values."""
        return dict(zip(self._fields, self, strict=True))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
        return f"{self.__class__.__name__}({shown})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


def named_tuple(name: str, fields: Sequence[str], module: str) -> type[Any]:
    """The class `name` of tuples with these fields, as `collections.namedtuple` gives; `module` is where others find it."""
    return _made(name, fields, {"__module__": module, "__doc__": f"{name}({', '.join(fields)})"}, {})


def _made(name: str, fields: Sequence[str], namespace: dict[str, Any], defaults: Mapping[str, Any]) -> type[Any]:
    while len(_getters) < len(fields):
        _getters.append(_getter(len(_getters), f"Alias for field number {len(_getters)}"))

    def first(cls: type[Any], /, *values: Any, **named: Any) -> Any:
        constructor = _constructor(made)
        made.__new__ = staticmethod(constructor)
        return constructor(cls, *values, **named)

    names = tuple(fields)
    namespace.update(zip(fields, _getters, strict=False))
    namespace.update(__slots__=(), __new__=first, __match_args__=names, _fields=names, _field_defaults=defaults)
    made: Any = type(name, (_Named,), namespace)
    return made  # type: ignore[no-any-return]


def _constructor(made: Any) -> Callable[..., Any]:
    fields = made._fields
    values = f"({', '.join(fields)}{',' if len(fields) == 1 else ''})"
    scope = {"_new": tuple.__new__, "__builtins__": {}, "__name__": made.__module__}
    constructor: Any = eval(code_of(f"lambda _cls, {', '.join(fields)}: _new(_cls, {values})", "eval"), scope)
    constructor.__defaults__ = tuple(made._field_defaults.values())
    constructor.__name__ = "__new__"
    constructor.__qualname__ = f"{made.__qualname__}.__new__"
    return constructor  # type: ignore[no-any-return]


if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
    from re import compile as pattern
    from re import escape
    from typing import Generic, NamedTuple, Protocol, TypeVar
else:
    _NONE = object()
    """In place of a default where there is none."""

    class _Field:
        """What `field` says, and what there is by default: a value or what makes one."""

        __slots__ = ("compare", "default", "factory", "init", "name", "repr", "type")

        def __init__(self, *, default=_NONE, default_factory=_NONE, init=True, repr=True, compare=True):
            self.default, self.factory = default, default_factory
            self.init, self.repr, self.compare = init, repr, compare

    field = _Field

    def dataclass(cls=None, /, *, frozen=False, slots=False, eq=True, repr=True):
        """As `dataclasses.dataclass`."""

        def decorate(cls):
            return _Record(cls, frozen, slots, eq, repr).made

        return decorate if cls is None else decorate(cls)

    def replace(record, /, **changes):
        """As `dataclasses.replace`."""
        for each in type(record).__record__.fields:
            if each.init and each.name not in changes:
                changes[each.name] = getattr(record, each.name)
        return type(record)(**changes)

    class _Record:
        """How a class was decorated: its fields, those of the classes that it extends first."""

        def __init__(self, cls, frozen, slots, eq, repr):
            own = cls.__dict__
            inherited = getattr(cls, "__record__", None)
            known = {each.name: each for each in inherited.fields} if inherited is not None else {}
            for name, type_ in own.get("__annotations__", {}).items():
                if str(type_).startswith(("ClassVar", "typing.ClassVar")):
                    continue
                given = own.get(name, _NONE)
                each = given if isinstance(given, _Field) else _Field(default=_NONE if slots and _is_slot(given) else given)
                each.name, each.type = name, type_
                known[name] = each
                if isinstance(given, _Field):
                    if each.default is _NONE:
                        delattr(cls, name)
                    else:
                        setattr(cls, name, each.default)
            self.fields = tuple(known.values())
            self.frozen = frozen
            if slots:
                cls = _with_slots(cls, [each.name for each in self.fields], frozen)
                own = cls.__dict__
            self.made = cls
            cls.__record__ = self
            cls.__dataclass_fields__ = _FIELDS
            if "__match_args__" not in own:
                cls.__match_args__ = tuple(each.name for each in self.fields if each.init)
            self._put("__init__", self._init)
            if repr and "__repr__" not in own:
                cls.__repr__ = _repr
            hashed = "__hash__" in own and not (own["__hash__"] is None and "__eq__" in own)
            if eq:
                if "__eq__" not in own:
                    self._put("__eq__", self._eq)
                if not hashed and frozen:
                    self._put("__hash__", self._hash)
                elif not hashed:
                    cls.__hash__ = None
            if frozen:
                cls.__setattr__, cls.__delattr__ = _no_setattr, _no_delattr

        def _put(self, name, make):
            """Sets a method that makes itself when it is first called."""
            cls = self.made

            def first(*args, **kwargs):
                method = make()
                method.__qualname__ = f"{cls.__qualname__}.{name}"
                setattr(cls, name, method)
                return method(*args, **kwargs)

            first.__name__ = name
            setattr(cls, name, first)

        def _init(self):
            scope = {"_set": object.__setattr__, "_none": _NONE}
            parameters, lines = [], []
            for each in self.fields:
                name = value = each.name
                if each.factory is not _NONE:
                    scope[f"_make_{name}"] = each.factory
                    value = f"_make_{name}() if {name} is _none else {name}" if each.init else f"_make_{name}()"
                    default = "=_none"
                elif each.default is not _NONE:
                    scope[f"_default_{name}"] = each.default
                    default = f"=_default_{name}"
                else:
                    default = ""
                if each.init:
                    parameters.append(f"{name}{default}")
                elif each.factory is _NONE:
                    continue
                lines.append(f"_set(self, {name!r}, {value})" if self.frozen else f"self.{name} = {value}")
            if hasattr(self.made, "__post_init__"):
                lines.append("self.__post_init__()")
            return _function("__init__", ", ".join(["self", *parameters]), lines or ["pass"], scope)

        def _compared(self, of):
            names = [f"{of}.{each.name}" for each in self.fields if each.compare]
            return f"({', '.join(names)}{',' if names else ''})"

        def _eq(self):
            equal = f"if other.__class__ is self.__class__: return {self._compared('self')} == {self._compared('other')}"
            return _function("__eq__", "self, other", [equal, "return NotImplemented"], {})

        def _hash(self):
            return _function("__hash__", "self", [f"return hash({self._compared('self')})"], {})

    def _function(name, parameters, lines, scope):
        exec(code_of(f"def {name}({parameters}):\n " + "\n ".join(lines), "exec"), scope)
        return scope[name]

    def _is_slot(value):
        return type(value).__name__ == "member_descriptor"

    def _with_slots(cls, names, frozen):
        """The class anew, as slots must be there from the beginning."""
        inherited = {name for base in cls.__mro__[1:-1] for name in base.__dict__.get("__slots__", ())}
        own = {name: value for name, value in cls.__dict__.items() if name not in names and name not in ("__dict__", "__weakref__")}
        own["__slots__"] = tuple(name for name in names if name not in inherited)
        qualified = cls.__qualname__
        cls = type(cls)(cls.__name__, cls.__bases__, own)
        cls.__qualname__ = qualified
        if frozen:
            if "__getstate__" not in own:
                cls.__getstate__ = _getstate
            if "__setstate__" not in own:
                cls.__setstate__ = _setstate
        return cls

    def _getstate(self):
        return [getattr(self, each.name) for each in self.__record__.fields]

    def _setstate(self, state):
        for each, value in zip(self.__record__.fields, state, strict=True):
            object.__setattr__(self, each.name, value)

    def _repr(self):
        shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in self.__record__.fields if each.repr)
        return f"{self.__class__.__qualname__}({shown})"

    def _no_setattr(self, name, value):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def _no_delattr(self, name):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot delete field {name!r}")

    class _Fields:
        """The fields as the standard library wants them, made when it asks."""

        def __get__(self, record, cls):
            import dataclasses

            made = {}
            for each in cls.__record__.fields:
                told = {"init": each.init, "repr": each.repr, "compare": each.compare}
                if each.factory is not _NONE:
                    told["default_factory"] = each.factory
                elif each.default is not _NONE:
                    told["default"] = each.default
                made[each.name] = new = dataclasses.field(**told)
                new.name, new.type, new._field_type = each.name, each.type, dataclasses._FIELD
            return made

    _FIELDS = _Fields()

    class _Pattern:
        """Stands for a compiled pattern, and becomes as quick as that when it is first used."""

        def __init__(self, text: str, flags: int) -> None:
            self._given = text, flags

        def __getattr__(self, name: str) -> Any:
            made = expression(*self._given)
            for method in ("match", "fullmatch", "search", "sub", "finditer", "findall", "split"):
                setattr(self, method, getattr(made, method))
            return getattr(made, name)

    def pattern(text: str, flags: int = 0) -> _Pattern:
        """What `re.compile` gives, later."""
        return _Pattern(text, flags)

    _ESCAPED = {ord(sign): f"\\{sign}" for sign in "()[]{}?*+-|^$\\.&~# \t\n\r\v\f"}

    def escape(text: str) -> str:
        """What `re.escape` gives, which is asked for by every run, without `re`."""
        return text.translate(_ESCAPED)

    class Protocol:
        """As `typing.Protocol` and `typing.Generic`, which only type checkers read."""

        __slots__ = ()

        def __class_getitem__(cls, parameters):
            return cls

    Generic = Protocol

    def TypeVar(name, *types, bound=None):
        """As `typing.TypeVar`."""
        return name

    class _Statement(type):
        """Makes a class statement with `NamedTuple` as its base a class of named tuples."""

        def __new__(cls, name, bases, namespace):
            fields = [*namespace.get("__annotations__", ())]
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            return _made(name, fields, namespace, defaults)

    NamedTuple = type.__new__(_Statement, "NamedTuple", (), {"__doc__": "As `typing.NamedTuple`.", "__module__": __name__})

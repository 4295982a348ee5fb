"""Convert breaches into the form in which the journal's events contain them, and back."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any, Final, get_args

from engine.ruling import Breach
from engine.words import WordRefusal

Fact = str | int | list[str]


@dataclass(frozen=True, slots=True)
class WrittenBreach:
    """A breach in the form in which events contain it."""

    kind: str
    """The name of the breach's class, such as `NotListed` (`engine.ruling`)."""
    clause: str
    facts: dict[str, Fact] = field(default_factory=dict)
    """The values of the breach's fields, by the names of the fields. The clause of the booklet is left
    out."""


_BREACHES: Final[Mapping[str, type[Breach]]] = MappingProxyType({b.__name__: b for b in get_args(Breach)})


def written_breach(breach: Breach) -> WrittenBreach:
    """Return a breach as the journal's events contain it: its kind, its clause and its facts."""
    facts = {f.name: _written(getattr(breach, f.name)) for f in fields(breach) if f.name != "clause"}
    return WrittenBreach(type(breach).__name__, breach.clause, facts)


def breach_of(fault: WrittenBreach) -> Breach:
    """Return the breach that an event of the journal contains in its written form. Raise ValueError if this
    version of the program does not know its kind, or not its facts."""
    kind = _BREACHES.get(fault.kind)
    if kind is None or {f.name for f in fields(kind)} != {*fault.facts, "clause"}:
        raise ValueError(f"unknown breach {fault.kind!r}")
    facts = {name: _read(name, fact) for name, fact in fault.facts.items()}
    return kind(**facts, clause=fault.clause)


def _written(value: Any) -> Fact:
    if isinstance(value, WordRefusal):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def _read(name: str, fact: Fact) -> Any:
    if name == "refusal":
        return WordRefusal(fact)
    return tuple(fact) if isinstance(fact, list) else fact

"""Encode events as lines of JSON, and decode such lines. The decoder checks everything that it reads."""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final

import msgspec

from engine.events import EVENT_NAMES, AnyEvent

_TYPES: Final[Mapping[type[AnyEvent], str]] = MappingProxyType(
    {kind: name for name, kind in EVENT_NAMES.items()}
)
_DECODER: Final = msgspec.json.Decoder(dict[str, Any])


def encode(event: AnyEvent) -> bytes:
    """Return one event as one line of JSON. The event's name comes first, under `type`."""
    return msgspec.json.encode({"type": _TYPES[type(event)], **msgspec.to_builtins(event)})


def decode(data: bytes) -> AnyEvent:
    """Return the event that `encode` wrote. Raise ValueError, with a message of one line, if `data` is not an
    event."""
    facts = _DECODER.decode(data)
    kind = EVENT_NAMES.get(str(facts.pop("type", "")))
    if kind is None:
        raise ValueError("no event of this program")
    unknown = sorted(facts.keys() - {field.name for field in fields(kind)})
    if unknown:
        raise ValueError(f"an event has no `{unknown[0]}`")
    return msgspec.convert(facts, kind)

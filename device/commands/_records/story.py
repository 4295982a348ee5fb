"""Tell a match event by event: the event, the ruling, and the totals after it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from device.commands._records.event_sentences import sentence
from engine.events import EVENT_NAMES, AnyEvent, QuestionAsked, TurnAmended, TurnCorrected, TurnFinished
from engine.match import Match, folded_journal, undone
from engine.notation import format_position

_NAMED: Final = {kind: name for name, kind in EVENT_NAMES.items()}


@dataclass(frozen=True, slots=True)
class StoryEvent:
    """An event of the journal, with the state after it."""

    number: int
    """The number of the event in the journal, from 0."""
    kind: str
    """The name of the event."""
    event: AnyEvent
    text: str
    """A sentence for people about the event."""
    undone: bool
    """True if the event was undone later."""
    hand: int
    """The number of the hand of play in which the event happened, within its match."""
    turn: int
    """The number of the turn in the hand."""
    player: str
    """The name of the event's player; empty without a player."""
    move: str
    """The move in notation; empty without a move."""
    ruling: str
    """The ruling on the event's turn; empty without a ruling."""
    position: str
    """The table after the event, in notation."""
    players: tuple[str, ...]
    totals: tuple[int, ...]
    """Each player's total of points after the event."""

    @property
    def facts(self) -> dict[str, Any]:
        """Return the event's fields as they were written."""
        return dict(msgspec.to_builtins(self.event))


def match_story(events: Sequence[AnyEvent], which: range) -> Iterator[StoryEvent]:
    """Yield, in order, the events of one match with the state after each. `which` is the range of
    their indices in `events`. Raise ValueError if an event can't follow the events before it."""
    journal, undone_numbers = folded_journal(events[: which.start]), undone(events)
    for number in which:
        journal = journal.plus(events[number])
        if journal.match is not None:
            yield _story_event(events, number, journal.match, undone=number in undone_numbers)


def _story_event(events: Sequence[AnyEvent], number: int, match: Match, *, undone: bool) -> StoryEvent:
    event = events[number]
    seat = _seat(events, event, match)
    turn = isinstance(event, TurnFinished | TurnCorrected | TurnAmended)
    return StoryEvent(
        number=number,
        kind=_NAMED[type(event)],
        event=event,
        text=sentence(events, number, match),
        undone=undone,
        hand=match.hand.number,
        turn=match.hand.turns,
        player="" if seat is None else match.players[seat],
        move=str(getattr(event, "move", "")) if turn else "",
        ruling=_ruling(event),
        position=format_position(match.position),
        players=match.players,
        totals=match.scores.totals,
    )


def _seat(events: Sequence[AnyEvent], event: AnyEvent, match: Match) -> int | None:
    """Return the seat of an event's player. A corrected turn keeps its player."""
    if isinstance(event, TurnCorrected) and match.last is not None:
        return match.last.player
    if isinstance(event, TurnAmended) and event.event < len(events):
        event = events[event.event]
    return getattr(event, "player", None)


def _ruling(event: AnyEvent) -> str:
    if isinstance(event, QuestionAsked):
        return "unclear"
    return str(getattr(event, "ruling", ""))

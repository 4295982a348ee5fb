"""A match told event by event: what happened, what was ruled, and what the totals were then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import msgspec

from engine.events import (
    NAMES,
    AnyEvent,
    ChallengeSettled,
    Fault,
    HandCounted,
    HandDealt,
    HandScored,
    MatchSetUp,
    QuestionAsked,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    breach_of,
)
from engine.match import REWRITING, Match, applied, fold, undone
from engine.notation import format_position, parse_move
from engine.wording import say_breach, say_move

_NAMED: Final = {kind: name for name, kind in NAMES.items()}


@dataclass(frozen=True, slots=True)
class Told:
    """Event `number` (from 0) as it looked then. `undone`: it does not count any more. `player`, `move` and
    `ruling` are empty where there are none; `position` is what lay there afterwards, in notation."""

    number: int
    kind: str
    event: AnyEvent
    text: str
    undone: bool
    hand: int
    turn: int
    player: str
    move: str
    ruling: str
    position: str
    players: tuple[str, ...]
    totals: tuple[int, ...]

    @property
    def facts(self) -> dict[str, Any]:
        """What was written down of it."""
        return dict(msgspec.to_builtins(self.event))


def told(events: Sequence[AnyEvent], which: range) -> Iterator[Told]:
    """The events of `which`, in their order. Raises ValueError at one that cannot be."""
    match, gone = fold(events[: which.start]), undone(events)
    for number in which:
        event = events[number]
        rewritten = isinstance(event, REWRITING)
        match = fold(events[: number + 1]) if rewritten else applied(match, number, event)
        if match is not None:
            yield _told(match, number, event, undone=number in gone)


def _told(match: Match, number: int, event: AnyEvent, *, undone: bool) -> Told:
    seat = getattr(event, "player", None)
    turn = isinstance(event, TurnFinished | TurnCorrected | TurnAmended)
    if seat is None and isinstance(event, TurnCorrected | TurnAmended) and match.last is not None:
        seat = match.last.player
    return Told(
        number=number,
        kind=_NAMED[type(event)],
        event=event,
        text=sentence(event, match.players),
        undone=undone,
        hand=match.hand_number,
        turn=match.turns,
        player="" if seat is None else match.players[seat],
        move=str(getattr(event, "move", "")) if turn else "",
        ruling=_ruling(event),
        position=format_position(match.position),
        players=match.players,
        totals=match.totals,
    )


def sentence(event: AnyEvent, players: Sequence[str]) -> str:
    """What happened, for people."""
    match event:
        case MatchSetUp(game=game):
            return f"A match of {game} begins: {', '.join(players)}."
        case HandDealt():
            return "The cards are dealt."
        case TurnFinished(move=move, breaches=breaches) | TurnCorrected(move=move, breaches=breaches):
            played = say_move(parse_move(move)) if move else "Something was played."
            return " ".join((played, *map(_said, breaches)))
        case ChallengeSettled(challenger=challenger, words=words, verdict=verdict):
            return f"{players[challenger]} challenges {', '.join(words)}: {verdict}."
        case QuestionAsked(question=question):
            return question
        case HandCounted(player=player, cards=cards):
            return f"{players[player]} has {cards or 'nothing'} left."
        case HandScored(left=left):
            has = (f"{name} has {cards or 'nothing'} left" for name, cards in zip(players, left, strict=True))
            return f"{', '.join(has)}."
        case _:
            return _plainly(event)


def _said(fault: Fault) -> str:
    """A breach, by its name alone when this program does not know it any more."""
    try:
        return say_breach(breach_of(fault))
    except ValueError:
        return f"{fault.kind} ({fault.clause})."


def _plainly(event: AnyEvent) -> str:
    """An event's name and its facts, but for those that say nothing."""
    facts = ((field.name, getattr(event, field.name)) for field in fields(event))
    said = ", ".join(f"{name} {_value(value)}" for name, value in facts if value not in ("", (), {}))
    name = _NAMED[type(event)]
    return f"{name.capitalize()}{': ' if said else ''}{said}."


def _value(value: object) -> str:
    return " ".join(str(part) or "-" for part in value) if isinstance(value, tuple) else str(value)


def _ruling(event: AnyEvent) -> str:
    if isinstance(event, QuestionAsked):
        return "unclear"
    return str(getattr(event, "ruling", ""))

"""Read positions and hands from photographs, for `judge` and `best`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from device import eyes
from device.errors import UsageFault
from device.json_input import game_of, words_of
from engine.explain import (
    Explanation,
    ExplanationContext,
    RuledPlay,
    SettledPosition,
    explanations,
    rule_on,
)
from engine.game import Game
from engine.match.turn_effects import empty_table
from engine.observation import Observation, Sighting
from engine.position import Grid, Position, Rows

MIN_HAND_CARD_PROBABILITY: Final = 0.5
"""Minimum probability, 0 to 1, of the letter of a photographed hand card. If a card's letter is less
certain, the person must type the hand."""


def context(game: str, pack: str | None, chosen: Sequence[str]) -> ExplanationContext:
    """Return the context in which photographs of a game are explained: the game, its words and its packs.

    Raise UsageFault for an option that the game does not have. Raise it also for a game on a board, in piles
    or on a track, because a photograph does not show on which square a card lies.
    """
    named: dict[str, Any] = {"game": game, "options": dict(map(_option, chosen))}
    played = game_of(named if pack is None else {**named, "pack": pack})
    if played.layout not in ("rows", "grid") or played.board is not None:
        raise UsageFault(f"--photo: {played.title} can't be judged from photographs")
    return ExplanationContext(played, words_of(played.word_list), played.deal.packs(2))


def read_table(photo: Path, on: ExplanationContext) -> Explanation:
    """Return the likeliest reading of the table on a photograph. Raise UsageFault if the photograph
    can't be read."""
    bare = SettledPosition(empty_table(on.game, 2))
    return explanations(bare, _observe(photo, on.game), on)[0]


def rule_on_turn(before: Path, after: Path, on: ExplanationContext, *, first_turn: bool = False) -> RuledPlay:
    """Return the ruling on the turn between two photographs. Raise UsageFault if a photograph can't be
    read."""
    candidates = explanations(read_table(before, on).settled, _observe(after, on.game), on)
    return rule_on(candidates, on, first_turn=first_turn)


def describe_table(position: Position) -> str:
    """Return the cards on a table as a text for a person: the words or the rows of a crossword, and
    the exposed card."""
    lines = " / ".join(line for line in position.lines if line.strip(".")) or "nothing"
    exposed = position.exposed if isinstance(position, Rows | Grid) else None
    return f"{lines}, exposed {exposed}" if exposed else lines


def read_hand(given: str, game: Game) -> str:
    """Return a hand, given as letters or as a photograph, from left to right.

    Raise UsageFault for a photograph without cards, or with a card that can't be read.
    """
    photo = Path(given)
    if not photo.suffix and not photo.exists():
        return given.upper()
    cards = [card for card in _observe(photo, game).cards if card.face == "up"]
    if not cards:
        raise UsageFault(f"{given}: no cards found")
    if any(card.best is None or card.best[1] < MIN_HAND_CARD_PROBABILITY for card in cards):
        raise UsageFault(f"{given}: a card can't be made out; give the hand in letters, `?` for a Master")
    return "".join(_letter(card) for card in sorted(cards, key=lambda card: card.centre))


def _letter(card: Sighting) -> str:
    assert card.best is not None
    return card.best[0]


def _observe(photo: Path, game: Game) -> Observation:
    """Return the observation of the cards on one photograph. Raise UsageFault if the photograph can't
    be read."""
    read = eyes.photographs(pieces=lambda: game.pack.pieces)
    return read(eyes.photograph(photo)).observation


def _option(given: str) -> tuple[str, Any]:
    """Return the name and the value of an option of the game, given as NAME=VALUE. The value becomes a
    number, True or False if it reads as one; otherwise it stays a text. Raise UsageFault if there
    is no `=`."""
    name, equals, value = given.partition("=")
    if not equals:
        raise UsageFault(f"--option {given}: give it as NAME=VALUE")
    if value in ("yes", "no", "true", "false"):
        return name, value in ("yes", "true")
    return name, int(value) if value.lstrip("-").isdecimal() else value

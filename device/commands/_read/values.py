"""Return a photograph's reading as values for a line of JSON, with sentences for the doubts."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from device.commands._read import photo_report
from engine.cards import MASTER
from engine.layout import (
    CutOffCard,
    Decision,
    DoubtfulLetter,
    LayoutDoubt,
    LineAtEdge,
    MisplacedCard,
    SurplusCards,
    TwoWayWord,
)
from engine.layout.rotated_letters import turns_towards
from engine.observation import Observation, Sighting
from vision.reader import PhotoReading

MAX_ALTERNATIVES: Final = 5
"""Maximum number of possible letters reported for a card."""


def unlettered_values(seen: PhotoReading, texts: tuple[str, ...] | None) -> list[dict[str, Any]]:
    """Return the pieces without a letter as values for JSON: the corners of each, and the text printed
    on it if the text was read."""
    printed = [{}] * len(seen.unlettered) if texts is None else [{"text": text} for text in texts]
    return [
        {"corners": rounded_corners(piece.corners)} | text
        for piece, text in zip(seen.unlettered, printed, strict=True)
    ]


def rounded_corners(corners: NDArray[np.floating]) -> list[list[float]]:
    """Return the corners rounded to a tenth of a pixel, which is their precision."""
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]


def card_values(seen: PhotoReading, observation: Observation, decision: Decision) -> list[dict[str, Any]]:
    """Return one entry for each card, also for unreadable cards of a row.

    The corners of a card in a word follow the word's direction. In a crossword they follow the direction of
    the rows, because the letters of downward words are upright too.
    """
    grid = decision.arrangement.grid
    runs = {card: word.angle for word in decision.arrangement.words for card in word.cards}
    if grid is not None:
        runs |= {card: grid.angle for row in grid.cells for card in row if card is not None}
    return [_card(seen, card, decision, i, runs.get(i)) for i, card in enumerate(observation.cards)]


def _card(
    seen: PhotoReading, sighting: Sighting, decision: Decision, i: int, angle: float | None
) -> dict[str, Any]:
    """Return card number `i` of a photograph as values for JSON: its letter, other likely letters, its
    corners in pixels and its role. `angle` is the direction of the card's word; None for a card
    without one."""
    letters, corners = decision.letters[i], seen.plane.to_picture(np.array(sighting.corners))
    if angle is not None and sighting.face == "up":
        corners = np.roll(corners, -turns_towards(sighting, angle), axis=0)
    ranked = [[_letter_name(letter), round(p, 4)] for letter, p in letters[:MAX_ALTERNATIVES]]
    unread = round(seen.pieces[i].back_probability, 4) if sighting.face == "down" else 0.0
    return {
        "id": i, "face": sighting.face, "letter": ranked[0][0] if ranked else None,
        "confidence": ranked[0][1] if ranked else unread, "alternatives": ranked,
        "corners": rounded_corners(corners), "role": decision.arrangement.roles[i],
    }  # fmt: skip


def _letter_name(letter: str) -> str:
    return "MASTER" if letter == MASTER else letter


def doubt_sentence(doubt: LayoutDoubt) -> str:
    """Return a sentence that explains a doubt about the cards on a photograph, such as "card 3 is out of
    line"."""
    match doubt:
        case DoubtfulLetter(card, ()):
            return f"card {card} cannot be made out"
        case DoubtfulLetter(card, letters):
            may = " or ".join(f"{_letter_name(letter)} ({p:.0%})" for letter, p in letters[:3])
            return f"card {card} is faint: {may}"
        case TwoWayWord(_, text, other):
            return f"{text} may as well be read from its other end: {other}"
        case MisplacedCard(card):
            return f"card {card} is out of line"
        case CutOffCard(card):
            return f"card {card} is cut off by the picture's edge"
        case LineAtEdge():
            return photo_report.edge_sentence(doubt)
        case SurplusCards(face, seen, held):
            return f"{_letter_name(face)}: {seen} cards lie there, and the packs hold {held}"

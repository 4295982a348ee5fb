"""Find the possible cards of one pile of a patience, from its old cards and the sightings in its place.
Cards do not change by themselves, some cards are missed, and a pile loses cards only from its top."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log
from typing import Final

from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.explain.letters import MIN_SETTLED_CARD_PROBABILITY, probability
from engine.i18n import Sentence
from engine.layout.arrangement import Letters
from engine.moves import face
from engine.position import FACE_DOWN
from engine.ruling import Doubt, DoubtfulCard, OtherDoubt

BURIED_CARD_LOG_PROBABILITY: Final = -2.5
"""Log probability that a card under others, which shows only a strip, is missed: one in twelve. This
constant and the next six are judgements. Only their order matters. Each misreading must cost more than a
move."""
UNSEEN_TOP_LOG_PROBABILITY: Final = -5.0
"""Log probability that a card on top, in full sight, is missed: one in 150."""
STRAY_SHAPE_LOG_PROBABILITY: Final = -9.0
"""Log probability that a shape in a pile is not one of its cards: one in 8,000. This is much less likely
than a missed top card, because piles hold only cards."""
CARDS_TAKEN_LOG_WEIGHT: Final = -0.4
"""Log weight of the assumption that a pile has lost cards, compared with an unchanged pile: two thirds.
The weight is that high because a move takes cards from some pile."""
CARDS_ADDED_LOG_WEIGHT: Final = -1.0
"""Log weight of the assumption that a pile has gained cards, compared with an unchanged pile: one third,
before the letters of the new cards are weighed."""
NEW_CARD_LOG_PROBABILITY: Final = -2.5
"""Log probability that a new card has a given letter, before the picture is considered: one in twelve, a
value between that of a common letter and that of a rare one."""
REPLACED_LOG_PROBABILITY: Final = -4.0
"""Log probability that a pile changes in a way that no move of a game allows: one in fifty, as in a
crossword (`grid.REPLACED_CARD_LOG_PROBABILITY`)."""
MIN_RECOGNISED_PROBABILITY: Final = 0.02
"""Probability by sight above which a sighting may be the old card of the pile: one in fifty. The card lay
in this pile before, so little evidence is enough."""
_MAX_READINGS: Final = 3
"""Number of readings of each new card that are tried, which bounds the time. The fourth likeliest reading is
seldom right."""
_BEAM_WIDTH: Final = 24
"""The number of possible contents of a pile that are kept after each new card. It bounds the time. Two
cards with three readings each make nine, and three such cards make 27. No single move adds more than
three cards to a pile."""


@dataclass(frozen=True, slots=True)
class Option:
    """One possible content of a patience's pile: its cards, their log weight, and the doubts about them."""

    text: str
    score: float = 0.0
    doubts: tuple[Doubt, ...] = ()


def options(was: str, seen: Sequence[Letters]) -> Iterator[Option]:
    """Yield the possible contents of a pile whose cards all show. `was` are the cards that the pile held.
    `seen` are the possible letters of its sightings, from the first card to the last. A face-down card has no
    letters."""
    for left in range(len(was), -1, -1):
        remaining = was[:left]
        yield Option(
            remaining,
            _alignment_weight(remaining, seen) + (CARDS_TAKEN_LOG_WEIGHT if left < len(was) else 0.0),
        )
    for more in range(1, len(seen) - len(was) + 1):
        under = _alignment_weight(was, seen[:-more])
        yield from _with_new_cards(was, seen[-more:], under + CARDS_ADDED_LOG_WEIGHT)
    for place in range(len(was) - 1):
        without = was[:place] + was[place + 1 :]
        yield Option(without, _alignment_weight(without, seen) + REPLACED_LOG_PROBABILITY)
    if was and len(seen) <= len(was):
        yield from (
            o for o in _with_new_cards("", seen, REPLACED_LOG_PROBABILITY) if not was.startswith(o.text)
        )


def top_options(was: str, seen: Sequence[Letters]) -> Iterator[Option]:
    """Yield the possible contents of a pile of the tableau, of which only the top card shows. `was` are the
    cards that the pile held. The top card is now the old one, the card that lay beneath it (face up or still
    face down), or a card moved into a space."""
    sight = seen[-1] if seen else None
    if sight is None:
        hidden = (OtherDoubt(Sentence("I can't see every pile.")),) if len(was) > 1 else ()
        yield Option("", CARDS_TAKEN_LOG_WEIGHT if was else 0.0, hidden)
        if was:
            yield Option(was, UNSEEN_TOP_LOG_PROBABILITY)
    elif not sight:
        yield Option(was if was.endswith(FACE_DOWN) else was[:-1] or FACE_DOWN)
    else:
        if was and was[-1] != FACE_DOWN:
            yield Option(was, _old_card_log_probability(was[-1], sight))
        beneath = was[:-1] if was.endswith(FACE_DOWN) else was[:-2]
        yield from _with_new_cards(beneath, [sight], CARDS_TAKEN_LOG_WEIGHT)


def may_be_same_card(card: str, letters: Letters) -> bool:
    """Return True if the letters of a sighting allow that the old card `card` still lies in its place."""
    return _old_card_log_probability(card, letters) > log(MIN_RECOGNISED_PROBABILITY)


def _with_new_cards(left: str, seen: Sequence[Letters], score: float) -> Iterator[Option]:
    """Yield options of the cards `left` with new cards on top, read by sight. A new card that is not sure
    adds a doubt. `score` is the log weight of the option so far."""
    options_so_far = [Option(left, score)]
    for sight in seen:
        options_so_far = [
            _with_card(option, card, p) for option in options_so_far for card, p in _cards(sight)
        ][:_BEAM_WIDTH]
    yield from options_so_far


def _cards(sight: Letters) -> list[tuple[str, float]]:
    return list(
        islice(((card, p) for card, p in sight if p > MIN_SETTLED_CARD_PROBABILITY), _MAX_READINGS)
    ) or [(FACE_DOWN, 1.0)]


def _with_card(option: Option, card: str, p: float) -> Option:
    text = option.text + card
    doubtful = (DoubtfulCard(text, card, p),) if p < MIN_SURE_LETTER_PROBABILITY else ()
    return Option(text, option.score + log(p) + NEW_CARD_LOG_PROBABILITY, (*option.doubts, *doubtful))


def _old_card_log_probability(card: str, letters: Letters) -> float:
    """Return the log probability by sight that a sighting with the possible `letters` is the old card `card`
    of a pile."""
    if card == FACE_DOWN or not letters:
        return 0.0 if card == FACE_DOWN and not letters else log(MIN_SETTLED_CARD_PROBABILITY)
    return log(max(probability(letters, face(card)), MIN_SETTLED_CARD_PROBABILITY))


def _alignment_weight(cards: str, seen: Sequence[Letters]) -> float:
    """Return the log weight with which the sightings `seen` show a pile of the cards `cards`, both in order
    from the first card. Cards may be unseen, and sightings may be stray shapes; the likeliest matching
    counts."""
    above = [STRAY_SHAPE_LOG_PROBABILITY * count for count in range(len(seen) + 1)]
    for place, card in enumerate(cards):
        lost = UNSEEN_TOP_LOG_PROBABILITY if place == len(cards) - 1 else BURIED_CARD_LOG_PROBABILITY
        row = [above[0] + lost]
        for j, sight in enumerate(seen):
            row.append(
                max(
                    above[j] + _old_card_log_probability(card, sight),
                    above[j + 1] + lost,
                    row[j] + STRAY_SHAPE_LOG_PROBABILITY,
                )
            )
        above = row
    return above[-1]

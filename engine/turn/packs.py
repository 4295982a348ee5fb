"""Ask about more cards of one letter than the pack should have: either the pack really holds more, or a card
is misread.

The owners of the pack are asked once. If they have more of a letter, the deck remembers it, and they are
never asked again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.cards import MASTER
from engine.events import Offer, QuestionAsked
from engine.explain import ExplanationContext, SettledPosition
from engine.i18n import Sentence
from engine.match import Match
from engine.moves import face
from engine.notation import format_position
from engine.observation import Observation, Sighting
from engine.position import Grid, Position
from engine.rules.grid_lines import cards_of, runs_through, text_of
from engine.ruling import MoreThanThePack, Unclear
from engine.turn.card_tracking import EXPOSED, Spot, letter_at, sightings_by_spot

UPSIDE_DOWN_LETTERS: Final[Mapping[str, str]] = MappingProxyType({"M": "W", "W": "M", "N": "Z", "Z": "N"})
"""Each letter that looks like another letter upside down, with the other letter. The other letter is offered
as an answer if the camera has read the card as one letter only."""
MORE_PREFIX: Final = "more "
"""The prefix of the answer that the pack holds more cards of a letter. The letter follows the prefix."""


def ask_surplus_letters(
    match: Match, before: Position, after: Position, ruling: Unclear, turn: int
) -> tuple[QuestionAsked, ...]:
    """Return the questions about turn number `turn`, one for each letter of which more cards were seen
    than the packs hold."""
    excess = (doubt for doubt in ruling.doubts if isinstance(doubt, MoreThanThePack))
    return tuple(_ask_about_letter(match, before, after, over, turn) for over in excess)


def _ask_about_letter(
    match: Match, before: Position, after: Position, over: MoreThanThePack, turn: int
) -> QuestionAsked:
    asks, more = _surplus_question(over), _more_cards_offer(over.letter)
    return QuestionAsked(
        match.turn or 0,
        format_position(before),
        format_position(after),
        str(asks),
        (MORE_PREFIX + over.letter,),
        "pack",
        turn,
        asks=asks,
        offers=(Offer(more),),
        otherwise=Sentence("None of this. I tap the wrong card in the picture"),
    )


def with_letter_offers(
    question: QuestionAsked, settled: SettledPosition, seen: Observation, context: ExplanationContext
) -> QuestionAsked:
    """Return the question about surplus cards of a letter with an answer added for each seen card that may
    really be another letter. Each such answer shows the picture of its card. The other cards with the letter
    are shown above the answers."""
    letter = question.choices[0].removeprefix(MORE_PREFIX)
    ways = list(_other_letters(letter, settled, seen, context))
    offered_cards = {card for _, _, card in ways}
    rest = sorted({card for _, card in _cards_showing(letter, settled, seen, context)} - offered_cards)
    return replace(
        question,
        cards=tuple((card,) for card in rest),
        choices=(*question.choices, *(_answer_text(spot, other) for spot, other, _ in ways)),
        offers=(
            *question.offers,
            *(
                Offer(_other_letter_offer(settled.position, spot, letter, other), (card,))
                for spot, other, card in ways
            ),
        ),
    )


def _other_letters(
    letter: str, settled: SettledPosition, seen: Observation, context: ExplanationContext
) -> Iterator[tuple[Spot, str, int]]:
    """Yield the spot, the likeliest other letter and the number in `seen` of each card that shows the
    letter. Cards without another possible letter are left out."""
    for spot, card in _cards_showing(letter, settled, seen, context):
        other = _other_letter(letter, seen.cards[card])
        if other is not None:
            yield spot, other, card


def _cards_showing(
    letter: str, settled: SettledPosition, seen: Observation, context: ExplanationContext
) -> Iterator[tuple[Spot, int]]:
    """Yield the spot of each settled card with this letter, and the index of its sighting in `seen`."""
    for spot, card in sightings_by_spot(settled, seen, context).items():
        if face(letter_at(settled.position, spot)) == letter:
            yield spot, card


def _other_letter(letter: str, card: Sighting) -> str | None:
    """Return the likeliest letter of a card besides `letter`; None if the card can be no other letter."""
    return next((other for other, _ in card.letters() if other != letter), UPSIDE_DOWN_LETTERS.get(letter))


def _answer_text(spot: Spot, letter: str) -> str:
    return f"{spot[0]} {spot[1]} {letter}"


def _surplus_question(over: MoreThanThePack) -> Sentence:
    facts = (("letter", over.letter), ("seen", over.cards_seen), ("held", over.cards_in_packs))
    if over.letter == MASTER:
        return Sentence("I see {seen} Masters, and you should have {held}. Do you have more?", facts[1:])
    return Sentence("I see {letter} on {seen} cards, and you should have {held}. Do you have more?", facts)


def _more_cards_offer(letter: str) -> Sentence:
    if letter == MASTER:
        return Sentence("Yes, we have more Masters")
    return Sentence("Yes, we have more cards with {letter}", (("letter", letter),))


def _other_letter_offer(position: Position, spot: Spot, letter: str, other: str) -> Sentence:
    facts = (("letter", letter), ("other", other))
    if spot == EXPOSED:
        return Sentence("No, the exposed card is {other}", facts[1:])
    return Sentence(
        "No, the {letter} in {word} is {other}", (*facts, ("word", _word_of_card(position, spot)))
    )


def _word_of_card(position: Position, spot: Spot) -> str:
    """Return the word that the card at a spot is part of. In a crossword prefer the word across."""
    if not isinstance(position, Grid):
        return position.lines[spot[0]].upper()
    lying = cards_of(position)
    return next((text_of(lying, run) for run in runs_through(lying, (spot,))), lying[spot]).upper()

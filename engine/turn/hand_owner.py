"""Find the owner of a photographed hand: the photograph may have been taken from any side of the table, so
the place of the cards in it tells nothing.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.events import AnyEvent, Cards, HandCounted, Offer, QuestionAsked
from engine.i18n import Sentence, named
from engine.match import Match

AGAIN: Final = Sentence("No. I lay them down again")
_NOBODY: Final = Sentence("Nobody's. We lay them down again")


def holders(match: Match, owing: Sequence[int], cards: str, nearest: int) -> tuple[int, ...]:
    """Return the seats whose hand `cards` may be, the best readings sorted: seats still `owing` that hold
    this number by the match, and a counted seat with the same cards. If no seat holds this number, return the
    seat of `nearest`, or else the next seat that owes.
    """
    counted = match.hand.counted or (None,) * len(match.players)
    same = [seat for seat, known in enumerate(counted) if known == cards]
    found = (*same, *(seat for seat in owing if _may_hold(match, seat, cards)))
    if found or nearest in owing or not owing:
        return found or (nearest,)
    return (owing[0],)


def _may_hold(match: Match, seat: int, cards: str) -> bool:
    holding = match.table.hands[seat]
    return holding.count == len(cards) and not Counter(holding.known) - Counter(cards)


def ask_hand_owner(
    match: Match, seats: Sequence[int], readings: Sequence[str], lying: Cards
) -> QuestionAsked:
    """Return the question to which of `seats` a hand belongs. Its readings come likeliest first."""
    asks, ways = Sentence("Whose cards are these?"), [(seat, cards) for cards in readings for seat in seats]
    says = (_theirs(match.players[seat], cards, clear=len(readings) == 1) for seat, cards in ways)
    choices = tuple(f"{seat} {cards}" for seat, cards in ways)
    return QuestionAsked(
        seats[0],
        "",
        readings[0],
        str(asks),
        choices,
        "whose",
        cards=(lying,),
        asks=asks,
        offers=tuple(map(Offer, says)),
        otherwise=_NOBODY,
    )


def _theirs(name: str, cards: str, *, clear: bool) -> Sentence:
    if clear:
        return Sentence("They are {name}'s", (("name", name),))
    return Sentence("{name} has {cards}", (("name", name), ("cards", named(cards))))


def events_of_answer(match: Match, asked: QuestionAsked, said: str) -> tuple[AnyEvent, ...]:
    """Return the events that count the hand for the chosen player; none if it is counted already, or the
    answer is no choice.
    """
    if said not in asked.choices:
        return ()
    seat, cards = said.split()
    uncounted = not match.hand.counted or match.hand.counted[int(seat)] is None
    return (HandCounted(int(seat), cards),) if uncounted else ()


def seats_of(asked: QuestionAsked) -> set[int]:
    """Return the seats whose hand the question may be about."""
    return {int(choice.split()[0]) for choice in asked.choices} if asked.about == "whose" else {asked.player}

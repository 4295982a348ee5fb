"""Find the owner of a photographed hand. A photograph may be taken from any side of the table, so the
place of the cards in it does not show whose hand it is."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.events import AnyEvent, HandCounted, Offer, PicturedCards, QuestionAsked
from engine.i18n import Sentence, cards_as_fact
from engine.match import Match

LAID_DOWN_AGAIN: Final = Sentence("No. I lay them down again")
_NOBODYS_HAND: Final = Sentence("Nobody's. We lay them down again")


def possible_holders(match: Match, owing: Sequence[int], cards: str, nearest: int) -> tuple[int, ...]:
    """Return the seats to which the face-up hand `cards` (sorted) may belong. Seats counted earlier come
    first.

    A seat counted earlier is possible if it was counted with exactly these cards: its hand may be
    photographed again. `owing` are the seats that still have to be counted. One of them is possible if the
    match says that it holds as many cards as `cards`, and its known cards are all among `cards`. If no seat
    is possible, return `nearest` if it is in `owing`, else the first seat of `owing`.
    """
    counted = match.hand.counted or (None,) * len(match.players)
    same = [seat for seat, known in enumerate(counted) if known == cards]
    holders = (*same, *(seat for seat in owing if _may_hold(match, seat, cards)))
    if holders or nearest in owing or not owing:
        return holders or (nearest,)
    return (owing[0],)


def _may_hold(match: Match, seat: int, cards: str) -> bool:
    holding = match.table.hands[seat]
    return holding.count == len(cards) and not Counter(holding.known_cards) - Counter(cards)


def ask_hand_owner(
    match: Match, seats: Sequence[int], readings: Sequence[str], lying: PicturedCards
) -> QuestionAsked:
    """Return the question which of `seats` a hand belongs to. `readings` are its possible cards, the
    likeliest first."""
    asks, ways = Sentence("Whose cards are these?"), [(seat, cards) for cards in readings for seat in seats]
    says = (_owner_offer(match.players[seat], cards, only_reading=len(readings) == 1) for seat, cards in ways)
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
        otherwise=_NOBODYS_HAND,
    )


def _owner_offer(name: str, cards: str, *, only_reading: bool) -> Sentence:
    if only_reading:
        return Sentence("They are {name}'s", (("name", name),))
    return Sentence("{name} has {cards}", (("name", name), ("cards", cards_as_fact(cards))))


def events_of_answer(match: Match, asked: QuestionAsked, answer_text: str) -> tuple[AnyEvent, ...]:
    """Return the events that count the hand for the chosen player. Return none if that player is counted
    already, or if the answer is not among the choices."""
    if answer_text not in asked.choices:
        return ()
    seat, cards = answer_text.split()
    uncounted = not match.hand.counted or match.hand.counted[int(seat)] is None
    return (HandCounted(int(seat), cards),) if uncounted else ()


def possible_seats(asked: QuestionAsked) -> set[int]:
    """Return the seats to which a hand may belong that the question `asked` is about."""
    return {int(choice.split()[0]) for choice in asked.choices} if asked.about == "whose" else {asked.player}

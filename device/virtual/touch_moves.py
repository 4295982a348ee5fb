"""Move cards by the finger of a person who plays at the virtual table."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from device.virtual import crossword_layout
from device.virtual.company.company_state import Company, dice
from device.virtual.company.next_steps import Sitting
from device.virtual.tabletop.finger_drop import OccupiedError, drop_card, lay_apart, replace_card
from device.virtual.tabletop.finger_drop import lay_beside as beside_card
from engine.observation import Point
from engine.shared.scene import LyingCard

PERSON_SEAT: Final = 0
"""The person's seat: at the picture's bottom, so that the words are upright for the person and for the
picture."""

DropKind = Literal["next", "before", "after", "instead", "table", "word", "exposed", "hand"]
"""The kind of place where a card is laid.

`next` is after the card laid last, or the beginning of a word. `before`, `after` and `instead` refer to a
card on the table. `table` is a point on the table. `word` is a free place for a new word. `exposed` is the
exposed pile, in some games the place beneath its top card. `hand` is the person's hand.
"""
ALL_CARDS: Final = "all"
"""The card name with which a person takes back all cards moved this turn."""


class CannotError(ValueError):
    """Report that a card can't be moved as the person asks. The message is for the person, in English."""


@dataclass(frozen=True, slots=True)
class _LiftedCard:
    """A card that a person has taken up: the card's face, and the company without the card."""

    company: Company
    face: str


@dataclass(frozen=True, slots=True)
class Drop:
    """The place where a person lays a card down."""

    kind: DropKind
    """The kind of place, such as `before` for the place before another card."""
    point: Point = (0.0, 0.0)
    """The point on the table (mm), for the kind `table`."""
    neighbour: str = ""
    """The name of the card on the table that is the neighbour of the laid card, or is replaced by the laid
    card."""
    below: bool = False
    """True if `next` in a crossword is the square below the last card, not the square to its right."""


def move_card(
    sitting: Sitting, card: str, drop: Drop, *, grid: bool = False, beneath: bool = False
) -> Sitting:
    """Return the sitting after the person has taken up `card` and laid it down at `drop`. Raise
    CannotError if it is not the person's turn, or the rules of the table forbid this move.

    `hand-2` is the third card of the hand, `table-7` the eighth on the table, `stock` and `exposed`
    the top cards of the piles, `under` the card below the exposed one, and `all` the cards moved
    this turn. `grid` means that all cards make one crossword, and `beneath` that a discard goes
    under the exposed card.
    """
    kind = drop.kind
    before, company = sitting.before, sitting.company
    if before is None or company.to_move != PERSON_SEAT:
        raise CannotError("It is not your turn.")
    if card == ALL_CARDS:
        return replace(sitting, company=_return_all(company, before))
    if grid and card.startswith("table") and card in _card_names(before):
        raise CannotError("The cards of a crossword stay where they lie.")
    neighbour = _neighbour(company, drop.neighbour) if kind in ("before", "after", "instead") else None
    lifted = _take_up(company, before, card, beneath=beneath)
    if kind != "hand" and card in ("stock", "exposed", "under"):
        raise CannotError("A card you draw goes into your hand.")
    if neighbour is not None:
        laid = _lay_beside(lifted, kind, neighbour)
    elif kind == "next":
        laid = _lay_next(lifted, before, below=drop.below, grid=grid)
    elif grid and kind in ("table", "word"):
        laid = _lay_in_crossword(lifted, kind, drop.point)
    else:
        laid = _lay_down(lifted, kind, drop.point, beneath)
    return replace(sitting, company=replace(laid, turn=company.turn + 1))


def cards_laid_since(company: Company, before: Company) -> tuple[LyingCard, ...]:
    """Return the cards laid on the table since `before`, in the order in which they were laid."""
    return tuple(card for group in company.top.words[len(before.top.words) :] for card in group)


def is_exchanging(company: Company, before: Company) -> bool:
    """Return True if a card that lay on the table in `before` has been taken up, as in an exchange."""
    then = before.top.words
    return sum(map(len, company.top.words[: len(then)])) < sum(map(len, then))


def _return_all(company: Company, before: Company) -> Company:
    if has_drawn(company, before):
        raise CannotError("You have drawn a card. You can't undo that.")
    return replace(before, turn=company.turn + 1)


def _neighbour(company: Company, name: str) -> LyingCard:
    cards = [card for group in company.top.words for card in group]
    place, _, number = name.partition("-")
    if place != "table":
        raise CannotError("There is no such card.")
    return cards[_number(number, len(cards))]


def _lay_beside(lifted: _LiftedCard, kind: DropKind, neighbour: LyingCard) -> Company:
    """Return the company after the lifted card is laid before, after or instead of the card `neighbour`. A
    replaced card goes into the person's hand.

    Raise CannotError if the card has no room.
    """
    company, whim = lifted.company, dice(lifted.company, "finger")
    try:
        if kind == "instead":
            laid = replace(company, top=replace_card(company.top, lifted.face, neighbour, whim))
            return _with_hand(laid, "".join(sorted(laid.hands[PERSON_SEAT] + neighbour.letter)))
        side = 1 if kind == "after" else -1
        return replace(company, top=beside_card(company.top, lifted.face, neighbour, side, whim))
    except OccupiedError:
        raise CannotError("There is no room for a card there.") from None


def _lay_next(lifted: _LiftedCard, before: Company, *, below: bool, grid: bool) -> Company:
    """Return the company after the lifted card is laid next to the card that the person laid last. The first
    card of a turn begins a word.

    Raise CannotError if a word cannot go on from the last card, as after a discard.
    """
    company = lifted.company
    if company.discards != before.discards:
        raise CannotError(
            "You have drawn a card. That was your turn."
            if has_drawn(company, before)
            else "You have discarded. Now draw a card, or take everything back."
        )
    last = next(reversed(cards_laid_since(company, before)), None)
    if grid:
        if last is None and any(company.top.words):
            raise CannotError("Tap the place where your first card goes.")
        at = (
            (0.0, 0.0)
            if last is None
            else crossword_layout.next_free_place(company.top, company.board, last, down=below)
        )
        return _lay_in_crossword(lifted, "word" if last is None else "table", at)
    if is_exchanging(company, before):
        raise CannotError("Tap the letter that goes, then the card that takes its place.")
    if last is None:
        return _lay_down(lifted, "word", (0.0, 0.0))
    return _lay_beside(lifted, "after", last)


def draw_from_stock(sitting: Company, before: Company) -> Company:
    """Return the company after the person has drawn the stock's top card."""
    return _lay_down(_take_up(sitting, before, "stock"), "hand", (0.0, 0.0))


def has_drawn(company: Company, before: Company) -> bool:
    """Return True if the person has drawn a card since `before`, the company before the person's turn."""
    pile, was = company.discards, before.discards
    return len(company.stock) < len(before.stock) or (len(pile) <= len(was) and pile != was)


def own_discard_index(company: Company, before: Company, *, beneath: bool) -> int | None:
    """Return the index in the exposed pile, from the bottom, of the card that the person discarded this
    turn; None without a discard."""
    count = len(company.discards)
    if count < len(before.discards) or company.discards == before.discards:
        return None
    return count - 2 if beneath and not has_drawn(company, before) else count - 1


def _card_names(company: Company) -> list[str]:
    """Return the names by which the phone refers to the cards on the table, such as `table-7` for the eighth
    card."""
    return [f"table-{n}" for n in range(sum(map(len, company.top.words)))]


def _lay_in_crossword(lifted: _LiftedCard, kind: DropKind, at: Point) -> Company:
    """Return the company after the lifted card is laid in the crossword, at the point `at` (mm). If `kind` is
    `word`, the card begins the crossword.

    Raise CannotError if the card has no room, or if `kind` is `word` and a crossword lies on the table.
    """
    company = lifted.company
    if kind == "word" and any(company.top.words):
        raise CannotError("There is no room for a card there.")
    spot = crossword_layout.first_card_place(company.top) if kind == "word" else at
    try:
        top, board = crossword_layout.lay_in_crossword(
            company.top, company.board, lifted.face, spot, dice(company, "finger")
        )
    except OccupiedError:
        raise CannotError("There is no room for a card there.") from None
    return replace(company, top=top, board=board)


def _take_up(company: Company, before: Company, card: str, *, beneath: bool = False) -> _LiftedCard:
    place, _, number = card.partition("-")
    match place:
        case "hand":
            return _take_from_hand(company, _number(number, len(company.hands[PERSON_SEAT])))
        case "table":
            return _take_from_table(company, _number(number, sum(map(len, company.top.words))))
        case "stock" if company.stock:
            _check_may_draw(company, before)
            top = replace(company.top, stock=company.top.stock - 1)
            return _LiftedCard(replace(company, stock=company.stock[:-1], top=top), company.stock[-1])
        case "exposed" if company.discards:
            return _take_from_pile(company, before, len(company.discards) - 1, beneath=beneath)
        case "under" if len(company.discards) > 1:
            return _take_from_pile(company, before, len(company.discards) - 2, beneath=beneath)
        case _:
            raise CannotError("There is no such card.")


def _number(text: str, count: int) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:4]) < count):
        raise CannotError("There is no such card.")
    return int(text)


def _check_may_draw(company: Company, before: Company) -> None:
    if has_drawn(company, before):
        raise CannotError("You have drawn a card already.")


def _take_from_hand(company: Company, n: int) -> _LiftedCard:
    hand = company.hands[PERSON_SEAT]
    return _LiftedCard(_with_hand(company, hand[:n] + hand[n + 1 :]), hand[n])


def _take_from_table(company: Company, n: int) -> _LiftedCard:
    words, face = list[tuple[LyingCard, ...]](), ""
    for cards in company.top.words:
        if 0 <= n < len(cards):
            face, cards = cards[n].letter, (*cards[:n], *cards[n + 1 :])
            n = -1
        else:
            n -= len(cards) if n >= 0 else 0
        words.append(cards)
    return _LiftedCard(replace(company, top=replace(company.top, words=tuple(words))), face)


def _take_from_pile(company: Company, before: Company, n: int, *, beneath: bool) -> _LiftedCard:
    """Return the card number `n` (from 0 at the bottom) of the exposed pile as taken up by the person. It may
    be the person's own discard of this turn, or a card to draw. Raise CannotError if the person may not
    draw."""
    if n != own_discard_index(company, before, beneath=beneath):
        _check_may_draw(company, before)
    pile, shown = company.discards, company.top.exposed
    top = replace(company.top, exposed=(*shown[:n], *shown[n + 1 :]))
    return _LiftedCard(replace(company, discards=pile[:n] + pile[n + 1 :], top=top), pile[n])


def _lay_down(lifted: _LiftedCard, kind: DropKind, at: Point, beneath: bool = False) -> Company:
    company, face = lifted.company, lifted.face
    whim = dice(company, "finger")
    try:
        match kind:
            case "hand":
                return _with_hand(company, "".join(sorted(company.hands[PERSON_SEAT] + face)))
            case "exposed":
                return _discard(lifted, beneath=beneath)
            case "word":
                return replace(company, top=lay_apart(company.top, face, whim))
            case _:
                return replace(company, top=drop_card(company.top, face, at, whim))
    except OccupiedError:
        raise CannotError("There is no room for a card there.") from None


def _discard(lifted: _LiftedCard, *, beneath: bool) -> Company:
    company, face, whim = lifted.company, lifted.face, dice(lifted.company, "finger")
    if company.top.board is not None:
        raise CannotError("You can't discard in this game.")
    x, y = company.top.exposed_at
    card = LyingCard(face, x + whim.gauss(0, 1.2), y + whim.gauss(0, 1.2), whim.gauss(0, 1.5))
    pile, shown = company.discards, company.top.exposed
    at = len(pile) - 1 if beneath and pile else len(pile)
    top = replace(company.top, exposed=(*shown[:at], card, *shown[at:]))
    return replace(company, discards=pile[:at] + face + pile[at:], top=top)


def _with_hand(company: Company, hand: str) -> Company:
    return replace(company, hands=(*company.hands[:PERSON_SEAT], hand, *company.hands[PERSON_SEAT + 1 :]))

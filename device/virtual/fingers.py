"""Cards under a finger: taken up and laid down by whoever plays at the virtual table."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from device.virtual import crossing
from device.virtual.company.seats import Company, dice
from device.virtual.company.sitting import Sitting
from device.virtual.top.placing import OccupiedError, apart, placed
from engine.observation import Point
from engine.scene import Lying

SEAT: Final = 0
"""Where the person sits: at the picture's bottom, so that the words stand upright for both."""

To = Literal["table", "word", "exposed", "hand"]
"""Where a card is laid: on the table at a point, apart as a word's beginning, on the exposed pile (beneath
its top card where discards go there), into the hand."""


class CannotError(ValueError):
    """A card can't be moved so; the message is for the person, in English."""


@dataclass(frozen=True, slots=True)
class _Held:
    """The company without a card that a person has taken up, and that card's face."""

    company: Company
    face: str


def moved(
    sitting: Sitting, card: str, to: To, at: Point, *, grid: bool = False, beneath: bool = False
) -> Sitting:
    """`card` taken up and laid down: `hand-2` is the third of the hand, `table-7` the eighth on the table,
    `stock`, `exposed`, and `under` the one below that. `grid`: all cards make one crossword, `beneath`: a
    discard goes under the exposed card. Raises CannotError."""
    before, company = sitting.before, sitting.company
    if before is None or company.to_move != SEAT:
        raise CannotError("It is not your turn.")
    if grid and card.startswith("table") and card in _names(before):
        raise CannotError("The cards of a crossword stay where they lie.")
    held = _taken_up(company, before, card, beneath=beneath)
    if to != "hand" and card in ("stock", "exposed", "under"):
        raise CannotError("A card that is drawn goes into the hand.")
    laid = _crossed(held, to, at) if grid and to in ("table", "word") else _laid_down(held, to, at, beneath)
    return replace(sitting, company=replace(laid, turn=company.turn + 1))


def drew(sitting: Company, before: Company) -> Company:
    """The company after the person has drawn the stock's top card."""
    return _laid_down(_taken_up(sitting, before, "stock"), "hand", (0.0, 0.0))


def drawn(company: Company, before: Company) -> bool:
    """Whether a card has been drawn since `before`."""
    pile, was = company.discards, before.discards
    return len(company.stock) < len(before.stock) or (len(pile) <= len(was) and pile != was)


def own(company: Company, before: Company, *, beneath: bool) -> int | None:
    """Which card of the exposed pile, from the bottom, the person discarded this turn; None before that."""
    count = len(company.discards)
    if count < len(before.discards) or company.discards == before.discards:
        return None
    return count - 2 if beneath and not drawn(company, before) else count - 1


def _names(company: Company) -> list[str]:
    """What the cards on the table are called."""
    return [f"table-{n}" for n in range(sum(map(len, company.top.words)))]


def _crossed(held: _Held, to: To, at: Point) -> Company:
    """A card laid into the crossword."""
    company = held.company
    if to == "word" and any(company.top.words):
        raise CannotError("There is no room for a card there.")
    spot = crossing.middle(company.top) if to == "word" else at
    try:
        top, board = crossing.placed(company.top, company.board, held.face, spot, dice(company, "finger"))
    except OccupiedError:
        raise CannotError("There is no room for a card there.") from None
    return replace(company, top=top, board=board)


def _taken_up(company: Company, before: Company, card: str, *, beneath: bool = False) -> _Held:
    place, _, number = card.partition("-")
    match place:
        case "hand":
            return _from_hand(company, _number(number, len(company.hands[SEAT])))
        case "table":
            return _from_table(company, _number(number, sum(map(len, company.top.words))))
        case "stock" if company.stock:
            _may_draw(company, before)
            top = replace(company.top, stock=company.top.stock - 1)
            return _Held(replace(company, stock=company.stock[:-1], top=top), company.stock[-1])
        case "exposed" if company.discards:
            return _from_pile(company, before, len(company.discards) - 1, beneath=beneath)
        case "under" if len(company.discards) > 1:
            return _from_pile(company, before, len(company.discards) - 2, beneath=beneath)
        case _:
            raise CannotError("There is no such card.")


def _number(said: str, count: int) -> int:
    if not (said.isascii() and said.isdigit() and int(said[:4]) < count):
        raise CannotError("There is no such card.")
    return int(said)


def _may_draw(company: Company, before: Company) -> None:
    if drawn(company, before):
        raise CannotError("You have drawn a card already.")


def _from_hand(company: Company, n: int) -> _Held:
    hand = company.hands[SEAT]
    return _Held(_holding(company, hand[:n] + hand[n + 1 :]), hand[n])


def _from_table(company: Company, n: int) -> _Held:
    words, face = list[tuple[Lying, ...]](), ""
    for cards in company.top.words:
        if 0 <= n < len(cards):
            face, cards = cards[n].letter, (*cards[:n], *cards[n + 1 :])
            n = -1
        else:
            n -= len(cards) if n >= 0 else 0
        words.append(cards)
    return _Held(replace(company, top=replace(company.top, words=tuple(words))), face)


def _from_pile(company: Company, before: Company, n: int, *, beneath: bool) -> _Held:
    """Any card of the exposed pile that is the person's own discard, or one to draw."""
    if n != own(company, before, beneath=beneath):
        _may_draw(company, before)
    pile, shown = company.discards, company.top.exposed
    top = replace(company.top, exposed=(*shown[:n], *shown[n + 1 :]))
    return _Held(replace(company, discards=pile[:n] + pile[n + 1 :], top=top), pile[n])


def _laid_down(held: _Held, to: To, at: Point, beneath: bool = False) -> Company:
    company, face = held.company, held.face
    whim = dice(company, "finger")
    try:
        match to:
            case "hand":
                return _holding(company, "".join(sorted(company.hands[SEAT] + face)))
            case "exposed":
                return _discarded(held, beneath=beneath)
            case "word":
                return replace(company, top=apart(company.top, face, whim))
            case "table":
                return replace(company, top=placed(company.top, face, at, whim))
    except OccupiedError:
        raise CannotError("There is no room for a card there.") from None


def _discarded(held: _Held, *, beneath: bool) -> Company:
    company, face, whim = held.company, held.face, dice(held.company, "finger")
    if company.top.board is not None:
        raise CannotError("Nothing is discarded in this game.")
    x, y = company.top.exposed_at
    card = Lying(face, x + whim.gauss(0, 1.2), y + whim.gauss(0, 1.2), whim.gauss(0, 1.5))
    pile, shown = company.discards, company.top.exposed
    at = len(pile) - 1 if beneath and pile else len(pile)
    top = replace(company.top, exposed=(*shown[:at], card, *shown[at:]))
    return replace(company, discards=pile[:at] + face + pile[at:], top=top)


def _holding(company: Company, hand: str) -> Company:
    return replace(company, hands=(*company.hands[:SEAT], hand, *company.hands[SEAT + 1 :]))

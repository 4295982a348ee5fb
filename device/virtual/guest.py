"""A person at the virtual table: takes cards, lays them, draws, and is waited for by everybody else.

The others play by themselves (`sitting`). At the person's turn the company from before it is kept; cards then
go from place to place as the person moves them, and when the table has ruled, either the company takes over
what lies there, or the cards go back.
"""

import random
from dataclasses import dataclass, replace
from typing import Final, Literal

from device.running.wishes import Said, Wish
from device.virtual import company as seats
from device.virtual.company import Company, dice, manner
from device.virtual.hands.handling import Beat, Handling
from device.virtual.people import Steps
from device.virtual.simulation.perfect_eye import look
from device.virtual.sitting import AT_LEAST, Choose, Sitting, Step, next_step, reshuffling
from device.virtual.top.placing import OccupiedError, apart, placed
from device.virtual.top.tabletop import Tabletop
from engine.events import PositionCorrected
from engine.layout import SeenWord, arrange
from engine.match import Match
from engine.moves import faces
from engine.notation import format_position
from engine.observation import Point
from engine.position import Rows
from engine.scene import Lying, Scene
from engine.words import WordList

SEAT: Final = 0
"""Where the person sits: at the picture's bottom, so that the words stand upright for both."""

To = Literal["table", "word", "exposed", "hand"]
"""Where a card is laid: on the table at a point, apart as a word's beginning, on the exposed pile, into the
hand."""


class CannotError(ValueError):
    """A card can't be moved so; the message is for the person, in English."""


@dataclass(frozen=True, slots=True)
class _Held:
    """The company without a card that a person has taken up, and that card's face."""

    company: Company
    face: str


def beside(words: WordList) -> Steps:
    """The next step at a table where a person has seat `SEAT`."""

    def step(sitting: Sitting, match: Match, events: int, chosen: Choose) -> Step | None:
        if match.winners is not None or (match.turn is None and sitting.before is None):
            return next_step(sitting, match, events, chosen)
        if sitting.company.to_move != SEAT:
            return next_step(sitting, _without_questions(match), events, chosen)
        if sitting.before is None:
            return _begins(sitting, match, events, chosen)
        return _awaited(sitting, sitting.before, match, words)

    return step


def may(sitting: Sitting) -> bool:
    """Whether the person may move cards."""
    return sitting.before is not None and sitting.company.to_move == SEAT


def moved(sitting: Sitting, card: str, to: To, at: Point) -> Sitting:
    """`card` taken up and laid down: `hand-2` is the third of the hand, `table-7` the eighth on the table,
    `stock`, `exposed`, and `under` the one below that. Raises CannotError."""
    before, company = sitting.before, sitting.company
    if before is None or company.to_move != SEAT:
        raise CannotError("It is not your turn.")
    held = _taken_up(company, before, card)
    if to != "hand" and card in ("stock", "exposed", "under"):
        raise CannotError("A card that is drawn goes into the hand.")
    after = replace(_laid_down(held, to, at), turn=company.turn + 1)
    return replace(sitting, company=after)


def drawn(company: Company, before: Company) -> bool:
    """Whether a card has been drawn since `before`."""
    return len(company.stock) < len(before.stock) or not company.discards.startswith(before.discards)


def _without_questions(match: Match) -> Match:
    """The match as the others see it: what the person is asked is none of their business."""
    return replace(match, questions=tuple(one for one in match.questions if one.asked.player != SEAT))


def _begins(sitting: Sitting, match: Match, events: int, chosen: Choose) -> Step | None:
    company = sitting.company
    if sitting.owes or match.turn != SEAT:
        return next_step(sitting, _without_questions(match), events, chosen)
    if not company.stock and len(company.discards) > 1:
        return reshuffling(sitting)
    return Step(replace(sitting, before=company, heard=events))


def _awaited(sitting: Sitting, before: Company, match: Match, words: WordList) -> Step | None:
    """The person plays, or is asked; when the turn is ruled on the table goes on."""
    last = match.last
    asked = any(one.asked.player == SEAT and one.asked.about == "turn" for one in match.questions)
    if last is None or last.event < sitting.heard or asked:
        return None
    fell = last.player == SEAT and not last.stands  # of two turns ruled on at once the person's was the first
    return _falls(sitting, before, match) if fell else _stands(sitting.company, before, match, words)


def _falls(sitting: Sitting, before: Company, match: Match) -> Step:
    """The cards go back, all at once."""
    hands = Handling(sitting.company.top, manner(sitting.company, SEAT, "take back"))
    hands.visit(before.top, (before.top.width / 2, before.top.height / 2))
    back = replace(before, top=before.top, turn=sitting.company.turn + 1)
    after = Sitting(back if match.turn == SEAT else seats.passed_on(back))
    return Step(after, (*hands.beats, Beat(AT_LEAST, before.top)))


def _stands(company: Company, before: Company, match: Match, words: WordList) -> Step:
    """What lies there is the company's; who discarded and drew nothing draws from the stock (LEX-B)."""
    thrown = len(company.discards) > len(before.discards)
    if thrown and not drawn(company, before) and company.stock:
        company = _laid_down(_taken_up(company, before, "stock"), "hand", (0.0, 0.0))
    known = match.position.lines if isinstance(match.position, Rows) else ()
    texts, lying = _as_known(known, _words(company.top, words))
    done = replace(company, texts=texts, top=replace(company.top, words=lying), passes=0)
    truth = Rows(texts, company.discards[-1:] or None)
    same = [*map(faces, filter(None, texts))] == [*map(faces, filter(None, known))]
    told: tuple[Wish, ...] = () if same else (Said(PositionCorrected(format_position(truth))),)
    return Step(Sitting(seats.passed_on(done)), (Beat(AT_LEAST, done.top),), told)


def _words(top: Tabletop, words: WordList) -> list[tuple[Lying, ...]]:
    """The cards that lie there as words, each in reading order."""
    cards = tuple(card for group in top.words for card in group)
    seen = look(Scene(top.width, top.height, cards), random.Random(0), error=0.0)
    if len(seen.cards) < len(cards):  # one lies on another: nobody lays cards so here
        return [group for group in top.words if group]
    found = arrange(seen, words, "rows")
    return [_read(cards, word) for word in (*found.words, *found.lone)]


def _read(cards: tuple[Lying, ...], word: SeenWord) -> tuple[Lying, ...]:
    return tuple(cards[i] for i in word.cards)


def _as_known(
    known: tuple[str, ...], lying: list[tuple[Lying, ...]]
) -> tuple[tuple[str, ...], tuple[tuple[Lying, ...], ...]]:
    """The words in the books' order with the cards of each; words the books don't know come last."""
    rest, texts, groups = list(lying), list[str](), list[tuple[Lying, ...]]()
    for text in known:
        found = _found(rest, text) if text else None
        if found is not None:
            rest.remove(found)
        texts.append(text if found is not None else "")
        groups.append(_in_order(found, text) if found is not None else ())
    texts += map(_letters, rest)
    return tuple(texts), (*groups, *rest)


def _found(lying: list[tuple[Lying, ...]], text: str) -> tuple[Lying, ...] | None:
    """The cards that say `text`, rather read as they lie than from the other side: of ON and NO both may."""
    either = (faces(text), faces(text)[::-1])
    return next((cards for said in either for cards in lying if _letters(cards) == said), None)


def _letters(cards: tuple[Lying, ...]) -> str:
    return "".join(card.letter for card in cards)


def _in_order(cards: tuple[Lying, ...], text: str) -> tuple[Lying, ...]:
    return cards if _letters(cards) == faces(text) else cards[::-1]


def _taken_up(company: Company, before: Company, card: str) -> _Held:
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
            return _from_pile(company, before, len(company.discards) - 1)
        case "under" if len(company.discards) > 1:
            return _from_pile(company, before, len(company.discards) - 2)
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


def _from_pile(company: Company, before: Company, n: int) -> _Held:
    """Any card of the exposed pile that is the person's own discard, or one to draw."""
    if n < len(before.discards):
        _may_draw(company, before)
    pile, shown = company.discards, company.top.exposed
    top = replace(company.top, exposed=(*shown[:n], *shown[n + 1 :]))
    return _Held(replace(company, discards=pile[:n] + pile[n + 1 :], top=top), pile[n])


def _laid_down(held: _Held, to: To, at: Point) -> Company:
    company, face = held.company, held.face
    whim = dice(company, "finger")
    try:
        match to:
            case "hand":
                return _holding(company, "".join(sorted(company.hands[SEAT] + face)))
            case "exposed":
                x, y = company.top.exposed_at
                card = Lying(face, x + whim.gauss(0, 1.2), y + whim.gauss(0, 1.2), whim.gauss(0, 1.5))
                top = replace(company.top, exposed=(*company.top.exposed, card))
                return replace(company, discards=company.discards + face, top=top)
            case "word":
                return replace(company, top=apart(company.top, face, whim))
            case "table":
                return replace(company, top=placed(company.top, face, at, whim))
    except OccupiedError:
        raise CannotError("There is no room for a card there.") from None


def _holding(company: Company, hand: str) -> Company:
    return replace(company, hands=(*company.hands[:SEAT], hand, *company.hands[SEAT + 1 :]))

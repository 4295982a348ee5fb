"""Say moves in sentences: who played, which words, and what the Masters stand for."""

from collections import Counter
from typing import assert_never

from engine.i18n import Translate, cards, cards_capitalised, english, joined
from engine.moves import (
    EMPTY,
    Change,
    Close,
    CombinedMove,
    Discard,
    Disturb,
    Draw,
    Exchange,
    Insert,
    Lay,
    Move,
    Pass,
    Place,
    RecycleStock,
    Shift,
    SingleMove,
    Spell,
    TurnUp,
    faces,
    played,
    taken,
)
from engine.position import FACE_DOWN
from engine.wording.piles import say_pile_move
from engine.wording.written import SOMEBODY, capitalised, word


def say_move(move: Move, tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say what the player `who` played, and for which letters its Masters stand."""
    if isinstance(move, CombinedMove):
        seen = [each for each in move.moves if not (isinstance(each, TurnUp) and each.cards[-1] == FACE_DOWN)]
        return " ".join(say_move(each, tr, who) for each in seen or move.moves)
    return f"{_say_single_move(move, tr, who)} {say_masters(masters_named_by(move), tr)}".strip()


def masters_named_by(move: Move) -> str:
    """Return the letters for which the Masters that a move plays stand, in lower case (ALL-2)."""
    match move:
        case Lay(laid) | Place(cards=laid):
            return "".join(filter(str.islower, laid))
        case Insert(before=before, after=after) | Exchange(before=before, after=after):
            new = Counter(filter(str.islower, after)) - Counter(filter(str.islower, before))
            return "".join(new.elements())
        case _:
            return ""


def say_masters(letters: str, tr: Translate = english) -> str:
    """Say which of the cards played are Masters. `letters` are the letters for which they stand. Return an
    empty text if `letters` is empty."""
    if len(letters) < 2:
        return tr("The {letter} is a Master.").format(letter=letters.upper()) if letters else ""
    return tr("{letters} are Masters.").format(letters=joined(tuple(letters.upper()), tr))


def _say_single_move(move: SingleMove, tr: Translate, who: str) -> str:
    match move:
        case Lay(laid):
            sentence = tr("{name} played {word}.").format(name=who, word=word(laid))
        case Insert(before=before, after=after):
            sentence = say_added((after,), played(move), tr, who, before)
        case Exchange() | Change():
            sentence = _say_change(move, tr, who)
        case Discard() | Draw():
            sentence = _say_discard_or_draw(move, tr, who)
        case Place(cards=laid):
            sentence = tr("{name} laid {cards}.").format(
                name=who, cards=cards(faces(laid.replace(EMPTY, "")), tr)
            )
        case Disturb(before=before, after=after):
            taken_out = tr("{name} took {cards} out of the crossword.")
            instead = tr("{name} put {after} in place of {cards}.")
            sentence = (taken_out if after == EMPTY else instead).format(
                name=who, cards=cards(faces(before), tr), after=cards(faces(after), tr)
            )
        case Spell() | Shift() | Close() | TurnUp() | RecycleStock():
            sentence = say_pile_move(move, tr, who)
        case Pass():
            sentence = tr("{name} passed.").format(name=who)
        case _:
            assert_never(move)
    return capitalised(sentence)


def say_added(
    words_made: tuple[str, ...], added: str, tr: Translate = english, who: str = SOMEBODY, to: str = ""
) -> str:
    """Say which words the player `who` made by adding the cards `added`: to the word `to`, or to a crossword
    if `to` is empty."""
    onto = tr("{words} — {name} added {cards} to {before}.")
    beside = tr("{words} — {name} added {cards}.")
    return (onto if to else beside).format(
        words=joined(tuple(map(word, words_made)), tr), name=who, cards=cards(added, tr), before=word(to)
    )


def say_move_in_progress(move: Move | None, tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say the move that the player `who` seems to make, while the cards may still change: "Anne is laying CAT
    …"."""
    match move:
        case Lay(laid):
            sentence = tr("{name} is laying {word} …").format(name=who, word=word(laid))
        case Insert(before=before, after=after) | Exchange(before=before, after=after) if after:
            sentence = tr("{name} is changing {before} into {after} …").format(
                name=who, before=word(before), after=word(after)
            )
        case Discard(card) if card.strip("#"):
            sentence = tr("{name} is discarding {card} …").format(name=who, card=cards(card, tr))
        case _:
            sentence = tr("{name} is playing …").format(name=who)
    return capitalised(sentence)


def _say_change(move: Exchange | Change, tr: Translate, who: str) -> str:
    before, after = word(move.before), word(move.after)
    if isinstance(move, Change):
        taken_off = tr("{name} took {before} off the table.")
        changed = tr("{name} turned {before} into {after}.")
        return (changed if after else taken_off).format(name=who, before=before, after=after)
    back = taken(move)
    singular = tr("{after} — {played} for {taken} in {before}. {back} goes to {name}'s hand.")
    plural = tr("{after} — {played} for {taken} in {before}. {back} go to {name}'s hand.")
    return (singular if len(back) == 1 else plural).format(
        after=after,
        played=cards(played(move), tr),
        taken=cards(back, tr),
        before=before,
        back=cards_capitalised(back, tr),
        name=who,
    )


def _say_discard_or_draw(move: Discard | Draw, tr: Translate, who: str) -> str:
    match move:
        case Draw():
            return tr("{name} took the exposed card.").format(name=who)
        case Discard(card="#"):
            return tr("{name} discarded a card and drew another.").format(name=who)
        case Discard(card, None):
            return tr("{name} discarded {card}.").format(name=who, card=cards(card, tr))
        case Discard(card, drawn_from):
            exposed = tr("{name} discarded {card} and took the exposed card.")
            blind = tr("{name} discarded {card} and drew from the stock.")
            return (exposed if drawn_from == "exposed" else blind).format(name=who, card=cards(card, tr))

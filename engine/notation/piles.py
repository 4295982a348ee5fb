"""Write and read the notation of patiences: piles, and moves between them. docs/notation.md has the grammar.

`engine.notation.lines` recognises that a text is about a patience, and calls these functions.
"""

import re
from collections.abc import Iterable
from typing import Final

from engine.moves import ASIDE_SOURCE, TURNED_SOURCE, Close, RecycleStock, Shift, Spell, TurnUp
from engine.notation.error import NotationError
from engine.position import Piles

PILE_SEPARATOR: Final = "|"
EMPTY_PILE: Final = "-"
RECYCLE_TEXT: Final = "over"
PileMove = Spell | Shift | Close | TurnUp | RecycleStock

_PILE: Final = re.compile(r"[A-Za-z?#]*")
_FACES: Final = re.compile(r"[A-Z?#]*")
_POSITION: Final = re.compile(
    r"(?P<piles>[^/*+]*?)(?: */(?P<turned>[^ ]+))?(?: *\*(?P<stock>\d{1,3}))?(?: *\+(?P<masters>\d))?"
)
_SOURCES: Final = r"(?:\d{1,3}|\^|\?)"
_SPELL: Final = re.compile(rf"(?P<word>[A-Za-z?]+)@(?P<sources>{_SOURCES}(?:,{_SOURCES})*)")
_SHIFT: Final = re.compile(r"(?P<card>[A-Za-z?])@(?P<source>\d{1,3}|\^)>(?P<target>\d{1,3})")
_CLOSE: Final = re.compile(r"(?P<card>[A-Z?#])#(?P<target>\d{1,3})")
_TURN: Final = re.compile(r"\*(?P<cards>[A-Z?#]+)")


def parse_piles(text: str) -> Piles:
    """Return the piles of a patience that `text` states in notation, such as `"MOH|E|-|##A /QA *23 +2"`.
    Raise NotationError if it states none."""
    match = _POSITION.fullmatch(text.strip())
    if match is None:
        raise NotationError(f"{text!r}: piles, then /turned *stock +Masters, is the order")
    piles = [pile.strip() for pile in match["piles"].split(PILE_SEPARATOR)]
    piles = piles[:-1] if not piles[-1] else piles
    piles = [] if piles == [""] else piles
    turned = match["turned"]
    return piles_of(
        ("" if pile == EMPTY_PILE else pile for pile in piles),
        "" if turned == EMPTY_PILE else turned,
        None if match["stock"] is None else int(match["stock"]),
        int(match["masters"] or 0),
    )


def piles_of(
    piles: Iterable[str], turned: str | None = None, stock: int | None = None, masters: int = 0
) -> Piles:
    """Return the position of a patience with the piles `piles`, which a person typed. Raise NotationError if
    a text has other characters than cards."""
    checked = tuple(piles)
    for number, pile in enumerate(checked, 1):
        if not _PILE.fullmatch(pile):
            raise NotationError(f"pile {number} {pile!r}: only A-Z, a-z, ? and # are cards")
    if turned is not None and not _FACES.fullmatch(turned):
        raise NotationError(f"the cards turned up {turned!r}: only A-Z, ? and # lie there")
    return Piles(checked, turned, stock, masters)


def format_piles(position: Piles) -> str:
    """Return a patience's piles in notation, as one line of text."""
    body = PILE_SEPARATOR.join(pile or EMPTY_PILE for pile in position.piles)
    body += PILE_SEPARATOR if len(position.piles) < 2 else ""
    turned = "" if position.turned is None else f" /{position.turned or EMPTY_PILE}"
    stock = "" if position.stock is None else f" *{position.stock}"
    return body + turned + stock + (f" +{position.masters}" if position.masters else "")


def parse_pile_move(text: str) -> PileMove | None:
    """Return the patience's move that `text` states in notation; None if it is not a move of a patience.
    Raise NotationError for an impossible move, such as one with a pile number of 0."""
    if text == RECYCLE_TEXT:
        return RecycleStock()
    if match := _SPELL.fullmatch(text):
        return _spelt(text, match["word"], match["sources"].split(","))
    if match := _SHIFT.fullmatch(text):
        return Shift(match["card"], _source(text, match["source"]), _source(text, match["target"]))
    if match := _CLOSE.fullmatch(text):
        return Close(match["card"], _source(text, match["target"]))
    match = _TURN.fullmatch(text)
    return TurnUp(match["cards"]) if match else None


def format_pile_move(move: PileMove) -> str:
    """Return a patience's move in notation. Piles are counted from 1."""
    match move:
        case Spell(word, sources):
            return f"{word}@{','.join(map(_place, sources))}"
        case Shift(card, source, target):
            return f"{card}@{_place(source)}>{_place(target)}"
        case Close(card, target):
            return f"{card}#{_place(target)}"
        case TurnUp(cards):
            return f"*{cards}"
        case RecycleStock():
            return RECYCLE_TEXT


def _spelt(text: str, word: str, sources: list[str]) -> Spell:
    if len(word) != len(sources):
        raise NotationError(f"move {text!r}: a pile for each of the word's {len(word)} letters")
    return Spell(word, tuple(_source(text, source) for source in sources))


def _place(source: int) -> str:
    return {TURNED_SOURCE: "^", ASIDE_SOURCE: "?"}.get(source, str(source + 1))


def _source(text: str, place: str) -> int:
    if place in ("^", "?"):
        return TURNED_SOURCE if place == "^" else ASIDE_SOURCE
    if int(place) < 1:
        raise NotationError(f"move {text!r}: piles are counted from 1")
    return int(place) - 1

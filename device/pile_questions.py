"""Read a patience's table from the JSON of a question: piles, a tableau, a circle, columns."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Final

import msgspec

from device.errors import UsageFault
from engine.cards import MASTER
from engine.game import Game, Layout
from engine.moves import faces
from engine.notation import NotationError
from engine.notation.piles import piles_of
from engine.position import FACE_DOWN, Piles

MAX_PILES: Final = 60
"""Maximum number of piles on a table; a question with more is refused. A double pack dealt in
piles of three makes fewer."""
MAX_CARDS: Final = 124
"""Maximum number of cards in one pile, in the stock, or turned up. A Keyword set has 124 letters,
and two packs have fewer cards."""
_CLOCK_WORDS: Final = 12
"""The number of words around the centre of the patience that is laid as a clock."""

Pile = (
    Annotated[str, msgspec.Meta(max_length=MAX_CARDS)]
    | Annotated[list[str | None], msgspec.Meta(max_length=MAX_CARDS)]
)
"""Cards from the bottom to the top, as a string or as a list; null is a face-down card."""
Piled = Annotated[list[Pile], msgspec.Meta(max_length=MAX_PILES)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_CARDS)]


_STOCK_PARTS: Final = ("turned", "exposed", "nest", "stock")
_PARTS: Final[Mapping[Layout, tuple[str, ...]]] = MappingProxyType(
    {
        "rows": ("words", "exposed"),
        "grid": ("grid", "exposed"),
        "track": ("track", "grid", "words"),
        "piles": ("piles",),
        "tableau": ("tableau", "piles", *_STOCK_PARTS, "masters"),
        "circle": ("circle", "piles", "centre", *_STOCK_PARTS),
        "columns": ("columns", "piles", *_STOCK_PARTS),
    }
)
"""The keys of a JSON question that may describe the table, for each layout of a game. A question
has only one of several keys with the same meaning, such as `tableau` and `piles`."""
_ALL_PARTS: Final = frozenset(part for parts in _PARTS.values() for part in parts)
_SYNONYMS: Final = (
    ("piles", "tableau"),
    ("piles", "circle"),
    ("piles", "columns"),
    ("nest", "stock"),
    ("grid", "words"),
)
_STOCK_CARDS: Final = re.compile(r"[A-Z?#]*")


class PileTable(msgspec.Struct, kw_only=True):
    """The parts of a table that only a patience has."""

    piles: Piled | None = None
    """Another name for the tableau, the circle or the columns."""
    tableau: Piled | None = None
    circle: Piled | None = None
    centre: Pile | None = None
    """The word in the centre of the patience that is laid as a clock."""
    columns: Piled | None = None
    turned: Pile | None = None
    """The cards turned up beside the stock."""
    nest: Count | Pile | None = None
    """The stock, under the name that some patiences give it."""
    stock: Count | Pile | None = None
    """The face-down cards: their number, or the cards with the top one last."""
    masters: Annotated[int, msgspec.Meta(ge=0, le=4)] | None = None
    """The number of Masters that are set aside."""


def piles_position(table: PileTable, exposed: str | None, game: Game, where: str) -> Piles:
    """Return the cards of `table` as a position of the patience `game`. Raise UsageFault if the game
    can't have them. Its sentence calls the table `where`, such as "deal"."""
    check_parts(table, game, where)
    given = {"piles": table.piles, "tableau": table.tableau, "circle": table.circle, "columns": table.columns}
    lying = given[game.layout] if given[game.layout] is not None else table.piles
    if lying is None:
        raise UsageFault(f"{where}: {game.title} needs {game.layout!r}")
    turned = exposed if table.turned is None else cards_of(table.turned, where)
    if turned is not None and exposed not in (None, turned[-1:]):
        raise UsageFault(f"{where}: the exposed card {exposed!r} is not the top card of {turned!r}")
    try:
        return piles_of(
            _places(lying, table, game, where), turned, _count(stock(table, where)), _masters(table, game)
        )
    except NotationError as error:
        raise UsageFault(f"{where}: {error}") from None


def check_parts(table: msgspec.Struct, game: Game, where: str) -> None:
    """Raise UsageFault if a table names a part that the game lacks, or a part twice."""
    named = {name for name in _ALL_PARTS if getattr(table, name, None) is not None}
    parts = _PARTS[game.layout]
    if stray := sorted(named.difference(parts)):
        raise UsageFault(f"{where}: {stray[0]!r} is no part of {game.title}; known: {', '.join(parts)}")
    if twice := next((pair for pair in _SYNONYMS if named.issuperset(pair)), None):
        raise UsageFault(f"{where}: {' and '.join(map(repr, twice))} are the same; say one of them")


def stock(table: PileTable, where: str) -> int | str | None:
    """Return the face-down cards: their number, or the cards with the top one last; None if the question
    does not name them."""
    given = table.nest if table.nest is not None else table.stock
    return given if given is None or isinstance(given, int) else stock_cards(given, where)


def stock_cards(pile: Pile, where: str) -> str:
    """Return the cards of the stock in notation. Raise UsageFault for a text with other characters than
    cards. Its sentence calls the table `where`."""
    cards = cards_of(pile, where)
    if not _STOCK_CARDS.fullmatch(cards):
        raise UsageFault(f"{where}: the stock's cards {cards!r}: only A-Z, ? and # lie there")
    return cards


def _count(given: int | str | None) -> int | None:
    return len(given) if isinstance(given, str) else given


def cards_of(pile: Pile, where: str) -> str:
    """Return the cards of a pile as one text in notation, from the bottom to the top. Raise UsageFault for
    a card of several letters. Its sentence calls the table `where`."""
    if isinstance(pile, str):
        return pile
    return "".join(_card(card, where) for card in pile)


def check_no_masters(game: Game, cards: str, where: str) -> None:
    """Raise UsageFault if a patience without Masters has one (S1, WS)."""
    if game.deal.masters == "out" and MASTER in faces(cards):
        raise UsageFault(f"{where}: {game.title} is played without Masters")


def with_masters_left(before: Piles, after: PileTable, position: Piles, word: str) -> Piles:
    """Return `position`, the table after a turn, with the number of Masters that are still set aside.
    `before` is the table before the turn.

    If the question names this number in `after`, `position` stays as it is. Otherwise the called `word`
    tells it. For each letter of the word for which no card left the piles, the player has used a Master.
    """
    if after.masters is not None:
        return position
    given = _on_piles(before) - _on_piles(position)
    used = max(len(word) - given, 0) if word else 0
    return Piles(position.piles, position.turned, position.stock, max(before.masters - used, 0))


def _on_piles(position: Piles) -> int:
    return sum(map(len, position.piles)) + len(position.turned or "")


def _places(lying: Sequence[Pile], table: PileTable, game: Game, where: str) -> list[str]:
    places = [cards_of(pile, where) for pile in lying]
    if game.layout == "circle" and table.centre is not None:
        places.append(cards_of(table.centre, where))
    if game.layout == "circle" and len(places) != _CLOCK_WORDS + 1:
        raise UsageFault(
            f"{where}: a clock has {_CLOCK_WORDS} words and a centre, not {len(places)} words in all"
        )
    return places


def _masters(table: PileTable, game: Game) -> int:
    if table.masters is not None:
        return table.masters
    return game.pack.counts[MASTER] if game.deal.masters == "aside" else 0


def _card(card: str | None, where: str) -> str:
    """Return the notation of one card from a JSON list: None is a face-down card, "MASTER" a Master
    that nobody has named. Raise UsageFault for a text of several letters."""
    if card is None:
        return FACE_DOWN
    if card.upper() == "MASTER":
        return MASTER
    if len(card) != 1:
        raise UsageFault(f"{where}: card {card!r}: one card is one letter")
    return card

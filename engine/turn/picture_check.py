"""Compare one picture with the settled position: for the table's report, whatever follows."""

from collections import Counter
from dataclasses import dataclass
from itertools import zip_longest

from engine.explain import Explanation, words_at
from engine.game import Layout
from engine.moves import faces
from engine.observation import Observation
from engine.position import Piles, Position, Rows
from engine.turn.turn_state import State


@dataclass(frozen=True, slots=True)
class InView:
    """`cards` lie face up, and perhaps a `stock`. `words` lie in their settled form, `changed` words in the
    place of other words, and `new` words in empty places; the picture does not show the `missing` words.
    `exposed` is the card exposed since. `back`: the new cards are to go back to the hand; `laying`: the
    missing cards are being laid back. For a patience: its `piles` (see `layout`), the number of piles that
    `moved`, and the position of the piles (`lies`). `playing`: a hand is being played. `loose` cards lie
    beside the words of a finished hand.
    """

    cards: int = 0
    stock: bool = False
    words: tuple[str, ...] = ()
    changed: tuple[tuple[str, str], ...] = ()
    new: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    exposed: str = ""
    back: bool = False
    laying: bool = False
    piles: int = 0
    moved: int = 0
    lies: tuple[str, ...] = ()
    playing: bool = False
    loose: str = ""
    layout: Layout = "rows"


def at_rest(observation: Observation, best: Explanation | None = None) -> InView:
    """Return the view of a picture while no hand is played; `best` explains it on an empty table, as the game
    lays its cards.
    """
    words = () if best is None else tuple(word for word, _ in words_at(best.after))
    return InView(_up(observation), _stock(observation), words)


def in_counting(observation: Observation, best: Explanation, settled: Position) -> InView:
    """Return the view of a picture while hands are counted: `best` explains it on an empty table. The words
    that are `settled` come as they are settled, their Masters named; all else are the cards of hands.
    """
    lay = [word for word, _ in words_at(settled)]
    words, loose = list[str](), ""
    for seen, _ in words_at(best.after):
        known = next((word for word in lay if faces(word) == faces(seen)), None)
        if known is None:
            loose += faces(seen)
        else:
            lay.remove(known)
            words.append(known)
    return InView(_up(observation), _stock(observation), tuple(words), loose=loose)


def in_play(observation: Observation, best: Explanation, state: State, layout: Layout = "rows") -> InView:
    """Return the view of a picture during a hand: `best` explains it, and `state` is the resulting state.
    `layout` is the game's.
    """
    up, stock, apart = _up(observation), _stock(observation), state.unmatched
    if isinstance(best.before, Piles):
        pairs = zip_longest(best.before.piles, best.after.lines, fillvalue="")
        moved = sum(was != now for was, now in pairs)
        count = sum(map(bool, best.after.lines))
        missing = apart.why.missing if apart else ()
        lies = tuple(best.after.lines)
        return InView(
            up, stock, piles=count, moved=moved, lies=lies, missing=missing, playing=True, layout=layout
        )
    lay, lie = Counter(w for w, _ in words_at(best.before)), Counter(w for w, _ in words_at(best.after))
    lost = Counter(apart.why.missing) if apart else Counter[str]()
    changed = _changed(best) if not apart else ()
    return InView(
        up,
        stock,
        tuple(((lay & lie) - lost).elements()),
        changed,
        tuple((lie - lay - Counter(now for _, now in changed)).elements()),
        tuple(lost.elements()),
        (best.after.exposed or "") if best.after.exposed != best.before.exposed else "",
        back=state.to_restore is not None,
        laying=apart is not None and apart.laying,
        playing=True,
    )


def _changed(best: Explanation) -> tuple[tuple[str, str], ...]:
    """Return the words that lie where others lay; a crossword's are all new."""
    if not isinstance(best.before, Rows):
        return ()
    pairs = zip(best.before.lines, best.after.lines, strict=False)
    return tuple((was, now) for was, now in pairs if was and was != now)


def _up(observation: Observation) -> int:
    return sum(card.face == "up" for card in observation.cards)


def _stock(observation: Observation) -> bool:
    return any(card.face == "down" for card in observation.cards)

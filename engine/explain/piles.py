"""What may have happened on a patience's table: pile by pile, what lay there before is believed while the
sight of it allows, for cards do not change by themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import exp, log
from typing import Final

from engine.evidence import CLEAR
from engine.explain.letters import LEAST, probability
from engine.explain.settled import Explanation, Ground, Place, Settled
from engine.layout.patiences import SeenPiles, lay_piles
from engine.layout.seen import Letters
from engine.moves import face
from engine.observation import Observation
from engine.position import FACE_DOWN, Piles
from engine.rules.circle import BY_THREES
from engine.ruling import Doubt, FaintCard, Unexplained

_BEAM: Final = 24
_OPTIONS: Final = 3
"""Readings of one new card that are thought of."""
_PLAUSIBLE: Final = 0.02
"""A card that lay there before is known again by sight down to this."""
OVERLOOKED: Final = -3.0
"""Logarithm of how likely the cards turned up lie there still although none is seen."""
TURNED_UP: Final = -1.0
"""Logarithm of how likely it is that another card was turned up."""
IMPOSSIBLE: Final = -9.0
"""The same when the stock is empty."""
IMPROBABLE: Final = 0.002
"""Explanations less likely than this are dropped."""


@dataclass(frozen=True, slots=True)
class _Draft:
    score: float = 0.0
    piles: tuple[str, ...] = ()
    turned: str | None = None
    stock: int | None = None
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class _Option:
    text: str
    score: float = 0.0
    doubts: tuple[Doubt, ...] = ()


def explain_piles(
    before: Piles, settled: Settled, observation: Observation, ground: Ground
) -> list[Explanation]:
    """Ranked explanations of what lies there now, the likeliest first; shares sum to 1."""
    known = [place.at for place in settled.places if place is not None]
    angle = next((place.angle for place in settled.places if place is not None), None)
    count = len(before.piles) or ground.game.places
    seen = lay_piles(observation, ground.game.layout, count, known, angle)
    reading = _Reading(ground, observation, seen)
    drafts = [_Draft()]
    for index in range(max(count, len(seen.piles))):
        was = before.piles[index] if index < len(before.piles) else ""
        cards = seen.piles[index] if index < len(seen.piles) else ()
        drafts = _grown(drafts, list(reading.options(was, cards)))
    drafts = [_with_beside(d, option) for d in drafts for option in reading.beside(before)]
    drafts = sorted(drafts, key=lambda d: -d.score)[:_BEAM]
    return _ranked(before, drafts, seen)


@dataclass(frozen=True, slots=True)
class _Beside:
    """What may lie beside the piles now."""

    turned: str | None
    stock: int | None
    score: float = 0.0
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    ground: Ground
    observation: Observation
    seen: SeenPiles

    def options(self, was: str, cards: Sequence[int]) -> Iterator[_Option]:
        """What a place may hold now."""
        letters = [self.letters(index) for index in cards]
        if self.ground.game.layout == "tableau":
            yield from _top(was, letters)
            return
        kept = min(len(was), len(letters))
        same = all(_known_again(card, sight) for card, sight in zip(was[:kept], letters[:kept], strict=True))
        if same:
            yield from _added(was[:kept], letters[kept:])
        else:
            yield from _added("", letters)

    def letters(self, index: int) -> Letters:
        """What a card says, read as the writing runs; nothing when it lies face down."""
        sighting = self.observation.cards[index]
        return sighting.letters() if sighting.face == "up" else ()

    def beside(self, before: Piles) -> Iterator[_Beside]:
        """What may have become of the cards turned up: the same, the top one gone, or others turned up."""
        was, stock = before.turned, before.stock
        if was is None:
            yield _Beside(None, stock)
            return
        top = self.letters(self.seen.turned[-1]) if self.seen.turned else ()
        if top and was and _known_again(was[-1], top):
            yield _Beside(was, stock)
        elif not top:
            yield _Beside(was, stock, OVERLOOKED * bool(was))
        if was and (was[:-1] == "" if not top else was[:-1] and _could_be(was[-2], top)):
            yield _Beside(was[:-1], stock)
        for option in _added("", [top]) if top else ():
            yield self._up(before, option)

    def _up(self, before: Piles, option: _Option) -> _Beside:
        """Cards turned up with a new one on top: around the clock by threes (CLK-3)."""
        by = BY_THREES if self.ground.game.layout == "circle" else 1
        up = by if before.stock is None else max(min(by, before.stock), 1)
        stock = None if before.stock is None else before.stock - up
        score = option.score + TURNED_UP + (IMPOSSIBLE if before.stock == 0 else 0.0)
        shown = FACE_DOWN * (up - 1) + option.text
        return _Beside((before.turned or "") + shown, stock and max(stock, 0), score, option.doubts)


def _could_be(card: str, letters: Letters) -> bool:
    return card == FACE_DOWN or _known_again(card, letters)


def _known_again(card: str, letters: Letters) -> bool:
    if card == FACE_DOWN or not letters:
        return card == FACE_DOWN and not letters
    return probability(letters, face(card)) >= _PLAUSIBLE


def _added(kept: str, letters: Sequence[Letters]) -> Iterator[_Option]:
    """What lay there, and new cards read by sight; one that is not clear is faint."""
    found = [_Option(kept)]
    for sight in letters:
        found = [_more(option, card, p) for option in found for card, p in _cards(sight)][:_BEAM]
    yield from found


def _cards(sight: Letters) -> list[tuple[str, float]]:
    return list(islice(((card, p) for card, p in sight if p > LEAST), _OPTIONS)) or [(FACE_DOWN, 1.0)]


def _more(option: _Option, card: str, p: float) -> _Option:
    text = option.text + card
    faint = (FaintCard(text, card, p),) if p < CLEAR else ()
    return _Option(text, option.score + log(p), (*option.doubts, *faint))


def _top(was: str, letters: Sequence[Letters]) -> Iterator[_Option]:
    """A pile of a tableau, of which only the top shows: the same one, the next one turned up or not yet, or a
    card put into a space."""
    sight = letters[-1] if letters else None
    if sight is None:
        unseen = (Unexplained("a pile of the tableau is not to be seen"),) if len(was) > 1 else ()
        yield _Option("", doubts=unseen)
    elif not sight:
        yield _Option(was if was.endswith(FACE_DOWN) else was[:-1] or FACE_DOWN)
    elif was and was[-1] != FACE_DOWN and probability(sight, face(was[-1])) >= _PLAUSIBLE:
        yield _Option(was)
    else:
        beneath = was[:-1] if was.endswith(FACE_DOWN) else was[:-2]
        yield from _added(beneath, [sight])


def _grown(drafts: Sequence[_Draft], options: Sequence[_Option]) -> list[_Draft]:
    grown = [
        _Draft(d.score + o.score, (*d.piles, o.text), doubts=(*d.doubts, *o.doubts))
        for d in drafts
        for o in options
    ]
    return sorted(grown, key=lambda d: -d.score)[:_BEAM]


def _with_beside(draft: _Draft, beside: _Beside) -> _Draft:
    score, doubts = draft.score + beside.score, (*draft.doubts, *beside.doubts)
    return _Draft(score, draft.piles, beside.turned, beside.stock, doubts)


def _ranked(before: Piles, drafts: Sequence[_Draft], seen: SeenPiles) -> list[Explanation]:
    astray = (Unexplained(f"{len(seen.astray)} cards lie in no place of the game"),) if seen.astray else ()
    weights = [exp(d.score - drafts[0].score) for d in drafts]
    total = sum(weights)
    places = tuple(Place(at, seen.angle) for at in seen.places)
    return [
        Explanation(
            before,
            Piles(d.piles, d.turned, d.stock, before.masters),
            weight / total,
            (*d.doubts, *astray),
            places,
        )
        for d, weight in zip(drafts, weights, strict=True)
        if weight >= IMPROBABLE * total
    ]

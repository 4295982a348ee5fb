"""Explain the table of a patience pile by pile: an old pile is believed while its sight allows, because cards
do not change by themselves.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, compress
from math import exp, inf
from typing import Final

from engine.adjudication import adjudicate
from engine.cards import MASTER
from engine.evidence import SURE_PROBABILITY
from engine.explain import pile_contents
from engine.explain.settled import Explanation, ExplanationContext, Settled, WordPlace
from engine.i18n import Sentence
from engine.layout.arrangement import Letters
from engine.layout.patiences import KnownPlaces, SeenPiles, lay_piles
from engine.moves import face, faces
from engine.observation import Observation, Point
from engine.position import FACE_DOWN, Piles
from engine.rules.circle import BY_THREES
from engine.rules.gathering import spellings
from engine.rules.patience import dealt, undealt
from engine.ruling import Doubt, Legal, Unexplained

_BEAM: Final = 24
"""Number of drafts that go on from pile to pile: bounds the time. A turn moves cards of two piles, so few are
needed.
"""
OVERLOOKED_LOG_PROBABILITY: Final = -3.0
"""Logarithm of the probability that the cards turned up lie there still although none is seen, one in twenty.
This and those down to `LOST_CARD_LOG_PROBABILITY` are judgements, of which the order counts.
"""
STOCK_UNSEEN: Final = -5.0
"""The same for the stock, one in 150: a squared-up pack of backs is hard to overlook."""
TURNED_UP: Final = -1.0
"""Logarithm of the probability that another card was turned up, one in three: besides moving a card there is
little else to do.
"""
TURNED_OVER: Final = -1.0
"""The same for turning the whole pack over once its last card has been turned up: then it is as usual."""
EMPTY_STOCK_LOG_PROBABILITY: Final = -9.0
"""The same if the stock is empty: less likely than a wrong sight of an old card
(`letters.MIN_OLD_CARD_PROBABILITY`)."""
LOST_CARD_LOG_PROBABILITY: Final = -6.0
"""The same if the card turned up has gone and lies in no pile, or lies both in one and beside the stock: one
in 400, less likely than any one overlooked card.
"""
MASTER_WORD_LOG_PROBABILITY: Final = -1.5
"""The same for a word with a Master: there are two in a whole game."""
LAWFUL_LOG_FACTOR: Final = 1.5
"""Logarithm of how much likelier a move by the rules is than one against them: people mostly play by them."""
MIN_EXPLANATION_SHARE: Final = 0.002
"""Probability below which explanations are dropped: a tenth of the share that could clear a player
(`verdict.MIN_CLEARING_SHARE`).
"""
PASSED_OVER: Final = Unexplained(Sentence("I can't see the card turned up before."))
"""The same for a card that was passed over (WS-4), or placed where it was overlooked."""
_FAR: Final = (inf, inf)
"""Place of a pile that has not been seen yet: near nothing."""


@dataclass(frozen=True, slots=True)
class _Draft:
    score: float = 0.0
    piles: tuple[str, ...] = ()
    turned: str | None = None
    stock: int | None = None
    doubts: tuple[Doubt, ...] = ()


def explain_piles(
    before: Piles, settled: Settled, observation: Observation, ground: ExplanationContext
) -> list[Explanation]:
    """Return ranked explanations of the present table, the likeliest first; their shares sum to 1.

    On a table that was empty before, the change is the deal. It includes the face-down cards, which no camera
    can count.
    """
    found = [
        weighed
        for seen in _laid(before, settled, observation, ground)
        for weighed in _weighed(before, _Reading(ground, observation, seen))
    ]
    best = max(one.score for one in found)
    weights = [exp(one.score - best) for one in found]
    likely = sorted(zip(weights, found, strict=True), key=lambda pair: -pair[0])
    return [
        _explanation(before, one, weight / sum(weights))
        for weight, one in likely
        if weight >= MIN_EXPLANATION_SHARE * sum(weights)
    ]


def _weighed(before: Piles, reading: "_Reading") -> "Iterator[_Weighed]":
    """Return the possible tables, with their weights."""
    drafts, seen = [_Draft()], reading.seen
    count = len(before.piles) or reading.ground.game.deal.places
    for index in range(max(count, len(seen.piles))):
        was = before.piles[index] if index < len(before.piles) else ""
        cards = seen.piles[index] if index < len(seen.piles) else ()
        drafts = _grown(drafts, list(reading.options(was, cards)))
    drafts = [
        _with_beside(d, option, before, reading.ground) for d in drafts for option in reading.beside(before)
    ]
    for draft in sorted(drafts, key=lambda d: -d.score)[:_BEAM]:
        after = _position(draft, before, reading)
        yield _Weighed(_weight(draft, before, after, reading), draft, after, reading)


def _laid(
    before: Piles, settled: Settled, observation: Observation, ground: ExplanationContext
) -> Iterator[SeenPiles]:
    """Return the piles in their places. Of a table seen for the first time those that hold cards are taken in
    their order; if fewer are seen, one of those with a single card may be the missing one.
    """
    count = len(before.piles) or ground.game.deal.places
    known = KnownPlaces(
        [_FAR if place is None else place.at for place in settled.places],
        next((place.angle for place in settled.places if place is not None), None),
        settled.pile,
    )
    held = [index for index, pile in enumerate(before.piles) if pile]
    if known.piles or not held:
        yield _no_more(lay_piles(observation, ground.game.layout, count, known), count)
        return
    aside = ground.game.pack.counts.get(MASTER, 0) if ground.game.deal.masters == "aside" else 0
    seen = lay_piles(observation, ground.game.layout, count + aside, known)
    seen = _no_more(_without_masters(seen, observation) if aside else seen, count)
    single = [index for index in held if len(before.piles[index]) == 1]
    gone = len(held) - len(seen.piles)
    ways = combinations(single, gone) if 0 <= gone <= len(single) else ()
    found = [_in_places(seen, [i for i in held if i not in way], count) for way in ways]
    yield from found or (seen,)


def cards_of_piles(
    settled: Settled, observation: Observation, ground: ExplanationContext
) -> tuple[tuple[int, ...], ...]:
    """Return the cards of `observation` that lie in each settled pile, the first one first."""
    position = settled.position
    return next(_laid(position, settled, observation, ground)).piles if isinstance(position, Piles) else ()


def _without_masters(seen: SeenPiles, observation: Observation) -> SeenPiles:
    """Return the piles without the Masters that lie aside, each by itself (S2)."""
    lone = [
        len(pile) == 1 and (best := observation.cards[pile[0]].best) is not None and best[0] == MASTER
        for pile in seen.piles
    ]
    kept = [not one for one in lone]
    return replace(
        seen,
        piles=tuple(compress(seen.piles, kept)),
        places=tuple(compress(seen.places, kept)),
        astray=(*seen.astray, *(pile[0] for pile in compress(seen.piles, lone))),
    )


def _in_places(seen: SeenPiles, held: Sequence[int], count: int) -> SeenPiles:
    """Return the piles, which are as many as `held`, each in one of those places."""
    piles: list[tuple[int, ...]] = [()] * count
    places: list[Point] = [_FAR] * count
    for index, pile, place in zip(held, seen.piles, seen.places, strict=True):
        piles[index], places[index] = pile, place
    return replace(seen, piles=tuple(piles), places=tuple(places))


def _no_more(seen: SeenPiles, count: int) -> SeenPiles:
    """Return no more places than the game has; cards in other places are astray."""
    beyond = tuple(card for pile in seen.piles[count:] for card in pile)
    places = seen.places[:count]
    return replace(seen, piles=seen.piles[:count], places=places, astray=(*seen.astray, *beyond))


@dataclass(frozen=True, slots=True)
class _Beside:
    """The possible cards beside the piles now. `gone`: the card that left the top of those turned up."""

    turned: str | None
    stock: int | None
    score: float = 0.0
    doubts: tuple[Doubt, ...] = ()
    gone: str = ""


@dataclass(frozen=True, slots=True)
class _Reading:
    ground: ExplanationContext
    observation: Observation
    seen: SeenPiles

    @property
    def aside(self) -> int:
        """Return the Masters seen lying aside (S2)."""
        return sum(self._is_master(index) for index in self.seen.astray)

    @property
    def astray(self) -> int:
        """Return the cards in no place of the game."""
        masters = self.aside if self.ground.game.deal.masters == "aside" else 0
        return len(self.seen.astray) - masters

    def options(self, was: str, cards: Sequence[int]) -> Iterator[pile_contents.Option]:
        """Yield the cards that a place may hold now."""
        letters = [self.letters(index) for index in cards]
        found = (
            pile_contents.top_options if self.ground.game.layout == "tableau" else pile_contents.options
        )(was, letters)
        first: dict[str, pile_contents.Option] = {}
        for option in sorted(found, key=lambda o: -o.score):
            first.setdefault(option.text, option)
        return iter(first.values())

    def letters(self, index: int) -> Letters:
        """Return a card's readings along the writing; nothing if it lies face down."""
        sighting = self.observation.cards[index]
        return sighting.letters() if sighting.face == "up" else ()

    def _is_master(self, index: int) -> bool:
        best = self.observation.cards[index].best
        return best is not None and best[0] == MASTER

    def beside(self, before: Piles) -> Iterator[_Beside]:
        """Yield the possible changes of the turned-up cards: none, the top one gone, others turned up, or all
        turned over.
        """
        was, stock = before.turned, before.stock
        if was is None:
            yield _Beside(None, stock)
            return
        top = self.letters(self.seen.turned[-1]) if self.seen.turned else ()
        used_up = STOCK_UNSEEN * (bool(stock) and not self.seen.stock)
        if not top or (was and pile_contents.known_again(was[-1], top)):
            yield _Beside(was, stock, OVERLOOKED_LOG_PROBABILITY * (bool(was) and not top) + used_up)
        if was and (was[:-1] == "" if not top else was[:-1] and _could_be(was[-2], top)):
            yield _Beside(_uncovered(was[:-1], top), stock, gone=was[-1])
        if was and not top and stock == 0 and self.seen.stock and self.ground.game.layout == "circle":
            yield _Beside("", len(was), TURNED_OVER)
        for option in pile_contents.options("", [top]) if top else ():
            if option.text and was and self.ground.game.layout == "columns":
                yield self._up(replace(before, turned=was[:-1]), option, gone=was[-1])
                option = replace(option, doubts=(*option.doubts, PASSED_OVER))
            if option.text:
                yield self._up(before, option)

    def _up(self, before: Piles, option: pile_contents.Option, gone: str = "") -> _Beside:
        """Return the cards turned up with a new one on top: around the clock by threes (CLK-3); under
        columns, where one is placed before the next is turned (WS-4), with the one before `gone`.
        """
        by = BY_THREES if self.ground.game.layout == "circle" else 1
        up = by if before.stock is None else max(min(by, before.stock), 1)
        stock = None if before.stock is None else before.stock - up
        score = option.score + TURNED_UP + (EMPTY_STOCK_LOG_PROBABILITY if before.stock == 0 else 0.0)
        score += STOCK_UNSEEN * (bool(stock) and not self.seen.stock)
        shown = FACE_DOWN * (up - 1) + option.text
        return _Beside((before.turned or "") + shown, stock and max(stock, 0), score, option.doubts, gone)


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A possible table: the logarithm of its probability, how it was found, and the table."""

    score: float
    draft: _Draft
    after: Piles
    reading: _Reading


def _uncovered(turned: str, top: Letters) -> str:
    """Return the cards turned up, of which the top one can now be seen: it lay beneath two others of its
    three.
    """
    known = turned.endswith(FACE_DOWN) and top and top[0][1] >= SURE_PROBABILITY
    return turned[:-1] + top[0][0] if known else turned


def _could_be(card: str, letters: Letters) -> bool:
    return card == FACE_DOWN or pile_contents.known_again(card, letters)


def _grown(drafts: Sequence[_Draft], options: Sequence[pile_contents.Option]) -> list[_Draft]:
    grown = [
        _Draft(d.score + o.score, (*d.piles, o.text), doubts=(*d.doubts, *o.doubts))
        for d in drafts
        for o in options
    ]
    return sorted(grown, key=lambda d: -d.score)[:_BEAM]


def _with_beside(draft: _Draft, beside: _Beside, before: Piles, ground: ExplanationContext) -> _Draft:
    score, doubts, stock = draft.score + beside.score, (*draft.doubts, *beside.doubts), beside.stock
    added = _more(draft.piles, before.piles)
    if ground.game.layout == "columns" and before.turned == beside.turned == "" and stock and added:
        stock -= 1  # turned up and placed before anybody saw it (WS-4)
    if ground.game.layout in ("circle", "columns") and before.turned:
        placed = bool(added) and (FACE_DOWN in added or _face(before.turned[-1]) in added)
        score += LOST_CARD_LOG_PROBABILITY * (bool(beside.gone) != placed)
    return _Draft(score, draft.piles, beside.turned, stock, doubts)


def _more(after: Sequence[str], before: Sequence[str]) -> Counter[str]:
    """Return the faces that lie in piles now and did not before."""
    return Counter(map(_face, "".join(after))) - Counter(map(_face, "".join(before)))


def _face(card: str) -> str:
    return card if card == FACE_DOWN else face(card)


def _astray_told(count: int) -> Sentence:
    if count == 1:
        return Sentence("One card lies outside the game.")
    return Sentence("{count} cards lie outside the game.", (("count", count),))


def _explanation(before: Piles, found: _Weighed, share: float) -> Explanation:
    seen, astray = found.reading.seen, found.reading.astray
    strays = (Unexplained(_astray_told(astray)),) if astray else ()
    places = tuple(_place(at, seen.angle) for at in seen.places)
    return Explanation(before, found.after, share, (*found.draft.doubts, *strays), places, seen.beside)


def _weight(draft: _Draft, before: Piles, after: Piles, reading: _Reading) -> float:
    ground = reading.ground
    lawful = isinstance(adjudicate(ground.game, ground.words, before, after), Legal)
    return (
        draft.score
        + LAWFUL_LOG_FACTOR * lawful
        + MASTER_WORD_LOG_PROBABILITY * (before.masters - after.masters)
    )


def _place(at: Point, angle: float) -> WordPlace | None:
    return None if at == _FAR else WordPlace(at, angle)


def _position(draft: _Draft, before: Piles, reading: _Reading) -> Piles:
    game = reading.ground.game
    if undealt(before) and any(draft.piles):
        return dealt(game, draft.piles)
    masters = _masters_left(draft, before, reading) if before.masters else 0
    return Piles(draft.piles, draft.turned, draft.stock, masters)


def _masters_left(draft: _Draft, before: Piles, reading: _Reading) -> int:
    """Return how many Masters still lie aside (S2): those that are seen there; while none is seen, the most
    that leave enough to make a word of the gathered cards.
    """
    gone = Counter("".join((*before.piles, before.turned or ""))) - Counter(
        "".join((*draft.piles, draft.turned or ""))
    )
    cards = faces("".join(gone.elements()).replace(FACE_DOWN, ""))
    if not cards:
        return before.masters
    if reading.aside:
        return min(reading.aside, before.masters)
    words, table = reading.ground.words, reading.ground.game.vocabulary
    least = max(reading.ground.game.plays.later[0] - len(cards), 0)
    used = (n for n in range(least, before.masters + 1) if any(spellings(cards, words, table, n)))
    return before.masters - next(used, 0)

"""Explain the table of a patience pile by pile. A pile is taken to be unchanged as long as sight allows,
because cards do not change by themselves."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, compress
from math import exp, inf
from typing import Final

from engine.adjudication import adjudicate
from engine.cards import MASTER
from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.explain import pile_contents
from engine.explain.explanation import Explanation, ExplanationContext, SettledPosition, WordPlace
from engine.i18n import Sentence
from engine.layout.arrangement import Letters
from engine.layout.patiences import KnownPlaces, SeenPiles, group_piles
from engine.moves import face, faces
from engine.observation import Observation, Point
from engine.position import FACE_DOWN, Piles
from engine.rules.circle import CARDS_TURNED_AT_ONCE
from engine.rules.gathering import spellings
from engine.rules.patience import dealt_table, is_undealt
from engine.ruling import Doubt, Legal, OtherDoubt

_BEAM_WIDTH: Final = 24
"""The greatest number of drafts (partly explained tables) that are kept after each pile of a patience. It
bounds the time. A turn moves cards of two piles only, so few drafts are needed."""
OVERLOOKED_LOG_PROBABILITY: Final = -3.0
"""Log probability that the turned-up cards still lie in their place although the picture shows none of them:
one in twenty. This figure and the next ones, down to `LOST_CARD_LOG_PROBABILITY`, are judgements. Only their
order matters."""
UNSEEN_STOCK_LOG_PROBABILITY: Final = -5.0
"""Log probability that the stock lies on the table unseen: one in 150, since a pile of face-down cards is
hard to miss."""
TURNED_UP_LOG_PROBABILITY: Final = -1.0
"""Log probability that another card was turned up: one in three. The only other usual action is to move a
card."""
TURNED_OVER_LOG_PROBABILITY: Final = -1.0
"""Log probability that the turned-up cards became the stock again, after the last card of the stock was
turned up (CLK-3): one in three. In this situation it is the usual move."""
EMPTY_STOCK_LOG_PROBABILITY: Final = -9.0
"""Log probability that a card was turned up although the match counts no card in the stock. This is less
likely than a misread old card (`letters.MIN_SETTLED_CARD_PROBABILITY`)."""
LOST_CARD_LOG_PROBABILITY: Final = -6.0
"""Log probability of a position that no move explains: one in 400. Either the top turned-up card is gone and
lies in no pile, or it lies both in a pile and beside the stock. A single missed card is likelier."""
MASTER_WORD_LOG_PROBABILITY: Final = -1.5
"""Log probability that one of the Masters kept beside the piles was used in a word: one in four or five.
It is small, because a whole game has only two Masters."""
LAWFUL_LOG_FACTOR: Final = 1.5
"""Log weight that is added to a legal move, since people mostly follow the rules."""
MIN_EXPLANATION_SHARE: Final = 0.002
"""The least share, or probability, of an explanation; less likely explanations are dropped. It is a tenth
of the share that can save a player from an illegal ruling (`ruled_play.MIN_CLEARING_SHARE`)."""
UNSEEN_CARD_DOUBT: Final = OtherDoubt(Sentence("I can't see the card turned up before."))
"""The doubt that an earlier turned-up card is no longer seen. Either it was passed over (WS-4), or it was
laid on a pile and the camera missed it."""
_UNSEEN_PLACE: Final = (inf, inf)
"""The centre of a pile that no picture has shown yet. It is infinitely far, so that no seen card is near
it."""


@dataclass(frozen=True, slots=True)
class _Draft:
    score: float = 0.0
    piles: tuple[str, ...] = ()
    turned: str | None = None
    stock: int | None = None
    doubts: tuple[Doubt, ...] = ()


def explain_piles(
    before: Piles, settled: SettledPosition, observation: Observation, context: ExplanationContext
) -> list[Explanation]:
    """Return explanations of the table of a patience, the likeliest first. Their shares sum to at most 1,
    because very unlikely ones are dropped.

    On a table that was empty before, the change is the deal. The deal includes the face-down cards, which no
    camera can count.
    """
    tables = [
        weighed
        for seen in _assigned_piles(before, settled, observation, context)
        for weighed in _possible_tables(before, _Reading(context, observation, seen))
    ]
    best = max(one.score for one in tables)
    weights = [exp(one.score - best) for one in tables]
    likely = sorted(zip(weights, tables, strict=True), key=lambda pair: -pair[0])
    return [
        _explanation(before, one, weight / sum(weights))
        for weight, one in likely
        if weight >= MIN_EXPLANATION_SHARE * sum(weights)
    ]


def _possible_tables(before: Piles, reading: "_Reading") -> "Iterator[_PossibleTable]":
    """Yield the likeliest tables of a patience, each with its log weight, if the seen cards belong to the
    piles as in `reading`."""
    drafts, seen = [_Draft()], reading.seen
    count = len(before.piles) or reading.context.game.deal.places
    for index in range(max(count, len(seen.piles))):
        was = before.piles[index] if index < len(before.piles) else ""
        cards = seen.piles[index] if index < len(seen.piles) else ()
        drafts = _grown(drafts, list(reading.options(was, cards)))
    drafts = [
        _with_stock(d, option, before, reading.context)
        for d in drafts
        for option in reading.stock_options(before)
    ]
    for draft in sorted(drafts, key=lambda d: -d.score)[:_BEAM_WIDTH]:
        after = _position(draft, before, reading)
        yield _PossibleTable(_weight(draft, before, after, reading), draft, after, reading)


def _assigned_piles(
    before: Piles, settled: SettledPosition, observation: Observation, context: ExplanationContext
) -> Iterator[SeenPiles]:
    """Yield the possible ways to assign the seen piles to the places of a patience.

    Before any picture has shown the piles, they are assigned in order to the places that held cards. If fewer
    piles are seen than places held cards, some pile of a single card is gone. Each choice of the piles that
    may be gone is one way.
    """
    count = len(before.piles) or context.game.deal.places
    known = KnownPlaces(
        [_UNSEEN_PLACE if place is None else place.centre for place in settled.places],
        next((place.angle for place in settled.places if place is not None), None),
        settled.exposed_place,
    )
    held = [index for index, pile in enumerate(before.piles) if pile]
    if known.piles or not held:
        yield _first_piles(group_piles(observation, context.game.layout, count, known), count)
        return
    aside = context.game.pack.counts.get(MASTER, 0) if context.game.deal.masters == "aside" else 0
    seen = group_piles(observation, context.game.layout, count + aside, known)
    seen = _first_piles(_without_masters(seen, observation) if aside else seen, count)
    single = [index for index in held if len(before.piles[index]) == 1]
    lost_piles = len(held) - len(seen.piles)
    ways = combinations(single, lost_piles) if 0 <= lost_piles <= len(single) else ()
    possible_piles = [_in_places(seen, [i for i in held if i not in way], count) for way in ways]
    yield from possible_piles or (seen,)


def cards_of_piles(
    settled: SettledPosition, observation: Observation, context: ExplanationContext
) -> tuple[tuple[int, ...], ...]:
    """Return the sightings of each settled pile as indices in `observation`, from the first card of the
    pile to the last; () if the position has no piles."""
    position = settled.position
    return (
        next(_assigned_piles(position, settled, observation, context)).piles
        if isinstance(position, Piles)
        else ()
    )


def _without_masters(seen: SeenPiles, observation: Observation) -> SeenPiles:
    """Return the seen piles without single Masters. A single Master lies beside the piles (S2), so it is
    counted among the cards outside the places of the game (`astray`)."""
    lone = [
        len(pile) == 1 and (best := observation.cards[pile[0]].best) is not None and best[0] == MASTER
        for pile in seen.piles
    ]
    is_pile = [not one for one in lone]
    return replace(
        seen,
        piles=tuple(compress(seen.piles, is_pile)),
        places=tuple(compress(seen.places, is_pile)),
        astray=(*seen.astray, *(pile[0] for pile in compress(seen.piles, lone))),
    )


def _in_places(seen: SeenPiles, held: Sequence[int], count: int) -> SeenPiles:
    """Return the seen piles, each at its place in the patience: the n-th seen pile lies at the n-th place in
    `held`. The patience has `count` places; those that are not in `held` are empty."""
    piles: list[tuple[int, ...]] = [()] * count
    places: list[Point] = [_UNSEEN_PLACE] * count
    for index, pile, place in zip(held, seen.piles, seen.places, strict=True):
        piles[index], places[index] = pile, place
    return replace(seen, piles=tuple(piles), places=tuple(places))


def _first_piles(seen: SeenPiles, count: int) -> SeenPiles:
    """Return the first `count` of the seen piles. The cards of the other piles are added to the cards that
    lie in no place of the game (`astray`)."""
    beyond = tuple(card for pile in seen.piles[count:] for card in pile)
    places = seen.places[:count]
    return replace(seen, piles=seen.piles[:count], places=places, astray=(*seen.astray, *beyond))


@dataclass(frozen=True, slots=True)
class _StockOption:
    """A possible state of the stock and of the turned-up cards."""

    turned: str | None
    """The turned-up cards, the top card last; None if the game has none or they are unknown."""
    stock: int | None
    """The number of cards in the stock; None if unknown."""
    score: float = 0.0
    doubts: tuple[Doubt, ...] = ()
    taken: str = ""
    """The card that was taken from the top of the turned-up cards; "" if none was taken."""


@dataclass(frozen=True, slots=True)
class _Reading:
    context: ExplanationContext
    observation: Observation
    seen: SeenPiles

    @property
    def masters_aside(self) -> int:
        """The number of Masters seen beside the piles, where Solitaire 2 keeps them (S2)."""
        return sum(self._is_master(index) for index in self.seen.astray)

    @property
    def astray(self) -> int:
        """The number of seen cards that lie in no place of the patience. Masters that the game lays beside
        the piles are not counted (S2)."""
        masters = self.masters_aside if self.context.game.deal.masters == "aside" else 0
        return len(self.seen.astray) - masters

    def options(self, was: str, cards: Sequence[int]) -> Iterator[pile_contents.Option]:
        """Return the possible contents of a pile that held the cards `was`, the likeliest first. `cards` are
        the indices of the sightings that now lie in its place. No two results have the same text."""
        letters = [self.letters(index) for index in cards]
        pile_options = (
            pile_contents.top_options if self.context.game.layout == "tableau" else pile_contents.options
        )(was, letters)
        first: dict[str, pile_contents.Option] = {}
        for option in sorted(pile_options, key=lambda o: -o.score):
            first.setdefault(option.text, option)
        return iter(first.values())

    def letters(self, index: int) -> Letters:
        """Return the possible letters of the card `index` of the observation; none if it lies face down."""
        sighting = self.observation.cards[index]
        return sighting.letters() if sighting.face == "up" else ()

    def _is_master(self, index: int) -> bool:
        best = self.observation.cards[index].best
        return best is not None and best[0] == MASTER

    def stock_options(self, before: Piles) -> Iterator[_StockOption]:
        """Yield the possible states of the stock and the turned-up cards after the turn: unchanged, the top
        card taken, more cards turned up, or all cards returned to the stock. If the game has no turned-up
        cards, yield only the unchanged state."""
        was, stock = before.turned, before.stock
        if was is None:
            yield _StockOption(None, stock)
            return
        top = self.letters(self.seen.turned[-1]) if self.seen.turned else ()
        used_up = UNSEEN_STOCK_LOG_PROBABILITY * (bool(stock) and not self.seen.stock)
        if not top or (was and pile_contents.may_be_same_card(was[-1], top)):
            yield _StockOption(was, stock, OVERLOOKED_LOG_PROBABILITY * (bool(was) and not top) + used_up)
        if was and (was[:-1] == "" if not top else was[:-1] and _could_be(was[-2], top)):
            yield _StockOption(_uncovered(was[:-1], top), stock, taken=was[-1])
        if was and not top and stock == 0 and self.seen.stock and self.context.game.layout == "circle":
            yield _StockOption("", len(was), TURNED_OVER_LOG_PROBABILITY)
        for option in pile_contents.options("", [top]) if top else ():
            if option.text and was and self.context.game.layout == "columns":
                yield self._turned_up(replace(before, turned=was[:-1]), option, taken=was[-1])
                option = replace(option, doubts=(*option.doubts, UNSEEN_CARD_DOUBT))
            if option.text:
                yield self._turned_up(before, option)

    def _turned_up(self, before: Piles, option: pile_contents.Option, taken: str = "") -> _StockOption:
        """Return the state of the stock and the turned-up cards after cards were turned up: three around the
        clock (CLK-3), otherwise one. `option` has the new top card. `taken` is the earlier turned-up card if
        it was placed in the same turn; "" if none was."""
        by = CARDS_TURNED_AT_ONCE if self.context.game.layout == "circle" else 1
        up = by if before.stock is None else max(min(by, before.stock), 1)
        stock = None if before.stock is None else before.stock - up
        score = (
            option.score
            + TURNED_UP_LOG_PROBABILITY
            + (EMPTY_STOCK_LOG_PROBABILITY if before.stock == 0 else 0.0)
        )
        score += UNSEEN_STOCK_LOG_PROBABILITY * (bool(stock) and not self.seen.stock)
        shown = FACE_DOWN * (up - 1) + option.text
        return _StockOption(
            (before.turned or "") + shown, stock and max(stock, 0), score, option.doubts, taken
        )


@dataclass(frozen=True, slots=True)
class _PossibleTable:
    """A possible table of a patience after the turn, with its log weight, and with the data from which it was
    made: the contents chosen for each pile, and the seen piles."""

    score: float
    draft: _Draft
    after: Piles
    reading: _Reading


def _uncovered(turned: str, top: Letters) -> str:
    """Return the turned-up cards `turned` after the card above them was taken. If the new top card was
    unknown because it had lain beneath (CLK-3), and its letter is sure in the picture, name it."""
    known = turned.endswith(FACE_DOWN) and top and top[0][1] >= MIN_SURE_LETTER_PROBABILITY
    return turned[:-1] + top[0][0] if known else turned


def _could_be(card: str, letters: Letters) -> bool:
    return card == FACE_DOWN or pile_contents.may_be_same_card(card, letters)


def _grown(drafts: Sequence[_Draft], options: Sequence[pile_contents.Option]) -> list[_Draft]:
    grown = [
        _Draft(d.score + o.score, (*d.piles, o.text), doubts=(*d.doubts, *o.doubts))
        for d in drafts
        for o in options
    ]
    return sorted(grown, key=lambda d: -d.score)[:_BEAM_WIDTH]


def _with_stock(draft: _Draft, option: _StockOption, before: Piles, context: ExplanationContext) -> _Draft:
    score, doubts, stock = draft.score + option.score, (*draft.doubts, *option.doubts), option.stock
    added = _added_faces(draft.piles, before.piles)
    if context.game.layout == "columns" and before.turned == option.turned == "" and stock and added:
        stock -= 1  # a card was turned up and placed unseen (WS-4)
    if context.game.layout in ("circle", "columns") and before.turned:
        placed = bool(added) and (FACE_DOWN in added or _face(before.turned[-1]) in added)
        score += LOST_CARD_LOG_PROBABILITY * (bool(option.taken) != placed)
    return _Draft(score, draft.piles, option.turned, stock, doubts)


def _added_faces(after: Sequence[str], before: Sequence[str]) -> Counter[str]:
    """Return how many cards of each face the piles have gained."""
    return Counter(map(_face, "".join(after))) - Counter(map(_face, "".join(before)))


def _face(card: str) -> str:
    return card if card == FACE_DOWN else face(card)


def _astray_sentence(count: int) -> Sentence:
    if count == 1:
        return Sentence("One card lies outside the game.")
    return Sentence("{count} cards lie outside the game.", (("count", count),))


def _explanation(before: Piles, table: _PossibleTable, share: float) -> Explanation:
    seen, astray = table.reading.seen, table.reading.astray
    strays = (OtherDoubt(_astray_sentence(astray)),) if astray else ()
    places = tuple(_place(at, seen.angle) for at in seen.places)
    return Explanation(before, table.after, share, (*table.draft.doubts, *strays), places, seen.turned_place)


def _weight(draft: _Draft, before: Piles, after: Piles, reading: _Reading) -> float:
    context = reading.context
    lawful = isinstance(adjudicate(context.game, context.words, before, after), Legal)
    return (
        draft.score
        + LAWFUL_LOG_FACTOR * lawful
        + MASTER_WORD_LOG_PROBABILITY * (before.masters - after.masters)
    )


def _place(at: Point, angle: float) -> WordPlace | None:
    return None if at == _UNSEEN_PLACE else WordPlace(at, angle)


def _position(draft: _Draft, before: Piles, reading: _Reading) -> Piles:
    game = reading.context.game
    if is_undealt(before) and any(draft.piles):
        return dealt_table(game, draft.piles)
    masters = _masters_left(draft, before, reading) if before.masters else 0
    return Piles(draft.piles, draft.turned, draft.stock, masters)


def _masters_left(draft: _Draft, before: Piles, reading: _Reading) -> int:
    """Return how many Masters are still unused in Solitaire 2 (S2): those seen beside the piles. If none are
    seen, return the greatest number that still leaves enough used Masters to make a word with the cards taken
    from the table."""
    lost_cards = Counter("".join((*before.piles, before.turned or ""))) - Counter(
        "".join((*draft.piles, draft.turned or ""))
    )
    cards = faces("".join(lost_cards.elements()).replace(FACE_DOWN, ""))
    if not cards:
        return before.masters
    if reading.masters_aside:
        return min(reading.masters_aside, before.masters)
    words, table = reading.context.words, reading.context.game.vocabulary
    least = max(reading.context.game.plays.later[0] - len(cards), 0)
    used = (n for n in range(least, before.masters + 1) if any(spellings(cards, words, table, n)))
    return before.masters - next(used, 0)

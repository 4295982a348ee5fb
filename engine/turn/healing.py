"""Misreadings that come to light: a settled card that later pictures show to be another one.

Cards do not change by themselves. One that reads differently now was misread before when nobody's hand has
been over the table since, or when it was doubtful then and this is what else it might have been. Anything
else may be a play, and is ruled on as one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import dist
from typing import Final

from engine.events import AnyEvent, TurnTakenBack
from engine.explain import Explanation, Ground, Settled, seen_in
from engine.explain.identity import Line, lines, matched
from engine.explain.letters import probability
from engine.layout import FAINT, Arrangement, Letters, SeenGrid
from engine.layout.geometry import apart
from engine.match.carrying import offset, within
from engine.moves import EMPTY, face
from engine.observation import Observation, Point, Reading, Sighting
from engine.position import Grid, Position, Rows

Spot = tuple[int, int]
"""Which settled card: word and place in it, or row and column of the crossword, from 0."""

POSSIBLE: Final = 0.02
"""What a card may have been besides is remembered if sight gave it this much."""
RIVAL: Final = 0.2
"""What a card may have been besides though hands have been over the table since: a card that looks alike from
picture to picture does not turn into what it hardly resembled, it is exchanged."""
CONTRADICTED: Final = 0.5
"""What a card was taken for until one picture healed it: that picture may be the one that is wrong."""
FADING: Final = 0.5
"""By how much a clear look weakens what a card may have been besides: of what was CONTRADICTED one look more
leaves a RIVAL and two do not; an ordinary doubt is gone at once, or after the second."""
STILL: Final = 40.0
"""Millimetres within which a card is the one that a person spoke of: less than to its neighbour."""


@dataclass(frozen=True, slots=True)
class Insisted:
    """At `at` (mm) lies a card that the camera takes for `wrong`; a person says that it is `right`."""

    at: Point
    wrong: str
    right: str


@dataclass(frozen=True, slots=True)
class Memory:
    """What was not certain of the cards of `position`: for each such what else it may have been. `insisted`
    is what people said of single cards."""

    position: Position = Rows()  # noqa: RUF009 - a frozen value
    doubts: tuple[tuple[Spot, Letters], ...] = ()
    insisted: tuple[Insisted, ...] = ()

    def others(self, spot: Spot) -> Letters:
        """What else the card there may have been when it was settled."""
        return next((letters for at, letters in self.doubts if at == spot), ())


def corrected(memory: Memory, observation: Observation) -> tuple[Memory, Observation]:
    """The observation with the cards that people spoke of as they said, wherever they were pushed."""
    cards, kept = list(observation.cards), []
    for one in memory.insisted:
        near = [i for i, card in enumerate(cards) if _is(card, one)]
        if near:
            i = min(near, key=lambda n: dist(cards[n].centre, one.at))
            one = replace(one, at=cards[i].centre)
            cards[i] = certain(cards[i], one.right)
        kept.append(one)
    return replace(memory, insisted=tuple(kept)), replace(observation, cards=tuple(cards))


def _is(card: Sighting, one: Insisted) -> bool:
    best = card.best
    return best is not None and best[0] == one.wrong and dist(card.centre, one.at) < STILL


def certain(card: Sighting, letter: str) -> Sighting:
    """The card as somebody says it is, lying as it seemed to lie."""
    turns = card.readings[0].turns if card.readings else 0
    return replace(card, face="up", readings=(Reading(letter, turns, 1.0),))


def insisting(memory: Memory, card: Sighting, letter: str) -> Memory:
    """A person says that `card` is `letter`, whatever it is taken for from now on."""
    best = card.best
    others = [one for one in memory.insisted if dist(one.at, card.centre) >= STILL]
    return replace(memory, insisted=(*others, Insisted(card.centre, best[0] if best else "", letter)))


def believing(memory: Memory, settled: Settled, observation: Observation, ground: Ground) -> Memory:
    """The books are as people say: a settled card that is taken for another one is misread from now on."""
    for spot, i in spots(settled, observation, ground).items():
        card, letter = observation.cards[i], face(letter_at(settled.position, spot))
        if card.best is not None and card.best[0] != letter:
            memory = insisting(memory, card, letter)
    return memory


def remembered(memory: Memory, settled: Settled, observation: Observation, ground: Ground) -> Memory:
    """What is not certain of the settled cards, after one more look: what looks clear grows certain."""
    doubts = dict(_moved(memory, settled.position))
    for spot, i in spots(settled, observation, ground).items():
        letters = observation.cards[i].letters()
        now = face(letter_at(settled.position, spot))
        others = tuple((c, min(p, CONTRADICTED)) for c, p in letters if c != now and p >= POSSIBLE)
        if others:
            doubts.setdefault(spot, others)
        elif letters and letters[0][0] == now:
            doubts[spot] = tuple((c, FADING * p) for c, p in doubts.get(spot, ()) if FADING * p >= RIVAL)
    left = sorted((spot, letters) for spot, letters in doubts.items() if letters)
    return replace(memory, position=settled.position, doubts=tuple(left))


def wavering(memory: Memory, excuse: Iterable[AnyEvent], was: Position, now: Position) -> Memory:
    """Later pictures have put `was` right, by the events of `excuse`: what lies there is `now`. What its
    cards were taken for before stays possible a while: a card that reads as the one and then as the other
    may be either, and who plays next has not exchanged it. A play taken back was no misreading."""
    alike = [len(line) for line in was.lines] == [len(line) for line in now.lines]
    if not alike or any(isinstance(event, TurnTakenBack) for event in excuse):
        return memory
    doubts = dict(_moved(memory, was))
    for r, (old, new) in enumerate(zip(was.lines, now.lines, strict=True)):
        for c, (one, other) in enumerate(zip(old, new, strict=True)):
            if EMPTY not in (one, other) and face(one) != face(other):
                doubts[r, c] = ((face(one), CONTRADICTED),)
    return replace(memory, position=now, doubts=tuple(sorted(doubts.items())))


def misread(
    memory: Memory,
    settled: Settled,
    best: Explanation,
    observation: Observation,
    ground: Ground,
    *,
    untouched: bool,
) -> tuple[tuple[Spot, str], ...]:
    """Settled cards that the explanation takes for exchanged and that were misread, with what they are.
    `untouched`: nobody's hand has been over the table since the last look."""
    changed = _substituted(settled.position, best)
    if not changed:
        return ()
    lying = spots(settled, observation, ground)
    doubts = dict(_moved(memory, settled.position))
    found = []
    for spot, letter in changed:
        others = doubts.get(spot, ())
        possible = any(c == letter and p >= RIVAL for c, p in others)
        if (untouched or possible) and spot in lying:
            card, was = observation.cards[lying[spot]], face(letter_at(settled.position, spot))
            if _clearly(card, letter) and _outweighs(card, letter, was, others):
                found.append((spot, letter))
    return tuple(found)


def _clearly(card: Sighting, letter: str) -> bool:
    best = card.best
    return best is not None and best[0] == letter and best[1] >= FAINT


def _outweighs(card: Sighting, letter: str, was: str, others: Letters) -> bool:
    """Whether `card` is `letter` rather than `was`, which it was settled as, by this look and the former ones
    together. `others`: what it may have been besides; what was not worth remembering had POSSIBLE at most."""
    before, kept = dict(others).get(letter, POSSIBLE), max(0.0, 1 - sum(p for _, p in others))
    now = card.letters()
    return before * probability(now, letter) > kept * probability(now, was)


def steadied(memory: Memory, settled: Settled, observation: Observation, ground: Ground) -> Observation:
    """A picture of a table nobody has touched since it was seen to lie as it is settled: cards that read as
    others now, but not so clearly that they outweigh what they were, are what they were."""
    doubts, cards = dict(_moved(memory, settled.position)), list(observation.cards)
    for spot, i in spots(settled, observation, ground).items():
        best, was = cards[i].best, face(letter_at(settled.position, spot))
        if best and best[0] != was and not _outweighs(cards[i], best[0], was, doubts.get(spot, ())):
            cards[i] = certain(cards[i], was)
    return replace(observation, cards=tuple(cards))


def _substituted(position: Position, best: Explanation) -> list[tuple[Spot, str]]:
    """Cards of `position` in whose place the explanation has others, by the faces of those."""
    before, after = best.before, best.after
    down, right = 0, 0
    if isinstance(position, Grid) and isinstance(before, Grid) and position.rows and before.rows:
        down, right = offset(position.rows, before.rows)
    found = []
    for r, (was, now) in enumerate(zip(before.lines, after.lines, strict=False)):
        if len(was) == len(now):
            for c, (one, other) in enumerate(zip(was, now, strict=True)):
                if EMPTY not in (one, other) and face(one) != face(other):
                    found.append(((r - down, c - right), face(other)))
    return found


def letter_at(position: Position, spot: Spot) -> str:
    """The card at a spot, as it is written."""
    return position.lines[spot[0]][spot[1]]


def with_letter(position: Position, spot: Spot, letter: str) -> Position:
    """`position` with another card at a spot."""
    lines = list(position.lines)
    r, c = spot
    lines[r] = lines[r][:c] + letter + lines[r][c + 1 :]
    if isinstance(position, Rows):
        return replace(position, words=tuple(lines))
    return replace(position, rows=tuple(lines)) if isinstance(position, Grid) else position


def _moved(memory: Memory, position: Position) -> list[tuple[Spot, Letters]]:
    """The doubts by where their cards are now: a word has grown, or the crossword at its upper or left side;
    those of cards that are gone are left out."""
    old = memory.position
    if old == position:
        return list(memory.doubts)
    places = ((spot_after(old, position, spot), letters) for spot, letters in memory.doubts)
    return [(spot, letters) for spot, letters in places if spot is not None]


def spot_after(old: Position, new: Position, spot: Spot) -> Spot | None:
    """Where the card at `spot` of `old` is in `new`; None when it is not there any more."""
    r, c = spot
    if isinstance(old, Grid) and isinstance(new, Grid) and old.rows and new.rows:
        down, right = offset(old.rows, new.rows)
        at = (r + down, c + right)
        fits = 0 <= at[0] < len(new.rows) and 0 <= at[1] < len(new.rows[0])
        return at if fits and new.rows[at[0]][at[1]] == old.rows[r][c] else None
    if not (isinstance(old, Rows) and isinstance(new, Rows)) or r >= min(len(old.words), len(new.words)):
        return None
    where = within(old.words[r], new.words[r])
    at = (r, where[c]) if c < len(where) else (r, -1)
    return at if at[1] >= 0 and new.words[r][at[1]] == old.words[r][c] else None


def spot_of(settled: Settled, observation: Observation, ground: Ground, card: int) -> Spot | None:
    """Which settled card sighting `card` shows; None when it is none."""
    return next((spot for spot, i in spots(settled, observation, ground).items() if i == card), None)


def spots(settled: Settled, observation: Observation, ground: Ground) -> Mapping[Spot, int]:
    """Which sighting shows which settled card; cards that are not known again are left out."""
    position = settled.position
    if isinstance(position, Rows):
        return _of_rows(position, settled, seen_in(observation, ground), observation)
    seen = seen_in(observation, ground).grid if isinstance(position, Grid) else None
    return _of_grid(position, seen) if isinstance(position, Grid) and seen is not None else {}


def _of_rows(
    position: Rows, settled: Settled, seen: Arrangement, observation: Observation
) -> dict[Spot, int]:
    pairs = matched(settled, position.words, lines(seen, observation))
    found: dict[Spot, int] = {}
    for i, (word, line) in enumerate(zip(position.words, pairs.kept, strict=True)):
        if line is not None and len(line.cards) == len(word):
            cards = line.cards if _forward(word, line, settled, i) else line.cards[::-1]
            found |= {(i, j): card for j, card in enumerate(cards)}
    return found


def _forward(word: str, line: Line, settled: Settled, index: int) -> bool:
    """Whether the line's cards come in the order of the word's letters."""
    ahead, back = (_agreeing(word, letters) for letters in (line.forward, line.backward))
    place = settled.place(index)
    if ahead != back or place is None:
        return ahead >= back
    return apart(place.angle, line.angle) <= 90


def _agreeing(word: str, cards: Sequence[Letters]) -> int:
    return sum(bool(letters) and letters[0][0] == face(c) for c, letters in zip(word, cards, strict=True))


def _of_grid(position: Grid, seen: SeenGrid) -> dict[Spot, int]:
    """The seen grid is cut to its cards and may be turned round; the settled one lies in it or around it."""
    ways = [seen.cells, tuple(row[::-1] for row in seen.cells[::-1])]
    best: dict[Spot, int] = {}
    agreed = 0
    for cells in ways:
        for found in _laid_over(position, cells):
            same = sum(_reads(seen, i) == face(letter_at(position, spot)) for spot, i in found.items())
            if same > agreed:
                best, agreed = found, same
    cards = sum(card != EMPTY for row in position.rows for card in row)
    return best if 2 * agreed > cards else {}


def _reads(seen: SeenGrid, card: int) -> str:
    letters = seen.letters.get(card, ())
    return letters[0][0] if letters else ""


def _laid_over(position: Grid, cells: Sequence[Sequence[int | None]]) -> Iterable[dict[Spot, int]]:
    """Every way to lay one over the other in which all settled cards are seen."""
    taken = [(r, c) for r, row in enumerate(position.rows) for c, card in enumerate(row) if card != EMPTY]
    if not taken or not cells:
        return
    top, left = min(r for r, _ in taken), min(c for _, c in taken)
    high, wide = max(r for r, _ in taken) - top + 1, max(c for _, c in taken) - left + 1
    for down in range(len(cells) - high + 1):
        for right in range(len(cells[0]) - wide + 1):
            pairs = {(r, c): cells[r - top + down][c - left + right] for r, c in taken}
            found = {spot: card for spot, card in pairs.items() if card is not None}
            if len(found) == len(taken):
                yield found

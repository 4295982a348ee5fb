"""Recognise the settled words in a picture: by letters and place together, never by one card that stays in
place.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import log
from typing import Final

from engine.evidence import UNCLEAR_LISTED_LOG_FACTOR
from engine.explain.letters import (
    MIN_OLD_CARD_PROBABILITY,
    UNKNOWN_CHANGE_LOG_PROBABILITY,
    Candidate,
    candidates,
    probability,
    shared,
)
from engine.explain.settled import Settled, WordPlace
from engine.layout.arrangement import Arrangement, Letters, SeenWord
from engine.layout.geometry import distance, dot, minus, pointing, quarter, smallest_angle
from engine.moves import faces
from engine.observation import Observation, Point
from engine.words import WordList

MAX_MOVEMENT_WEIGHT: Final = 2.5
"""Greatest weight of a word's movement against its being the same, one in twelve: lowered from 3.5 so that a
word laid anew elsewhere is recognised by its letters.
"""
PER_MM: Final = 0.012
"""Cost of each millimetre until then: 90 mm, a card's length, is one in three, and `MAX_MOVEMENT_WEIGHT`
holds from 208 mm on.
"""
ELSEWHERE_MM: Final = 90.0
"""Distance in mm beyond which a line that shares no card with a word is not that word changed: a card's
length, so that a word exchanged card by card in its place still is.
"""
MIN_SAME_WORD_WEIGHT: Final = -9.8
"""Weight below which a line is rather a new word than a changed settled one: five cards that differ and no
rule for it (`letters.UNKNOWN_CHANGE_LOG_PROBABILITY` and one each, 10.0), not four.
"""
UNSEEN_LOG_PROBABILITY: Final = -2.0
"""Logarithm of the probability that a word on the table is not seen at all, one in seven, or the card at its
end. A judgement: arms lie over words often, and cards seldom leave the table.
"""
TURNED_LOG_PROBABILITY: Final = -2.5
"""Logarithm of the probability that a word has been turned round: one in twelve, because people do so
rarely.
"""
MAX_JOINED_GAP_WIDTHS: Final = 0.25
"""Room in card widths, beyond a card and the usual gaps beside it, up to which the cards on both sides of a
gap may be one word: a card may be overlooked between them.
"""
MIN_CARD_GAP_WIDTHS: Final = 0.75
"""Gap in card widths with room for a card, laid with its sides a little over its neighbours': more than cards
of one row are ever apart (`chains.WIDEST_GAP`).
"""
MAX_UNREAD_GAP_WIDTHS: Final = 3.25
"""Gap in card widths up to which an unread shape between two pieces of a row belongs to that row: three
cards.
"""
UNSIGHTED_CARD: Final = -1
"""The number of a card in a line without a sighting: there is room for it, or an unread shape."""
_KEPT: Final = 12
"""Number of texts of one line that are weighed with those of the others: the packs may rule out the likeliest
few.
"""


@dataclass(frozen=True, slots=True)
class LineReading:
    """Cards in line: what they say read along `angle` and from the other end, and how likely the first is by
    the way the letters stand. `width` of a card and `length` from end to end, mm. A card that was not made
    out says nothing (`UNSIGHTED_CARD`)."""

    at: Point
    angle: float
    facing: float
    forward: tuple[Letters, ...]
    backward: tuple[Letters, ...]
    width: float
    cards: tuple[int, ...]
    length: float

    @property
    def spacing(self) -> float:
        """Mean gap between its cards, in widths; 0 where they overlap."""
        return max(0.0, self.length / self.width - len(self.cards)) / max(1, len(self.cards) - 1)

    def place(self, reverse: bool = False) -> WordPlace:
        """Return where the line lies, read from the one end or the other."""
        return WordPlace(self.at, (self.angle + 180 * reverse) % 360, self.length)

    def turned(self) -> "LineReading":
        """Return the same cards read from the other end."""
        return replace(
            self,
            angle=(self.angle + 180) % 360,
            facing=1 - self.facing,
            forward=self.backward,
            backward=self.forward,
            cards=self.cards[::-1],
        )


@dataclass(frozen=True, slots=True)
class CandidateText:
    """A candidate text with the place it gives the word; `unread` are the places in it of cards that were not
    made out, and `beyond` that of a card at its end that is taken to lie there unseen."""

    candidate: Candidate
    place: WordPlace
    unread: tuple[int, ...] = ()
    beyond: tuple[int, ...] = ()


def lines(arrangement: Arrangement, observation: Observation) -> list[LineReading]:
    """Return words and lone cards; a single card a little off the end of a word is joined to it."""
    every = [_line(word, observation) for word in (*arrangement.words, *arrangement.lone)]
    found = [line for line in every if len(line.cards) > 1]
    for lone in (line for line in every if len(line.cards) == 1):
        near = next((i for i, word in enumerate(found) if continues(word, lone)), None)
        if near is None:
            found.append(lone)
        else:
            found[near] = joined(found[near], lone, missing(found[near], lone))
    return found


def _line(word: SeenWord, observation: Observation) -> LineReading:
    first, last = observation.cards[word.cards[0]], observation.cards[word.cards[-1]]
    width = min(distance(*first.corners[:2]), distance(*first.corners[1:3]))
    length = distance(first.centre, last.centre) + width
    cards = tuple(i if observation.cards[i].readings else UNSIGHTED_CARD for i in word.cards)
    return LineReading(word.at, word.angle, word.facing, word.letters, word.backward, width, cards, length)


def unread(observation: Observation) -> tuple[Point, ...]:
    """Return the points of possible cards whose letter could not be read."""
    return tuple(card.centre for card in observation.cards if card.face == "down" or not card.readings)


def gap(one: LineReading, other: LineReading) -> float | None:
    """Return the room between two lines that follow each other, in widths of a card; None if they do not."""
    ahead, v = pointing(one.angle), minus(other.at, one.at)
    between = abs(dot(v, ahead)) - (one.length + other.length) / 2
    aside = abs(dot(v, quarter(ahead)))
    in_line = aside < 0.5 * one.width and smallest_angle(one.angle, other.angle, 180) < 20
    return between / one.width if in_line and between > -0.6 * one.width else None


def continues(word: LineReading, other: LineReading) -> bool:
    """Tell whether `other` lies in line with `word`, a small gap away."""
    room = gap(word, other)
    return room is not None and room < 1 + 2 * max(word.spacing, other.spacing) + MAX_JOINED_GAP_WIDTHS


def missing(one: LineReading, other: LineReading, strange: Sequence[Point] = ()) -> int:
    """Return how many cards may lie unseen between two consecutive lines: one if there is room for it, or as
    many as there are unread things. Return 0 if no card has room, or the lines are too far apart.
    """
    room = gap(one, other)
    if room is None or room < MIN_CARD_GAP_WIDTHS:
        return 0
    middle = ((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)
    reach = (distance(one.at, other.at) - (one.length + other.length) / 2) / 2 + one.width / 2
    there = sum(distance(middle, at) < reach for at in strange) if room < MAX_UNREAD_GAP_WIDTHS else 0
    return there or int(continues(one, other))


def joined(one: LineReading, other: LineReading, unseen: int = 0) -> LineReading:
    """Join two lines that follow each other to one in `one`'s direction, with `unseen` cards unread between
    them.
    """
    if smallest_angle(one.angle, other.angle) > 90:
        other = other.turned()
    behind = dot(minus(other.at, one.at), pointing(one.angle)) < 0
    a, b = (other, one) if behind else (one, other)
    share, total = len(a.cards), len(a.cards) + len(b.cards)
    at = tuple((x * share + y * (total - share)) / total for x, y in zip(a.at, b.at, strict=True))
    this, that = a.facing * b.facing, (1 - a.facing) * (1 - b.facing)
    hole: tuple[Letters, ...] = ((),) * unseen
    return LineReading(
        (at[0], at[1]),
        one.angle,
        this / ((this + that) or 1.0),
        a.forward + hole + b.forward,
        b.backward + hole + a.backward,
        one.width,
        a.cards + (UNSIGHTED_CARD,) * unseen + b.cards,
        distance(a.at, b.at) + (a.length + b.length) / 2,
    )


def readings(
    before: str, line: LineReading, words: WordList | None, place: WordPlace | None = None
) -> list[CandidateText]:
    """Return the likeliest texts of a line where `before` lay (empty: nothing), from both ends, best first.

    `place` is where `before` lay: a word keeps its reading direction for its whole life (ALL-6), and people
    rarely turn one round.
    """
    found: dict[str, CandidateText] = {}
    for way in (line, line.turned()):
        if way.facing < 1e-4:
            continue
        turned = place is not None and smallest_angle(place.angle, way.angle) > 90
        weight = log(way.facing) + TURNED_LOG_PROBABILITY * turned
        for c in candidates(before, way.forward, words):
            holes = tuple(i for i, card in enumerate(way.cards) if card == UNSIGHTED_CARD)
            reading = CandidateText(Candidate(c.text, c.score + weight, c.faint), way.place(), holes)
            found[c.text] = max(found.get(c.text, reading), reading, key=lambda r: r.candidate.score)
        likely = weight + (UNCLEAR_LISTED_LOG_FACTOR if words is not None else 0.0)  # as what lay there
        if hidden := _with_an_end_hidden(before, way, likely):
            found[before] = max(found.get(before, hidden), hidden, key=lambda r: r.candidate.score)
    return sorted(found.values(), key=lambda r: -r.candidate.score)[:_KEPT]


def _with_an_end_hidden(before: str, way: LineReading, weight: float) -> CandidateText | None:
    """Return the old word with its first or its last card hidden."""
    if len(way.cards) != len(before) - 1 or not way.cards:
        return None
    was = faces(before)
    sights = {
        place: sum(
            log(max(probability(p, c), MIN_OLD_CARD_PROBABILITY))
            for c, p in zip(shown, way.forward, strict=True)
        )
        for place, shown in ((0, was[1:]), (len(was) - 1, was[:-1]))
    }
    place = max(sights, key=lambda place: sights[place])
    return CandidateText(
        Candidate(before, sights[place] + UNSEEN_LOG_PROBABILITY + weight), way.place(), (), (place,)
    )


@dataclass(frozen=True, slots=True)
class Matched:
    """Settled words with the lines they have become (None: not to be seen), and the lines that are new
    words."""

    kept: tuple[LineReading | None, ...]
    new: tuple[LineReading, ...]


def matched(
    settled: Settled, texts: Sequence[str], seen: Sequence[LineReading], strange: Sequence[Point] = ()
) -> Matched:
    """Pair settled words with lines, the surest first. A word that lies in two pieces gets both, and two
    pieces of one row with room for a card between them are one new word, as are those with something unread
    between them (`strange`)."""
    seen = _whole_again(settled, texts, seen, strange)
    weighed = [
        (fit, i, j)
        for i, text in enumerate(texts)
        for j, line in enumerate(seen)
        if text and (fit := _fit(settled.place(i), text, line)) > MIN_SAME_WORD_WEIGHT
    ]
    kept: list[LineReading | None] = [None] * len(texts)
    taken: set[int] = set()
    for _, i, j in sorted(weighed, reverse=True):
        if kept[i] is None and j not in taken:
            kept[i] = seen[j]
            taken.add(j)
    rest = [line for j, line in enumerate(seen) if j not in taken]
    pieced = _with_pieces(texts, kept, rest)
    return replace(pieced, new=tuple(_of_one_row(pieced.new, strange)))


def _whole_again(
    settled: Settled, texts: Sequence[str], seen: Sequence[LineReading], strange: Sequence[Point]
) -> Sequence[LineReading]:
    """Return the lines, with those joined that are a settled word with an unread card in it."""
    for one, other in combinations(seen, 2):
        count = missing(one, other, strange)
        whole = joined(one, other, count) if count else None
        if whole is not None and any(
            _is_still(settled.place(i), text, whole) for i, text in enumerate(texts)
        ):
            return _whole_again(
                settled, texts, [*(line for line in seen if line not in (one, other)), whole], strange
            )
    return seen


def _is_still(place: WordPlace | None, text: str, line: LineReading) -> bool:
    """Tell whether a line shows the old word at its old place."""
    if len(text) != len(line.cards) or (place is not None and distance(place.at, line.at) > ELSEWHERE_MM):
        return False
    best = readings(text, line, None)
    return bool(best) and best[0].candidate.text == text


def _fit(place: WordPlace | None, text: str, line: LineReading) -> float:
    """Return the logarithm of the probability that `text` has become `line`."""
    if _alien(faces(text), line):
        return MIN_SAME_WORD_WEIGHT
    best = readings(text, line, None)
    away = 0.0 if place is None else distance(place.at, line.at)
    if not best or (away > ELSEWHERE_MM and not shared(faces(text), faces(best[0].candidate.text))):
        return MIN_SAME_WORD_WEIGHT
    return best[0].candidate.score - min(PER_MM * away, MAX_MOVEMENT_WEIGHT)


def _alien(text: str, line: LineReading) -> bool:
    """Tell whether so few cards may be the same that `text` can't have become `line`; cheap, and called
    often. An exchange leaves as many cards as there were; anything else leaves most of those cards
    themselves.
    """
    count, common = len(line.cards), max(_may_share(text, line.forward), _may_share(text, line.backward))
    if count == len(text) or common == len(text):
        return False
    if 2 * common < len(text):
        return True
    return UNKNOWN_CHANGE_LOG_PROBABILITY - (max(len(text), count) - common) < MIN_SAME_WORD_WEIGHT


def _may_share(text: str, cards: Sequence[Letters]) -> int:
    """Return how many of `cards` may be cards of `text`, in whatever order."""
    left, common = Counter(text), 0
    for letters in cards:
        card = next((c for c, p in letters if p >= 0.01 and left[c] > 0), None)
        if card is not None:
            left[card] -= 1
            common += 1
    return common


def _with_pieces(texts: Sequence[str], kept: list[LineReading | None], rest: list[LineReading]) -> Matched:
    """Add a piece in line with a word that lacks cards to this word: the word has a gap (ALL-5)."""
    new: list[LineReading] = []
    for line in rest:
        home = next((i for i, word in enumerate(kept) if word and _is_piece(texts[i], word, line)), None)
        if home is None:
            new.append(line)
        else:
            word = kept[home]
            kept[home] = joined(word, line, missing(word, line)) if word else line
    return Matched(tuple(kept), tuple(new))


def _of_one_row(pieces: Sequence[LineReading], strange: Sequence[Point]) -> list[LineReading]:
    """Return the lines, with those joined between which an unread card may lie."""
    found: list[LineReading] = []
    for piece in pieces:
        whole = piece
        for other in [line for line in found if missing(line, piece, strange)]:
            found.remove(other)
            whole = joined(other, whole, missing(other, whole, strange))
        found.append(whole)
    return found


def _is_piece(text: str, word: LineReading, piece: LineReading) -> bool:
    if len(word.cards) >= len(text) or not continues(word, piece):
        return False
    whole = readings(text, joined(word, piece, missing(word, piece)), None)[0].candidate.score
    parted = readings(text, word, None)[0].candidate.score + readings("", piece, None)[0].candidate.score
    return whole > parted

"""Which word is which: known again by its letters and its place together, never by one card staying still."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from engine.explain.letters import STRANGE, Candidate, candidates, shared
from engine.explain.settled import Place, Settled
from engine.layout.geometry import apart, distance, dot, minus, pointing, quarter
from engine.layout.seen import Arrangement, Letters, SeenWord
from engine.moves import faces
from engine.observation import Observation, Point
from engine.words import WordList

FAR: Final = 2.5
"""The most that a word's having moved counts against its being the same, one in twelve: lowered from 3.5 so
that a word laid anew elsewhere is known again by its letters."""
PER_MM: Final = 0.012
"""What each millimetre counts until then: 90 mm, a card's length, one in three, and `FAR` from 208 mm on."""
ELSEWHERE: Final = 90.0
"""Millimetres beyond which a line that shares no card with a word is not that word changed: a card's length,
so that a word exchanged card by card in its place still is."""
STRANGER: Final = -9.8
"""Below this a line is rather a new word than a settled one changed: five cards that differ and no rule for
it (`letters.STRANGE` and one each, 10.0), not four."""
TURNED: Final = -2.5
"""Logarithm of how likely it is that a word has been turned round: one in twelve, for people do so but
rarely."""
JOIN: Final = 1.25
"""Gap in card widths up to which a card in line with a word is meant to belong to it: room for one card and a
bit, since one may be overlooked between them."""
_KEPT: Final = 12
"""Texts of one line that are weighed with those of the others: the packs may rule out the likeliest few."""


@dataclass(frozen=True, slots=True)
class Line:
    """Cards in line: what they say read along `angle` and from the other end, and how likely the first is by
    the way the letters stand. `width` of a card in mm."""

    at: Point
    angle: float
    facing: float
    forward: tuple[Letters, ...]
    backward: tuple[Letters, ...]
    width: float
    cards: tuple[int, ...]

    @property
    def length(self) -> float:
        """From end to end, mm."""
        return self.width * len(self.cards)

    def place(self, reverse: bool = False) -> Place:
        """Where it lies, read from the one end or the other."""
        return Place(self.at, (self.angle + 180 * reverse) % 360, self.length)

    def turned(self) -> "Line":
        """The same cards read from the other end."""
        angle = (self.angle + 180) % 360
        return Line(
            self.at, angle, 1 - self.facing, self.backward, self.forward, self.width, self.cards[::-1]
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """A candidate text with the place it gives the word."""

    candidate: Candidate
    place: Place


def lines(arrangement: Arrangement, observation: Observation) -> list[Line]:
    """Words and lone cards; a single card a little off the end of a word is joined to it."""
    every = [_line(word, observation) for word in (*arrangement.words, *arrangement.lone)]
    found = [line for line in every if len(line.cards) > 1]
    for lone in (line for line in every if len(line.cards) == 1):
        near = next((i for i, word in enumerate(found) if continues(word, lone)), None)
        if near is None:
            found.append(lone)
        else:
            found[near] = joined(found[near], lone)
    return found


def _line(word: SeenWord, observation: Observation) -> Line:
    corners = observation.cards[word.cards[0]].corners
    width = min(distance(corners[0], corners[1]), distance(corners[1], corners[2]))
    return Line(word.at, word.angle, word.facing, word.letters, word.backward, width, word.cards)


def continues(word: Line, other: Line) -> bool:
    """Whether `other` lies in line with `word`, a small gap away."""
    ahead, v = pointing(word.angle), minus(other.at, word.at)
    gap = abs(dot(v, ahead)) - (word.length + other.length) / 2
    aside = abs(dot(v, quarter(ahead)))
    in_line = aside < 0.5 * word.width and apart(word.angle, other.angle, 180) < 20
    return in_line and -0.6 * word.width < gap < JOIN * word.width


def joined(one: Line, other: Line) -> Line:
    """Two lines that follow each other, as one in `one`'s direction."""
    if apart(one.angle, other.angle) > 90:
        other = other.turned()
    behind = dot(minus(other.at, one.at), pointing(one.angle)) < 0
    a, b = (other, one) if behind else (one, other)
    share, total = len(a.cards), len(a.cards) + len(b.cards)
    at = tuple((x * share + y * (total - share)) / total for x, y in zip(a.at, b.at, strict=True))
    this, that = a.facing * b.facing, (1 - a.facing) * (1 - b.facing)
    return Line(
        (at[0], at[1]),
        one.angle,
        this / ((this + that) or 1.0),
        a.forward + b.forward,
        b.backward + a.backward,
        one.width,
        a.cards + b.cards,
    )


def readings(before: str, line: Line, words: WordList | None, place: Place | None = None) -> list[Reading]:
    """The likeliest texts of a line where `before` lay (empty: nothing), from both ends, best first.

    `place` is where `before` lay: a word keeps its reading direction for its whole life (ALL-6), and people
    turn one round but rarely.
    """
    found: dict[str, Reading] = {}
    for way in (line, line.turned()):
        if way.facing < 1e-4:
            continue
        turned = place is not None and apart(place.angle, way.angle) > 90
        weight = log(way.facing) + TURNED * turned
        for c in candidates(before, way.forward, words):
            reading = Reading(Candidate(c.text, c.score + weight, c.faint), way.place())
            found[c.text] = max(found.get(c.text, reading), reading, key=lambda r: r.candidate.score)
    return sorted(found.values(), key=lambda r: -r.candidate.score)[:_KEPT]


@dataclass(frozen=True, slots=True)
class Matched:
    """Settled words with the lines they have become (None: not to be seen), and the lines that are new
    words."""

    kept: tuple[Line | None, ...]
    new: tuple[Line, ...]


def matched(settled: Settled, texts: Sequence[str], seen: Sequence[Line]) -> Matched:
    """Pair settled words with lines, the surest first. A word that lies in two pieces gets both."""
    weighed = [
        (fit, i, j)
        for i, text in enumerate(texts)
        for j, line in enumerate(seen)
        if text and (fit := _fit(settled.place(i), text, line)) > STRANGER
    ]
    kept: list[Line | None] = [None] * len(texts)
    taken: set[int] = set()
    for _, i, j in sorted(weighed, reverse=True):
        if kept[i] is None and j not in taken:
            kept[i] = seen[j]
            taken.add(j)
    rest = [line for j, line in enumerate(seen) if j not in taken]
    return _with_pieces(texts, kept, rest)


def _fit(place: Place | None, text: str, line: Line) -> float:
    """Logarithm of how likely `line` is what `text` has become."""
    if _alien(faces(text), line):
        return STRANGER
    best = readings(text, line, None)
    away = 0.0 if place is None else distance(place.at, line.at)
    if not best or (away > ELSEWHERE and not shared(faces(text), faces(best[0].candidate.text))):
        return STRANGER
    return best[0].candidate.score - min(PER_MM * away, FAR)


def _alien(text: str, line: Line) -> bool:
    """Whether so few cards may be the same that `text` cannot have become `line`; cheap, and asked often. An
    exchange leaves as many cards as there were; anything else leaves most of those themselves."""
    count, common = len(line.cards), max(_may_share(text, line.forward), _may_share(text, line.backward))
    if count == len(text) or common == len(text):
        return False
    if 2 * common < len(text):
        return True
    return STRANGE - (max(len(text), count) - common) < STRANGER


def _may_share(text: str, cards: Sequence[Letters]) -> int:
    """How many of `cards` may be cards of `text`, in whatever order."""
    left, common = Counter(text), 0
    for letters in cards:
        card = next((c for c, p in letters if p >= 0.01 and left[c] > 0), None)
        if card is not None:
            left[card] -= 1
            common += 1
    return common


def _with_pieces(texts: Sequence[str], kept: list[Line | None], rest: list[Line]) -> Matched:
    """A piece in line with a word that lacks cards belongs to it: the word has a gap (ALL-5)."""
    new: list[Line] = []
    for line in rest:
        home = next((i for i, word in enumerate(kept) if word and _is_piece(texts[i], word, line)), None)
        if home is None:
            new.append(line)
        else:
            word = kept[home]
            kept[home] = joined(word, line) if word else line
    return Matched(tuple(kept), tuple(new))


def _is_piece(text: str, word: Line, piece: Line) -> bool:
    if len(word.cards) >= len(text) or not continues(word, piece):
        return False
    whole = readings(text, joined(word, piece), None)[0].candidate.score
    parted = readings(text, word, None)[0].candidate.score + readings("", piece, None)[0].candidate.score
    return whole > parted

"""Recognize the settled words in a picture, by the letters and places of all their cards together. A
single card that stays in place is not enough."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import log
from typing import Final

from engine.evidence import CONSISTENT_LISTED_LOG_FACTOR
from engine.explain.explanation import SettledPosition, WordPlace
from engine.explain.letters import (
    MIN_SETTLED_CARD_PROBABILITY,
    UNKNOWN_CHANGE_LOG_PROBABILITY,
    ScoredText,
    common_length,
    probability,
    scored_texts,
)
from engine.layout.arrangement import Arrangement, Letters, SeenWord
from engine.layout.geometry import distance, dot, minus, pointing, quarter, smallest_angle
from engine.moves import faces
from engine.observation import Observation, Point
from engine.words import WordList

MAX_MOVEMENT_WEIGHT: Final = 2.5
"""Greatest log weight that a line loses as the reading of a settled word because it lies away from the
word's old place: a factor of twelve. With a greater weight, a settled word that was laid elsewhere would
be taken for a new word."""
MOVEMENT_WEIGHT_PER_MM: Final = 0.012
"""Log weight by which a line becomes less likely to be a settled word, for each millimetre between the line
and the word's place. At 90 mm, the length of a card, the factor is three. From 208 mm on the weight is
`MAX_MOVEMENT_WEIGHT`."""
MAX_SAME_PLACE_MM: Final = 90.0
"""Greatest distance, in mm, from a settled word's place at which a line may be this word with all its
cards exchanged. It is the length of a card. A line farther away is the word only if they share a card."""
MIN_SAME_WORD_WEIGHT: Final = -9.8
"""Log weight below which a line is likelier a new word than a settled word that was changed. A change
that no rule allows costs `letters.UNKNOWN_CHANGE_LOG_PROBABILITY`, and 1 more for each changed card. The
limit lies between the costs of four and of five changed cards."""
UNSEEN_LOG_PROBABILITY: Final = -2.0
"""Log probability that the picture does not show a word on the table, or a card at the end of a word: one in
seven. The figure is a judgement. Arms often cover words, and cards seldom leave the table."""
TURNED_LOG_PROBABILITY: Final = -2.5
"""Log probability that a player has turned a word round: one in twelve."""
MAX_JOINED_GAP_WIDTHS: Final = 0.25
"""Excess width of a gap, in card widths, up to which the gap may lie within one word. The excess is what
remains of the gap after one missed card and the usual gaps on both sides of this card."""
MIN_CARD_GAP_WIDTHS: Final = 0.75
"""Least gap between two parts of a row, in card widths, in which an unseen card may lie. The unseen card
may be partly covered by its neighbours. Gaps between seen neighbours are narrower
(`chains.MAX_NEIGHBOUR_GAP_WIDTHS`)."""
MAX_UNREAD_GAP_WIDTHS: Final = 3.25
"""An unread shape in a gap between two parts of a row counts as a card of the row only if the gap is
narrower than this, in card widths. Three cards fit in such a gap."""
UNSIGHTED_CARD: Final = -1
"""The value that stands for the index of a sighting if no letter was read on a card: an unread shape, or
a missed card for which a line has room."""
_MAX_TEXTS: Final = 12
"""The number of likeliest texts of one line that are weighed together with the texts of the other lines.
It is this large because the contents of the packs may rule out the likeliest texts."""


@dataclass(frozen=True, slots=True)
class LineReading:
    """A line of cards with its place, and the possible letters in both reading directions."""

    centre: Point
    """The middle of the line, mm."""
    angle: float
    """The reading direction, degrees clockwise from the picture's right."""
    direction_probability: float
    """The probability that the line reads along `angle` and not from its other end, judged by the
    directions of its letters."""
    forward: tuple[Letters, ...]
    """The possible letters of each card, read along `angle`. An unread card has no letters."""
    backward: tuple[Letters, ...]
    """The possible letters of each card, read from the other end of the line: those of the last card
    first."""
    width: float
    """The width of a card of the line, mm."""
    cards: tuple[int, ...]
    """The index of each card's sighting in the observation, along `angle`; `UNSIGHTED_CARD` for an unread
    card."""
    length: float
    """The length of the line of cards from end to end, mm."""

    @property
    def spacing(self) -> float:
        """The mean gap between the cards, in card widths; 0 if they overlap."""
        return max(0.0, self.length / self.width - len(self.cards)) / max(1, len(self.cards) - 1)

    def place(self, reverse: bool = False) -> WordPlace:
        """Return the place of the line; with `reverse`, read from its other end."""
        return WordPlace(self.centre, (self.angle + 180 * reverse) % 360, self.length)

    def turned(self) -> "LineReading":
        """Return the same cards read from the other end."""
        return replace(
            self,
            angle=(self.angle + 180) % 360,
            direction_probability=1 - self.direction_probability,
            forward=self.backward,
            backward=self.forward,
            cards=self.cards[::-1],
        )


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text that a line of cards may spell, with its log weight and doubtful cards, and the place of the
    word if this text is right."""

    scored: ScoredText
    place: WordPlace
    unread: tuple[int, ...] = ()
    """The indices in the text of cards that could not be read."""
    unseen: tuple[int, ...] = ()
    """The index in the text of a first or last card that is assumed to lie on the table, although the
    picture does not show it. Empty if there is no such card."""


def seen_lines(arrangement: Arrangement, observation: Observation) -> list[LineReading]:
    """Return the lines of words and lone cards. A lone card in line with a word, with room for at most one
    missed card between them, is joined to the word."""
    every = [_line(word, observation) for word in (*arrangement.words, *arrangement.lone)]
    readings_of_lines = [line for line in every if len(line.cards) > 1]
    for lone in (line for line in every if len(line.cards) == 1):
        near = next((i for i, word in enumerate(readings_of_lines) if continues(word, lone)), None)
        if near is None:
            readings_of_lines.append(lone)
        else:
            readings_of_lines[near] = joined(
                readings_of_lines[near], lone, unseen_between(readings_of_lines[near], lone)
            )
    return readings_of_lines


def _line(word: SeenWord, observation: Observation) -> LineReading:
    first, last = observation.cards[word.cards[0]], observation.cards[word.cards[-1]]
    width = min(distance(*first.corners[:2]), distance(*first.corners[1:3]))
    length = distance(first.centre, last.centre) + width
    cards = tuple(i if observation.cards[i].readings else UNSIGHTED_CARD for i in word.cards)
    return LineReading(
        word.centre, word.angle, word.direction_probability, word.letters, word.backward, width, cards, length
    )


def unread_centres(observation: Observation) -> tuple[Point, ...]:
    """Return the centres, mm, of face-down cards and of shapes whose letters could not be read."""
    return tuple(card.centre for card in observation.cards if card.face == "down" or not card.readings)


def gap(one: LineReading, other: LineReading) -> float | None:
    """Return the gap between two lines, in card widths. The gap is negative if the lines overlap slightly.
    Return None if the lines are not in line with each other, or overlap more."""
    ahead, v = pointing(one.angle), minus(other.centre, one.centre)
    between = abs(dot(v, ahead)) - (one.length + other.length) / 2
    aside = abs(dot(v, quarter(ahead)))
    in_line = aside < 0.5 * one.width and smallest_angle(one.angle, other.angle, 180) < 20
    return between / one.width if in_line and between > -0.6 * one.width else None


def continues(word: LineReading, other: LineReading) -> bool:
    """Return True if `other` lies in line with `word`, with room for at most one missed card between them."""
    room = gap(word, other)
    return room is not None and room < 1 + 2 * max(word.spacing, other.spacing) + MAX_JOINED_GAP_WIDTHS


def unseen_between(one: LineReading, other: LineReading, shapes: Sequence[Point] = ()) -> int:
    """Return how many cards may lie unseen between two lines. This is the number of unread shapes (`shapes`,
    centres in mm) between them, or 1 if there is no shape but room for a card. Return 0 if there is no room,
    or if the lines are too far apart."""
    room = gap(one, other)
    if room is None or room < MIN_CARD_GAP_WIDTHS:
        return 0
    middle = ((one.centre[0] + other.centre[0]) / 2, (one.centre[1] + other.centre[1]) / 2)
    reach = (distance(one.centre, other.centre) - (one.length + other.length) / 2) / 2 + one.width / 2
    shapes_between = sum(distance(middle, at) < reach for at in shapes) if room < MAX_UNREAD_GAP_WIDTHS else 0
    return shapes_between or int(continues(one, other))


def joined(one: LineReading, other: LineReading, unseen: int = 0) -> LineReading:
    """Return the lines `one` and `other` as one line, in the direction of `one`, with `unseen` unread
    cards between them."""
    if smallest_angle(one.angle, other.angle) > 90:
        other = other.turned()
    behind = dot(minus(other.centre, one.centre), pointing(one.angle)) < 0
    a, b = (other, one) if behind else (one, other)
    share, total = len(a.cards), len(a.cards) + len(b.cards)
    at = tuple((x * share + y * (total - share)) / total for x, y in zip(a.centre, b.centre, strict=True))
    this, that = (
        a.direction_probability * b.direction_probability,
        (1 - a.direction_probability) * (1 - b.direction_probability),
    )
    hole: tuple[Letters, ...] = ((),) * unseen
    return LineReading(
        (at[0], at[1]),
        one.angle,
        this / ((this + that) or 1.0),
        a.forward + hole + b.forward,
        b.backward + hole + a.backward,
        one.width,
        a.cards + (UNSIGHTED_CARD,) * unseen + b.cards,
        distance(a.centre, b.centre) + (a.length + b.length) / 2,
    )


def readings(
    before: str, line: LineReading, words: WordList | None, place: WordPlace | None = None
) -> list[PlacedText]:
    """Return the likeliest texts of `line`, read from both ends, best first. `before` is the settled word
    that the line may show, or "" for a new word.

    `place` is the place of `before`. A word keeps its reading direction for its whole life (ALL-6), so a
    text in the opposite direction is less likely.
    """
    by_text: dict[str, PlacedText] = {}
    for way in (line, line.turned()):
        if way.direction_probability < 1e-4:
            continue
        turned = place is not None and smallest_angle(place.angle, way.angle) > 90
        weight = log(way.direction_probability) + TURNED_LOG_PROBABILITY * turned
        for c in scored_texts(before, way.forward, words):
            holes = tuple(i for i, card in enumerate(way.cards) if card == UNSIGHTED_CARD)
            reading = PlacedText(ScoredText(c.text, c.score + weight, c.doubtful_cards), way.place(), holes)
            by_text[c.text] = max(by_text.get(c.text, reading), reading, key=lambda r: r.scored.score)
        likely = weight + (
            CONSISTENT_LISTED_LOG_FACTOR if words is not None else 0.0
        )  # listed, like every old word
        if hidden := _with_an_end_hidden(before, way, likely):
            by_text[before] = max(by_text.get(before, hidden), hidden, key=lambda r: r.scored.score)
    return sorted(by_text.values(), key=lambda r: -r.scored.score)[:_MAX_TEXTS]


def _with_an_end_hidden(before: str, way: LineReading, weight: float) -> PlacedText | None:
    """Return the reading of the line `way` as the settled word `before` without its first or last card, which
    is hidden. Return None if `way` does not have exactly one card less than `before`."""
    if len(way.cards) != len(before) - 1 or not way.cards:
        return None
    was = faces(before)
    sights = {
        place: sum(
            log(max(probability(p, c), MIN_SETTLED_CARD_PROBABILITY))
            for c, p in zip(shown, way.forward, strict=True)
        )
        for place, shown in ((0, was[1:]), (len(was) - 1, was[:-1]))
    }
    place = max(sights, key=lambda place: sights[place])
    return PlacedText(
        ScoredText(before, sights[place] + UNSEEN_LOG_PROBABILITY + weight), way.place(), (), (place,)
    )


@dataclass(frozen=True, slots=True)
class MatchedLines:
    """The lines of a picture, each assigned to a settled word or counted as a new word."""

    matched: tuple[LineReading | None, ...]
    """The line of cards in which each settled word was found again, by the word's index; None if the word
    was not found."""
    new: tuple[LineReading, ...]
    """The lines that are new words."""


def match_lines(
    settled: SettledPosition, texts: Sequence[str], seen: Sequence[LineReading], shapes: Sequence[Point] = ()
) -> MatchedLines:
    """Return the lines `seen` of a picture, matched with the settled words `texts`, the surest pairs first.

    If a settled word is seen in two parts, both parts are matched with the word. Two lines that match no
    settled word become one new word if there is room for a card between them, or an unread shape. `shapes`
    are the centres of the unread shapes, in mm.
    """
    seen = _lines_rejoined(settled, texts, seen, shapes)
    weighed = [
        (fit, i, j)
        for i, text in enumerate(texts)
        for j, line in enumerate(seen)
        if text and (fit := _fit_weight(settled.place(i), text, line)) > MIN_SAME_WORD_WEIGHT
    ]
    matched: list[LineReading | None] = [None] * len(texts)
    taken: set[int] = set()
    for _, i, j in sorted(weighed, reverse=True):
        if matched[i] is None and j not in taken:
            matched[i] = seen[j]
            taken.add(j)
    rest = [line for j, line in enumerate(seen) if j not in taken]
    pieced = _with_pieces(texts, matched, rest)
    return replace(pieced, new=tuple(_pieces_joined(pieced.new, shapes)))


def _lines_rejoined(
    settled: SettledPosition, texts: Sequence[str], seen: Sequence[LineReading], shapes: Sequence[Point]
) -> Sequence[LineReading]:
    """Return the lines `seen`, with two lines joined where an unread card between them makes them a settled
    word again. `texts` are the settled words. `shapes` are the centres of unread shapes, mm."""
    for one, other in combinations(seen, 2):
        count = unseen_between(one, other, shapes)
        whole = joined(one, other, count) if count else None
        if whole is not None and any(
            _shows_unchanged_word(settled.place(i), text, whole) for i, text in enumerate(texts)
        ):
            return _lines_rejoined(
                settled, texts, [*(line for line in seen if line not in (one, other)), whole], shapes
            )
    return seen


def _shows_unchanged_word(place: WordPlace | None, text: str, line: LineReading) -> bool:
    """Return True if a line shows the settled word `text` unchanged and near its old place."""
    if len(text) != len(line.cards) or (
        place is not None and distance(place.centre, line.centre) > MAX_SAME_PLACE_MM
    ):
        return False
    best = readings(text, line, None)
    return bool(best) and best[0].scored.text == text


def _fit_weight(place: WordPlace | None, text: str, line: LineReading) -> float:
    """Return the log weight of the assumption that a line of the picture is the settled word `text`,
    unchanged or changed. `place` is the word's old place."""
    if _is_unrelated(faces(text), line):
        return MIN_SAME_WORD_WEIGHT
    best = readings(text, line, None)
    away = 0.0 if place is None else distance(place.centre, line.centre)
    if not best or (away > MAX_SAME_PLACE_MM and not common_length(faces(text), faces(best[0].scored.text))):
        return MIN_SAME_WORD_WEIGHT
    return best[0].scored.score - min(MOVEMENT_WEIGHT_PER_MM * away, MAX_MOVEMENT_WEIGHT)


def _is_unrelated(text: str, line: LineReading) -> bool:
    """Return True if too few cards agree for the settled word `text` to have become `line`. This quick test
    spares the slower comparison. An exchange keeps the number of cards, and any other change keeps most of
    the cards."""
    count, common = (
        len(line.cards),
        max(_count_shared(text, line.forward), _count_shared(text, line.backward)),
    )
    if count == len(text) or common == len(text):
        return False
    if 2 * common < len(text):
        return True
    return UNKNOWN_CHANGE_LOG_PROBABILITY - (max(len(text), count) - common) < MIN_SAME_WORD_WEIGHT


def _count_shared(text: str, cards: Sequence[Letters]) -> int:
    """Return how many cards of a line may be cards of the word `text`, in any order. `cards` are the possible
    letters of each card of the line."""
    left, common = Counter(text), 0
    for letters in cards:
        card = next((c for c, p in letters if p >= 0.01 and left[c] > 0), None)
        if card is not None:
            left[card] -= 1
            common += 1
    return common


def _with_pieces(
    texts: Sequence[str], matched: list[LineReading | None], rest: list[LineReading]
) -> MatchedLines:
    """Return the matched lines with the unmatched lines `rest` added. A line that lies in line with a settled
    word, after a gap for missing cards, is joined to the word (ALL-5). Any other line is a new word."""
    new: list[LineReading] = []
    for line in rest:
        home = next((i for i, word in enumerate(matched) if word and _is_piece(texts[i], word, line)), None)
        if home is None:
            new.append(line)
        else:
            word = matched[home]
            matched[home] = joined(word, line, unseen_between(word, line)) if word else line
    return MatchedLines(tuple(matched), tuple(new))


def _pieces_joined(pieces: Sequence[LineReading], shapes: Sequence[Point]) -> list[LineReading]:
    """Return the lines `pieces`, with lines joined where an unread card may lie between them. `shapes` are
    the centres of unread shapes, mm."""
    joined_lines: list[LineReading] = []
    for piece in pieces:
        whole = piece
        for other in [line for line in joined_lines if unseen_between(line, piece, shapes)]:
            joined_lines.remove(other)
            whole = joined(other, whole, unseen_between(other, whole, shapes))
        joined_lines.append(whole)
    return joined_lines


def _is_piece(text: str, word: LineReading, piece: LineReading) -> bool:
    if len(word.cards) >= len(text) or not continues(word, piece):
        return False
    whole = readings(text, joined(word, piece, unseen_between(word, piece)), None)[0].scored.score
    parted = readings(text, word, None)[0].scored.score + readings("", piece, None)[0].scored.score
    return whole > parted

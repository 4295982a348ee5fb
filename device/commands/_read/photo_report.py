"""Write a photograph's reading for people: the words in rows as they lie, the other cards, and a line for
each doubt.

A doubt that could not change a word is left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final, assert_never

from engine.cards import LETTERS, MASTER
from engine.i18n import cards as named
from engine.layout import (
    Arrangement,
    CutOffCard,
    Decision,
    DoubtfulLetter,
    LayoutDoubt,
    Letters,
    LineAtEdge,
    MisplacedCard,
    SeenGrid,
    SeenWord,
    SurplusCards,
    TwoWayWord,
)
from engine.layout.crossword import EMPTY
from engine.layout.geometry import MAX_TILE_SIDE_RATIO
from engine.observation import Observation, Sighting
from engine.shared.condition import Condition, describe, to_report
from engine.wording.breaches import say_unlisted
from engine.words import WordList

MIN_SHOWN_PROBABILITY: Final = 0.02
"""Minimum probability, 0 to 1, at which another possible letter or word is mentioned to the
person."""
MAX_OTHER_WORDS: Final = 3
"""Maximum number of other words that are named for a word with uncertain cards."""
NEW_ROW_SIDES: Final = 0.7
"""Minimum vertical distance at which two words count as lying in different rows. The unit is the
longer side of a piece."""

NO_CARDS: Final = "no cards found"
NO_LETTER_CARDS: Final = "no letter cards found"

MASTERS: Final = (
    "A small letter in a word is a Master, and the one letter that makes a listed word there;"
    " ? is a Master that may be several, or none, or a card that cannot be made out."
)


@dataclass(frozen=True, slots=True)
class PhotoReport:
    """Everything that `lexicon-table read` tells a person about one photograph."""

    observation: Observation
    decision: Decision
    """The letters and the words that were decided on, after all doubts were weighed."""
    conditions: Sequence[Condition]
    """The faults of the photograph, such as glare."""
    words: WordList
    tiles: bool | None = None
    """True if the pieces are tiles; None if their shape decides."""
    unlettered_texts: Sequence[str] = ()
    """The text printed on each card without a letter. A text is empty if the card has none, or if it was
    not read."""


def report_text(name: str, reading: PhotoReport) -> str:
    """Return the reading of one photograph as lines of text for a person. The text begins with `name`,
    the photograph's file name."""
    square = _squarish(reading.observation.cards) if reading.tiles is None else reading.tiles
    text = "".join(f"\n{line}" for line in _lines(reading))
    return f"{name}: " + (text.replace("card", "tile") if square else text).lstrip()


def no_cards(unlettered: Sequence[object]) -> str:
    """Return the sentence for a photograph without letter cards. `unlettered`: its cards without a letter."""
    return NO_LETTER_CARDS if unlettered else NO_CARDS


def has_masters(arranged: Arrangement) -> bool:
    """Return True if a word has a Master, so that the legend `MASTERS` is needed."""
    texts = [word.text for word in arranged.words]
    return any(text != text.upper() or MASTER in text for text in texts)


def _lines(reading: PhotoReport) -> Iterator[str]:
    """Yield the lines of a photograph's reading: the number of cards, the words, the cards beside
    them, then the doubts."""
    arranged, seen = reading.decision.arrangement, len(reading.observation.cards)
    yield _count(seen, "card") if seen else no_cards(reading.unlettered_texts)
    yield from (f"    {row}" for row in _table(reading.observation, arranged))
    beside = "; ".join(_beside(reading.decision))
    yield from (f"  {'besides: ' if arranged.words else ''}{beside}",) if beside else ()
    loose = _loose(reading)
    yield from (f"  loose: {_letters(loose, reading.decision)}",) if loose else ()
    yield from (f"  {_unlettered_text(reading.unlettered_texts)}",) if reading.unlettered_texts else ()
    yield from (f"  {doubt}" for doubt in _doubts(reading))


def _unlettered_text(texts: Sequence[str]) -> str:
    """Return a text that counts the cards without a letter, and quotes what is printed on them."""
    quoted = ", ".join(f'"{text}"' for text in texts if text)
    return f"{_count(len(texts), 'card')} without a letter" + (f": {quoted}" if quoted else "")


def _squarish(sightings: Sequence[Sighting]) -> bool:
    """Return True if most pieces are tiles, by their outlines."""
    shapes = [_sides(sighting) for sighting in sightings]
    return 2 * sum(long < MAX_TILE_SIDE_RATIO * short for long, short in shapes) > len(shapes)


def _sides(sighting: Sighting) -> tuple[float, float]:
    """Return the long and the short side of a piece, mm."""
    (ax, ay), (bx, by), (cx, cy), _ = sighting.corners
    across, down = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, ((cx - bx) ** 2 + (cy - by) ** 2) ** 0.5
    return max(across, down), min(across, down)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _table(seen: Observation, arranged: Arrangement) -> Iterator[str]:
    """Yield the words as they lie: a crossword as its squares with its words, then the other words in
    rows."""
    crossed = _squares(arranged.grid, arranged.words) if arranged.grid is not None else []
    yield from (" ".join(row) for row in crossed)
    inside = set(arranged.grid.letters) if arranged.grid is not None else set()
    across = [word for word in arranged.words if not inside.isdisjoint(word.cards)]
    yield from (f"({', '.join(word.text for word in across)})",) if across else ()
    apart = [word for word in arranged.words if inside.isdisjoint(word.cards)]
    yield from ("   ".join(word.text for word in row) for row in _rows(seen, apart))


def _squares(grid: SeenGrid, words: Sequence[SeenWord]) -> list[str]:
    """Return the rows of a crossword, cut to its words. Leave out cards without a neighbour in the grid."""
    spelt = {card for word in words for card in word.cards}
    shown = {
        (line, column): letter
        for line, (row, cells) in enumerate(zip(grid.rows, grid.cells, strict=True))
        for column, (letter, card) in enumerate(zip(row, cells, strict=True))
        if card in spelt
    }
    lines, columns = {line for line, _ in shown}, {column for _, column in shown}
    return [
        "".join(shown.get((line, column), EMPTY) for column in range(min(columns), max(columns) + 1))
        for line in range(min(lines, default=0), max(lines, default=-1) + 1)
    ]


def _rows(seen: Observation, words: Sequence[SeenWord]) -> Iterator[list[SeenWord]]:
    row: list[SeenWord] = []
    for word in words:
        height = _sides(seen.cards[word.cards[0]])[0]
        if row and abs(word.centre[1] - row[0].centre[1]) > NEW_ROW_SIDES * height:
            yield row
            row = []
        row.append(word)
    if row:
        yield row


def _beside(decision: Decision) -> Iterator[str]:
    """Yield descriptions of the exposed card, the stock and the hands."""
    arranged = decision.arrangement
    if arranged.exposed is not None:
        under = arranged.roles.count("exposed") - 1
        yield f"{_letters([arranged.exposed], decision)} exposed" + (f", {under} more below" if under else "")
    if arranged.stock:
        yield "the stock" if len(arranged.stock) == 1 else f"{len(arranged.stock)} cards of the stock"
    for hand in arranged.hands:
        up = [card for card in hand if decision.letters[card]]
        yield f"{_count(len(hand), 'card')} in a hand" + (f" ({_letters(up, decision)})" if up else "")


def _loose(reading: PhotoReport) -> list[int]:
    """Return the numbers of the pieces that belong to no word, hand or pile, in reading order."""
    cards = reading.observation.cards
    left = [n for n, role in enumerate(reading.decision.arrangement.roles) if role is None]
    rows: list[list[int]] = []
    for n in sorted(left, key=lambda n: _middle(cards[n])[1]):
        if (
            rows
            and _middle(cards[n])[1] - _middle(cards[rows[-1][0]])[1] <= NEW_ROW_SIDES * _sides(cards[n])[0]
        ):
            rows[-1].append(n)
        else:
            rows.append([n])
    return [n for row in rows for n in sorted(row, key=lambda n: _middle(cards[n])[0])]


def _middle(sighting: Sighting) -> tuple[float, float]:
    (ax, ay), _, (cx, cy), _ = sighting.corners
    return (ax + cx) / 2, (ay + cy) / 2


def _letters(which: Iterable[int], decision: Decision) -> str:
    return named("".join(decision.letters[card][0][0] if decision.letters[card] else "-" for card in which))


def _doubts(reading: PhotoReport) -> Iterator[str]:
    """Yield a line for each word that could be another word, and for each fault.

    Uncertain cards that could make no other word are only counted.
    """
    arranged = reading.decision.arrangement
    doubtful = {doubt.card: doubt.letters for doubt in arranged.doubts if isinstance(doubt, DoubtfulLetter)}
    unsaid = set(doubtful)
    for word in arranged.words:
        if unread := [card for card in word.cards if card in doubtful and not doubtful[card]]:
            yield f"{_count(len(unread), 'card')} of {word.text} cannot be made out"
            unsaid -= set(unread)
        if not unsaid.isdisjoint(word.cards) and (
            sentence := _other_words_sentence(word, doubtful, reading.words)
        ):
            yield sentence
            unsaid -= set(word.cards)
    in_words = {card for word in arranged.words for card in word.cards}
    # If a word continues out of sight, a word that fits the visible part proves nothing.
    cut = {card for doubt in arranged.doubts if isinstance(doubt, LineAtEdge) for card in doubt.cards}
    for card in (card for card in _loose(reading) if card in unsaid):
        yield _unclear(doubtful[card])
    if number := len(unsaid & in_words - cut):
        yield f"{_count(number, 'letter')} could be clearer, but no other listed word fits"
    if number := len(unsaid & in_words & cut):
        yield f"{_count(number, 'letter')} could be clearer, in a row that may go on beyond the picture"
    # Two equal words have the same doubt.
    yield from dict.fromkeys(sentence for doubt in arranged.doubts if (sentence := _doubt_sentence(doubt)))
    yield from reading.observation.notes
    yield from (describe(condition, count) for condition, count in to_report(reading.conditions))


def _other_words_sentence(word: SeenWord, doubtful: Mapping[int, Letters], words: WordList) -> str:
    """Return a sentence with the other listed words that the uncertain cards of `word` may make. If none
    is likely and `word` is listed, return an empty text."""
    known = (doubtful.get(card) or None for card in word.cards)
    choices = [_choices(shown, letters) for shown, letters in zip(word.text, known, strict=True)]
    ways = {
        text: prod(c[letter] for c, letter in zip(choices, text, strict=True))
        for text in words.fitting(choices)
    }
    least = MIN_SHOWN_PROBABILITY * prod(max(choice.values()) for choice in choices)
    taken = {word.text.upper()} | (set() if MASTER not in word.text else ways.keys())
    others = sorted(
        (text for text in ways if text not in taken and ways[text] >= least), key=lambda text: -ways[text]
    )
    if others:
        return f"{word.text} may also be {_either(others)}"
    if taken & ways.keys():
        return ""
    unclear = [_either(_likely(doubtful[card])) for card in word.cards if doubtful.get(card)]
    return f"{say_unlisted((word.text,)).removesuffix('.')}, and not clear: {'; '.join(unclear)}"


def _choices(shown: str, letters: Letters | None) -> dict[str, float]:
    """Return the letters that one card of a word may have, with their probabilities. `shown` is the
    letter that was read. `letters` are the possible letters of a doubtful card, None for a sure
    card."""
    if letters is None:
        return dict.fromkeys(LETTERS, 1.0) if shown == MASTER else {shown.upper(): 1.0}
    return {letter: p for letter, p in letters if p >= MIN_SHOWN_PROBABILITY and letter != MASTER} | {
        shown.upper(): dict(letters).get(shown.upper(), MIN_SHOWN_PROBABILITY)
    }


def _likely(letters: Letters) -> list[str]:
    """Return the likely letters of a doubtful card as texts with their probabilities, such as "B (61%)"."""
    return [f"{named(letter)} ({p:.0%})" for letter, p in letters if p >= MIN_SHOWN_PROBABILITY]


def _unclear(letters: Letters) -> str:
    """Return a sentence about the possible letters of a doubtful card that is in no word."""
    likely = _likely(letters)
    if len(likely) > 1:
        return f"{likely[0]} may also be {_either(likely[1:])}"
    return f"{likely[0]} could be clearer" if likely else "a card's letter cannot be made out"


def _either(choices: Sequence[str]) -> str:
    """Join the first few choices: "A, B or C"."""
    *some, last = choices[:MAX_OTHER_WORDS] or ["a letter that cannot be made out"]
    return f"{', '.join(some)} or {last}" if some else last


def edge_sentence(doubt: LineAtEdge) -> str:
    """Return a sentence which says that a word, a hand or a crossword reaches the picture's edge, so
    that cards may lie beyond the edge."""
    what = doubt.text if doubt.what == "word" else f"the {doubt.what}"
    return f"{what} reaches the picture's {doubt.side} edge: cards of it may lie beyond"


def _doubt_sentence(doubt: LayoutDoubt) -> str:
    """Return a sentence for a doubt about a whole word or pack. Return an empty text for a doubt about
    a single card, because such a card is reported elsewhere."""
    match doubt:
        case DoubtfulLetter() | CutOffCard() | MisplacedCard():
            return ""
        case TwoWayWord(_, text, other):
            return f"{text} may as well be read from its other end: {other}"
        case LineAtEdge():
            return edge_sentence(doubt)
        case SurplusCards(face, seen, held):
            return f"{named(face)}: {seen} cards lie there, and the packs hold {held}"
        case _:
            assert_never(doubt)

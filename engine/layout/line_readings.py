"""Find the texts that lines of cards may spell in either direction, with their log weights by sight and
by the word list."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from operator import itemgetter
from typing import Final

from engine.cards import MASTER
from engine.evidence import LISTED_LOG_FACTOR, MIN_SURE_LETTER_PROBABILITY, listing_weight, sure_letter
from engine.layout.arrangement import Letters
from engine.layout.spelling import is_listed
from engine.words import WordList

_MAX_TEXTS: Final = 96
"""Greatest number of texts of one line that are weighed together, which bounds the time. Listed words are
tried beyond this number. A text that is not tried keeps its weight by sight. A line of sixty cards, each at
0.6 with three rivals, takes 50 ms (docs/evidence.md)."""
_MAX_LOG_WEIGHT_BEHIND: Final = 7.0
"""Greatest amount by which a text may be less likely, in log weight, than the likeliest text of the same
word to be weighed together with the texts of other words. Less likely texts keep their weight by sight.
All of them together change no probability by more than one or two thousandths."""
_MIN_LETTER_SHARE: Final = 0.002
"""Share of a card's probability by sight below which a letter is not tried in a text. A listed word gains
a factor of at most fifty, which would lift such a letter to only a tenth. If the packs hold no more cards
of the likelier letter, the factor is four hundred (`evidence.joint.SURPLUS_CARD_LOG_COST`). Even then
such a letter would not become the likelier one."""


@dataclass(frozen=True, slots=True)
class DirectedReading:
    """A part of the table (a word, a crossword or a single card), read in one direction."""

    cards: tuple[int, ...]
    """The indices of the cards in reading order."""
    letters: tuple[Letters, ...]
    """The possible letters of each card."""
    share: float = 1.0
    """The probability of this direction by sight."""
    runs: tuple[tuple[int, ...], ...] = ()
    """The words of the part, each as the indices of its cards in `cards`."""
    word_weight: float = 1.0
    """The factor by which the word list counts for each word of this reading; 1 is its full weight."""


@dataclass(frozen=True, slots=True)
class PartText:
    """One text that a part of the table may spell. A part is a word, a crossword or a single card."""

    way: int
    """The direction in which the text is read, as an index into the directions of its part."""
    text: str
    sight: float
    """The log weight of the text by sight."""
    score: float
    """The log weight of the text by sight and the word list."""


def texts(ways: Sequence[DirectedReading], words: WordList | None) -> tuple[PartText, ...]:
    """Return every text that a part of the table, such as a word, may spell and that is likely enough to be
    weighed. `ways` are the directions in which the part may be read."""
    spelt = {(n, text): sight for n, way in enumerate(ways) for text, sight in _spelt(way)}
    sure = _sure_letters(ways)
    least = max(spelt.values()) - _MAX_LOG_WEIGHT_BEHIND
    for n, way in enumerate(ways):
        spelt |= {(n, text): sight for text, sight in _listed_texts(way, words)}
    return tuple(
        PartText(n, text, sight, sight + _bonus(ways[n], text, sure, words))
        for (n, text), sight in spelt.items()
        if sight >= least
    )


def _listed_texts(way: DirectedReading, words: WordList | None) -> Iterator[tuple[str, float]]:
    """Yield every listed word that a single line may spell, with its log weight by sight. The search for the
    likeliest texts (`_spelt`) may lose such a word among many doubtful letters."""
    if words is None or len(way.runs) != 1 or len(way.letters) < 2 or way.share <= 0:
        return
    options = [dict(options_of(letters)) for letters in way.letters]
    for text in words.fitting(options):
        yield text, log(way.share) + sum(p[c] for p, c in zip(options, text, strict=True))


def _bonus(way: DirectedReading, text: str, sure: dict[int, str | None], words: WordList | None) -> float:
    """Return the log weight that the word list adds to `text`: a bonus for each listed word in it. If the
    text is read in a direction that the letters contradict, each word gets only a small bonus."""
    if words is None:
        return 0.0
    total, backward = 0.0, way.share < 1 - MIN_SURE_LETTER_PROBABILITY
    for run in way.runs:
        word = "".join(text[n] for n in run)
        if is_listed(word, words):
            known = [sure[way.cards[n]] for n in run]
            total += way.word_weight * (LISTED_LOG_FACTOR if backward else listing_weight(word, known))
    return total


def _sure_letters(ways: Sequence[DirectedReading]) -> dict[int, str | None]:
    """Return the letter of each card, by index, that is sure by sight over all directions; None for a
    card without a sure letter."""
    sums: dict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for way in ways:
        for card, letters in zip(way.cards, way.letters, strict=True):
            for letter, logarithm in options_of(letters):
                sums[card][letter] += way.share * exp(logarithm)
    return {
        card: sure_letter(sorted(letter_sums.items(), key=itemgetter(1), reverse=True))
        for card, letter_sums in sums.items()
    }


def _spelt(way: DirectedReading) -> Iterable[tuple[str, float]]:
    """Return the likeliest texts that the cards spell in one direction, each with its log weight by sight.
    The weights are probabilities over all texts in all directions. Unlikely texts are left out."""
    beam = [("", log(max(way.share, 1e-12)))]
    for letters in way.letters:
        options = options_of(letters)
        if len(options) == 1:
            ((c, p),) = options
            beam = [(text + c, sight + p) for text, sight in beam]
            continue
        least = beam[0][1] + options[0][1] - _MAX_LOG_WEIGHT_BEHIND
        grown = [(text + c, sight + p) for text, sight in beam for c, p in options if sight + p >= least]
        beam = sorted(grown, key=itemgetter(1), reverse=True)[:_MAX_TEXTS]
    return beam


def options_of(letters: Letters) -> list[tuple[str, float]]:
    """Return the possible letters of a card, each with the logarithm of its share of the card's total
    probability. Very unlikely letters are left out. An unread card counts as a Master."""
    total = sum(p for _, p in letters)
    if total <= 0:
        return [(MASTER, 0.0)]
    return [(c, log(p / total)) for c, p in letters if p >= _MIN_LETTER_SHARE * total]

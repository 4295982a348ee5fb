"""Decide all letters of one photograph together: by sight, the figures on the cards, their lines, the
contents of the packs and, with little weight, the word list.

The possible letters of all cards are combined over the whole table (`engine.evidence`). The probability of
each letter of a card is its share of all these combinations.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from engine.cards import MASTER
from engine.evidence import (
    BARELY_UNSURE_PROBABILITY,
    LISTED_CROSSING_LOG_FACTOR,
    LISTED_LOG_FACTOR,
    MIN_SURE_LETTER_PROBABILITY,
    JointWeights,
    PartReading,
    assign_faces,
    merge_figures,
    weigh_jointly,
)
from engine.layout.arrangement import (
    Arrangement,
    DoubtfulLetter,
    LayoutDoubt,
    Letters,
    SeenGrid,
    SeenWord,
    SurplusCards,
    TwoWayWord,
)
from engine.layout.crossword import named_grid, runs
from engine.layout.lattice import Cell
from engine.layout.line_intent import mixed_by_intent
from engine.layout.line_readings import DirectedReading, PartText, options_of, texts
from engine.layout.reading_direction import facing_probabilities
from engine.layout.rotated_letters import is_contradicted, rotated_readings
from engine.layout.spelling import is_listed, with_masters_named
from engine.observation import Observation
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class Decision:
    """An arrangement whose letters are decided by all evidence."""

    arrangement: Arrangement
    letters: tuple[Letters, ...]
    """The possible letters of each card by all evidence, the decided letter first. A card that lies face
    down or could not be read has no letters."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Cards that are decided together: a word read from either end, a crossword, or a single card."""

    ways: tuple[DirectedReading, ...]
    texts: tuple[PartText, ...]

    @property
    def cards(self) -> tuple[int, ...]:
        return self.ways[0].cards


@dataclass(frozen=True, slots=True)
class _DecidedPart:
    """A part of the table, such as a word, with its text. The texts of all parts are decided together."""

    part: _Part
    """The cards, with all the texts that they may spell."""
    text: PartText
    """The text of this part in the likeliest combination of the texts of all parts."""
    shares: Sequence[float]
    """The probability of each text in `part.texts` if the texts of all parts are weighed together."""

    @property
    def way(self) -> DirectedReading:
        """The direction in which `text` is read."""
        return self.part.ways[self.text.way]

    def letters(self) -> Iterable[tuple[int, str]]:
        """Return pairs of each card's index and its letter in `text`."""
        return zip(self.way.cards, self.text.text, strict=True)


def decide_letters(
    observation: Observation,
    arrangement: Arrangement,
    words: WordList | None = None,
    limits: Mapping[str, int] | None = None,
) -> Decision:
    """Return the arrangement of one photograph with every letter decided. `limits` are the numbers of
    cards of each face in the packs (ALL-7), or None if the packs are not known."""
    observation = merge_figures(observation)
    ways = list(_parts(observation, arrangement, words))
    parts = [_Part(w, texts(w, words)) for w in ways]
    joint = _weighed(parts, limits)
    if limits is not None and not joint.is_within_packs:
        parts = _widened(parts, limits)
        joint = _weighed(parts, limits)
    decided_parts = _with_texts(parts, joint)
    letters = _letters(len(observation.cards), decided_parts)
    if words is not None and limits is None:
        letters = _capped(letters, observation, _unlisted_cards(decided_parts, words))
    settled = _settled(arrangement, decided_parts, letters, words, limits)
    if doubted := _contradicted(settled, observation):
        letters = tuple(
            _unsure(letter_odds) if i in doubted else letter_odds for i, letter_odds in enumerate(letters)
        )
        settled = _settled(arrangement, decided_parts, letters, words, limits)
    return Decision(settled, letters)


def _contradicted(arrangement: Arrangement, observation: Observation) -> set[int]:
    """Return the indices of the cards, read as M or W for example, on which print beside the letter shows
    another way up than the line of their word."""
    grid = arrangement.grid
    lines = [(word.cards, word.angle) for word in _words_off_grid(arrangement)]
    lines += [(tuple(grid.letters), grid.angle)] if grid is not None else []
    return {i for cards, angle in lines for i in cards if is_contradicted(observation.cards[i], angle)}


def _unsure(letters: Letters) -> Letters:
    """Return the possible letters of a card with all probabilities limited so that no letter is sure."""
    return tuple((letter, min(p, BARELY_UNSURE_PROBABILITY)) for letter, p in letters)


def _parts(
    observation: Observation, arrangement: Arrangement, words: WordList | None
) -> Iterator[tuple[DirectedReading, ...]]:
    grid = arrangement.grid
    if grid is not None:
        yield mixed_by_intent((_grid_way(grid),), (grid.angle,), observation.cards)
    apart = _words_off_grid(arrangement)
    for word, share in zip(apart, facing_probabilities(apart, words), strict=True):
        ways = _word_ways(word, share)
        angles = [word.angle if way.cards == word.cards else word.angle + 180 for way in ways]
        yield mixed_by_intent(ways, angles, observation.cards)
    taken = {i for word in apart for i in word.cards} | set(grid.letters if grid else ())
    for i, card in enumerate(observation.cards):
        if i not in taken and card.readings:
            yield (DirectedReading((i,), (card.letters(),)),)


def _words_off_grid(arrangement: Arrangement) -> list[SeenWord]:
    """Return the words that are not part of the crossword."""
    inside = set() if arrangement.grid is None else set(arrangement.grid.letters)
    return [word for word in arrangement.words if not inside & set(word.cards)]


def _word_ways(word: SeenWord, share: float) -> tuple[DirectedReading, ...]:
    everything = (tuple(range(len(word.cards))),)
    ways = (
        DirectedReading(word.cards, word.letters, share, everything),
        DirectedReading(word.cards[::-1], word.backward, 1 - share, everything),
    )
    return tuple(way for way in ways if way.share > 0) or ways[:1]


def _grid_way(grid: SeenGrid) -> DirectedReading:
    cells = _cells(grid)
    place = {cell: n for n, cell in enumerate(cells)}
    lines = tuple(tuple(place[cell] for cell in run) for run in runs(cells))
    letters = tuple(grid.letters[i] for i in cells.values())
    return DirectedReading(
        tuple(cells.values()), letters, 1.0, lines, LISTED_CROSSING_LOG_FACTOR / LISTED_LOG_FACTOR
    )


def _cells(grid: SeenGrid) -> dict[Cell, int]:
    """Return the index of each card by column and row, in the order of the rows."""
    return {(c, r): i for r, row in enumerate(grid.cells) for c, i in enumerate(row) if i is not None}


def _weighed(parts: Sequence[_Part], limits: Mapping[str, int] | None) -> JointWeights:
    return weigh_jointly([[PartReading(t.text, t.score) for t in part.texts] for part in parts], limits)


def _with_texts(parts: Sequence[_Part], joint: JointWeights) -> list[_DecidedPart]:
    """Return each part of the table with its text in the likeliest combination of the texts of all
    parts."""
    each = zip(parts, joint.ranked[0][1], joint.shares, strict=True)
    return [_DecidedPart(part, part.texts[i], shares) for part, i, shares in each]


def _widened(parts: Sequence[_Part], limits: Mapping[str, int]) -> list[_Part]:
    """Return each part of the table with one more possible text, so that all texts together can be made of
    the cards in the packs. The search for texts treats each part alone and may have dropped such a text. If
    no such texts exist, return the parts unchanged."""
    ways = [part.ways[0] for part in parts]
    options = [[c for c, _ in options_of(letters)] for way in ways for letters in way.letters]
    faces = assign_faces(options, limits)
    if faces is None:
        return list(parts)
    rest, wider = iter(faces), []
    for part, way in zip(parts, ways, strict=True):
        text = "".join(next(rest) for _ in way.cards)
        sight = log(max(way.share, 1e-12)) + sum(
            dict(options_of(letters))[c] for letters, c in zip(way.letters, text, strict=True)
        )
        known = any(t.text == text and t.way == 0 for t in part.texts)
        wider.append(part if known else replace(part, texts=(*part.texts, PartText(0, text, sight, sight))))
    return wider


def _letters(count: int, parts: Sequence[_DecidedPart]) -> tuple[Letters, ...]:
    """Return the possible letters of each of `count` cards with their probabilities, after all cards were
    decided together. A letter in any text that took part in this decision has the share of all texts with it.
    Any other letter keeps its probability by sight."""
    letters_of_cards: list[Letters] = [()] * count
    for decided_part in parts:
        part, way = decided_part.part, decided_part.way
        covered = min(1.0, sum(exp(t.sight) for t in part.texts))
        for card, letters in _letter_weights(part, decided_part.shares, covered).items():
            place = way.cards.index(card)
            total_by_sight = sum(p for _, p in way.letters[place])
            letters_of_cards[card] = _first(decided_part.text.text[place], letters, total_by_sight)
    return tuple(letters_of_cards)


def _letter_weights(part: _Part, shares: Sequence[float], covered: float) -> dict[int, dict[str, float]]:
    """Return the weight of each possible letter of each card of a part, by the card's index.

    The weights are those by sight, corrected by the decision about all parts together. Each text that took
    part in this decision counts with its share, and not with its probability by sight. `covered` is the
    probability by sight of all these texts together.
    """
    sums: dict[int, dict[str, float]] = {card: defaultdict(float) for card in part.cards}
    for way in part.ways:
        for card, letters in zip(way.cards, way.letters, strict=True):
            total = sum(p for _, p in letters)
            for letter, p in letters if total > 0 else ((MASTER, total := 1.0),):
                sums[card][letter] += way.share * p / total
    for text, share in zip(part.texts, shares, strict=True):
        shift = covered * share - exp(text.sight)
        for card, letter in zip(part.ways[text.way].cards, text.text, strict=True):
            sums[card][letter] += shift
    return sums


def _first(letter: str, shares: Mapping[str, float], total_by_sight: float) -> Letters:
    """Return the letters of one card with their probabilities: `letter` first, then the others by
    probability. `total_by_sight` is the probability that the reader gave to all letters of the card
    together."""
    ranked = sorted(shares.items(), key=lambda item: (item[0] != letter, -item[1], item[0]))
    return tuple((c, min(1.0, p * total_by_sight)) for c, p in ranked if p * total_by_sight > 0)


def _unlisted_cards(parts: Sequence[_DecidedPart], words: WordList) -> set[int]:
    """Return the indices of the cards that are in no listed word. Only sight supports their letters."""
    unlisted = set[int]()
    for part in parts:
        way, text = part.way, part.text.text
        lines = [run for run in way.runs if len(run) > 1]
        listed = {n for run in lines if is_listed("".join(text[n] for n in run), words) for n in run}
        unlisted |= {way.cards[n] for run in lines for n in run if n not in listed}
    return unlisted


def _capped(
    letters: tuple[Letters, ...], observation: Observation, unlisted: Collection[int]
) -> tuple[Letters, ...]:
    """Return the letters of all cards, some of them made unsure: a card that is in no listed word
    (`unlisted`) stays sure only if sight alone makes it sure. For this test M and W count as one letter,
    since the direction of the line decides between them."""
    capped = list(letters)
    for i in unlisted:
        if not letters[i] or letters[i][0][1] < MIN_SURE_LETTER_PROBABILITY:
            continue
        (letter, _), *rest = letters[i]
        card = observation.cards[i]
        same_letter = [reading for reading in card.readings if reading.letter == letter]
        turned = {other.letter for reading in same_letter for other in rotated_readings(card, reading)}
        if (
            sum(p for seen, p in card.letters() if seen == letter or seen in turned)
            < MIN_SURE_LETTER_PROBABILITY
        ):
            capped[i] = ((letter, BARELY_UNSURE_PROBABILITY), *rest)
    return tuple(capped)


def _settled(
    arrangement: Arrangement,
    parts: Sequence[_DecidedPart],
    letters: Sequence[Letters],
    words: WordList | None,
    limits: Mapping[str, int] | None,
) -> Arrangement:
    """Return the arrangement with the decided letters, the words that they spell, and the doubts that
    remain."""
    text = {card: letter for part in parts for card, letter in part.letters()}
    grid = arrangement.grid
    if grid is not None:
        named = named_grid({cell: text[i] for cell, i in _cells(grid).items()}, words)
        named |= {cell: MASTER for cell, i in _cells(grid).items() if not letters[i]}
        grid = replace(grid, rows=_rows(grid, named), letters={i: letters[i] for i in grid.letters})
        text |= {i: named[cell] for cell, i in _cells(grid).items()}
    turned = {part.part.cards: part.text.way == 1 for part in parts}
    spelt = [_word(word, turned.get(word.cards, False), text, letters, words) for word in arrangement.words]
    doubts = [
        *_doubtful_letters(arrangement, letters),
        *_two_way_words(parts, words),
        *_surplus_cards(parts, limits),
        *(
            d
            for d in arrangement.doubts
            if not isinstance(d, DoubtfulLetter | TwoWayWord) or _is_about_crossword(d, grid)
        ),
    ]
    return replace(arrangement, words=tuple(spelt), grid=grid, doubts=tuple(doubts))


def _rows(grid: SeenGrid, text: Mapping[Cell, str]) -> tuple[str, ...]:
    return tuple("".join(text.get((c, r), ".") for c in range(len(row))) for r, row in enumerate(grid.cells))


def _word(
    word: SeenWord,
    turned: bool,
    text: Mapping[int, str],
    letters: Sequence[Letters],
    words: WordList | None,
) -> SeenWord:
    if turned:
        word = word.turned(word.text)
    letters_read = "".join(text[i] for i in word.cards)
    # An unread card is not known to be a Master, and gets no letter.
    return replace(
        word,
        text=with_masters_named(letters_read, words) if all(letters[i] for i in word.cards) else letters_read,
        letters=tuple(letters[i] for i in word.cards),
    )


def _doubtful_letters(arrangement: Arrangement, letters: Sequence[Letters]) -> Iterator[DoubtfulLetter]:
    """Yield a doubt for each card in play whose letter is still not sure."""
    played = {i for word in (*arrangement.words, *arrangement.lone) for i in word.cards}
    for i in sorted(played):
        if not letters[i] or letters[i][0][1] < MIN_SURE_LETTER_PROBABILITY:
            yield DoubtfulLetter(i, letters[i])


def _two_way_words(parts: Sequence[_DecidedPart], words: WordList | None) -> Iterator[TwoWayWord]:
    """Yield a doubt for each word that reads equally well, as another word, from its other end."""
    for part in parts:
        text, shared = part.text, zip(part.shares, part.part.texts, strict=True)
        others = [(share, t) for share, t in shared if t.way != text.way]
        if sum(share for share, _ in others) < 1 - MIN_SURE_LETTER_PROBABILITY:
            continue
        other = max(others, key=lambda o: o[0])[1].text
        if other != text.text and (words is None or is_listed(other, words) >= is_listed(text.text, words)):
            yield TwoWayWord(part.way.cards, with_masters_named(text.text, words), other)


def _surplus_cards(parts: Sequence[_DecidedPart], limits: Mapping[str, int] | None) -> Iterator[SurplusCards]:
    """Yield a doubt for each face of which more cards were read than the packs hold."""
    if limits is not None:
        for face, seen in sorted(Counter("".join(part.text.text for part in parts)).items()):
            if seen > limits.get(face, 0):
                yield SurplusCards(face, seen, limits.get(face, 0))


def _is_about_crossword(doubt: LayoutDoubt, grid: SeenGrid | None) -> bool:
    """Return True if `doubt` is about the direction of a word of the crossword. Such a doubt is kept, because
    `_two_way_words` finds doubts only for words that are not part of the crossword."""
    return isinstance(doubt, TwoWayWord) and grid is not None and set(doubt.cards) <= set(grid.letters)

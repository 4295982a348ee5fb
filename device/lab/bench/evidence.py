"""Measure how much each kind of evidence helps to read letters. Check that no evidence overrules letters that
are seen clearly.

The letters are read on labelled photographs, and on successive positions of simulated play. A simulated poor
reader sees these positions: the *hard eye* of `misreadings.py`. For the check, bluffs (unlisted words) are
seen clearly.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from device.lab.bench.figures import measure as figured
from device.lab.bench.misreadings import Bank, observe, store_readings
from device.lab.bench.reading import SETS, count_words
from engine.cards import MASTER, PACKS
from engine.catalogue import configured
from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.explain import ExplanationContext, SettledPosition, explanations
from engine.layout import Decision, arrange, decide_letters
from engine.moves import Discard, faces, played, taken
from engine.position import Rows
from engine.shared.players import Mind, choose
from engine.shared.scene import LyingCard
from engine.words import WordList
from vision.lab.measuring.measure import LabelledPhoto, LabelledPiece, ece, labelled, matched
from vision.picture import load
from vision.reader import PhotoReading, Reader

DEGRADED_PICTURES: Final = 30
"""Number of degraded pictures that are read, with some 1,000 cards. The hard eye, a simulated poor reader,
repeats these readings."""
SEQUENCES: Final = 12
MAX_PLAYS: Final = 9
"""Maximum number of plays in one game. The table is full after them."""
BLUFF_COUNT: Final = 1000
FIGURE_PICTURES: Final = 12
"""Number of pictures, for each kind of print, on which the benefit of the red figures is measured: some 280
cards. The pictures of the hard eye (a simulated poor reader) are too small for legible figures."""
MANY_PACKS: Final = 99
"""A number of packs with which no letter can run out. It switches the evidence of the packs off."""

Limits = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class EvidenceKinds:
    """Which evidence is used to read letters besides the picture, such as the word list."""

    packs: bool = False
    """True if the packs count as evidence. A pack limits how many cards can have the same letter."""
    previous: bool = False
    """True if the position before the play counts as evidence."""
    words: bool = False
    """True if the word list counts as evidence."""


READING_EVIDENCE: Final = {
    "sight": EvidenceKinds(),
    "sight + packs": EvidenceKinds(packs=True),
    "sight + words": EvidenceKinds(words=True),
    "all": EvidenceKinds(packs=True, words=True),
}
PLAY_EVIDENCE: Final = {
    "sight": EvidenceKinds(),
    "sight + packs": EvidenceKinds(packs=True),
    "sight + previous": EvidenceKinds(previous=True),
    "sight + words": EvidenceKinds(words=True),
    "all but packs": EvidenceKinds(previous=True, words=True),
    "all but previous": EvidenceKinds(packs=True, words=True),
    "all but words": EvidenceKinds(packs=True, previous=True),
    "all": EvidenceKinds(packs=True, previous=True, words=True),
}


@dataclass(slots=True)
class ReadingScore:
    """The results of reading words with one choice of evidence (`EvidenceKinds`)."""

    cards: int = 0
    """The number of cards whose letters were compared with the truth."""
    right: int = 0
    """The number of letters read right."""
    words: int = 0
    """The number of words that lay on the tables."""
    exact: int = 0
    """The number of words that were read with every letter right."""
    sure_wrong: int = 0
    """The number of letters, or of whole explanations of a play, that were given as sure and are wrong."""
    predictions: list[tuple[float, bool]] = field(default_factory=list)
    """Two values for each letter: the reader's confidence, 0 to 1, and true if the letter is right."""

    def row(self) -> dict[str, float | int]:
        """Return the counts, and the letters and words read right as shares, 0 to 1."""
        return {
            "cards": self.cards,
            "letters_right": round(self.right / max(1, self.cards), 4),
            "words": self.words,
            "words_exact": round(self.exact / max(1, self.words), 4),
            "sure_and_wrong": self.sure_wrong,
        } | ({"ece": round(ece(self.predictions), 4)} if self.predictions else {})


def measure(photos: Path | None, words: WordList, seed: int = 1) -> dict[str, Any]:
    """Return how well letters and words are read with and without each kind of evidence, the number of bluffs
    that were overruled, and the benefit of the red figures."""
    bank = store_readings(DEGRADED_PICTURES, seed)
    tables = list(_sequences(words, seed))
    return {
        "eye": {"cards": sum(map(len, bank.values())), "right": round(_sight_share(bank), 4)},
        "read": _read(tables, bank, words, seed),
        "play": _play(tables, bank, words, seed),
        "bluffs": _bluffs(bank, words, seed),
        "figures": figured(FIGURE_PICTURES, seed),
    } | ({"photos": _photos(photos, words)} if photos else {})


def _sight_share(bank: Bank) -> float:
    """Return the share of the hard eye's stored readings whose likeliest letter is right. The hard eye is a
    simulated poor reader."""
    right = [_best(readings) == letter for letter, many in bank.items() for readings in many]
    return sum(right) / max(1, len(right))


def _best(readings: Sequence[Any]) -> str:
    sums: Counter[str] = Counter()
    for reading in readings:
        sums[reading.letter] += reading.probability
    return max(sums, key=lambda c: sums[c])


@dataclass(frozen=True, slots=True)
class Positions:
    """The words on the table before and after a play."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def _sequences(words: WordList, seed: int) -> Iterator[Positions]:
    """Play simulated games of honest players, each game with one pack. Yield the words before and after each
    play."""
    game = configured("lexicon")
    for n in range(SEQUENCES):
        rng = Random(seed * 1000 + n)
        stock = list(game.pack.cards())
        rng.shuffle(stock)
        hand, position = "".join(stock[:10]), Rows()
        del stock[:10]
        for _ in range(MAX_PLAYS):
            intent = choose(Mind(game, words, position, hand), rng)
            if isinstance(intent.move, Discard) or not isinstance(intent.result, Rows):
                break
            left = Counter(hand) - Counter(played(intent.move)) + Counter(taken(intent.move))
            hand = "".join(left.elements())
            drawn, stock = stock[: 10 - len(hand)], stock[max(0, 10 - len(hand)) :]
            hand += "".join(drawn)
            yield Positions(position.words, intent.result.words)
            position = intent.result


def _lay_words(words: Sequence[str], rng: Random) -> list[LyingCard]:
    """Return the cards of `words`, laid in two columns. Every third word is upside down, as for a player
    opposite."""
    cards = []
    for i, word in enumerate(words):
        x, y, turned = *_place(i), 180 * (i % 3 == 2)
        for n, letter in enumerate(faces(word)):
            along = (n - (len(word) - 1) / 2) * 58.5 * (-1 if turned else 1)
            cards.append(LyingCard(letter, x + along, y + rng.gauss(0, 1.5), turned + rng.gauss(0, 1.2)))
    return cards


def _place(i: int) -> tuple[float, float]:
    return 350.0 + 680 * (i % 2), 80.0 + 125 * (i // 2)


def _nearest(at: tuple[float, float], count: int) -> int:
    gaps = [(at[0] - x) ** 2 + (at[1] - y) ** 2 for x, y in map(_place, range(count))]
    return gaps.index(min(gaps))


def _count(score: ReadingScore, truth: Sequence[str], texts_by_place: Mapping[int, str]) -> None:
    """Compare what was read with the true words `truth` of a table, and add the counts of words and letters
    to `score`. `texts_by_place` has the text that was read in place of each word, by the word's index."""
    for i, word in enumerate(map(faces, truth)):
        text = texts_by_place.get(i, "")
        score.words += 1
        score.exact += text == word
        score.cards += len(word)
        score.right += sum(a == b for a, b in zip(text, word, strict=True)) if len(text) == len(word) else 0


def _play(tables: Sequence[Positions], bank: Bank, words: WordList, seed: int) -> dict[str, Any]:
    """Lay plays that the hard eye (a simulated poor reader) sees, and explain each from the position before
    the play. Return how well words and cards are read with each choice of evidence."""
    game, none = configured("lexicon"), WordList.of([])
    rows = {}
    for name, kinds in PLAY_EVIDENCE.items():
        score, rng = ReadingScore(), Random(seed)
        context = ExplanationContext(game, words if kinds.words else none, 1 if kinds.packs else MANY_PACKS)
        for table in tables:
            settled = SettledPosition(Rows())
            if kinds.previous and table.before:
                settled = _settled_position(table.before, bank, context)
            best = explanations(settled, observe(_lay_words(table.after, rng), bank, rng), context)[0]
            assert isinstance(best.after, Rows)
            pairs = zip(best.after.words, best.places, strict=True)
            texts_by_place = {_nearest(p.centre, len(table.after)): faces(w) for w, p in pairs if p and w}
            _count(score, table.after, texts_by_place)
            score.sure_wrong += best.share >= MIN_SURE_LETTER_PROBABILITY and texts_by_place != dict(
                enumerate(map(faces, table.after))
            )
        rows[name] = score.row()
    return rows


def _settled_position(before: Sequence[str], bank: Bank, context: ExplanationContext) -> SettledPosition:
    """Return the position `before` a play in the form in which the table knows the position. All words are
    right, because people have answered the table's questions."""
    clear = observe(_lay_words(before, Random(0)), bank, Random(0), clear=0.97)
    best = explanations(SettledPosition(Rows()), clear, context)[0]
    places = {_nearest(p.centre, len(before)): p for p in best.places if p}
    return SettledPosition(Rows(tuple(before)), tuple(places.get(i) for i in range(len(before))))


def _read(tables: Sequence[Positions], bank: Bank, words: WordList, seed: int) -> dict[str, Any]:
    """Let the hard eye (a simulated poor reader) read the table after each play as a single photograph.
    Return how well words and letters are read with each choice of evidence."""
    limits = configured("lexicon").pack.limits()
    rows = {}
    for name, kinds in READING_EVIDENCE.items():
        score, rng = ReadingScore(), Random(seed)
        listed, held = words if kinds.words else None, limits if kinds.packs else None
        for table in tables:
            cards = _lay_words(table.after, rng)
            seen = observe(cards, bank, rng)
            read = decide_letters(seen, arrange(seen, listed, "rows"), listed, held)
            _count_read(score, table.after, cards, read)
        rows[name] = score.row()
    return rows


def _count_read(
    score: ReadingScore, truth: Sequence[str], cards: Sequence[LyingCard], decision: Decision
) -> None:
    """Compare a reading of a photograph with the true words `truth` and the true `cards`, and add the counts
    to `score`. `decision` is the reading."""
    texts_by_place = {_nearest(w.centre, len(truth)): faces(w.text) for w in decision.arrangement.words}
    for i, word in enumerate(map(faces, truth)):
        score.words += 1
        score.exact += texts_by_place.get(i) == word
    for card, letters in zip(cards, decision.letters, strict=True):
        _letter(score, letters[0] if letters else ("", 0.0), card.letter)


def _letter(score: ReadingScore, reading: tuple[str, float], truth: str) -> None:
    score.cards += 1
    score.right += reading[0] == truth
    score.sure_wrong += reading[0] != truth and reading[1] >= MIN_SURE_LETTER_PROBABILITY
    score.predictions.append((reading[1], reading[0] == truth))


def _bluffs(bank: Bank, words: WordList, seed: int) -> dict[str, int]:
    """Lay bluffs (unlisted words) whose letters are seen clearly. Return the number of bluffs that a reading,
    or an explanation of the play, changed to other letters."""
    rng, game = Random(seed), configured("lexicon")
    context, overruled_read, overruled_play, laid = ExplanationContext(game, words), 0, 0, 0
    while laid < BLUFF_COUNT:
        text = "".join(rng.sample(game.pack.cards().replace(MASTER, ""), rng.randrange(3, 8)))
        if text in words:
            continue
        laid += 1
        seen = observe(_lay_words([text], rng), bank, rng, clear=MIN_SURE_LETTER_PROBABILITY)
        read = decide_letters(seen, arrange(seen, words, "rows"), words, game.pack.limits())
        overruled_read += sorted(letters[0][0] for letters in read.letters) != sorted(text)
        played_now = explanations(SettledPosition(Rows()), seen, context)[0].after
        overruled_play += not isinstance(played_now, Rows) or not _same_cards(played_now.words, text)
    return {"laid": laid, "overruled_reading": overruled_read, "overruled_in_play": overruled_play}


def _same_cards(texts: Sequence[str], text: str) -> bool:
    return sorted("".join(texts)) == sorted(text)


def _photos(folder: Path, words: WordList) -> dict[str, Any]:
    """Read each photograph of the labelled sets. Return the results of each set with and without each kind of
    evidence."""
    reader, rows = Reader.load(), {}
    for name, (place, kind) in SETS.items():
        if not (folder / place).is_dir():
            continue
        scores = {row: ReadingScore() for row in READING_EVIDENCE}
        for photo in labelled(folder / place):
            seen = reader.read(load(photo.path), kind)
            for row, kinds in READING_EVIDENCE.items():
                _photo(scores[row], photo, seen, words if kinds.words else None, kinds.packs)
        rows[name] = {row: score.row() for row, score in scores.items()}
    return rows


def _photo(
    score: ReadingScore, photo: LabelledPhoto, seen: PhotoReading, words: WordList | None, packs: bool
) -> None:
    limits = _limits(photo.pieces) if packs else None
    decision = decide_letters(seen.observation, arrange(seen.observation, words), words, limits)
    place = {id(piece): i for i, piece in enumerate(seen.pieces)}
    for n, piece in matched(photo.pieces, seen.pieces).items():
        truth = photo.pieces[n]
        if truth.counted and truth.letter is not None:
            letters = decision.letters[place[id(piece)]]
            _letter(score, letters[0] if letters else ("", 0.0), truth.letter)
    exact, total = count_words(photo, decision.arrangement)
    score.exact, score.words = score.exact + exact, score.words + total


def _limits(pieces: Sequence[LabelledPiece]) -> Limits | None:
    """Return the maximum number of cards of each letter on a photographed table; None if no pack fits.

    The maximum comes from the first known pack that has at least the labelled cards `pieces`. If no pack has
    them, it comes from two packs of one kind.
    """
    shown = Counter(p.letter for p in pieces if p.letter is not None)
    for packs in (1, 2):
        for pack in PACKS.values():
            limits = pack.limits(packs)
            if pack.certain and all(limits.get(face, 0) >= n for face, n in shown.items()):
                return limits
    return None

"""Lay out words, crosswords, hands and piles. A layout lists its cards in the order in which they were put
down."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from deploy.lab.traced.crosswords import crossword
from deploy.lab.traced.faces import PackStyle, Rng
from deploy.lab.traced.prints import BACK
from deploy.lab.traced.spots import CardSpot, are_apart, centred, moved
from engine.cards import MASTER, WADDINGTONS
from engine.words import WordList

Facing = str
"""The sides of the table from which words are read: `shared` for one side, `multi` for several."""

AMBIGUOUS_LETTERS: Final = frozenset("MW")
"""The letters that become another letter upside down. Where the cards of a deck do not show which way is
up, no card with such a letter is laid alone."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word on the table, as the labels name it."""

    text: str
    """The word with all its letters. A Master counts as the letter for which it stands."""
    pattern: str
    """The word with `*` in place of each Master."""
    layout: str
    """The direction of the word: `row` if it is read from left to right, `column` if it is read downwards."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The cards on a table, with their words."""

    spots: list[CardSpot]
    """The cards in the order in which they were put down. Their heights are not computed yet."""
    words: list[Word]
    """The words on the table. Each card says by their indices to which words it belongs."""
    facing: Facing | None = None
    """The sides from which the words are read, or None if a crossword or hands lie on the table."""


_SYMMETRIC_LETTERS: Final = frozenset("HINOSXZ")
"""The letters that look the same after half a turn."""


class Vocabulary:
    """The words for one table. They are drawn from the word list, and no word is drawn twice.

    A word whose cards look the same upside down is left out if its letters in reverse order are a word,
    too.
    """

    def __init__(self, rng: Rng, words: WordList, deck: PackStyle) -> None:
        self._rng, self._words, self._symmetric = rng, words, deck.is_symmetric
        self._used: set[str] = set()

    def draw(self, least: int = 2, most: int = 8) -> str:
        """Return a random word of `least` to `most` letters that was not returned before."""
        while True:
            length = int(self._rng.integers(least, most + 1))
            some = self._words.of_length(length)
            word = some[int(self._rng.integers(len(some)))]
            alike = self._symmetric or set(word) <= _SYMMETRIC_LETTERS
            if word not in self._used and not (alike and word[::-1] in self._words):
                self._used.add(word)
                return word

    def with_master(self, word: str) -> str:
        """Return the word with a Master in place of one letter, chosen so that only this one letter
        completes a listed word. Return the word unchanged if no letter can be chosen, or if the word has
        fewer than four letters."""
        for k in self._rng.permutation(len(word)):
            pattern = word[: int(k)] + MASTER + word[int(k) + 1 :]
            if len(word) > 3 and len(self._words.matching(pattern)) == 1:
                return pattern
        return word


def word_layout(rng: Rng, deck: PackStyle, words: WordList, count: int) -> Layout:
    """Return a layout of `count` words: in rows one below another, or around the table in any direction."""
    vocabulary = Vocabulary(rng, words, deck)
    faces = [vocabulary.draw() for _ in range(count)]
    if deck.design != "L3":
        # A Master without corner letters is not recognised in a word that hides part of its picture.
        faces = [vocabulary.with_master(w) if rng.random() < 0.2 else w for w in faces]
    named = [_named(face, words) for face in faces]
    step = _step(rng, deck)
    blocks = [_row(rng, face, n, step) for n, face in enumerate(faces)]
    facing = "shared" if rng.random() < 0.6 else "multi"
    laid = _rows(rng, deck, blocks) if facing == "shared" else _anywhere(rng, deck, blocks)
    laid += _piles(rng, deck, laid)
    return Layout(centred(laid), [Word(t, p, "row") for t, p in named], facing)


def _named(face: str, words: WordList) -> tuple[str, str]:
    """Return two forms of a word that was laid with the cards `face`: the word itself, and the word with `*`
    for each Master."""
    return (words.matching(face)[0] if MASTER in face else face), face.replace(MASTER, "*")


def _step(rng: Rng, deck: PackStyle) -> float:
    """Return a random distance from one card of a row to the next, mm. The cards lie apart, touch, or overlap
    so far that their corner letters stay visible."""
    style = rng.random()
    if style < 0.35:
        return deck.width + float(rng.uniform(1.0, 8.0))
    if style < 0.7 or deck.design == "L3":
        return deck.width + float(rng.uniform(-0.6, 0.8))
    free = 6.0 + 1.35 * deck.corner_letter_height
    return float(rng.uniform(max(free / deck.width, 0.42), 0.95)) * deck.width


def _row(rng: Rng, faces: str, word: int, step: float) -> list[CardSpot]:
    """Return the cards of a word from left to right around the origin. Later cards lie on earlier ones."""
    slack = float(rng.choice((0.3, 0.9, 2.2)))
    first = -step * (len(faces) - 1) / 2
    return [
        CardSpot(
            face, first + k * step + float(rng.normal(0, 0.3)), float(rng.normal(0, 0.6 * slack)),
            float(rng.normal(0, slack)), "word", (word,), bow=_bow(rng),
        )
        for k, face in enumerate(faces)
    ]  # fmt: skip


def _bow(rng: Rng) -> float:
    return float(rng.normal(0, 0.6)) if rng.random() < 0.6 else 0.0


def _rows(rng: Rng, deck: PackStyle, blocks: Sequence[list[CardSpot]]) -> list[CardSpot]:
    """Return the words in rows one below another, in one column or two. Some rows are indented."""
    columns = 2 if len(blocks) > 3 and max(map(len, blocks)) < 7 else 1
    laid: list[CardSpot] = []
    per = -(-len(blocks) // columns)
    right = 0.0
    for c in range(columns):
        column = blocks[c * per : (c + 1) * per]
        widest = max((_width(block, deck) for block in column), default=0.0)
        for k, block in enumerate(column):
            indent = float(rng.uniform(0, widest - _width(block, deck))) if rng.random() < 0.5 else 0.0
            x = right + indent + _width(block, deck) / 2
            y = -k * deck.height * 1.0 - k * float(rng.uniform(8.0, 26.0))
            laid += moved(block, float(rng.normal(0, 1.2)), (x, y))
        right += widest + deck.width * float(rng.uniform(0.7, 1.2))
    return _untangled(laid, blocks, deck)


def _untangled(laid: list[CardSpot], blocks: Sequence[list[CardSpot]], deck: PackStyle) -> list[CardSpot]:
    """Return the cards with their rows moved down until each row is at least 6 mm from the rows before it."""
    groups = [[s for s in laid if s.words == block[0].words] for block in blocks]
    done: list[CardSpot] = []
    for group in groups:
        while not are_apart(group, done, (deck.width, deck.height), 6.0):
            group = moved(group, 0.0, (0.0, -6.0))
        done += group
    return done


def _width(block: list[CardSpot], deck: PackStyle) -> float:
    return max(s.x for s in block) - min(s.x for s in block) + deck.width


def _anywhere(rng: Rng, deck: PackStyle, blocks: Sequence[list[CardSpot]]) -> list[CardSpot]:
    """Return the cards of the words `blocks`, laid at free places of the table. Each word is turned towards
    a random side of the table."""
    laid: list[CardSpot] = []
    for block in blocks:
        place = _free_place(
            rng, deck, block, laid, lambda: 90.0 * int(rng.integers(4)) + float(rng.normal(0, 6))
        )
        laid += place
    return laid


def _free_place(
    rng: Rng,
    deck: PackStyle,
    block: list[CardSpot],
    laid: list[CardSpot],
    turn: Callable[[], float],
    gap: float = 18.0,
) -> list[CardSpot]:
    """Return the cards `block`, turned by an angle that `turn` draws, at a random place at least `gap` mm
    from the cards `laid`.

    Places near the middle are tried first.
    """
    reach = 40.0
    while True:
        by = (float(rng.uniform(-1.3, 1.3)) * reach, float(rng.uniform(-0.9, 0.9)) * reach)
        place = moved(block, turn(), by)
        if are_apart(place, laid, (deck.width, deck.height), gap):
            return place
        reach += 6.0


def _piles(rng: Rng, deck: PackStyle, laid: list[CardSpot]) -> list[CardSpot]:
    """Return the cards of the stock and of the exposed pile, at a place clear of the cards `laid`. In one
    case of three return none."""
    if rng.random() < 0.35:
        return []
    count = int(rng.integers(8, 40))
    slack = deck.width * float(rng.uniform(1.12, 1.5))
    pile = [CardSpot(BACK, -slack / 2, 0.0, float(rng.normal(0, 3)), "stock", stack=count)]
    exposed = _loose(rng, deck, int(rng.integers(1, 4)))
    for k, face in enumerate(exposed):
        last = k == len(exposed) - 1
        # The cards lie only a little askew: a lower card, which is not in play, must show no corner letter.
        x, y = (0.0 if last else float(rng.uniform(-2.4, 2.4)) for _ in range(2))
        pile.append(CardSpot(face, slack / 2 + x, y, float(rng.normal(0, 1.5)), "discard"))
    return _free_place(rng, deck, pile, laid, lambda: float(rng.normal(0, 6)), 14.0)


def _loose(rng: Rng, deck: PackStyle, count: int) -> str:
    """Return `count` random letters of the pack. M and W are left out if the cards of the deck do not show
    which way is up."""
    pack = WADDINGTONS.cards()
    fair = [c for c in pack if c not in AMBIGUOUS_LETTERS or deck.underline or deck.design != "L3"]
    return "".join(fair[int(k)] for k in rng.choice(len(fair), count, replace=False))


def crossword_layout(rng: Rng, deck: PackStyle, words: WordList, count: int) -> Layout:
    """Return a layout of a crossword of up to `count` words, whose cards lie close together."""
    vocabulary = Vocabulary(rng, words, deck)
    grid = crossword(rng, lambda: vocabulary.draw(2, 8), count)
    across, down = (side + float(rng.uniform(-0.2, 2.5)) for side in (deck.width, deck.height))
    slack = float(rng.choice((0.3, 0.8, 1.5)))
    spots = []
    for (x, y), letter in grid.letters.items():
        owners = tuple(n for n, (_, cells) in enumerate(grid.words) if (x, y) in cells)
        at = (x * across + float(rng.normal(0, 0.5 * slack)), -y * down + float(rng.normal(0, 0.5 * slack)))
        spots.append(CardSpot(letter, *at, float(rng.normal(0, slack)), "word", owners, bow=_bow(rng)))
    named = [
        Word(word, word, "row" if cells[0][1] == cells[-1][1] else "column") for word, cells in grid.words
    ]
    spots += _piles(rng, deck, spots) if rng.random() < 0.4 else []
    return Layout(centred(spots), named)


def ordered(layout: Layout, number: int) -> list[int]:
    """Return the indices in `layout.spots` of the cards of word `number`, in reading order.

    In a crossword a card may belong to two words.
    """
    members = [n for n, s in enumerate(layout.spots) if number in s.words]
    a = layout.spots[members[0]].turn
    down = layout.words[number].layout == "column"
    turned = moved(layout.spots, -a)
    return sorted(members, key=lambda n: -turned[n].y if down else turned[n].x)


def hand_layout(rng: Rng, deck: PackStyle, count: int) -> Layout:
    """Return a layout of `count` hands, each fanned out, or in a row in which every card lies partly on the
    card before. The corner letter of every card stays visible."""
    laid: list[CardSpot] = []
    for hand in range(count):
        faces = _loose(rng, deck, int(rng.integers(4, 11)))
        make = _fan if rng.random() < 0.6 else _slide
        block = [replace(s, hand=hand) for s in centred(make(rng, deck, faces))]
        laid += _free_place(
            rng, deck, block, laid, lambda: 90.0 * int(rng.integers(4)) + float(rng.normal(0, 12))
        )
    laid += _piles(rng, deck, laid)
    return Layout(centred(laid), [])


def _fan(rng: Rng, deck: PackStyle, faces: str) -> list[CardSpot]:
    """Return the cards of a fan from left to right. Later cards lie on earlier ones, whose upper left corners
    stay visible."""
    pivot = deck.height * float(rng.uniform(1.0, 2.2))
    free = _free(deck) * float(rng.uniform(1.0, 1.5))
    turn = free / (pivot + deck.height / 2)
    spots = []
    for k, face in enumerate(faces):
        a = (k - (len(faces) - 1) / 2) * turn + float(rng.normal(0, 0.04 * turn))
        x, y = pivot * math.sin(a), pivot * math.cos(a) - pivot
        spots.append(CardSpot(face, x, y, -math.degrees(a), "hand"))
    return spots


def _slide(rng: Rng, deck: PackStyle, faces: str) -> list[CardSpot]:
    free = _free(deck) * float(rng.uniform(1.0, 1.7))
    return [
        CardSpot(face, k * free, float(rng.normal(0, 1.0)), float(rng.normal(0, 1.2)), "hand")
        for k, face in enumerate(faces)
    ]


def _free(deck: PackStyle) -> float:
    """Return the width, mm, of the strip at a card's left edge that shows its corner letter whole. The next
    card leaves this strip uncovered."""
    return 5.0 + 1.12 * deck.corner_letter_height

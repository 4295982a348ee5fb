"""Write plays of Lexicon as lines of notation, many at once: `+CAT`, `2:CAT<SCaT`, `2:CAT=CoT`.

New words of equal length that change the same word on the table are joined into one text. A slice of this
text then holds the letters of all words at one place. A few operations turn the letters that no card
gives into Masters, in all words at once. The rank of a line is one number. A line becomes a move only
when it is read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import add as plus
from typing import Final, NamedTuple

from engine.best.choosing import LINE_END, Batch, MasterChoices, add_to_batch, octet_marks
from engine.best.play_rank import Costs, Lines
from engine.cards import LETTERS, MASTER

_NOT_MASTERS: Final = bytes(code for code in range(128) if not chr(code).islower() and chr(code) != LINE_END)


@dataclass(frozen=True, slots=True)
class LineForm:
    """The common part of many plays in notation: the text before the word, the cards beneath it, and the
    cards of the hand."""

    head: str
    """The text at the beginning of each line of notation, before the word."""
    wild: int
    """The number of Masters that the player may use."""
    costs: Costs
    """The amounts that Masters add to the rank of a word."""
    lying: str
    """The cards on the squares that a word covers, with `.` for an empty square."""
    letters: Mapping[str, int]
    """The number of each letter in the hand. Other letters need Masters."""

    def batch(self, unused_masters: int, *, needs_master: bool = False) -> Batch:
        """Return the `Batch` of the plays of this form to which up to `unused_masters` further Masters can be
        added."""
        return Batch(len(self.lying), len(self.head), unused_masters, needs_master)


class RankedWords(NamedTuple):
    """One or more words of equal length, with the rank of each word."""

    words: Sequence[str]
    """The words in upper case."""
    ranks: Sequence[int]
    """The rank of each word if it is laid without a Master; the best rank is the lowest."""


def add_lines(
    found: Lines,
    master_choices: MasterChoices,
    form: LineForm,
    ranked: RankedWords,
    *,
    needs_master: bool = False,
) -> None:
    """Add to `found` a play for each word, as a line of notation, with Masters for the letters that the
    hand lacks.

    Plays that may get further Masters are also added to `master_choices`. If `needs_master`, the hand has
    too few cards of some letter for the words. Then they need further Masters and are added only to
    `master_choices`.
    """
    lines, needs = _needed(form, ranked.words)
    ranks = list(map(plus, ranked.ranks, map(form.costs.__getitem__, needs)))
    if not needs_master:
        found.add(lines, ranks)
    masters = bytes(map(len, needs))
    for unused_masters in range(1, form.wild + 1):
        some = masters.translate(octet_marks(form.wild - unused_masters))
        if any(some):
            batch = form.batch(unused_masters, needs_master=needs_master)
            add_to_batch(master_choices, batch, compress(lines, some), compress(ranks, some))


def contains_in_order(cards: str, line: str, start: int = 0) -> bool:
    """Return True if `line`, a play in notation, contains the cards `cards` in their order at or after the
    index `start`. A `?` matches any Master, which is a lower-case letter."""
    place = start
    for card in cards:
        if card == MASTER:
            place = next((i for i in range(place, len(line)) if line[i].islower()), -1) + 1
        else:
            place = line.find(card, place) + 1
        if not place:
            return False
    return True


def _needed(form: LineForm, words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return two lists with an entry for each word: the line of notation, with Masters for the letters that
    the hand lacks, and the letters that these Masters stand for."""
    head = form.head
    sheet = bytearray((head + (LINE_END + head).join(words)).encode())
    width = len(head) + len(words[0]) + len(LINE_END)
    for place, card in enumerate(form.lying, len(head)):
        sheet[place::width] = sheet[place::width].translate(_lowered(frozenset((*form.letters, card))))
    needs = sheet.translate(None, _NOT_MASTERS)
    return sheet.decode().split(LINE_END), needs.decode().split(LINE_END)


@lru_cache(maxsize=1024)  # enough for the sets of letters of a table's words and hands
def _lowered(letters: frozenset[str]) -> bytes:
    """Return the translation table that turns every letter into lower case, which means a Master, except
    those in `letters`."""
    some = "".join(letter for letter in LETTERS if letter not in letters)
    return bytes.maketrans(some.encode(), some.lower().encode())

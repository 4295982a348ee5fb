"""Solve Lexicon Clock Patience with the order of the pack known (CLK).

Every card must end in one of thirteen words. The solver first divides the cards into words: an exact cover,
in which the letters already in the circle are beginnings of words. It then tests whether the pack, turned up
by threes, gives the letters of these words in their order. The first rounds test many partitions with few
orders of play each, and later rounds test more of both. A lone card of the circle that begins no word, or
whose letter is needed inside a word, may be moved to another word once (CLK-1).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from typing import Final

from engine.cards import LETTERS, MASTER
from engine.game import Game
from engine.position import Piles
from engine.rules.circle import centre_place
from engine.rules.patience import CLOCK_WORD_LETTERS
from engine.rules.vocabulary import words_that_count
from engine.solve.answer import Answer, Expired, OutOfTime, Watch
from engine.solve.clock_play import (
    ClockMoment,
    FurthestPlay,
    WaitingRules,
    earlier_moment,
    moves_to,
    search_furthest,
)
from engine.solve.partition import MAX_SIMILAR_PARTITIONS, Choices, Partitions, choices_for
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class _Effort:
    """The limits of one round of the search."""

    width: int
    """The number of positions kept after each card."""
    partitions: int
    """The number of divisions of the cards into words that are tried for each `_Setting`."""
    moved: int
    """The greatest number of lone cards moved."""
    letters: int
    """The number of different letters that are tried for a Master."""
    thorough: bool = False
    """True if partitions that resemble earlier ones are also tried, and if a lone card is moved at every
    possible time."""


ROUND_EFFORTS: Final = (
    _Effort(1, 25, 1, 8),
    _Effort(6, 60, 1, 12),
    _Effort(6, 60, 2, 26),
    _Effort(40, 200, 2, 26),
    _Effort(200, 2000, 3, 26),
)
EFFORT_GROWTH: Final = 4
"""The factor by which `_Effort.width` and `_Effort.partitions` grow in each later round."""
MAX_CARDS_REPAIRED: Final = 9
"""The greatest number of cards left over at which a play that cannot continue is repaired. With more
cards left over, a new play is quicker."""
BACKTRACK_CARDS: Final = (6, 12)
"""The numbers of cards that a repair takes back from the end of a play, in the order in which they are
tried."""
MAX_PARTITIONS: Final = 40
"""The greatest number of ways to divide the remaining cards into words that are tried each time a repair
has taken cards back."""
MAX_LONE_CARDS_ALL_CHOICES: Final = 6
"""The greatest number of lone cards in the circle with which the first round already tries every choice of
cards to move."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """One choice of the lone cards that are moved and of the letters of the Masters. The solver then looks
    for ways to divide these cards into words."""

    moved: frozenset[int]
    """The places whose lone cards are moved."""
    piles: tuple[str, ...]
    """The cards at each place of the clock. Masters are named in lower case."""
    pack: str
    """The cards still to be turned up. Masters are named in lower case."""


def solve_circle(position: Piles, pack: str, words: WordList, game: Game, expired: Expired) -> Answer:
    """Return the solver's answer for `position`, a table of Clock Patience. The centre is the last of its
    piles.

    `pack` are the cards of the stock in the order in which they are turned up. The solver puts the cards of
    `position.turned` before them.
    """
    listed = words_that_count(MASTER * CLOCK_WORD_LETTERS, words, game.vocabulary)
    return _CircleSolver(position, pack, listed, centre_place(game), Watch(expired)).answer()


def _rounds() -> Iterator[_Effort]:
    """Yield the limits of the rounds of the search, without end. Each round has wider limits than the round
    before."""
    yield from ROUND_EFFORTS
    effort = replace(ROUND_EFFORTS[-1], moved=len(LETTERS), thorough=True)
    while True:
        yield effort
        effort = replace(
            effort, width=effort.width * EFFORT_GROWTH, partitions=effort.partitions * EFFORT_GROWTH
        )


class _CircleSolver:
    def __init__(self, position: Piles, pack: str, listed: Sequence[str], centre: int, watch: Watch) -> None:
        turned = position.turned or ""
        self._centre: Final = centre
        self._piles: Final = position.piles
        self._pack: Final = turned + pack
        self._place: Final = len(turned)
        self._listed: Final = listed
        self._waiting_rules: Final = WaitingRules("".join({word[0] for word in listed}), centre)
        self._watch: Final = watch
        self._total: Final = CLOCK_WORD_LETTERS * len(self._piles)
        cards = sum(map(len, self._piles)) + len(self._pack)
        self._may_spare_cards: Final = cards > self._total  # CLK is won with all words complete
        self._has_too_few_cards: Final = cards < self._total
        self._known: Final[dict[str, Choices]] = {}

    def answer(self) -> Answer:
        if self._has_too_few_cards or self._has_useless_card():
            return Answer("impossible")
        try:
            for effort in _rounds():
                round_answer = self._round(effort)
                if round_answer is not None:
                    return round_answer
        except OutOfTime:
            pass
        return Answer("unknown", positions_searched=self._watch.positions_searched)

    def _has_useless_card(self) -> bool:
        """Return True if some card fits into no word that the cards can spell, although every card must be
        used. If so, no complete play exists."""
        have = Counter("".join((*self._piles, self._pack)).upper())
        masters = have.pop(MASTER, 0)
        held = (word for word in self._listed if (Counter(word) - have).total() <= masters)
        return not self._may_spare_cards and bool(set(have).difference(*held))

    def _round(self, effort: _Effort) -> Answer | None:
        """Search for a complete play within the limits of `effort`. Return an answer with this play, or the
        answer "impossible" if every play was tried in vain. Return None if the limits left some plays
        untried."""
        lone = self._lone_places()
        every = len(lone) <= MAX_LONE_CARDS_ALL_CHOICES
        moved = len(lone) if every else effort.moved
        letters = len(LETTERS) if every else effort.letters
        whole = moved >= len(lone) and letters == len(LETTERS)
        for setting in self._settings(lone, moved, letters):
            self._watch.check()
            for number, targets in enumerate(self._partitions(setting, thorough=effort.thorough)):
                if number == effort.partitions:
                    whole = False
                    break
                furthest_play = self._search_furthest(self._start(setting, targets), targets, effort)
                end = self._repaired(furthest_play.end, targets, effort)
                if end.placed == self._total:
                    return Answer("solved", moves_to(end), positions_searched=self._watch.positions_searched)
                whole = whole and furthest_play.exhausted
        return Answer("impossible", positions_searched=self._watch.positions_searched) if whole else None

    def _search_furthest(self, start: ClockMoment, targets: Sequence[str], effort: _Effort) -> FurthestPlay:
        waiting = self._waiting_rules if effort.thorough else None
        return search_furthest(start, targets, effort.width, self._watch.count_step, waiting)

    def _repaired(self, end: ClockMoment, targets: Sequence[str], effort: _Effort) -> ClockMoment:
        """Return the end of a play of Clock Patience, improved if a few cards are still left over.

        Each repair takes the play back by a few cards and continues towards other words. Repairs stop when
        the play is complete, or when a repair lays no more cards than before. If too many cards are left
        over, return `end` unchanged.
        """
        while 0 < self._total - end.placed <= MAX_CARDS_REPAIRED:
            further = self._repair(end, targets, effort)
            if further is None:
                break
            end, targets = further
        return end

    def _repair(
        self, end: ClockMoment, targets: Sequence[str], effort: _Effort
    ) -> tuple[ClockMoment, Sequence[str]] | None:
        """Return a play that lays more cards than `end`, as its last position and its words; None if none is
        found. The play is taken back from `end` by a few cards and continued with other words."""
        for back in BACKTRACK_CARDS:
            at = earlier_moment(end, end.placed - back)
            for others in islice(self._continuations(at, targets), MAX_PARTITIONS):
                other = self._search_furthest(at, others, effort).end
                if other.placed > end.placed:
                    return other, others
        return None

    def _continuations(self, at: ClockMoment, targets: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Yield the ways to divide the cards not yet laid into words. Each word begins with the letters
        already laid in its place."""
        begun = (target[:done] for target, done in zip(targets, at.laid, strict=True))
        return self._divisions(begun, at.pack + "".join(at.loose))

    def _divisions(
        self, begun: Iterable[str], cards: str, *, thorough: bool = False
    ) -> Iterator[tuple[str, ...]]:
        """Yield the ways to complete all words of the clock with the letters `cards`. Each way is a tuple
        with the word of every place, which begins with the letters in `begun` for that place."""
        partitions = Partitions(self._watch, None if thorough else MAX_SIMILAR_PARTITIONS)
        return partitions.divisions(
            [self._choices(letters) for letters in begun], cards.upper(), spare=self._may_spare_cards
        )

    def _choices(self, begun: str) -> Choices:
        if begun not in self._known:
            shorter = self._choices(begun[:-1]).words if begun else self._listed
            self._watch.check()
            self._known[begun] = choices_for(begun, shorter)
        return self._known[begun]

    def _lone_places(self) -> list[int]:
        """Return the places of the circle's lone cards, which may be moved. Places whose card begins the
        fewest words come first."""
        lone = [i for i, pile in enumerate(self._piles) if len(pile) == 1 and i != self._centre]
        return sorted(lone, key=lambda i: sum(word[0] == self._piles[i].upper() for word in self._listed))

    def _settings(self, lone: Sequence[int], most: int, letters: int) -> Iterator[_Setting]:
        """Yield every choice of up to `most` lone cards to move and of letters for the Masters. Choices with
        fewer moved cards come first. Each Master is tried as the `letters` commonest letters."""
        lying = "".join((*self._piles, self._pack))
        for number in range(min(most, len(lone)) + 1):
            for moved in combinations(lone, number):
                for masters in product(_LETTERS_BY_FREQUENCY[:letters].lower(), repeat=lying.count(MASTER)):
                    cards = _named(lying, masters)
                    yield _Setting(frozenset(moved), *_cut_into_piles(cards, self._piles))

    def _partitions(self, setting: _Setting, *, thorough: bool) -> Iterator[tuple[str, ...]]:
        begun = ("" if index in setting.moved else pile.upper() for index, pile in enumerate(setting.piles))
        loose = "".join(setting.piles[index] for index in setting.moved)
        return self._divisions(begun, setting.pack + loose, thorough=thorough)

    def _start(self, setting: _Setting, targets: Sequence[str]) -> ClockMoment:
        laid = tuple(0 if i in setting.moved else len(pile) for i, pile in enumerate(setting.piles))
        loose = tuple(pile if i in setting.moved else "" for i, pile in enumerate(setting.piles))
        return ClockMoment(laid, loose, setting.pack, self._place, idle=False)


_LETTERS_BY_FREQUENCY: Final = "EAOISTRNLDHUMYPGKBCWFVZJXQ"
"""The letters in the order in which they are tried for a Master: first those that complete the most
four-letter words."""


def _named(cards: str, masters: Iterable[str]) -> str:
    """Return `cards` with each Master replaced by the next letter of `masters`."""
    names = iter(masters)
    return "".join(next(names) if card == MASTER else card for card in cards)


def _cut_into_piles(cards: str, piles: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Return `cards` cut into piles of the same sizes as `piles`, and the remaining cards."""
    apart = []
    for pile in piles:
        apart.append(cards[: len(pile)])
        cards = cards[len(pile) :]
    return tuple(apart), cards

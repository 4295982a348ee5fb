"""Solving Lexicon Clock Patience with the order of the pack known (CLK).

Every card must end in one of thirteen words: so the cards are parted into words first, an exact cover with
the letters that lie there as beginnings, and then it is tried whether the pack, turned by threes, gives a
partition's letters in their order. First many partitions along one way each, then more along many ways. A
lone card of the circle that begins no word, or whose letter is needed within one, may be moved there once
(CLK-1).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Final

from engine.cards import LETTERS, MASTER
from engine.game import Game
from engine.position import Piles
from engine.rules.circle import centre
from engine.rules.patience import COMPLETE
from engine.solve.answer import Answer, Expired, OutOfTime
from engine.solve.clockplay import Dial, earlier, furthest, moves_to
from engine.solve.listing import counting_words
from engine.solve.partition import Choices, Partitions, choices_for
from engine.words import WordList

ROUNDS: Final = ((1, 25, 1, 8), (6, 60, 1, 12), (6, 60, 2, 26), (40, 200, 2, 26), (200, 2000, 3, 26))
"""Round by round: ways kept at each card, partitions tried for each set of moved cards, lone cards moved at
most, and letters tried for a Master."""
NEAR: Final = 9
"""Cards left of a play that got stuck up to which it is mended: with more it is sooner begun anew."""
BACK: Final = (6, 12)
"""Cards by which it goes back, few first: what is left then is soon parted in every way."""
TRIED: Final = 40
"""Partitions it is played on towards from there."""
ALL: Final = 6
"""Lone cards up to which every set of them is thought of, so that none can be overlooked."""


@dataclass(frozen=True, slots=True)
class _Setting:
    """What a partition starts from: the places whose lone cards are moved, and the letter the Master is
    for."""

    moved: frozenset[int]
    master: str


def solve_circle(position: Piles, pack: str, words: WordList, game: Game, expired: Expired) -> Answer:
    """A complete play of the circle and its centre; `pack` are the cards of the stock in the order they are
    turned, and those turned up already lie before them."""
    listed = tuple(word for word in counting_words(words, game) if len(word) == COMPLETE)
    return _Search(position, pack, listed, centre(game), expired).answer()


class _Search:
    def __init__(
        self, position: Piles, pack: str, listed: Sequence[str], centre: int, expired: Expired
    ) -> None:
        turned = position.turned or ""
        self._centre: Final = centre
        self._piles: Final = position.piles
        self._pack: Final = turned + pack
        self._place: Final = len(turned)
        self._listed: Final = listed
        self._partitions: Final = Partitions(expired)
        self._cards: Final = "".join(position.piles) + self._pack
        self._known: Final[dict[str, Choices]] = {}

    def answer(self) -> Answer:
        if len(self._cards) != COMPLETE * len(self._piles):
            return Answer("impossible")  # too few cards, or too many: CLK is won with all words complete
        try:
            for width, most, moved, letters in ROUNDS:
                found = self._round(width, most, list(self._settings(moved, letters)))
                if found is not None:
                    return found
        except OutOfTime:
            pass
        return Answer("unknown", looked=self._partitions.looked)

    def _round(self, width: int, most: int, settings: Sequence[_Setting]) -> Answer | None:
        """One round through some settings; None when it decided nothing."""
        any_partition = False
        for setting in settings:
            for targets in islice(self._parted(setting), most):
                any_partition = True
                end = self._mended(furthest(self._start(setting, targets), targets, width), targets, width)
                if end.gone == len(self._cards):
                    return Answer("solved", moves_to(end), looked=self._partitions.looked)
        every = len(settings) == len(list(self._settings(ALL, len(LETTERS)))) and len(self._lone()) <= ALL
        return None if any_partition or not every else Answer("impossible", looked=self._partitions.looked)

    def _mended(self, end: Dial, targets: Sequence[str], width: int) -> Dial:
        """The end of a play that begins as one that got stuck near its end: gone back from there, and played
        on towards other words; and so on from what got further, as long as something does."""
        while 0 < len(self._cards) - end.gone <= NEAR:
            further = self._further(end, targets, width)
            if further is None:
                break
            end, targets = further
        return end

    def _further(self, end: Dial, targets: Sequence[str], width: int) -> tuple[Dial, Sequence[str]] | None:
        """A play that gets further than one to `end`, which it goes back from, and the words it lays."""
        for back in BACK:
            at = earlier(end, end.gone - back)
            for others in islice(self._going_on(at, targets), TRIED):
                other = furthest(at, others, width)
                if other.gone > end.gone:
                    return other, others
        return None

    def _going_on(self, at: Dial, targets: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """The partitions into words that begin as the places have begun."""
        begun = (target[:done] for target, done in zip(targets, at.laid, strict=True))
        return self._completed(begun, at.pack + "".join(at.loose))

    def _completed(self, begun: Iterable[str], cards: str) -> Iterator[tuple[str, ...]]:
        """The partitions into words that the places' letters begin and just `cards` complete."""
        return self._partitions.found([self._choices(letters) for letters in begun], cards.upper())

    def _choices(self, begun: str) -> Choices:
        if begun not in self._known:
            shorter = self._choices(begun[:-1]).words if begun else self._listed
            self._known[begun] = choices_for(begun, shorter)
        return self._known[begun]

    def _lone(self) -> list[int]:
        """Places of lone cards that may be moved, the circle's, those that begin the fewest words first."""
        lone = [i for i, pile in enumerate(self._piles) if len(pile) == 1 and i != self._centre]
        return sorted(lone, key=lambda i: sum(word[0] == self._piles[i].upper() for word in self._listed))

    def _settings(self, most: int, letters: int) -> Iterator[_Setting]:
        """With up to `most` cards moved, or any number where few are lone, and so many letters for a Master;
        fewer where fewer can be."""
        lone = self._lone()
        most = len(lone) if len(lone) <= ALL else most
        named = [c for c in self._cards if not c.isupper()]
        masters = _OFTEN[: letters if len(lone) > ALL else None] if MASTER in named else " "
        for number in range(most + 1):
            for moved in combinations(lone, number):
                for master in masters:
                    yield _Setting(frozenset(moved), master)

    def _parted(self, setting: _Setting) -> Iterator[tuple[str, ...]]:
        begun = (
            "" if index in setting.moved else _named(pile, setting.master)
            for index, pile in enumerate(self._piles)
        )
        loose = "".join(self._piles[index] for index in setting.moved)
        return self._completed(begun, _named(self._pack + loose, setting.master))

    def _start(self, setting: _Setting, targets: Sequence[str]) -> Dial:
        laid = tuple(0 if i in setting.moved else len(pile) for i, pile in enumerate(self._piles))
        master = setting.master.lower()  # a Master moved is played on as the letter it is for
        loose = tuple(
            pile.replace(MASTER, master) if i in setting.moved else "" for i, pile in enumerate(self._piles)
        )
        pack = self._pack.replace(MASTER, master)
        return Dial(laid, loose, pack, self._place, idle=False)


_OFTEN: Final = "EAOISTRNLDHUMYPGKBCWFVZJXQ"
"""Letters by how often they end a four-letter word in want of them: a Master is tried as those first."""


def _named(cards: str, master: str) -> str:
    """Cards with a Master as the letter it is for."""
    return cards.replace(MASTER, master).upper()

"""Two-way words: whether every run of a crossword play counts, Masters alike both ways (XW-3 to XW-7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from engine.cards import MASTER
from engine.game import Cited, Vocabulary
from engine.rules.gridlines import Cards, Cell, Run, run_through, runs_through, text_of
from engine.rules.masters import MOST_NAMINGS, named_alike, readings
from engine.rules.vocabulary import barred_plural, of_a_kind, plural_ending, refused
from engine.ruling import Breach, MasterRenamed, NotListed, PluralOnly, ProperNoun, ThirdPerson
from engine.words import Refusal, WordList

_MOST_UNNAMED: Final = 4
"""Number of unnamed Masters beyond which only single runs are checked: more than any two packs hold."""
_MOST_TRIED: Final = 5_000
"""Number of ways to name the Masters of a play that are tried."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A crossword before and after a play: `before`, `after` cards by place, `placed` the cells played."""

    words: WordList
    table: Vocabulary
    cites: Cited
    before: Cards
    after: Cards
    placed: frozenset[Cell]

    @property
    def runs(self) -> tuple[Run, ...]:
        """Return every run that the play makes."""
        return runs_through(self.after, self.placed)


def word_breaches(crossing: Crossing) -> tuple[Breach, ...]:
    """Return the breaches in the words that a play makes."""
    texts = [text_of(crossing.after, run) for run in crossing.runs]
    unlisted = tuple(breach for text in texts for breach in _unlisted(crossing, text))
    if unlisted:
        return unlisted + tuple(_plurals(crossing, crossing.after))
    found = tuple(islice(_namings(crossing), _MOST_TRIED))
    if not found:
        return (_renamed(crossing, texts),)
    faults: tuple[Breach, ...] = ()
    for cards in found:
        faults = tuple(_plurals(crossing, cards))
        if not faults:
            break
    return faults


def namings(crossing: Crossing) -> tuple[Cards, ...]:
    """Return the cards after a legal play with its unnamed Masters named, every way that counts; empty when
    no Master of its runs is unnamed.
    """
    if not _unnamed(crossing):
        return ()
    tried = islice(_namings(crossing), _MOST_TRIED)
    legal = (cards for cards in tried if not any(_plurals(crossing, cards)))
    return tuple(islice(legal, MOST_NAMINGS))


def _unlisted(crossing: Crossing, text: str) -> Iterator[Breach]:
    if readings(text, crossing.words, crossing.table):
        return
    refusal = None if MASTER in text else refused(text.upper(), crossing.words, crossing.table)
    if refusal is Refusal.PROPER:
        yield ProperNoun(text, crossing.cites.proper)
    backwards = text[::-1].upper()
    yield NotListed(
        text,
        refusal or Refusal.UNKNOWN,
        _clause(crossing, text, refusal),
        backwards if backwards in crossing.words else "",
    )


def _clause(crossing: Crossing, text: str, refusal: Refusal | None) -> str:
    """Return the clause that refuses a word: some booklets name further kinds that do not count (LG-7,
    KW-3).
    """
    named = crossing.cites.kinds and of_a_kind(text.upper(), refusal, crossing.words)
    return crossing.cites.kinds if named else crossing.cites.words


def _plurals(crossing: Crossing, cards: Cards) -> Iterator[Breach]:
    """Return plurals made by S or ES without a joint (XW-4). A run with an unnamed Master is never
    accused.
    """
    for run in crossing.runs:
        word = text_of(cards, run)
        if barred_plural(word.upper(), crossing.words, crossing.table) and not _joint(crossing, run, word):
            plural = crossing.words.plural_only(word.upper())
            yield (PluralOnly if plural else ThirdPerson)(word, crossing.cites.plural)


def _joint(crossing: Crossing, run: Run, word: str) -> bool:
    """Tell whether the plural's S or ES belongs to a crossing word, or lay there; if no crossing is enough,
    whether its S did (KW-3).
    """
    if not crossing.table.joints:
        return run[-1] not in crossing.placed
    across = run[0][0] == run[1][0]
    ending = run[-plural_ending(word.upper(), crossing.words) :]
    return any(
        cell not in crossing.placed or len(run_through(crossing.after, cell, across=not across)) > 1
        for cell in ending
    )


def _unnamed(crossing: Crossing) -> bool:
    return any(crossing.after[cell] == MASTER for run in crossing.runs for cell in run)


def _namings(crossing: Crossing) -> Iterator[Cards]:
    """Yield ways to name the Masters of the runs so that all of them, and the old words, count."""
    runs = [*crossing.runs, *_standing(crossing)]
    runs.sort(key=lambda run: text_of(crossing.after, run).count(MASTER))
    unnamed = {cell for run in runs for cell in run if crossing.after[cell] == MASTER}
    if len(unnamed) > _MOST_UNNAMED:
        return iter((crossing.after,))
    return named_alike(crossing.after, tuple(runs), crossing.words, crossing.table)


def _standing(crossing: Crossing) -> tuple[Run, ...]:
    """Return the old runs that hold one of the play's unnamed Masters, if they can count at all."""
    cells = {cell for run in crossing.runs for cell in run if crossing.before.get(cell) == MASTER}
    runs = runs_through(crossing.before, cells)
    return tuple(run for run in runs if _can_count(crossing, run))


def _can_count(crossing: Crossing, run: Run) -> bool:
    same = all(cell in crossing.after for cell in run)
    return same and bool(readings(text_of(crossing.before, run), crossing.words, crossing.table))


def _renamed(crossing: Crossing, texts: list[str]) -> Breach:
    """Report a Master of two runs that would have to be two letters at once (XW-7)."""
    lay = [text_of(crossing.before, run) for run in _standing(crossing)]
    unnamed = [text for text in (*lay, *texts) if MASTER in text]
    return MasterRenamed(unnamed[0], unnamed[-1], crossing.cites.master)

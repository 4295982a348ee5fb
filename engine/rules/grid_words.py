"""Check that every run of cards that a crossword play makes counts as a word. Each Master is one letter in
both directions (XW-3 to XW-7)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from engine.cards import MASTER
from engine.game import CitedClauses, Vocabulary
from engine.rules.grid_lines import Cards, Cell, Run, run_through, runs_through, text_of
from engine.rules.masters import MAX_NAMINGS, named_in_all_runs, readings
from engine.rules.vocabulary import is_barred_plural, is_refused_kind, plural_ending, table_refusal
from engine.ruling import Breach, MasterRenamed, NotListed, PluralOnly, ProperNoun, ThirdPerson
from engine.words import WordList, WordRefusal

_MAX_UNNAMED_MASTERS: Final = 4
"""Greatest number of unnamed Masters for which the runs of a play are checked together, so that a Master is
the same letter in all its runs. With more Masters, each run is checked alone. Two packs together do not hold
so many Masters."""
_MAX_NAMINGS_TRIED: Final = 5_000
"""Greatest number of ways to name a play's Masters that are tried. Further ways are left out."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A crossword before and after a play."""

    words: WordList
    table: Vocabulary
    cites: CitedClauses
    before: Cards
    """The cards before the play, by place."""
    after: Cards
    """The cards after the play, by place."""
    placed: frozenset[Cell]
    """The cells of the cards played."""

    @property
    def runs(self) -> tuple[Run, ...]:
        """Every word across or down that the play makes or changes, as a run of cells."""
        return runs_through(self.after, self.placed)


def word_breaches(crossing: Crossing) -> tuple[Breach, ...]:
    """Return the breaches in the words that a play makes."""
    texts = [text_of(crossing.after, run) for run in crossing.runs]
    unlisted = tuple(breach for text in texts for breach in _unlisted(crossing, text))
    if unlisted:
        return unlisted + tuple(_plurals(crossing, crossing.after))
    possible_cards = tuple(islice(_namings(crossing), _MAX_NAMINGS_TRIED))
    if not possible_cards:
        return (_renamed_master(crossing, texts),)
    faults: tuple[Breach, ...] = ()
    for cards in possible_cards:
        faults = tuple(_plurals(crossing, cards))
        if not faults:
            break
    return faults


def namings(crossing: Crossing) -> tuple[Cards, ...]:
    """Return the cards after a legal crossword play in all ways to name its unnamed Masters, so that all its
    words across and down count. Return none if these words have no unnamed Master."""
    if not _has_unnamed_master(crossing):
        return ()
    tried = islice(_namings(crossing), _MAX_NAMINGS_TRIED)
    legal = (cards for cards in tried if not any(_plurals(crossing, cards)))
    return tuple(islice(legal, MAX_NAMINGS))


def _unlisted(crossing: Crossing, text: str) -> Iterator[Breach]:
    if readings(text, crossing.words, crossing.table):
        return
    refusal = None if MASTER in text else table_refusal(text.upper(), crossing.words, crossing.table)
    if refusal is WordRefusal.PROPER:
        yield ProperNoun(text, crossing.cites.proper)
    backwards = text[::-1].upper()
    yield NotListed(
        text,
        refusal or WordRefusal.NOT_LISTED,
        _clause(crossing, text, refusal),
        backwards if backwards in crossing.words else "",
    )


def _clause(crossing: Crossing, text: str, refusal: WordRefusal | None) -> str:
    """Return the clause that refuses a word. Some booklets have a clause for further kinds of words that
    do not count (LG-7, KW-3)."""
    named = crossing.cites.kinds and is_refused_kind(text.upper(), refusal, crossing.words)
    return crossing.cites.kinds if named else crossing.cites.words


def _plurals(crossing: Crossing, cards: Cards) -> Iterator[Breach]:
    """Yield a breach for each plural made by S or ES that may not end so (XW-4): its ending belongs to no
    crossing word and was not on the table before. A word with an unnamed Master is never a breach."""
    for run in crossing.runs:
        word = text_of(cards, run)
        if is_barred_plural(word.upper(), crossing.words, crossing.table) and not _plural_is_joined(
            crossing, run, word
        ):
            plural = crossing.words.is_plural_only(word.upper())
            yield (PluralOnly if plural else ThirdPerson)(word, crossing.cites.plural)


def _plural_is_joined(crossing: Crossing, run: Run, word: str) -> bool:
    """Return True if the plural `word` may end in S or ES: the ending was on the table before the play, or it
    belongs to a crossing word. In a game where a crossing word is not enough (KW-3), return True only if the
    S was on the table before."""
    if not crossing.table.crossing_plurals:
        return run[-1] not in crossing.placed
    across = run[0][0] == run[1][0]
    ending = run[-plural_ending(word.upper(), crossing.words) :]
    return any(
        cell not in crossing.placed or len(run_through(crossing.after, cell, across=not across)) > 1
        for cell in ending
    )


def _has_unnamed_master(crossing: Crossing) -> bool:
    return any(crossing.after[cell] == MASTER for run in crossing.runs for cell in run)


def _namings(crossing: Crossing) -> Iterator[Cards]:
    """Yield the cards after the play in all ways to name the Masters of its words across and down, so that
    these words count. A word that lay there before must also count with the same letters."""
    runs = [*crossing.runs, *_earlier_runs(crossing)]
    runs.sort(key=lambda run: text_of(crossing.after, run).count(MASTER))
    unnamed = {cell for run in runs for cell in run if crossing.after[cell] == MASTER}
    if len(unnamed) > _MAX_UNNAMED_MASTERS:
        return iter((crossing.after,))
    return named_in_all_runs(crossing.after, tuple(runs), crossing.words, crossing.table)


def _earlier_runs(crossing: Crossing) -> tuple[Run, ...]:
    """Return the words that lay across or down before the play and share an unnamed Master with the play's
    words. The Master's letter must make these words count, too. Words that did not count before the play are
    left out."""
    cells = {cell for run in crossing.runs for cell in run if crossing.before.get(cell) == MASTER}
    runs = runs_through(crossing.before, cells)
    return tuple(run for run in runs if _can_count(crossing, run))


def _can_count(crossing: Crossing, run: Run) -> bool:
    same = all(cell in crossing.after for cell in run)
    return same and bool(readings(text_of(crossing.before, run), crossing.words, crossing.table))


def _renamed_master(crossing: Crossing, texts: list[str]) -> Breach:
    """Return the breach that no single letter fits an unnamed Master in both the word across and the word
    down (XW-7). The breach names these two words."""
    old_texts = [text_of(crossing.before, run) for run in _earlier_runs(crossing)]
    unnamed = [text for text in (*old_texts, *texts) if MASTER in text]
    return MasterRenamed(unnamed[0], unnamed[-1], crossing.cites.master)

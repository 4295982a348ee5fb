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
from engine.rules.vocabulary import is_barred_plural, is_refused_kind, plural_ending, word_refusal
from engine.ruling import Breach, MasterRenamed, NotListed, PluralOnly, ProperNoun, ThirdPerson
from engine.words import WordList, WordRefusal

_MAX_UNNAMED_MASTERS: Final = 4
"""Greatest number of unnamed Masters for which the runs of a play are checked together, so that a Master is
the same letter in all its runs. With more Masters, each run is checked alone. Two packs together do not hold
so many Masters."""
_MAX_NAMINGS_TRIED: Final = 5_000
"""Greatest number of ways to name a play's Masters that are tried. Further ways are left out."""


@dataclass(frozen=True, slots=True)
class CrosswordPlay:
    """A play of a crossword: its cards before and after the play."""

    words: WordList
    vocabulary: Vocabulary
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


def word_breaches(play: CrosswordPlay) -> tuple[Breach, ...]:
    """Return the breaches in the words that a play makes."""
    texts = [text_of(play.after, run) for run in play.runs]
    unlisted = tuple(breach for text in texts for breach in _unlisted(play, text))
    if unlisted:
        return unlisted + tuple(_plurals(play, play.after))
    possible_cards = tuple(islice(_namings(play), _MAX_NAMINGS_TRIED))
    if not possible_cards:
        return (_renamed_master(play, texts),)
    faults: tuple[Breach, ...] = ()
    for cards in possible_cards:
        faults = tuple(_plurals(play, cards))
        if not faults:
            break
    return faults


def namings(play: CrosswordPlay) -> tuple[Cards, ...]:
    """Return the cards after a legal crossword play in all ways to name its unnamed Masters, so that all its
    words across and down count. Return none if these words have no unnamed Master."""
    if not _has_unnamed_master(play):
        return ()
    tried = islice(_namings(play), _MAX_NAMINGS_TRIED)
    legal = (cards for cards in tried if not any(_plurals(play, cards)))
    return tuple(islice(legal, MAX_NAMINGS))


def _unlisted(play: CrosswordPlay, text: str) -> Iterator[Breach]:
    if readings(text, play.words, play.vocabulary):
        return
    refusal = None if MASTER in text else word_refusal(text.upper(), play.words, play.vocabulary)
    if refusal is WordRefusal.PROPER:
        yield ProperNoun(text, play.cites.proper)
    backwards = text[::-1].upper()
    yield NotListed(
        text,
        refusal or WordRefusal.NOT_LISTED,
        _clause(play, text, refusal),
        backwards if backwards in play.words else "",
    )


def _clause(play: CrosswordPlay, text: str, refusal: WordRefusal | None) -> str:
    """Return the clause that refuses a word. Some booklets have a clause for further kinds of words that
    do not count (LG-7, KW-3)."""
    named = play.cites.kinds and is_refused_kind(text.upper(), refusal, play.words)
    return play.cites.kinds if named else play.cites.words


def _plurals(play: CrosswordPlay, cards: Cards) -> Iterator[Breach]:
    """Yield a breach for each plural made by S or ES that may not end so (XW-4): its ending belongs to no
    crossing word and was not on the table before. A word with an unnamed Master is never a breach."""
    for run in play.runs:
        word = text_of(cards, run)
        if is_barred_plural(word.upper(), play.words, play.vocabulary) and not _plural_is_joined(
            play, run, word
        ):
            plural = play.words.is_plural_only(word.upper())
            yield (PluralOnly if plural else ThirdPerson)(word, play.cites.plural)


def _plural_is_joined(play: CrosswordPlay, run: Run, word: str) -> bool:
    """Return True if the plural `word` may end in S or ES: the ending was on the table before the play, or it
    belongs to a crossing word. In a game where a crossing word is not enough (KW-3), return True only if the
    S was on the table before."""
    if not play.vocabulary.crossing_plurals:
        return run[-1] not in play.placed
    across = run[0][0] == run[1][0]
    ending = run[-plural_ending(word.upper(), play.words) :]
    return any(
        cell not in play.placed or len(run_through(play.after, cell, across=not across)) > 1
        for cell in ending
    )


def _has_unnamed_master(play: CrosswordPlay) -> bool:
    return any(play.after[cell] == MASTER for run in play.runs for cell in run)


def _namings(play: CrosswordPlay) -> Iterator[Cards]:
    """Yield the cards after the play in all ways to name the Masters of its words across and down, so that
    these words count. A word that lay there before must also count with the same letters."""
    runs = [*play.runs, *_earlier_runs(play)]
    runs.sort(key=lambda run: text_of(play.after, run).count(MASTER))
    unnamed = {cell for run in runs for cell in run if play.after[cell] == MASTER}
    if len(unnamed) > _MAX_UNNAMED_MASTERS:
        return iter((play.after,))
    return named_in_all_runs(play.after, tuple(runs), play.words, play.vocabulary)


def _earlier_runs(play: CrosswordPlay) -> tuple[Run, ...]:
    """Return the words that lay across or down before the play and share an unnamed Master with the play's
    words. The Master's letter must make these words count, too. Words that did not count before the play are
    left out."""
    cells = {cell for run in play.runs for cell in run if play.before.get(cell) == MASTER}
    runs = runs_through(play.before, cells)
    return tuple(run for run in runs if _can_count(play, run))


def _can_count(play: CrosswordPlay, run: Run) -> bool:
    same = all(cell in play.after for cell in run)
    return same and bool(readings(text_of(play.before, run), play.words, play.vocabulary))


def _renamed_master(play: CrosswordPlay, texts: list[str]) -> Breach:
    """Return the breach that no single letter fits an unnamed Master in both the word across and the word
    down (XW-7). The breach names these two words."""
    old_texts = [text_of(play.before, run) for run in _earlier_runs(play)]
    unnamed = [text for text in (*old_texts, *texts) if MASTER in text]
    return MasterRenamed(unnamed[0], unnamed[-1], play.cites.master)

"""Praise a good turn: a long word, or an exchange that brings a Master into the hand."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.cards import MASTER
from engine.match import Match
from engine.match.state import LastTurn
from engine.moves import Exchange, Insert, SingleMove, parts, taken
from engine.notation import NotationError, parse_move
from engine.wording.hindsight import say_long_word, say_master_won
from engine.wording.questions import changed_words
from web.languages import translate as _
from web.snapshot import Praise

LONG_WORD_LETTERS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "lexicon": 8,
        "lexicon-party": 8,
        "crossword": 6,
        "lexigram": 6,
        "keyword": 9,
        "partnership-keyword": 9,
        "keyword-solitaire": 8,
        "keyword-party": 9,
    }
)
"""Minimum number of letters of a word that is praised, by game. At most one play in twenty makes such a word,
in games of simulated casual players (`deploy/lab/words/long.py`). Races and patiences have no entry, because
their circles and piles determine the length of words."""


def turn_praise(match: Match, offends: Callable[[str], bool]) -> Praise | None:
    """Return the praise for the last turn; None if the turn does not stand or deserves none."""
    last = match.last
    if last is None or not _stands(last):
        return None
    name, number = match.players[last.player], str(last.event)
    if _wins_a_master(last):
        return Praise(number, say_master_won(name, _))
    word = _long_word(match, last)
    fit = word and MASTER not in word and not offends(word.upper())
    return Praise(number, say_long_word(word, name, _)) if fit else None


def _stands(last: LastTurn) -> bool:
    return last.stands and last.ruling != "unclear" and last.verdict not in ("word bad", "misspelt")


def _moves(last: LastTurn) -> tuple[SingleMove, ...]:
    """Return the moves of a turn; empty if the turn's notation comes from another version and can't be
    read."""
    try:
        return parts(parse_move(last.move))
    except NotationError:
        return ()


def _wins_a_master(last: LastTurn) -> bool:
    return any(isinstance(part, Exchange) and MASTER in taken(part) for part in _moves(last))


def _long_word(match: Match, last: LastTurn) -> str:
    """Return the long word of the turn, with a Master in lower case. Return an empty text if the turn made
    no long word, or only changed a word that was already long."""
    long = LONG_WORD_LETTERS.get(match.game.name)
    new_words = changed_words(last.before.position, last.after)
    longest = max(new_words, key=len, default="")
    if long is None or len(longest) < long:
        return ""
    grew = (p.before for p in _moves(last) if isinstance(p, Insert | Exchange) and p.after == longest)
    return "" if any(len(before) >= long for before in grew) else longest

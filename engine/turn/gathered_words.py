"""Ask for the word that a patience's player made with one of the Masters kept beside the tableau (S2).

No picture shows the word, because its cards are taken from the table. With a Master the same cards spell many
words.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from engine.events import Offer, QuestionAsked, TurnAmended
from engine.i18n import Sentence, UserError
from engine.match import CountedTurn, Match
from engine.moves import ASIDE_SOURCE, CombinedMove, Move, Spell, parts
from engine.notation import format_move, parse_move
from engine.rules.gathering import spell, spellings
from engine.turn.amending import amendment
from engine.words import WordList

MAX_OFFERED_WORDS: Final = 8
"""The number of possible words that are offered as answers to the question which word a Master was used
for. Any other word may be typed."""
_SOURCE_MARK: Final = "@"


def is_about_word(question: QuestionAsked) -> bool:
    """Return True if a question asks for the word that a patience's cards made."""
    return question.about == "Master" and any(_SOURCE_MARK in choice for choice in question.choices)


def ask_gathered_word(match: Match, words: WordList, turn: CountedTurn) -> QuestionAsked | None:
    """Return the question which word a player made with a Master in `turn`. Return None if the turn made no
    word with a Master, or if only one word is possible."""
    played = turn.turn
    gathered = (
        _spell_with_aside_master(parse_move(played.move))
        if played.stands and played.ruling == "legal"
        else None
    )
    if gathered is None:
        return None
    ways = tuple(islice(_spellings(match, words, gathered), MAX_OFFERED_WORDS))
    if len(ways) < 2:
        return None
    who = (("name", match.players[played.player]),)
    asks = Sentence("{name}, which word did you make with the Master?", who)
    if gathered.sources.count(ASIDE_SOURCE) > 1:
        asks = Sentence("{name}, which word did you make with the Masters?", who)
    return QuestionAsked(
        played.player,
        played.before,
        played.after,
        str(asks),
        tuple(_move_with_word(played.move, way) for way in ways),
        "Master",
        turn.number,
        asks=asks,
        offers=tuple(Offer(Sentence(way.word.upper())) for way in ways),
        otherwise=Sentence("We leave it open"),
    )


def with_named_word(match: Match, words: WordList, turn: CountedTurn, answer_text: str) -> TurnAmended:
    """Return the event that corrects `turn` after its player has answered the question which word was made
    with a Master. `answer_text` is the answer: one of the offered moves, or a word in capitals. Raise
    UserError, with a message for people, if the cards taken from the table do not spell the word."""
    wanted = answer_text.partition(_SOURCE_MARK)[0].upper()
    gathered = _spell_with_aside_master(parse_move(turn.turn.move))
    way = (
        next((way for way in _spellings(match, words, gathered) if way.word.upper() == wanted), None)
        if gathered
        else None
    )
    if way is None:
        raise UserError("The cards that were taken don't spell {word}.", word=wanted)
    return amendment(turn.number, replace(turn.turn, move=_move_with_word(turn.turn.move, way)), "declared")


def _spell_with_aside_master(move: Move) -> Spell | None:
    """Return the part of a patience's move that makes a word with a Master from beside the piles
    (`ASIDE_SOURCE`); None if there is none."""
    return next((one for one in parts(move) if isinstance(one, Spell) and ASIDE_SOURCE in one.sources), None)


def _spellings(match: Match, words: WordList, spell_move: Spell) -> Iterator[Spell]:
    """Return the words that the cards of `spell_move` can spell, in alphabetical order."""
    taken = defaultdict[int, str](str)
    for letter, source in zip(spell_move.word, spell_move.sources, strict=True):
        if source != ASIDE_SOURCE:
            taken[source] += letter
    masters = spell_move.sources.count(ASIDE_SOURCE)
    spelt_words = set(spellings("".join(taken.values()), words, match.game.vocabulary, masters))
    return (spell(word, taken, (ASIDE_SOURCE,) * masters) for word in sorted(spelt_words))


def _move_with_word(move: str, way: Spell) -> str:
    whole = parse_move(move)
    if not isinstance(whole, CombinedMove):
        return format_move(way)
    gathered = _spell_with_aside_master(whole)
    return format_move(CombinedMove(tuple(way if one == gathered else one for one in whole.moves)))

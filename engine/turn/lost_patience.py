"""Detect that a patience is lost, and end it (S1-5, CLK-3)."""

from typing import Final

from engine.best.piles import pile_plays, word_left
from engine.events import MatchEnded, TurnFinished, Undone
from engine.game import Game
from engine.match import FoldedJournal, Match
from engine.moves import RecycleStock, parts
from engine.notation import parse_move, parse_position
from engine.position import FACE_DOWN, Piles, Position
from engine.rules.patience import is_undealt
from engine.turn.gathered_words import is_about_word
from engine.words import WordList

NO_WORD: Final = "no word can be made of the cards left"
NO_CARD: Final = "no card can be moved any more"
NO_PLAY: Final = "a whole pass of the pack played nothing"

EndEvent = MatchEnded | Undone


def patience_end_events(journal: FoldedJournal, words: WordList) -> tuple[EndEvent, ...]:
    """Return the event that ends a patience which is lost. If a correction made a play possible after that
    end, return the event that undoes the end. Return none while cards are unknown or a turn is in
    question."""
    match, events = journal.match, journal.events
    if match is None or match.game.ends != "patience":
        return ()
    if any(not is_about_word(one.question) for one in match.questions):
        return ()
    if match.turn is not None:
        why = _loss_reason(match, journal, words)
        return (MatchEnded(why),) if why else ()
    if match.scores.ended in (NO_WORD, NO_CARD) and not stuck_reason(match.game, match.position, words):
        ends = (n for n in range(len(events) - 1, -1, -1) if isinstance(events[n], MatchEnded))
        return (Undone(next(ends)),)
    return ()


def _loss_reason(match: Match, journal: FoldedJournal, words: WordList) -> str:
    """Return the reason why the patience is lost; empty if it is not lost."""
    if match.game.layout == "circle":
        return NO_PLAY if _has_idle_pass(journal) else ""
    return stuck_reason(match.game, match.position, words)


def stuck_reason(game: Game, position: Position, words: WordList) -> str:
    """Return the reason why no play is possible in a patience with the table `position` (S1-5). Return an
    empty text if a play is possible or cards are unknown. Clock Patience has no such reason, because its pack
    can be turned over (CLK-3)."""
    if not isinstance(position, Piles) or is_undealt(position) or not _are_tops_known(position):
        return ""
    match game.layout:
        case "piles" if not word_left(game, words, position):
            return NO_WORD
        case "tableau" if position.stock == 0 and next(pile_plays(game, words, position), None) is None:
            return NO_CARD
        case _:
            return ""


def _are_tops_known(position: Piles) -> bool:
    """Return True if every card that can be taken next, from a pile or from the turned-up cards, is known."""
    tops = [pile[-1:] for pile in position.piles] + [position.exposed or ""]
    return FACE_DOWN not in tops


def _has_idle_pass(journal: FoldedJournal) -> bool:
    """Return True if the pack has just been turned over for nothing: no card was played since the pack was
    last turned over, or since the deal (CLK-3)."""
    events = journal.events
    if not (events and isinstance(events[-1], TurnFinished) and _turns_pack_over(events[-1])):
        return False
    *earlier, last = [one.turn for one in journal.turns]
    passes = [turn.after for turn in earlier if _turns_pack_over(turn)]
    began = passes[-1] if passes else earlier[0].before if earlier else last.after
    return bool(earlier) and parse_position(began).lines == parse_position(last.after).lines


def _turns_pack_over(turn: TurnFinished) -> bool:
    return turn.stands and any(isinstance(part, RecycleStock) for part in parts(parse_move(turn.move)))

"""Ask the questions of a board game that only people can answer. Each question is asked once and is
answered with one tap.

The questions are: which Keyword card lies open, whether the box of letters is used up, and whether no player
can lay any more (KW-5, KW-7).
"""

from dataclasses import replace

from engine.events import (
    AnyEvent,
    HandCorrected,
    HandScored,
    KeywordTurned,
    PackExhausted,
    QuestionAsked,
    Subject,
    TurnGiven,
)
from engine.games.keyword import KEYWORD_CARDS
from engine.i18n import Sentence, UserError
from engine.match import Match
from engine.moves import Pass
from engine.notation import format_position, parse_move
from engine.wording.questions import worded

OVER = "over"
"""The answer that the game is over: no player can lay any more, or a player has gone out and is
now paid."""
_MAX_OFFERED_KEYWORDS = 4
"""Number of Keyword cards offered at a time, since nobody reads more buttons. Any other word may be typed."""


def board_questions(before: Match | None, match: Match | None) -> tuple[QuestionAsked, ...]:
    """Return the questions that arise when the match changes from `before` to `match`."""
    if match is None or match.game.board_scoring is None or match.over:
        return ()
    questions = (_ask_keyword(before, match), _ask_letters_left(before, match), _ask_if_over(before, match))
    return tuple(question for question in questions if question is not None)


def events_of_answer(match: Match, asked: QuestionAsked, answer_text: str) -> tuple[AnyEvent, ...]:
    """Return the events of the answer `answer_text` to the question `asked`; none if the answer changes
    nothing. Raise ValueError, with a message for people, if the answer is not valid."""
    if not answer_text and asked.about == "over" and match.hand.gone_out is not None:
        seat = match.hand.gone_out  # a player who continues has at least one letter
        return (HandCorrected(seat, "1"), TurnGiven(match.next_seat(seat)))
    if not answer_text:
        return ()
    if asked.about == "Keyword":
        return (KeywordTurned(answer_text.upper()),)
    if asked.about == "over":
        return (HandScored(tuple("?" * holding.count for holding in match.table.hands)),)
    if not answer_text.isdecimal() or int(answer_text) > match.game.deal.cards:
        raise UserError("A rack can't hold {said} letters.", said=answer_text)
    if int(answer_text) == match.game.deal.cards:
        return ()
    return (PackExhausted(stock=0), HandCorrected(asked.player, answer_text))


def _ask_keyword(before: Match | None, match: Match) -> QuestionAsked | None:
    """Return the question which Keyword card lies open; None if it need not be asked. It is asked after the
    deal, and after the open Keyword was spelt (KW-5)."""
    dealt = before is None or match.hand.number != before.hand.number
    spelt = before is not None and bool(before.keywords.open)
    if match.keywords.open or not match.hand.number or not (dealt or spelt):
        return None
    start = match.hand.turns % len(KEYWORD_CARDS)
    offered = (*KEYWORD_CARDS[start:], *KEYWORD_CARDS[:start])[:_MAX_OFFERED_KEYWORDS]
    return _question(match, match.turn or 0, None, offered, "Keyword")


def _ask_letters_left(before: Match | None, match: Match) -> QuestionAsked | None:
    """Return the question how many letters the player has after drawing. It is asked when the box of letters
    may be used up by the match's count; otherwise return None."""
    last = match.last
    if before is None or last is None or match.hand.turns != before.hand.turns + 1 or match.table.stock != 1:
        return None
    if not last.stands or match.game.pack.certain or match.hand.gone_out is not None:
        return None
    counts = tuple(str(count) for count in range(match.game.deal.cards, -1, -1))
    name = match.players[last.player]
    asks = Sentence("The letters may be used up. How many does {name} have now?", (("name", name),))
    return _question(match, last.player, asks, counts, "letters")


def _ask_if_over(before: Match | None, match: Match) -> QuestionAsked | None:
    """Return the question whether the game is over; None if there is no reason to ask.

    There are three reasons: a player has gone out; somebody has corrected a player's hand to no letters, and
    the box of letters is used up; or a player passes after the letters are used up (KW-7).
    """
    if before is None:
        return None
    seat = match.hand.gone_out if match.hand.over else _without_letters(before, match)
    if seat is not None:
        ask = not before.hand.over
        who = (("name", match.players[seat]),)
        asks = Sentence("{name} has no letters left. Shall I count up?", who)
    else:
        last = match.last
        ask = (
            last is not None
            and match.hand.turns == before.hand.turns + 1
            and match.table.stock == 0
            and _has_passed(match)
        )
        seat = last.player if last is not None else 0
        who = (("name", match.players[seat]),)
        asks = Sentence("{name} passes. Can nobody lay any more?", who)
    return _question(match, seat, asks, (OVER,), "over") if ask else None


def _without_letters(before: Match, match: Match) -> int | None:
    """Return the seat whose hand a person has just corrected to no letters, if the box of letters is used up.
    Return None if there is no such seat."""
    if match.turn is None or match.table.stock or match.hand.turns != before.hand.turns:
        return None
    hands = enumerate(zip(before.table.hands, match.table.hands, strict=True))
    return next((seat for seat, (was, now) in hands if was.count and not now.count), None)


def _has_passed(match: Match) -> bool:
    return match.last is not None and isinstance(parse_move(match.last.move), Pass)


def _question(
    match: Match, seat: int, asks: Sentence | None, choices: tuple[str, ...], about: Subject
) -> QuestionAsked:
    position = format_position(match.position)
    question = QuestionAsked(seat, position, position, "", choices, about, asks=asks)
    return replace(question, question=str(worded(question, match.players).asks))

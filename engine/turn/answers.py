"""Find the events that an answer leads to, for every kind of question."""

from dataclasses import replace

from engine.events import AnyEvent, PackHoldsMore, QuestionAnswered, QuestionAsked, TurnAmended, TurnFinished
from engine.i18n import UserError
from engine.match import FoldedJournal, Match
from engine.match.state import OpenQuestion
from engine.moves import played
from engine.notation import parse_move, parse_position
from engine.turn import master_answers, outcome, packs
from engine.turn.amending import amendment
from engine.turn.card_tracking import EXPOSED, spot_after
from engine.turn.corrections import card_letter_events
from engine.turn.miscounts import ask_card_count, cards_drawn_back, with_cards_held
from engine.wording.questions import worded
from engine.words import WordList


def answer_events(
    journal: FoldedJournal, words: WordList, answer_text: str, question: int | None = None
) -> tuple[AnyEvent, ...]:
    """Return the events that follow from the answer `answer_text` to a question. `question` is the number of
    the event that asked; None means the oldest open question. Return none if there is no such question. Raise
    ValueError, with a message for people, for an impossible answer."""
    match = journal.required_match
    open_question = next((one for one in match.questions if question in (None, one.event)), None)
    if open_question is not None and open_question.question.about == "count" and answer_text.isdecimal():
        return _cards_left(journal, open_question, int(answer_text))
    if (
        open_question is not None
        and open_question.question.about == "pack"
        and answer_text.startswith(packs.MORE_PREFIX)
    ):
        return _pack_holds_more(match, words, open_question, answer_text)
    if (
        open_question is not None
        and open_question.question.about == "pack"
        and answer_text in open_question.question.choices
    ):
        return _another_letter(match, words, journal, open_question, answer_text)
    if open_question is not None and open_question.question.about == "Master":
        return master_answers.master_answer_events(journal, words, open_question, answer_text)
    events = outcome.turn_answer_events(match, words, answer_text, question)
    if open_question is None or open_question.question.about != "turn":
        return events
    return tuple(event for answer in events for event in _counted_anew(match, journal, answer))


def _counted_anew(match: Match, journal: FoldedJournal, event: AnyEvent) -> tuple[AnyEvent, ...]:
    """Return `event`. If it amends an unclear last turn, add the number of cards that the player must have
    held before the amended turn. If the match had counted fewer cards, also return the question how many
    cards are left."""
    if not isinstance(event, TurnAmended) or match.last is None or match.last.event != event.event:
        return (event,)
    before, was = journal.match_before(event.event), journal.events[event.event]
    if before is None or not isinstance(was, TurnFinished) or was.ruling != "unclear":
        return (event,)
    turn = with_cards_held(
        before, replace(was, move=event.move, ruling=event.ruling, stands=event.stands, held=None)
    )
    asks = ask_card_count(before, replace(turn, before=event.before, after=event.after), event.event)
    return (replace(event, held=turn.held), *((asks,) if asks else ()))


def _cards_left(journal: FoldedJournal, open_question: OpenQuestion, left: int) -> tuple[AnyEvent, ...]:
    """Return the events that follow when people answer how many cards the player has left after a turn:
    `left` cards. The turn is amended with the number of cards that the player held before it."""
    answer = QuestionAnswered(str(left), open_question.event)
    turn = journal.turn(open_question.question.turn)
    if turn is None:
        return (answer,)
    move = parse_move(turn.turn.move)
    held = left + len(played(move)) - cards_drawn_back(move)
    return (answer, amendment(turn.number, replace(turn.turn, held=held), "answered"))


def _pack_holds_more(
    match: Match, words: WordList, open_question: OpenQuestion, answer_text: str
) -> tuple[AnyEvent, ...]:
    """Return the events that follow when people answer that the pack holds more cards of a letter than it
    should. The turn was then read correctly. If the turn is illegal, ask about the whole turn, because nobody
    has confirmed its other cards."""
    answered = (
        QuestionAnswered(answer_text, open_question.event),
        PackHoldsMore(answer_text.removeprefix(packs.MORE_PREFIX)),
    )
    (_, ruled) = outcome.turn_answer_events(match, words, open_question.question.after, open_question.event)
    if not isinstance(ruled, TurnAmended) or ruled.ruling != "illegal":
        return (*answered, ruled)
    question = open_question.question
    again = QuestionAsked(
        question.player,
        question.before,
        question.after,
        "",
        (question.after,),
        "turn",
        question.turn,
        question.cards,
    )
    return (*answered, replace(again, question=str(worded(again, match.players).asks)))


def _another_letter(
    match: Match, words: WordList, journal: FoldedJournal, open_question: OpenQuestion, answer_text: str
) -> tuple[AnyEvent, ...]:
    """Return the events that follow when people answer that a card really has another letter. The events
    correct the turn that laid the card."""
    row, column, letter = answer_text.split()
    spot = (int(row), int(column))
    at = (
        spot
        if spot == EXPOSED
        else spot_after(parse_position(open_question.question.after), match.position, spot)
    )
    if at is None:
        raise UserError("That card does not lie there any more.")
    events = card_letter_events(journal, words, at, letter, "said")
    closed = any(
        isinstance(event, QuestionAnswered) and event.question == open_question.event for event in events
    )
    if closed:
        return events
    (answer, ruled) = outcome.turn_answer_events(
        match, words, open_question.question.after, open_question.event
    )
    return (answer, *events, ruled)

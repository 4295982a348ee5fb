"""Name Masters after their turn, by the player's answer or by a later play that leaves only one possible
letter. A question about a Master that no longer applies is replaced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.cards import MASTER
from engine.events import AnyEvent, QuestionAnswered, QuestionAsked, TurnAmended, TurnFinished
from engine.i18n import UserError
from engine.match import CountedTurn, FoldedJournal, Match
from engine.match.state import OpenQuestion
from engine.notation import NotationError, format_position, parse_position
from engine.position import Piles, Position
from engine.turn import gathered_words, outcome
from engine.turn.card_tracking import Spot, letter_at, spot_after, with_letter, with_masters_unnamed
from engine.turn.master_questions import ask_letter_of_master, is_new_master, letters_of, words_with
from engine.turn.outcome import confirmed_positions, turn_amendment
from engine.words import WordList


def master_answer_events(
    journal: FoldedJournal, words: WordList, open_question: OpenQuestion, answer_text: str
) -> tuple[AnyEvent, ...]:
    """Return the events of the answer `answer_text` to a question about a Master.

    `answer_text` is a position that names the Master with one of the letters offered. An empty `answer_text`
    leaves the Master open. Rule on the turn with the Master's letter and with all corrections so far. Raise
    UserError, with a message for people, if `answer_text` has no such letter.
    """
    answer = QuestionAnswered(answer_text, open_question.event)
    match, turn = journal.required_match, journal.turn(open_question.question.turn)
    if not answer_text:
        return (answer,)
    if gathered_words.is_about_word(open_question.question) and turn is not None:
        return (answer, gathered_words.with_named_word(match, words, turn, answer_text))
    spot = _master_asked_about(open_question.question)
    if spot is None:  # earlier versions asked in this form
        return outcome.turn_answer_events(match, words, answer_text, open_question.event)
    letter = _letter_at(parse_position(answer_text), open_question.question, spot)
    if turn is None or letter not in {
        letter_at(parse_position(way), spot) for way in open_question.question.choices
    }:
        raise UserError("This Master can't stand for that letter.")
    at = _spot_now(open_question.question, spot, parse_position(turn.turn.after))
    if at is None:
        raise UserError("That Master does not lie there any more.")
    return (answer, _amended_letter(match, words, turn, at, letter))


def consequent_events(
    journal: FoldedJournal, words: WordList, new: Sequence[AnyEvent]
) -> tuple[AnyEvent, ...]:
    """Return the events that follow from the events `new`, which are the last of the journal.

    If a later play shows which letter a Master has, the turn that laid the Master is amended. A question that
    no longer applies is asked again in its new form. In a patience the player is asked which word a Master
    helped to spell.
    """
    match = journal.match
    if match is None:
        return ()
    questions = _word_questions(match, words, journal, new)
    if match.turn is None and not match.hand.over:
        return questions
    open_ones = [one for one in match.questions if one.question.about == "Master"]
    changed = {event.event for event in new if isinstance(event, TurnAmended)}
    if not open_ones and not changed:
        return questions
    played = {turn.number: turn for turn in journal.turns}
    follow_ups = tuple(
        event for one in open_ones for event in _follow_ups(match, words, one, played, changed)
    )
    still = {one.question.turn for one in open_ones}
    anew = (_asked_again(match, words, played[n]) for n in sorted(changed - still) if n in played)
    return (*follow_ups, *(one for one in anew if one is not None), *questions)


def _word_questions(
    match: Match, words: WordList, journal: FoldedJournal, new: Sequence[AnyEvent]
) -> tuple[AnyEvent, ...]:
    """Return a question for each patience turn among the new events whose word, made with a Master, is not
    clear."""
    if not any(isinstance(event, TurnFinished) for event in new) or not isinstance(match.position, Piles):
        return ()
    first = len(journal.events) - len(new)
    asks = (
        gathered_words.ask_gathered_word(match, words, turn) for turn in journal.turns if turn.number >= first
    )
    return tuple(one for one in asks if one is not None)


@dataclass(frozen=True, slots=True)
class Renaming:
    """A Master that a turn laid, with the letters to which it may be corrected."""

    spot: Spot
    """The place of the Master in the position that the turn led to."""
    words: tuple[str, ...]
    """The words that the Master is part of."""
    letter: str
    """The letter that the Master stands for; `?` when nobody has named it."""
    letters: str
    """The letters that the Master may stand for."""


def renamings(match: Match, words: WordList, turn: TurnFinished) -> tuple[Renaming, ...]:
    """Return the Masters that a turn laid, with the letters to which each may be corrected."""
    before, after = parse_position(turn.before), parse_position(turn.after)
    masters = (
        (r, c)
        for r, line in enumerate(after.lines)
        for c, card in enumerate(line)
        if card == MASTER or card.islower()
    )
    new_names = []
    for spot in masters:
        bare = with_letter(after, spot, MASTER)
        if is_new_master(before, bare, spot):
            _, _, ruling = confirmed_positions(match, words, before, bare)
            letter, letters = letter_at(after, spot).upper(), letters_of(match, spot, bare, ruling)
            new_names.append(Renaming(spot, words_with(after, spot), letter, letters))
    return tuple(new_names)


def _follow_ups(
    match: Match,
    words: WordList,
    open_question: OpenQuestion,
    played: dict[int, CountedTurn],
    changed: set[int],
) -> Iterator[AnyEvent]:
    """Yield the events that a changed match requires for an open question about a Master: the question is
    closed, asked anew with other letters, or answered by a letter that is now known. Yield none if the
    question still holds."""
    turn, spot = played.get(open_question.question.turn or 0), _master_asked_about(open_question.question)
    if turn is None:
        return
    last = match.last
    back = last is not None and last.event == turn.number and not last.stands
    if back or (gathered_words.is_about_word(open_question.question) and turn.number in changed):
        # The cards of the turn go back, or other cards were taken.
        yield QuestionAnswered("", open_question.event, lapsed=True)
    elif spot is None:
        return
    elif turn.number in changed:
        anew = _asked_again(match, words, turn)
        if anew is None or anew.choices != open_question.question.choices:
            yield QuestionAnswered("", open_question.event, lapsed=True)
            if anew is not None:
                yield anew
    elif (letter := _letter_at(match.position, open_question.question, spot)) != MASTER:
        yield QuestionAnswered("", open_question.event, lapsed=True)
        spot_now = _spot_now(open_question.question, spot, parse_position(turn.turn.after))
        if spot_now is not None:
            yield _amended_letter(match, words, turn, spot_now, letter)


def _letter_at(position: Position, question: QuestionAsked, spot: Spot) -> str:
    """Return the letter in `position` of the question's Master. Return `?` if the Master has no letter, or
    does not lie in `position`."""
    at = _spot_now(question, spot, position)
    return MASTER if at is None else letter_at(position, at)


def _asked_again(match: Match, words: WordList, turn: CountedTurn) -> QuestionAsked | None:
    played = turn.turn
    before, after, ruling = confirmed_positions(
        match, words, parse_position(played.before), parse_position(played.after)
    )
    framed = replace(played, before=format_position(before), after=format_position(after))
    return ask_letter_of_master(match, framed, ruling, turn.number)


def _amended_letter(match: Match, words: WordList, turn: CountedTurn, spot: Spot, letter: str) -> TurnAmended:
    after = with_letter(parse_position(turn.turn.after), spot, letter)
    return turn_amendment(match, words, turn, format_position(after), "declared")


def _master_asked_about(question: QuestionAsked) -> Spot | None:
    """Return the spot of the Master that a question asks about; None if the question has no such Master. The
    Master is unnamed in the question's position, and has a letter in the first answer."""
    try:
        after, way = parse_position(question.after), parse_position(question.choices[0])
    except (NotationError, IndexError):
        return None
    lines = zip(after.lines, way.lines, strict=False)
    return next(
        (
            (r, c)
            for r, (line, other) in enumerate(lines)
            for c, (card, letter) in enumerate(zip(line, other, strict=False))
            if card == MASTER and letter.islower()
        ),
        None,
    )


def _spot_now(question: QuestionAsked, spot: Spot, position: Position) -> Spot | None:
    """Return the spot in `position` of the Master that a question asks about; None if this Master is gone.
    `spot` is the Master's spot in the question's own position."""
    after = with_masters_unnamed(parse_position(question.after))
    if with_masters_unnamed(position).lines == after.lines:
        return spot
    return spot_after(after, with_masters_unnamed(position), spot)

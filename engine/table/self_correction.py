"""Correct earlier turns by later pictures. A later picture may show that a card was misread, that a turn in
question never happened, or which play it was."""

from engine.events import AnyEvent, QuestionAnswered, TurnAmended, TurnTakenBack
from engine.explain import (
    Explanation,
    ExplanationContext,
    RuledPlay,
    SettledPosition,
    explanations,
    rule_on,
)
from engine.explain.ruled_play import MIN_SURE_PLAY_SHARE
from engine.match import FoldedJournal, LastTurn, Match, OpenQuestion
from engine.observation import Observation
from engine.ruling import Legal, Unclear
from engine.table.picture_memory import (
    PictureMemory,
)
from engine.turn.amending import amendment
from engine.turn.corrections import card_letter_events
from engine.turn.misreads import ExplainedChange, misread_cards
from engine.turn.outcome import ruled_turn, touches_turn_in_question


def self_corrections(
    past: FoldedJournal, memory: PictureMemory, picture: ExplainedChange
) -> tuple[AnyEvent, ...]:
    """Return the events by which `picture` corrects earlier turns: cards that were misread get their true
    letters, or else the table's question about the last turn is answered. Return none if the picture shows
    neither."""
    match = past.match
    if match is None:
        return ()
    events: tuple[AnyEvent, ...] = ()
    known_hand = "" if match.turn is None else match.table.hands[match.turn].known_cards
    wrong = misread_cards(memory.readings, picture, untouched=not memory.touched, known_hand=known_hand)
    for spot, letter in wrong:
        events += card_letter_events(past.plus(*events), picture.context.words, spot, letter, "seen")
    if memory.touched and any(isinstance(e, TurnAmended) and e.ruling == "illegal" for e in events):
        events = ()  # hands were over the table: an illegal correction may as well be a new play
    return events or answers_by_picture(match, picture)


def needs_no_correction(best: Explanation, context: ExplanationContext) -> bool:
    """Return True if the explanation `best` makes an earlier correction of a turn needless: it is certain,
    and it is either no change or a legal play."""
    if best.open_points or best.share < MIN_SURE_PLAY_SHARE:
        return False
    return not best.changed or isinstance(rule_on((best,), context).ruling, Legal)


def take_back_events(
    match: Match, settled: SettledPosition, seen: Observation, context: ExplanationContext
) -> tuple[AnyEvent, ...]:
    """Return the events that take back the last turn, which is in question, and close its question. Return
    none unless the picture `seen` shows that the turn did not happen: it shows the table as before the
    turn.

    Call this only for a picture in which the settled words are not found.
    """
    open_question = _question_on_last_turn(match)
    if open_question is None:
        return ()
    without = _explained_without(match, settled, seen, context)
    needless = without is not None and not without.changed and needs_no_correction(without, context)
    return (QuestionAnswered("", open_question.event), TurnTakenBack()) if needless else ()


def answers_by_picture(match: Match, picture: ExplainedChange) -> tuple[AnyEvent, ...]:
    """Return the events by which the table itself answers its question about the last turn; none if the
    picture does not decide it.

    The picture decides if it makes no sense after the last turn, but makes sense without that turn. If it
    then shows another play instead of the last turn, that turn is amended to this play. Otherwise it is
    taken back.
    """
    last, open_question, context = match.last, _question_on_last_turn(match), picture.context
    if open_question is None or last is None or needs_no_correction(picture.best, context):
        return ()
    without = _explained_without(match, picture.settled, picture.observation, context)
    if without is None or not needs_no_correction(without, context):
        return ()
    if not without.changed or not touches_turn_in_question(
        open_question.question, without.before, without.after
    ):
        return (QuestionAnswered("", open_question.event), TurnTakenBack())
    return _turn_amended(match, last, open_question, rule_on((without,), context))


def _question_on_last_turn(match: Match) -> OpenQuestion | None:
    """Return the newest open question if it asks about the last turn; otherwise None."""
    last, open_question = match.last, match.questions[-1] if match.questions else None
    about = (
        open_question is not None
        and last is not None
        and open_question.question.about == "turn"
        and open_question.question.turn == last.event
    )
    return open_question if about else None


def _explained_without(
    match: Match, settled: SettledPosition, seen: Observation, context: ExplanationContext
) -> Explanation | None:
    """Return the likeliest explanation of the picture on the assumption that the last turn did not happen.
    Return None if the last turn changed no card on the table."""
    last = match.last
    if last is None or last.after == last.before.position:
        return None
    return explanations(SettledPosition(last.before.position, settled.places), seen, context)[0]


def _turn_amended(
    match: Match, last: LastTurn, open_question: OpenQuestion, play: RuledPlay
) -> tuple[AnyEvent, ...]:
    """Return the events that correct the last turn, which was in question, to the play `play` and close its
    question. Return none if the ruling on `play` is unclear."""
    explanation, ruling = play.explanation, play.ruling
    if isinstance(ruling, Unclear):
        return ()
    turn = ruled_turn(match, last.player, explanation.before, explanation.after, ruling)
    return (QuestionAnswered(turn.after, open_question.event), amendment(last.event, turn, "seen"))

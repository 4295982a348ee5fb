"""Tell the events of a journal to people in sentences."""

from collections.abc import Sequence
from typing import Final

from engine.breach_codec import WrittenBreach, breach_of
from engine.catalogue import GAMES
from engine.events import (
    AnyEvent,
    CardsCut,
    ChallengeSettled,
    HandCorrected,
    HandCounted,
    HandDealt,
    HandScored,
    KeywordTurned,
    MatchEnded,
    MatchSetUp,
    PackExhausted,
    PackHoldsMore,
    PositionCorrected,
    PrizeNamed,
    QuestionAnswered,
    QuestionAsked,
    ScoreCorrected,
    ScoreInitialled,
    SpecialDrawn,
    TimeUp,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    TurnGiven,
    TurnTakenBack,
    Undone,
    WoundBack,
)
from engine.i18n import cards
from engine.match import Match
from engine.notation import parse_move
from engine.rules.clauses import distinct_breaches
from engine.ruling import Breach
from engine.wording import say_fault, say_move
from engine.wording.events import say_event
from engine.wording.questions import say_answer
from engine.wording.written import SOMEBODY

CAUSES: Final = {
    "answered": "was settled by an answer",
    "said": "was put right, for somebody said so",
    "seen": "was put right, for later pictures show it",
    "declared": "has a Master whose letter is known now",
}
"""The ends of sentences about a corrected turn, such as "was settled by an answer", by the cause
of the correction."""


def sentence(events: Sequence[AnyEvent], number: int, match: Match) -> str:
    """Return a sentence for event `number` of a journal. `match` is the match after this event."""
    event, players = events[number], match.players
    match event:
        case MatchSetUp(game=game):
            title = GAMES[game].title if game in GAMES else game
            return f"A match of {title} begins: {', '.join(players)}."
        case HandDealt():
            return "The cards are dealt."
        case TurnFinished() | TurnCorrected() | TurnAmended() | TurnTakenBack() | TurnGiven():
            return _turn_text(events, event, players)
        case ChallengeSettled(challenger=challenger, words=words, verdict=verdict):
            return f"{players[challenger]} challenges {', '.join(words)}: {verdict}."
        case QuestionAsked(player=player, question=question):
            return f"{players[player]} is asked: {question}"
        case QuestionAnswered(lapsed=True):
            return "That question does not need an answer any more."
        case QuestionAnswered():
            return _answer(_question_of(events, number, event), event.after, players)
        case HandScored(left=left):
            has = (f"{name} has {_cards_of(held)} left" for name, held in zip(players, left, strict=True))
            return f"{', '.join(has)}."
        case PackHoldsMore(letter=letter):
            return f"The pack has more cards with {cards(letter)} than a pack should."
        case HandCorrected(player=player, hand=hand):
            return f"{players[player]} holds {_cards_of(hand)}."
        case PositionCorrected(position=position):
            return f"What lies on the table was put right: {position or 'nothing'}."
        case Undone(event=other):
            return f"Undone: {sentence(events, other, match)}" if other < number else "Something was undone."
        case WoundBack(event=other):
            return (
                f"All was undone since this: {sentence(events, other, match)}"
                if other < number
                else "Undone."
            )
        case MatchEnded(reason=reason):
            return f"The match was stopped before its end{f': {reason}' if reason else ''}."
        case (
            TimeUp() | SpecialDrawn() | CardsCut() | ScoreInitialled() | ScoreCorrected() | HandCounted()
            | KeywordTurned() | PrizeNamed() | PackExhausted()
        ):  # fmt: skip
            return say_event(event, None, match)


def _turn_text(
    events: Sequence[AnyEvent],
    event: TurnFinished | TurnCorrected | TurnAmended | TurnTakenBack | TurnGiven,
    players: Sequence[str],
) -> str:
    match event:
        case TurnTakenBack():
            return "The last turn was taken back."
        case TurnGiven(player=player):
            return f"It is the turn of {players[player]}, because somebody said so."
        case TurnFinished(player=player):
            return _play_text(event.move, event.breaches, players[player])
        case TurnCorrected():
            return f"The last turn was put right: {_play_text(event.move, event.breaches)}"
        case TurnAmended():
            return f"{_whose(events, event.event, players)} {CAUSES[event.cause]}: " + _play_text(
                event.move, event.breaches, _player(events, event.event, players)
            )


def _whose(events: Sequence[AnyEvent], number: int, players: Sequence[str]) -> str:
    turn = events[number] if number < len(events) else None
    if not isinstance(turn, TurnFinished):
        return "A turn"
    return (
        f"The turn of {players[turn.player]} ({turn.move})"
        if turn.move
        else f"The turn of {players[turn.player]}"
    )


def _player(events: Sequence[AnyEvent], number: int, players: Sequence[str]) -> str:
    turn = events[number] if number < len(events) else None
    return players[turn.player] if isinstance(turn, TurnFinished) else SOMEBODY


def _play_text(move: str, faults: Sequence[WrittenBreach], who: str = SOMEBODY) -> str:
    """Return sentences about the move that the player `who` made, and about its faults. A fault that
    this version of the program does not know is given by its name and clause."""
    played = say_move(parse_move(move), who=who) if move else "Something was played."
    known = {breach: fault for fault in faults if (breach := _breach(fault)) is not None}
    sentences = [
        say_fault(breach, (known[breach].clause,), who=who) for breach in distinct_breaches(tuple(known))
    ]
    strange = [f"{fault.kind} ({fault.clause})." for fault in faults if _breach(fault) is None]
    return " ".join((played, *sentences, *strange))


def _breach(fault: WrittenBreach) -> Breach | None:
    try:
        return breach_of(fault)
    except ValueError:
        return None


def _question_of(events: Sequence[AnyEvent], number: int, given: QuestionAnswered) -> QuestionAsked | None:
    """Return the question that `given` answers: the question that it names. If it names none, return the
    oldest open question."""
    if given.question is not None:
        named = events[given.question] if given.question < number else None
        return named if isinstance(named, QuestionAsked) else None
    waiting: list[int] = []
    for at, event in enumerate(events[:number]):
        if isinstance(event, QuestionAsked):
            waiting.append(at)
        elif isinstance(event, QuestionAnswered):
            waiting = [one for one in waiting[event.question is None :] if one != event.question]
    question_event = events[waiting[0]] if waiting else None
    return question_event if isinstance(question_event, QuestionAsked) else None


def _answer(question: QuestionAsked | None, choice: str, players: Sequence[str]) -> str:
    if question is None:
        return f"A question was answered: {choice or 'none of these'}."
    return f"The question was answered: {say_answer(question, choice, players)}."


def _cards_of(hand: str) -> str:
    """Return a hand as text: its cards, or their number if only the number is known."""
    if hand.isdecimal():
        return f"{hand} card{'' if hand == '1' else 's'}"
    return cards(hand) or "nothing"

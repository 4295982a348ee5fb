"""From a finished turn to events: what the referee makes of a ruling, of an answer, and of a challenge."""

from engine.adjudicate import adjudicate
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    QuestionAnswered,
    QuestionAsked,
    RulingKind,
    TurnFinished,
    breach_of,
    fault_of,
)
from engine.explain import Judged
from engine.match import Match
from engine.moves import Pass
from engine.notation import Hand, format_move, format_position, parse_position
from engine.position import Grid, Position, Rows
from engine.rules.party import settled
from engine.ruling import Illegal, Legal, Ruling, SeveralExplanations, Unclear, flagged
from engine.wording import say
from engine.words import WordList


def hand_to_play(match: Match) -> Hand | None:
    """What is known of the hand whose turn it is: its cards, or their number."""
    return None if match.turn is None else match.table.hands[match.turn].hand


def finished(match: Match, judged: Judged) -> tuple[AnyEvent, ...]:
    """The events of a finished turn: the turn as ruled, or a question that holds everything up. None between
    hands."""
    if match.turn is None or match.question is not None:
        return ()
    explanation, ruling = judged.explanation, judged.ruling
    if isinstance(ruling, Unclear):
        return (_question(match.turn, explanation.before, explanation.after, ruling),)
    return (ruled(match, match.turn, explanation.before, explanation.after, ruling),)


def ruled(
    match: Match, player: int, before: Position, after: Position, ruling: Legal | Illegal
) -> TurnFinished:
    """A turn as an event. It stands unless the referee speaks up: always when legal, in `challenge` mode when
    only the dictionary could object as well."""
    settled = _named(after, ruling)
    return TurnFinished(
        player=player,
        before=format_position(before),
        after=format_position(settled),
        move=format_move(ruling.move),
        ruling=_kind(ruling),
        stands=not flagged(ruling, match.game.mode),
        breaches=tuple(map(fault_of, ruling.breaches)) if isinstance(ruling, Illegal) else (),
    )


def answered(match: Match, words: WordList, after: str) -> tuple[AnyEvent, ...]:
    """A person said that `after` (notation) lies there; empty: nothing was played. The turn is ruled on with
    that."""
    question = match.question
    if question is None:
        return ()
    said = QuestionAnswered(after)
    if not after:
        return (said,)
    before, now = parse_position(question.before), parse_position(after)
    hand = match.table.hands[question.player].hand
    ruling = adjudicate(match.game, words, before, now, hand=hand, packs=match.packs)
    if isinstance(ruling, Unclear):
        ruling = _settled_by_a_person(ruling)
    return (said, ruled(match, question.player, before, now, ruling))


def challenge(match: Match, challenger: int) -> ChallengeSettled | None:
    """The dictionary settles a challenge of the word last laid or changed (LEX-CH), or tells the steward
    (PTY-6); None when there is none to challenge, or the challenger is the one who laid it."""
    last = match.last
    if last is None or not match.challengeable or challenger == last.player:
        return None
    words = tuple(changed_words(last.before.position, last.after))
    verdict = settled(match.game, tuple(map(breach_of, last.faults)))
    return ChallengeSettled(challenger, words, verdict) if words else None


def changed_words(before: Position, after: Position) -> list[str]:
    """Words that were not there before, as they lie."""
    if isinstance(before, Rows) and isinstance(after, Rows):
        old = [*before.words, *[""] * len(after.words)]
        return [new for was, new in zip(old, after.words, strict=False) if new and new != was]
    known = _lines(before)
    return [word for word in _lines(after) if word not in known]


def _lines(position: Position) -> list[str]:
    if not isinstance(position, Grid):
        return []
    columns = ["".join(column) for column in zip(*position.rows, strict=True)]
    return [word for line in (*position.rows, *columns) for word in line.split(".") if len(word) > 1]


def _question(player: int, before: Position, after: Position, ruling: Unclear) -> QuestionAsked:
    told = " ".join(say(doubt) for doubt in ruling.doubts) or "What was played?"
    choices = tuple(dict.fromkeys((format_position(after), format_position(before))))
    return QuestionAsked(player, format_position(before), format_position(after), told, choices)


def _settled_by_a_person(ruling: Unclear) -> Legal:
    """Two stories fit what a person has confirmed; the kinder one counts."""
    kinder = [doubt.move for doubt in ruling.doubts if isinstance(doubt, SeveralExplanations)]
    return Legal(kinder[0] if kinder else ruling.move or Pass())


def _named(after: Position, ruling: Ruling) -> Position:
    """With its Masters named when only one naming is possible (ALL-2)."""
    namings = ruling.namings if isinstance(ruling, Legal) else ()
    return namings[0] if len(namings) == 1 else after


def _kind(ruling: Legal | Illegal) -> RulingKind:
    return "legal" if isinstance(ruling, Legal) else "illegal"

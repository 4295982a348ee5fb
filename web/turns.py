"""The turns of a match as phones show them: a fold of its events into rulings in sentences."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    MatchSetUp,
    TurnCorrected,
    TurnFinished,
    TurnTakenBack,
)
from engine.faults import Fault, breach_of
from engine.game import Game
from engine.match import entries
from engine.notation import NotationError, parse_move, parse_position
from engine.rules.clauses import distinct
from engine.rules.scoring import challenge_points
from engine.ruling import Breach
from engine.tongue import joined
from engine.wording import say
from web.clauses import clause
from web.languages import translate as _
from web.snapshot import Clause, Meaning, Moved, Ruled
from web.telling import happened, raced, said

RECENT: Final = 8
"""Turns a phone shows."""


@dataclass(frozen=True, slots=True)
class _Book:
    """Rulings in order, and what was ruled last about a turn."""

    game: Game
    players: tuple[str, ...]
    rulings: tuple[Ruled, ...] = ()

    @property
    def offender(self) -> int | None:
        """Whose turn was the last one."""
        return next((one.player for one in reversed(self.rulings) if one.kind != "told"), None)


def recent(game: Game, players: tuple[str, ...], events: Sequence[AnyEvent]) -> tuple[Ruled, ...]:
    """The last turns and challenges of the match at the end of `events`, newest first."""
    book = _Book(game, players)
    for entry in entries(events):
        book = _with(book, entry.event)
        if isinstance(entry.event, TurnFinished):
            cause = entry.amended.cause if entry.amended else None
            turn = replace(book.rulings[-1], event=entry.number, amended=cause)
            book = replace(book, rulings=(*book.rulings[:-1], turn))
    return book.rulings[: -RECENT - 1 : -1]


def _with(book: _Book, event: AnyEvent) -> _Book:
    match event:
        case MatchSetUp():
            return replace(book, rulings=())
        case TurnFinished(player=player):
            return replace(book, rulings=(*book.rulings, ruled(book.game, event, player)))
        case TurnCorrected() if book.offender is not None:
            again = ruled(book.game, event, book.offender)
            return replace(book, rulings=(*_before_last_turn(book.rulings), again))
        case TurnTakenBack():
            return replace(book, rulings=_before_last_turn(book.rulings))
        case ChallengeSettled() if book.offender is not None:
            settled = challenged(book.game, book.players, event, book.offender)
            return replace(book, rulings=(*book.rulings, settled))
        case _:
            return _told(book, event)


def _told(book: _Book, event: AnyEvent) -> _Book:
    """With what else happened, if it has a sentence. That the first hand was dealt is no news."""
    if isinstance(event, HandDealt) and not book.rulings:
        return book
    sentence = happened(event, book.game, book.players)
    return replace(book, rulings=(*book.rulings, Ruled("told", sentence))) if sentence else book


def _before_last_turn(rulings: tuple[Ruled, ...]) -> tuple[Ruled, ...]:
    """Without the last turn and what challenges came of it."""
    starts = [n for n, ruling in enumerate(rulings) if ruling.move is not None]
    return rulings[: starts[-1]] if starts else rulings


def ruled(game: Game, turn: TurnFinished | TurnCorrected, player: int | None) -> Ruled:
    """A finished turn in a sentence or several: every breach is said, not the first alone.

    In `challenge` mode a turn that stands is shown as played and no more, whatever its word is worth:
    the phones must not give away what the table keeps quiet about.
    """
    if turn.ruling != "unclear" and turn.stands and game.mode == "challenge":
        return Ruled("played", _move(turn), (), turn.move, player)
    sentence = _breaches(turn.breaches) if turn.ruling == "illegal" else _played(game, turn)
    if turn.ruling == "unclear":
        sentence = _("The table could not tell. {sentence}").format(sentence=sentence)
    return Ruled(turn.ruling, sentence, _clauses(turn.breaches), turn.move, player)


def _played(game: Game, turn: TurnFinished | TurnCorrected) -> str:
    """What was done; in a race, how far the horse went for it as well."""
    if isinstance(turn, TurnFinished) and game.ends == "race" and turn.ruling == "legal":
        return raced(game, turn.before, turn.after) or _move(turn)
    return _move(turn)


def challenged(game: Game, players: Sequence[str], event: ChallengeSettled, offender: int) -> Ruled:
    """A challenge of `offender`'s turn in a sentence, with its words and the points that moved."""
    good = event.verdict == "word good"
    who, points = challenge_points(
        game,
        good=good,
        challenger=event.challenger,
        offender=offender,
        misspelt=event.verdict == "misspelt",
    )
    verdict = (
        _("{name} challenged {words}. The play is good: {points} for {who}.")
        if good
        else _("{name} challenged {words}. It does not count, and the cards go back: {points} for {who}.")
    )
    sentence = verdict.format(
        name=_name(players, event.challenger),
        words=joined(event.words, _) or _("the play"),
        points=signed(points),
        who=_name(players, who),
    )
    return Ruled(
        "legal" if good else "illegal",
        sentence,
        (clause(challenge_clause(game)),),
        None,
        offender,
        meanings=tuple(Meaning(word.upper()) for word in event.words),
        moved=Moved(who, points) if points else None,
    )


def challenge_clause(game: Game) -> str:
    """The clause by which a word is challenged; the race's booklet has none, but a word list (ALL-1)."""
    if game.ends == "race":
        return "ALL-1"
    if game.fine:
        return "PTY-6"
    if game.name == "lexigram":
        return "LG-4"
    if game.tally is not None:
        return "KW-6"
    return "XW-CH" if game.layout == "grid" else "LEX-CH"


def _breaches(faults: Sequence[Fault]) -> str:
    known = [breach for breach in map(_breach, faults) if breach is not None]
    strange = [fault.clause for fault in faults if _breach(fault) is None]
    told = [say(breach, _) for breach in distinct(known)]
    told += [_("The turn breaks {clause}.").format(clause=clause) for clause in strange]
    return " ".join(dict.fromkeys(told)) or _("The turn breaks a rule.")


def _breach(fault: Fault) -> Breach | None:
    """A journal of another version may know breaches this one does not: those are named by their clause."""
    try:
        return breach_of(fault)
    except ValueError:
        return None


def _move(turn: TurnFinished | TurnCorrected) -> str:
    try:
        return said(parse_move(turn.move), parse_position(turn.after))
    except NotationError:
        return turn.move


def _clauses(faults: Sequence[Fault]) -> tuple[Clause, ...]:
    return tuple(map(clause, dict.fromkeys(fault.clause for fault in faults)))


def _name(players: Sequence[str], player: int) -> str:
    return players[player] if player < len(players) else _("player {number}").format(number=player)


def signed(points: int) -> str:
    """Points that are added, with their sign."""
    return f"+{points}" if points >= 0 else f"−{-points}"

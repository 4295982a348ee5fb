"""Turn the events of a match into the rulings that phones show as sentences."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from markupsafe import Markup, escape

from engine.breach_codec import WrittenBreach
from engine.events import (
    ChallengeSettled,
    HandDealt,
    MatchSetUp,
    TurnCorrected,
    TurnFinished,
    TurnTakenBack,
)
from engine.game import Game
from engine.match import CountedEvent, Match
from engine.match.patiences import is_dealt_on_table
from engine.moves import Lay, Spell, parts
from engine.notation import NotationError, parse_move
from engine.rules.scoring import challenge_points
from engine.wording.events import say_event
from engine.wording.questions import changed_words
from engine.wording.turns import say_challenge, say_turn
from engine.wording.written import word
from web.clauses import clause
from web.languages import translate as _
from web.snapshot import Amended, Clause, Meaning, Moved, Ruled

SHOWN_TURNS: Final = 8
"""Number of turns that a phone shows."""
KEPT_RULINGS: Final = 4 * SHOWN_TURNS
"""Number of rulings that are stored. It exceeds the number shown, because taking back a turn removes its
rulings, and earlier rulings must then fill the place."""


def shown_rulings(rulings: Sequence[Ruled]) -> tuple[Ruled, ...]:
    """Return the last `SHOWN_TURNS` of `rulings`, which a phone shows, the newest first."""
    return tuple(rulings[: -SHOWN_TURNS - 1 : -1])


def rulings_after(rulings: tuple[Ruled, ...], step: CountedEvent) -> tuple[Ruled, ...]:
    """Return the latest rulings of a match, the newest last, after the event `step`. `rulings` are the
    rulings before the event."""
    return _all_rulings_after(rulings, step)[-KEPT_RULINGS:]


def _all_rulings_after(rulings: tuple[Ruled, ...], step: CountedEvent) -> tuple[Ruled, ...]:
    event, last = step.event, step.before.last if step.before else None
    match event:
        case MatchSetUp():
            return ()
        case TurnFinished():
            cause = correction_cause(step)
            turn = replace(
                turn_ruling(step.after, event, event.player), event=step.entry.number, amended=cause
            )
            return (*rulings, turn)
        case TurnCorrected() if last is not None:
            return (*_before_last_turn(rulings), turn_ruling(step.after, event, last.player))
        case TurnTakenBack():
            return _before_last_turn(rulings)
        case ChallengeSettled() if last is not None:
            return (*rulings, challenge_ruling(step.after, event, last.player))
        case _:
            return _with_sentence(rulings, step)


def correction_cause(step: CountedEvent) -> Amended | None:
    """Return the reason for which a turn was corrected; None if it was not corrected, or if a person only
    named the letter of a Master."""
    amended = step.entry.amended
    return None if amended is None or amended.cause == "declared" else amended.cause


def _with_sentence(rulings: tuple[Ruled, ...], step: CountedEvent) -> tuple[Ruled, ...]:
    """Return `rulings`, followed by the sentence for an event that is no turn, such as a deal. Return
    `rulings` unchanged for an event without a sentence, and for the first deal."""
    if isinstance(step.event, HandDealt) and not rulings:
        return rulings
    sentence = say_event(step.event, step.before, step.after, _)
    return (*rulings, Ruled("told", sentence)) if sentence else rulings


def _before_last_turn(rulings: tuple[Ruled, ...]) -> tuple[Ruled, ...]:
    """Return the rulings without the last turn and its challenges."""
    starts = [n for n, ruling in enumerate(rulings) if ruling.move is not None]
    return rulings[: starts[-1]] if starts else rulings


def turn_ruling(after: Match, turn: TurnFinished | TurnCorrected, player: int) -> Ruled:
    """Return the sentence and the ruling for a finished turn of `player`. `after` is the match after the
    turn. In `challenge` mode every turn that stands is shown as played, even with a bad word, because the
    phones must not reveal what the word list contains."""
    game, who = after.game, after.players[player]
    masters = tuple(word for word in last_words_made(after, turn.move) if word != word.upper())
    if turn.ruling != "unclear" and turn.stands and game.challenges.mode == "challenge":
        quiet = replace(turn, ruling="legal", breaches=())
        sentence = say_turn(game, quiet, _, who, _cards_left(after, player))
        return Ruled("played", sentence, (), turn.move, player, masters=masters)
    sentence = say_turn(game, turn, _, who, _cards_left(after, player))
    clauses = _clauses(turn.breaches, game)
    return Ruled(turn.ruling, sentence, clauses, turn.move, player, masters=masters)


def last_words_made(match: Match, move: str) -> tuple[str, ...]:
    """Return the words that the last turn of `match` made, with a Master in lower case. `move` is its play in
    notation. In a patience the words have left the table, so they are read from `move`."""
    last = match.last
    changed = changed_words(last.before.position, last.after) if last else ()
    return tuple(changed or _spelt(move))


def _spelt(move: str) -> list[str]:
    """Return the words in the notation `move` of a play in a patience or a race; empty if this version can't
    read `move`."""
    try:
        return [part.word for part in parts(parse_move(move)) if isinstance(part, Lay | Spell)]
    except NotationError:
        return []


def ruling_sentence(ruled: Ruled) -> Markup:
    """Return the sentence of a ruling as HTML. In the words that contain Masters, each letter of a Master is
    marked."""
    shown = {word(spelt): Markup("").join(map(_card, spelt)) for spelt in ruled.masters}
    if not shown:
        return escape(ruled.sentence)
    words = "|".join(map(re.escape, shown))
    pieces = re.split(rf"(?<!\w)({words})(?!\w)", ruled.sentence)
    return Markup("").join(shown.get(piece, piece) for piece in pieces)


def _card(card: str) -> Markup:
    return Markup('<b class="master">{}</b>').format(card.upper()) if card.islower() else escape(word(card))


def _cards_left(after: Match, player: int) -> int | None:
    """Return the number of cards in the hand of `player` after a turn. Return None for a patience or a race,
    and for a game in which players refill their racks."""
    counted = (
        not is_dealt_on_table(after.game) and after.game.ends != "race" and after.game.board_scoring is None
    )
    return after.table.hands[player].count if counted else None


def challenge_ruling(after: Match, event: ChallengeSettled, offender: int) -> Ruled:
    """Return the result of a challenge in a sentence, with the challenged words and the points that the
    challenge moved. `offender` is the player whose turn was challenged."""
    game, good = after.game, event.verdict == "word good"
    who, points = challenge_points(
        game,
        good=good,
        challenger=event.challenger,
        offender=offender,
        misspelt=event.verdict == "misspelt",
    )
    return Ruled(
        "legal" if good else "illegal",
        say_challenge(game, event, offender, after.players, _),
        clauses_of((challenge_clause(game),), game),
        None,
        offender,
        meanings=tuple(Meaning(word(one)) for one in event.words),
        moved=Moved(who, points) if points else None,
    )


def with_meanings(ruled: Ruled, meanings: Callable[[str], tuple[str, ...]]) -> Ruled:
    """Return a challenge's ruling with the meanings of the challenged words. Return other rulings
    unchanged."""
    explained = tuple(replace(one, text="; ".join(meanings(one.word))) for one in ruled.meanings)
    return replace(ruled, meanings=explained)


def challenge_clause(game: Game) -> str:
    """Return the clause that governs challenges in `game`. A race has no such clause, so the clause of the
    word list (ALL-1) takes its place."""
    if game.ends == "race":
        return "ALL-1"
    if game.challenges.judge == "steward":
        return "PTY-6"
    if game.name == "lexigram":
        return "LG-4"
    if game.board_scoring is not None:
        return "KW-6"
    return "XW-CH" if game.layout == "grid" else "LEX-CH"


def _clauses(faults: Sequence[WrittenBreach], game: Game) -> tuple[Clause, ...]:
    return clauses_of(tuple(fault.clause for fault in faults), game)


def clauses_of(identifiers: Sequence[str], game: Game) -> tuple[Clause, ...]:
    """Return the clauses with the given identifiers as phones show them, each clause once."""
    return tuple(clause(one, game) for one in dict.fromkeys(identifiers))

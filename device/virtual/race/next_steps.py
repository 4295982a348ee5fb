"""Find the next step of the people in a race of My Word at the virtual table.

They draw, think, form a word, and report facts that the table can't see. Their next step depends on the race
and the referee's match.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from device.virtual.messages import answer_to_oldest
from device.virtual.motions.motion_steps import MotionStep
from device.virtual.pace import ANNOUNCE_PROBABILITY, MIN_STILL_SECONDS, THINKING_SECONDS
from device.virtual.race import race_state as race
from device.virtual.race.race_state import RaceState
from engine.adjudication import adjudicate
from engine.best.race import race_plays
from engine.cards import MASTER
from engine.events import HandDealt, MatchSetUp, Option, PositionCorrected, SpecialDrawn
from engine.game import Game
from engine.match import Match
from engine.match.scores import replaced_at
from engine.moves import Lay, Move, parts
from engine.notation import format_position
from engine.position import RacePosition
from engine.ruling import Illegal
from engine.shared.players import MAX_EVERYDAY_TIER
from engine.table.commands import Command, EndTurn, RecordEvent
from engine.words import WordList

MAX_PLAYS_CONSIDERED: Final = 400
"""Maximum number of legal plays that a simulated player looks at. Further plays are never chosen."""
MAX_LIKELY_PLAYS: Final = 4
"""Number of likely plays among which a player chooses at random, because people do not all see the same
play."""
_MAX_FAULTS_TRIED: Final = 20
"""Number of random plays that a player tries when the player wants to break a rule. If none of them is
illegal, the player makes an honest play."""


@dataclass(frozen=True, slots=True)
class RaceSitting:
    """A race with what its simulated players know, and what they still have to do, such as report a drawn
    card."""

    runners: RaceState
    before: RaceState | None = None
    """The race before the play that waits for its ruling; None if no play waits."""
    heard: int = 0
    """The number of events in the journal when the last play was made."""
    honest: bool = True
    """True if the last play was legal."""
    said: bool = False
    """True if the player of the last play has said that the turn is over."""
    owes: bool = False
    """True if a card without a letter was drawn and must be reported."""
    fresh: bool = False
    """True if the people have begun another match that is not yet in the journal."""


@dataclass(frozen=True, slots=True)
class RaceStep:
    """A step of the people: the race after the step, the motion that shows the step, and the commands to
    the table."""

    racing: RaceSitting
    motion: tuple[MotionStep, ...] = ()
    commands: tuple[Command, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceSkill:
    """The knowledge and the daring of the players of a race: their word list, and the probability (0 to 1)
    that a play breaks a rule."""

    words: WordList
    cheat: float = 0.0


def opening(racing: RaceSitting, game: str, options: dict[str, Option]) -> MatchSetUp:
    """Return the event that begins a match of races."""
    count = len(racing.runners.names)
    dealer = (racing.runners.first - 1) % count
    return MatchSetUp(game=game, players=racing.runners.names, options=options, dealer=dealer)


def next_step(racing: RaceSitting, match: Match, event_count: int, skill: RaceSkill) -> RaceStep | None:
    """Return the players' next step when the table is at rest; None while they wait.

    `event_count` is the number of events in the journal.
    """
    if racing.before is not None:
        return _await_ruling(racing, racing.before, match)
    if match.scores.winners is not None:
        return None
    if match.turn is None:
        return _between_races(racing, match)
    if match.turn != racing.runners.to_move:  # the minute was over before a card was laid
        return RaceStep(RaceSitting(replace(racing.runners, to_move=match.turn, ready=False, drawn="letter")))
    if racing.owes:
        return _report_special(racing)
    if not racing.runners.ready:
        return _draw(racing, match)
    if not agrees(match.position, racing.runners):
        return RaceStep(
            racing, commands=(RecordEvent(PositionCorrected(format_position(racing.runners.fronts))),)
        )
    return _act(racing, match, event_count, skill)


def agrees(recorded: object, runners: RaceState) -> bool:
    """Return True if the match's position `recorded` has the true places of the horses, the true player on
    turn, and the true kind of drawn card."""
    truth = runners.fronts
    return isinstance(recorded, RacePosition) and (recorded.horses, recorded.player, recorded.drawn_kind) == (
        truth.horses,
        truth.player,
        truth.drawn_kind,
    )


def _between_races(racing: RaceSitting, match: Match) -> RaceStep:
    """Return the step between two races: clear the table and deal, or report that the hand is dealt. The
    player who came home second begins the next race (MW-7)."""
    runners = racing.runners
    if runners.round > match.hand.number:
        return RaceStep(racing, commands=(RecordEvent(HandDealt()),))
    ran = race.next_race(match.game, runners, match.next_seat(match.dealer))
    return RaceStep(RaceSitting(ran.race), ran.motion)


def _draw(racing: RaceSitting, match: Match) -> RaceStep:
    ran = race.draw(match.game, racing.runners)
    after = RaceSitting(ran.race, owes=ran.race.drawn != "letter")
    return RaceStep(after, ran.motion)


def _report_special(racing: RaceSitting) -> RaceStep:
    """Return the step that reports a drawn card without a letter. Nothing is reported after a letter card."""
    runners = racing.runners
    if runners.drawn == "letter":
        return RaceStep(replace(racing, owes=False))
    special = SpecialDrawn(runners.to_move, runners.drawn)
    return RaceStep(replace(racing, owes=False), commands=(RecordEvent(special),))


def _act(racing: RaceSitting, match: Match, event_count: int, skill: RaceSkill) -> RaceStep:
    runners = racing.runners
    thinking = MotionStep(race.dice(runners, "think").uniform(*THINKING_SECONDS), runners.top)
    rows = faulty_rows(match.game, runners, skill)
    honest = rows is None
    rows = rows if rows is not None else chosen_rows(match.game, runners, skill.words)
    if rows is None:
        after = replace(racing, before=runners, heard=event_count, honest=True, said=True)
        return RaceStep(after, (thinking, MotionStep(MIN_STILL_SECONDS, runners.top)), (EndTurn(),))
    ran = race.lay(runners, rows)
    after = RaceSitting(ran.race, before=runners, heard=event_count, honest=honest)
    return RaceStep(after, (thinking, *ran.motion, MotionStep(MIN_STILL_SECONDS, ran.race.top)))


def _await_ruling(racing: RaceSitting, before: RaceState, match: Match) -> RaceStep | None:
    """Return the step after a play: react to its ruling, answer a question, or end the turn."""
    if match.question is not None:
        fronts = replace(before.fronts, laid=racing.runners.laid)
        if match.question.about == "Master" and MASTER in "".join(fronts.lines):
            return RaceStep(racing, commands=(answer_to_oldest(match, match.question.choices[0]),))
        return RaceStep(racing, commands=(answer_to_oldest(match, format_position(fronts)),))
    last = match.last
    if last is not None and last.event >= racing.heard:
        return _after_ruling(racing, before, last.stands, match)
    if match.turn != before.to_move:  # the minute was over before the word was complete
        return _after_ruling(racing, before, False, match)
    says = not racing.honest or race.dice(racing.runners, "says so").random() < ANNOUNCE_PROBABILITY
    return RaceStep(replace(racing, said=True), commands=(EndTurn(),)) if says and not racing.said else None


def _after_ruling(racing: RaceSitting, before: RaceState, stands: bool, match: Match) -> RaceStep:
    """Return the step after the ruling: move the horse, or lose the turn. The cards stay on the table."""
    moved = stands and racing.runners.laid != before.laid
    ran = race.race_after_ruling(match.game, racing.runners, moved)
    return RaceStep(RaceSitting(ran.race), ran.motion)


def chosen_rows(game: Game, runners: RaceState, words: WordList) -> tuple[str, ...] | None:
    """Return the rows of cards that the player on turn lays; None if the player finds no play."""
    cards = runners.hands[runners.to_move]
    possible_plays = islice(race_plays(game, words, runners.fronts, cards), MAX_PLAYS_CONSIDERED)
    seat = runners.to_move
    likely = (
        after.laid[seat]
        for move, after in possible_plays
        if _is_sensible(words, move, after.laid[seat], runners)
    )
    likely_rows = list(islice(likely, MAX_LIKELY_PLAYS))
    return race.dice(runners, "choose").choice(likely_rows) if likely_rows else None


def _is_sensible(words: WordList, move: Move, rows: tuple[str, ...], runners: RaceState) -> bool:
    """Return True if a person would make this play: its new words are everyday words and not offensive, and
    the rows of cards `rows` fit before the player and differ from the rows that lie there."""
    texts = [part.word.upper() for part in parts(move) if isinstance(part, Lay)]
    entries = [words.entry(text) for text in texts if not words.is_offensive(text)]
    known = len(entries) == len(texts) and all(entry and entry.tier <= MAX_EVERYDAY_TIER for entry in entries)
    return known and len(rows) <= race.MAX_CROSSED_ROWS and rows != runners.laid[runners.to_move]


def faulty_rows(game: Game, runners: RaceState, skill: RaceSkill) -> tuple[str, ...] | None:
    """Return rows of laid cards that break a rule, with the probability `skill.cheat`; None otherwise."""
    rng = race.dice(runners, "cheat")
    if rng.random() >= skill.cheat:
        return None
    for rows in _rows_to_try(runners.hands[runners.to_move], rng):
        after = replace(runners.fronts, laid=replaced_at(runners.laid, runners.to_move, rows))
        if isinstance(adjudicate(game, skill.words, runners.fronts, after), Illegal):
            return rows
    return None


def _rows_to_try(cards: str, rng: random.Random) -> Iterator[tuple[str, ...]]:
    letters = cards.replace("?", "")
    for _ in range(_MAX_FAULTS_TRIED if len(letters) > 2 else 0):
        yield ("".join(rng.sample(letters, rng.randrange(3, min(len(letters), 8) + 1))),)

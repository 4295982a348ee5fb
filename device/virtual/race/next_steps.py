"""Find the next step of the people in a race of My Word at the virtual table.

They draw, think, form a word, and report facts that the table can't see. Their next step depends on the race
and the referee's match.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from device.virtual.messages import answering
from device.virtual.motions.beats import Beat
from device.virtual.pace import AT_LEAST, SAYS_SO, THINKING_SECONDS
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
from engine.position import Fronts
from engine.ruling import Illegal
from engine.shared.players import MAX_EVERYDAY_TIER
from engine.table.commands import Command, EndTurn, RecordEvent
from engine.words import WordList

PLAYS_CONSIDERED: Final = 400
"""Number of plays that a person considers."""
LIKELY_PLAYS: Final = 4
"""Number of likely plays from which one is chosen at random, because people do not all see the same play."""
_MAX_FAULTS_TRIED: Final = 20
"""Number of wrong plays tried before an honest play."""


@dataclass(frozen=True, slots=True)
class Racing:
    """People in the middle of a race."""

    runners: RaceState
    before: RaceState | None = None
    """The race before the play that waits for its ruling; None if no play waits."""
    heard: int = 0
    """The number of the journal's events at the last play."""
    honest: bool = True
    """True if the last play was legal."""
    said: bool = False
    """True if its player has said that the turn is over."""
    owes: bool = False
    """True if a card without a letter was drawn and must be reported."""
    fresh: bool = False
    """True if the people have begun another match that is not yet in the journal."""


@dataclass(frozen=True, slots=True)
class RaceStep:
    """The next step: the race after it, the beats that show it, and the commands to the table."""

    racing: Racing
    beats: tuple[Beat, ...] = ()
    commands: tuple[Command, ...] = ()


@dataclass(frozen=True, slots=True)
class Minds:
    """The word list `words` that the players know, and the probability `cheat` with which they break a
    rule."""

    words: WordList
    cheat: float = 0.0


def opening(racing: Racing, game: str, options: dict[str, Option]) -> MatchSetUp:
    """Return the event that begins the match."""
    count = len(racing.runners.names)
    dealer = (racing.runners.first - 1) % count
    return MatchSetUp(game=game, players=racing.runners.names, options=options, dealer=dealer)


def next_step(racing: Racing, match: Match, events: int, minds: Minds) -> RaceStep | None:
    """Return the players' next step when the table is at rest; None while they wait.

    `events` is the number of events in the journal.
    """
    if racing.before is not None:
        return _awaiting(racing, racing.before, match)
    if match.scores.winners is not None:
        return None
    if match.turn is None:
        return _between_races(racing, match)
    if match.turn != racing.runners.to_move:  # the minute was over before a card was laid
        return RaceStep(Racing(replace(racing.runners, to_move=match.turn, ready=False, drawn="letter")))
    if racing.owes:
        return _special(racing)
    if not racing.runners.ready:
        return _drawing(racing, match)
    if not agrees(match.position, racing.runners):
        return RaceStep(
            racing, commands=(RecordEvent(PositionCorrected(format_position(racing.runners.fronts))),)
        )
    return _acting(racing, match, events, minds)


def agrees(lies: object, runners: RaceState) -> bool:
    """Tell whether the match has the true places of the horses and the true player on turn."""
    truth = runners.fronts
    return isinstance(lies, Fronts) and (lies.horses, lies.player, lies.drawn) == (
        truth.horses,
        truth.player,
        truth.drawn,
    )


def _between_races(racing: Racing, match: Match) -> RaceStep:
    """Let the player who came home second begin the next race (MW-7)."""
    runners = racing.runners
    if runners.round > match.hand.number:
        return RaceStep(racing, commands=(RecordEvent(HandDealt()),))
    ran = race.next_race(match.game, runners, match.after(match.dealer))
    return RaceStep(Racing(ran.race), ran.beats)


def _drawing(racing: Racing, match: Match) -> RaceStep:
    ran = race.draw(match.game, racing.runners)
    after = Racing(ran.race, owes=ran.race.drawn != "letter")
    return RaceStep(after, ran.beats)


def _special(racing: Racing) -> RaceStep:
    """Report a drawn card without a letter, and the number of its player's cards."""
    runners = racing.runners
    if runners.drawn == "letter":
        return RaceStep(replace(racing, owes=False))
    told = SpecialDrawn(runners.to_move, runners.drawn)
    return RaceStep(replace(racing, owes=False), commands=(RecordEvent(told),))


def _acting(racing: Racing, match: Match, events: int, minds: Minds) -> RaceStep:
    runners = racing.runners
    thinking = Beat(race.dice(runners, "think").uniform(*THINKING_SECONDS), runners.top)
    rows = fault(match.game, runners, minds)
    honest = rows is None
    rows = rows if rows is not None else formed(match.game, runners, minds.words)
    if rows is None:
        after = replace(racing, before=runners, heard=events, honest=True, said=True)
        return RaceStep(after, (thinking, Beat(AT_LEAST, runners.top)), (EndTurn(),))
    ran = race.lay(runners, rows)
    after = Racing(ran.race, before=runners, heard=events, honest=honest)
    return RaceStep(after, (thinking, *ran.beats, Beat(AT_LEAST, ran.race.top)))


def _awaiting(racing: Racing, before: RaceState, match: Match) -> RaceStep | None:
    """Return the step after a play: react to its ruling, answer a question, or end the turn."""
    if match.question is not None:
        lies = replace(before.fronts, laid=racing.runners.laid)
        if match.question.about == "Master" and MASTER in "".join(lies.lines):
            return RaceStep(racing, commands=(answering(match, match.question.choices[0]),))
        return RaceStep(racing, commands=(answering(match, format_position(lies)),))
    last = match.last
    if last is not None and last.event >= racing.heard:
        return _ruled(racing, before, last.stands, match)
    if match.turn != before.to_move:  # the minute was over before the word was complete
        return _ruled(racing, before, False, match)
    says = not racing.honest or race.dice(racing.runners, "says so").random() < SAYS_SO
    return RaceStep(replace(racing, said=True), commands=(EndTurn(),)) if says and not racing.said else None


def _ruled(racing: Racing, before: RaceState, stands: bool, match: Match) -> RaceStep:
    """React to the ruling: move the horse, or lose the turn. The cards stay on the table."""
    moved = stands and racing.runners.laid != before.laid
    ran = race.went_on(match.game, racing.runners, moved)
    return RaceStep(Racing(ran.race), ran.beats)


def formed(game: Game, runners: RaceState, words: WordList) -> tuple[str, ...] | None:
    """Return the rows that the player on turn forms; None when the player finds none."""
    cards = runners.hands[runners.to_move]
    found = islice(race_plays(game, words, runners.fronts, cards), PLAYS_CONSIDERED)
    seat = runners.to_move
    likely = (after.laid[seat] for move, after in found if _sensible(words, move, after.laid[seat], runners))
    some = list(islice(likely, LIKELY_PLAYS))
    return race.dice(runners, "choose").choice(some) if some else None


def _sensible(words: WordList, move: Move, rows: tuple[str, ...], runners: RaceState) -> bool:
    """Tell whether the words are everyday words, do not offend, are new, and fit before their player."""
    texts = [part.word.upper() for part in parts(move) if isinstance(part, Lay)]
    entries = [words.entry(text) for text in texts if not words.is_offensive(text)]
    known = len(entries) == len(texts) and all(entry and entry.tier <= MAX_EVERYDAY_TIER for entry in entries)
    return known and len(rows) <= race.MAX_CROSSED_ROWS and rows != runners.laid[runners.to_move]


def fault(game: Game, runners: RaceState, minds: Minds) -> tuple[str, ...] | None:
    """Return cards that form no word, or a wrong number of cards, with the probability `minds.cheat`; None
    otherwise."""
    rng = race.dice(runners, "cheat")
    if rng.random() >= minds.cheat:
        return None
    for rows in _thought_of(runners.hands[runners.to_move], rng):
        after = replace(runners.fronts, laid=replaced_at(runners.laid, runners.to_move, rows))
        if isinstance(adjudicate(game, minds.words, runners.fronts, after), Illegal):
            return rows
    return None


def _thought_of(cards: str, rng: random.Random) -> Iterator[tuple[str, ...]]:
    letters = cards.replace("?", "")
    for _ in range(_MAX_FAULTS_TRIED if len(letters) > 2 else 0):
        yield ("".join(rng.sample(letters, rng.randrange(3, min(len(letters), 8) + 1))),)

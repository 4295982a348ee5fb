"""The stages of a match, and what a table's single button does at each stage."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from engine.events import AnyEvent, HandDealt, MatchSetUp, ScoreInitialled
from engine.game import Game
from engine.i18n import UserError
from engine.match.racing import HOME_TO_END_RACE
from engine.match.state import Match
from engine.match.timeline import entries
from engine.rules.party import highest_cut_plays_first

Stage = Literal["no match", "before the deal", "play", "counting", "initials", "cutting", "over"]


@dataclass(frozen=True, slots=True)
class Transition:
    """A change of a match from one stage to the next, such as from "before the deal" to "play"."""

    start: Stage
    end: Stage
    label: str
    events: tuple[str, ...]
    """The names of the kinds of events that can cause the change, such as `HandDealt`."""


TRANSITIONS: Final[tuple[Transition, ...]] = (
    Transition("no match", "before the deal", "set up", ("MatchSetUp",)),
    Transition("no match", "cutting", "set up, with a draw", ("MatchSetUp",)),
    Transition("before the deal", "play", "deal", ("HandDealt",)),
    Transition("play", "counting", "going out, or the bell", ("TurnFinished", "TimeUp")),
    Transition("counting", "play", "a challenge, or taken back", ("ChallengeSettled", "TurnTakenBack")),
    Transition("counting", "before the deal", "hands counted", ("HandScored",)),
    Transition("counting", "initials", "hands counted at a party", ("HandScored",)),
    Transition("initials", "cutting", "initialled, with a tie", ("ScoreInitialled",)),
    Transition("initials", "before the deal", "initialled", ("ScoreInitialled",)),
    Transition("cutting", "before the deal", "cut", ("CardsCut",)),
    Transition("before the deal", "cutting", "a tie", ("CardsCut",)),
    Transition("counting", "over", "won", ("HandScored",)),
    Transition("initials", "over", "won", ("ScoreInitialled",)),
    Transition("play", "over", "won, or stopped", ("TurnFinished", "HandScored", "TimeUp", "MatchEnded")),
    Transition("play", "before the deal", "scored by hand", ("HandScored",)),
    Transition("play", "before the deal", "the race is run", ("TurnFinished",)),
    Transition("over", "before the deal", "next match", ("MatchSetUp",)),
    Transition("over", "cutting", "next match, with a draw", ("MatchSetUp",)),
)
"""All changes between stages of a match that the rules allow. A correction or an undo may lead from any
stage to any other, and is not listed."""


def stage(match: Match | None) -> Stage:
    """Return the stage that a match has reached."""
    if match is None:
        return "no match"
    if match.over:
        return "over"
    if match.hand.over:
        return "counting"
    if match.turn is not None:
        return "play"
    if any(mark is not None for mark in match.scores.marks):
        return "initials"
    return "cutting" if match.cutting else "before the deal"


def next_events(match: Match | None, events: Sequence[AnyEvent]) -> tuple[AnyEvent, ...]:
    """Return the events of a press of the single button between hands of play, such as the next deal.
    `events` are the whole journal.

    Return none while a hand is played or counted: other functions then end the turn or count the cards.
    Raise UserError before a match is set up, and while players must cut cards.
    """
    if match is None:
        raise UserError("Set a match up first: the game and who plays.")
    match stage(match):
        case "over":
            return (next_match(match, events),)
        case "initials":
            return (_initials(match),)
        case "cutting":
            names = tuple(match.players[seat] for seat in match.cutting)
            if highest_cut_plays_first(match.game):
                raise UserError("{names} draw a letter each first: the highest begins.", names=names)
            raise UserError("{names} cut for the deal first, and tell the table their cards.", names=names)
        case "before the deal":
            return (HandDealt(),)
        case _:
            return ()


def next_match(match: Match, events: Sequence[AnyEvent]) -> MatchSetUp:
    """Return the event that sets up another match of the same game with the same players."""
    set_up = next(entry.event for entry in entries(events) if isinstance(entry.event, MatchSetUp))
    more = {"more_of": match.game.pack.more_of} if match.game.pack.more_of else {}
    dealer = first_dealer(match, match.game, match.players)
    return replace(set_up, options={**set_up.options, **more}, dealer=dealer)


def first_dealer(last: Match | None, game: Game, players: Sequence[str]) -> int:
    """Return the seat that deals first in a new match of `game`, with `players` by seat, after the match
    `last`.

    If the same people play the same game again, the deal passes to the left (ALL-4, KW-8). After a
    finished race the player who came home second has the first move (MW-7). If the people or the game are
    new, the first seat deals.
    """
    if last is None or last.game.name != game.name or {*players} != {*last.players}:
        return 0
    left = (players.index(last.players[last.dealer]) + 1) % len(players)
    if len(last.hand.home) < min(HOME_TO_END_RACE, len(players)):
        return left
    return (players.index(last.players[last.hand.home[-1]]) - 1) % len(players)


def _initials(match: Match) -> ScoreInitialled:
    """Return the event that initials the first score on the card without initials, in the name of the
    neighbour on the left (PTY-3)."""
    player = next(seat for seat, mark in enumerate(match.scores.marks) if mark is not None)
    return ScoreInitialled(player=player, by=match.next_seat(player))

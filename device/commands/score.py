"""Add up a hand or a whole game from one line of JSON."""

from collections.abc import Sequence
from typing import Annotated

import click
import msgspec

from device.errors import UsageFault
from device.json_input import MAX_PLAYERS, GameQuestion, answer_all, converted, decode_object, game_of
from device.patience_score import score_patience
from engine.game import Game
from engine.notation import NotationError, parse_hand
from engine.rules.party import table_winners
from engine.rules.race import race_points
from engine.rules.scoring import (
    Standing,
    challenge_points,
    credited,
    eliminated,
    standing_after_hand,
    winners,
)

EXAMPLE = """\b
Example:
  echo '{"game": "lexicon", "totals": [40, 95, 99], "hands": ["", "AEI", "Q?"]}' | lexicon-table score
"""

MAX_TOTAL = 1_000_000
"""Maximum of a player's total, in points. No match reaches it."""
_Player = Annotated[int, msgspec.Meta(ge=0, le=MAX_PLAYERS - 1)]
_Total = Annotated[int, msgspec.Meta(ge=-MAX_TOTAL, le=MAX_TOTAL)]
_Cards = Annotated[str, msgspec.Meta(max_length=200)]


class SettledChallenge(msgspec.Struct, forbid_unknown_fields=True):
    """A challenge that was settled before the hand to score ended."""

    challenger: _Player
    offender: _Player
    good: bool
    """True if the challenged word counts."""
    misspelt: bool = False
    """True if the spelling is the only fault of the challenged word. A party's steward does not fine
    it then (PTY-6)."""


class ScoreRequest(GameQuestion, kw_only=True):
    """The common part of a question to `lexicon-table score`, for hands and for races."""

    totals: Annotated[list[_Total], msgspec.Meta(max_length=MAX_PLAYERS)] | None = None
    """Each player's points before the first hand to score; all 0 when absent."""
    hand: Annotated[int, msgspec.Meta(ge=1)] = 1
    """The number of the first hand or race scored, for games with a fixed number of them (PTY-5, MW-7)."""


class HandsToScore(ScoreRequest, kw_only=True):
    """One question to `lexicon-table score`: the cards that are left in the players' hands."""

    hands: list[_Cards | list[_Cards | None] | None] = msgspec.field(default_factory=list)
    """The cards left: one hand for each player, such as ["", "AEI"]. For several hands of play it is a list
    of such lists. Null is the hand of a player who is out."""
    challenges: list[SettledChallenge] = msgspec.field(default_factory=list)
    """The challenges that were settled before the first of `hands` ended."""


class Races(ScoreRequest, kw_only=True):
    """Races to score. `home` lists for each race the players who came home, in order (MW-7)."""

    home: list[list[_Player]] = msgspec.field(default_factory=list)


@click.command(epilog=EXAMPLE)
@click.argument("file", required=False)
def command(file: str | None) -> None:
    """Add up the hands in FILE, or on standard input, one JSON object a line.

    Players are numbered from 0. "winner" is null while the game goes on and when players share the win.
    "winners" lists all of them. "challenges" may name the challenges settled before the first hand ended. A
    line that can't be scored gives an "error". The exit status is then 2, after all lines are scored.
    """
    answer_all(file, score_line)


def score_line(line: bytes) -> dict[str, object]:
    """Return the answer to the question in one line of JSON: the points and totals after its hands or
    races. Raise UsageFault if the line is no valid question."""
    data = decode_object(line)
    game = game_of(data)
    if game.ends == "patience":
        return score_patience(data, game)
    if game.ends == "race":
        return standing_values(_score_races(game, converted(data, Races)))
    reckoning = converted(data, HandsToScore)
    rounds = _rounds(reckoning.hands)
    totals = reckoning.totals or [0] * len(rounds[0])
    if game.seats.sides and len(totals) != sum(map(len, game.seats.sides)):
        raise UsageFault(f"hands: {game.title} is played by {sum(map(len, game.seats.sides))}, a hand each")
    _check_players(rounds, totals, reckoning.challenges, reckoning.players)
    charged_totals = _after_challenges(game, totals, reckoning.challenges)
    standing = _score_hands(game, totals, charged_totals, rounds, reckoning.hand)
    table = {"table": table_winners(standing.points)} if game.goal.initialled else {}
    return standing_values(standing) | table


def standing_values(standing: Standing) -> dict[str, object]:
    """Return a standing as values for a line of JSON: points, totals, who is out, and the winners."""
    return {
        "points": standing.points,
        "totals": standing.totals,
        "out": standing.out,
        "winner": standing.winners[0] if len(standing.winners) == 1 else None,
        "winners": standing.winners,
        "over": standing.over,
    }


def _rounds(hands: Sequence[str | list[str | None] | None]) -> list[list[str]]:
    several = [hand for hand in hands if isinstance(hand, list)]
    if not hands or (several and len(several) < len(hands)):
        raise UsageFault("hands: one hand a player, or a list of such lists")
    rounds = several or [[hand for hand in hands if not isinstance(hand, list)]]
    return [[_cards(hand) for hand in played] for played in rounds]


def _cards(hand: str | None) -> str:
    try:
        cards = parse_hand(hand or "")
    except NotationError as error:
        raise UsageFault(str(error)) from None
    if isinstance(cards, int):
        raise UsageFault(f"hand {hand!r}: a hidden hand cannot be scored")
    return cards


def _check_players(
    rounds: Sequence[Sequence[str]],
    totals: Sequence[int],
    challenges: Sequence[SettledChallenge],
    players: int | None,
) -> None:
    for hands in rounds:
        if len(hands) > MAX_PLAYERS:
            raise UsageFault(f"hands: {len(hands)} of them; no game is for more than {MAX_PLAYERS} players")
        if not hands or len(hands) != len(totals):
            raise UsageFault(f"hands: {len(hands)} hands for {len(totals)} totals")
    if players not in (None, len(totals)):
        raise UsageFault(f"players: {players}, but {len(totals)} are scored")
    for challenge in challenges:
        player = max(challenge.challenger, challenge.offender)
        if player >= len(totals) or challenge.challenger == challenge.offender:
            raise UsageFault(f"challenges: players are two of 0 to {len(totals) - 1}")


def _after_challenges(
    game: Game, totals: Sequence[int], challenges: Sequence[SettledChallenge]
) -> tuple[int, ...]:
    after = tuple(totals)
    for challenge in challenges:
        player, points = challenge_points(
            game,
            good=challenge.good,
            challenger=challenge.challenger,
            offender=challenge.offender,
            misspelt=challenge.misspelt,
        )
        after = credited(game, after, player, points)
    return after


def _score_races(game: Game, reckoning: Races) -> Standing:
    """Return the points of each player after the races in `reckoning`. When all agreed races are run,
    the standing names the winners."""
    seats = {seat for race in reckoning.home for seat in race}
    totals = reckoning.totals or [0] * (reckoning.players or max(seats, default=0) + 1)
    if not reckoning.home:
        raise UsageFault(f"{game.title} needs 'home': who came home, in their order, a list a race")
    if reckoning.players not in (None, len(totals)):
        raise UsageFault(f"players: {reckoning.players}, but {len(totals)} are scored")
    if max(seats, default=0) >= len(totals) or any(len(set(race)) < len(race) for race in reckoning.home):
        raise UsageFault(f"home: a list a race of players, of 0 to {len(totals) - 1}, each once")
    points = [0] * len(totals)
    for race in reckoning.home:
        points = [race_points(game, race.index(seat)) if seat in race else 0 for seat in range(len(totals))]
        totals = [total + won for total, won in zip(totals, points, strict=True)]
    played = reckoning.hand - 1 + len(reckoning.home)
    return Standing(tuple(points), tuple(totals), (), winners(game, totals, totals, played))


def _score_hands(
    game: Game, before: Sequence[int], totals: tuple[int, ...], rounds: Sequence[Sequence[str]], first: int
) -> Standing:
    """Return the standing after the hands `rounds`. The first of them is hand number `first` of the
    game. `before` are the totals without the settled challenges, and `totals` with them.

    A challenge alone may already put players out.
    """
    standing = Standing((0,) * len(totals), totals, eliminated(game, totals), ())
    for number, hands in enumerate(rounds, first):
        standing = standing_after_hand(game, standing.totals, hands, number)
        won = winners(game, before, standing.totals, number)
        standing = Standing(standing.points, standing.totals, standing.out, won)
        before = standing.totals
    return standing

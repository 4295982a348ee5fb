"""Scores: the cost of the cards left in the hands, the players who are out, and the winners (LEX-O, LEX-E,
LEX-CH, XW-9)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.game import Game
from engine.rules.board_scoring import end_points, side_points


@dataclass(frozen=True, slots=True)
class Standing:
    """The scores of a game, with players numbered from 0."""

    points: tuple[int, ...]
    """The points that each player scored in the last hand."""
    totals: tuple[int, ...]
    out: tuple[int, ...]
    """The eliminated players (LEX-E), in the order of their numbers."""
    winners: tuple[int, ...]
    """The winner, or all players who share the win; empty until the game has ended."""

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return bool(self.winners)


def hand_points(game: Game, hands: Sequence[str]) -> tuple[int, ...]:
    """Return the points of the cards left in each hand, by seat. An empty hand scores 0 (LEX-O, XW-9, LG-5).
    In a game on a board the points are those that the letters cost or bring at the end of the game (KW-7).
    In a race all points are 0."""
    if game.ends == "race":
        return (0,) * len(hands)
    if game.board_scoring is not None:
        return side_points(game, end_points(game, [len(hand) for hand in hands]))
    return tuple(game.pack.points(hand) for hand in hands)


def standing_after_hand(game: Game, totals: Sequence[int], hands: Sequence[str], played: int = 0) -> Standing:
    """Return the scores after a hand of play. `totals` are the players' scores before it, and `hands` the
    cards left in each hand. `played` is the number of hands played so far, this one included. It matters only
    in a game that ends after an arranged number of hands (PTY-5)."""
    points = hand_points(game, hands)
    new = tuple(total + cost for total, cost in zip(totals, points, strict=True))
    return Standing(points, new, eliminated(game, new), winners(game, totals, new, played))


def eliminated(game: Game, totals: Sequence[int]) -> tuple[int, ...]:
    """Return the players who are out of the game (LEX-E). No player is ever out in a game that ends when a
    player reaches the limit (XW-9), or that consists of one hand (KW-7)."""
    if game.ends != "last one in":
        return ()
    return tuple(player for player, total in enumerate(totals) if game.goal.reached(total))


def winners(game: Game, before: Sequence[int], after: Sequence[int], played: int) -> tuple[int, ...]:
    """Return the players who have won when a hand, or a challenge, turned the totals `before` into
    `after`. Return none if the game continues.

    The last player in wins. If all remaining players pass the limit in one hand, the lowest total wins
    (LEX-E). Where the game ends as soon as a player reaches the limit, the lowest total wins (XW-9). A game
    of one hand is won by the highest total (KW-7); a player alone must reach the limit (Keyword Solitaire).
    After the arranged number of hands the lowest total wins (PTY-5), and after the arranged number of races
    the highest (MW-7). `played` is the number of hands or races so far. A tie is shared.
    """
    players = range(len(after))
    if game.ends in ("arranged", "race"):
        return _arranged_winners(game, after) if played >= game.goal.hands else ()
    if game.ends == "one hand":
        return _highest_totals(game, after)
    if game.ends == "first to reach":
        return _lowest_totals(after, players) if any(map(game.goal.reached, after)) else ()
    were_in = [player for player in players if not game.goal.reached(before[player])] or list(players)
    still_in = [player for player in were_in if not game.goal.reached(after[player])]
    if len(still_in) > 1:
        return ()
    return tuple(still_in) or _lowest_totals(after, were_in)


def challenge_points(
    game: Game, *, good: bool, challenger: int, offender: int, misspelt: bool = False
) -> tuple[int, int]:
    """Return the player whose total a challenge changes, and the points to add to this total (LEX-CH, LG-4,
    KW-6).

    A `good` word worsens the challenger's total. A bad word worsens the offender's total or improves the
    challenger's, whichever the table has chosen. The points may be negative: where the highest total wins, a
    worse total is a lower one. At a party the steward fines the offender for a bad word that is not only
    `misspelt`, and nobody else (PTY-6).
    """
    if game.challenges.judge == "steward":
        return offender, 0 if good or misspelt else game.challenges.fine
    cost = -game.challenges.points_at_stake if game.highest_wins else game.challenges.points_at_stake
    if good:
        return challenger, cost
    return (offender, cost) if game.challenges.credit == "offender" else (challenger, -cost)


def credited(game: Game, totals: Sequence[int], player: int, points: int) -> tuple[int, ...]:
    """Return `totals` after `points` are added to the total of the player, and to the total of each other
    player on the same side."""
    side = game.seats.side(player)
    return tuple(total + points if number in side else total for number, total in enumerate(totals))


def with_side_total(game: Game, totals: Sequence[int], player: int, total: int) -> tuple[int, ...]:
    """Return `totals` in which the player, and each other player on the same side, has the total `total`."""
    side = game.seats.side(player)
    return tuple(total if number in side else was for number, was in enumerate(totals))


def _arranged_winners(game: Game, totals: Sequence[int]) -> tuple[int, ...]:
    best = (max if game.highest_wins else min)(totals)
    return tuple(player for player, total in enumerate(totals) if total == best)


def _highest_totals(game: Game, totals: Sequence[int]) -> tuple[int, ...]:
    best = max(totals)
    if len(totals) == 1 and not game.goal.reached(best):
        return ()
    return tuple(player for player, total in enumerate(totals) if total == best)


def _lowest_totals(totals: Sequence[int], players: Iterable[int]) -> tuple[int, ...]:
    players = tuple(players)
    best = min(totals[player] for player in players)
    return tuple(player for player in players if totals[player] == best)

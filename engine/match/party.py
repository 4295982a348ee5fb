"""The state of a match at a party's table: the bell, score cards with initials, and cards cut by players who
tie (PTY-*)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine.events import CardsCut, ScoreInitialled, TimeUp
from engine.i18n import UserError
from engine.match.racing import after_timed_out_turn
from engine.match.scores import before_next_deal, cards_left, replaced_at, with_nothing_pending, with_totals
from engine.match.state import Match
from engine.rules.party import highest_cut, highest_cut_plays_first, table_winners
from engine.rules.scoring import hand_points

PartyEvent = CardsCut | TimeUp | ScoreInitialled


def after_party_event(match: Match, event: PartyEvent) -> Match:
    """Return the match after an event that also happens at parties: the bell, a cut, or a score that was
    initialled.

    Raise ValueError for an impossible event.
    """
    match event:
        case CardsCut(cards=cards):
            return _after_cut(match, cards)
        case TimeUp():
            return _after_bell(match)
        case ScoreInitialled(player=player, by=by):
            return _after_initial(match, player, by)
        case _:
            assert_never(event)


def write_cards_left(match: Match, remaining: tuple[str, ...]) -> Match:
    """Return the match of a party's table with the scores of a hand on the score card. A score is the cost of
    the cards left, and counts when it is initialled (PTY-3).

    The winner of the hand deals next. Players who tie cut for the deal (PTY-4).
    """
    points, before = hand_points(match.game, cards_left(match, remaining)), match.scores.marks
    marks = tuple(None if before and before[seat] is None else mark for seat, mark in enumerate(points))
    first = table_winners(points)
    return replace(
        with_nothing_pending(match, None),
        scores=replace(match.scores, marks=marks),
        cutting=first if len(first) > 1 else (),
        dealer=first[0],
    )


def require_scores_settled(match: Match) -> None:
    """Raise UserError if a party's next hand cannot be dealt yet: a player's score is not initialled, or
    players must first cut cards because they tie."""
    owing = [seat for seat, mark in enumerate(match.scores.marks) if mark is not None]
    if owing:
        raise UserError("First initial the score of {names}.", names=_named(match, owing))
    if match.cutting:
        raise UserError("{names} must cut first.", names=_named(match, match.cutting))


def _named(match: Match, seats: Iterable[int]) -> tuple[str, ...]:
    return tuple(match.players[seat] for seat in seats)


def _after_initial(match: Match, player: int, by: int) -> Match:
    mark = match.scores.marks[player] if match.scores.marks else None
    if mark is None:
        raise UserError("{name} has no score to initial.", name=match.players[player])
    if by != match.next_seat(player):
        left = match.players[match.next_seat(player)]
        raise UserError("Only {name}, on the left, may initial that score.", name=left)
    totals = replaced_at(match.scores.totals, player, match.scores.totals[player] + mark)
    marks = replaced_at(match.scores.marks, player, None)
    if any(mark is not None for mark in marks):
        return replace(match, scores=replace(match.scores, totals=totals, marks=marks))
    done = with_totals(replace(match, scores=replace(match.scores, marks=())), totals)
    return done if done.over else before_next_deal(done, done.dealer)


def _after_cut(match: Match, cards: tuple[str, ...]) -> Match:
    """Return the match after players cut cards. Players who tie draw again.

    The player with the highest card deals (ALL-3). At Keyword and in a race this player plays first, as if
    the neighbour on the right had dealt (MW-1). Raise UserError if the wrong players cut, or not between
    hands.
    """
    if match.turn is not None or len(cards) != len(match.players):
        raise UserError("Players cut between hands, one card each.")
    drew = tuple(seat for seat, card in enumerate(cards) if card)
    if match.cutting and drew != match.cutting:
        raise UserError("Only {names} must cut.", names=_named(match, match.cutting))
    first = highest_cut(cards)
    if len(first) > 1:
        return replace(match, cutting=first)
    dealer = (first[0] - 1) % len(match.players) if highest_cut_plays_first(match.game) else first[0]
    return replace(match, cutting=(), dealer=dealer)


def _after_bell(match: Match) -> Match:
    """Return the match after the bell. It has no effect between hands, and in a game without a time limit.

    The end of a hand's time, or of the match's time, ends the hand, and the cards in the hands are counted
    (PTY-2). The end of a turn's time gives the turn to the next player.
    """
    if match.turn is None or not match.game.time_limit.seconds:
        return match
    if match.game.ends == "race":
        return after_timed_out_turn(match)
    if match.game.time_limit.unit == "turn":
        return with_nothing_pending(match, match.next_seat(match.turn))
    done = with_nothing_pending(match, None)
    return replace(done, hand=replace(done.hand, stopped=True))

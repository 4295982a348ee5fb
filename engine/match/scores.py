"""The scores of a match: count hands of play, correct totals, and score a match that is stopped early."""

from dataclasses import replace
from typing import TypeVar

from engine.i18n import UserError
from engine.match.state import Match
from engine.rules.scoring import credited, eliminated, standing_after_hand, winners, with_side_total

T = TypeVar("T")


def with_nothing_pending(match: Match, turn: int | None) -> Match:
    """Return the match with the seat `turn` on turn (None: nobody), and nothing left over from before: no
    last turn that can be taken back, no cards that must go back, and no count of remaining cards."""
    return replace(match, turn=turn, last=None, rejected_position=None, hand=match.hand.resumed())


def hand_scored(match: Match, remaining: tuple[str, ...]) -> Match:
    """Return the match after all hands are counted: with new totals, and the players who are out or have won.
    The next player on the left deals (ALL-4)."""
    counted = standing_after_hand(match.game, match.scores.totals, cards_left(match, remaining))
    done = with_totals(with_nothing_pending(match, None), counted.totals)
    return done if done.over else before_next_deal(done, done.next_seat(match.dealer))


def hand_counted(match: Match, player: int, cards: str) -> Match:
    """Return the match with the cards `cards` left in one player's hand noted. Another event scores the hand
    when all players' cards are noted.

    Raise UserError if no hand is over, or if the pack does not have these cards.
    """
    if not match.hand.over:
        raise UserError("No hand is over yet, so there is nothing to count.")
    _check_in_pack(match, cards)
    before = match.hand.counted or (None,) * len(match.players)
    return replace(match, hand=replace(match.hand, counted=replaced_at(before, player, cards)))


def cards_left(match: Match, remaining: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards left in each hand, by seat, with "" for each player who is out of the game.

    Raise ValueError if `remaining` lacks a player, and UserError if it has cards that are not in the pack.
    """
    if len(remaining) != len(match.players):
        raise ValueError("a scored hand names the cards left of every player")
    _check_in_pack(match, "".join(remaining))
    return tuple(
        "" if is_out else cards for cards, is_out in zip(remaining, match.scores.is_out, strict=True)
    )


def _check_in_pack(match: Match, cards: str) -> None:
    """Raise UserError if some of `cards` are not in the match's packs."""
    foreign = "".join(sorted({card for card in cards if card not in match.game.pack.figures}))
    if foreign:
        raise UserError("These cards are not in the pack: {cards}", cards=foreign)


def with_totals(match: Match, totals: tuple[int, ...]) -> Match:
    """Return the match with the totals `totals`, and with the players who are then out and the winners
    (LEX-E, XW-9)."""
    eliminated_seats = eliminated(match.game, totals)
    is_out = tuple(seat in eliminated_seats for seat in range(len(totals)))
    first: tuple[int, ...] | None = winners(match.game, match.scores.at_deal, totals, match.hand.number)
    if not first and (match.game.ends != "one hand" or not match.hand.number):
        first = None
    return replace(match, scores=replace(match.scores, totals=totals, is_out=is_out, winners=first))


def score_corrected(match: Match, player: int, total: int) -> Match:
    """Return the match with the total of `player`, and of a partner, corrected to `total`.

    Between hands, it changes at once who is out and who has won. Within a hand, and while scores wait for
    initials, that is decided when the hand's scores count.
    """
    scores = match.scores
    totals = with_side_total(match.game, scores.totals, player, total)
    if match.turn is not None or match.hand.over or scores.marks:
        return replace(
            match,
            scores=replace(
                scores, totals=totals, at_deal=with_side_total(match.game, scores.at_deal, player, total)
            ),
        )
    return with_totals(match, totals)


def match_ended_early(match: Match) -> Match:
    """Return the match as over, after people stopped it. The player with the best total among those not out
    wins. An unfinished patience is lost."""
    if match.game.ends == "patience":
        return with_winners(with_nothing_pending(match, None), ())
    best = (max if match.game.highest_wins else min)(
        t
        for t, is_out in zip(match.scores.totals, match.scores.is_out, strict=True)
        if not is_out or all(match.scores.is_out)
    )
    first = tuple(i for i, t in enumerate(match.scores.totals) if t == best and not match.scores.is_out[i])
    return with_winners(with_nothing_pending(match, None), first)


def with_points(match: Match, player: int, points: int) -> Match:
    """Return the match with `points` added to the total of `player`, and of a partner with the same total."""
    totals = credited(match.game, match.scores.totals, player, points)
    return replace(match, scores=replace(match.scores, totals=totals))


def with_winners(match: Match, winners: tuple[int, ...] | None) -> Match:
    """Return the match with the seats `winners` as its winners. None means that the match continues; empty,
    that it is over and nobody has won, as with a lost patience."""
    return replace(match, scores=replace(match.scores, winners=winners))


def before_next_deal(match: Match, dealer: int) -> Match:
    """Return the match between two hands of play. `dealer` deals the next hand, and the present totals are
    those at its deal."""
    return replace(match, dealer=dealer, scores=replace(match.scores, at_deal=match.scores.totals))


def replaced_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the tuple `values` with `value` in place of its element at `index`."""
    return (*values[:index], value, *values[index + 1 :])

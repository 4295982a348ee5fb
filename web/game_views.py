"""Show the parts that only some games have: a race's track, prizes, the score cards at the end of a hand,
and the goal of a single player."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, assert_never

from engine.game import Game
from engine.match import Match
from engine.match.patiences import is_dealt_on_table
from engine.moves import EMPTY
from engine.notation import cell_of, format_position, square
from engine.position import Grid, Position, RacePosition
from engine.rules.grid_lines import cards_of, neighbours
from engine.rules.party import highest_cut_plays_first
from engine.rules.scoring import challenge_points
from engine.wording.events import say_price
from web.languages import plural
from web.languages import translate as _
from web.snapshot import Front, Prize, Race, Reckoning, ScoreCard

PLAYERS_MOVING_ON: Final = 2
"""Number of players at each table of a Keyword Party who move on to the next table."""


def race(match: Match) -> Race | None:
    """Return the track, the horses and the words of a race; None in other games."""
    position = match.position
    if not isinstance(position, RacePosition):
        return None
    laid = zip(position.laid, position.horses, strict=True)
    fronts = (Front(rows, horse, _home_place(match, seat)) for seat, (rows, horse) in enumerate(laid))
    return Race(match.game.race.track, tuple(fronts), position.drawn_kind)


def _home_place(match: Match, seat: int) -> int:
    return match.hand.home.index(seat) + 1 if seat in match.hand.home else 0


def prizes(match: Match) -> tuple[Prize, ...]:
    """Return the prize words of the match, each with the players who have won its prize."""
    return tuple(Prize(prize.word, prize.everyone, prize.winners) for prize in match.keywords.prizes)


def reckoning(match: Match) -> Reckoning | None:
    """Return what players must do now that a hand is over: count cards, initial scores (PTY-3), or draw cards
    after a tie (PTY-4). Before a game of Keyword Party, return the draw for the first play. Return None if
    nothing is to be done."""
    seats = range(len(match.players))
    if match.over:
        return None
    if match.hand.over:
        counted = match.hand.counted or (None,) * len(match.players)
        left = (
            "" if seat == match.hand.gone_out or match.scores.is_out[seat] else counted[seat]
            for seat in seats
        )
        return Reckoning("counting", tuple(map(ScoreCard, left)))
    cuts = tuple(seat in match.cutting for seat in seats)
    if any(mark is not None for mark in match.scores.marks):
        marks_with_cuts = zip(seats, match.scores.marks, cuts, strict=True)
        cards = (
            ScoreCard("", mark, None if mark is None else match.next_seat(seat), c)
            for seat, mark, c in marks_with_cuts
        )
        return Reckoning("initials", tuple(cards))
    if not match.cutting:
        return None
    return Reckoning(
        "cutting", tuple(ScoreCard("", cuts=c) for c in cuts), highest_cut_plays_first(match.game)
    )


def seats_moving_on(match: Match) -> tuple[int, ...]:
    """Return the seats of the players who move on when the table of a Keyword Party is over: the two
    players with the highest totals, and all players who tie with the second. The result is empty if
    nobody moves on."""
    if not match.over or not match.game.plays.replays_illegal or len(match.players) <= PLAYERS_MOVING_ON:
        return ()
    least = sorted(match.scores.totals, reverse=True)[PLAYERS_MOVING_ON - 1]
    return tuple(seat for seat, total in enumerate(match.scores.totals) if total >= least)


def colour(match: Match, seat: int) -> Literal["", "red", "blue", "yellow", "green"]:
    """Return the colour of the squares that belong to `seat` on a board (KW-5); empty if the seat has no
    colour."""
    colours = match.game.seats.colours
    return colours[seat] if seat < len(colours) else ""


def hand_title(match: Match) -> str:
    """Return the name of the current hand or race, such as "Hand 2"; empty if the match has only one."""
    game, number = match.game, match.hand.number
    if game.ends in ("patience", "one hand"):
        return ""
    if game.ends == "race":
        return _("Race {number} of {all}").format(number=number, all=game.goal.hands)
    if game.ends == "arranged":
        return _("Hand {number} of {all}").format(number=number, all=game.goal.hands)
    return _("Hand {number}").format(number=number)


def goal_sentence(match: Match) -> str:
    """Return the sentence that says how a player wins by the points beside the names; empty when the match is
    over."""
    if match.over:
        return ""
    return _goal_of_one(match) if len(match.players) == 1 else _goal_of_several(match.game)


def _goal_of_several(game: Game) -> str:
    """Return the sentence that tells how one of several players wins the match (LEX-E, PTY-5, XW-9, LG-5,
    KW-7, MW-6)."""
    match game.ends:
        case "last one in" if game.goal.exceeds:
            sentence = _("A player who passes {points} is out. The last one in wins.")
        case "last one in":
            sentence = _("A player who reaches {points} is out. The last one in wins.")
        case "first to reach" if game.goal.exceeds:
            sentence = _("As soon as a total passes {points}, the lowest wins.")
        case "first to reach":
            sentence = _("As soon as a total reaches {points}, the lowest wins.")
        case "arranged" | "one hand" | "race":
            sentence = _("The highest total wins.") if game.highest_wins else _("The lowest total wins.")
        case "patience":
            sentence = ""
        case never:
            assert_never(never)
    return sentence.format(points=game.goal.out_at)


def _goal_of_one(match: Match) -> str:
    """Return the sentence that tells the goal of a player who plays alone."""
    game, figure = match.game, match.scores.totals[0] if match.scores.totals else 0
    if is_dealt_on_table(game) and not any(match.position.lines) and not match.hand.turns:
        return ""
    if game.board_scoring is not None:
        return _("The goal is {goal} points.").format(goal=game.goal.out_at)
    if game.layout == "columns":
        sentence = plural("{count} letter added", "{count} letters added", figure).format(count=figure)
        return _("{added}. 10 is fair, 20 excellent, over 25 splendid.").format(added=sentence)
    if game.layout == "grid":
        sentence = plural("{count} word laid", "{count} words laid", figure).format(count=figure)
        return _("{laid}. Reach the far corner in as few words as you can: twelve is very good.").format(
            laid=sentence
        )
    sentence = plural("{count} card left", "{count} cards left", figure).format(count=figure)
    return _("{left}. Play them all to win.").format(left=sentence)


def stakes(match: Match, player: int) -> tuple[str, ...]:
    """Return two sentences for a challenge of the word that `player` laid: the result if the word counts,
    and the result if it does not (LEX-CH, LG-4, KW-6, PTY-6)."""
    challenger = match.next_seat(player)
    cost, fine = (
        challenge_points(match.game, good=good, challenger=challenger, offender=player)
        for good in (True, False)
    )
    good, bad = _("If the word counts, it stands."), _("If it doesn't, {name} takes the cards back.")
    if cost[1]:
        good = _("If the word counts, it stands: {price}.")
    if fine[1]:
        bad = _("If it doesn't, {name} takes the cards back: {price}.")
    name = match.players[player]
    return (
        good.format(price=_price(match, cost[1], None)),
        bad.format(name=name, price=_price(match, fine[1], name if fine[0] == player else None)),
    )


def _price(match: Match, points: int, name: str | None) -> str:
    """Return a phrase for the points that a player gets or loses by a challenge, such as points for the
    challenger. `name` is the player; None stands for the challenger, who is not known yet."""
    if name is not None:
        return say_price(match.game, points, name, _)
    sentence = _("{points} penalty points for the challenger")
    if points < 0:
        sentence = _("{points} points off the challenger's score")
    elif match.game.highest_wins:
        sentence = _("{points} points for the challenger")
    return sentence.format(points=abs(points))


def names_prizes(match: Match) -> bool:
    """Return True if a player may name a prize word now (Keyword prizes): during a match of several
    players."""
    return match.game.board_scoring is not None and not match.over and len(match.players) > 1


def blank_squares(match: Match) -> tuple[str, ...]:
    """Return the names of the empty squares next to the tiles of the last turn. A blank block (a tile without
    a letter) may lie there, and a camera can't see it."""
    last = match.last
    if match.game.pack.pieces != "tiles" or last is None or not last.stands:
        return ()
    before, after = last.before.position, match.position
    if not isinstance(before, Grid) or not isinstance(after, Grid) or after.rows != _rows(last.after):
        return ()
    known, size = cards_of(after), len(after.rows)
    beside = {cell for laid in known.keys() - cards_of(before).keys() for cell in neighbours(laid)}
    inside = (cell for cell in beside - known.keys() if min(cell) >= 0 and max(cell) < size)
    return tuple(square(*cell) for cell in sorted(inside))


@dataclass(frozen=True, slots=True)
class EmptySquare:
    """The place of an empty square in a grid: its row and its column, counted from 0."""

    row: int
    column: int


def square_places(squares: Sequence[str]) -> tuple[EmptySquare, ...]:
    """Return the row and column of each square, in the order of `squares`. `squares` are names such as
    `C7`."""
    return tuple(EmptySquare(*cell_of(at)) for at in squares)


def _rows(position: Position) -> tuple[str, ...]:
    return position.rows if isinstance(position, Grid) else ()


def with_blank(match: Match, at: str, letter: str) -> str | None:
    """Return the position in notation, with a blank for `letter` at the square `at`; None if that square
    is not empty."""
    position = match.position
    if not isinstance(position, Grid):
        return None
    rows = [list(row) for row in position.rows]
    for r, row in enumerate(rows):
        for c, card in enumerate(row):
            if card == EMPTY and square(r, c) == at:
                row[c] = letter.lower()
                return format_position(Grid(tuple("".join(row) for row in rows), position.exposed))
    return None

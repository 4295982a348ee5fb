"""The effects that only a match on a board has: points for each play, racks that are filled up again, the
open Keyword, and prizes."""

from dataclasses import replace

from engine.game import Game
from engine.match.scores import with_points
from engine.match.state import CardPlaces, Keywords, LastTurn, Match
from engine.position import Grid, Position
from engine.rules.board_scoring import colours_of, play_points, words_spelt


def empty_board(game: Game) -> Grid:
    """Return the empty grid on which a crossword begins. It is as large as the game's board; without a board
    it has no rows."""
    if game.board is None:
        return Grid()
    return Grid(("." * game.board.size,) * game.board.size)


def with_play_points(match: Match, player: int, after: Position) -> Match:
    """Return the match with the points that `player` scores on the board by the play that leads to the
    position `after`.

    If the play spells the open Keyword, the Keyword is closed. If it spells a prize word, the player wins
    the prize (KW-5).
    """
    before = match.position
    if not isinstance(before, Grid) or not isinstance(after, Grid) or match.game.board_scoring is None:
        return match
    words = match.keywords
    pay = play_points(match.game, before, after, colours_of(match.game, player), words.open)
    new_words = words_spelt(before, after)
    prizes = tuple(
        prize.after_spelling(player) if prize.word in new_words else prize for prize in words.prizes
    )
    keywords = Keywords("" if pay.keyword else words.open, prizes)
    return with_points(replace(match, keywords=keywords), player, pay.points)


def without_play_points(match: Match, last: LastTurn) -> Match:
    """Return the match without the points that its last turn, `last`, scored on the board."""
    if match.game.board_scoring is None or not last.stands or last.ruling == "unclear":
        return match
    back = play_points(
        match.game,
        _grid(last.before.position),
        _grid(last.after),
        colours_of(match.game, last.player),
        last.keywords.open,
    )
    keywords = _keywords_before(match.keywords, last, spelt=back.keyword > 0)
    return with_points(replace(match, keywords=keywords), last.player, -back.points)


def _keywords_before(now: Keywords, last: LastTurn, *, spelt: bool) -> Keywords:
    """Return the Keyword and the prizes without what the turn `last` changed. Cards and prizes that people
    have named since the turn stay. `spelt` says whether the turn spelt the open Keyword."""
    was = last.keywords
    return Keywords(was.open if spelt else now.open, (*was.prizes, *now.prizes[len(was.prizes) :]))


def with_rack_refilled(game: Game, table: CardPlaces, player: int) -> CardPlaces:
    """Return the places of the cards after `player` filled up the rack from the stock (KW).

    If it is uncertain how many cards the pack has, one card always stays in the stock, until people say
    that it is used up.
    """
    hand, drawn = table.hands[player], game.deal.cards - table.hands[player].count
    if game.plays.discards != "none" or drawn <= 0 or table.stock == 0:
        return table
    if game.pack.certain:
        drawn, stock = min(drawn, table.stock), max(table.stock - drawn, 0)
    else:
        stock = max(table.stock - drawn, 1)
    hands = (*table.hands[:player], hand.plus(unseen=drawn), *table.hands[player + 1 :])
    return replace(table, hands=hands, stock=stock)


def _grid(position: Position) -> Grid:
    return position if isinstance(position, Grid) else Grid()

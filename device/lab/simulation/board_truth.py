"""Compute the true score of a board game from its squares, independently of the referee (KW-5, KW-7)."""

from collections.abc import Iterator, Sequence

from engine.board import COLOURS
from engine.game import BoardScoring, Game

Rows = Sequence[str]


def play_score(game: Game, before: Rows, after: Rows, seat: int, keyword: str) -> int:
    """Return the points of a play on the board from the rows `before` to the rows `after`. `seat` is the
    player's, and `keyword` the open Keyword."""
    tally, board = game.board_scoring, game.board
    if tally is None or board is None:
        return 0
    new = [(r, c) for r, row in enumerate(after) for c, card in enumerate(row) if card != before[r][c]]
    mine: set[str] = {game.seats.colours[one] for one in game.seats.side(seat)}
    squares = sum(_square(tally, board.rows[r][c], mine) for r, c in new)
    spelt = any(word.upper() == keyword.upper() for word in _new_words(after, new)) if keyword else False
    return squares + tally.keyword * spelt


def _square(tally: BoardScoring, mark: str, mine: set[str]) -> int:
    own = COLOURS.get(mark.lower()) in mine
    if mark.isupper() or mark == "+":
        return tally.own_colour_key if own else tally.key
    return tally.own_colour if own else tally.letter


def _new_words(after: Rows, new: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield the words of the board `after` that have a card on a square of `new`. `after` has the rows of the
    board, with a dot for an empty square. A word with two new cards is yielded twice."""
    for r, c in new:
        for line, at in ((after[r], c), ("".join(row[c] for row in after), r)):
            start = line.rfind(".", 0, at) + 1
            end = line.find(".", at)
            word = line[start : end if end >= 0 else len(line)]
            if len(word) > 1:
                yield word


def end_changes(game: Game, hands: Sequence[str]) -> tuple[int, ...]:
    """Return the points that each player gains (or, if negative, loses) at the end of a board game for the
    letters left in `hands`."""
    tally = game.board_scoring
    if tally is None:
        return (0,) * len(hands)
    done = next((seat for seat, hand in enumerate(hands) if not hand), None)
    if done is None:
        alone = [-tally.letter_left * len(hand) for hand in hands]
    else:
        against = sum(len(hand) for seat, hand in enumerate(hands) if seat not in game.seats.side(done))
        alone = [
            (tally.empty_rack + tally.letter_left * against) * (seat == done) for seat in range(len(hands))
        ]
    return tuple(sum(alone[one] for one in game.seats.side(seat)) for seat in range(len(hands)))

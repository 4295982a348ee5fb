"""Fit a turn to the corrected table, after an earlier turn had been misread or never happened.

Three positions matter: the position that was assumed before the turn, the position after the turn, and the
true position before it. Cards that the turn did not touch are as in the true position. Cards that it
touched are as the turn left them.
"""

from dataclasses import replace

from engine.events import TurnFinished
from engine.grid_frames import best_shift, cards_at
from engine.moves import EMPTY, Change, CombinedMove, Exchange, Insert, Move, SingleMove
from engine.notation import format_move, format_position, parse_move, parse_position
from engine.position import Grid, Piles, Position, Rows, with_exposed


def carried_turn(turn: TurnFinished, true_position: Position) -> TurnFinished:
    """Return `turn` as if it had been played on the true position `true_position`, and not on the one that
    it names. This is necessary after an earlier turn was amended or undone."""
    before, after = parse_position(turn.before), parse_position(turn.after)
    start, end = (
        carried_position(true_position, before, before),
        carried_position(true_position, before, after),
    )
    move = _move(parse_move(turn.move), start, end)
    return replace(turn, before=format_position(start), after=format_position(end), move=format_move(move))


def carried_position(true_position: Position, before: Position, after: Position) -> Position:
    """Return the position after a turn on a table that was recorded wrongly.

    The journal says that the turn led from `before` to `after`. In truth the table held `true_position`
    instead of `before`, so the turn's changes are made there.
    """
    exposed = after.exposed
    if before.exposed == exposed and true_position.exposed is not None:
        exposed = true_position.exposed
    match true_position, before, after:
        case Rows(), Rows(), Rows():
            return Rows(_lines(true_position.words, before.words, after.words), exposed)
        case Piles(), Piles(), Piles():
            return _piles(true_position, before, after)
        case Grid(), Grid(), Grid():
            return Grid(_grid(true_position.rows, before.rows, after.rows), exposed)
        case _:
            return with_exposed(after, exposed) if isinstance(after, Rows) else after


def _lines(true_lines: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    count = max(len(true_lines), len(before), len(after))
    padded = [(*lines, *("",) * count)[:count] for lines in (true_lines, before, after)]
    return tuple(_line(*three) for three in zip(*padded, strict=True))


def _line(true_line: str, before: str, after: str) -> str:
    if before == after:
        return true_line
    if true_line == before or len(true_line) != len(before):
        return after
    where = card_indices(before, after)
    letters = list(after)
    for card, was, at in zip(true_line, before, where, strict=False):
        letters[at] = letters[at] if letters[at] != was else card
    return "".join(letters)


def card_indices(before: str, after: str) -> list[int]:
    """Return where the cards of the word `before` are in the changed word `after`: for each card its index.

    In a word of equal length each card keeps its index. In a longer word, such as CATS from CAT, the cards
    are found in their order. Return an empty list if not all are found.
    """
    if len(before) == len(after):
        return list(range(len(before)))
    indices, start = [], 0
    for card in before:
        at = after.find(card, start)
        if at < 0:
            return []
        indices.append(at)
        start = at + 1
    return indices


def _piles(true_position: Piles, before: Piles, after: Piles) -> Piles:
    piles = _lines(true_position.piles, before.piles, after.piles)
    turned = true_position.turned if before.turned == after.turned else after.turned
    stock = true_position.stock if before.stock == after.stock else after.stock
    masters = true_position.masters if before.masters == after.masters else after.masters
    return Piles(piles, turned, stock, masters)


def _grid(true_rows: tuple[str, ...], before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    if [len(row) for row in before] != [len(row) for row in after]:
        return after
    true_frame = _framed(true_rows, before)
    return tuple(
        "".join(now if was == new else new for now, was, new in zip(*rows, strict=True))
        for rows in zip(true_frame, before, after, strict=True)
    )


def _framed(true_rows: tuple[str, ...], frame: tuple[str, ...]) -> tuple[str, ...]:
    """Return the grid `true_rows` with as many rows and columns as the grid `frame`, aligned so that most
    cards agree. Return `frame` itself if some cards of `true_rows` would lie outside it."""
    down, right = best_offset(true_rows, frame)
    laid = {(r + down, c + right): card for (r, c), card in cards_at(Grid(true_rows)).items()}
    body = tuple("".join(laid.pop((r, c), EMPTY) for c in range(len(row))) for r, row in enumerate(frame))
    return frame if laid else body


def best_offset(true_rows: tuple[str, ...], frame: tuple[str, ...]) -> tuple[int, int]:
    """Return how many rows down and columns right to move the grid `true_rows` in the grid `frame`, so that
    most cards match.

    The two grids may have different numbers of empty rows and columns around their cards.
    """
    return best_shift(Grid(frame), Grid(true_rows))


def _move(move: Move, before: Position, after: Position) -> Move:
    if isinstance(move, CombinedMove):
        return CombinedMove(tuple(_single(part, before, after) for part in move.moves))
    return _single(move, before, after)


def _single(move: SingleMove, before: Position, after: Position) -> SingleMove:
    """Return the single move `move`, rewritten so that it leads from `before` to `after`, which are corrected
    positions.

    Only an insertion, an exchange or a change of a word is rewritten. Any other move, and any move on a
    grid, is returned unchanged.
    """
    if not isinstance(move, Insert | Exchange | Change) or isinstance(before, Grid):
        return move
    was, now = (lines[move.index] if move.index < len(lines) else "" for lines in (before.lines, after.lines))
    whole = isinstance(move, Change) or (was and now and was != now)
    return _change(move.index, was, now) if whole and (was or now) else move


def _change(index: int, was: str, now: str) -> Insert | Exchange | Change:
    """Return the move that changes word `index` from `was` to `now`.

    On a corrected table its kind may differ from the recorded move: an insertion into a word that was read
    one card too short is really an exchange.
    """
    if len(was) == len(now):
        return Exchange(index, was, now)
    return Insert(index, was, now) if was and card_indices(was, now) else Change(index, was, now)

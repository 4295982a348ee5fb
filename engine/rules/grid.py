"""Rule on a turn of a crossword: Crossword Lexicon (XW), Lexigram (LG), Keyword (KW).

The clauses named below are those of Crossword Lexicon. `Game.cites` has the clauses of the other booklets.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.game import Game
from engine.moves import (
    EMPTY,
    CombinedMove,
    Discard,
    Disturb,
    Draw,
    Move,
    Pass,
    Place,
    SingleMove,
    faces,
    same_card,
)
from engine.notation import Hand, NotationError, square
from engine.position import FACE_DOWN, Grid
from engine.rules.grid_lines import (
    Cell,
    cards_of,
    connected_cells,
    in_line,
    run_through,
    share_no_line,
    span,
    text_of,
    with_cards,
)
from engine.rules.grid_words import Crossing, namings, word_breaches
from engine.rules.patience import patience_outcome
from engine.ruling import (
    Breach,
    CardsDisturbed,
    DrewFirst,
    Illegal,
    Incomplete,
    Legal,
    MasterRenamed,
    NotInHand,
    NotInLine,
    NotJoined,
    OffTheStart,
    Passed,
    Ruling,
    SeveralExplanations,
    TooFewLetters,
    TooManyLetters,
    TwoActions,
    Unclear,
)
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class GridTurn:
    """One turn of a crossword to rule on."""

    game: Game
    crossing: Crossing
    before: Grid
    after: Grid
    hand: Hand | None
    first: bool
    """True if the turn lays the first word of the crossword (XW-1)."""
    packs: int

    @property
    def cards(self) -> str:
        """The cards played, in reading order."""
        return "".join(self.crossing.after[cell] for cell in sorted(self.crossing.placed))

    @property
    def clause(self) -> str:
        """The clause of the booklet on the number of cards that this turn may lay."""
        return self.game.cites.first if self.first else self.game.cites.later

    @property
    def place(self) -> str:
        """The clause of the booklet on the place where this turn may lay cards."""
        return self.game.cites.first if self.first else self.game.cites.place


def adjudicate_grid(
    game: Game,
    words: WordList,
    before: Grid,
    after: Grid,
    hand: Hand | None,
    *,
    first_turn: bool = False,
    packs: int = 1,
) -> Ruling:
    """Rule on a turn of a crossword game that led from the grid `before` to the grid `after`. Raise
    NotationError if the two grids differ in size."""
    _check_sizes(before, after)
    then, now = cards_of(before), cards_of(after)
    crossing = Crossing(words, game.vocabulary, game.cites, then, now, frozenset(now.keys() - then.keys()))
    turn = GridTurn(game, crossing, before, after, hand, first_turn or not then, packs)
    moves = (*_places(turn), *_disturbances(turn), *_pile(turn))
    if not moves:
        return _nothing_changed(turn)
    move = moves[0] if len(moves) == 1 else CombinedMove(moves)
    breaches = tuple(_breaches(turn))
    return Illegal(move, breaches) if breaches else _legal(turn, move)


def _check_sizes(before: Grid, after: Grid) -> None:
    sizes = [(len(grid.rows), len(grid.rows[0]) if grid.rows else 0) for grid in (before, after)]
    if sizes[0] != sizes[1]:
        old, new = (f"{rows} row{'' if rows == 1 else 's'} of {columns}" for rows, columns in sizes)
        raise NotationError(
            f"before is {old}, after {new}; both need the same size, with . for an empty place"
        )


def _legal(turn: GridTurn, move: Move) -> Legal:
    out = None if turn.hand is None else _hand_size(turn.hand) == len(turn.cards)
    named = tuple(with_cards(turn.after, cards) for cards in namings(turn.crossing))
    if turn.game.ends == "patience":
        return Legal(move, named, patience_outcome(turn.game, turn.after) is not None)
    return Legal(move, named, False if isinstance(move, Discard) else out)


def _hand_size(hand: Hand) -> int:
    return hand if isinstance(hand, int) else len(hand)


def _places(turn: GridTurn) -> tuple[SingleMove, ...]:
    """Return the cards played as one placement if they lie in one line, otherwise as one placement for
    each row."""
    placed = turn.crossing.placed
    if not placed:
        return ()
    if in_line(placed):
        return (_place(turn, placed),)
    rows: dict[int, set[Cell]] = {}
    for cell in placed:
        rows.setdefault(cell[0], set()).add(cell)
    return tuple(_place(turn, frozenset(rows[row])) for row in sorted(rows))


def _place(turn: GridTurn, cells: frozenset[Cell]) -> Place:
    line = span(cells)
    across = len({row for row, _ in line}) == 1
    if len(line) == 1:
        sideways = len(run_through(turn.crossing.after, line[0], across=True)) > 1
        downwards = len(run_through(turn.crossing.after, line[0], across=False)) > 1
        across = sideways or not downwards
    cards = "".join(turn.crossing.after[cell] if cell in cells else EMPTY for cell in line)
    return Place(*line[0], across, cards)


def _disturbances(turn: GridTurn) -> tuple[Disturb, ...]:
    then, now = turn.crossing.before, turn.crossing.after
    return tuple(
        Disturb(*cell, card, now.get(cell, EMPTY))
        for cell, card in then.items()
        if not same_card(card, now.get(cell, EMPTY))
    )


def _pile(turn: GridTurn) -> tuple[SingleMove, ...]:
    """Return the move at the exposed card as a tuple: a discard if a new card is exposed, or a draw if the
    exposed card is gone. The tuple is empty if the exposed card is unchanged. A player who discards under the
    exposed card (LG-2) changes it only by taking it."""
    before, after = turn.before.exposed, turn.after.exposed
    if (
        turn.game.plays.discards == "none"
        or after is None
        or after == before
        or (before is None and turn.crossing.placed)
    ):
        return ()
    if after:
        return (Discard(after, "exposed" if before and turn.game.plays.discards == "beneath" else None),)
    return (Draw(),) if before else ()


def _breaches(turn: GridTurn) -> Iterator[Breach]:
    yield from _check_cards_lying(turn)
    yield from _check_pile(turn)
    if not turn.crossing.placed:
        return
    yield from _check_number(turn)
    yield from _check_place(turn)
    yield from word_breaches(turn.crossing)
    if isinstance(turn.hand, int) and len(turn.cards) > turn.hand:
        yield TooManyLetters(turn.cards, turn.hand, turn.clause)
    elif missing := _missing(faces(turn.cards), turn.hand):
        yield NotInHand(missing, turn.clause)


def _check_cards_lying(turn: GridTurn) -> Iterator[Breach]:
    """Yield a breach if a card on the table was moved or taken (XW-8), and one if a Master got another letter
    (XW-7)."""
    cites = turn.game.cites
    moved = []
    for change in _disturbances(turn):
        if not change.before.isupper() and change.after != EMPTY and not change.after.isupper():
            yield MasterRenamed(change.before, change.after, cites.master)
        else:
            moved.append(change)
    if moved:
        yield CardsDisturbed(tuple(square(change.row, change.column) for change in moved), cites.disturbed)


def _check_pile(turn: GridTurn) -> Iterator[Breach]:
    """Yield a breach if a discard is not the whole turn (XW-1), and one if the player drew before the discard
    (LEX-B2)."""
    for move in _pile(turn):
        if turn.crossing.placed:
            yield TwoActions(("lay", "discard"), turn.game.cites.passed)
        if isinstance(move, Draw):
            yield DrewFirst("", turn.game.cites.drawn_first)
        elif isinstance(move, Discard) and _missing(move.card, turn.hand):
            yield DrewFirst(move.card, turn.game.cites.drawn_first)


def _check_number(turn: GridTurn) -> Iterator[Breach]:
    least, most = turn.game.plays.first if turn.first else turn.game.plays.later
    if len(turn.cards) < least:
        yield TooFewLetters(turn.cards, least, turn.clause)
    if most is not None and len(turn.cards) > most:
        yield TooManyLetters(turn.cards, most, turn.clause)


def _check_place(turn: GridTurn) -> Iterator[Breach]:
    """Yield a breach if the cards laid do not lie in one line without a gap, and one if they do not join
    earlier cards (XW-2, ALL-5). The first word must lie on its start."""
    placed = turn.crossing.placed
    if not in_line(placed):
        line = turn.place if turn.first else turn.game.cites.line
        yield NotInLine(_squares(placed), line, "diagonal" if share_no_line(placed) else "about")
    else:
        line = text_of(turn.crossing.after, span(placed))
        if EMPTY in line:
            yield Incomplete(line, "gap", turn.place)
    apart = _unconnected_cells(turn)
    if apart:
        yield NotJoined(_squares(apart), turn.place)
    if turn.first and not _is_on_start(turn):
        yield OffTheStart(_squares(placed), turn.place)


def _is_on_start(turn: GridTurn) -> bool:
    """Return True if the first word lies where it must: its first three cards on the dark squares (KW-1), or
    its first card in the corner (KP-1). Return True if the grid is not as large as the board, because then
    the squares under the cards are unknown."""
    board, grid = turn.game.board, turn.after
    if board is None or len(grid.rows) != board.size or len(grid.rows[0]) != board.size:
        return True
    if turn.game.plays.start == "corner":
        return min(turn.crossing.placed) == (0, 0)
    return tuple(sorted(turn.crossing.placed))[:3] in board.start_squares


def _unconnected_cells(turn: GridTurn) -> frozenset[Cell]:
    """Return the cells of the cards played that are not connected to a card from before the play. For the
    first word, return the cells that are not connected to the word's first card. In Keyword Patience, return
    all cells of a word that only lies beside earlier cards (KP-2)."""
    crossing = turn.crossing
    standing = crossing.before.keys() & crossing.after.keys()
    apart = crossing.placed - connected_cells(crossing.after, standing or {min(crossing.placed)})
    beside = turn.game.plays.start == "corner" and standing and not apart and not _shares_letter(crossing)
    return crossing.placed if beside else apart


def _shares_letter(crossing: Crossing) -> bool:
    """Return True if an earlier card is part of the word played, and not only beside the word (KP-2). A
    single card always lengthens a word."""
    if len(crossing.placed) == 1 or not in_line(crossing.placed):
        return True
    cells = span(crossing.placed)
    run = run_through(crossing.after, cells[0], across=cells[0][0] == cells[-1][0])
    return any(cell not in crossing.placed for cell in run)


def _squares(cells: frozenset[Cell]) -> tuple[str, ...]:
    return tuple(square(*cell) for cell in sorted(cells))


def _missing(cards: str, hand: Hand | None) -> str:
    """Return the cards of a play that cannot have come from the hand."""
    if isinstance(hand, str):
        return "".join(sorted((Counter(cards) - Counter(hand)).elements()))
    return cards if hand is not None and len(cards) > hand else ""


def _nothing_changed(turn: GridTurn) -> Ruling:
    """Rule on a pass. A player who cannot lay must discard and draw (XW-1, LG-2), or simply passes (KW-2)."""
    if turn.game.plays.discards == "none":
        return Legal(Pass(), (), False)
    card = turn.after.exposed
    breach = Passed(turn.game.cites.passed)
    if turn.game.plays.discards == "beneath" and turn.hand != 0 and turn.hand != "":
        return Unclear(Pass(), (SeveralExplanations(Discard(FACE_DOWN, "blind"), (breach,)),))
    if card and turn.before.exposed == card and _could_discard(turn, card):
        return Unclear(Pass(), (SeveralExplanations(Discard(card), (breach,)),))
    return Illegal(Pass(), (breach,))


def _could_discard(turn: GridTurn, card: str) -> bool:
    """Return True if the hand may hold `card`. A hidden hand may hold any card that the packs can still
    give."""
    if isinstance(turn.hand, str):
        return card in turn.hand
    shown = Counter(faces("".join(turn.crossing.before.values())) + card)
    return turn.hand != 0 and turn.game.pack.counts.get(card, 0) * turn.packs > shown[card]

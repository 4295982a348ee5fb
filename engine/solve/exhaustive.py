"""Search Keyword Patience exhaustively: all legal words in all places, depth first.

The search ends when the bottom right square is reached, or when it is proven that no play gets there (KP-1 to
KP-3).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.cards import MASTER
from engine.game import Game
from engine.moves import EMPTY, Place
from engine.position import Grid
from engine.rules.grid import adjudicate_grid
from engine.rules.grid_lines import Run, cards_of, laid_by, with_cards
from engine.rules.patience import patience_outcome
from engine.ruling import Legal
from engine.solve.answer import Watch
from engine.words import WordList
from engine.words.graph import Node, StepCounter


@dataclass(frozen=True, slots=True)
class SearchConstants:
    """The values of a search that are the same for all its positions."""

    game: Game
    words: WordList
    graph: Node
    """The graph of all words that may count somewhere on the board."""
    letters: str
    """All letters in the order in which they are drawn."""
    deal: int
    """The number of letters held after each draw."""


@dataclass(frozen=True, slots=True)
class RackPosition:
    """A position of Keyword Patience: the board, the letters held, and the number of letters drawn."""

    grid: Grid
    rack: str
    drawn: int


def out_of_reach(at: RackPosition, letters: str) -> bool:
    """Return True if the corner cannot be reached, because fewer letters are left than squares lie between
    the corner and the nearest card."""
    end = len(at.grid.rows) - 1
    nearest = max((row + column for row, column in cards_of(at.grid)), default=-1)
    return len(at.rack) + len(letters) - at.drawn < 2 * end - nearest


def complete_play(start: RackPosition, patience: SearchConstants, watch: Watch) -> tuple[Place, ...] | None:
    """Return a complete play of Keyword Patience, as the places of its words; None if no complete play
    exists. Every possible play is tried. Raise OutOfTime when `watch` is out of time."""
    path: list[Iterator[tuple[Place, RackPosition]]] = [_following(start, patience, watch)]
    moves: list[Place] = []
    known = {_key(start)}
    while path:
        following = next(path[-1], None)
        if following is None:
            path.pop()
            del moves[len(path) - 1 :]
            continue
        move, at = following
        if _key(at) in known:
            continue
        known.add(_key(at))
        if patience_outcome(patience.game, at.grid) is not None:
            return (*moves, move)
        moves.append(move)
        path.append(_following(at, patience, watch))
    return None


def _key(at: RackPosition) -> tuple[tuple[str, ...], str]:
    return at.grid.rows, "".join(sorted(at.rack))


def _following(
    at: RackPosition, patience: SearchConstants, watch: Watch
) -> Iterator[tuple[Place, RackPosition]]:
    """Yield every legal play with the position after it. Plays in the lines nearest to the corner come
    first. Yield nothing if the corner is out of reach."""
    watch.count_position()
    if out_of_reach(at, patience.letters):
        return
    for line in _lines(at.grid):
        for move in _along(line, at, patience.graph, watch.count_step):
            watch.count_step()
            laid = laid_by(move)
            after = with_cards(at.grid, laid)
            ruling = adjudicate_grid(patience.game, patience.words, at.grid, after, at.rack)
            if isinstance(ruling, Legal):
                yield move, _after_draw(at, after, "".join(laid.values()), patience)


def _after_draw(at: RackPosition, after: Grid, played: str, patience: SearchConstants) -> RackPosition:
    """Return the position of Keyword Patience after the letters `played` were laid. The rack is filled up
    from the letters still to be drawn. `after` is the board after the play."""
    rack = at.rack
    for card in played:
        rack = rack.replace(card if card.isupper() else MASTER, "", 1)
    more = patience.letters[at.drawn : at.drawn + max(patience.deal - len(rack), 0)]
    return RackPosition(after, rack + more, at.drawn + len(more))


def _lines(grid: Grid) -> list[Run]:
    """Return the rows and columns of the board that hold a card, those nearest to the bottom right corner
    first.

    On an empty board, return the row and the column that start in the top left corner.
    """
    size, cards = len(grid.rows), cards_of(grid)
    rows = {row for row, _ in cards} or {0}
    columns = {column for _, column in cards} or {0}
    across = [tuple((row, i) for i in range(size)) for row in rows]
    down = [tuple((i, column) for i in range(size)) for column in columns]
    return sorted((*across, *down), key=lambda line: -sum(line[-1]))


@dataclass(frozen=True, slots=True)
class _Word:
    """The beginning of a word that the search is laying in one row or column of the board."""

    node: Node
    """The node of the word list's graph that is reached by the letters of the word so far."""
    laid: str
    """The cards laid in the line, with `.` for a card that is on the board already."""
    rack: str
    """The letters still held."""
    joined: bool
    """True if the word contains an earlier card."""


def _along(line: Run, at: RackPosition, graph: Node, count_step: StepCounter) -> Iterator[Place]:
    """Yield the plays in one row or column whose word contains a card on the board. On an empty board yield
    the plays that begin in the first square. The plays are still to be checked by the rules."""
    lying = [at.grid.rows[row][column] for row, column in line]
    bare = not any(card != EMPTY for row in at.grid.rows for card in row)
    across = line[0][0] == line[-1][0]
    for start in range(1 if bare else len(line)):
        if start and lying[start - 1] != EMPTY:
            continue
        for laid in _words(lying, start, _Word(graph, "", at.rack, bare), count_step):
            text = laid.strip(EMPTY)
            row, column = line[start + len(laid) - len(laid.lstrip(EMPTY))]
            yield Place(row, column, across, text)


def _words(lying: list[str], place: int, word: _Word, count_step: StepCounter) -> Iterator[str]:
    """Yield every word that can be laid in one line of the board and begins with `word`, as the cards laid in
    the line. `lying` are the cards of the line, and `place` is the next square."""
    count_step()
    lying_card = lying[place] if place < len(lying) else EMPTY
    if lying_card == EMPTY and word.node.is_word and word.joined and word.laid.strip(EMPTY):
        yield word.laid
    if place == len(lying):
        return
    if lying_card != EMPTY:
        for letter in word.node.children if lying_card == MASTER else lying_card.upper():
            if (node := word.node.children.get(letter)) is not None:
                on = replace(word, node=node, laid=word.laid + EMPTY, joined=True)
                yield from _words(lying, place + 1, on, count_step)
        return
    for letter, node in word.node.children.items():
        for held, card in ((letter, letter), (MASTER, letter.lower())):
            if held in word.rack:
                left = word.rack.replace(held, "", 1)
                yield from _words(
                    lying, place + 1, _Word(node, word.laid + card, left, word.joined), count_step
                )

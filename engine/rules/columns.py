"""Rule on a turn of Word Solitaire: columns of words that overlap by one letter (WS-1 to WS-5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engine.game import Vocabulary
from engine.moves import TURNED_SOURCE, Close, CombinedMove, Move, Pass, Shift, SingleMove
from engine.position import FACE_DOWN
from engine.rules.patience import PatienceTurn, patience_outcome
from engine.rules.pile_changes import PileChange, pile_changes
from engine.rules.piles import pile_numbers, unexplained_move
from engine.rules.stock_changes import StockChange, stock_changes
from engine.rules.vocabulary import word_refusal
from engine.ruling import Breach, Illegal, Legal, Ruling
from engine.ruling.piles import ColumnClosed, NoBeginning, NotPlaced, NotTurnedUp, PilesDisturbed, StillFits
from engine.words import WordList
from engine.words.beginnings import PrefixIndex
from engine.words.graph import StepCounter, no_limit


@dataclass(frozen=True, slots=True)
class _ColumnTurn:
    turn: PatienceTurn
    changes: tuple[PileChange, ...]
    stock_change: StockChange


def adjudicate_columns(turn: PatienceTurn) -> Ruling:
    """Rule on the turn of Word Solitaire that led from `before` to `after`. In such a turn a card is laid
    under a column, or closes a column."""
    changes = pile_changes(turn.before, turn.after)
    rulings = [
        _ruled(_ColumnTurn(turn, changes, stock_change))
        for stock_change in stock_changes(turn.before, turn.after)
    ]
    return next((ruling for ruling in rulings if isinstance(ruling, Legal)), rulings[0])


def unfinished_words(column: str, listed: PrefixIndex) -> tuple[str, ...]:
    """Return the unfinished words with which `column` may end (WS-1), longest first. An unfinished word is
    the beginning of a listed word. It starts at the first card of the column or at the last letter of a
    complete word. Return () if the column does not read as words that overlap."""
    starts = [0]
    for start in starts:
        for end in range(start + 2, min(len(column), start + listed.max_length) + 1):
            if column[start:end] in listed and end - 1 not in starts:
                starts.append(end - 1)
    return tuple(column[start:] for start in sorted(starts) if listed.has_prefix(column[start:]))


def column_words(column: str, listed: PrefixIndex) -> tuple[str, ...]:
    """Return the complete words of a column, each of which begins with the last letter of the word before
    (WS-1). If the column can be read in several ways, take the one that leaves the fewest letters over."""
    known: dict[int, tuple[int, tuple[str, ...]]] = {}
    for start in range(len(column) - 1, -1, -1):
        rest = column[start:]
        ends = range(start + 2, min(len(column), start + listed.max_length) + 1)
        ways = [
            (known[end - 1][0], (column[start:end], *known[end - 1][1]))
            for end in ends
            if column[start:end] in listed and end - 1 in known
        ]
        if rest in listed and len(rest) > 1:
            ways.append((0, (rest,)))
        elif listed.has_prefix(rest):
            ways.append((len(rest), ()))
        if ways:
            known[start] = min(ways, key=lambda way: way[0])
    return known[0][1] if 0 in known else ()


def listed_words(words: WordList, vocabulary: Vocabulary, count_step: StepCounter = no_limit) -> PrefixIndex:
    """Return the words that count at a table, indexed by their beginnings. The index is made once and
    cached. If `count_step` raises while the index is made, nothing is cached."""
    cache = _cache_of(words, vocabulary)
    if not cache:
        cache.append(
            PrefixIndex(words, lambda word: word_refusal(word, words, vocabulary) is None, count_step)
        )
    return cache[0]


@lru_cache(maxsize=8)  # a table uses one list, a benchmark a few
def _cache_of(_words: WordList, _vocabulary: Vocabulary) -> list[PrefixIndex]:
    """Return the list that caches the index of the words that count at a table. The caller puts the index
    into the list, which is empty before."""
    return []


def fitting_columns(card: str, turn: PatienceTurn) -> tuple[int, ...]:
    """Return the open columns (from 0) that `card` may be laid under before the turn (WS-1)."""
    listed = listed_words(turn.words, turn.game.vocabulary)
    return tuple(
        i
        for i, column in enumerate(turn.before.piles)
        if not column.endswith(FACE_DOWN) and unfinished_words(column + card, listed)
    )


def _ruled(column_turn: _ColumnTurn) -> Ruling:
    moves = tuple(_moves(column_turn))
    breaches = tuple(_breaches(column_turn))
    if any(isinstance(breach, PilesDisturbed) for breach in breaches):
        return Illegal(
            unexplained_move(column_turn.turn, column_turn.changes) if column_turn.changes else Pass(),
            breaches,
        )
    move: Move = CombinedMove(moves) if len(moves) > 1 else moves[0] if moves else Pass()
    if breaches:
        return Illegal(move, breaches)
    return Legal(move, goes_out=patience_outcome(column_turn.turn.game, column_turn.turn.after) is not None)


def _moves(column_turn: _ColumnTurn) -> Iterator[SingleMove]:
    """Yield the moves of a turn of Word Solitaire in the order in which they were made. The card that was
    turned up before the turn is placed before another card is turned up (WS-4)."""
    laid = list(_cards_laid(column_turn))
    first = next((move for move in laid if move.card == _top_turned_up(column_turn)), None)
    if first is not None:
        laid.remove(first)
        yield first
    yield from column_turn.stock_change.moves
    yield from laid


def _cards_laid(column_turn: _ColumnTurn) -> Iterator[Shift | Close]:
    for change in column_turn.changes:
        for card in change.cards if change.kind == "added" else "":
            closes = card == FACE_DOWN
            yield (
                Close(_closing_card(column_turn) or card, change.index)
                if closes
                else Shift(card, TURNED_SOURCE, change.index)
            )


def _top_turned_up(column_turn: _ColumnTurn) -> str:
    """Return the last card turned up before the turn, which lies on top; empty if nobody saw it."""
    top = column_turn.turn.before.exposed or ""
    return "" if top == FACE_DOWN else top


def _cards_added(column_turn: _ColumnTurn) -> str:
    """Return all cards that were laid under columns or that close columns."""
    return "".join(change.cards for change in column_turn.changes if change.kind == "added")


def _closing_card(column_turn: _ColumnTurn) -> str:
    """Return the card that closes a column. It is the top card of the turned-up cards before the turn.
    Return an empty text if nobody saw the card, or if the top card was laid and another was turned up."""
    return (
        ""
        if column_turn.stock_change.turned_up and len(_cards_added(column_turn)) > 1
        else _top_turned_up(column_turn)
    )


def _breaches(column_turn: _ColumnTurn) -> Iterator[Breach]:
    strange = [change for change in column_turn.changes if change.kind != "added"]
    if strange or column_turn.stock_change.unexplained or column_turn.stock_change.restocked:
        yield PilesDisturbed(pile_numbers(strange) or ("cards turned up",), "WS-1" if strange else "WS-2")
    yield from _check_waiting(column_turn)
    for change in column_turn.changes:
        if change.kind == "added":
            yield from _check_column(column_turn, change)
    if _has_too_many_cards(column_turn):
        yield PilesDisturbed(
            pile_numbers([change for change in column_turn.changes if change.kind == "added"]), "WS-1"
        )


def _check_waiting(column_turn: _ColumnTurn) -> Iterator[Breach]:
    """Yield a breach if a card was turned up before the turned-up card was placed (WS-4). At most one card
    may wait."""
    added, waiting, now = (
        _cards_added(column_turn),
        column_turn.turn.before.turned or "",
        column_turn.turn.after.turned or "",
    )
    top = _top_turned_up(column_turn)
    placed = bool(added) and (not top or top in added or FACE_DOWN in added)
    if waiting and not placed and (column_turn.stock_change.turned_up or column_turn.stock_change.taken):
        yield NotPlaced(top)
    elif len(now) > max(len(waiting), 1):
        yield NotPlaced(now[-2].replace(FACE_DOWN, ""))


def _has_too_many_cards(column_turn: _ColumnTurn) -> bool:
    """Return True if a player of Word Solitaire laid more cards than were turned up. Return False if this is
    unknown because the stock was not counted."""
    before, after = column_turn.turn.before, column_turn.turn.after
    counted = None not in (before.stock, after.stock)
    if not counted and not before.turned:
        return False
    placed = len(before.turned or "") + column_turn.stock_change.turned_up - len(after.turned or "")
    return len(_cards_added(column_turn)) > max(placed, 0)


def _check_column(column_turn: _ColumnTurn, change: PileChange) -> Iterator[Breach]:
    """Yield the breaches of the card laid in one column of Word Solitaire. It must be the turned-up card, and
    the column must be open. With the card, the column must still end in a word or the beginning of a word."""
    column, top = column_turn.turn.before.piles[change.index], _top_turned_up(column_turn)
    letters = change.cards.rstrip(FACE_DOWN)
    if column.endswith(FACE_DOWN) or FACE_DOWN in letters:
        yield ColumnClosed(change.cards[-1], change.index + 1)
        return
    if change.cards == FACE_DOWN:
        yield from _check_closing(column_turn, _closing_card(column_turn))
        return
    if top and letters != top and not column_turn.stock_change.turned_up:
        yield NotTurnedUp(change.cards[-1], "WS-1")
    listed = listed_words(column_turn.turn.words, column_turn.turn.game.vocabulary)
    if not unfinished_words(column + letters, listed):
        yield NoBeginning(column + letters, "WS-1")


def _check_closing(column_turn: _ColumnTurn, top: str) -> Iterator[Breach]:
    """Yield a breach if the card `top`, which closes a column, could still be laid under a column
    (WS-2)."""
    columns = fitting_columns(top, column_turn.turn) if top else ()
    if columns:
        yield StillFits(top, tuple(str(column + 1) for column in columns))

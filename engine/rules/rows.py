"""Rule on a turn of Lexicon: words that lie apart (LEX-A, LEX-B, LEX-C, LEX-D, LEX-1, LEX-P)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from engine.cards import MASTER
from engine.game import Game
from engine.moves import (
    Change,
    CombinedMove,
    Discard,
    Draw,
    Exchange,
    Insert,
    Lay,
    Move,
    Pass,
    SingleMove,
    faces,
    played,
    same_card,
    taken,
)
from engine.notation import Hand
from engine.position import Position, Rows
from engine.rules.masters import MAX_NAMINGS, keeps_cards, readings
from engine.rules.row_changes import (
    aligned_words,
    exchanged_and_inserted,
    has_same_cards,
    keeps_all_cards,
    row_moves,
)
from engine.rules.vocabulary import is_barred_plural, word_refusal
from engine.ruling import (
    Action,
    Breach,
    Clause,
    DrewFirst,
    Illegal,
    Incomplete,
    Legal,
    LettersRemoved,
    LettersReordered,
    MasterRenamed,
    NotInHand,
    NotListed,
    Passed,
    PluralOnly,
    Ruling,
    SeveralExplanations,
    TooFewLetters,
    TooManyLetters,
    TwoActions,
    TwoNewWords,
    TwoWordsTouched,
    Unclear,
    WordReversed,
)
from engine.words import WordList, WordRefusal

_HAND_CLAUSES: Final[dict[Action, Clause]] = {
    "lay": "LEX-A",
    "insert": "LEX-C",
    "exchange": "LEX-D",
    "discard": "LEX-B",
}
"""For each action of Lexicon, the clause that is broken if the hand does not hold the cards for it."""

_MAX_PAIRS_COMPARED: Final = 20_000
"""Greatest number of pairs of possible words, one from before and one from after a turn, that are
compared to find the letter of an unnamed Master. With more pairs the Master's letter is left open."""


@dataclass(frozen=True, slots=True)
class RowTurn:
    """One turn of Lexicon to rule on."""

    game: Game
    words: WordList
    before: Rows
    after: Rows
    hand: Hand | None
    """The cards of the hand before the turn, or their number if the cards are hidden; None if both are
    unknown."""
    packs: int
    """The number of packs shuffled together."""
    moves: tuple[SingleMove, ...]


def adjudicate_rows(
    game: Game, words: WordList, before: Rows, after: Rows, hand: Hand | None, packs: int
) -> Ruling:
    """Rule on a turn of Lexicon, which led from the position `before` to `after`."""
    after = replace(after, words=aligned_words(before.words, after.words))
    turn = RowTurn(game, words, before, after, hand, packs, row_moves(before, after))
    if not turn.moves:
        return _nothing_changed(turn)
    breaches = _breaches(turn)
    if breaches:
        return Illegal(_move(turn), breaches)
    return _unseen_exchange(turn) or Legal(_move(turn), _namings(turn), _is_hand_empty(turn))


def _breaches(turn: RowTurn) -> tuple[Breach, ...]:
    own = [breach for move in turn.moves for breach in _check_move(turn, move)]
    return (*_check_turn(turn), *own, *_check_hand(turn))


def _move(turn: RowTurn) -> Move:
    return turn.moves[0] if len(turn.moves) == 1 else CombinedMove(turn.moves)


def _check_turn(turn: RowTurn) -> Iterator[Breach]:
    """Yield the breaches of a turn that is more than one action, or that touches more than one word on the
    table (LEX-1, LEX-C3)."""
    touched = tuple(move.before for move in turn.moves if isinstance(move, Insert | Exchange | Change))
    laid = tuple(move.word for move in turn.moves if isinstance(move, Lay))
    actions = _actions(turn.moves)
    if len(touched) > 1:
        yield TwoWordsTouched(touched)
    if len(laid) > 1:
        yield TwoNewWords(laid)
    if len(set(actions)) > 1:
        yield TwoActions(tuple(dict.fromkeys(actions)))
    elif len(laid) > 1:
        yield TwoActions(actions)


def _actions(moves: Iterable[SingleMove]) -> tuple[Action, ...]:
    return tuple(action for move in moves for action in _actions_of(move))


def _actions_of(move: SingleMove) -> tuple[Action, ...]:
    match move:
        case Lay():
            return ("lay",)
        case Insert():
            return ("insert",)
        case Exchange():
            return ("exchange",)
        case Discard() | Draw():
            return ("discard",)
        case Change(before=before, after=after) if len(after) > len(before):
            return ("insert",) if keeps_all_cards(before, after) else ("insert", "exchange")
        case _:
            return ()


def _check_move(turn: RowTurn, move: SingleMove) -> Iterator[Breach]:
    match move:
        case Lay(word) if len(word) < 2:
            yield TooFewLetters(word, 2)
        case Lay(word):
            yield from _check_word(turn, "", word)
        case Insert(before=before, after=after):
            yield from _check_word(turn, before, after)
        case Exchange(before=before, after=after):
            yield from _check_exchange(turn, before, after)
        case Change(before=before, after=after):
            yield from _check_change(turn, before, after)
            if after:
                yield from _check_word(turn, "", after)
        case Draw():
            yield DrewFirst("", "LEX-B") if turn.game.plays.takes_before_discard else DrewFirst("")
        case _:
            return


def _check_exchange(turn: RowTurn, before: str, after: str) -> Iterator[Breach]:
    """Yield the breaches of a turn that replaced cards of a word. If the new word has the same cards as the
    old one, only their order changed. This counts as an exchange only if the hand could have given every
    changed card."""
    listed = tuple(_check_word(turn, before, after))
    if has_same_cards(before, after):
        possible = _could_give(turn, played(Exchange(0, before, after)))
        if not possible or (listed and turn.hand is None):
            yield _rearrangement(before, after)
    yield from listed


def _check_change(turn: RowTurn, before: str, after: str) -> Iterator[Breach]:
    if len(after) < len(before):
        yield LettersRemoved(before, after, taken(Change(0, before, after)))
        yield Incomplete(before, "letters lost")
    elif keeps_all_cards(before, after):
        yield _rearrangement(before, after)
        given = exchanged_and_inserted(before, after)
        if not isinstance(turn.hand, int) and any(_could_give(turn, cards) for cards in given):
            yield TwoActions(("insert", "exchange"))


def _rearrangement(before: str, after: str) -> Breach:
    """Return the breach of a turn that left a word its cards, but changed their order or renamed its
    Masters."""
    if keeps_cards(faces(before), faces(after)):
        return MasterRenamed(before, after)
    if keeps_cards(faces(before)[::-1], faces(after)):
        return WordReversed(before, after)
    return LettersReordered(before, after)


def _check_word(turn: RowTurn, before: str, after: str) -> Iterator[Breach]:
    """Yield a breach if the word `after`, which a turn made of `before`, does not count, or needs another
    letter for a named Master (ALL-1, ALL-2)."""
    word_readings = _consistent_readings(turn, before, after)
    if not readings(after, turn.words, turn.game.vocabulary):
        yield NotListed(after, _refusal(turn, after))
    elif not word_readings:
        yield MasterRenamed(before, after)
    elif all(is_barred_plural(word.upper(), turn.words, turn.game.vocabulary) for word in word_readings):
        yield PluralOnly(after, "ALL-1")


def _refusal(turn: RowTurn, word: str) -> WordRefusal:
    if MASTER in word:
        return WordRefusal.NOT_LISTED
    return word_refusal(word.upper(), turn.words, turn.game.vocabulary) or WordRefusal.NOT_LISTED


def _consistent_readings(turn: RowTurn, before: str, after: str) -> tuple[str, ...]:
    """Return the ways to name the Masters of `after`, the word that a turn made from `before`, so that both
    are words. A named Master of `before` keeps its letter. If no letters of the Masters make `before` a word,
    return all ways for `after`."""
    word_readings = readings(after, turn.words, turn.game.vocabulary)
    if MASTER not in faces(before):
        return word_readings
    had = readings(before, turn.words, turn.game.vocabulary) if MASTER in before else (before,)
    if not had or len(had) * len(word_readings) > _MAX_PAIRS_COMPARED:
        return word_readings
    places = _kept_places(before, after)
    return tuple(word for word in word_readings if any(_can_follow(was, word, places) for was in had))


def _kept_places(before: str, after: str) -> tuple[int, ...]:
    """Return the places at which two equally long words hold the same card; none if the lengths differ."""
    if len(before) != len(after):
        return ()
    return tuple(i for i, (b, a) in enumerate(zip(before, after, strict=True)) if same_card(b, a))


def _can_follow(was: str, word: str, kept_places: tuple[int, ...]) -> bool:
    """Return True if the word `was` can have become `word` in one turn: the unchanged cards have the same
    letters. All Masters of both words are named. `kept_places` are the places of the unchanged cards if the
    words have equal length."""
    if len(was) < len(word):
        return keeps_cards(was, word)
    return all(was[place] == word[place] for place in kept_places)


def _check_hand(turn: RowTurn) -> Iterator[Breach]:
    """Yield a breach if the hand cannot have held the cards played (LEX-A to LEX-D)."""
    if isinstance(turn.hand, int) and len(_cards_given(turn.moves)) > turn.hand:
        yield TooManyLetters(_cards_given(turn.moves), turn.hand, _clause_of(turn.moves))
    if not isinstance(turn.hand, str):
        return
    hand = turn.hand
    for move in turn.moves:
        missing = _missing(played(move), hand)
        hand = _missing(hand, played(move))
        if not missing or (isinstance(move, Exchange) and has_same_cards(move.before, move.after)):
            continue
        yield DrewFirst(missing) if isinstance(move, Discard) else NotInHand(missing, _clause_of((move,)))


def _cards_given(moves: Iterable[SingleMove]) -> str:
    return "".join(map(played, moves))


def _clause_of(moves: tuple[SingleMove, ...]) -> Clause:
    actions = _actions(moves)
    return _HAND_CLAUSES[actions[0]] if actions else "LEX-C"


def _missing(wanted: str, held: str) -> str:
    return "".join(sorted((Counter(wanted) - Counter(held)).elements()))


def _could_give(turn: RowTurn, cards: str) -> bool:
    """Return True if the hand may hold `cards`. A hidden hand may hold any cards that the packs can still
    give."""
    if isinstance(turn.hand, str):
        return not _missing(cards, turn.hand)
    if turn.hand is not None and len(cards) > turn.hand:
        return False
    shown = Counter(faces("".join(turn.before.words)) + (turn.before.exposed or ""))
    pack = turn.game.pack.counts
    return all(pack.get(card, 0) * turn.packs - shown[card] >= n for card, n in Counter(cards).items())


def _nothing_changed(turn: RowTurn) -> Ruling:
    """Rule on a turn that changed nothing on the table. It may be a pass (LEX-P), or a discard onto a card
    with the same face."""
    card = turn.after.exposed
    if card and _could_give(turn, card):
        return Unclear(Pass(), (SeveralExplanations(Discard(card), (Passed(),)),))
    return Illegal(Pass(), (Passed(),))


def _unseen_exchange(turn: RowTurn) -> Unclear | None:
    """Return an unclear ruling if a word has the same cards as before in another order, and the hand is
    hidden. The cards may have been exchanged for equal cards of the hand, or may only have changed places.
    Otherwise return None."""
    move = turn.moves[0]
    if isinstance(turn.hand, str) or not isinstance(move, Exchange):
        return None
    if not has_same_cards(move.before, move.after):
        return None
    return Unclear(move, (SeveralExplanations(move, (_rearrangement(move.before, move.after),)),))


def _is_hand_empty(turn: RowTurn) -> bool | None:
    """Return True if the hand is empty after the turn (LEX-O); None if the hand is unknown. A discard or an
    exchange never empties the hand, because the player takes as many cards as the player gives."""
    move = turn.moves[0]
    if not isinstance(move, Lay | Insert):
        return False
    if turn.hand is None:
        return None
    held = turn.hand if isinstance(turn.hand, int) else len(turn.hand)
    return held == len(played(move))


def _namings(turn: RowTurn) -> tuple[Position, ...]:
    """Return the positions that the turn may have led to, with the Masters of its word named."""
    move = turn.moves[0]
    if isinstance(move, Discard) or not isinstance(move, Lay | Insert | Exchange):
        return ()
    index = _index(turn, move)
    word = turn.after.words[index]
    if MASTER not in word:
        return ()
    before = "" if isinstance(move, Lay) else move.before
    word_readings = _consistent_readings(turn, before, word)
    counted = [w for w in word_readings if not is_barred_plural(w.upper(), turn.words, turn.game.vocabulary)]
    return tuple(_with_word(turn.after, index, word) for word in counted[:MAX_NAMINGS])


def _index(turn: RowTurn, move: Lay | Insert | Exchange) -> int:
    if not isinstance(move, Lay):
        return move.index
    places = range(len(turn.after.words))
    return next(i for i in places if turn.after.words[i] and not _had_word(turn.before, i))


def _had_word(before: Rows, index: int) -> bool:
    return index < len(before.words) and bool(before.words[index])


def _with_word(position: Rows, index: int, word: str) -> Rows:
    words = (*position.words[:index], word, *position.words[index + 1 :])
    return replace(position, words=words)

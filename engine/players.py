"""Simulated players: they pick among the legal plays, and now and then, if told to, they cheat."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Final, Literal, Protocol, TypeVar

from engine.adjudicate import adjudicate
from engine.best import Kind, Play, plays
from engine.cards import MASTER
from engine.game import Game
from engine.moves import EMPTY, Discard, Exchange, Insert, Lay, Move, Pass, Pile, Place, faces, played
from engine.position import Grid, Position, Rows, exposing
from engine.rules.gridlines import Cell, cards_of, runs_through, text_of, with_cards
from engine.ruling import Breach, Illegal
from engine.words import Flag, WordList

EVERYDAY: Final = 50
"""The largest tier of words a simulated player thinks of (`Entry.tier`)."""
LONGEST: Final = 8
"""The longest word it lays or makes: tables are only so wide."""
_CHOICE: Final = 6
"""It picks among so many of the best plays that it thinks of."""
_THOUGHTS: Final = 60
"""So many plays come to its mind; the best ones are among them."""
_WITH_MASTER: Final = 5
_TRIES: Final = 20
"""Faults it thinks through before it plays honestly after all."""

Item = TypeVar("Item")


class Chance(Protocol):
    """Where a player's whims come from; `random.Random` is one."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def randrange(self, start: int, /) -> int:
        """A whole number from 0 to below `start`."""


Way = Callable[[Chance], Position | None]
"""One sort of fault, to be tried again and again."""


@dataclass(frozen=True, slots=True)
class Intent:
    """What a player is about to do: `result` is the table after it.

    A discard's `move` says which pile is drawn from. `breaches` is what is wrong with it for anyone who sees
    only the table; empty for an honest play.
    """

    kind: Kind | Literal["discard"]
    move: Move
    result: Position
    breaches: tuple[Breach, ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the play is honest."""
        return not self.breaches


def choose(
    game: Game, words: WordList, position: Position, hand: str, rng: Chance, *, cheat: float = 0.0
) -> Intent:
    """What a player holding `hand` does at `position`; with the chance `cheat` it plants a fault if it can.

    It discards when it thinks of no play. The same `rng` state gives the same choice.
    """
    legal = _thought_of(game, words, position, hand)
    if rng.random() < cheat:
        planted = _cheat(game, words, position, hand, legal, rng)
        if planted:
            return planted
    if not legal:
        return _discard(game, position, hand, rng)
    play = legal[min(rng.randrange(_CHOICE), rng.randrange(_CHOICE)) % len(legal)]
    return Intent(play.kind, play.move, play.result)


def _thought_of(game: Game, words: WordList, position: Position, hand: str) -> list[Play]:
    """Plays that come to a player's mind, best first. A Master is kept while there is anything else."""
    for cards in dict.fromkeys((hand.replace(MASTER, ""), _with_one_master(game, hand))):
        legal = _plays(game, words, position, cards)
        likely = list(islice((play for play in legal if _sensible(game, words, position, play)), _THOUGHTS))
        if likely:
            return likely
    return []


def _plays(game: Game, words: WordList, position: Position, hand: str) -> list[Play]:
    """All plays; of a first word only those across the middle: the others differ only by their place."""
    if not isinstance(position, Grid) or cards_of(position) or not position.rows:
        return plays(game, words, position, hand)
    width = min(len(position.rows[0]), game.first[1] or LONGEST)
    row, column = len(position.rows) // 2, (len(position.rows[0]) - width) // 2
    found = plays(game, words, Grid((EMPTY * width,)), hand)
    return [_moved(position, play, row, column) for play in found]


def _moved(position: Grid, play: Play, row: int, column: int) -> Play:
    """A first word's play on one line as the same play from (`row`, `column`) of a larger grid."""
    assert isinstance(play.move, Place)
    move = replace(play.move, row=row, column=play.move.column + column)
    laid = {(row, move.column + place): card for place, card in enumerate(move.cards)}
    return replace(play, move=move, result=with_cards(position, laid))


def _with_one_master(game: Game, hand: str) -> str:
    """A Master with the dearest few of the other cards: nobody thinks of all it could do."""
    rest = sorted(hand.replace(MASTER, ""), key=lambda card: -game.pack.figures[card])
    return "".join(rest[:_WITH_MASTER]) + MASTER if MASTER in hand else "".join(rest)


def _sensible(game: Game, words: WordList, position: Position, play: Play) -> bool:
    """Everyday words that offend nobody, not too long; an exchange only when it saves points."""
    texts = _texts(position, play)
    entries = [words.entry(text.upper()) for text in texts]
    if any(entry and (entry.tier > EVERYDAY or entry.flags & Flag.OFFENSIVE) for entry in entries):
        return False
    if isinstance(play.move, Exchange):
        before, after = play.move.before, play.move.after
        return game.pack.points(faces(after)) > game.pack.points(faces(before))
    return all(len(text) <= LONGEST for text in texts)


def _texts(position: Position, play: Play) -> tuple[str, ...]:
    """The words a play makes."""
    if isinstance(position, Grid) and isinstance(play.result, Grid):
        runs = runs_through(cards_of(play.result), _added(position, play.result))
        return tuple(text_of(cards_of(play.result), run) for run in runs)
    match play.move:
        case Lay(word):
            return (word,)
        case Insert(after=after) | Exchange(after=after):
            return (after,)
        case _:
            return ()


def _discard(game: Game, position: Position, hand: str, rng: Chance) -> Intent:
    """One of the dearest cards goes, a Master only when there is nothing else; a useful exposed card is
    taken. A face that lies exposed already is not laid on it if it can be helped: no camera sees that."""
    exposed = position.exposed
    likely = hand.replace(MASTER, "") or hand
    seen = "".join(card for card in likely if card != exposed) or likely
    letters = sorted(seen, key=lambda card: -game.pack.figures[card])
    card = letters[rng.randrange(min(3, len(letters)))]
    wanted = bool(exposed) and exposed != card and rng.random() < _liking(exposed)
    took: Pile = "exposed" if wanted else "blind"
    return Intent("discard", Discard(card, took), exposing(position, card))


def _liking(exposed: str | None) -> float:
    return 0.7 if exposed and exposed in "AEIOURSTLN?" else 0.2


def _cheat(
    game: Game, words: WordList, position: Position, hand: str, legal: Sequence[Play], rng: Chance
) -> Intent | None:
    """A play that looks like one and breaks a rule, whatever the hands; None when none comes to mind."""
    for way in _drawn(list(_ways(game, words, position, hand, legal)), rng):
        for _ in range(_TRIES):
            tried = way(rng)
            planted = tried and _planted(game, words, position, hand, tried)
            if planted:
                return planted
    return None


def _planted(game: Game, words: WordList, position: Position, hand: str, tried: Position) -> Intent | None:
    """`tried` as an intent, if it breaks a rule for all who see it and the hand holds the cards."""
    ruling = adjudicate(game, words, position, tried)
    if not isinstance(ruling, Illegal) or isinstance(ruling.move, Pass):
        return None
    if not isinstance(adjudicate(game, words, position, _unnamed(position, tried)), Illegal):
        return None
    if Counter(played(ruling.move)) - Counter(hand):
        return None
    return Intent(_kind_of(position, ruling.move), ruling.move, tried, ruling.breaches)


def _unnamed(before: Position, after: Position) -> Position:
    """`after` as it is seen: which letter a Master just laid on a crossword stands for is printed nowhere."""
    if not isinstance(before, Grid) or not isinstance(after, Grid):
        return after
    laid = cards_of(after)
    return with_cards(after, {cell: MASTER for cell in _added(before, after) if laid[cell].islower()})


def _ways(game: Game, words: WordList, position: Position, hand: str, legal: Sequence[Play]) -> Iterator[Way]:
    """The faults that can be tried at this position."""
    letters = hand.replace(MASTER, "")
    if not letters:
        return
    if isinstance(position, Grid):
        yield partial(_wrong_letter, position, letters, [play.result for play in legal])
    if not isinstance(position, Rows):
        return
    yield partial(_non_word, position, letters)
    if position.words:
        yield partial(_disturbed, position, letters)
    if len(position.words) > 1:
        yield partial(_two_words, position, _inserts(game, words, position, letters))


def _inserts(game: Game, words: WordList, position: Position, letters: str) -> list[Insert]:
    """Insertions that leave cards for another one."""
    legal = plays(game, words, position, letters)
    thought = (play.move for play in legal if _sensible(game, words, position, play))
    return [move for move in thought if isinstance(move, Insert) and len(played(move)) < len(letters)]


def _non_word(position: Rows, letters: str, rng: Chance) -> Rows | None:
    """A word laid, or one grown at its end, with cards at random."""
    cards = "".join(_drawn(list(letters), rng))
    if position.words and rng.random() < 0.5:
        place = rng.randrange(len(position.words))
        return _with_word(position, place, position.words[place] + cards[: 1 + rng.randrange(2)])
    cards = cards[: 3 + rng.randrange(3)]
    return replace(position, words=(*position.words, cards)) if len(cards) > 2 else None


def _two_words(position: Rows, moves: Sequence[Insert], rng: Chance) -> Rows | None:
    """Two honest insertions in one turn (LEX-C3)."""
    if len({move.index for move in moves}) < 2:
        return None
    one, two = _picked(moves, rng), _picked(moves, rng)
    if one.index == two.index:
        return None
    return _with_word(_with_word(position, one.index, one.after), two.index, two.after)


def _disturbed(position: Rows, letters: str, rng: Chance) -> Rows | None:
    """A card added to a word while two of its own letters change places (LEX-C1)."""
    index = rng.randrange(len(position.words))
    word = position.words[index]
    if len(word) < 3:
        return None
    place = rng.randrange(len(word) - 1)
    swapped = word[:place] + word[place : place + 2][::-1] + word[place + 2 :]
    return _with_word(position, index, swapped + _picked(letters, rng))


def _wrong_letter(position: Grid, letters: str, results: Sequence[Position], rng: Chance) -> Grid | None:
    """An honest crossword play with one of its cards changed for another of the hand."""
    result = _picked(results, rng) if results else None
    if not isinstance(result, Grid):
        return None
    return with_cards(result, {_picked(sorted(_added(position, result)), rng): _picked(letters, rng)})


def _added(before: Grid, after: Grid) -> set[Cell]:
    return cards_of(after).keys() - cards_of(before).keys()


def _kind_of(position: Position, move: Move) -> Kind:
    """What a faulty play looks like it wants to be."""
    if isinstance(move, Exchange):
        return "exchange"
    if isinstance(position, Grid):
        return "extend" if cards_of(position) else "lay"
    return "lay" if isinstance(move, Lay) else "insert"


def _with_word(position: Rows, place: int, word: str) -> Rows:
    return replace(position, words=(*position.words[:place], word, *position.words[place + 1 :]))


def _picked(items: Sequence[Item], rng: Chance) -> Item:
    return items[rng.randrange(len(items))]


def _drawn(items: list[Item], rng: Chance) -> Iterator[Item]:
    """The items one by one, in any order."""
    while items:
        yield items.pop(rng.randrange(len(items)))

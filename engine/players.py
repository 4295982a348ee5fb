"""Simulated players: they pick among the legal plays, and now and then, if told to, they cheat."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Literal, Protocol, TypeVar

from engine.adjudicate import adjudicate
from engine.best import Kind, Play, plays
from engine.cards import MASTER
from engine.game import Game
from engine.gridlines import Cell, cards_of, runs_through, text_of, with_cards
from engine.moves import Discard, Exchange, Insert, Lay, Move, Pile, faces, played
from engine.position import Grid, Position, Rows
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
_TRIES: Final = 60
"""Faults it thinks through before it plays honestly after all."""

Item = TypeVar("Item")


class Chance(Protocol):
    """Where a player's whims come from; `random.Random` is one."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def randrange(self, start: int, /) -> int:
        """A whole number from 0 to below `start`."""


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
        legal = plays(game, words, position, cards)
        likely = list(islice((play for play in legal if _sensible(game, words, position, play)), _THOUGHTS))
        if likely:
            return likely
    return []


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
    return Intent("discard", Discard(card, took), replace(position, exposed=card))


def _liking(exposed: str | None) -> float:
    return 0.7 if exposed and exposed in "AEIOURSTLN?" else 0.2


def _cheat(
    game: Game, words: WordList, position: Position, hand: str, legal: Sequence[Play], rng: Chance
) -> Intent | None:
    """A play that looks like one and breaks a rule, whatever the hands; None when none comes to mind."""
    inserts = _inserts(game, words, position, hand)
    for _ in range(_TRIES):
        tried = _attempt(position, hand, legal, inserts, rng)
        if tried is None or tried == position:
            continue
        ruling = adjudicate(game, words, position, tried)
        if isinstance(ruling, Illegal) and not Counter(played(ruling.move)) - Counter(hand):
            return Intent(_kind_of(position, ruling.move), ruling.move, tried, ruling.breaches)
    return None


def _inserts(game: Game, words: WordList, position: Position, hand: str) -> list[Insert]:
    """The insertions a fault can be made of: short ones, without a Master."""
    if isinstance(position, Grid):
        return []
    legal = plays(game, words, position, hand.replace(MASTER, ""))
    moves = (
        play.move for play in legal if play.cards < _WITH_MASTER and _sensible(game, words, position, play)
    )
    return [move for move in moves if isinstance(move, Insert)]


def _attempt(
    position: Position, hand: str, legal: Sequence[Play], inserts: Sequence[Insert], rng: Chance
) -> Position | None:
    if isinstance(position, Grid):
        return _wrong_letter(position, hand, legal, rng)
    match rng.randrange(3):
        case 0:
            return _two_words(position, inserts, rng)
        case 1:
            return _disturbed(position, inserts, rng)
        case _:
            return _non_word(position, hand, rng)


def _non_word(position: Rows, hand: str, rng: Chance) -> Rows | None:
    """A word laid, or one grown at its end, with cards at random."""
    letters = _shuffled(hand.replace(MASTER, ""), rng)
    if position.words and rng.random() < 0.5:
        place = rng.randrange(len(position.words))
        return _with_word(position, place, position.words[place] + letters[: 1 + rng.randrange(2)])
    cards = letters[: 3 + rng.randrange(3)]
    return replace(position, words=(*position.words, cards)) if len(cards) > 2 else None


def _two_words(position: Rows, moves: Sequence[Insert], rng: Chance) -> Rows | None:
    """Two honest insertions in one turn (LEX-C3)."""
    if len({move.index for move in moves}) < 2:
        return None
    one, two = _picked(moves, rng), _picked(moves, rng)
    if one.index == two.index:
        return None
    return _with_word(_with_word(position, one.index, one.after), two.index, two.after)


def _disturbed(position: Rows, moves: Sequence[Insert], rng: Chance) -> Rows | None:
    """An insertion after which two neighbouring letters have changed places (LEX-C1)."""
    if not moves:
        return None
    move = _picked(moves, rng)
    place = rng.randrange(len(move.after) - 1)
    word = move.after[:place] + move.after[place : place + 2][::-1] + move.after[place + 2 :]
    return _with_word(position, move.index, word)


def _wrong_letter(position: Grid, hand: str, legal: Sequence[Play], rng: Chance) -> Grid | None:
    """An honest crossword play with one of its cards changed for another of the hand."""
    results = [play.result for play in legal if isinstance(play.result, Grid)]
    letters = hand.replace(MASTER, "")
    if not results or not letters:
        return None
    result = _picked(results, rng)
    cell = _picked(sorted(_added(position, result)), rng)
    return with_cards(result, {cell: _picked(letters, rng)})


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


def _shuffled(cards: str, rng: Chance) -> str:
    return "".join(_drawn(list(cards), rng))


def _drawn(cards: list[str], rng: Chance) -> Iterator[str]:
    while cards:
        yield cards.pop(rng.randrange(len(cards)))

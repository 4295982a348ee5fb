"""The knowledge before a look: the settled position with the places of its words; and the possible changes
since.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.cards import MASTER
from engine.game import Game
from engine.i18n import Sentence
from engine.layout.reading_direction import from_the_other_side
from engine.moves import faces
from engine.observation import Point
from engine.position import Fronts, Grid, Piles, Position, Rows
from engine.ruling import Doubt, Unexplained
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class WordPlace:
    """Locate a word: its centre (mm), its reading direction (degrees clockwise from the picture's right) and
    its length from end to end (mm).
    """

    at: Point
    angle: float
    length: float = 0.0

    def turned_round(self) -> "WordPlace":
        """Return the same place, read from the other end."""
        return replace(self, angle=(self.angle + 180) % 360)


@dataclass(frozen=True, slots=True)
class Settled:
    """A settled position. `places[i]` belongs to word i, None when it has not been seen; of a crossword
    `places[0]` is its top left cell and the direction of its rows. `pile` is where the exposed card lay when
    it was last seen, mm."""

    position: Position
    places: tuple[WordPlace | None, ...] = ()
    pile: Point | None = None

    def place(self, index: int) -> WordPlace | None:
        """Return where word `index` was last seen."""
        return self.places[index] if index < len(self.places) else None


@dataclass(frozen=True, slots=True)
class ExplanationContext:
    """Hold what explanations need besides the cards: the game, its word list and the packs in play."""

    game: Game
    words: WordList
    packs: int = 1


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explain the change since the settled position by one play or none. `before` is the settled position on
    the grid of `after` (the same size), with its exposed card if `after` shows it for the first time. `share`
    is the probability among all explanations. `doubts` name the faint cards of changed words and everything
    else left open. `unseen` are settled cards, by line and place in `before`: no picture shows them, and they
    are assumed to lie in their places still.
    """

    before: Position
    after: Position
    share: float
    doubts: tuple[Doubt, ...] = ()
    places: tuple[WordPlace | None, ...] = ()
    pile: Point | None = None
    unseen: frozenset[tuple[int, int]] = frozenset()

    @property
    def settled(self) -> Settled:
        """Return the settled position from now on if this explanation is true."""
        return Settled(self.after, self.places, self.pile)

    @property
    def changed(self) -> bool:
        """Tell whether anything was played."""
        return self.before != self.after

    @property
    def open_points(self) -> tuple[Doubt, ...]:
        """Return all that this explanation leaves open: its doubts, and the cards that are not to be seen."""
        return (*self.doubts, *self._overlooked())

    def _overlooked(self) -> tuple[Unexplained, ...]:
        if not self.unseen or not isinstance(self.before, Rows | Grid):
            return ()  # in a race, what the others take up is none of this turn's business
        if isinstance(self.before, Rows):
            words = [self.before.words[line] for line in sorted({line for line, _ in self.unseen})]
            unseen = ((("word", word.upper().replace(MASTER, "★")),) for word in words)
            return tuple(Unexplained(Sentence("I can't see {word}.", facts)) for facts in unseen)
        count = len(self.unseen)
        if count == 1:
            return (Unexplained(Sentence("I can't see one card of the crossword.")),)
        told = Sentence("I can't see {count} cards of the crossword.", (("count", count),))
        return (Unexplained(told),)


def moved_with(settled: Settled, position: Position) -> tuple[WordPlace | None, ...]:
    """Return the places of the words if `position` is the true one. A word that turns out to be read from its
    other end, such as HO for OH, is turned.
    """
    if not isinstance(position, Rows) or not isinstance(settled.position, Rows):
        return settled.places
    was = dict(enumerate(settled.position.words))
    turned = {n for n, word in enumerate(position.words) if _turned_round(was.get(n, ""), word)}
    return tuple(
        place.turned_round() if place is not None and n in turned else place
        for n, place in enumerate(settled.places)
    )


def _turned_round(was: str, now: str) -> bool:
    return was != now and from_the_other_side(faces(was)) == faces(now)


def empty(position: Position) -> bool:
    """Tell whether no card lies in a word."""
    return not any(line.strip(".") for line in position.lines)


def lines_of(fronts: Fronts) -> Iterator[tuple[int, int, str]]:
    """Yield seat, line and row of every card before the players of a race, in the order of its lines."""
    every = ((seat, row) for seat, rows in enumerate(fronts.laid) for row in rows)
    yield from ((seat, i, row) for i, (seat, row) in enumerate(every))


def same_layout(game: Game, position: Position) -> Position:
    """Turn an empty position into one of the game's layout."""
    if game.layout == "grid" and isinstance(position, Rows):
        return Grid((), position.exposed)
    if game.deal.places and isinstance(position, Rows):
        return Piles(("",) * game.deal.places)
    return position

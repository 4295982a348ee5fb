"""Hold the settled position with the places of its words, and the explanations of a change since then."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.cards import MASTER
from engine.game import Game
from engine.i18n import Sentence
from engine.layout.reading_direction import from_the_other_side
from engine.moves import faces
from engine.observation import Point
from engine.position import Grid, Piles, Position, RacePosition, Rows
from engine.ruling import Doubt, OtherDoubt
from engine.words import WordList


@dataclass(frozen=True, slots=True)
class WordPlace:
    """The place of a word on the table: its centre, direction and length."""

    centre: Point
    """The centre of the word, mm."""
    angle: float
    """The reading direction, degrees clockwise from the picture's right."""
    length: float = 0.0
    """The length of the word from end to end, mm."""

    def turned_round(self) -> "WordPlace":
        """Return the same place, read from the other end."""
        return replace(self, angle=(self.angle + 180) % 360)


@dataclass(frozen=True, slots=True)
class SettledPosition:
    """The settled position, with the places of its words and of its exposed card."""

    position: Position
    places: tuple[WordPlace | None, ...] = ()
    """The place of each word; None for a word that has not been seen. For a crossword `places[0]` is the
    centre of the top left cell with the direction of the rows."""
    exposed_place: Point | None = None
    """The centre, mm, of the exposed card when it was last seen; None if it was not seen yet."""

    def place(self, index: int) -> WordPlace | None:
        """Return the place where word `index` was last seen; None if it has not been seen."""
        return self.places[index] if index < len(self.places) else None


@dataclass(frozen=True, slots=True)
class ExplanationContext:
    """The game, the word list and the number of packs in play, which are needed to explain any picture of a
    table."""

    game: Game
    words: WordList
    packs: int = 1


@dataclass(frozen=True, slots=True)
class Explanation:
    """An explanation of the change since the settled position. There was one play, or none."""

    before: Position
    """The settled position. Its grid has the size of the grid `after`. An exposed card that is seen for the
    first time is included."""
    after: Position
    """The position after the play."""
    share: float
    """The probability of this explanation, from 0 to 1."""
    doubts: tuple[Doubt, ...] = ()
    """The doubts of this explanation: the doubtful cards of changed words, surplus and misplaced cards."""
    places: tuple[WordPlace | None, ...] = ()
    """The place on the table of each word of `after`; None for a word that no picture has shown."""
    exposed_place: Point | None = None
    """The centre of the exposed card, mm; None if unknown."""
    unseen: frozenset[tuple[int, int]] = frozenset()
    """The settled cards that the picture does not show, as line and place in `before`. They are assumed to
    lie in their old places."""

    @property
    def settled(self) -> SettledPosition:
        """The settled position that follows if this explanation is true."""
        return SettledPosition(self.after, self.places, self.exposed_place)

    @property
    def changed(self) -> bool:
        """True if `after` differs from `before`, so that there was a play."""
        return self.before != self.after

    @property
    def open_points(self) -> tuple[Doubt, ...]:
        """All doubts of this explanation: `doubts`, and one for each settled word that is not seen. In a
        crossword, one doubt stands for all cards that are not seen."""
        return (*self.doubts, *self._overlooked())

    def _overlooked(self) -> tuple[OtherDoubt, ...]:
        if not self.unseen or not isinstance(self.before, Rows | Grid):
            return ()  # in a race the other players' cards are no part of the turn
        if isinstance(self.before, Rows):
            words = [self.before.words[line] for line in sorted({line for line, _ in self.unseen})]
            unseen = ((("word", word.upper().replace(MASTER, "★")),) for word in words)
            return tuple(OtherDoubt(Sentence("I can't see {word}.", facts)) for facts in unseen)
        count = len(self.unseen)
        if count == 1:
            return (OtherDoubt(Sentence("I can't see one card of the crossword.")),)
        hidden = Sentence("I can't see {count} cards of the crossword.", (("count", count),))
        return (OtherDoubt(hidden),)


def places_after_change(settled: SettledPosition, position: Position) -> tuple[WordPlace | None, ...]:
    """Return the places of the words after the settled position has changed to `position`, by a correction
    for example. If the change reads a word from its other end, such as HO for OH, the place of the word is
    turned round."""
    if not isinstance(position, Rows) or not isinstance(settled.position, Rows):
        return settled.places
    was = dict(enumerate(settled.position.words))
    turned = {n for n, word in enumerate(position.words) if _is_turned_round(was.get(n, ""), word)}
    return tuple(
        place.turned_round() if place is not None and n in turned else place
        for n, place in enumerate(settled.places)
    )


def _is_turned_round(was: str, now: str) -> bool:
    return was != now and from_the_other_side(faces(was)) == faces(now)


def lines_of(fronts: RacePosition) -> Iterator[tuple[int, int, str]]:
    """Yield (seat, line number, row) for every row of the words that lie in front of the players of a race.
    Lines are numbered as in `RacePosition.lines`."""
    every = ((seat, row) for seat, rows in enumerate(fronts.laid) for row in rows)
    yield from ((seat, i, row) for i, (seat, row) in enumerate(every))


def in_game_layout(game: Game, position: Position) -> Position:
    """Return `position` as a grid or as piles if the game has this layout. A match begins with an empty
    position of rows whatever its layout, so this first position becomes an empty grid or empty piles. Any
    other position is returned unchanged."""
    if game.layout == "grid" and isinstance(position, Rows):
        return Grid((), position.exposed)
    if game.deal.places and isinstance(position, Rows):
        return Piles(("",) * game.deal.places)
    return position

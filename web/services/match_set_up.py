"""The service that sets up matches: the choices that it offers, and the match that a person sets up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Edge = Literal["bottom", "left", "top", "right"]


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game of the catalogue that a person may choose."""

    name: str
    """The game's name in the catalogue."""
    title: str
    """The game's title for people."""
    seats: tuple[int, int]
    """The minimum and the maximum number of players."""
    packs: tuple[str, ...]
    """The packs with which the game can be played. The game's own pack is the first, enrolled decks are the
    last."""
    modes: bool
    """True if words may be challenged."""
    board: bool
    """True if the game is played on a board."""


@dataclass(frozen=True, slots=True)
class MatchChoices:
    """The choices for a new match."""

    games: tuple[GameChoice, ...]
    """The games."""
    lists: tuple[str, ...]
    """The names of the word lists."""
    packs: tuple[str, ...]
    """The known packs."""
    boards: tuple[str, ...]
    """The names of the board profiles."""
    people: tuple[str, ...]
    """The names of earlier players, the latest first."""
    house: tuple[str, ...]
    """The household's own words."""
    before: "NewMatch"
    """The settings of the last match, which the form shows at first."""
    playing: bool
    """True if a match is being played."""
    decks: tuple[str, ...] = ()
    """The enrolled decks."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match as a person sets it up."""

    game: str
    """The game's name in the catalogue."""
    players: tuple[str, ...]
    """The players' names by seat, clockwise."""
    edges: tuple[Edge, ...] = ()
    """The edge of the picture at which each player sits; empty if unknown."""
    mode: Literal["strict", "challenge"] = "strict"
    """`strict` if a word that is not listed is illegal, `challenge` if it stands until somebody challenges
    it."""
    pack: str = ""
    """The name of a known pack or an enrolled deck; empty for the game's own pack."""
    word_list: str = "default"
    """The name of the word list."""
    board: str = ""
    """The name of a board profile; empty for the game's own board."""
    form: Literal["quick", "any_length", "wide_open"] | None = None
    """Another form of the crossword; None for the booklet's form."""
    edition: str = ""
    """The edition whose booklet counts (`engine.game.Game.edition`); empty for the game's own edition."""
    options: Mapping[str, bool | int] = field(default_factory=dict)
    """The chosen values of other options (`engine.options`)."""


@dataclass(frozen=True, slots=True)
class BoxReading:
    """The result of reading the print on a box or a leaflet."""

    pack: str
    """The name of the pack."""
    edition: str
    """The edition of the booklet."""
    games: tuple[str, ...]
    """The games of the box, the likeliest first."""
    clues: tuple[str, ...]
    """The printed words by which the edition was recognised."""


class SetUpService(Protocol):
    """The service that sets up matches and prints cards for them."""

    def offered(self) -> MatchChoices:
        """Return the choices for a new match."""

    def begin(self, match: NewMatch) -> int:
        """Begin `match`, and end the present match. Return the number of events that the table will write for
        the new match. Raise RefusedError."""

    def box(self, photo: bytes) -> BoxReading:
        """Return the pack and the booklet that the print on `photo` names. `photo` is a picture file of a
        box or a leaflet. Raise RefusedError."""

    def house_word(self, word: str, *, keep: bool) -> None:
        """Add `word` to the household's own words if `keep` is true, or remove it. The change applies from
        the next match on. Raise RefusedError."""

    def board(self, profile: str) -> str:
        """Store the text of a board profile (TOML), and return the profile's name. Raise RefusedError."""

    def printed(self, game: str, paper: str) -> bytes:
        """Return the cards of `game` as a PDF on sheets of the size `paper`. Raise RefusedError."""

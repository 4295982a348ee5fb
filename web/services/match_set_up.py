"""The service that sets up matches: its choices, and the match that a person sets up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Edge = Literal["bottom", "left", "top", "right"]


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that the set-up offers."""

    name: str
    """The game's name in the catalogue."""
    title: str
    """The game's title."""
    seats: tuple[int, int]
    """The fewest and most players."""
    packs: tuple[str, ...]
    """The possible packs: the game's own first, enrolled decks last."""
    modes: bool
    """Whether words may be challenged."""
    board: bool
    """Whether the game has a board."""


@dataclass(frozen=True, slots=True)
class MatchChoices:
    """The choices for a new match."""

    games: tuple[GameChoice, ...]
    """The games."""
    lists: tuple[str, ...]
    """The word lists."""
    packs: tuple[str, ...]
    """The known packs."""
    boards: tuple[str, ...]
    """The board profiles."""
    people: tuple[str, ...]
    """The earlier players, the latest first."""
    house: tuple[str, ...]
    """The house's own words."""
    before: "NewMatch"
    """The last match, from which a new match starts."""
    playing: bool
    """Whether a match is played now."""
    decks: tuple[str, ...] = ()
    """The enrolled decks."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match as a person sets it up."""

    game: str
    """The game's name in the catalogue."""
    players: tuple[str, ...]
    """The names by seat, clockwise."""
    edges: tuple[Edge, ...] = ()
    """The edges of the picture at which the players sit; empty if nobody said."""
    mode: Literal["strict", "challenge"] = "strict"
    """Whether a word that is not listed is illegal, or stands until somebody challenges it."""
    pack: str = ""
    """A known pack or an enrolled deck; empty for the game's own."""
    word_list: str = "default"
    """The word list."""
    board: str = ""
    """The name of a board profile; empty for the game's own."""
    form: Literal["quick", "any_length", "wide_open"] | None = None
    """Another form of the crossword; None for the booklet's."""
    edition: str = ""
    """The edition of the booklet (`engine.game.Game.edition`); empty for the game's own."""
    options: Mapping[str, bool | int] = field(default_factory=dict)
    """The other options of `engine.options` that somebody has chosen."""


@dataclass(frozen=True, slots=True)
class BoxReading:
    """The print on a photographed box or leaflet."""

    pack: str
    """The pack that it names."""
    edition: str
    """The edition of the booklet."""
    games: tuple[str, ...]
    """The games that it may name, the likeliest first."""
    told: tuple[str, ...]
    """The words that told them."""


class SetUpService(Protocol):
    """Set up matches, and print cards for them."""

    def offered(self) -> MatchChoices:
        """Return the choices that the set-up offers."""

    def begin(self, match: NewMatch) -> int:
        """Begin `match`; the one that is played ends. Returns how many events the table will write down for
        it. Raise RefusedError."""

    def box(self, photo: bytes) -> BoxReading:
        """Return the pack that the print on `photo`, a picture file of a box or a leaflet, names. Raise
        RefusedError.
        """

    def house_word(self, word: str, *, keep: bool) -> None:
        """Make `word` one of the house's own from the next match on, or one no more. Raise RefusedError."""

    def board(self, profile: str) -> str:
        """Keep a board profile (TOML) and return its name. Raise RefusedError."""

    def printed(self, game: str, paper: str) -> bytes:
        """Return the cards that `game` is played with as a PDF, for sheets of `paper`. May raise
        RefusedError.
        """

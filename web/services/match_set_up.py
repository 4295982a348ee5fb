"""The service that sets up matches: the choices that it offers, and the match that a person sets up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

Edge = Literal["bottom", "left", "top", "right"]


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game that a person may choose for a new match."""

    name: str
    """The game's name in the catalogue."""
    title: str
    """The game's title for people."""
    seats: tuple[int, int]
    """The minimum and the maximum number of players."""
    packs: tuple[str, ...]
    """The names of the packs with which the game can be played: the game's own pack first, the household's
    enrolled decks last."""
    has_modes: bool
    """True if the person may choose that words stand until somebody challenges them (`NewMatch.mode`)."""
    has_board: bool
    """True if the game is played on a board."""


@dataclass(frozen=True, slots=True)
class MatchChoices:
    """The choices that people have for a new match, such as games, packs and word lists."""

    games: tuple[GameChoice, ...]
    """The games that can be played."""
    word_lists: tuple[str, ...]
    """The names of the word lists."""
    packs: tuple[str, ...]
    """The names of the known packs."""
    boards: tuple[str, ...]
    """The names of the board profiles."""
    earlier_players: tuple[str, ...]
    """The names of earlier players, the latest first."""
    house_words: tuple[str, ...]
    """The household's own words, which count in addition to the word list."""
    last_settings: "NewMatch"
    """The settings of the last match, with which the form is filled at first."""
    is_match_running: bool
    """True if a match is being played."""
    decks: tuple[str, ...] = ()
    """The names of the enrolled decks."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """The settings of a new match that a person has chosen."""

    game: str
    """The game's name in the catalogue."""
    players: tuple[str, ...]
    """The players' names by seat, clockwise."""
    edges: tuple[Edge, ...] = ()
    """The edges of the picture at which the players sit, by seat; empty if unknown."""
    mode: Literal["strict", "challenge"] = "strict"
    """`strict`: a word that is not listed is illegal. `challenge`: such a word stands until somebody
    challenges it."""
    pack: str = ""
    """The name of a known pack or an enrolled deck; empty for the game's own pack."""
    word_list: str = "default"
    """The name of the word list."""
    board: str = ""
    """The name of a board profile; empty for the game's own board."""
    form: Literal["quick", "any_length", "wide_open"] | None = None
    """The kind of crossword that the players chose instead of the booklet's; None for the booklet's."""
    edition: str = ""
    """The edition whose booklet counts (`engine.game.Game.edition`); empty for the game's own edition."""
    options: Mapping[str, bool | int] = field(default_factory=dict)
    """The chosen values of the game's other options by name (`engine.options`)."""


@dataclass(frozen=True, slots=True)
class BoxReading:
    """The game box that the table recognised by the print on a photographed box or leaflet."""

    pack: str
    """The name of the pack in the box."""
    edition: str
    """The name of the booklet's edition."""
    games: tuple[str, ...]
    """The names of the games in the box, the likeliest first."""
    clues: tuple[str, ...]
    """The printed words by which the edition was recognised."""


class SetUpService(Protocol):
    """The service behind the set-up page. It begins matches, stores words and boards of the household, reads
    the print on a game's box, and makes the PDF of a pack to print."""

    def choices(self) -> MatchChoices:
        """Return the choices that people have for a new match, such as games, packs and word lists."""

    def begin(self, match: NewMatch) -> int:
        """End the present match and begin `match`. Return the number of events that the table will write for
        the new match. Raise RefusedError if the table can't play the match, such as with a wrong number of
        players or an unknown word list."""

    def read_box(self, photo: bytes) -> BoxReading:
        """Return the pack and the booklet that the print on `photo` names. `photo` is a picture file of a
        box or a leaflet. Raise RefusedError if the print can't be read or is not known."""

    def change_house_words(self, word: str, *, keep: bool) -> None:
        """Add `word` to the household's own words if `keep` is true, otherwise remove it. The change applies
        from the next match on. Raise RefusedError if `word` is not a word or can't be stored."""

    def store_board(self, profile: str) -> str:
        """Store the text `profile` of a board profile (TOML), and return the profile's name. Raise
        RefusedError if the text is no valid profile or can't be stored."""

    def printable_cards(self, game: str, paper: str) -> bytes:
        """Return the cards of `game` as a PDF on sheets of the size `paper`. Raise RefusedError if the game
        or the size is unknown, or if the game is not played with cards."""

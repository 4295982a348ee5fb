"""The parts of the snapshot about players, scores, and the open tasks at the end of a hand."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Player:
    """A player as the scores show the player: name, total, number of cards."""

    name: str
    total: int = 0
    cards: int | None = None
    """The number of cards in the hand; None if unknown."""
    out: bool = False
    """True if the player is out of the game."""
    onward: bool = False
    """True if the player moves on to the next table of a Keyword Party."""
    colour: Literal["", "red", "blue", "yellow", "green"] = ""
    """The colour of this player's own squares on a board, on which the player scores more than the others;
    empty without own squares."""


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize word: the players who spell it win a prize."""

    word: str
    everyone: bool = False
    """True if everybody at the table who spells the word wins the prize. False if only the first player in
    the room wins it."""
    winners: tuple[int, ...] = ()
    """The seats of the players who have won the prize."""


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """A player's open tasks at the end of a hand: cards to lay down, a score that the neighbour must initial,
    a card to draw."""

    left: str | None = None
    """The letters of the counted cards; None while the player still has to lay them down."""
    mark: int | None = None
    """The player's score that the neighbour still has to initial; None if there is none."""
    by: int | None = None
    """The seat of the player who has to initial `mark`: the neighbour on the left. None without `mark`."""
    cuts: bool = False
    """True if the player draws a card for the deal or for the first play."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The players' tasks at the end of a hand, such as to lay down cards or to initial scores. Before the
    first hand, the draw of cards."""

    stage: Literal["counting", "initials", "cutting"]
    """The present task of the players: lay down their cards (`counting`), initial scores (`initials`), or
    draw cards (`cutting`)."""
    cards: tuple[ScoreCard, ...]
    """The score card of every player."""
    plays: bool = False
    """True if the player with the highest drawn card plays first; False if that player deals (ALL-3)."""


@dataclass(frozen=True, slots=True)
class Account:
    """The points that a player gained in a hand, and the player's new total."""

    player: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a hand that is over, shown until the next hand begins."""

    id: str
    """The identity of the summary, from which the page makes the id of its element."""
    number: int
    """The number of the hand. For a race or a patience it is 0, because no page lists its turns."""
    headline: str
    """The sentence that says how the hand ended, such as that a player went out."""
    standing: tuple[str, ...] = ()
    """Sentences that say who leaves the game and who wins."""
    accounts: tuple[Account, ...] = ()
    """The result of each player, the best first."""
    best: str = ""
    """The best word of the hand, with a Master in lower case; empty if no word was laid."""
    by: int | None = None
    """The seat of the player who laid the best word of the hand; None if no word was laid."""
    missed: tuple[str, ...] = ()
    """The missed plays, a sentence each."""
    looking: bool = False
    """True if the search for missed plays is running."""
    known: bool = False
    """True if the cards in at least one player's hand were known. Without known cards the table can't search
    for missed plays."""
    rest: tuple[str, ...] = ()
    """The cards or circles left at the end of a race or a patience, in sentences."""


@dataclass(frozen=True, slots=True)
class Contested:
    """The words that may be challenged now, and what a challenge costs."""

    words: tuple[str, ...]
    """The words that `player` laid or changed in the last turn, in capitals."""
    player: int
    """The seat of the player who laid the words."""
    stakes: tuple[str, ...] = ()
    """The possible results of a challenge, a sentence each."""


@dataclass(frozen=True, slots=True)
class Scores:
    """The points, and the results at the end of a hand or of the match."""

    curve: tuple[tuple[int, ...], ...] = ()
    """The totals by seat at the start and after each hand of play, or after each turn if the game
    consists of one hand."""
    lowest_wins: bool = False
    """True if the lowest total wins."""
    aim: str = ""
    """The sentence that says how a player wins by the points beside the names; empty when the match is
    over."""
    over: bool = False
    """True if the match has ended. A lost patience ends without winners."""
    winners: tuple[int, ...] = ()
    """The seats of the players who have won the match."""
    owing: tuple[int, ...] = ()
    """The seats of the players whose cards are still to be counted at the end of this hand."""
    reckoning: Reckoning | None = None
    """The open tasks at the end of a hand, or the draw before the first hand; None if no task is open."""
    summary: Summary | None = None
    """The summary of the hand that has ended."""

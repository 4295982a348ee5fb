"""All kinds of events of a match. `engine.match` folds them into the state of the match, and the journal
keeps them.

Events are frozen values that can be written as JSON and read back. Positions, hands and moves in them are
in notation. An event is never edited: another event corrects it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from engine.breach_codec import WrittenBreach
from engine.i18n import Sentence

RulingKind = Literal["legal", "illegal", "unclear"]
ChallengeVerdict = Literal["word good", "word bad", "misspelt"]
"""The verdict on a challenged word. "misspelt" means that a party's steward found the word only misspelt,
and not wrong for another reason (PTY-6)."""
Option = str | int | bool
Edge = Literal["bottom", "left", "top", "right"]
"""An edge of the camera's picture."""
Subject = Literal["turn", "pack", "Master", "hand", "whose", "count", "Keyword", "letters", "over"]
"""The subject of a question to a player.

"turn" is the play of a turn, "pack" an extra card of a letter in the pack, and "Master" the letter of
a Master. "hand" is the cards of a hand, and "whose" the owner of a hand. "count" is the number of
cards left after a turn for which the match had counted too few. On a board, "Keyword" is the open
Keyword, "letters" asks whether the letters are used up, and "over" whether the game has ended.
"""
TURN_SUBJECTS: Final = ("turn", "pack")
"""The subjects (`QuestionAsked.about`) of those questions that ask what a turn's play was and may change
its ruling."""
Cause = Literal["answered", "said", "seen", "declared"]
"""Why a turn is amended. "answered": a question about it was answered. "said": a person corrected it.
"seen": later pictures show another play. "declared": the play was read well, and the letter of its
Master has become known."""


@dataclass(frozen=True, slots=True)
class MatchSetUp:
    """A new match was set up: its game, options, players and seats."""

    game: str
    players: tuple[str, ...]
    """The players' names by seat, clockwise."""
    options: dict[str, Option] = field(default_factory=dict)
    """The options of the game, as `engine.catalogue.configured` takes them."""
    dealer: int = 0
    """The seat of the player who deals first."""
    edges: tuple[Edge, ...] = ()
    """The edge of the picture at which each player sits, by seat; empty if nobody has told the table."""
    draw: bool = False
    """True if, before the first deal, every player draws a letter for the first play (Keyword Party)."""


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A new hand of play begins. The words of the last hand are cleared away."""

    hands: tuple[str, ...] = ()
    """Each seat's hand in notation: a number if its cards are hidden, "" for a player who is out.

    If `hands` is empty, everybody in the game has as many cards as the game deals.
    """
    exposed: str = ""
    """The face of the first exposed card; empty if nobody saw it."""
    position: str = ""
    """In a patience, the position that was dealt onto the table, in notation; empty for other games."""


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """A finished turn with its ruling."""

    player: int
    before: str
    """The position before the turn, in notation."""
    after: str
    """The position that the turn led to, in notation."""
    move: str
    ruling: RulingKind
    stands: bool
    """True if the turn counts and its cards stay on the table. False if the cards go back to the hand and
    the turn is lost."""
    breaches: tuple[WrittenBreach, ...] = ()
    drew: Literal["exposed", "blind", ""] = ""
    """The pile from which the player drew after a discard; "" if the table could not tell."""
    held: int | None = None
    """The number of cards that the player really held before the turn, if the match had counted fewer;
    otherwise None."""


@dataclass(frozen=True, slots=True)
class TurnTakenBack:
    """The last finished turn was taken back, and its player may play it again. The player took it back, or
    later pictures show that it did not happen."""


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """A person has corrected the last finished turn. The event has the turn's true position, and the ruling
    on it."""

    after: str
    move: str
    ruling: RulingKind
    stands: bool
    breaches: tuple[WrittenBreach, ...] = ()
    drew: Literal["exposed", "blind", ""] = ""


@dataclass(frozen=True, slots=True)
class TurnAmended:
    """The correction of an earlier turn. Everything after that turn counts as if the correction had been
    written in its place."""

    event: int
    """The number of the `TurnFinished` event that is corrected. Any turn of the match may be."""
    before: str
    after: str
    move: str
    ruling: RulingKind
    stands: bool
    breaches: tuple[WrittenBreach, ...] = ()
    drew: Literal["exposed", "blind", ""] = ""
    cause: Cause = "said"
    held: int | None = None


@dataclass(frozen=True, slots=True)
class ChallengeSettled:
    """A challenge of the last finished turn has its verdict: from the word list, or at a party from the
    steward (LEX-CH, XW-CH, PTY-6)."""

    challenger: int
    words: tuple[str, ...]
    verdict: ChallengeVerdict


@dataclass(frozen=True, slots=True)
class HandCounted:
    """The cards left in one player's hand are known: the player laid them face up, or somebody named them."""

    player: int
    cards: str


@dataclass(frozen=True, slots=True)
class HandScored:
    """The hand of play is scored: the cards left in each hand are counted."""

    left: tuple[str, ...]
    """The cards left in each hand by seat (LEX-O, XW-9); empty for a player who went out."""


@dataclass(frozen=True, slots=True)
class CardsCut:
    """The players have drawn cards to decide who deals or plays first. After a tie only the tied players draw
    again."""

    cards: tuple[str, ...]
    """The letter that each seat drew; empty for a seat that drew none (ALL-3, PTY-4)."""


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The bell has rung: the time of a turn (MW-4), a hand (PTY-2) or the match is over."""


@dataclass(frozen=True, slots=True)
class SpecialDrawn:
    """The player of a race has begun the turn with a picture or a number card (MW-6)."""

    player: int
    card: Literal["number", "picture"]


@dataclass(frozen=True, slots=True)
class ScoreInitialled:
    """At a party, the neighbour on a player's left has checked the player's score (PTY-3)."""

    player: int
    """The seat of the player whose score was checked."""
    by: int
    """The seat of the player who checked the score."""


@dataclass(frozen=True, slots=True)
class PackExhausted:
    """The stock was used up, and the exposed pile was made into a new stock, whose top card is now exposed
    (ALL-8)."""

    stock: int
    exposed: str = ""


@dataclass(frozen=True, slots=True)
class PositionCorrected:
    """The settled position was corrected, by a person or by a later picture, without correcting a turn."""

    position: str


@dataclass(frozen=True, slots=True)
class HandCorrected:
    """The match's knowledge of a player's hand was corrected, by what people said. The hand is in
    notation."""

    player: int
    hand: str


@dataclass(frozen=True, slots=True)
class ScoreCorrected:
    """A person has corrected a player's total."""

    player: int
    total: int


@dataclass(frozen=True, slots=True)
class TurnGiven:
    """It has become the turn of `player`, because people said so."""

    player: int


PicturedCards = tuple[int, ...]
"""Cards that one cut-out picture shows together, as indices of the sightings of the newest observation."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A button with which a player can answer a question of the table."""

    says: Sentence
    """The whole sentence on the button."""
    cards: PicturedCards = ()
    """The cards that the button pictures, by their numbers in the newest observation."""


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """A question to `player`, when the table cannot tell what happened. The game continues meanwhile."""

    player: int
    before: str
    after: str
    """The position that was read from the picture, in notation."""
    question: str
    choices: tuple[str, ...] = ()
    """The possible answers: positions in notation, moves that leave no mark on the table, or the cards of
    hands."""
    about: Subject = "turn"
    turn: int | None = None
    """The number of the event that the answer to the question amends; None if it amends none."""
    cards: tuple[PicturedCards, ...] = ()
    """The cards that the question's pictures show: one entry for each picture."""
    asks: Sentence | None = None
    """The sentence of the question; None if it has the usual words of its subject
    (`engine.wording.questions`)."""
    offers: tuple[Offer, ...] = ()
    """The button of each choice, with its sentence. Empty if the question has the usual words of its
    subject."""
    otherwise: Sentence | None = None
    """The sentence of the last answer, that none of the choices is right; None for the usual words."""
    holes: tuple[str, ...] = ()
    """Positions in which `_` stands for one unknown card. The player may answer with the letter of this
    card alone.

    It is put into the first of these positions in which it makes the play legal.
    """


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """One of the table's questions is closed: a person answered, a later picture showed the answer, or none
    is needed. The consequences are events of their own."""

    after: str
    """The answer: one of the question's choices, or a position in notation. Empty if the player takes the
    turn back."""
    question: int | None = None
    """The number of the event that asked the question; None for the oldest open question."""
    lapsed: bool = False
    """True if the question was closed without an answer, because an answer is no longer needed."""


@dataclass(frozen=True, slots=True)
class PackHoldsMore:
    """People have said that the pack really holds more cards of `letter` than a pack of its kind should."""

    letter: str


@dataclass(frozen=True, slots=True)
class KeywordTurned:
    """A Keyword card has been turned up, or the open one has gone."""

    word: str
    """The word of the open Keyword card; empty if none lies open. The next player who spells this word is
    paid (KW-5)."""


@dataclass(frozen=True, slots=True)
class PrizeNamed:
    """A person has named a prize word for this match, which pays whoever spells it (Keyword prizes)."""

    word: str
    everyone: bool = False
    """True if every player who spells the word wins a prize, as with a table's own word. False if only
    the first player does, as with the word of the whole room."""


@dataclass(frozen=True, slots=True)
class Undone:
    """An earlier event was undone, and then has no effect. A person undid it, or the table: a patience that
    was lost goes on after a correction."""

    event: int
    """The number of the undone event, from 0 as the journal counts. If this event is itself an `Undone`,
    the event that it had undone has effect again."""


@dataclass(frozen=True, slots=True)
class WoundBack:
    """A person has taken the match back to event number `event`: all later events have no effect. If the
    `WoundBack` is undone, they have effect again."""

    event: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match has ended before its rules would end it: the players stopped, or a patience is lost."""

    reason: str = ""


AnyEvent = (
    MatchSetUp
    | HandDealt
    | TurnFinished
    | TurnTakenBack
    | TurnCorrected
    | TurnAmended
    | ChallengeSettled
    | HandCounted
    | HandScored
    | CardsCut
    | TimeUp
    | SpecialDrawn
    | ScoreInitialled
    | PackExhausted
    | PositionCorrected
    | HandCorrected
    | ScoreCorrected
    | TurnGiven
    | QuestionAsked
    | QuestionAnswered
    | PackHoldsMore
    | KeywordTurned
    | PrizeNamed
    | Undone
    | WoundBack
    | MatchEnded
)

EVENT_NAMES: Final[Mapping[str, type[AnyEvent]]] = MappingProxyType(
    {
        "match set up": MatchSetUp,
        "hand dealt": HandDealt,
        "turn finished": TurnFinished,
        "turn taken back": TurnTakenBack,
        "turn corrected": TurnCorrected,
        "turn amended": TurnAmended,
        "challenge settled": ChallengeSettled,
        "hand counted": HandCounted,
        "hand scored": HandScored,
        "cards cut": CardsCut,
        "time up": TimeUp,
        "special drawn": SpecialDrawn,
        "score initialled": ScoreInitialled,
        "pack exhausted": PackExhausted,
        "position corrected": PositionCorrected,
        "hand corrected": HandCorrected,
        "score corrected": ScoreCorrected,
        "turn given": TurnGiven,
        "question asked": QuestionAsked,
        "question answered": QuestionAnswered,
        "pack holds more": PackHoldsMore,
        "keyword turned": KeywordTurned,
        "prize named": PrizeNamed,
        "undone": Undone,
        "wound back": WoundBack,
        "match ended": MatchEnded,
    }
)
"""The events by their names in the journal."""

"""Everything that can happen in a match, as a closed list of facts; a match is their fold (`engine.match`).

Events are what the journal keeps: plain frozen values that round-trip through JSON, speak the notation for
positions, hands and moves, and are never edited: whoever was wrong says so in another event.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from engine.breach_codec import Fault
from engine.i18n import Sentence

RulingKind = Literal["legal", "illegal", "unclear"]
Verdict = Literal["word good", "word bad", "misspelt"]
"""The result of a challenge; a party's steward distinguishes `misspelt` words from other faults (PTY-6)."""
Option = str | int | bool
Edge = Literal["bottom", "left", "top", "right"]
"""An edge of the camera's picture."""
About = Literal["turn", "pack", "Master", "hand", "whose", "count", "Keyword", "letters", "over"]
"""The subject of a question: the play, whether the pack holds more of a letter than it should, the letter of
a Master, the cards of a hand, the owner of a hand, how many cards are left after a turn for which the hand
was too small by the match's count; on a board the open Keyword, whether the letters are used up, and whether
the game is over.
"""
OF_A_TURN: Final = ("turn", "pack")
"""The questions about the play itself and its ruling."""
Cause = Literal["answered", "said", "seen", "declared"]
"""The reason for which a turn is amended: its question was answered, somebody said so, or later pictures show
it; or it was read well, and the letter of its Master is known now.
"""


@dataclass(frozen=True, slots=True)
class MatchSetUp:
    """A new match: `options` as the catalogue takes them; `players` by seat, clockwise; `dealer` is a
    seat. `edges`: the edge of the picture each player sits at; empty when nobody said. `draw`: everybody
    draws a letter for the first play before anything is dealt (Keyword Party)."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Option] = field(default_factory=dict)
    dealer: int = 0
    edges: tuple[Edge, ...] = ()
    draw: bool = False


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A new hand of play: the words of the last one are cleared away. `hands` by seat in hand notation (a
    count when hidden), empty strings for players who are out; empty: everybody in holds the game's deal.
    `exposed` is the card turned up, empty when nobody saw it. `position` is the table of a patience, whose
    cards are dealt there and not into hands."""

    hands: tuple[str, ...] = ()
    exposed: str = ""
    position: str = ""


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """A finished turn as ruled. `before` and `after` are in position notation. When it `stands`, the table is
    now `after`; else the cards go back to the hand and the turn is lost. `drew`: the pile drawn from after a
    discard; empty when nobody could know. `held`: the number of cards that the player had before it, when the
    match counted too few for it; else None.
    """

    player: int
    before: str
    after: str
    move: str
    ruling: RulingKind
    stands: bool
    breaches: tuple[Fault, ...] = ()
    drew: Literal["exposed", "blind", ""] = ""
    held: int | None = None


@dataclass(frozen=True, slots=True)
class TurnTakenBack:
    """The last finished turn is taken back by its player, whose turn it is again."""


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    """Correct the last finished turn, read again with a person's correction."""

    after: str
    move: str
    ruling: RulingKind
    stands: bool
    breaches: tuple[Fault, ...] = ()
    drew: Literal["exposed", "blind", ""] = ""


@dataclass(frozen=True, slots=True)
class TurnAmended:
    """Correct the turn that finished as event number `event`, however long ago. Everything after it counts as
    if the correction had been written in its place.
    """

    event: int
    before: str
    after: str
    move: str
    ruling: RulingKind
    stands: bool
    breaches: tuple[Fault, ...] = ()
    drew: Literal["exposed", "blind", ""] = ""
    cause: Cause = "said"
    held: int | None = None


@dataclass(frozen=True, slots=True)
class ChallengeSettled:
    """The dictionary, or at a party the steward, has settled a challenge of the last finished turn (LEX-CH,
    XW-CH, PTY-6)."""

    challenger: int
    words: tuple[str, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class HandCounted:
    """Count the `cards` left in the hand of `player`, who has laid them face up, or has named them."""

    player: int
    cards: str


@dataclass(frozen=True, slots=True)
class HandScored:
    """The hand of play is over: the cards left in each hand by seat (LEX-O, XW-9), empty for who went out."""

    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsCut:
    """Everybody, or who tied before, drew a card for who deals or plays first: a letter by seat, empty for
    who drew none (ALL-3, PTY-4)."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TimeUp:
    """Ring the bell: the time of a turn (MW-4), a hand (PTY-2) or the match is over, after `seconds`."""


@dataclass(frozen=True, slots=True)
class SpecialDrawn:
    """The card that `player` began the turn with is a picture or a number card (MW-6)."""

    player: int
    card: Literal["number", "picture"]


@dataclass(frozen=True, slots=True)
class ScoreInitialled:
    """Note that `by`, the neighbour on the left, has checked the score that `player` marked (PTY-3)."""

    player: int
    by: int


@dataclass(frozen=True, slots=True)
class PackExhausted:
    """The exposed pile became the stock and its top card is the exposed one (ALL-8)."""

    stock: int
    exposed: str = ""


@dataclass(frozen=True, slots=True)
class PositionCorrected:
    """Correct the table's position by a person's word, outside any turn."""

    position: str


@dataclass(frozen=True, slots=True)
class HandCorrected:
    """Correct a player's hand by a person's word, in hand notation."""

    player: int
    hand: str


@dataclass(frozen=True, slots=True)
class ScoreCorrected:
    """A person sets a player's total."""

    player: int
    total: int


@dataclass(frozen=True, slots=True)
class TurnGiven:
    """Give the turn to `player`, whoever had it."""

    player: int


Cards = tuple[int, ...]
"""Cards that lie together and are shown in one picture: their numbers in the newest observation."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Label the button of one answer with a whole sentence, and with the picture of its `cards`."""

    says: Sentence
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    """The table could not say what happened, and asks `player`; the game goes on meanwhile. `after` is what
    was read, `choices` what it may be: positions in notation, the move when it left no mark, or hands.
    `turn` is the number of the event that is amended by the answer, None when there is none.

    `cards` are shown with the question, each entry in a picture of its own. A question that says more than
    what it is `about` brings its own words: `asks`, an offer for each of the choices, and `otherwise` for the
    answer that is none of them; `engine.wording.questions` has the words of all others. `holes`: what lies
    there but for one card, `_`, which may be answered by its letter alone. Of several the first counts with
    which the play is lawful.
    """

    player: int
    before: str
    after: str
    question: str
    choices: tuple[str, ...] = ()
    about: About = "turn"
    turn: int | None = None
    cards: tuple[Cards, ...] = ()
    asks: Sentence | None = None
    offers: tuple[Offer, ...] = ()
    otherwise: Sentence | None = None
    holes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    """Record a person's answer, or the table's own finding. Its consequences are events of their own. An
    empty answer takes the turn back. `question` is the number of the event that asked, None for the oldest
    open question. `lapsed`: nobody has answered, and nobody needs to any more.
    """

    after: str
    question: int | None = None
    lapsed: bool = False


@dataclass(frozen=True, slots=True)
class PackHoldsMore:
    """The pack holds more cards of `letter` than it should: its owners said so."""

    letter: str


@dataclass(frozen=True, slots=True)
class KeywordTurned:
    """Turn up a Keyword card: a player who spells `word` next is paid for it (KW-5). Empty: no card lies
    open.
    """

    word: str


@dataclass(frozen=True, slots=True)
class PrizeNamed:
    """A prize word. The room's prize goes to the first player who spells the word; the table's goes to
    `everyone` who spells it (Keyword prizes).
    """

    word: str
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class Undone:
    """Event number `event` (from 0, as the journal counts) never happened; undoing an `Undone` brings it
    back."""

    event: int


@dataclass(frozen=True, slots=True)
class WoundBack:
    """Cancel everything after event number `event`. Undoing this event restores it."""

    event: int


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """People stopped before the rules did."""

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

NAMES: Final[Mapping[str, type[AnyEvent]]] = MappingProxyType(
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

"""The books of a match as values: where every card is, the last turn, and the match itself."""

from dataclasses import dataclass, replace

from engine.breach_codec import Fault
from engine.events import Edge, QuestionAsked, RulingKind, Verdict
from engine.game import Game
from engine.match.known_hands import Holding
from engine.position import Fronts, Piles, Position


@dataclass(frozen=True, slots=True)
class CardPlaces:
    """Hold the place of every card: the settled position, the stock, the exposed pile, and the hands by
    seat.
    """

    position: Position
    stock: int
    pile: int
    hands: tuple[Holding, ...]

    @property
    def cards(self) -> int:
        """Count every card of the table. No turn changes this number."""
        return self.stock + self.pile + sum(h.count for h in self.hands) + cards_of(self.position)


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize word, and who has won its prize (Keyword prizes)."""

    word: str
    """The word, in capitals."""
    everyone: bool = False
    """Everybody who spells it wins; otherwise the first who does."""
    winners: tuple[int, ...] = ()
    """The seats that have won it, in their order."""

    def spelt(self, player: int) -> "Prize":
        """Return the prize once `player` has spelt it; nobody wins it twice."""
        won = player not in self.winners and (self.everyone or not self.winners)
        return replace(self, winners=(*self.winners, player)) if won else self


@dataclass(frozen=True, slots=True)
class Keywords:
    """The words besides the board that pay who spells them (KW-5)."""

    open: str = ""
    """The word of the open Keyword card, in capitals; empty when none lies open."""
    prizes: tuple[Prize, ...] = ()
    """The prize words."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """Hold the last finished turn."""

    event: int
    """Its number in the journal."""
    player: int
    """Whose turn it was."""
    before: CardPlaces
    """The table before it."""
    after: Position
    """The position that it left."""
    move: str
    """The move in notation."""
    ruling: RulingKind
    """How it was ruled."""
    stands: bool
    """It counts."""
    faults: tuple[Fault, ...]
    """The reasons of the ruling."""
    verdict: Verdict | None = None
    """The result of a challenge, None without one."""
    keywords: Keywords = Keywords()
    """The Keyword and the prize words before it."""


@dataclass(frozen=True, slots=True)
class Open:
    """A question nobody has answered yet, and the number of the event that asked it."""

    event: int
    asked: QuestionAsked


def unanswered(questions: tuple[Open, ...], answered: int | None) -> tuple[Open, ...]:
    """Return the questions left once question `answered` has its answer; None answers the question that is
    open longest.
    """
    if answered is None:
        return questions[1:]
    return tuple(one for one in questions if one.event != answered)


@dataclass(frozen=True, slots=True)
class HandOfPlay:
    """What happens from one deal to the next."""

    number: int = 0
    """The number of the hand or race, 0 before the first deal."""
    turns: int = 0
    """The turns that have been finished in it."""
    gone_out: int | None = None
    """The seat that has got rid of all cards, until the hand is scored."""
    stopped: bool = False
    """The bell has ended it (PTY-2)."""
    counted: tuple[str | None, ...] = ()
    """The cards left in each hand that has been counted, None for the others; empty before any was."""
    home: tuple[int, ...] = ()
    """The seats whose horses are home, in their order (MW-7)."""
    earlier: tuple[Position, ...] = ()
    """What lay there before each of its turns."""

    @property
    def over(self) -> bool:
        """Tell whether the play has ended and the cards left are to be counted."""
        return self.gone_out is not None or self.stopped

    def resumed(self) -> "HandOfPlay":
        """Return the hand with its play not ended and nothing counted."""
        return replace(self, gone_out=None, stopped=False, counted=())

    def following(self) -> "HandOfPlay":
        """Return the next hand, newly dealt."""
        return HandOfPlay(self.number + 1)


@dataclass(frozen=True, slots=True)
class Scores:
    """What the players' cards, plays and challenges have come to."""

    totals: tuple[int, ...]
    """The points of each seat."""
    at_deal: tuple[int, ...]
    """The totals that the hand of play began with."""
    out: tuple[bool, ...]
    """Which seats are out of the game (LEX-E), as reckoned when a hand is scored."""
    marks: tuple[int | None, ...] = ()
    """The scores of a party's last hand that nobody has initialled yet, None for those that were; empty when
    none is owed (PTY-3)."""
    winners: tuple[int, ...] | None = None
    """The seats that have won, None while the match goes on."""
    ended: str = ""
    """Why the match was ended before the rules ended it, empty while nobody said."""


@dataclass(frozen=True, slots=True)
class Match:
    """One match at one moment."""

    game: Game
    """The game, for this number of players."""
    players: tuple[str, ...]
    """The names by seat."""
    dealer: int
    """The seat that deals, or has dealt."""
    table: CardPlaces
    """Where every card is."""
    scores: Scores
    """The totals, who is out and who has won."""
    hand: HandOfPlay = HandOfPlay()
    """What has happened since the deal."""
    turn: int | None = None
    """The seat to play, None between hands and when the match is over."""
    last: LastTurn | None = None
    """The last finished turn, None once it can no longer be taken back."""
    restore: Position | None = None
    """What lies there while an illegal turn's cards still have to go back; None otherwise."""
    questions: tuple[Open, ...] = ()
    """The questions that nobody has answered, in the order they were asked."""
    keywords: Keywords = Keywords()
    """The open Keyword and the prize words (KW)."""
    cutting: tuple[int, ...] = ()
    """The seats that must cut, because they tied or the game begins so (ALL-3, PTY-4)."""
    edges: tuple[Edge, ...] = ()
    """Where each player sits, empty when nobody said."""

    @property
    def question(self) -> QuestionAsked | None:
        """Return the question that is open longest, None when none is open."""
        return self.questions[0].asked if self.questions else None

    @property
    def position(self) -> Position:
        """Return the settled position: the cards that lie there by the rules after the last finished turn."""
        return self.table.position

    @property
    def packs(self) -> int:
        """Return how many packs are shuffled together (ALL-7)."""
        return self.game.deal.packs(len(self.players))

    @property
    def over(self) -> bool:
        """Tell whether the match has ended."""
        return self.scores.winners is not None

    @property
    def challengeable(self) -> bool:
        """Tell whether the last turn can still be challenged: it stands, is not in question, and nobody has
        acted since (LEX-CH).
        """
        last = self.last
        return last is not None and last.stands and last.ruling != "unclear" and last.verdict is None

    def after(self, seat: int) -> int:
        """Return the next seat to the left of `seat` that is still in (ALL-4)."""
        count = len(self.players)
        order = [(seat + step) % count for step in range(1, count + 1)]
        return next((s for s in order if not self.scores.out[s]), seat)


def cards_of(position: Position) -> int:
    """Count the cards lying in words, on the grid or in piles, and with them a patience's cards turned up and
    Masters aside. Cards before the players of a race are theirs and counted with their hands.
    """
    if isinstance(position, Fronts):
        return 0
    beside = len(position.turned or "") + position.masters if isinstance(position, Piles) else 0
    return sum(len(line) - line.count(".") for line in position.lines) + beside

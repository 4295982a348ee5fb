"""The values of a match: the place of every card, the last turn, and the match itself."""

from dataclasses import dataclass, replace

from engine.breach_codec import WrittenBreach
from engine.events import ChallengeVerdict, Edge, QuestionAsked, RulingKind
from engine.game import Game
from engine.match.known_hands import Holding
from engine.position import Piles, Position, RacePosition


@dataclass(frozen=True, slots=True)
class CardPlaces:
    """The place of every card: the settled position, the stock, the exposed pile, and the hands by seat."""

    position: Position
    stock: int
    pile: int
    hands: tuple[Holding, ...]

    @property
    def cards(self) -> int:
        """The number of all cards: on the table, in the stock, in the exposed pile and in the hands. No turn
        changes this number."""
        return self.stock + self.pile + sum(h.count for h in self.hands) + cards_on_table(self.position)


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize word with the players who have won its prize (Keyword prizes)."""

    word: str
    """The prize word, in capitals."""
    everyone: bool = False
    """True if every player who spells the word wins a prize. Otherwise only the first player does."""
    winners: tuple[int, ...] = ()
    """The seats that have won the prize, in the order in which they won."""

    def after_spelling(self, player: int) -> "Prize":
        """Return the prize after `player` has spelt its word. The player becomes a winner if the prize is for
        everyone, or if nobody has won it yet. No player wins it twice."""
        won = player not in self.winners and (self.everyone or not self.winners)
        return replace(self, winners=(*self.winners, player)) if won else self


@dataclass(frozen=True, slots=True)
class Keywords:
    """The Keyword and the prize words, which pay a player who spells them on the board (KW-5)."""

    open: str = ""
    """The word of the open Keyword card, in capitals; "" if none lies open."""
    prizes: tuple[Prize, ...] = ()
    """The prize words of the match, with their winners."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last finished turn of a match."""

    event: int
    """The number, in the journal, of the event with which the last turn finished."""
    player: int
    """The seat of the player who took the last turn."""
    before: CardPlaces
    """The place of every card before the last finished turn."""
    after: Position
    """The position to which the last finished turn led."""
    move: str
    """The move of the last finished turn, in notation."""
    ruling: RulingKind
    """The kind of the ruling on the last finished turn: legal, illegal or unclear."""
    stands: bool
    """True if the turn counts and its cards stay on the table. Otherwise its cards go back to the hand."""
    breaches: tuple[WrittenBreach, ...]
    """The breaches for which the last finished turn was ruled illegal."""
    verdict: ChallengeVerdict | None = None
    """The verdict on a challenge of the last finished turn; None if nobody challenged it."""
    keywords: Keywords = Keywords()
    """The open Keyword and the prize words as they were before the last finished turn."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question of the table to a player that nobody has answered yet, with the number of the event that
    asked it."""

    event: int
    question: QuestionAsked


def questions_without(questions: tuple[OpenQuestion, ...], answered: int | None) -> tuple[OpenQuestion, ...]:
    """Return the open questions without the one that event `answered` asked. None stands for the oldest
    question."""
    if answered is None:
        return questions[1:]
    return tuple(one for one in questions if one.event != answered)


@dataclass(frozen=True, slots=True)
class HandOfPlay:
    """A hand of play: what has happened since one deal, up to the next."""

    number: int = 0
    """The number of the hand or race; 0 before the first deal."""
    turns: int = 0
    """The number of turns finished in this hand of play."""
    gone_out: int | None = None
    """The seat of the player who has no cards left; None if there is no such player, or the hand is
    scored."""
    stopped: bool = False
    """True if the bell has ended the hand (PTY-2)."""
    counted: tuple[str | None, ...] = ()
    """The cards left in each hand, None for a hand that is not counted yet; empty before any hand is
    counted."""
    home: tuple[int, ...] = ()
    """The seats whose horses are home, in the order in which they arrived (MW-7)."""
    earlier_positions: tuple[Position, ...] = ()
    """The positions before each turn of the hand, in order."""

    @property
    def over(self) -> bool:
        """True if the play of the hand has ended, so that the players' remaining cards are to be counted."""
        return self.gone_out is not None or self.stopped

    def resumed(self) -> "HandOfPlay":
        """Return the hand of play as not yet ended: no player has gone out, the bell has not stopped it, and
        no player's remaining cards are counted."""
        return replace(self, gone_out=None, stopped=False, counted=())

    def following(self) -> "HandOfPlay":
        """Return the next hand of play as it begins, with the next number and no turns."""
        return HandOfPlay(self.number + 1)


@dataclass(frozen=True, slots=True)
class Scores:
    """The players' scores at one moment of a match, by seat, and the winners."""

    totals: tuple[int, ...]
    """Each seat's total of points in the match."""
    at_deal: tuple[int, ...]
    """Each seat's total at the beginning of the hand of play."""
    is_out: tuple[bool, ...]
    """For each seat, True if its player is out of the game, as decided when the last hand was scored
    (LEX-E)."""
    marks: tuple[int | None, ...] = ()
    """At a party, the points of the last hand that each seat must still have initialled (PTY-3). None for
    a seat whose points are initialled. Empty if no points wait."""
    winners: tuple[int, ...] | None = None
    """The seats that have won the match; None while it continues."""
    ended: str = ""
    """The reason why the match ended early: people gave it when they stopped the match, or the table found
    a patience lost. Empty if there is none."""


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match at one moment. It follows from the events of the journal."""

    game: Game
    """The game with its options, set up for the match's number of players."""
    players: tuple[str, ...]
    """The players' names by seat."""
    dealer: int
    """The seat of the player who dealt this hand of play; between hands, of the player who deals next."""
    table: CardPlaces
    """The place of every card: on the table, in the stock, in the exposed pile or in a hand."""
    scores: Scores
    """The players' totals, the players who are out, and the winners."""
    hand: HandOfPlay = HandOfPlay()
    """The hand of play since the last deal."""
    turn: int | None = None
    """The seat of the player on turn; None between hands and after the match."""
    last: LastTurn | None = None
    """The last finished turn; None if no turn can be taken back."""
    rejected_position: Position | None = None
    """The position on the table as long as the cards of an illegal turn have not gone back to the hand;
    None otherwise."""
    questions: tuple[OpenQuestion, ...] = ()
    """The table's questions that nobody has answered yet, the oldest first."""
    keywords: Keywords = Keywords()
    """The open Keyword and the prize words, for which players are paid (KW)."""
    cutting: tuple[int, ...] = ()
    """The seats that must cut cards, because they tie or because the game begins with a cut (ALL-3,
    PTY-4)."""
    edges: tuple[Edge, ...] = ()
    """The edge of the picture at which each player sits, by seat; empty if nobody has told the table."""

    @property
    def question(self) -> QuestionAsked | None:
        """The oldest open question of the table, which nobody has answered yet; None if there is none."""
        return self.questions[0].question if self.questions else None

    @property
    def position(self) -> Position:
        """The settled position: the cards on the table after the last finished turn."""
        return self.table.position

    @property
    def packs(self) -> int:
        """The number of packs that are shuffled together for this match (ALL-7)."""
        return self.game.deal.packs(len(self.players))

    @property
    def over(self) -> bool:
        """True if the match has ended."""
        return self.scores.winners is not None

    @property
    def challengeable(self) -> bool:
        """True if the last turn can be challenged: its cards stay on the table, it is not in question, and
        nobody has challenged it (LEX-CH)."""
        last = self.last
        return last is not None and last.stands and last.ruling != "unclear" and last.verdict is None

    def next_seat(self, seat: int) -> int:
        """Return the next seat to the left of `seat` whose player is not out of the game (ALL-4)."""
        count = len(self.players)
        order = [(seat + step) % count for step in range(1, count + 1)]
        return next((s for s in order if not self.scores.is_out[s]), seat)


def cards_on_table(position: Position) -> int:
    """Return the number of cards in words, on the grid or in piles, with a patience's turned-up cards and
    unused Masters. The cards before the players of a race are counted with the hands, so here they are 0."""
    if isinstance(position, RacePosition):
        return 0
    beside = len(position.turned or "") + position.masters if isinstance(position, Piles) else 0
    return sum(len(line) - line.count(".") for line in position.lines) + beside

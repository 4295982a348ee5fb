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
    """A prize word, and who has won its prize, in their order: the first who spells it, or `everyone` who
    does (Keyword prizes)."""

    word: str
    everyone: bool = False
    winners: tuple[int, ...] = ()

    def spelt(self, player: int) -> "Prize":
        """Return the prize once `player` has spelt it; nobody wins it twice."""
        won = player not in self.winners and (self.everyone or not self.winners)
        return replace(self, winners=(*self.winners, player)) if won else self


@dataclass(frozen=True, slots=True)
class LastTurn:
    """Hold the last finished turn. `event` is its number in the journal, `before` the table before it,
    `verdict` the result of a challenge. `keyword` lay open before it, and `prizes` are the prizes of that
    time.
    """

    event: int
    player: int
    before: CardPlaces
    after: Position
    move: str
    ruling: RulingKind
    stands: bool
    faults: tuple[Fault, ...]
    verdict: Verdict | None = None
    keyword: str = ""
    prizes: tuple[Prize, ...] = ()


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
class Match:
    """One match at one moment.

    `turn` is the seat to play, None between hands and when the match is over. `at_deal` are the totals the
    hand of play began with, `out[i]`: player i is out of the game (LEX-E), which is reckoned when a hand is
    scored. `gone_out`: who has got rid of all cards, until the hand is scored. `restore` is set while an
    unlawful turn's cards still have to go back: what then lies there. `winners` is None while the match goes
    on. `questions` are those that nobody has answered, in the order they were asked. `counted`: the cards
    left in each hand that has been counted, None for the others, empty before any was. `edges`: where each
    player sits, empty when nobody said. `keyword` is the word of the open Keyword card, empty when none lies
    open, `prizes` the prize words (KW). `stopped`: the bell has ended the hand, and its cards are to be
    counted (PTY-2). `marks` are the scores of a party's last hand that nobody has initialled yet, None for
    those who were, empty when none is owed (PTY-3); `cutting` the seats that must cut, because they tied or
    the game begins so (ALL-3, PTY-4). `home` are those whose horses are home, in their order (MW-7). `ended`:
    why it was ended before the rules ended it, empty while nobody said. `earlier`: what lay there before each
    turn of this hand.
    """

    game: Game
    players: tuple[str, ...]
    dealer: int
    table: CardPlaces
    totals: tuple[int, ...]
    at_deal: tuple[int, ...]
    out: tuple[bool, ...]
    hand_number: int = 0
    turn: int | None = None
    turns: int = 0
    gone_out: int | None = None
    last: LastTurn | None = None
    restore: Position | None = None
    questions: tuple[Open, ...] = ()
    counted: tuple[str | None, ...] = ()
    edges: tuple[Edge, ...] = ()
    winners: tuple[int, ...] | None = None
    keyword: str = ""
    prizes: tuple[Prize, ...] = ()
    stopped: bool = False
    marks: tuple[int | None, ...] = ()
    cutting: tuple[int, ...] = ()
    home: tuple[int, ...] = ()
    ended: str = ""
    earlier: tuple[Position, ...] = ()

    @property
    def counting(self) -> bool:
        """Tell whether a hand of play has ended and the cards left are to be counted."""
        return self.gone_out is not None or self.stopped

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
        return self.game.packs(len(self.players))

    @property
    def over(self) -> bool:
        """Tell whether the match has ended."""
        return self.winners is not None

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
        return next((s for s in order if not self.out[s]), seat)


def cards_of(position: Position) -> int:
    """Count the cards lying in words, on the grid or in piles, and with them a patience's cards turned up and
    Masters aside. Cards before the players of a race are theirs and counted with their hands.
    """
    if isinstance(position, Fronts):
        return 0
    beside = len(position.turned or "") + position.masters if isinstance(position, Piles) else 0
    return sum(len(line) - line.count(".") for line in position.lines) + beside

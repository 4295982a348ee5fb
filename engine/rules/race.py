"""My Word: what a turn of the race must form, and where it takes the horse (MW-2, MW-3, MW-5, MW-6, MW-8)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from engine.cards import MASTER
from engine.game import Game
from engine.moves import Lay, Pass, Several, faces
from engine.notation import Hand
from engine.position import Drawn, Fronts, Grid
from engine.rules.gridlines import Cards, Run, cards_of, runs_through, text_of, with_cards
from engine.rules.masters import MOST_NAMINGS, named_alike, readings
from engine.rules.vocabulary import of_a_kind, refused
from engine.ruling import Breach, Illegal, Legal, NotInHand, NotListed, ProperNoun, TooFewLetters
from engine.ruling.race import HorseAstray, NoNumber, NotCrossed, RaceBreach, TooManyWords, WrongNumber
from engine.words import Refusal, WordList

NUMBERS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN")
"""The words that the number card asks for (MW-6)."""


@dataclass(frozen=True, slots=True)
class RaceTurn:
    """Describe one turn of a race: `horse` is the number of circles passed before, `to` the number afterwards
    (None: not said), `laid` the word or the crossed words, `cards` all cards of the player (None: unknown),
    `others` each other horse's circles before and after.
    """

    game: Game
    words: WordList
    laid: Grid
    horse: int = 0
    to: int | None = None
    cards: str | None = None
    drawn: Drawn = "letter"
    others: tuple[tuple[int, int], ...] = ()

    @property
    def home(self) -> bool:
        """Tell whether the horse has passed the last circle."""
        return self.horse >= len(self.game.race.track)

    @property
    def asked(self) -> int | None:
        """Return how many cards the next circle asks for; None when any number will do (MW-6) or the horse is
        home.
        """
        return None if self.home or self.drawn != "letter" else self.game.race.track[self.horse]


@dataclass(frozen=True, slots=True)
class RaceTurnResult:
    """Hold the result of a turn: the circles passed, whether the player plays `again` (MW-3), the `spent`
    jokers (MW-5).
    """

    horse: int
    again: bool
    spent: int


def adjudicate_race(turn: RaceTurn) -> Legal | Illegal:
    """Rule on one turn of the race; a player who lays nothing loses the turn, which is lawful (MW-3)."""
    cards = cards_of(turn.laid)
    runs = runs_through(cards, cards)
    laid = tuple(Lay(text_of(cards, run)) for run in runs)
    move = (laid[0] if len(laid) == 1 else Several(laid)) if laid else Pass()
    breaches = tuple(_breaches(turn, cards, runs))
    return Illegal(move, breaches) if breaches else Legal(move)


def adjudicate_fronts(
    game: Game, words: WordList, before: Fronts, after: Fronts, hand: Hand | None = None
) -> Legal | Illegal:
    """Rule on the words that the player to move has formed since `before`; cards that lie there unchanged
    form nothing. `hand`: all the player's cards.
    """
    player = before.player
    laid = after.laid[player] if after.laid[player] != before.laid[player] else ()
    to = None if after.horses == before.horses else after.horses[player]
    cards = hand if isinstance(hand, str) else None
    turn = RaceTurn(game, words, Grid(laid), before.horses[player], to, cards, before.drawn)
    ruling = adjudicate_race(turn)
    if isinstance(ruling, Illegal):
        return ruling
    return replace(ruling, namings=tuple(_with_front(after, player, front) for front in _namings(turn)))


def _namings(turn: RaceTurn) -> Iterator[Grid]:
    """Return the word or crossed words with their jokers named, in every way that counts (ALL-2)."""
    cards = cards_of(turn.laid)
    if MASTER not in cards.values():
        return
    ways = named_alike(cards, runs_through(cards, cards), turn.words, turn.game.vocabulary)
    for named in islice(ways, MOST_NAMINGS):
        front = with_cards(turn.laid, named)
        if isinstance(adjudicate_race(replace(turn, laid=front, cards=None)), Legal):
            yield front


def _with_front(after: Fronts, player: int, front: Grid) -> Fronts:
    return replace(after, laid=(*after.laid[:player], front.rows, *after.laid[player + 1 :]))


def course(turn: RaceTurn) -> RaceTurnResult:
    """Return where a lawful turn takes the horse, as `onward` says. Jokers are discarded whether or not they
    served (MW-5).
    """
    return onward(turn.game, turn.laid, turn.horse, turn.drawn, turn.cards)


def onward(
    game: Game, laid: Grid, horse: int, drawn: Drawn = "letter", owned: str | None = None
) -> RaceTurnResult:
    """Return the course after forming `laid`: the horse moves up one circle. A single word, or a picture or
    number card's word, gives another turn, unless the horse is home (MW-3, MW-6). The jokers among the
    `owned` or laid cards are spent.
    """
    cards = cards_of(laid)
    runs = runs_through(cards, cards)
    formed = bool(runs)
    spent = (owned or faces("".join(cards.values()))).count(MASTER)
    again = formed and (len(runs) == 1 or drawn != "letter") and horse + 1 < len(game.race.track)
    return RaceTurnResult(horse + formed, again, spent)


def race_points(game: Game, place: int) -> int:
    """Return the points for coming home as number `place` (from 0): ten, then five (MW-7)."""
    return game.race.prizes[place] if place < len(game.race.prizes) else 0


def _breaches(turn: RaceTurn, cards: Cards, runs: tuple[Run, ...]) -> Iterator[Breach]:
    yield from _of_horse(turn, bool(cards))
    if not cards:
        return
    yield from _of_shape(turn, cards, runs)
    for run in runs:
        yield from _of_word(turn, text_of(cards, run))
    if turn.cards is not None:
        missing = Counter(faces("".join(cards.values()))) - Counter(turn.cards)
        if missing:
            yield NotInHand("".join(sorted(missing.elements())), "MW-2")


def _of_horse(turn: RaceTurn, formed: bool) -> Iterator[RaceBreach]:
    """Check the horses: one circle for each word, none jumped, none beyond the last, and nobody else's horse
    (MW-3).
    """
    belongs = turn.horse + (formed and not turn.home)
    stands = turn.to if turn.to is not None else turn.horse + formed
    if stands != belongs:
        yield HorseAstray(stands, belongs)
    yield from (HorseAstray(now, was) for was, now in turn.others if now != was)


def _of_shape(turn: RaceTurn, cards: Cards, runs: tuple[Run, ...]) -> Iterator[Breach]:
    """Check the shape: one word, or two that cross, of as many cards as the circle asks (MW-2)."""
    if len(cards) == 1:
        yield TooFewLetters("".join(cards.values()), 2, "MW-2")
    elif len(runs) > 2:
        yield TooManyWords(tuple(text_of(cards, run) for run in runs))
    elif len({cell for run in runs for cell in run}) < len(cards) or _apart(runs):
        yield NotCrossed(tuple(text_of(cards, run) for run in runs))
    if turn.asked is not None and len(cards) != turn.asked:
        yield WrongNumber(len(cards), turn.asked)


def _apart(runs: tuple[Run, ...]) -> bool:
    return len(runs) == 2 and not set(runs[0]) & set(runs[1])


def _of_word(turn: RaceTurn, text: str) -> Iterator[Breach]:
    named = readings(text, turn.words, turn.game.vocabulary)
    if turn.drawn == "number" and not any(word.upper() in NUMBERS for word in named):
        yield NoNumber(text)
    elif not named:
        reason = None if MASTER in text else refused(text.upper(), turn.words, turn.game.vocabulary)
        if reason is Refusal.PROPER:
            yield ProperNoun(text, "MW-8")
        clause = "MW-8" if of_a_kind(text.upper(), reason, turn.words) else "MW-2"
        yield NotListed(text, reason or Refusal.UNKNOWN, clause)

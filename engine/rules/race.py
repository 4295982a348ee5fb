"""Rule on a turn of My Word: the words that the player forms, and the move of the horse (MW-2, MW-3, MW-5,
MW-6, MW-8)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from engine.cards import MASTER
from engine.game import Game
from engine.moves import CombinedMove, Lay, Pass, faces
from engine.notation import Hand
from engine.position import DrawnKind, Grid, RacePosition
from engine.rules.grid_lines import Cards, Run, cards_of, runs_through, text_of, with_cards
from engine.rules.masters import MAX_NAMINGS, named_in_all_runs, readings
from engine.rules.vocabulary import is_refused_kind, word_refusal
from engine.ruling import Breach, Illegal, Legal, NotInHand, NotListed, ProperNoun, TooFewLetters
from engine.ruling.race import HorseAstray, NoNumber, NotCrossed, RaceBreach, TooManyWords, WrongNumber
from engine.words import WordList, WordRefusal

NUMBER_WORDS = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN")
"""The words of which a player who has drawn the number card must form one (MW-6)."""


@dataclass(frozen=True, slots=True)
class RaceTurn:
    """One turn of a race to rule on."""

    game: Game
    words: WordList
    laid: Grid
    """The word, or the two crossed words, that the player has formed."""
    horse: int = 0
    """The number of circles that the player's horse had passed before the turn."""
    horse_after: int | None = None
    """The number of circles that the player's horse has passed after the turn; None if nobody has stated
    the number."""
    cards: str | None = None
    """All cards of the player, in the hand and on the table; None if they are unknown."""
    drawn: DrawnKind = "letter"
    others: tuple[tuple[int, int], ...] = ()
    """A pair of numbers for each other horse: how many circles it had passed before the turn, and how many
    after it."""

    @property
    def is_home(self) -> bool:
        """True if the horse has passed the last circle."""
        return self.horse >= len(self.game.race.track)

    @property
    def cards_asked(self) -> int | None:
        """The number of cards that the next circle asks for. None when any number will do (MW-6) or the horse
        is home."""
        return None if self.is_home or self.drawn != "letter" else self.game.race.track[self.horse]


@dataclass(frozen=True, slots=True)
class RaceTurnResult:
    """The consequences of one turn of a race for the player, the horse and the cards."""

    horse: int
    """The number of circles that the horse has passed after the turn."""
    plays_again: bool
    """True if the player plays again (MW-3)."""
    jokers_spent: int
    """The number of jokers that are discarded after the turn, used or not (MW-5)."""


def adjudicate_race(turn: RaceTurn) -> Legal | Illegal:
    """Rule on one turn of the race. A player who lays nothing loses the turn, which is legal (MW-3)."""
    cards = cards_of(turn.laid)
    runs = runs_through(cards, cards)
    laid = tuple(Lay(text_of(cards, run)) for run in runs)
    move = (laid[0] if len(laid) == 1 else CombinedMove(laid)) if laid else Pass()
    breaches = tuple(_breaches(turn, cards, runs))
    return Illegal(move, breaches) if breaches else Legal(move)


def adjudicate_fronts(
    game: Game, words: WordList, before: RacePosition, after: RacePosition, hand: Hand | None = None
) -> Legal | Illegal:
    """Rule on a turn of a race: the words that the player on turn has formed between `before` and `after`. If
    the player's cards on the table have not changed, no words were formed. `hand` are all cards that the
    player owns."""
    player = before.player
    laid = after.laid[player] if after.laid[player] != before.laid[player] else ()
    horse_after = None if after.horses == before.horses else after.horses[player]
    cards = hand if isinstance(hand, str) else None
    turn = RaceTurn(game, words, Grid(laid), before.horses[player], horse_after, cards, before.drawn_kind)
    ruling = adjudicate_race(turn)
    if isinstance(ruling, Illegal):
        return ruling
    return replace(ruling, namings=tuple(_with_front(after, player, front) for front in _namings(turn)))


def _namings(turn: RaceTurn) -> Iterator[Grid]:
    """Yield the player's cards on the table, one word or two crossed words, with every joker named: one
    result for each choice of letters that makes all words count (ALL-2)."""
    cards = cards_of(turn.laid)
    if MASTER not in cards.values():
        return
    ways = named_in_all_runs(cards, runs_through(cards, cards), turn.words, turn.game.vocabulary)
    for named in islice(ways, MAX_NAMINGS):
        front = with_cards(turn.laid, named)
        if isinstance(adjudicate_race(replace(turn, laid=front, cards=None)), Legal):
            yield front


def _with_front(after: RacePosition, player: int, front: Grid) -> RacePosition:
    return replace(after, laid=(*after.laid[:player], front.rows, *after.laid[player + 1 :]))


def turn_result(turn: RaceTurn) -> RaceTurnResult:
    """Return the result of a legal turn, as `forming_result` computes it. Jokers are discarded whether or
    not they were used (MW-5)."""
    return forming_result(turn.game, turn.laid, turn.horse, turn.drawn, turn.cards)


def forming_result(
    game: Game, laid: Grid, horse: int, drawn: DrawnKind = "letter", owned: str | None = None
) -> RaceTurnResult:
    """Return the result of forming the words `laid`. The horse moves up one circle. The player plays again
    after a single word, or after drawing a picture or number card, unless the horse is home (MW-3, MW-6).
    All jokers of the player are spent: those in `owned`, or in `laid` if `owned` is not given."""
    cards = cards_of(laid)
    runs = runs_through(cards, cards)
    formed = bool(runs)
    spent = (owned or faces("".join(cards.values()))).count(MASTER)
    again = formed and (len(runs) == 1 or drawn != "letter") and horse + 1 < len(game.race.track)
    return RaceTurnResult(horse + formed, again, spent)


def race_points(game: Game, place: int) -> int:
    """Return the points of the player who comes home in `place`: ten for place 0, five for place 1, and then
    none (MW-7)."""
    return game.race.prizes[place] if place < len(game.race.prizes) else 0


def _breaches(turn: RaceTurn, cards: Cards, runs: tuple[Run, ...]) -> Iterator[Breach]:
    yield from _check_horse(turn, bool(cards))
    if not cards:
        return
    yield from _check_shape(turn, cards, runs)
    for run in runs:
        yield from _check_word(turn, text_of(cards, run))
    if turn.cards is not None:
        missing = Counter(faces("".join(cards.values()))) - Counter(turn.cards)
        if missing:
            yield NotInHand("".join(sorted(missing.elements())), "MW-2")


def _check_horse(turn: RaceTurn, formed: bool) -> Iterator[RaceBreach]:
    """Yield a breach for each horse of a race in a wrong place (MW-3). The player's horse moves one circle
    for a formed word, jumps over no circle, and stops at the last one. No other horse moves."""
    belongs = turn.horse + (formed and not turn.is_home)
    stands = turn.horse_after if turn.horse_after is not None else turn.horse + formed
    if stands != belongs:
        yield HorseAstray(stands, belongs)
    yield from (HorseAstray(now, was) for was, now in turn.others if now != was)


def _check_shape(turn: RaceTurn, cards: Cards, runs: tuple[Run, ...]) -> Iterator[Breach]:
    """Yield a breach if the player's cards are not one word or two words that cross, and one if there are not
    as many cards as the circle asks for (MW-2)."""
    if len(cards) == 1:
        yield TooFewLetters("".join(cards.values()), 2, "MW-2")
    elif len(runs) > 2:
        yield TooManyWords(tuple(text_of(cards, run) for run in runs))
    elif len({cell for run in runs for cell in run}) < len(cards) or _are_apart(runs):
        yield NotCrossed(tuple(text_of(cards, run) for run in runs))
    if turn.cards_asked is not None and len(cards) != turn.cards_asked:
        yield WrongNumber(len(cards), turn.cards_asked)


def _are_apart(runs: tuple[Run, ...]) -> bool:
    return len(runs) == 2 and not set(runs[0]) & set(runs[1])


def _check_word(turn: RaceTurn, text: str) -> Iterator[Breach]:
    named = readings(text, turn.words, turn.game.vocabulary)
    if turn.drawn == "number" and not any(word.upper() in NUMBER_WORDS for word in named):
        yield NoNumber(text)
    elif not named:
        reason = None if MASTER in text else word_refusal(text.upper(), turn.words, turn.game.vocabulary)
        if reason is WordRefusal.PROPER:
            yield ProperNoun(text, "MW-8")
        clause = "MW-8" if is_refused_kind(text.upper(), reason, turn.words) else "MW-2"
        yield NotListed(text, reason or WordRefusal.NOT_LISTED, clause)

"""Hold a patience at the virtual table as a value: the cards, the player's plan, and the messages to the
table.

The player knows all cards and a way to the end, and follows it move by move. Now and then a move breaks a
rule, and is taken back when the table says so.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from device.virtual.messages import answering
from device.virtual.motions import piles as pile_handling
from device.virtual.motions.beats import Beat, Handling, Manner
from device.virtual.motions.piles import Spots
from device.virtual.pace import AT_LEAST, SAYS_SO, THINKING_SECONDS
from device.virtual.tabletop.state import Tabletop
from engine.adjudication import adjudicate
from engine.cards import MASTER
from engine.events import (
    HandDealt,
    MatchEnded,
    MatchSetUp,
    Option,
    PositionCorrected,
    QuestionAsked,
    TurnFinished,
)
from engine.game import Game
from engine.match import Match
from engine.moves import TURNED, Shift, Single, Spell, faces
from engine.notation import format_move, format_position, parse_move
from engine.pileplay import as_seen, laid, played
from engine.position import FACE_DOWN, Piles
from engine.rules.patience import CLOCK_WORD_LETTERS, is_undealt
from engine.ruling import Illegal
from engine.solve import Answer, SolverLimits
from engine.solve.deal import solved
from engine.table.commands import Command, EndTurn, RecordEvent
from engine.turn.gathered_words import is_about_word
from engine.words import Flag, WordList

POSITIONS_PER_DEAL: Final = 6000
"""Number of positions that the player searches before giving a deal up for another."""
MAX_DEALS: Final = 40
"""Maximum number of deals searched for one that can be played to its end."""
_MAX_FAULTS_TRIED: Final = 30
"""Number of wrong moves tried before an honest play."""


@dataclass(frozen=True, slots=True)
class PatienceState:
    """A patience at one moment."""

    seed: int
    """The seed of all random choices."""
    name: str
    top: Tabletop
    """The cards on the virtual table."""
    at: Piles
    """The position of the cards, all of them known."""
    stock: str
    """The face-down cards, in the order in which they are turned."""
    plan: tuple[str, ...]
    """The coming moves, in notation."""
    turn: int = 0
    """The number of actions."""
    undo: "PatienceUndo | None" = None
    """The state before the move that waits for its ruling; None if no move waits."""
    heard: int = 0
    """The number of the journal's events at the last move."""
    honest: bool = True
    """True if the last move was legal."""
    said: bool = False
    """True if the player has ended the turn."""
    deed: str = ""
    """The last move, in notation."""


@dataclass(frozen=True, slots=True)
class PatienceUndo:
    """The state to which an illegal move is taken back."""

    top: Tabletop
    at: Piles
    stock: str


@dataclass(frozen=True, slots=True)
class PatienceStep:
    """The next step: the patience after it, the beats that show it, and the commands to the table."""

    at_table: PatienceState
    beats: tuple[Beat, ...] = ()
    commands: tuple[Command, ...] = ()


def dice(at_table: PatienceState, purpose: str) -> random.Random:
    """Return the random generator of this turn for `purpose`."""
    return random.Random(f"{at_table.seed}/{at_table.turn}/{purpose}")


@lru_cache(maxsize=1)
def decent(words: WordList) -> WordList:
    """Return the words that a virtual player lays, without any that offends.

    The result is the same object for the same list, because a solver builds a graph of each list once.
    """
    return words.restricted(without=Flag.OFFENSIVE)


def sat_down(game: Game, words: WordList, name: str, seed: int) -> PatienceState:
    """Deal a patience. Take the first of several deals for which the player finds a complete play."""
    best: tuple[Piles, str, Answer] | None = None
    for number in range(MAX_DEALS):
        at, stock = shuffled(game, random.Random(f"{seed}/{number}"))
        answer = solved(game, at, stock, decent(words), _limits())
        if best is None or len(answer.moves) > len(best[2].moves):
            best = at, stock, answer
        if answer.verdict == "solved" or answer.score is not None:
            break
    assert best is not None
    at, stock, answer = best
    hands = Handling(pile_handling.bare(game.layout), Manner(random.Random(f"{seed}/deal")))
    Spots(game.layout, game.deal.places).laid_out(hands, at, len(stock))
    return PatienceState(seed, name, hands.top, at, stock, tuple(map(format_move, answer.moves)))


def _limits() -> SolverLimits:
    """Return a search limit in positions, so that the result is the same on every machine."""
    left = iter(range(POSITIONS_PER_DEAL))
    return SolverLimits(lambda: next(left, None) is None, pile_handling.MAX_COLUMN_CARDS)


def shuffled(game: Game, rng: random.Random) -> tuple[Piles, str]:
    """Deal a patience from its pack. Return the table with every card known, and the stock in the order in
    which it is turned."""
    cards = list(game.pack.cards() if game.deal.masters == "in" else game.pack.cards().replace(MASTER, ""))
    rng.shuffle(cards)
    pack = "".join(cards)
    return laid(game, pack)


def opening(at_table: PatienceState, game: str, options: dict[str, Option]) -> MatchSetUp:
    """Return the event that begins the patience's match."""
    return MatchSetUp(game=game, players=(at_table.name,), options=options)


def next_step(
    at_table: PatienceState, match: Match, events: int, words: WordList, cheat: float
) -> PatienceStep | None:
    """Return the player's next step when the table is at rest; None while the player waits.

    `events` is the number of events in the journal.
    """
    if match.scores.winners is not None:
        return None
    if match.turn is None or is_undealt(match.position):
        return _dealing(at_table, match)
    if at_table.undo is not None:
        return _awaiting(at_table, at_table.undo, match)
    if not agrees(match.position, at_table.at):
        lies = format_position(as_seen(match.game, at_table.at))
        return PatienceStep(at_table, commands=(RecordEvent(PositionCorrected(position=lies)),))
    return _acting(at_table, match, events, words, cheat)


def agrees(lies: object, truth: Piles) -> bool:
    """Tell whether the position `lies` of the match is the true one, apart from face-down cards."""
    if not isinstance(lies, Piles) or lies.masters != truth.masters or lies.stock not in (None, truth.stock):
        return False
    turned = lies.turned is None or _alike(lies.turned, truth.turned or "")
    return turned and all(map(_alike, lies.piles, truth.piles)) and len(lies.piles) == len(truth.piles)


def shows(lies: object, truth: Piles) -> bool:
    """Tell whether the position `lies` of the match is the true one as far as a camera can see it.

    A camera sees the top of each pile and the turned-up card. It does not see that a card was turned up onto
    an equal one.
    """
    if not isinstance(lies, Piles) or len(lies.piles) != len(truth.piles):
        return False
    tops = all(_alike(known[-1:], cards[-1:]) for known, cards in zip(lies.piles, truth.piles, strict=True))
    return tops and (lies.turned is None or _alike(lies.turned[-1:], (truth.turned or "")[-1:]))


def _alike(known: str, cards: str) -> bool:
    return len(known) == len(cards) and all(map(_may_be, known, cards))


def _may_be(known: str, card: str) -> bool:
    return known in (FACE_DOWN, card) or not (known.isupper() or card.isupper())


def _dealing(at_table: PatienceState, match: Match) -> PatienceStep | None:
    """Return the step that makes the table read the laid-out cards, then the one that reports the complete
    deal."""
    if match.turn is None:
        return PatienceStep(at_table, commands=(RecordEvent(HandDealt()),))
    if not at_table.said:
        return PatienceStep(replace(at_table, said=True), (Beat(AT_LEAST, at_table.top),), (EndTurn(),))
    # The table can't read the deal, so the player reports it.
    told = RecordEvent(HandDealt(position=format_position(as_seen(match.game, at_table.at))))
    return PatienceStep(replace(at_table, said=False), (Beat(AT_LEAST, at_table.top),), (told,))


def _acting(
    at_table: PatienceState, match: Match, events: int, words: WordList, cheat: float
) -> PatienceStep:
    at_table = replace(at_table, plan=_plan(at_table, match.game, words))
    if not at_table.plan:
        return PatienceStep(at_table, commands=(RecordEvent(MatchEnded("no move is left")),))
    fault = _fault(at_table, match, words, cheat)
    move = fault or _single(at_table.plan[0])
    at, stock = played(at_table.at, move, at_table.stock)
    hands = Handling(at_table.top, Manner(dice(at_table, "hands"), clumsy=0.05))
    Spots(match.game.layout, match.game.deal.places).act(hands, move, at)
    after = replace(
        at_table,
        top=hands.top,
        at=at,
        stock=stock,
        plan=at_table.plan if fault else at_table.plan[1:],
        turn=at_table.turn + 1,
        undo=PatienceUndo(at_table.top, at_table.at, at_table.stock),
        heard=events,
        honest=fault is None,
        said=False,
        deed=format_move(move),
    )
    thinking = Beat(dice(at_table, "think").uniform(*THINKING_SECONDS), at_table.top)
    return PatienceStep(after, (thinking, *hands.beats, Beat(AT_LEAST, hands.top)))


def _plan(at_table: PatienceState, game: Game, words: WordList) -> tuple[str, ...]:
    """Return the coming moves. Plan them again when the table differs from the plan, as after an illegal
    move that was not noticed."""
    if at_table.plan:
        try:
            played(at_table.at, _single(at_table.plan[0]), at_table.stock)
        except ValueError:
            pass
        else:
            return at_table.plan
    answer = solved(game, at_table.at, at_table.stock, decent(words), _limits())
    return tuple(map(format_move, answer.moves))


def _single(text: str) -> Single:
    move = parse_move(text)
    assert isinstance(move, Single)
    return move


def _awaiting(at_table: PatienceState, before: PatienceUndo, match: Match) -> PatienceStep | None:
    """Return the step after a move: react to its ruling, answer a question, or end the turn."""
    if match.question is not None and match.question.about == "Master":
        return PatienceStep(at_table, commands=(answering(match, _answer(match.question, at_table.deed)),))
    if match.question is not None:
        truth = format_position(as_seen(match.game, at_table.at))
        return PatienceStep(at_table, commands=(answering(match, truth),))
    last = match.last
    if last is not None and last.event >= at_table.heard:
        return _ruled(at_table, before, match)
    if _invisible(before, at_table):
        return PatienceStep(at_table, commands=(RecordEvent(_report(match, at_table)),))
    says = not at_table.honest or dice(at_table, "says so").random() < SAYS_SO
    if says and not at_table.said:
        return PatienceStep(replace(at_table, said=True), commands=(EndTurn(),))
    return None


def _answer(asked: QuestionAsked, deed: str) -> str:
    """Return the word that was made; for a Master in a word on the table, return the first choice."""
    made = deed.partition("@")[0].upper()
    return made if is_about_word(asked) and made else asked.choices[0]


def _ruled(at_table: PatienceState, before: PatienceUndo, match: Match) -> PatienceStep:
    """Return the step after a ruling: let the move stand, or take the cards back."""
    if match.last is None or match.last.stands:
        return PatienceStep(replace(at_table, undo=None, plan=at_table.plan if at_table.honest else ()))
    hands = Handling(at_table.top, Manner(dice(at_table, "back")))
    hands.visit(before.top, (at_table.top.width / 2, at_table.top.height / 2))
    plan = (at_table.deed, *at_table.plan) if at_table.honest else at_table.plan
    back = replace(at_table, top=before.top, at=before.at, stock=before.stock, plan=plan, undo=None)
    return PatienceStep(back, (*hands.beats, Beat(AT_LEAST, before.top)))


def _invisible(before: PatienceUndo, after: PatienceState) -> bool:
    """Tell whether no camera can see the move, because a card was turned up onto an equal one."""
    return _shown(before.top) == _shown(after.top)


def _shown(top: Tabletop) -> tuple[list[list[str]], list[str], bool]:
    """Return the visible letters pile by pile, those beside the stock, and whether the stock has cards."""
    piles = [[card.letter for card in pile if card.face_up] for pile in top.words]
    return piles, [card.letter for card in top.exposed[-1:]], bool(top.stock)


def _report(match: Match, at_table: PatienceState) -> TurnFinished:
    """Return the player's report of an invisible move."""
    return TurnFinished(
        player=0,
        before=format_position(match.position),
        after=format_position(as_seen(match.game, at_table.at)),
        move=at_table.deed,
        ruling="legal",
        stands=True,
    )


def _fault(at_table: PatienceState, match: Match, words: WordList, cheat: float) -> Single | None:
    """Return a move that breaks a rule, with the probability `cheat`. Return None if none is found."""
    rng = dice(at_table, "cheat")
    if rng.random() >= cheat:
        return None
    for move in _thought_of(at_table, match.game, rng):
        after, _ = played(at_table.at, move, at_table.stock)
        lies, seen = unnamed(as_seen(match.game, at_table.at)), unnamed(as_seen(match.game, after))
        if isinstance(adjudicate(match.game, words, lies, seen), Illegal):
            return move
    return None


def unnamed(at: Piles) -> Piles:
    """Return the position without the letters of its Masters, as people see it who don't know them."""
    hidden = FACE_DOWN.join
    return replace(at, piles=tuple(hidden(map(faces, pile.split(FACE_DOWN))) for pile in at.piles))


def _thought_of(at_table: PatienceState, game: Game, rng: random.Random) -> Iterator[Single]:
    """Yield moves that a person might try, legal or not."""
    piles = at_table.at.piles
    if game.layout in ("piles", "tableau"):
        tops = [index for index, pile in enumerate(piles) if pile]
        for _ in range(_MAX_FAULTS_TRIED if len(tops) > 3 else 0):
            some = rng.sample(tops, 4)
            yield Spell("".join(piles[index][-1] for index in some), tuple(some))
    elif at_table.at.turned and at_table.at.turned[-1] != MASTER:
        # As many cards as fit.
        most = CLOCK_WORD_LETTERS - 1 if game.layout == "circle" else pile_handling.MAX_COLUMN_CARDS
        open_piles = [i for i, pile in enumerate(piles) if 0 < len(pile) <= most and pile[-1] != FACE_DOWN]
        target = partial(rng.choice, open_piles)
        for _ in range(_MAX_FAULTS_TRIED if open_piles else 0):
            yield Shift(at_table.at.turned[-1], TURNED, target())

"""Hold a patience at the virtual table as a value: the cards, the player's plan, and the messages to the
table.

The player knows all cards and a way to the end, and follows this way move by move. Now and then a move
breaks a rule. If the table says so, the move is taken back.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from device.virtual.messages import answer_to_oldest
from device.virtual.motions import piles as pile_handling
from device.virtual.motions.motion_steps import Handling, Manner, MotionStep
from device.virtual.motions.piles import PilePlaces
from device.virtual.pace import ANNOUNCE_PROBABILITY, MIN_STILL_SECONDS, THINKING_SECONDS
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
from engine.moves import TURNED_SOURCE, Shift, SingleMove, Spell, faces
from engine.notation import format_move, format_position, parse_move
from engine.patience_moves import after_move, as_camera_sees, dealt_patience
from engine.position import FACE_DOWN, Piles
from engine.rules.patience import CLOCK_WORD_LETTERS, is_undealt
from engine.ruling import Illegal
from engine.solve import Answer, SolverLimits
from engine.solve.deal import solve_deal
from engine.table.commands import Command, EndTurn, RecordEvent
from engine.turn.gathered_words import is_about_word
from engine.words import Flag, WordList

POSITIONS_PER_DEAL: Final = 6000
"""Maximum number of positions of one deal that are searched for a way to the end. After them the next deal is
tried."""
MAX_DEALS: Final = 40
"""Maximum number of deals that are searched for a deal that can be played to its end."""
_MAX_FAULTS_TRIED: Final = 30
"""Number of random moves that the player tries when the player wants to break a rule. If none of them is
illegal, the player makes an honest move."""


@dataclass(frozen=True, slots=True)
class PatienceState:
    """A patience at the virtual table at one moment: the cards, and what its player plans and has done."""

    seed: int
    """The seed of all random choices."""
    name: str
    top: Tabletop
    """The cards on the virtual table."""
    at: Piles
    """The position of the cards, in which all cards are known."""
    stock: str
    """The face-down cards, in the order in which they are turned."""
    plan: tuple[str, ...]
    """The moves that the player plans to make, in notation."""
    turn: int = 0
    """The number of the player's actions since the deal."""
    undo: "PatienceUndo | None" = None
    """The state before the move that waits for its ruling; None if no move waits."""
    heard: int = 0
    """The number of events in the journal when the last move was made."""
    honest: bool = True
    """True if the last move was legal."""
    said: bool = False
    """True if the player has told the table that the turn is over."""
    deed: str = ""
    """The last move, in notation."""


@dataclass(frozen=True, slots=True)
class PatienceUndo:
    """The cards of a patience before a move. If the move is illegal, they are laid like this again."""

    top: Tabletop
    at: Piles
    stock: str


@dataclass(frozen=True, slots=True)
class PatienceStep:
    """A step of the player: the patience after the step, the motion that shows the step, and commands to
    the table."""

    at_table: PatienceState
    motion: tuple[MotionStep, ...] = ()
    commands: tuple[Command, ...] = ()


def dice(at_table: PatienceState, purpose: str) -> random.Random:
    """Return a random generator for one turn of a patience. `purpose` is a name such as `hands`: each purpose
    has its own random choices, which are the same in every run."""
    return random.Random(f"{at_table.seed}/{at_table.turn}/{purpose}")


@lru_cache(maxsize=1)
def inoffensive_words(words: WordList) -> WordList:
    """Return the words that a virtual player lays: all except offensive ones.

    The same list gives the same object, because a solver builds a graph of each list object.
    """
    return words.restricted(without=Flag.OFFENSIVE)


def deal_patience(game: Game, words: WordList, name: str, seed: int) -> PatienceState:
    """Return a dealt patience with the player's plan for it. Deals are searched until one can be played to
    its end, at most `MAX_DEALS`. The deal with the longest plan is returned."""
    best: tuple[Piles, str, Answer] | None = None
    for number in range(MAX_DEALS):
        at, stock = shuffled(game, random.Random(f"{seed}/{number}"))
        answer = solve_deal(game, at, stock, inoffensive_words(words), _limits())
        if best is None or len(answer.moves) > len(best[2].moves):
            best = at, stock, answer
        if answer.winnability == "solved" or answer.score is not None:
            break
    assert best is not None
    at, stock, answer = best
    hands = Handling(pile_handling.bare_table(game.layout), Manner(random.Random(f"{seed}/deal")))
    PilePlaces(game.layout, game.deal.places).lay_out(hands, at, len(stock))
    return PatienceState(seed, name, hands.top, at, stock, tuple(map(format_move, answer.moves)))


def _limits() -> SolverLimits:
    """Return the limits of a solver's search for one deal: at most `POSITIONS_PER_DEAL` positions, and
    columns that are short enough for the table.

    The search is limited by positions and not by time, so that every machine finds the same play.
    """
    left = iter(range(POSITIONS_PER_DEAL))
    return SolverLimits(lambda: next(left, None) is None, pile_handling.MAX_COLUMN_CARDS)


def shuffled(game: Game, rng: random.Random) -> tuple[Piles, str]:
    """Deal a patience from its pack. Return the table with every card known, and the stock in the order
    in which its cards are turned."""
    cards = list(game.pack.cards() if game.deal.masters == "in" else game.pack.cards().replace(MASTER, ""))
    rng.shuffle(cards)
    pack = "".join(cards)
    return dealt_patience(game, pack)


def opening(at_table: PatienceState, game: str, options: dict[str, Option]) -> MatchSetUp:
    """Return the event that begins the patience's match."""
    return MatchSetUp(game=game, players=(at_table.name,), options=options)


def next_step(
    at_table: PatienceState, match: Match, event_count: int, words: WordList, cheat: float
) -> PatienceStep | None:
    """Return the player's next step when the table is at rest; None while the player waits.

    `event_count` is the number of events in the journal.
    """
    if match.scores.winners is not None:
        return None
    if match.turn is None or is_undealt(match.position):
        return _report_deal(at_table, match)
    if at_table.undo is not None:
        return _await_ruling(at_table, at_table.undo, match)
    if not agrees(match.position, at_table.at):
        text = format_position(as_camera_sees(match.game, at_table.at))
        return PatienceStep(at_table, commands=(RecordEvent(PositionCorrected(position=text)),))
    return _act(at_table, match, event_count, words, cheat)


def agrees(recorded: object, truth: Piles) -> bool:
    """Return True if the match's position `recorded` is the same as the true position `truth`. A
    face-down card in `recorded` may be any card in `truth`."""
    if (
        not isinstance(recorded, Piles)
        or recorded.masters != truth.masters
        or recorded.stock not in (None, truth.stock)
    ):
        return False
    turned = recorded.turned is None or _alike(recorded.turned, truth.turned or "")
    return (
        turned and all(map(_alike, recorded.piles, truth.piles)) and len(recorded.piles) == len(truth.piles)
    )


def agrees_where_visible(recorded: object, truth: Piles) -> bool:
    """Return True if the visible cards in the position `recorded` of the match are the true ones.

    A camera sees the top of each pile and the turned-up card. It does not see that a card was turned up onto
    a card of the same letter.
    """
    if not isinstance(recorded, Piles) or len(recorded.piles) != len(truth.piles):
        return False
    tops = all(
        _alike(known[-1:], cards[-1:]) for known, cards in zip(recorded.piles, truth.piles, strict=True)
    )
    return tops and (recorded.turned is None or _alike(recorded.turned[-1:], (truth.turned or "")[-1:]))


def _alike(known: str, cards: str) -> bool:
    return len(known) == len(cards) and all(map(_may_be, known, cards))


def _may_be(known: str, card: str) -> bool:
    return known in (FACE_DOWN, card) or not (known.isupper() or card.isupper())


def _report_deal(at_table: PatienceState, match: Match) -> PatienceStep | None:
    """Return the player's next step after a patience was dealt: report that the hand begins, have the
    laid-out cards read, and at last report the whole deal, which the camera cannot read."""
    if match.turn is None:
        return PatienceStep(at_table, commands=(RecordEvent(HandDealt()),))
    if not at_table.said:
        return PatienceStep(
            replace(at_table, said=True), (MotionStep(MIN_STILL_SECONDS, at_table.top),), (EndTurn(),)
        )
    # The table can't read the deal, so the player reports it.
    report = RecordEvent(HandDealt(position=format_position(as_camera_sees(match.game, at_table.at))))
    return PatienceStep(
        replace(at_table, said=False), (MotionStep(MIN_STILL_SECONDS, at_table.top),), (report,)
    )


def _act(
    at_table: PatienceState, match: Match, event_count: int, words: WordList, cheat: float
) -> PatienceStep:
    at_table = replace(at_table, plan=_plan(at_table, match.game, words))
    if not at_table.plan:
        return PatienceStep(at_table, commands=(RecordEvent(MatchEnded("no move is left")),))
    fault = _wrong_move(at_table, match, words, cheat)
    move = fault or _parsed_move(at_table.plan[0])
    at, stock = after_move(at_table.at, move, at_table.stock)
    hands = Handling(at_table.top, Manner(dice(at_table, "hands"), clumsy=0.05))
    PilePlaces(match.game.layout, match.game.deal.places).act(hands, move, at)
    after = replace(
        at_table,
        top=hands.top,
        at=at,
        stock=stock,
        plan=at_table.plan if fault else at_table.plan[1:],
        turn=at_table.turn + 1,
        undo=PatienceUndo(at_table.top, at_table.at, at_table.stock),
        heard=event_count,
        honest=fault is None,
        said=False,
        deed=format_move(move),
    )
    thinking = MotionStep(dice(at_table, "think").uniform(*THINKING_SECONDS), at_table.top)
    return PatienceStep(after, (thinking, *hands.motion, MotionStep(MIN_STILL_SECONDS, hands.top)))


def _plan(at_table: PatienceState, game: Game, words: WordList) -> tuple[str, ...]:
    """Return the coming moves. Plan them again when the table differs from the plan, as after an illegal
    move that was not noticed."""
    if at_table.plan:
        try:
            after_move(at_table.at, _parsed_move(at_table.plan[0]), at_table.stock)
        except ValueError:
            pass
        else:
            return at_table.plan
    answer = solve_deal(game, at_table.at, at_table.stock, inoffensive_words(words), _limits())
    return tuple(map(format_move, answer.moves))


def _parsed_move(text: str) -> SingleMove:
    move = parse_move(text)
    assert isinstance(move, SingleMove)
    return move


def _await_ruling(at_table: PatienceState, before: PatienceUndo, match: Match) -> PatienceStep | None:
    """Return the step after a move: react to its ruling, answer a question, or end the turn."""
    if match.question is not None and match.question.about == "Master":
        return PatienceStep(
            at_table, commands=(answer_to_oldest(match, _master_answer(match.question, at_table.deed)),)
        )
    if match.question is not None:
        truth = format_position(as_camera_sees(match.game, at_table.at))
        return PatienceStep(at_table, commands=(answer_to_oldest(match, truth),))
    last = match.last
    if last is not None and last.event >= at_table.heard:
        return _after_ruling(at_table, before, match)
    if _is_invisible(before, at_table):
        return PatienceStep(at_table, commands=(RecordEvent(_report(match, at_table)),))
    says = not at_table.honest or dice(at_table, "says so").random() < ANNOUNCE_PROBABILITY
    if says and not at_table.said:
        return PatienceStep(replace(at_table, said=True), commands=(EndTurn(),))
    return None


def _master_answer(question: QuestionAsked, move: str) -> str:
    """Return the player's answer to a question about a Master. It is the word that the move `move` made, if
    the table asks for this word. Otherwise it is the question's first choice."""
    word = move.partition("@")[0].upper()
    return word if is_about_word(question) and word else question.choices[0]


def _after_ruling(at_table: PatienceState, before: PatienceUndo, match: Match) -> PatienceStep:
    """Return the step after a ruling: let the move stand, or take the cards back."""
    if match.last is None or match.last.stands:
        return PatienceStep(replace(at_table, undo=None, plan=at_table.plan if at_table.honest else ()))
    hands = Handling(at_table.top, Manner(dice(at_table, "back")))
    hands.visit(before.top, (at_table.top.width / 2, at_table.top.height / 2))
    plan = (at_table.deed, *at_table.plan) if at_table.honest else at_table.plan
    back = replace(at_table, top=before.top, at=before.at, stock=before.stock, plan=plan, undo=None)
    return PatienceStep(back, (*hands.motion, MotionStep(MIN_STILL_SECONDS, before.top)))


def _is_invisible(before: PatienceUndo, after: PatienceState) -> bool:
    """Return True if no camera can see the move, because a card was turned up onto a card of the same
    letter."""
    return _visible_letters(before.top) == _visible_letters(after.top)


def _visible_letters(top: Tabletop) -> tuple[list[list[str]], list[str], bool]:
    """Return what people see of a patience: the face-up letters of each pile, the letter beside the stock as
    a list of at most one, and True if the stock has cards."""
    piles = [[card.letter for card in pile if card.face_up] for pile in top.words]
    return piles, [card.letter for card in top.exposed[-1:]], bool(top.stock)


def _report(match: Match, at_table: PatienceState) -> TurnFinished:
    """Return the event with which the player reports a move that changes nothing for the camera."""
    return TurnFinished(
        player=0,
        before=format_position(match.position),
        after=format_position(as_camera_sees(match.game, at_table.at)),
        move=at_table.deed,
        ruling="legal",
        stands=True,
    )


def _wrong_move(at_table: PatienceState, match: Match, words: WordList, cheat: float) -> SingleMove | None:
    """Return a move that breaks a rule, with the probability `cheat` (0 to 1). Otherwise, or if no such move
    is found, return None."""
    rng = dice(at_table, "cheat")
    if rng.random() >= cheat:
        return None
    for move in _moves_to_try(at_table, match.game, rng):
        after, _ = after_move(at_table.at, move, at_table.stock)
        before, seen = (
            without_master_letters(as_camera_sees(match.game, at_table.at)),
            without_master_letters(as_camera_sees(match.game, after)),
        )
        if isinstance(adjudicate(match.game, words, before, seen), Illegal):
            return move
    return None


def without_master_letters(at: Piles) -> Piles:
    """Return the position with unnamed Masters, as it looks to people who do not know the Masters'
    letters."""
    hidden = FACE_DOWN.join
    return replace(at, piles=tuple(hidden(map(faces, pile.split(FACE_DOWN))) for pile in at.piles))


def _moves_to_try(at_table: PatienceState, game: Game, rng: random.Random) -> Iterator[SingleMove]:
    """Yield moves that a person might try, legal or not."""
    piles = at_table.at.piles
    if game.layout in ("piles", "tableau"):
        tops = [index for index, pile in enumerate(piles) if pile]
        for _ in range(_MAX_FAULTS_TRIED if len(tops) > 3 else 0):
            spelt = rng.sample(tops, 4)
            yield Spell("".join(piles[index][-1] for index in spelt), tuple(spelt))
    elif at_table.at.turned and at_table.at.turned[-1] != MASTER:
        # As many cards as fit.
        max_cards = CLOCK_WORD_LETTERS - 1 if game.layout == "circle" else pile_handling.MAX_COLUMN_CARDS
        open_piles = [
            i for i, pile in enumerate(piles) if 0 < len(pile) <= max_cards and pile[-1] != FACE_DOWN
        ]
        target = partial(rng.choice, open_piles)
        for _ in range(_MAX_FAULTS_TRIED if open_piles else 0):
            yield Shift(at_table.at.turned[-1], TURNED_SOURCE, target())

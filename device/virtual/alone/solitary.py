"""A patience at the virtual table, as a value: the cards, the player's plan, and the words said to the
table.

The player knows a way to the end, found with every card known, and follows it move by move. Now and then a
move breaks a rule, and is put back when the table says so.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from device.running.wishes import Over, Said, Wish
from device.virtual.hands import piles as pile_handling
from device.virtual.hands.handling import Beat, Handling, Manner
from device.virtual.hands.piles import Spots
from device.virtual.pace import AT_LEAST, SAYS_SO, THINKING
from device.virtual.top.tabletop import Tabletop
from device.virtual.voice import answering
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
from engine.rules.patience import COMPLETE, undealt
from engine.ruling import Illegal
from engine.solve import Answer, Expired
from engine.solve.deal import solved
from engine.turn.spelt import about_a_word
from engine.words import Flag, WordList

THOUGHT: Final = 6000
"""Positions somebody thinks through before giving a deal up for another."""
DEALS: Final = 40
"""Deals looked at for one that can be played to its end."""
_TRIES: Final = 30
"""Faults thought of before playing honestly after all."""


@dataclass(frozen=True, slots=True)
class Solitary:
    """A patience at one moment.

    `at` are its cards, all of them known, `stock` the face-down ones in the order they are turned, `plan` the
    coming moves in notation. `undo` is the state before the deed that waits for its ruling, None when nothing
    was done, and `heard` the number of events then. `said` tells that the player has ended the turn. `deed`
    is the last move.
    """

    seed: int
    name: str
    top: Tabletop
    at: Piles
    stock: str
    plan: tuple[str, ...]
    turn: int = 0
    undo: "Before | None" = None
    heard: int = 0
    honest: bool = True
    said: bool = False
    deed: str = ""


@dataclass(frozen=True, slots=True)
class Before:
    """The state that a deed that does not stand goes back to."""

    top: Tabletop
    at: Piles
    stock: str


@dataclass(frozen=True, slots=True)
class Alone:
    """The next step: the patience afterwards, what is seen of it, and the wishes sent to the table."""

    solitary: Solitary
    beats: tuple[Beat, ...] = ()
    wishes: tuple[Wish, ...] = ()


def dice(solitary: Solitary, purpose: str) -> random.Random:
    """Return the random generator of this turn for one purpose."""
    return random.Random(f"{solitary.seed}/{solitary.turn}/{purpose}")


@lru_cache(maxsize=1)
def decent(words: WordList) -> WordList:
    """Return the words that a virtual player lays: none that offends.

    They are one list for one list of the table, for a solver makes a graph of every list once.
    """
    return words.restricted(without=Flag.OFFENSIVE)


def sat_down(game: Game, words: WordList, name: str, seed: int) -> Solitary:
    """Deal a patience: the first of some deals that the player can find a complete play for."""
    best: tuple[Piles, str, Answer] | None = None
    for number in range(DEALS):
        at, stock = shuffled(game, random.Random(f"{seed}/{number}"))
        answer = solved(game, at, stock, decent(words), _patience(), longest=pile_handling.LONGEST)
        if best is None or len(answer.moves) > len(best[2].moves):
            best = at, stock, answer
        if answer.verdict == "solved" or answer.score is not None:
            break
    assert best is not None
    at, stock, answer = best
    hands = Handling(pile_handling.bare(game.layout), Manner(random.Random(f"{seed}/deal")))
    Spots(game.layout, game.places).laid_out(hands, at, len(stock))
    return Solitary(seed, name, hands.top, at, stock, tuple(map(format_move, answer.moves)))


def _patience() -> Expired:
    """Return a limit on the positions looked at, which is the same on every machine."""
    left = iter(range(THOUGHT))
    return lambda: next(left, None) is None


def shuffled(game: Game, rng: random.Random) -> tuple[Piles, str]:
    """Deal a patience from its pack: the table with every card known, and the stock in the order it is
    turned."""
    cards = list(game.pack.cards() if game.masters == "in" else game.pack.cards().replace(MASTER, ""))
    rng.shuffle(cards)
    pack = "".join(cards)
    return laid(game, pack)


def opening(solitary: Solitary, game: str, options: dict[str, Option]) -> MatchSetUp:
    """Return the event that begins this patience's match."""
    return MatchSetUp(game=game, players=(solitary.name,), options=options)


def next_step(solitary: Solitary, match: Match, events: int, words: WordList, cheat: float) -> Alone | None:
    """Return what the player does now that the table is still; None when the player waits.

    `events` counts the journal.
    """
    if match.winners is not None:
        return None
    if match.turn is None or undealt(match.position):
        return _dealing(solitary, match)
    if solitary.undo is not None:
        return _awaiting(solitary, solitary.undo, match)
    if not agrees(match.position, solitary.at):
        lies = format_position(as_seen(match.game, solitary.at))
        return Alone(solitary, wishes=(Said(PositionCorrected(position=lies)),))
    return _acting(solitary, match, events, words, cheat)


def agrees(lies: object, truth: Piles) -> bool:
    """Tell whether the records have the table as it is, apart from face-down cards."""
    if not isinstance(lies, Piles) or lies.masters != truth.masters or lies.stock not in (None, truth.stock):
        return False
    turned = lies.turned is None or _alike(lies.turned, truth.turned or "")
    return turned and all(map(_alike, lies.piles, truth.piles)) and len(lies.piles) == len(truth.piles)


def shows(lies: object, truth: Piles) -> bool:
    """Tell whether the records have the table as far as a camera can see it.

    A camera sees the top of each pile and the card turned up, but not that a card was turned up beneath an
    equal one.
    """
    if not isinstance(lies, Piles) or len(lies.piles) != len(truth.piles):
        return False
    tops = all(_alike(known[-1:], cards[-1:]) for known, cards in zip(lies.piles, truth.piles, strict=True))
    return tops and (lies.turned is None or _alike(lies.turned[-1:], (truth.turned or "")[-1:]))


def _alike(known: str, cards: str) -> bool:
    return len(known) == len(cards) and all(map(_may_be, known, cards))


def _may_be(known: str, card: str) -> bool:
    return known in (FACE_DOWN, card) or not (known.isupper() or card.isupper())


def _dealing(solitary: Solitary, match: Match) -> Alone | None:
    """Tell the table, once the cards are laid out, to look, and then that the deal is complete."""
    if match.turn is None:
        return Alone(solitary, wishes=(Said(HandDealt()),))
    if not solitary.said:
        return Alone(replace(solitary, said=True), (Beat(AT_LEAST, solitary.top),), (Over(),))
    # The table can't read the deal, so the player reports it.
    told = Said(HandDealt(position=format_position(as_seen(match.game, solitary.at))))
    return Alone(replace(solitary, said=False), (Beat(AT_LEAST, solitary.top),), (told,))


def _acting(solitary: Solitary, match: Match, events: int, words: WordList, cheat: float) -> Alone:
    solitary = replace(solitary, plan=_plan(solitary, match.game, words))
    if not solitary.plan:
        return Alone(solitary, wishes=(Said(MatchEnded("no move is left")),))
    fault = _fault(solitary, match, words, cheat)
    move = fault or _single(solitary.plan[0])
    at, stock = played(solitary.at, move, solitary.stock)
    hands = Handling(solitary.top, Manner(dice(solitary, "hands"), clumsy=0.05))
    Spots(match.game.layout, match.game.places).act(hands, move, at)
    after = replace(
        solitary,
        top=hands.top,
        at=at,
        stock=stock,
        plan=solitary.plan if fault else solitary.plan[1:],
        turn=solitary.turn + 1,
        undo=Before(solitary.top, solitary.at, solitary.stock),
        heard=events,
        honest=fault is None,
        said=False,
        deed=format_move(move),
    )
    thinking = Beat(dice(solitary, "think").uniform(*THINKING), solitary.top)
    return Alone(after, (thinking, *hands.beats, Beat(AT_LEAST, hands.top)))


def _plan(solitary: Solitary, game: Game, words: WordList) -> tuple[str, ...]:
    """Return the coming moves, planned anew when the table differs from the plan.

    It differs after a fault was let stand.
    """
    if solitary.plan:
        try:
            played(solitary.at, _single(solitary.plan[0]), solitary.stock)
        except ValueError:
            pass
        else:
            return solitary.plan
    longest = pile_handling.LONGEST
    answer = solved(game, solitary.at, solitary.stock, decent(words), _patience(), longest=longest)
    return tuple(map(format_move, answer.moves))


def _single(text: str) -> Single:
    move = parse_move(text)
    assert isinstance(move, Single)
    return move


def _awaiting(solitary: Solitary, before: Before, match: Match) -> Alone | None:
    """After the deed, hear the ruling, answer a question, or end the turn."""
    if match.question is not None and match.question.about == "Master":
        return Alone(solitary, wishes=(answering(match, _meant(match.question, solitary.deed)),))
    if match.question is not None:
        truth = format_position(as_seen(match.game, solitary.at))
        return Alone(solitary, wishes=(answering(match, truth),))
    last = match.last
    if last is not None and last.event >= solitary.heard:
        return _ruled(solitary, before, match)
    if _invisible(before, solitary):
        return Alone(solitary, wishes=(Said(_told(match, solitary)),))
    says = not solitary.honest or dice(solitary, "says so").random() < SAYS_SO
    if says and not solitary.said:
        return Alone(replace(solitary, said=True), wishes=(Over(),))
    return None


def _meant(asked: QuestionAsked, deed: str) -> str:
    """Return the word that was made; for a Master in a lying word, the first choice."""
    made = deed.partition("@")[0].upper()
    return made if about_a_word(asked) and made else asked.choices[0]


def _ruled(solitary: Solitary, before: Before, match: Match) -> Alone:
    """Let the play stand, or put the cards back."""
    if match.last is None or match.last.stands:
        return Alone(replace(solitary, undo=None, plan=solitary.plan if solitary.honest else ()))
    hands = Handling(solitary.top, Manner(dice(solitary, "back")))
    hands.visit(before.top, (solitary.top.width / 2, solitary.top.height / 2))
    plan = (solitary.deed, *solitary.plan) if solitary.honest else solitary.plan
    back = replace(solitary, top=before.top, at=before.at, stock=before.stock, plan=plan, undo=None)
    return Alone(back, (*hands.beats, Beat(AT_LEAST, before.top)))


def _invisible(before: Before, after: Solitary) -> bool:
    """Tell whether no camera can see a difference: a card was turned up on an equal one."""
    return _shown(before.top) == _shown(after.top)


def _shown(top: Tabletop) -> tuple[list[list[str]], list[str], bool]:
    """Return the visible letters, pile by pile and beside the stock, and whether there is a stock."""
    piles = [[card.letter for card in pile if card.face_up] for pile in top.words]
    return piles, [card.letter for card in top.exposed[-1:]], bool(top.stock)


def _told(match: Match, solitary: Solitary) -> TurnFinished:
    """Return the invisible move as its player reports it."""
    return TurnFinished(
        player=0,
        before=format_position(match.position),
        after=format_position(as_seen(match.game, solitary.at)),
        move=solitary.deed,
        ruling="legal",
        stands=True,
    )


def _fault(solitary: Solitary, match: Match, words: WordList, cheat: float) -> Single | None:
    """Return a move that breaks a rule, with the chance `cheat`, if one comes to mind."""
    rng = dice(solitary, "cheat")
    if rng.random() >= cheat:
        return None
    for move in _thought_of(solitary, match.game, rng):
        after, _ = played(solitary.at, move, solitary.stock)
        lies, seen = unnamed(as_seen(match.game, solitary.at)), unnamed(as_seen(match.game, after))
        if isinstance(adjudicate(match.game, words, lies, seen), Illegal):
            return move
    return None


def unnamed(at: Piles) -> Piles:
    """Return a table as it is seen by people who don't know the letters of its Masters."""
    hidden = FACE_DOWN.join
    return replace(at, piles=tuple(hidden(map(faces, pile.split(FACE_DOWN))) for pile in at.piles))


def _thought_of(solitary: Solitary, game: Game, rng: random.Random) -> Iterator[Single]:
    """Yield moves that a person might try, lawful or not."""
    piles = solitary.at.piles
    if game.layout in ("piles", "tableau"):
        tops = [index for index, pile in enumerate(piles) if pile]
        for _ in range(_TRIES if len(tops) > 3 else 0):
            some = rng.sample(tops, 4)
            yield Spell("".join(piles[index][-1] for index in some), tuple(some))
    elif solitary.at.turned and solitary.at.turned[-1] != MASTER:
        most = COMPLETE - 1 if game.layout == "circle" else pile_handling.LONGEST  # where there is room
        open_piles = [i for i, pile in enumerate(piles) if 0 < len(pile) <= most and pile[-1] != FACE_DOWN]
        target = partial(rng.choice, open_piles)
        for _ in range(_TRIES if open_piles else 0):
            yield Shift(solitary.at.turned[-1], TURNED, target())

"""Choose the play of a simulated player by the player's strength.

Three strengths measure how much a game rewards skill. The fourth, casual, plays at the virtual table. All
strengths know the same everyday words and differ only in the choice.
"""

from typing import Final, Literal

from engine.cards import MASTER
from engine.moves import Pile
from engine.shared.players.ahead import choose_by_lookahead, plays_considered
from engine.shared.players.chance import Chance, random_choice
from engine.shared.players.cheating import cheating_play
from engine.shared.players.intent import Intent, discard_intent, pass_intent, play_intent
from engine.shared.players.thinking import Mind, plays_thought_of

Strength = Literal["casual", "random", "greedy", "ahead"]
"""How well a simulated player plays. `random` makes any legal play.

`greedy` makes the play that leaves the fewest cards, and among these the fewest points; on a board, the
play that scores most. `ahead` makes the play after which the hand is likely to be empty soonest; on a
board, the play that gains most against the next player. `casual` makes one of the better plays, as people
do.
"""

STRENGTHS: Final[tuple[Strength, ...]] = ("random", "greedy", "ahead")
"""The strengths of simulated players that are compared with one another, the weakest first."""

_PLAYS_CHOSEN_AMONG: Final = 6
"""A casual simulated player chooses at random among this number of the best plays, and prefers the better
ones."""
_USEFUL_CARDS: Final = "AEIOURSTLN?"
"""The exposed cards that a casual simulated player likes to take, because they fit into words most
easily."""


def choose(mind: Mind, rng: Chance, *, cheat: float = 0.0, strength: Strength = "casual") -> Intent:
    """Return what a simulated player of `strength` does next: a play, a discard or a pass.

    With probability `cheat` the player breaks a rule if possible. The same state of `rng` gives the same
    choice.
    """
    if rng.random() < cheat:
        fault = cheating_play(mind, plays_thought_of(mind), rng)
        if fault:
            return fault
    match strength:
        case "casual" | "random":
            return _choose_at_random(mind, rng, casual=strength == "casual")
        case "greedy":
            return _choose_greedily(mind)
        case "ahead":
            return choose_by_lookahead(mind, rng) or pass_intent(mind.position)


def _choose_at_random(mind: Mind, rng: Chance, *, casual: bool) -> Intent:
    """Return one of the plays that occur to a simulated player, or a discard or a pass if there is none.

    Every play is equally likely, but a casual player draws one of the best plays, and the better ones more
    often.
    """
    legal = plays_thought_of(mind) if casual else plays_thought_of(mind, limit=None)
    if not legal:
        return _discard_or_pass(mind, rng, casual=casual)
    if not casual:
        return play_intent(random_choice(legal, rng))
    return play_intent(
        legal[min(rng.randrange(_PLAYS_CHOSEN_AMONG), rng.randrange(_PLAYS_CHOSEN_AMONG)) % len(legal)]
    )


def _discard_or_pass(mind: Mind, rng: Chance, *, casual: bool) -> Intent:
    """Return a discard for a simulated player who has no play, or a pass in a game without discards.

    A casual player discards one of the three cards with the highest figures, but no Master if possible, and
    often takes a useful exposed card. No player discards onto an equal card if possible, because no camera
    sees that.
    """
    game, position, hand = mind.game, mind.position, mind.hand
    if game.plays.discards == "none" or not hand:
        return pass_intent(position)
    exposed = position.exposed
    candidates = (hand.replace(MASTER, "") or hand) if casual else hand
    visible = "".join(card for card in candidates if card != exposed) or candidates
    letters = sorted(visible, key=lambda card: -game.pack.figures[card])
    card = letters[rng.randrange(min(3, len(letters)) if casual else len(letters))]
    wanted = (
        bool(exposed)
        and exposed != card
        and rng.random() < (_probability_of_taking(exposed) if casual else 0.5)
    )
    return discard_intent(game, position, card, "exposed" if wanted else "blind")


def _probability_of_taking(exposed: str | None) -> float:
    return 0.7 if exposed and exposed in _USEFUL_CARDS else 0.2


def _choose_greedily(mind: Mind) -> Intent:
    """Return the play that is best for a simulated player now. If no play is possible, return a discard of
    the card with the highest figure, but no Master if possible; in a game without discards, return a pass.

    After a discard the player takes the exposed card if its figure is lower than the mean of the pack;
    otherwise a card from the stock.
    """
    game, position, hand = mind.game, mind.position, mind.hand
    best = plays_considered(mind, limit=1)
    if best:
        return play_intent(best[0])
    if game.plays.discards == "none" or not hand:
        return pass_intent(position)
    figures = game.pack.figures
    card = max(hand.replace(MASTER, "") or hand, key=lambda card: figures[card])
    mean = game.pack.points(game.pack.cards()) / game.pack.size
    exposed = position.exposed
    took: Pile = "exposed" if exposed and exposed != card and figures[exposed] < mean else "blind"
    return discard_intent(game, position, card, took)

"""Say rulings in sentences: the ruling itself, and each breach or doubt."""

from typing import assert_never

from engine.i18n import Translate, english
from engine.moves import (
    Change,
    Close,
    CombinedMove,
    Discard,
    Disturb,
    Draw,
    Exchange,
    Insert,
    Lay,
    Move,
    Pass,
    Place,
    RecycleStock,
    Shift,
    Spell,
    TurnUp,
)
from engine.ruling import (
    BlankUnseen,
    Breach,
    Doubt,
    DoubtfulCard,
    Illegal,
    Legal,
    MoreThanThePack,
    OtherDoubt,
    OverlookedCard,
    Ruling,
    SeveralExplanations,
    Unclear,
)
from engine.wording.breaches import say_breach, say_reason
from engine.wording.doubts import say_doubt
from engine.wording.moves import say_move
from engine.wording.written import SOMEBODY


def say(fact: Breach | Doubt | Ruling | Move, tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say a fact of a ruling, such as a breach, in a sentence that ends in a full stop and names no clause.
    Without a translator the sentence is English."""
    match fact:
        case Legal() | Illegal() | Unclear():
            return say_ruling(fact, tr, who)
        case DoubtfulCard() | MoreThanThePack() | SeveralExplanations() | OtherDoubt():
            return say_doubt(fact, tr, who)
        case BlankUnseen() | OverlookedCard():
            return say_doubt(fact, tr, who)
        case Lay() | Insert() | Exchange() | Change() | Discard() | Draw() | Place() | Disturb() | Pass():
            return say_move(fact, tr, who)
        case Spell() | Shift() | Close() | TurnUp() | RecycleStock() | CombinedMove():
            return say_move(fact, tr, who)
        case _:
            return say_breach(fact, tr, who)


def say_ruling(ruling: Ruling, tr: Translate = english, who: str = SOMEBODY) -> str:
    """Say the ruling on a turn: what the player `who` played, or why it does not count, or what the table
    cannot tell."""
    match ruling:
        case Legal(move):
            return say_move(move, tr, who)
        case Illegal(breaches=breaches):
            return say_reason(breaches, tr, who)
        case Unclear(doubts=doubts):
            return say_doubt(doubts[0], tr, who)
        case _:
            assert_never(ruling)

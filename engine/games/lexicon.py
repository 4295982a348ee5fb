"""Lexicon: words lie apart; lay, discard, insert or exchange until a hand is empty (LEX-*)."""

from dataclasses import replace
from typing import Final

from engine.cards import PARKER, WADDINGTONS
from engine.game import Game

WD: Final = Game(
    name="lexicon",
    title="Lexicon",
    edition="wd",
    layout="rows",
    pack=WADDINGTONS,
    ends="last one in",
)
"""Waddingtons' rules."""

PB: Final = replace(WD, edition="pb", pack=PARKER)
"""Parker Brothers' rules of 1937: another pack, with two Masters."""

ART: Final = replace(WD, edition="art", exceeds=True, challenge_credit="offender")
"""As the article tells it: out *above* 100, and a proven challenge costs the offender ten points."""

EDITIONS: Final = (WD, PB, ART)

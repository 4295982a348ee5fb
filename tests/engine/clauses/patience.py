"""Provide patiences in the notation. A small word list rules on their words."""

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.notation import format_move, parse_position
from engine.ruling import Illegal, Legal, Ruling
from engine.words import WordList
from engine.words.kinds import Contents, Flag, Kind

PLAIN = Kind(10, Flag.US | Flag.GB)
SLANG = Kind(10, Flag.US | Flag.GB | Flag.SLANG)
TEXT = """
ACT AN AT BEAR BEAT BORE CART CAT COAT EEL HOME JAB JOT JOTS LAD LEAD LEAN RAZOR ROBE STOP TIE TIL TILL
TILLER TILT TO TREE ZEAL
"""
LISTED = TEXT.split()
WORDS = WordList(
    Contents(
        dict(sorted((dict.fromkeys(LISTED, PLAIN) | {"JOBBO": SLANG}).items())),
        proper=" ROME ",
        abbreviations="",
    )
)


def ruled(game: str, before: str, after: str, said: str = "") -> Ruling:
    return adjudicate(
        configured(game), WORDS, parse_position(before), parse_position(after), called_word=said
    )


def move(ruling: Ruling) -> str:
    assert isinstance(ruling, Legal), ruling
    return format_move(ruling.move)


def clauses(ruling: Ruling) -> set[str]:
    assert isinstance(ruling, Illegal), ruling
    return {breach.clause for breach in ruling.breaches}

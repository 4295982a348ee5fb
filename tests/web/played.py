"""Provide the journal of a played match: two hands of play, a challenge, and an amendment."""

from dataclasses import dataclass, field

from engine.breach_codec import written_breach
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    HandScored,
    MatchSetUp,
    TurnAmended,
    TurnFinished,
)
from engine.ruling import NotListed
from engine.words import WordList, WordRefusal

PLAYERS = ("Ann", "Bertrand", "Cleo")
UNLISTED = written_breach(NotListed("MOTHRE", WordRefusal.NOT_LISTED))
WORDS = WordList.of(("MOTHER", "SMOTHER", "CAT", "CATS", "COT", "TO", "TOE", "AT", "QUIZ", "HAT"))


def turn(player: int, before: str, after: str, move: str, *, drew: str = "") -> TurnFinished:
    return TurnFinished(player, before, after, move, "legal", stands=True, drew="blind" if drew else "")


JOURNAL: tuple[AnyEvent, ...] = (
    MatchSetUp(game="lexicon", players=PLAYERS, options={"mode": "challenge"}),
    HandDealt(hands=("CATS", "MOTHER", "HATE"), exposed="Q"),
    turn(1, "/Q", "MOTHER /Q", "+MOTHER"),  # 2
    HandScored(("CATS", "", "HATE")),
    HandDealt(exposed="Q"),  # 4
    turn(2, "/Q", "CAT /Q", "+CAT"),
    turn(0, "CAT /Q", "CATS /Q", "1:CAT<CATS"),
    TurnFinished(
        1, "CATS /Q", "CATS MOTHRE /Q", "+MOTHRE", "illegal", stands=True, breaches=(UNLISTED,)
    ),  # 7
    ChallengeSettled(2, ("MOTHRE",), "word bad"),
    TurnAmended(5, "/Q", "COT /Q", "+COT", "legal", stands=True),
)
MEANINGS = {"MOTHER": ("noun: a woman who has a child",), "MOTHRE": ()}


@dataclass
class Kept:
    """A stand-in for a table's archive, with its events, their times and its pictures in memory."""

    journal: tuple[AnyEvent, ...] = JOURNAL
    jpegs: dict[int, bytes] = field(default_factory=dict)

    def events(self) -> tuple[AnyEvent, ...]:
        return self.journal

    def times(self) -> tuple[float, ...]:
        return tuple(1_000_000.0 + 60 * n for n in range(len(self.journal)))

    def pictures(self) -> tuple[int, ...]:
        return tuple(sorted(self.jpegs))

    def picture(self, event: int) -> bytes | None:
        return self.jpegs.get(event)

    def meanings(self, word: str) -> tuple[str, ...]:
        return MEANINGS.get(word, ())

    def words(self) -> WordList:
        return WORDS

"""Test the sentences about a whole turn, and a challenge of it: the person, the word, and its meaning."""

from typing import Literal

import pytest

from engine.breach_codec import WrittenBreach, written_breach
from engine.catalogue import GAMES
from engine.events import ChallengeSettled, ChallengeVerdict, TurnFinished
from engine.moves import TURNED_SOURCE, Close, CombinedMove, Discard, Lay, Move, Place, Shift, TurnUp
from engine.position import Grid, Position, Rows
from engine.ruling import Breach, NotListed, Passed, ProperNoun, TwoWordsTouched
from engine.wording.moves import say_move
from engine.wording.turns import say_challenge, say_play, say_turn
from engine.words import WordRefusal

LEXICON = GAMES["lexicon"]


def turn(
    before: str,
    after: str,
    move: str,
    *breaches: Breach,
    ruling: Literal["legal", "unclear"] = "legal",
) -> TurnFinished:
    faults = tuple(map(written_breach, breaches))
    return TurnFinished(
        1, before, after, move, "illegal" if faults else ruling, stands=not faults, breaches=faults
    )


@pytest.mark.parametrize(
    ("finished", "left", "told"),
    [
        (turn("/Q", "KITTEN /Q", "+KITTEN"), 4, "Ben played KITTEN. 4 cards left."),
        (turn("/Q", "KITTEN /Q", "+KITTEN"), 1, "Ben played KITTEN. 1 card left."),
        (turn("/Q", "KITTEN /Q", "+KITTEN"), 0, "Ben played KITTEN. No cards left!"),
        (turn("CAT", "CATS", "1:CAT<CATS"), 3, "CATS — Ben added S to CAT. 3 cards left."),
        (turn("QUID", "QUIT", "1:QUID=QUIT"), 3, "QUIT — T for D in QUID. D goes to Ben's hand."),
        (turn("/Q", "/H", "-H"), 3, "Ben discarded H."),
        (turn("/Q", "STR?DE /Q", "+STR?DE"), None, "Ben played STR★DE."),
        (turn("/Q", "STRiDE /Q", "+STRiDE"), None, "Ben played STRIDE. The I is a Master."),
        (turn("/Q", "sTRiDE /Q", "+sTRiDE"), 2, "Ben played STRIDE. S and I are Masters. 2 cards left."),
        (
            turn("CaT", "CaTeR", "1:CaT<CaTeR"),
            None,
            "CATER — Ben added a Master and R to CAT. The E is a Master.",
        ),
        (
            turn("/Q", "CAT /Q", "+CAT", ruling="unclear"),
            7,
            "I'm not sure about this turn. Ben played CAT.",
        ),
    ],
)
def test_a_turn_is_told_by_its_person_its_word_and_what_is_left(
    finished: TurnFinished, left: int | None, told: str
) -> None:
    assert say_turn(LEXICON, finished, who="Ben", cards_left=left) == told


def unlisted(word: str, refusal: WordRefusal = WordRefusal.NOT_LISTED) -> NotListed:
    return NotListed(word, refusal)


@pytest.mark.parametrize(
    ("breaches", "told"),
    [
        ([unlisted("SMIEL")], "SMIEL isn't in the word list."),
        ([unlisted("SMIEL"), unlisted("SMIEL")], "SMIEL isn't in the word list."),
        ([unlisted("SMIEL"), unlisted("ZN")], "SMIEL and ZN aren't in the word list."),
        ([unlisted("ROME", WordRefusal.PROPER), unlisted("ZN")], "ZN isn't in the word list."),
        (
            [unlisted("ROME", WordRefusal.PROPER), ProperNoun("ROME")],
            "ROME is written with a capital letter, like a name, and doesn't count.",
        ),
        ([unlisted("SMIEL"), TwoWordsTouched(("CAT", "DOG"))], "SMIEL isn't in the word list."),
    ],
)
def test_a_refusal_says_one_true_reason_once_and_who_takes_the_cards_back(
    breaches: list[Breach], told: str
) -> None:
    finished = turn("/Q", "SMIEL /Q", "+SMIEL", *breaches)
    assert say_turn(LEXICON, finished, who="Ben") == f"{told} Ben takes the cards back."


def test_where_nothing_was_laid_nothing_goes_back() -> None:
    assert "back" not in say_turn(LEXICON, turn("/Q", "/Q", "pass", Passed()), who="Ben")
    solitaire = turn("MO|H", "MO|-", "HZ@2,1", unlisted("HZ"))
    assert say_turn(GAMES["solitaire-1"], solitaire, who="Ben").endswith(
        "The cards go back to where they lay."
    )


def test_what_another_version_wrote_down_is_told_as_far_as_it_can_be() -> None:
    strange = TurnFinished(
        1, "", "", "%", "illegal", stands=False, breaches=(WrittenBreach("OfOldTimes", "OLD-1"),)
    )
    assert (
        say_turn(LEXICON, strange, who="Ben")
        == "This play breaks a rule of the game. Ben takes the cards back."
    )


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("[]0* []0", "[FOR]0* []0", "Ben made FOR. The horse moves to circle 3, and Ben plays again."),
        ("[]1* []0", "[HAT;.D.]1* []0", "Ben made HAT and AD. The horse moves to circle 4."),
        ("[]6* []0", "[PICTURES]6* []0", "Ben made PICTURES. The horse is home!"),
        ("[CAT]1* []0", "[CAT]1* []0", "Ben found no word."),
    ],
)
def test_a_turn_of_a_race_says_how_far_the_horse_went(before: str, after: str, told: str) -> None:
    assert say_turn(GAMES["my-word"], turn(before, after, "pass"), who="Ben") == told


@pytest.mark.parametrize(
    ("move", "after", "told"),
    [
        (Place(0, 1, False, "B.X"), Grid((".B..", "ROMP", ".X..")), "BOX — Ben added B and X."),
        (Place(0, 1, False, "H"), Grid((".H.", "CUT", ".H.")), "HUH — Ben added H."),
        (Place(1, 0, True, "TO"), Grid(("CAT", "TO.")), "TO, CT and AO — Ben added T and O."),
        (Place(1, 0, False, "a"), Grid(("CT", "a.", "TO")), "CAT — Ben added a Master. The A is a Master."),
        (Place(1, 0, False, "?"), Grid(("CT", "?.", "TO")), "C★T — Ben added a Master."),
        (Place(0, 0, True, "CAT"), Grid(("CAT",)), "Ben played CAT."),
        (Place(4, 4, True, "CAT"), Grid(("CAT",)), "Ben laid C, A and T."),
        (Lay("CAT"), Rows(("CAT",)), "Ben played CAT."),
        (Discard("Q", None), Grid(("CAT",)), "Ben discarded Q."),
    ],
)
def test_a_play_of_a_crossword_is_told_by_the_words_it_made(move: Move, after: Position, told: str) -> None:
    assert say_play(move, after, who="Ben") == told


@pytest.mark.parametrize(
    ("words", "verdict", "told"),
    [
        (("CARPET",), "word good", "Ann challenged CARPET. It stands. 10 penalty points for Ann."),
        (("CAT", "TO"), "word good", "Ann challenged CAT and TO. They stand. 10 penalty points for Ann."),
        (
            ("SMIEL",),
            "word bad",
            "Ann challenged SMIEL. It doesn't count, and Ben takes the cards back. "
            "10 points off Ann's score.",
        ),
    ],
)
def test_a_challenge_says_what_came_of_it_and_whose_points_moved(
    words: tuple[str, ...], verdict: ChallengeVerdict, told: str
) -> None:
    event = ChallengeSettled(0, words, verdict)
    assert say_challenge(LEXICON, event, 1, ("Ann", "Ben")) == told


@pytest.mark.parametrize(
    ("move", "told"),
    [
        (CombinedMove((TurnUp("#"), Shift("O", TURNED_SOURCE, 0))), "Ben played O to place 1."),
        (CombinedMove((TurnUp("#"), Close("#", 2))), "Ben closed column 3."),
        (Close("O", 2), "Ben closed column 3 with O."),
        (TurnUp("#"), "Ben turned up a card."),
    ],
)
def test_a_card_that_nobody_saw_turned_up_is_told_where_it_was_placed(move: Move, told: str) -> None:
    assert say_move(move, who="Ben") == told

from engine.best import PlayValue, ReviewedTurn, best_missed, missed_plays, reviewed_hands
from engine.catalogue import GAMES
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandCorrected,
    HandDealt,
    HandScored,
    MatchSetUp,
    TurnFinished,
    TurnTakenBack,
    Undone,
)
from engine.notation import format_move
from engine.position import Grid
from engine.words import WordList

WORDS = WordList.of(["CAT", "CATS", "CAST", "DO", "DOE", "TOE", "TOES", "GO", "GOAT"])
OPENED = (MatchSetUp("lexicon", ("Anne", "Ben")), HandDealt(exposed="E"))


def turn(
    player: int, before: str, after: str, move: str, drew: str = "", stands: bool = True
) -> TurnFinished:
    ruling = "legal" if stands else "illegal"
    assert drew in ("exposed", "blind", "")
    return TurnFinished(player, before, after, move, ruling, stands, (), drew)  # type: ignore[arg-type]


def told(*events: AnyEvent) -> list[tuple[int, str, str]]:
    return [
        (one.player, one.hand, format_move(one.best.move)) for one in missed_plays(WORDS, (*OPENED, *events))
    ]


LAID = (
    turn(1, "/E", "CAT /E", "+CAT"),
    turn(0, "CAT /E", "CAT GO /E", "+GO"),
    turn(1, "CAT GO /E", "CAT GO /X", "-X*", "blind"),
)


def test_what_was_laid_was_held_and_something_longer_could_have_been() -> None:
    # Anne has AT left: she held GOAT when she laid GO.
    assert told(*LAID, HandScored(("AT", "QZ"))) == [(0, "AGOT", "+GOAT")]


def test_nothing_is_told_while_a_hand_is_played_nor_in_the_next() -> None:
    assert told(*LAID) == []
    assert told(*LAID, HandScored(("AT", "QZ")), HandDealt()) == []


def test_before_a_card_drawn_blind_a_hand_is_not_known_but_one_taken_in_sight_is() -> None:
    unseen = turn(1, "/E", "/X", "-X*", "blind")
    seen = turn(1, "/E", "/X", "-X^", "exposed")
    assert told(unseen, HandScored(("", "DO"))) == []
    assert told(unseen, turn(0, "/X", "/Q", "-Q"), HandScored(("", "DO"))) == []
    # Ben has DOE left, the E of which he took: he discarded his X while he held DOX.
    assert told(seen, HandScored(("", "DEO"))) == [(1, "DOX", "+DO")]


def test_a_hand_dealt_in_sight_is_known_from_the_start() -> None:
    events = (
        MatchSetUp("lexicon", ("Anne", "Ben")),
        HandDealt(("QQ", "DOX"), "E"),
        turn(1, "/E", "/X", "-X*", "blind"),
        HandScored(("QQ", "DOZ")),
    )
    assert [(one.event, one.hand) for one in missed_plays(WORDS, events)] == [(2, "DOX")]


def test_a_lost_turn_leaves_the_hand_and_anything_was_better() -> None:
    lost = turn(1, "/E", "TAC /E", "+TAC", stands=False)
    assert told(lost, HandScored(("", "ACT"))) == [(1, "ACT", "+CAT")]
    bluff = turn(1, "/E", "TAC /E", "+TAC")
    settled = ChallengeSettled(0, ("TAC",), "word bad")
    assert told(bluff, settled, HandScored(("", "ACT"))) == [(1, "ACT", "+CAT")]


def test_an_exchange_gives_back_what_it_took() -> None:
    # Ben changed CAT's C for no better card: DOE would need D, O and E in hand before.
    exchanged = turn(1, "GO /E", "DO /E", "1:GO=DO")
    found = told(exchanged, HandScored(("", "GOE")))
    assert found == [(1, "DEO", "+DOE")]


def test_the_best_play_is_not_missed_by_who_made_it() -> None:
    assert told(turn(1, "/E", "CAT /E", "+CAT"), HandScored(("", ""))) == []


def test_what_was_taken_back_undone_or_put_right_is_not_reckoned() -> None:
    first = turn(1, "/E", "GO /E", "+GO")
    assert told(first, TurnTakenBack(), HandScored(("", "AGOT"))) == []
    assert told(first, Undone(2), HandScored(("", "AGOT"))) == []
    assert told(first, HandCorrected(1, "AT"), HandScored(("", "AT"))) == []


def test_a_crossword_too() -> None:
    events = (
        MatchSetUp("crossword", ("Anne", "Ben")),
        HandDealt(),
        turn(1, "CA;", "CAT;", "C1>T"),
        turn(0, "CAT;", "CATS;", "D1>S"),
        HandScored(("X", "EO")),
    )
    (found,) = missed_plays(WORDS, events)
    # With TOE in hand Ben could have laid all of it, downwards from the T of CAT, beyond the grid's edge.
    assert (found.player, found.hand, found.best.cards) == (1, "EOT", 3)
    assert isinstance(found.best.result, Grid)
    assert found.best.result.rows[4] == "....CAT..."


def test_a_hand_is_reviewed_turn_by_turn_with_what_it_was_worth() -> None:
    ((first, second, third),) = reviewed_hands(WORDS, (*OPENED, *LAID, HandScored(("AT", "QZ"))))
    assert (first.player, first.hand, first.missed) == (1, "", None)  # drawn blind later: not known
    assert first.played == PlayValue("+CAT", ("CAT",), 3, 26)
    assert (second.player, second.hand, second.played.words) == (0, "AGOT", ("GO",))
    assert second.missed == PlayValue("+GOAT", ("GOAT",), 4, 30)
    assert (third.played.words, third.played.cards, third.missed) == ((), 0, None)


def test_nothing_is_reviewed_during_play_but_hands_that_are_over_can_be_asked_for() -> None:
    events = (*OPENED, *LAID, HandScored(("AT", "QZ")), HandDealt(), turn(0, "/E", "DO /E", "+DO"))
    assert reviewed_hands(WORDS, events) == ()
    (hand,) = reviewed_hands(WORDS, events, every=True)
    assert len(hand) == len(LAID)


def test_what_a_crosswords_turn_made_is_told_wherever_the_grid_has_grown() -> None:
    events = (
        MatchSetUp("crossword", ("Anne", "Ben")),
        HandDealt(),
        turn(1, "CA;", "CAT;", "C1>T"),
        HandScored(("X", "")),
    )
    ((one,),) = reviewed_hands(WORDS, events)
    assert (one.played.words, one.hand, one.missed) == (("CAT",), "T", None)


def test_a_board_is_reviewed_by_what_plays_pay_and_a_rack_filled_up_again_is_not_known() -> None:
    blank = ";".join(["." * 19] * 19)
    laid = ";".join(["." * 19] * 9 + ["........CAT........"] + ["." * 19] * 9)
    events = (
        MatchSetUp("keyword", ("Anne", "Ben")),
        HandDealt(("AAAAAAAAAA", "CATSOOOOOO")),
        turn(1, blank, laid, "I10>CAT"),
        turn(0, laid, laid, "pass"),
        HandScored(("AAAAAAAAAA", "SOOOOOOEEE")),
    )
    ((one, two),) = reviewed_hands(WORDS, events)
    assert (one.hand, one.played.points) == ("ACOOOOOOST", 15)
    assert one.missed is not None
    assert one.missed.points > 15
    assert one.missed.words[0] in {"CAST", "CATS"}
    assert (two.hand, two.missed) == ("AAAAAAAAAA", None)


def test_what_offends_is_not_said_to_have_been_missed_whatever_the_list() -> None:
    words = WORDS.screening(["GOAT"])
    events = (*OPENED, *LAID, HandScored(("AT", "QZ")))
    assert [format_move(one.best.move) for one in missed_plays(WORDS, events)] == ["+GOAT"]
    assert [format_move(one.best.move) for one in missed_plays(words, events)] == []


def worth(*words: str, cards: int = 0, points: int = 0) -> PlayValue:
    return PlayValue("+" + "".join(words), words, cards, points)


def looked_back(
    event: int, player: int, played: PlayValue, best: PlayValue | None, *, stood: bool = True
) -> ReviewedTurn:
    return ReviewedTurn(event, player, "ABC", played, stood, best)


def test_what_cost_the_most_cards_got_away_first_and_then_the_most_points() -> None:
    few = looked_back(2, 0, worth("DO", cards=2, points=8), worth("DOE", cards=3, points=9))
    many = looked_back(3, 1, worth("GO", cards=2, points=9), worth("GOATS", cards=5, points=20))
    more = looked_back(4, 1, worth("GO", cards=2, points=9), worth("TOE", cards=3, points=30))
    fine = looked_back(5, 0, worth("TOE", cards=3, points=9), None)
    assert best_missed(GAMES["lexicon"], (few, many, more, fine), 3) == (many, more, few)
    assert best_missed(GAMES["lexicon"], (few, many, more, fine), 1) == (many,)


def test_a_turn_that_was_lost_was_good_for_nothing() -> None:
    lost = looked_back(2, 0, worth("GAOT", cards=4), worth("CAT", cards=3), stood=False)
    poor = looked_back(3, 1, worth("GO", cards=2), worth("GOAT", cards=4))
    assert best_missed(GAMES["lexicon"], (poor, lost), 1) == (lost,)


def test_a_play_overlooked_turn_after_turn_counts_once() -> None:
    first, again = (looked_back(n, 0, worth(), worth("GOAT", cards=4)) for n in (2, 5))
    another = looked_back(3, 1, worth(), worth("GOAT", cards=4))
    assert len(best_missed(GAMES["lexicon"], (first, another, again), 3)) == 2


def test_on_a_board_points_alone_count() -> None:
    short = looked_back(2, 0, worth("DO", cards=2, points=8), worth("QUIZ", cards=4, points=12))
    dear = looked_back(3, 1, worth("GOAT", cards=4, points=8), worth("ZO", cards=2, points=40))
    assert best_missed(GAMES["keyword"], (short, dear), 1) == (dear,)


def test_what_is_known_besides_the_journal_makes_a_review_whole() -> None:
    events = (*OPENED, turn(1, "/E", "/X", "-X*", "blind"), HandScored(("", "DO")))
    assert [one.hand for one in reviewed_hands(WORDS, events)[0]] == [""]
    told = reviewed_hands(WORDS, events, known_hands={2: "GOATX"})[0]
    assert [(one.hand, one.missed and one.missed.words) for one in told] == [("GOATX", ("GOAT",))]

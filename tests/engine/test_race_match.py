"""Test My Word as a match. `[FOR]1* []0` means: FOR lies before the first player, whose horse is on circle
1 and who is to move. Nothing lies before the second player, whose horse is on no circle."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.events import (
    AnyEvent,
    CardsCut,
    HandDealt,
    MatchEnded,
    MatchSetUp,
    PositionCorrected,
    SpecialDrawn,
    TimeUp,
    TurnAmended,
    TurnFinished,
    TurnGiven,
    TurnTakenBack,
    Undone,
)
from engine.explain import ExplanationContext, SettledPosition, WordPlace, explanations, rule_on
from engine.match import Match, fold
from engine.match.racing import race_pass
from engine.match.stages import first_dealer, next_events
from engine.notation import NotationError, format_move, format_position, parse_position
from engine.position import RacePosition
from engine.ruling import Illegal, Legal
from engine.turn.outcome import ruled_turn
from engine.words import WordList

WORDS = WordList.of(["FOR", "OR", "OF", "FORT", "TWO", "AT", "CAT", "COT", "TO", "NOT", "NO", "ON"])
SET_UP = MatchSetUp("my-word", ("Ann", "Bob", "Cy"), {"hands": 2})
DEALT = HandDealt()
Table = Callable[..., Any]


def match_of(*events: AnyEvent) -> Match:
    match = fold([SET_UP, *events])
    assert match is not None
    return match


def lies(match: Match) -> str:
    return format_position(match.position)


def forms(match: Match, *rows: str) -> TurnFinished:
    """Let the player whose turn it is form `rows`. Return the turn with its ruling."""
    before = match.position
    assert isinstance(before, RacePosition)
    seat = before.player
    after = RacePosition(
        (*before.laid[:seat], rows, *before.laid[seat + 1 :]), before.horses, seat, before.drawn_kind
    )
    ruling = adjudicate(match.game, WORDS, before, after)
    assert isinstance(ruling, Legal | Illegal)
    return ruled_turn(match, seat, before, after, ruling)


def played(*turns: tuple[str, ...]) -> list[AnyEvent]:
    """Return the events of a race of My Word. Each of `turns` forms these words; for an empty turn the time
    runs out."""
    events: list[AnyEvent] = [DEALT]
    for rows in turns:
        events.append(forms(match_of(*events), *rows) if rows else TimeUp())
    return events


def test_more_cards_laid_than_the_books_have_left_no_less_than_an_empty_stock() -> None:
    turn = forms(match_of(DEALT), "FOR")
    many = replace(turn, after=turn.after.replace("FOR", "FOR" * 30))
    table = match_of(DEALT, many).table
    assert "FORFOR" in format_position(table.position)
    assert table.stock == 0


def test_mw_1_three_cards_for_the_first_turn_and_one_for_each_after() -> None:
    match = match_of(DEALT)
    assert (match.turn, lies(match)) == (1, "[]0 []0* []0")
    assert [hand.count for hand in match.table.hands] == [0, 3, 0]
    assert match.table.stock == 72 - 3
    one = match_of(*played(("FOR",)))
    assert [hand.count for hand in one.table.hands] == [0, 4, 0]
    round_ = match_of(*played((), (), ()))
    assert [hand.count for hand in round_.table.hands] == [3, 4, 3]
    assert round_.table.cards == 72


def test_mw_3_a_single_word_plays_again_crossed_words_end_the_turn_and_nothing_loses_it() -> None:
    assert lies(match_of(*played(("FOR",)))) == "[]0 [FOR]1* []0"
    assert lies(match_of(*played(("OR", "F.")))) == "[]0 [OR;F.]1 []0*"
    assert lies(match_of(*played(()))) == "[]0 []0 []0*"


def test_mw_3_what_breaks_a_rule_loses_the_turn_and_moves_no_horse() -> None:
    match = match_of(*played(("ROF",)))
    assert lies(match) == "[]0 [ROF]0 []0*"
    assert match.last is not None
    assert [fault.clause for fault in match.last.breaches] == ["MW-2"]


def test_mw_4_when_the_minute_is_over_the_turn_is_lost() -> None:
    assert match_of(DEALT, TimeUp()).turn == 2


def test_mw_5_a_joker_is_discarded_at_the_end_of_the_turn() -> None:
    match = match_of(*played(("F?R",)))
    assert (match.table.pile, match.table.hands[1].count) == (1, 3)
    assert match.table.hands[1].known_cards == "FR"


@pytest.mark.parametrize("how", ["another word", "nothing formed", "time up"])
def test_mw_5_a_joker_that_was_not_used_is_discarded_too(how: str) -> None:
    known = HandDealt(("", "?FOR", "ATN"))
    begun = match_of(known)
    turn = TimeUp() if how == "time up" else forms(begun, "FOR") if how == "another word" else None
    match = match_of(known, turn or race_pass(begun))
    assert (match.table.hands[1].known_cards, match.table.pile) == ("FOR", 1)


def test_mw_6_a_number_card_is_done_as_it_says_and_discarded() -> None:
    drawn = [*played(("FOR",)), SpecialDrawn(1, "number")]
    match = match_of(*drawn)
    assert lies(match) == "[]0 [FOR]1*number []0"
    assert (match.table.pile, match.table.hands[1].count, match.table.cards) == (1, 3, 72)
    assert match_of(*drawn, forms(match, "TWO")).position == parse_position("[]0 [TWO]2* []0")
    with pytest.raises(ValueError, match="isn't Ann's turn to draw"):
        match_of(DEALT, SpecialDrawn(0, "picture"))


def race_to(*horses: str) -> list[AnyEvent]:
    """Return the events that begin a race and set it to the given states. Each of `horses` is a player's
    words and circle in notation."""
    return [DEALT, PositionCorrected(" ".join(horses))]


def home(match: Match, seat: int) -> TurnFinished:
    """Return the turn in which `seat` reaches home, as it is written when the players report it."""
    before = match.position
    assert isinstance(before, RacePosition)
    now = format_position(before).split()
    now[seat] = now[seat].replace("[]", "[COT]")
    return TurnFinished(seat, format_position(before), " ".join(now), "+COT", "legal", True)


def test_mw_7_ten_points_then_five_and_the_second_begins_the_next_race() -> None:
    events = race_to("[]6", "[]6*", "[]6")
    events.append(home(match_of(*events), 1))
    first = match_of(*events)
    assert (first.scores.totals, first.hand.home, first.turn) == ((0, 10, 0), (1,), 2)
    events += [TimeUp(), home(match_of(*events, TimeUp()), 0)]
    second = match_of(*events)
    assert (second.scores.totals, second.hand.home, second.turn) == ((5, 10, 0), (1, 0), None)
    assert second.scores.winners is None
    assert match_of(*events, DEALT).turn == 0


def run(*homes: int) -> list[AnyEvent]:
    """Return the events of one race in which the players of `homes` reach home in this order."""
    events: list[AnyEvent] = [DEALT, PositionCorrected("[]6* []6 []6")]
    for seat in homes:
        events.append(TurnGiven(seat))
        events.append(home(match_of(*events), seat))
    return events


@pytest.mark.parametrize(("first", "second"), [(1, 0), (0, 1), (0, 2), (2, 0), (1, 2)])
def test_mw_7_the_second_home_begins_a_new_match_of_the_same_players_too(first: int, second: int) -> None:
    one = [replace(SET_UP, options={"hands": 1}), *run(first, second)]
    over = fold(one)
    assert over is not None
    assert over.over
    (again,) = next_events(over, one)
    begun = fold([*one, again, DEALT])
    assert begun is not None
    assert begun.turn == second


def test_mw_7_people_keep_the_first_move_when_they_change_seats() -> None:
    over = fold([replace(SET_UP, options={"hands": 1}), *run(1, 2)])
    assert over is not None
    for seated in (("Ann", "Bob", "Cy"), ("Cy", "Ann", "Bob"), ("Bob", "Cy", "Ann")):
        first = (first_dealer(over, over.game, seated) + 1) % 3
        assert seated[first] == "Cy"
    assert first_dealer(over, over.game, ("Ann", "Bob", "Di")) == 0


def test_mw_7_a_race_that_was_not_run_leaves_the_first_move_to_the_next() -> None:
    stopped = match_of(*run(1), MatchEnded())
    assert first_dealer(stopped, stopped.game, stopped.players) == 1


def test_mw_1_the_first_to_turn_up_an_a_begins() -> None:
    assert match_of(CardsCut(("Q", "B", "A")), DEALT).turn == 2


def test_mw_7_who_is_home_plays_no_more() -> None:
    events = race_to("[]6", "[]6*", "[]6")
    events += [home(match_of(*events), 1), TimeUp(), TimeUp()]
    assert match_of(*events).turn == 2


def test_after_the_arranged_races_the_most_points_win() -> None:
    events: list[AnyEvent] = []
    for _ in range(2):
        events += [DEALT, TurnGiven(1), PositionCorrected("[]6 []6* []6")]
        events.append(home(match_of(*events), 1))
        events += [TurnGiven(0)]
        events.append(home(match_of(*events), 0))
    match = match_of(*events)
    assert (match.scores.totals, match.scores.winners) == ((10, 20, 0), (1,))


def test_a_turn_taken_back_gives_its_prize_back() -> None:
    events = race_to("[]6", "[]6*", "[]6")
    before = match_of(*events)
    after = match_of(*events, home(before, 1), TurnTakenBack())
    assert (after.scores.totals, after.hand.home, after.turn) == ((0, 0, 0), (), 1)
    assert after.position == before.position


def test_a_turn_taken_back_short_of_home_moves_the_horse_back_and_costs_nobody_a_prize() -> None:
    events = [*race_to("[]6", "[]6*", "[]5"), TurnGiven(2)]
    before = match_of(*events)
    turn = home(before, 2)
    assert match_of(*events, turn).hand.home == ()
    after = match_of(*events, turn, TurnTakenBack())
    assert (after.scores.totals, after.hand.home, after.position) == (
        before.scores.totals,
        (),
        before.position,
    )
    first = [*events, TurnGiven(1)]
    ahead = [*first, home(match_of(*first), 1)]
    turn = home(match_of(*ahead), 2)
    again = match_of(*ahead, turn, TurnTakenBack())
    assert (again.scores.totals, again.hand.home) == ((0, 10, 0), (1,))


@given(st.lists(st.sampled_from((("FOR",), ("OR", "F."), ("ROF",), ("FORT",), ("F?R",), ())), max_size=8))
def test_no_card_is_lost_and_an_undone_turn_leaves_no_trace(turns: list[tuple[str, ...]]) -> None:
    events = played(*turns)
    match = match_of(*events)
    assert match.table.cards == 72
    if len(events) > 1:
        assert match_of(*events, Undone(len(events))) == match_of(*events[:-1])


@given(
    st.integers(0, 3),
    st.lists(st.sampled_from(((), ("FOR",), ("OR", "F."), ("c?T",))), min_size=4, max_size=4),
)
def test_the_notation_reads_back(player: int, laid: list[tuple[str, ...]]) -> None:
    for drawn in ("letter", "number", "picture"):
        fronts = RacePosition(tuple(laid), (0, 3, 7, 12), player, drawn)
        assert parse_position(format_position(fronts)) == fronts


@pytest.mark.parametrize(
    "text", ["[FOR]1", "[FOR]* []0", "[FO;R]1*", "[FOR]1* [OR]2*", "[F-R]1*", "[FOR]1*joker"]
)
def test_bad_notation_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(NotationError, match=r"^[^\n]+$"):
        parse_position(text)


def seen(before: str, table: Any, *places: WordPlace | None) -> str:
    """Return the kind of ruling on the observed table, and its move in notation."""
    context = ExplanationContext(configured("my-word"), WORDS)
    found = explanations(SettledPosition(parse_position(before), places), table.seen(), context)
    ruling = rule_on(found, context).ruling
    move = getattr(ruling, "move", None)
    return f"{type(ruling).__name__.lower()} {format_move(move) if move else '-'}"


def test_what_lies_before_the_others_is_none_of_this_turns_business(empty_table: Table) -> None:
    """Ann has formed FOR. Meanwhile Bob's FORT was pushed, and the joker in it is gone. That has no
    influence on Ann's turn."""
    table = empty_table(1).word("FOR", 400, 700).word("F.RT".replace(".", ""), 500, 130, 181).piles("?", 1100)
    bobs = WordPlace((480, 120), 0)
    assert seen("[]0* [F?RT]1", table, None, bobs) == "legal +FOR"


def test_words_that_cross_are_read_whichever_way_their_player_sits(empty_table: Table) -> None:
    for angle in (0, 90, 180, 270):
        table = empty_table(angle).grid(("OR", "F."), 500, 400, angle)
        assert seen("[]0* []0", table) == "legal +OR & +OF"


def test_cards_taken_up_to_be_laid_anew_are_no_turn(empty_table: Table) -> None:
    context = ExplanationContext(configured("my-word"), WORDS)
    for table in (empty_table(2).piles("?"), empty_table(2).word("FOR", 430, 690, 3)):
        (same, *_) = explanations(SettledPosition(parse_position("[FOR]1* []0")), table.seen(), context)
        assert not same.changed


def test_two_heaps_of_cards_before_one_player_are_asked_about_never_accused(empty_table: Table) -> None:
    rng = random.Random(5)
    for _ in range(20):
        x = rng.uniform(300, 800)
        table = empty_table(3).word("FOR", x, 700).word("TAC", x, 300)
        assert seen("[]0* []0", table).startswith("unclear")


def test_hands_that_are_known_are_those_after_the_first_draw_and_no_more_than_the_pack_holds() -> None:
    size = match_of(DEALT).game.pack.size + match_of(DEALT).game.race.special_cards
    hands = match_of(HandDealt((str(size - 2), "1", "1"))).table
    assert ([hand.count for hand in hands.hands], hands.stock) == ([size - 2, 1, 1], 0)
    known = match_of(HandDealt(("2", "FOR", "1"))).table
    assert ([hand.count for hand in known.hands], known.stock) == ([2, 3, 1], size - 6)
    for wrong in ((str(size - 1), "1", "1"), ("3", "3")):
        with pytest.raises(ValueError, match="not one for each player, or more than the pack holds"):
            match_of(HandDealt(wrong))


def test_a_turn_may_be_corrected_after_which_its_player_drew_a_special_card() -> None:
    """Bob formed AT, moved, and drew a picture card in his extra turn. Then it turns out that AT was no word,
    so that he had no extra turn. His card stays drawn."""
    set_up = MatchSetUp("my-word", ("Ann", "Bob"), {"track": "2 2 2"})
    start, formed = (format_position(RacePosition(((), laid), (0, 0), 1)) for laid in ((), ("AT",)))
    at = TurnFinished(1, start, formed, "+AT", "legal", True)
    events = (set_up, HandDealt(), at, SpecialDrawn(1, "picture"))
    match = fold([*events, TurnAmended(2, start, start, "pass", "legal", True)])
    assert match is not None
    assert isinstance(match.position, RacePosition)
    assert (match.turn, match.position.drawn_kind, match.position.horses) == (1, "picture", (0, 0))

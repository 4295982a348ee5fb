"""Test a patience as a match: dealt onto the table, played, won or lost, and replayed from its events."""

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.events import (
    AnyEvent,
    HandDealt,
    MatchEnded,
    MatchSetUp,
    PositionCorrected,
    TurnFinished,
    TurnTakenBack,
    Undone,
)
from engine.game import Seats
from engine.match import Match, fold
from engine.notation import format_position, parse_position
from engine.ruling import Legal
from engine.turn.outcome import ruled_turn
from engine.words import WordList
from tests.engine.clauses.grids import WORDS as GRID_WORDS
from tests.engine.clauses.grids import board

WORDS = WordList.of(["HOME", "CART", "ACT", "JOT", "JOB", "CARE"])


def begun(game: str, position: str) -> list[AnyEvent]:
    return [MatchSetUp(game, ("Ada",)), HandDealt(position=position)]


def match_of(events: list[AnyEvent]) -> Match:
    match = fold(events)
    assert match is not None
    return match


def played(events: list[AnyEvent], after: str) -> TurnFinished:
    """Return the turn that leads to `after`, as the referee records it."""
    match = match_of(events)
    now = parse_position(after)
    ruling = adjudicate(match.game, WORDS, match.position, now)
    assert isinstance(ruling, Legal)
    return ruled_turn(match, 0, match.position, now, ruling)


def test_solitaire_1_is_won_when_every_card_is_used() -> None:
    events = begun("solitaire-1", "EMOH|TA|C")
    cards = match_of(events).table.cards
    for after in ("-|TA|C", "-|-|-"):
        events.append(played(events, after))
        assert match_of(events).table.cards == cards
    match = match_of(events)
    assert (match.scores.winners, match.turn, match.scores.totals) == ((0,), None, (0,))


def test_an_undone_word_leaves_no_trace() -> None:
    events = begun("solitaire-1", "EMOH|TA|C")
    before = match_of(events)
    events += [played(events, "-|TA|C"), Undone(2)]
    assert match_of(events) == before


def test_a_patience_given_up_is_lost() -> None:
    match = match_of([*begun("solitaire-1", "EMOH|TA|X"), MatchEnded("no word is left")])
    assert match.over
    assert match.scores.winners == ()


def test_word_solitaire_counts_the_letters_added_and_ends_with_its_pack() -> None:
    events = begun("word-solitaire", "J|C /O *1")
    events.append(played(events, "JO|C /- *1"))
    match = match_of(events)
    assert (match.scores.totals, match.over) == ((1,), False)
    events.append(played(events, "JO|C /T *0"))
    events.append(played(events, "JOT|C /- *0"))
    match = match_of(events)
    assert (match.scores.totals, match.over, match.table.cards) == ((2,), True, 4)


def test_the_clock_is_won_when_its_words_are_complete() -> None:
    done = "|".join(["HOME"] * 12)
    events = begun("clock", f"{done}|CAR /T *0")
    assert configured("clock").seats == Seats(1, 1)
    events.append(played(events, f"{done}|CART /- *0"))
    assert match_of(events).scores.winners == (0,)


def test_a_word_taken_back_gives_back_its_score_and_the_end() -> None:
    events = begun("solitaire-1", "EMOH|TAC")
    events.append(played(events, "-|TAC"))
    before = match_of(events)
    events.append(played(events, "-|-"))
    assert match_of(events).scores.winners == (0,)
    again = match_of([*events, TurnTakenBack()])
    assert (again.scores.winners, again.turn, again.scores.totals) == (None, 0, before.scores.totals)


def corner(*laid: tuple[str, int, int, str]) -> str:
    return format_position(board(*laid))


def words_played(*laid: tuple[str, int, int, str]) -> list[AnyEvent]:
    """Return the events of a match of Keyword Patience in which these words were laid. A word has its
    letters, its row and column, and its direction."""
    events: list[AnyEvent] = [MatchSetUp("keyword-patience", ("Ada",)), HandDealt()]
    for count in range(len(laid)):
        match = match_of(events)
        now = board(*laid[: count + 1])
        ruling = adjudicate(match.game, GRID_WORDS, match.position, now)
        assert isinstance(ruling, Legal), ruling
        events.append(ruled_turn(match, 0, match.position, now, ruling))
    return events


def test_keyword_patience_counts_its_words_and_fills_the_rack_again() -> None:
    match = match_of(words_played(("EASY", 0, 0, ">"), ("YOUNG", 0, 3, "|")))
    assert (match.scores.totals, match.scores.winners, match.turn) == ((2,), None, 0)
    assert match.table.hands[0].count == 10


def test_keyword_patience_is_won_on_the_bottom_right_square() -> None:
    events: list[AnyEvent] = [
        MatchSetUp("keyword-patience", ("Ada",)),
        HandDealt(),
        PositionCorrected(corner(("SAY", 16, 14, "|"))),
    ]
    now = board(("SAY", 16, 14, "|"), ("YOUNG", 18, 14, ">"))
    match = match_of(events)
    ruling = adjudicate(match.game, GRID_WORDS, match.position, now)
    assert isinstance(ruling, Legal)
    events.append(ruled_turn(match, 0, match.position, now, ruling))
    over = match_of(events)
    assert (over.scores.totals, over.scores.winners, over.turn) == ((1,), (0,), None)
    again = match_of([*events, TurnTakenBack()])
    assert (again.scores.totals, again.scores.winners, again.turn) == ((0,), None, 0)
    assert match_of([*events, Undone(3)]).scores.totals == (0,)


def test_a_patience_scores_nothing_before_its_cards_lie_there() -> None:
    for game in ("solitaire-1", "word-solitaire", "clock"):
        assert match_of([MatchSetUp(game, ("Ada",)), HandDealt()]).scores.totals == (0,)


def test_around_the_clock_a_turn_taken_back_leaves_as_many_cards_as_before() -> None:
    dealt = "H|C|B|R|A|T|J|K|L|M|N|O|- /#Q *38"
    events = begun("clock", dealt)
    before = match_of(events)
    events.append(TurnFinished(0, dealt, "HQ" + dealt[1:-8] + "/# *38", "Q@^>1", "legal", stands=True))
    assert match_of(events).scores.totals == (39,)
    assert match_of([*events, TurnTakenBack()]).scores.totals == before.scores.totals


def test_a_patience_is_numbered_anew_when_it_is_dealt_again_but_not_when_the_deal_is_read() -> None:
    """A patience is dealt with two events: the first says that cards were dealt, the second which cards
    they are. Both belong to hand 1. A third deal event begins hand 2."""
    begun: list[AnyEvent] = [MatchSetUp("solitaire-1", ("Ada",))]
    begun += [HandDealt(), HandDealt(position="EMOH|C")]
    dealt, read = match_of(begun[:2]), match_of(begun)
    assert (dealt.hand.number, read.hand.number) == (1, 1)
    again = fold([*begun, HandDealt(position="TABL|E")])
    assert again is not None
    assert again.hand.number == 2


def test_a_turn_without_a_play_that_is_taken_back_leaves_the_number_of_words() -> None:
    events = begun("keyword-patience", "")
    position = format_position(match_of(events).position)
    events += [TurnFinished(0, position, position, "pass", "legal", stands=True), TurnTakenBack()]
    assert match_of(events).scores.totals == (0,)

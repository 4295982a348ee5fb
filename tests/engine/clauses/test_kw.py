"""Test the clauses of Keyword and its variants. Boards are 19 by 19 squares, with `J10` in the middle."""

import pytest

from engine.best import plays
from engine.board import Board, BoardFault, Colour, board_of, parse_board
from engine.catalogue import configured
from engine.events import (
    AnyEvent,
    CardsCut,
    ChallengeSettled,
    HandDealt,
    HandScored,
    KeywordTurned,
    MatchSetUp,
    PackExhausted,
    PrizeNamed,
    TurnFinished,
    TurnTakenBack,
    Undone,
)
from engine.explain.board import squares, with_first_word_placed
from engine.games.keyword import BOARD
from engine.match import Match, fold
from engine.match.stages import first_dealer, next_events, stage
from engine.match.state import Prize
from engine.notation import format_move, parse_position
from engine.option_values import OptionFault
from engine.position import Grid
from engine.rules.board_scoring import colours_of, end_points, play_points
from engine.rules.scoring import challenge_points, credited, standing_after_hand
from engine.rules.vocabulary import is_barred_plural
from engine.ruling import Illegal, Legal, NotListed, OffTheStart, PluralOnly, ProperNoun, ThirdPerson
from engine.turn.outcome import ruled_turn as as_event
from engine.words import WordList
from tests.engine.clauses.grids import WORDS, all_clauses, board, clauses, move, ruled

KW = configured("keyword")
PAIRS = configured("partnership-keyword")
ALONE = configured("keyword-solitaire")
BARE = board()
SEE = ("SEE", 9, 8, ">")
RED: frozenset[Colour] = frozenset({"red"})
BLUE: frozenset[Colour] = frozenset({"blue"})


def test_kw_1_the_first_word_lies_on_the_three_dark_squares_across_or_down() -> None:
    assert move(ruled(KW, BARE, board(SEE))) == "I10>SEE"
    assert move(ruled(KW, BARE, board(("SEE", 8, 9, "|")))) == "J9|SEE"
    assert move(ruled(KW, BARE, board(("SEED", 9, 8, ">")))) == "I10>SEED"
    for astray in (("SEE", 9, 9, ">"), ("SEE", 8, 8, ">"), ("SEED", 9, 7, ">")):
        ruling = ruled(KW, BARE, board(astray))
        assert isinstance(ruling, Illegal)
        assert [type(breach) for breach in ruling.breaches] == [OffTheStart]
        assert clauses(ruling) == {"KW-1"}


def test_kw_1_it_has_three_letters_or_more() -> None:
    assert clauses(ruled(KW, BARE, board(("IS", 9, 8, ">")))) == {"KW-1"}


def test_kw_1_on_a_crossword_without_its_board_nobody_can_tell() -> None:
    assert move(ruled(KW, "....", "SEE.")) == "A1>SEE"


def test_kw_2_the_booklets_diagram_move_by_move() -> None:
    """SEE is laid first. Then ASY makes EASY, O and U make YOU, O and T make OUT, and B makes BOUT."""
    laid = [SEE, ("EASY", 9, 10, "|"), ("YOU", 12, 10, ">"), ("OUT", 11, 12, "|")]
    moves = ["I10>SEE", "K11|ASY", "L13>OU", "M12|O.T"]
    for count, wanted in enumerate(moves):
        assert move(ruled(KW, board(*laid[:count]), board(*laid[: count + 1]))) == wanted
    bout = board(*laid, ("BOUT", 10, 12, "|"))
    assert move(ruled(KW, board(*laid), bout)) == "M11|B"


def test_kw_2_the_booklets_first_diagram_move_by_move() -> None:
    """CAME, SALT and EVEN are laid. Then O makes TOE, and O and E make LOVE and MOO."""
    laid = [
        *[("CAME", 9, 8, ">"), ("SALT", 8, 9, "|"), ("EVEN", 9, 11, "|")],
        *[("TOE", 11, 9, ">"), ("LOVE", 10, 9, ">")],
    ]
    moves = ["I10>CAME", "J9|S.LT", "L11|VEN", "K12>O", "K11>O.E"]
    for count, wanted in enumerate(moves):
        assert move(ruled(KW, board(*laid[:count]), board(*laid[: count + 1]))) == wanted


def test_kw_2_the_booklets_love_leaves_mo_unless_toe_is_there() -> None:
    lying = [("CAME", 9, 8, ">"), ("SALT", 8, 9, "|"), ("EVEN", 9, 11, "|")]
    ruling = ruled(KW, board(*lying), board(*lying, ("LOVE", 10, 9, ">")))
    assert isinstance(ruling, Illegal)
    assert [breach.word for breach in ruling.breaches if isinstance(breach, NotListed)] == ["MO"]


def test_kw_2_one_line_joined_and_every_run_a_word() -> None:
    lying = board(SEE)
    apart = board(SEE, ("OUT", 2, 2, ">"))
    assert clauses(ruled(KW, lying, apart)) == {"KW-2"}
    about = board(("SEED", 9, 8, ">"), ("NEED", 8, 9, "|"))
    assert "KW-2" in clauses(ruled(KW, lying, about))
    unlisted = ruled(KW, lying, board(("SEEX", 9, 8, ">")))
    assert clauses(unlisted) == {"KW-2"}
    assert {"ALL-1", "ALL-5"} <= all_clauses(unlisted)


def test_kw_2_there_is_no_upper_limit_and_who_cannot_passes() -> None:
    lying = board(("YOU", 9, 8, ">"))
    assert isinstance(ruled(KW, lying, board(("YOU", 9, 8, ">"), ("YOUNG", 9, 8, "|"))), Legal)
    assert move(ruled(KW, lying, lying)) == "pass"
    assert move(ruled(KW, board(("WIL", 9, 8, ">")), board(("WILLING", 9, 8, ">")))) == "L10>LING"


def test_kw_3_no_plural_and_no_third_person_by_adding_s() -> None:
    """LOVE may not become LOVES, although its S also makes SET downwards (the booklet's example). CAT may
    not become CATS, nor SEE become SEES."""
    love, cat = board(("LOVE", 9, 8, ">")), board(("CAT", 9, 8, ">"))
    loves = ruled(KW, love, board(("LOVES", 9, 8, ">"), ("SET", 9, 12, "|")))
    assert isinstance(loves, Illegal)
    assert loves.breaches == (PluralOnly("LOVES", "KW-3"),)
    assert clauses(ruled(KW, cat, board(("CATS", 9, 8, ">")))) == {"KW-3"}
    sees = ruled(KW, board(SEE), board(("SEES", 9, 8, ">")))
    assert isinstance(sees, Illegal)
    assert sees.breaches == (ThirdPerson("SEES", "KW-3"),)


def test_kw_3_unless_the_s_lay_there_and_the_word_is_built_onto_it() -> None:
    """The booklet's examples: CAT may go before the S of EASY, and TRIE before the S of SEE."""
    easy = board(("EASY", 9, 9, "|"))
    cats = board(("EASY", 9, 9, "|"), ("CATS", 11, 6, ">"))
    assert move(ruled(KW, easy, cats)) == "G12>CAT"
    tries = board(SEE, ("TRIES", 5, 8, "|"))
    assert move(ruled(KW, board(SEE), tries)) == "I6|TRIE"


def test_kw_3_of_an_es_it_is_the_s_that_must_have_lain_there() -> None:
    """A plural in ES may be built only onto an S that lies on the table. BOXES through the E of TEA brings
    its own S, and is illegal. BOXES through the S of SEE is legal."""
    tea, see = ("TEA", 8, 11, "|"), ("SEE", 9, 12, "|")
    fresh = ruled(KW, board(tea), board(tea, ("BOXES", 9, 8, ">")))
    assert isinstance(fresh, Illegal)
    assert fresh.breaches == (PluralOnly("BOXES", "KW-3"),)
    assert move(ruled(KW, board(see), board(see, ("BOXES", 9, 8, ">")))) == "I10>BOXE"
    found = {format_move(play.move) for play in plays(KW, WORDS, board(tea), "BOXS")}
    assert not any("BOX" in told for told in found if told.endswith("S"))


def test_kw_3_a_y_that_became_ies_was_given_an_es() -> None:
    """TRIES is TRY with an ES added, so it is among the plurals that KW-3 forbids. SERIES is not: SERY is
    no word."""
    words = WordList.of(["TRY", "TRIES", "SERIES"], like=WORDS)
    barred = [word for word in words if is_barred_plural(word, words, KW.vocabulary)]
    assert barred == ["TRIES"]


def test_kw_3_no_proper_nouns_nor_abbreviations() -> None:
    lying = board(("OUT", 9, 8, ">"))
    rome = ruled(KW, lying, board(("OUT", 9, 8, ">"), ("ROME", 8, 8, "|")))
    assert isinstance(rome, Illegal)
    assert ProperNoun("ROME", "KW-3") in rome.breaches
    short = ruled(KW, board(("REST", 9, 8, ">")), board(("REST", 9, 8, ">"), ("MR", 8, 8, "|")))
    assert isinstance(short, Illegal)
    assert isinstance(short.breaches[0], NotListed)
    assert "KW-3" in all_clauses(short)


def test_kw_4_blanks_are_any_letter_then_fixed() -> None:
    first = ruled(KW, BARE, board(("SE?", 9, 8, ">")))
    assert isinstance(first, Legal)
    assert {position.rows[9][8:11] for position in first.namings if isinstance(position, Grid)} == {
        "SEe",
        "SEt",
    }
    fixed = ruled(KW, board(("SEe", 9, 8, ">")), board(("SEtM", 9, 8, ">")))
    assert "KW-4" in clauses(fixed)


def test_kw_5_letters_pay_by_their_squares() -> None:
    plain = play_points(KW, BARE, board(SEE), RED)
    assert (plain.squares, plain.points) == ((("I10", 5), ("J10", 5), ("K10", 5)), 15)
    lying, after = board(("SEED", 9, 8, ">")), board(("SEED", 9, 8, ">"), ("DRY", 9, 11, "|"))
    assert play_points(KW, lying, after, BLUE).squares == (("L11", 10), ("L12", 10))
    assert play_points(KW, lying, after, RED).squares == (("L11", 5), ("L12", 5))


def test_kw_5_a_key_square_pays_25_and_50_in_ones_own_colour() -> None:
    key = board(("A", 12, 12, ">"))
    assert BOARD.is_key((12, 12))
    assert BOARD.colour((12, 12)) == "blue"
    assert play_points(KW, BARE, key, BLUE).points == 50
    assert play_points(KW, BARE, key, RED).points == 25


def test_kw_5_the_open_keyword_pays_50_more() -> None:
    assert play_points(KW, BARE, board(SEE), RED, "SEE").points == 65
    assert play_points(KW, BARE, board(("SEED", 9, 8, ">")), RED, "SEE").keyword == 0


def test_kw_6_a_challenge_moves_25_points() -> None:
    assert challenge_points(KW, good=True, challenger=2, offender=0) == (2, -25)
    assert challenge_points(KW, good=False, challenger=2, offender=0) == (2, 25)
    ten = configured("keyword", {"challenge_points": 10})
    assert challenge_points(ten, good=False, challenger=1, offender=0) == (1, 10)


def test_kw_7_who_empties_the_rack_gets_50_and_5_for_each_letter_others_hold() -> None:
    assert end_points(KW, [3, 0, 4]) == (0, 85, 0)
    assert standing_after_hand(KW, [100, 20, 30], ["AEI", "", "QRST"]).winners == (1,)


def test_kw_7_nobody_can_so_each_letter_costs_5() -> None:
    standing = standing_after_hand(KW, [100, 20, 30], ["AEI", "Q", "QRST"])
    assert (standing.points, standing.totals, standing.winners) == ((-15, -5, -20), (85, 15, 10), (0,))


def test_kw_partnership_pairs_share_a_total_and_both_colours() -> None:
    assert colours_of(PAIRS, 0) == colours_of(PAIRS, 2) == {"red", "blue"}
    assert colours_of(PAIRS, 1) == {"green", "yellow"}
    assert credited(PAIRS, (10, 20, 10, 20), 2, 5) == (15, 20, 15, 20)
    ended = standing_after_hand(PAIRS, (10, 20, 10, 20), ["", "AB", "C", "D"])
    assert (ended.points, ended.winners) == ((65, 0, 65, 0), (0, 2))


def test_kw_solitaire_only_blue_letters_and_keys_score_and_850_is_the_goal() -> None:
    assert play_points(ALONE, BARE, board(SEE), BLUE).points == 0
    assert play_points(ALONE, BARE, board(("A", 11, 11, ">")), BLUE).points == 10
    assert play_points(ALONE, BARE, board(("A", 2, 2, ">")), BLUE).points == 20
    assert play_points(ALONE, BARE, board(("A", 12, 12, ">")), BLUE).points == 50
    assert end_points(ALONE, [0]) == (50,)
    assert end_points(ALONE, [3]) == (-15,)
    assert standing_after_hand(ALONE, [800], [""]).winners == (0,)
    assert standing_after_hand(ALONE, [799], [""]).winners == ()


def test_kw_party_a_misspelling_costs_nothing() -> None:
    party = configured("keyword-party")
    assert challenge_points(party, good=False, challenger=1, offender=0)[1] == 0
    assert challenge_points(party, good=True, challenger=1, offender=0)[1] == 0


def test_kw_party_what_is_caught_in_time_is_corrected_or_replaced() -> None:
    """At a Keyword party a player who lays a faulty word takes it back and tries again. In Keyword the turn
    is lost."""
    before, after = ";".join(BARE.rows), ";".join(board(("SEX", 9, 8, ">")).rows)
    wrong = TurnFinished(1, before, after, "I10>SEX", "illegal", stands=False)
    for game, turn in (("keyword-party", 1), ("keyword", 0)):
        match = fold([MatchSetUp(game, ("Ada", "Bo")), HandDealt(), wrong])
        assert match is not None
        assert (match.turn, match.position, match.scores.totals) == (turn, BARE, (0, 0))


def begun(*more: AnyEvent) -> list[AnyEvent]:
    return [MatchSetUp("keyword", ("Ada", "Bo")), HandDealt(), *more]


def match_of(events: list[AnyEvent]) -> Match:
    match = fold(events)
    assert match is not None
    return match


def played(events: list[AnyEvent], after: Grid) -> None:
    match = match_of(events)
    ruling = ruled(match.game, match.position if isinstance(match.position, Grid) else BARE, after)
    assert isinstance(ruling, Legal)
    assert match.turn is not None
    events.append(as_event(match, match.turn, match.position, after, ruling))


def test_kw_5_a_match_pays_plays_at_once_and_turns_the_keyword_away() -> None:
    events = begun(KeywordTurned("see"))
    played(events, board(SEE))
    match = match_of(events)
    assert (match.scores.totals, match.keywords.open, match.turn) == ((0, 65), "", 0)
    played(events, board(("SEED", 9, 8, ">")))
    assert match_of(events).scores.totals == (5, 65)


def test_kw_5_a_play_taken_back_or_undone_pays_nothing() -> None:
    events = begun(KeywordTurned("see"))
    before = match_of(events)
    played(events, board(SEE))
    assert match_of([*events, Undone(3)]) == before
    back = match_of([*events, TurnTakenBack()])
    assert (back.scores.totals, back.keywords.open, back.turn) == ((0, 0), "SEE", 1)


def test_kw_the_rack_is_filled_up_to_ten_until_the_letters_are_gone() -> None:
    events = begun()
    played(events, board(SEE))
    assert [holding.count for holding in match_of(events).table.hands] == [10, 10]
    events.append(PackExhausted(stock=0))
    played(events, board(("SEED", 9, 8, ">")))
    assert [holding.count for holding in match_of(events).table.hands] == [9, 10]
    events.append(HandScored(("AB", "")))
    match = match_of(events)
    assert (match.scores.totals, match.scores.winners) == ((5, 75), (1,))


OVER_AND_OVER = (
    (("SEED", 9, 8, ">"),),
    (("SEED", 9, 8, ">"), ("SEED", 9, 8, "|")),
    (("SEED", 9, 8, ">"), ("SEED", 9, 8, "|"), ("SEED", 6, 11, "|")),
)
"""The words on the board after each of three plays of SEED. The second and third SEED go through a letter
of an earlier one."""


@pytest.mark.parametrize(("everyone", "winners"), [(False, (1,)), (True, (1, 0))])
def test_kw_prizes_go_to_the_first_in_the_room_or_to_everybody_at_the_table(
    everyone: bool, winners: tuple[int, ...]
) -> None:
    """SEED is the prize word. Seat 1 spells it first, then seat 0, then seat 1 again. The prize goes to
    seat 1 alone, or to each of the two once if `everyone` may win it."""
    events = begun(PrizeNamed("seed", everyone))
    assert match_of(events).keywords.prizes == (Prize("SEED", everyone),)
    for laid in OVER_AND_OVER:
        played(events, board(*laid))
    assert match_of(events).keywords.prizes == (Prize("SEED", everyone, winners),)


def test_kw_prizes_a_play_taken_back_wins_none() -> None:
    events = begun(PrizeNamed("seed", everyone=True))
    played(events, board(*OVER_AND_OVER[0]))
    assert match_of(events).keywords.prizes[0].winners == (1,)
    assert match_of([*events, TurnTakenBack()]).keywords.prizes == (Prize("SEED", everyone=True),)


def test_kw_a_play_taken_back_or_challenged_keeps_what_was_named_since() -> None:
    """Ada spelt no Keyword. After her turn the first Keyword card and a prize word were named. They stay when
    her turn is taken back, or challenged."""
    events = begun()
    played(events, board(SEE))
    named = [*events, KeywordTurned("lion"), PrizeNamed("seed", everyone=True)]
    for end in (TurnTakenBack(), ChallengeSettled(0, ("SEE",), "word bad")):
        keywords = match_of([*named, end]).keywords
        assert (keywords.open, keywords.prizes) == ("LION", (Prize("SEED", everyone=True),))


def test_kw_prizes_named_before_there_were_table_prizes_still_go_to_the_first() -> None:
    """A journal written before there were table prizes has no field `everyone`. It then counts as False."""
    assert PrizeNamed("SEED") == PrizeNamed("SEED", everyone=False)


PARTY = MatchSetUp("keyword-party", ("Ada", "Bo", "Cy"), draw=True)


def test_kw_party_each_game_begins_with_a_draw_and_the_high_letter_plays_first() -> None:
    begins = fold([PARTY])
    assert begins is not None
    assert (stage(begins), begins.cutting) == ("cutting", (0, 1, 2))
    with pytest.raises(ValueError, match="Ada, Bo and Cy must cut first"):
        fold([PARTY, HandDealt()])
    with pytest.raises(ValueError, match="draw a letter each first: the highest begins"):
        next_events(begins, [PARTY])
    drawn = fold([PARTY, CardsCut(("M", "Q", "C")), HandDealt()])
    assert drawn is not None
    assert drawn.turn == 2
    tied = fold([PARTY, CardsCut(("C", "Q", "C")), CardsCut(("B", "", "D")), HandDealt()])
    assert tied is not None
    assert tied.turn == 0


def test_kw_party_the_next_game_is_drawn_for_anew() -> None:
    events: list[AnyEvent] = [PARTY, CardsCut(("M", "Q", "C")), HandDealt(), HandScored(("A", "", "B"))]
    over = fold(events)
    assert over is not None
    assert over.over
    (again,) = next_events(over, events)
    match = fold([*events, again])
    assert match is not None
    assert match.cutting == (0, 1, 2)


@pytest.mark.parametrize(("game", "draws"), [("keyword", False), ("keyword-party", True), ("lexicon", False)])
def test_only_the_party_draws_before_every_game(game: str, draws: bool) -> None:
    assert configured(game).deal.begins_with_draw is draws


def test_kw_8_after_the_first_game_the_player_left_of_the_last_starter_begins() -> None:
    """Seat 2 drew the highest letter and began. Seat 0 begins the next game, and seat 1 the one after."""
    set_up = MatchSetUp("keyword", ("Ada", "Bo", "Cy"))
    events: list[AnyEvent] = [set_up, CardsCut(("M", "Q", "C"))]
    began = []
    for _ in range(3):
        events.append(HandDealt())
        match = match_of(events)
        began.append(match.turn)
        events.append(HandScored(("A", "", "B")))
        events += next_events(match_of(events), events)
    assert began == [2, 0, 1]


def test_kw_8_also_when_the_next_game_is_set_up_anew() -> None:
    last = fold(
        [MatchSetUp("keyword", ("Ada", "Bo", "Cy"), dealer=1), HandDealt(), HandScored(("A", "", "B"))]
    )
    same, moved, others = ("Ada", "Bo", "Cy"), ("Cy", "Bo", "Ada"), ("Ada", "Bo", "Di")
    assert first_dealer(last, KW, same) == 2
    assert first_dealer(last, KW, moved) == (1 + 1) % 3  # Bo dealt; to the left sits Ada now
    assert first_dealer(last, KW, others) == 0
    assert first_dealer(last, configured("crossword"), same) == 0
    assert first_dealer(None, KW, same) == 0


def test_kw_a_camera_needs_not_find_the_board() -> None:
    """A photograph shows the first word without the board's edges. Its place follows from the dark squares
    in the middle, and later words are placed by it."""
    empty = parse_position(board_text())
    assert isinstance(empty, Grid)
    assert with_first_word_placed(KW, empty, {(0, 0): "S", (1, 0): "E"}) == {(8, 9): "S", (9, 9): "E"}
    assert with_first_word_placed(KW, empty, {(0, 0): "S", (0, 1): "E"}) == {(9, 8): "S", (9, 9): "E"}
    assert len(list(squares(BOARD))) == 361


def board_text() -> str:
    return ";".join(BARE.rows)


def test_kw_a_board_reads_back_and_its_faults_are_named() -> None:
    assert parse_board(BOARD.text).rows == BOARD.rows
    small = ("r.r", "###", "b.b")
    with pytest.raises(BoardFault, match="3 rows"):
        board_of("small", small)
    wrong = (BOARD.rows[0].replace("r", "x", 1), *BOARD.rows[1:])
    with pytest.raises(BoardFault, match="Square 1 in row 1 of the board is “x”"):
        board_of("odd", wrong)
    with pytest.raises(BoardFault, match="dark squares"):
        board_of("bare", tuple("." * 19 for _ in range(19)))
    with pytest.raises(OptionFault, match=r"option board: .* has no such option"):
        configured("lexicon", {"board": BOARD.text})


def test_kw_the_shipped_board_is_fair_to_every_colour_and_says_what_it_is() -> None:
    def counted(colour: str, keys: bool) -> int:
        return sum(BOARD.colour((r, c)) == colour and BOARD.is_key((r, c)) is keys for c, r in squares(BOARD))

    assert {counted(colour, True) for colour in ("red", "blue", "green", "yellow")} == {4}
    assert len({counted(colour, False) for colour in ("red", "blue", "green", "yellow")}) == 1
    assert BOARD.note.startswith("Reasoned, not the booklet's")
    assert isinstance(BOARD, Board)


def test_kw_best_finds_what_pays_most_and_only_what_is_legal() -> None:
    first = plays(KW, WORDS, BARE, "SEEDX")
    assert [format_move(play.move) for play in first] == ["I10>SEED", "J9|SEED", "I10>SEE", "J9|SEE"]
    cat = board(("CAT", 9, 8, ">"))
    found = {format_move(play.move) for play in plays(KW, WORDS, cat, "SA")}
    assert "L10>S" not in found  # CATS
    assert all(
        isinstance(ruled(KW, cat, grid_in(play.result)), Legal) for play in plays(KW, WORDS, cat, "SAET")
    )


def grid_in(position: object) -> Grid:
    assert isinstance(position, Grid)
    return position

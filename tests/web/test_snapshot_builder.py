from dataclasses import replace

import pytest

from engine.breach_codec import written_breach
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandCounted,
    HandDealt,
    HandScored,
    MatchEnded,
    MatchSetUp,
    Option,
    QuestionAsked,
    TimeUp,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    TurnTakenBack,
    Undone,
)
from engine.explain.explanation import Explanation
from engine.explain.ruled_play import RuledPlay
from engine.match import Match, fold
from engine.moves import Lay
from engine.observation import Observation, Reading, Sighting
from engine.position import Rows
from engine.ruling import Illegal, Legal, NotListed, TwoWordsTouched
from engine.shared.condition import Condition, DirtyLens, Glare, TooDark
from engine.turn.lost_patience import NO_WORD
from engine.turn.turn_state import (
    Proposal,
)
from engine.words import WordRefusal
from web import game_views, question_views
from web.history_fold import FoldedHistory, folded_history
from web.picture_views import notices, picture
from web.proposal_views import proposed_play
from web.requests import Answer
from web.snapshot import Proposed, Snapshot, decode, encode
from web.snapshot_builder import LiveParts, snapshot

PLAYERS = ("Ann", "Bertrand", "Cleo")
DEALT: tuple[AnyEvent, ...] = (
    MatchSetUp(game="lexicon", players=PLAYERS),
    HandDealt(exposed="Q"),
)
LAID = TurnFinished(player=1, before="/Q", after="MOTHER /Q", move="+MOTHER", ruling="legal", stands=True)
UNLISTED = written_breach(NotListed("MOTHRE", WordRefusal.NOT_LISTED))
SWAPPED = written_breach(TwoWordsTouched(("CAT", "DOG")))
BAD = TurnFinished(
    player=1,
    before="/Q",
    after="MOTHRE /Q",
    move="+MOTHRE",
    ruling="illegal",
    stands=False,
    breaches=(UNLISTED, SWAPPED),
)


def shown(*events: AnyEvent, live: LiveParts | None = None, dealt: tuple[AnyEvent, ...] = DEALT) -> Snapshot:
    match = fold((*dealt, *events))
    assert isinstance(match, Match)
    return snapshot(match, folded_history(FoldedHistory(), (*dealt, *events)), live or LiveParts())


def test_cards_go_back_into_the_hand_or_where_there_is_none_to_where_they_lay() -> None:
    assert shown(BAD).proposal == Proposed("Bertrand takes the cards back.", 1)
    assert shown(BAD, live=LiveParts(all_taken_back=True)).proposal is None
    dealt = (MatchSetUp(game="solitaire-1", players=("Ann",)), HandDealt(position="MO|H"))
    spelt = TurnFinished(0, "MO|H", "MO|-", "H@2", "illegal", stands=False, breaches=(UNLISTED,))
    told = shown(spelt, dealt=dealt).proposal
    assert told == Proposed("Put the cards back where they lay.", 0)


@pytest.mark.parametrize(
    ("game", "position", "end", "told"),
    [
        (
            "solitaire-1",
            "C|-",
            MatchEnded(NO_WORD),
            ("No word can be made of the cards left. This patience is lost.",),
        ),
        ("word-solitaire", "S#|J#", None, ("The last column is closed. The game is over.",)),
        ("solitaire-1", "-|-", None, ()),
    ],
)
def test_a_patience_that_is_lost_is_said_to_be_and_the_next_is_offered(
    game: str, position: str, end: AnyEvent | None, told: tuple[str, ...]
) -> None:
    dealt = (MatchSetUp(game=game, players=("Ann",)), HandDealt(position="C|X"))
    last = TurnFinished(0, "C|X", position, "pass", "legal", stands=True)
    found = shown(last, *((end,) if end else ()), dealt=dealt)
    assert (found.messages.notes, found.scores.over, found.turn) == (told, True, None)
    assert found.scores.winners == (() if told else (0,))


def test_what_the_camera_cannot_see_is_shown_with_what_to_do_and_where() -> None:
    spot, other, smear = (
        ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3)),
        ((0.7, 0.1), (0.8, 0.1), (0.8, 0.3)),
        ((0, 0), (1, 0), (1, 1)),
    )
    found = (
        Condition(Glare(0, 0.3), where=spot),
        Condition(DirtyLens(2.0), where=smear),
        Condition(Glare(4, 0.2), where=other),
        Condition(TooDark(12), "serious"),
    )
    dark, glare, dirty = shown(live=LiveParts(notices=notices(found))).messages.notices
    assert (dark.kind, dark.waits, dark.where) == ("too dark", True, ())
    assert (glare.text, glare.waits, glare.where) == ("2 cards reflect the light.", False, (spot, other))
    assert (dirty.advice, dirty.where) == ("Wipe the lens with a soft cloth.", (smear,))
    assert notices(()) == ()


def test_a_fresh_hand() -> None:
    table = shown()
    assert (table.game, table.hand, table.turn) == ("Lexicon", 1, 1)
    assert [(p.name, p.total, p.cards) for p in table.players] == [(name, 0, 10) for name in PLAYERS]
    assert table.position.exposed is not None
    assert (table.position.exposed.letter, table.position.exposed.figure) == ("Q", 4)
    assert (table.ruling, table.history, table.buttons.may_challenge, table.buttons.may_confirm) == (
        None,
        (),
        False,
        True,
    )


def test_a_legal_turn_is_told() -> None:
    table = shown(LAID)
    assert table.ruling is not None
    assert (table.ruling.kind, table.ruling.player) == ("legal", 1)
    assert "MOTHER" in table.ruling.sentence
    assert (table.position.words, table.turn) == (("MOTHER",), 2)
    assert table.players[1].cards == 4


def test_a_challenge_is_offered_where_it_can_change_something_with_what_comes_of_it() -> None:
    """A word that the table ruled legal is not offered for a challenge, which would only cost points. A
    bluff is, and so is a word that stands although it is not listed."""
    assert (shown(LAID).buttons.contested, shown(LAID).buttons.challenges) == (None, False)
    missed = replace(LAID, ruling="illegal", breaches=(UNLISTED,))
    assert shown(missed).buttons.contested is not None
    quiet = (MatchSetUp("lexicon", PLAYERS, {"mode": "challenge"}), DEALT[1])
    table = shown(LAID, dealt=quiet)
    assert table.buttons.contested is not None
    assert table.buttons.challenges
    assert (table.buttons.contested.words, table.buttons.contested.player, table.buttons.may_challenge) == (
        ("MOTHER",),
        1,
        True,
    )
    assert table.buttons.contested.stakes == (
        "If the word counts, it stands: 10 penalty points for the challenger.",
        "If it doesn't, Bertrand takes the cards back: 10 points off the challenger's score.",
    )


@pytest.mark.parametrize(
    ("game", "options", "stakes"),
    [
        (
            "crossword",
            {"challenge_credit": "offender"},
            (
                "If the word counts, it stands: 10 penalty points for the challenger.",
                "If it doesn't, Bertrand takes the cards back: 10 penalty points for Bertrand.",
            ),
        ),
        (
            "keyword",
            {},
            (
                "If the word counts, it stands: 25 points off the challenger's score.",
                "If it doesn't, Bertrand takes the cards back: 25 points for the challenger.",
            ),
        ),
        (
            "lexicon-party",
            {},
            (
                "If the word counts, it stands.",
                "If it doesn't, Bertrand takes the cards back: 50 penalty points for Bertrand.",
            ),
        ),
    ],
)
def test_what_comes_of_a_challenge_is_as_the_game_has_it(
    game: str, options: dict[str, Option], stakes: tuple[str, ...]
) -> None:
    match = fold((MatchSetUp(game, (*PLAYERS, "Dora"), options), HandDealt()))
    assert match is not None
    assert game_views.stakes(match, 1) == stakes


def test_whose_cards_are_still_to_be_counted_is_told() -> None:
    out = TurnFinished(1, "/Q", "MOTHERLAND /Q", "+MOTHERLAND", "legal", stands=True)
    assert shown(LAID).scores.owing == ()
    assert shown(out).scores.owing == (0, 2)
    assert shown(out, HandCounted(2, "AB")).scores.owing == (0,)


def test_the_cards_beside_a_name_are_those_counted_and_none_once_the_hand_is_scored() -> None:
    out = TurnFinished(1, "/Q", "MOTHERLAND /Q", "+MOTHERLAND", "legal", stands=True)
    held = [(), (HandCounted(2, "AB"),), (HandCounted(2, "AB"), HandScored(("", "", "AB")))]
    found = [[one.cards for one in shown(out, *events).players] for events in held]
    assert found == [[10, 0, 10], [10, 0, 2], [None, None, None]]


def test_a_refusal_says_one_reason_and_why_opens_every_rule_that_was_broken() -> None:
    table = shown(BAD)
    assert table.ruling is not None
    assert table.ruling.kind == "illegal"
    assert table.ruling.sentence == "MOTHRE isn't in the word list. Bertrand takes the cards back."
    assert [clause.id for clause in table.ruling.clauses] == ["ALL-1", "LEX-C3"]
    assert all(clause.text for clause in table.ruling.clauses)
    assert table.position.words == ()
    assert table.proposal is not None
    assert table.proposal.player == 1


def test_challenge_mode_gives_nothing_away() -> None:
    quiet: tuple[AnyEvent, ...] = (
        MatchSetUp(game="lexicon", players=PLAYERS, options={"mode": "challenge"}),
        DEALT[1],
    )
    bluff = TurnFinished(1, "/Q", "MOTHRE /Q", "+MOTHRE", "illegal", stands=True, breaches=(UNLISTED,))
    honest = TurnFinished(1, "/Q", "MOTHRE /Q", "+MOTHRE", "legal", stands=True)
    assert encode(shown(bluff, dealt=quiet)) == encode(shown(honest, dealt=quiet))
    settled = shown(bluff, ChallengeSettled(2, ("MOTHRE",), "word bad"), dealt=quiet)
    assert settled.ruling is not None
    assert (settled.ruling.kind, settled.ruling.clauses[0].id) == ("illegal", "LEX-CH")
    assert settled.ruling.sentence == (
        "Cleo challenged MOTHRE. It doesn't count, and Bertrand takes the cards back. "
        "10 points off Cleo's score."
    )
    assert settled.players[2].total == -10


def test_a_challenge_lost_costs_the_challenger() -> None:
    table = shown(LAID, ChallengeSettled(0, ("MOTHER",), "word good"))
    assert table.ruling is not None
    assert (table.ruling.kind, table.players[0].total) == ("legal", 10)
    assert table.ruling.sentence == "Ann challenged MOTHER. It stands. 10 penalty points for Ann."
    assert not table.buttons.may_challenge


def test_what_was_taken_back_undone_or_corrected_is_not_told() -> None:
    assert shown(LAID, TurnTakenBack()).history == ()
    assert shown(LAID, Undone(2)).history == ()
    challenged = ChallengeSettled(0, ("MOTHER",), "word good")
    assert shown(LAID, challenged, TurnTakenBack()).history == ()
    corrected = TurnCorrected(after="MOTHS /Q", move="+MOTHS", ruling="legal", stands=True)
    assert [turn.move for turn in shown(LAID, corrected).history] == ["+MOTHS"]


def test_the_newest_turn_comes_first_and_the_oldest_are_left_out() -> None:
    words = ["".join(chr(65 + (n * 7 + k) % 26) for k in range(2)) for n in range(12)]
    events = [
        TurnFinished(
            (1 + n) % 3, " ".join(words[:n]), " ".join(words[: n + 1]), f"+{words[n]}", "legal", stands=True
        )
        for n in range(12)
    ]
    history = shown(*events).history
    assert [turn.move for turn in history] == [f"+{word}" for word in words[:3:-1]]


def test_a_turn_that_was_put_right_is_marked_and_shown_as_it_was() -> None:
    laid = TurnFinished(1, "/Q", "MOTH /Q", "+MOTH", "unclear", True)
    right = TurnAmended(2, "/Q", "MOTHS /Q", "+MOTHS", "legal", True, cause="seen")
    turn = shown(laid, right).history[0]
    assert (turn.kind, turn.move, turn.event, turn.amended) == ("legal", "+MOTHS", 2, "seen")
    assert shown(laid).history[0].amended is None


def test_a_question_is_asked_and_its_answer_understood() -> None:
    asked = QuestionAsked(1, "CAT /Q", "C?T /Q", "Which word is it?", ("COT /Q", "CAT DOG /Q", "CAT /X"))
    table = shown(asked)
    assert table.ruling is not None
    assert table.ruling.kind == "unclear"
    question = table.question
    assert question is not None
    assert [choice.label for choice in question.choices] == [
        "Bertrand made CAT into COT",
        "Bertrand laid DOG",
        "Bertrand discarded the X",
        "None of this. Bertrand takes the cards back",
    ]
    values = [choice.value for choice in question.choices]
    meant = [question_views.chosen_text(asked, Answer(question.id, value)) for value in values]
    assert meant == ["COT /Q", "CAT DOG /Q", "CAT /X", ""]
    assert question_views.chosen_text(asked, Answer("another", "0")) is None
    assert question_views.chosen_text(asked, Answer(question.id, "9")) is None
    assert question_views.chosen_text(None, Answer(question.id, "0")) is None


def test_the_moment_is_shown_beside_the_books() -> None:
    live = LiveParts(proposal=Proposed("MOTH", 1), notes=("The picture is too dark.",))
    table = shown(live=live)
    assert table.proposal == live.proposal
    assert table.messages.notes == live.notes
    assert decode(encode(table)) == table


def test_readings_become_marks_in_fractions_of_the_picture() -> None:
    quad = ((100.0, 50.0), (200.0, 50.0), (200.0, 150.0), (100.0, 150.0))
    seen = Observation(
        600.0,
        400.0,
        (
            Sighting(quad, "up", (Reading("E", 0, 0.6), Reading("F", 0, 0.4))),
            Sighting(quad, "up", (Reading("?", 0, 0.99),)),
            Sighting(quad, "down"),
        ),
    )
    shot = picture(3, (1000, 500), seen, (quad, quad, quad))
    assert [(m.letter, m.doubtful) for m in shot.marks] == [("E", True), ("?", False), (None, False)]
    assert shot.marks[0].corners == ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))
    with pytest.raises(ValueError, match="zip"):
        picture(3, (1000, 500), seen, (quad,))


def test_the_quiet_mark_of_a_bluff_is_that_of_an_honest_play() -> None:
    match = fold((MatchSetUp(game="lexicon", players=PLAYERS, options={"mode": "challenge"}), DEALT[1]))
    assert match is not None
    lying = Rows(("MOTHRE",), "Q")
    explanation = Explanation(Rows((), "Q"), lying, 1.0)
    rulings = (Legal(Lay("MOTHRE")), Illegal(Lay("MOTHRE"), (NotListed("MOTHRE", WordRefusal.NOT_LISTED),)))
    marks = [proposed_play(match, Proposal(RuledPlay(explanation, ruling), 0.0)) for ruling in rulings]
    assert marks == [Proposed("Bertrand played MOTHRE.", 1, complete=True)] * 2
    assert proposed_play(match, None) is None


@pytest.mark.parametrize(
    ("ends", "by_photograph", "wanted"),
    [
        (TimeUp(), True, ("Time is up.", "Photograph your hand, Ann and Ben.")),
        (TimeUp(), False, ("Time is up.", "Lay your cards face up, Ann and Ben.")),
        (
            TurnFinished(1, "/K", "CAT /K", "+CAT", "legal", stands=True),
            True,
            ("Ben has gone out!", "Photograph your hand, Ann."),
        ),
    ],
)
def test_whose_cards_are_still_to_be_shown_is_told_until_all_are_counted(
    ends: AnyEvent, by_photograph: bool, wanted: tuple[str, ...]
) -> None:
    events: list[AnyEvent] = [MatchSetUp("lexicon-party", ("Ann", "Ben")), HandDealt(("3", "3"), "K"), ends]
    match, live = fold(events), LiveParts(by_photograph=by_photograph)
    assert match is not None
    assert snapshot(match, FoldedHistory(), live).messages.notes == wanted
    one_less = fold([*events, HandCounted(0, "ABC")])
    assert one_less is not None
    shown = snapshot(one_less, FoldedHistory(), live).messages.notes
    assert not any("Ann" in note for note in shown)


def test_who_photographs_words_before_the_deal_is_told_to_tap_deal() -> None:
    saw, tap = ("I see CAT.",), "Tap “Deal” first: I follow the words from then on."
    set_up = (MatchSetUp("lexicon", PLAYERS),)
    assert shown(live=LiveParts(by_photograph=True, sight_notes=saw), dealt=set_up).messages.saw == (
        *saw,
        tap,
    )
    assert shown(live=LiveParts(by_photograph=True), dealt=set_up).messages.saw == ()
    assert shown(live=LiveParts(by_photograph=True, sight_notes=saw)).messages.saw == saw


def test_a_turn_is_photographed_before_it_is_over_where_people_photograph_the_table() -> None:
    """At a table without a camera the page asks for a photograph before a turn ends. It stops asking when a
    proposal is there, or when a photograph showed nothing new: the turn may be a pass."""
    assert not shown().buttons.awaits_photograph
    assert shown(live=LiveParts(by_photograph=True)).buttons.awaits_photograph
    assert not shown(live=LiveParts(by_photograph=True, repeated=True)).buttons.awaits_photograph
    assert not shown(
        live=LiveParts(by_photograph=True, proposal=Proposed("HAT", 0))
    ).buttons.awaits_photograph


def test_in_a_new_hand_the_ruling_of_the_last_one_is_no_news() -> None:
    assert shown(LAID).ruling is not None
    assert shown(LAID, HandDealt()).ruling is None


@pytest.mark.parametrize(
    ("mode", "why"), [("challenge", "You watch the words yourselves"), ("strict", "I wait until")]
)
def test_why_a_photograph_has_not_ended_the_turn_is_told(mode: str, why: str) -> None:
    dealt = (MatchSetUp(game="lexicon", players=PLAYERS, options={"mode": mode}), HandDealt(exposed="Q"))
    asks = Proposed("Bertrand is laying CXT …", 1, asks=True, posed=True)
    told = shown(
        live=LiveParts(proposal=asks, by_photograph=True, sight_notes=("I see CXT.",)), dealt=dealt
    ).messages.saw
    assert told[0] == "I see CXT."
    assert told[1].startswith(why)
    waits = LiveParts(proposal=replace(asks, asks=False), by_photograph=True, sight_notes=("I see CXT.",))
    assert shown(live=waits, dealt=dealt).messages.saw == ("I see CXT.",)

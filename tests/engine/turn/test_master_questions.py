"""Test that the player who lays a Master names its letter, and no other player does (ALL-2)."""

from collections.abc import Sequence
from operator import ne
from typing import Any

import pytest

from engine.catalogue import GAMES, configured
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandDealt,
    MatchSetUp,
    PositionCorrected,
    QuestionAnswered,
    QuestionAsked,
    TurnAmended,
)
from engine.explain import Explanation, ExplanationContext, rule_on
from engine.grid_frames import in_same_frame
from engine.i18n import UserError
from engine.match import Match, fold, folded_journal, turns
from engine.match.rebase import card_indices
from engine.notation import format_position, parse_position
from engine.position import Grid, Rows
from engine.rules.masters import keeps_cards
from engine.ruling import Illegal, Legal, Ruling, is_flagged
from engine.turn.answers import answer_events
from engine.turn.corrections import card_letter_events
from engine.turn.master_answers import consequent_events
from engine.turn.outcome import turn_events
from engine.wording import say
from engine.words import WordList

LIST = "STRIDE STRODE STRIDES CAT CATS COT CUT HATS HAT BAT RAT FAT MAT PAT SAT VAT EAT OAT TAT TO TON NOT"
WORDS = WordList.of(LIST.split())


class Journal:
    """A match, held as its events like the table's journal."""

    def __init__(self, game: str = "lexicon", lies: str = "/K", players: int = 3, **options: Any) -> None:
        names = ("Ann", "Ben", "Cora", "Dan")[:players]
        self.events: list[AnyEvent] = [MatchSetUp(game, names, options)]
        self.events += [HandDealt(), *([PositionCorrected(lies)] if lies else [])]

    @property
    def match(self) -> Match:
        match = fold(self.events)
        assert match is not None
        return match

    def plays(self, after: str) -> "Journal":
        """Play a turn that ends with `after` on the table."""
        before, now = self.match.position, parse_position(after)
        if isinstance(before, Grid) and isinstance(now, Grid):
            before, now = in_same_frame(before, now)
        found = Explanation(before, now, 1.0, ())
        ruled = rule_on([found], ExplanationContext(self.match.game, WORDS, self.match.packs))
        return self.keeps(turn_events(self.match, ruled, len(self.events)))

    def says(self, said: str) -> "Journal":
        """Answer the oldest open question."""
        return self.keeps(answer_events(folded_journal(self.events), WORDS, said))

    def card_is(self, spot: tuple[int, int], letter: str) -> "Journal":
        return self.keeps(card_letter_events(folded_journal(self.events), WORDS, spot, letter, "said"))

    def keeps(self, new: Sequence[AnyEvent]) -> "Journal":
        self.events += new
        self.events += consequent_events(folded_journal(self.events), WORDS, new)
        return self

    @property
    def asked(self) -> list[QuestionAsked]:
        return [one.question for one in self.match.questions]

    @property
    def lies(self) -> str:
        return format_position(self.match.position)

    @property
    def moves(self) -> list[str]:
        return [turn.turn.move for turn in turns(self.events)]


def test_its_player_is_asked_in_words_which_letter_it_is() -> None:
    (asked,) = Journal().plays("STR?DE /K").asked
    assert asked.player == 1
    assert str(asked.asks) == "Ben, which letter is the Master in STR★DE?"
    assert [str(offer.says) for offer in asked.offers] == ["STRIDE", "STRODE"]
    assert asked.choices == ("STRiDE /K", "STRoDE /K")


def test_once_answered_history_and_table_have_the_letter() -> None:
    journal = Journal().plays("STR?DE /K").says("STRiDE /K")
    assert (journal.lies, journal.moves, journal.asked) == ("STRiDE /K", ["+STRiDE"], [])


def test_a_letter_that_the_word_list_settles_is_asked_of_nobody() -> None:
    journal = Journal().plays("ST?IDE /K")
    assert (journal.lies, journal.moves, journal.asked) == ("STrIDE /K", ["+STrIDE"], [])


def test_of_many_letters_each_is_offered() -> None:
    (asked,) = Journal().plays("?AT /K").asked
    assert [str(offer.says) for offer in asked.offers] == list("BCEFHMOPRSTV")


def test_in_a_game_of_bluff_any_letter_may_be_meant() -> None:
    """The table offers every letter for the Master. If it offered only letters that make a listed word, it
    would betray a bluff."""
    good = Journal(mode="challenge").plays("ST?IDE /K")
    bluff = Journal(mode="challenge").plays("ST?IDX /K")
    for journal in (good, bluff):
        assert "?" in journal.lies
        assert [str(offer.says) for offer in journal.asked[0].offers] == list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    bluff.says("STrIDX /K")
    assert (bluff.lies, bluff.match.turn) == ("STrIDX /K", 2)


def test_two_masters_are_asked_about_one_after_the_other() -> None:
    journal = Journal(players=3).plays("?A? /K")
    assert journal.lies == "?At /K"  # whatever letter the first Master is
    assert len(journal.asked) == 1
    two = Journal(mode="challenge").plays("?A? /K")
    (first,) = two.asked
    assert str(first.asks) == "Ben, which letter is the first Master in ★A★?"
    two.says("hA? /K")
    (second,) = two.asked
    assert str(second.asks) == "Ben, which letter is the Master in HA★?"
    assert two.says("hAx /K").lies == "hAx /K"


def test_the_game_goes_on_and_a_late_answer_still_counts() -> None:
    journal = Journal().plays("STR?DE /K").plays("STR?DE TO /K").plays("STR?DE TON /K")
    assert [asked.player for asked in journal.asked] == [1]
    journal.says("STRoDE /K")
    assert (journal.lies, journal.moves) == ("STRoDE TON /K", ["+STRoDE", "+TO", "2:TO<TON"])


def test_a_later_play_may_leave_one_letter_only() -> None:
    """Ben's Master in STR?DE may be an I or an O. Then S is added: STRODES is no word, so the Master is an
    I, and the question lapses."""
    journal = Journal().plays("STR?DE /K").plays("STR?DES /K")
    assert (journal.lies, journal.asked) == ("STRiDES /K", [])
    assert journal.moves == ["+STRiDE", "1:STRiDE<STRiDES"]
    (lapsed,) = [event for event in journal.events if isinstance(event, QuestionAnswered)]
    assert lapsed.lapsed
    (put,) = [event for event in journal.events if isinstance(event, TurnAmended)]
    assert put.cause == "declared"


def test_a_correction_of_the_word_asks_again_and_answers_nothing() -> None:
    journal = Journal().plays("C?T /K")
    journal.card_is((0, 0), "H")
    assert journal.lies == "HaT /K"  # nothing else is listed
    assert journal.asked == []
    again = Journal().plays("STR?DE /K").says("STRiDE /K").card_is((0, 3), "?")
    assert again.lies == "STR?DE /K"
    assert [str(asked.asks) for asked in again.asked] == ["Ben, which letter is the Master in STR★DE?"]
    assert again.says("STRoDE /K").lies == "STRoDE /K"
    assert again.moves == ["+STRoDE"]


def test_another_letter_beside_an_open_master_brings_new_answers() -> None:
    journal = Journal().plays("C?T /K")
    (before,) = journal.asked
    journal.card_is((0, 0), "?")
    (after,) = journal.asked
    assert before.choices != after.choices
    assert "first Master" in str(after.asks)


def test_it_may_be_left_open() -> None:
    journal = Journal().plays("STR?DE /K").says("")
    assert (journal.lies, journal.asked) == ("STR?DE /K", [])


def test_no_other_answer_is_taken() -> None:
    journal = Journal().plays("STR?DE /K")
    with pytest.raises(UserError, match="stand for that letter"):
        journal.says("STRaDE /K")


def test_a_word_that_went_back_is_not_asked_about() -> None:
    journal = Journal(mode="challenge").plays("ST?IDX /K")
    assert journal.asked
    journal.keeps([ChallengeSettled(2, ("ST?IDX",), "word bad")])
    assert journal.asked == []


def test_a_journal_of_an_earlier_version_is_answered_as_it_asked() -> None:
    journal = Journal().plays("STR?DE /K")
    (asked,) = journal.asked
    old = QuestionAsked(1, asked.before, asked.choices[0], "Which?", asked.choices, "Master", asked.turn)
    journal.events = [*journal.events[:-1], old]
    assert journal.says("STRoDE /K").lies == "STRoDE /K"


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.layout == "grid"])
def test_crosswords_and_boards_ask_alike(game: str) -> None:
    journal = Journal(game, "", players=GAMES[game].seats.least)
    rows = list(journal.match.position.lines) or ["....."]
    middle, at = (0, 0) if game == "keyword-patience" else (len(rows) // 2, len(rows[0]) // 2 - 1)
    rows[middle] = rows[middle][:at] + "C?T" + rows[middle][at + 3 :]
    journal.plays(format_position(Grid(tuple(rows))))
    (asked,) = [asked for asked in journal.asked if asked.about == "Master"]
    assert [str(offer.says) for offer in asked.offers] == ["CAT", "COT", "CUT"]
    one = next(one for one in journal.match.questions if one.question == asked)
    journal.keeps(answer_events(folded_journal(journal.events), WORDS, asked.choices[1], one.event))
    assert "CoT" in journal.lies
    assert "o" in journal.moves[0]


def test_a_race_asks_for_its_joker() -> None:
    journal = Journal("my-word", "", players=2).plays("[]0 [C?T]1*")
    (asked,) = journal.asked
    assert str(asked.asks) == "Ben, which letter is the Master in C★T?"
    assert [str(offer.says) for offer in asked.offers] == ["CAT", "COT", "CUT"]
    journal.says(asked.choices[2])
    assert journal.lies == "[]0 [CuT]1*"
    assert journal.moves == ["+CuT"]


def test_a_clock_asks_when_the_word_is_whole() -> None:
    words = WordList.of(["HOME", "HOPE", "HOSE", "CARE"])
    lies = "HO|C|B|R|A|T|L|S|E|Z|B|J|T /##? *33"
    events: list[AnyEvent] = [MatchSetUp("clock", ("Ann",)), HandDealt(position=lies)]
    for after in ("HO?|C|B|R|A|T|L|S|E|Z|B|J|T /## *33", "HO?E|C|B|R|A|T|L|S|E|Z|B|J|T /## *33"):
        match = fold(events)
        assert match is not None
        found = Explanation(match.position, parse_position(after), 1.0, ())
        ruled = rule_on([found], ExplanationContext(match.game, words, match.packs))
        events += turn_events(match, ruled, len(events))
    (asked,) = [event for event in events if isinstance(event, QuestionAsked)]
    assert [str(offer.says) for offer in asked.offers] == ["HOME", "HOPE", "HOSE"]
    told = fold((*events, *answer_events(folded_journal(events), words, asked.choices[1])))
    assert told is not None
    assert told.position.lines[0] == "HOpE"


GROWN = [
    (was, now)
    for was in WORDS
    for now in WORDS
    if was != now and (keeps_cards(was, now) or (len(was) == len(now) and sum(map(ne, was, now)) < len(was)))
]


@pytest.mark.parametrize("mode", ["strict", "challenge"])
@pytest.mark.parametrize(("was", "now"), GROWN)
def test_nobody_is_accused_of_building_on_a_master_that_nobody_has_named(
    was: str, now: str, mode: str
) -> None:
    """A word with an unnamed Master is built on. The play is never called illegal if some letter for the
    Master makes it legal."""
    context = ExplanationContext(configured("lexicon", {"mode": mode}), WORDS)

    def ruled(before: str, after: str) -> Ruling:
        found = [Explanation(Rows((before,), "K"), Rows((after,), "K"), 1.0, ())]
        return rule_on(found, context).ruling

    for place, at in enumerate(card_indices(was, now)):
        named = with_master(was, place, was[place].lower()), with_master(now, at, was[place].lower())
        if now[at] == was[place] and isinstance(ruled(*named), Legal):
            lies, after = with_master(was, place, "?"), with_master(now, at, "?")
            assert isinstance(ruled(lies, after), Legal), (lies, after)


def with_master(word: str, place: int, master: str) -> str:
    return word[:place] + master + word[place + 1 :]


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        ("lexicon", "?OT", "?ON"),
        ("crossword", "......;.C?T..;......;......", "......;.C?T..;..O...;......"),
    ],
)
def test_in_a_game_of_bluff_no_word_list_tells_that_a_master_changed_its_letter(
    game: str, before: str, after: str
) -> None:
    at, now = parse_position(before), parse_position(after)
    options: dict[str, str | int | bool] = {"mode": "challenge"}
    ruling = rule_on(
        [Explanation(at, now, 1.0, ())], ExplanationContext(configured(game, options), WORDS)
    ).ruling
    assert isinstance(ruling, Illegal)
    assert "No letter for the Master makes words of both" in say(ruling)
    assert not is_flagged(ruling, "challenge")

"""Test Masters on phones: the letter is marked in the word, and named in the sentence."""

from dataclasses import replace

from engine.events import AnyEvent, HandDealt, MatchSetUp, Offer, QuestionAsked, TurnFinished
from engine.i18n import Sentence
from engine.match import fold
from web import match_history, question_views, snapshot_builder, turn_views
from web.history_fold import FoldedHistory, folded_history
from web.snapshot import Ruled


def journal(word: str, mode: str = "strict") -> list[AnyEvent]:
    return [
        MatchSetUp("lexicon", ("Ann", "Ben"), {"mode": mode}),
        HandDealt(),
        TurnFinished(1, "/K", f"{word} /K", f"+{word}", "legal", stands=True),
    ]


def test_the_letter_is_marked_in_the_sentence_and_said_in_words() -> None:
    (ruled,) = turn_views.shown_rulings(folded_history(FoldedHistory(), journal("STRiDE")).rulings)
    assert ruled.sentence == "Ben played STRIDE. The I is a Master. 4 cards left."
    assert turn_views.ruling_sentence(ruled) == (
        'Ben played STR<b class="master">I</b>DE. The I is a Master. 4 cards left.'
    )


def test_no_other_word_is_marked_and_no_name_is_markup() -> None:
    ruled = Ruled("legal", "<i>Al</i> made CAT of CATS and SCAT.", masters=("CaT",))
    assert turn_views.ruling_sentence(ruled) == (
        '&lt;i&gt;Al&lt;/i&gt; made C<b class="master">A</b>T of CATS and SCAT.'
    )


def test_a_master_without_a_letter_is_a_star_everywhere() -> None:
    events = journal("STR?DE", mode="challenge")
    match = fold(events)
    assert match is not None
    shown = snapshot_builder.snapshot(match, folded_history(FoldedHistory(), events))
    assert shown.buttons.contested is not None
    assert shown.buttons.contested.words == ("STR★DE",)
    back = match_history.folded_match(events)
    assert back is not None
    assert back.turns[0].words == ("STR?DE",)
    assert "?" not in shown.history[0].sentence


def test_statistics_have_the_word_with_its_letter() -> None:
    told = match_history.folded_match(journal("STRiDE"))
    assert told is not None
    assert told.turns[0].words == ("STRiDE",)


def test_letters_alone_are_shown_close_together() -> None:
    offers = tuple(Offer(Sentence(letter)) for letter in "BC")
    asked = QuestionAsked(1, "/K", "?AT /K", "", ("bAT /K", "cAT /K"), "Master", 2, offers=offers)
    assert question_views.question_shown(asked).letters
    assert not question_views.question_shown(replace(asked, offers=())).letters

"""Masters as phones show them: the letter in the word, marked, and said in the sentence."""

from dataclasses import replace

from engine.events import AnyEvent, HandDealt, MatchSetUp, Offer, QuestionAsked, TurnFinished
from engine.match import fold
from engine.tongue import Sentence
from web import asking, past, present, turns
from web.snapshot import Ruled
from web.story import Story, told


def journal(word: str, mode: str = "strict") -> list[AnyEvent]:
    return [
        MatchSetUp("lexicon", ("Ann", "Ben"), {"mode": mode}),
        HandDealt(),
        TurnFinished(1, "/K", f"{word} /K", f"+{word}", "legal", stands=True),
    ]


def test_the_letter_is_marked_in_the_sentence_and_said_in_words() -> None:
    (ruled,) = turns.newest(told(Story(), journal("STRiDE")).rulings)
    assert ruled.sentence == "Ben played STRIDE. The I is a Master. 4 cards left."
    assert turns.marked(ruled) == (
        'Ben played STR<b class="master">I</b>DE. The I is a Master. 4 cards left.'
    )


def test_no_other_word_is_marked_and_no_name_is_markup() -> None:
    ruled = Ruled("legal", "<i>Al</i> made CAT of CATS and SCAT.", masters=("CaT",))
    assert turns.marked(ruled) == ('&lt;i&gt;Al&lt;/i&gt; made C<b class="master">A</b>T of CATS and SCAT.')


def test_a_master_without_a_letter_is_a_star_everywhere() -> None:
    events = journal("STR?DE", mode="challenge")
    match = fold(events)
    assert match is not None
    shown = present.snapshot(match, told(Story(), events))
    assert shown.contested is not None
    assert shown.contested.words == ("STR★DE",)
    back = past.past(events)
    assert back is not None
    assert back.turns[0].words == ("STR?DE",)
    assert "?" not in shown.history[0].sentence


def test_statistics_have_the_word_with_its_letter() -> None:
    told = past.past(journal("STRiDE"))
    assert told is not None
    assert told.turns[0].words == ("STRiDE",)


def test_letters_alone_are_shown_close_together() -> None:
    offers = tuple(Offer(Sentence(letter)) for letter in "BC")
    asked = QuestionAsked(1, "/K", "?AT /K", "", ("bAT /K", "cAT /K"), "Master", 2, offers=offers)
    assert asking.shown(asked).letters
    assert not asking.shown(replace(asked, offers=())).letters

"""Test that events survive the journal, and that any other data is refused in one line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.records.event_codec import decode, encode
from engine.breach_codec import WrittenBreach
from engine.events import (
    AnyEvent,
    ChallengeSettled,
    HandCounted,
    HandDealt,
    HandScored,
    MatchEnded,
    MatchSetUp,
    PackExhausted,
    QuestionAnswered,
    QuestionAsked,
    TurnAmended,
    TurnFinished,
    Undone,
    WoundBack,
)

LETTERS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ?", max_size=12)
SMALL = st.integers(0, 5)
EVENTS: st.SearchStrategy[AnyEvent] = st.one_of(
    st.builds(MatchSetUp, st.just("lexicon"), st.tuples(LETTERS, LETTERS)),
    st.builds(HandDealt, st.tuples(LETTERS), LETTERS),
    st.builds(
        TurnFinished,
        SMALL,
        LETTERS,
        LETTERS,
        LETTERS,
        st.sampled_from(("legal", "illegal", "unclear")),
        st.booleans(),
        st.tuples(
            st.builds(
                WrittenBreach, LETTERS, LETTERS, st.dictionaries(LETTERS, LETTERS | SMALL | st.lists(LETTERS))
            )
        ),
    ),
    st.builds(ChallengeSettled, SMALL, st.tuples(LETTERS), st.sampled_from(("word good", "word bad"))),
    st.builds(HandScored, st.tuples(LETTERS, LETTERS)),
    st.builds(PackExhausted, SMALL, LETTERS),
    st.builds(QuestionAsked, SMALL, LETTERS, LETTERS, st.text(), st.tuples(LETTERS)),
    st.builds(QuestionAsked, SMALL, LETTERS, LETTERS, st.text(), st.just(()), st.just("Master"), SMALL),
    st.builds(QuestionAnswered, LETTERS, st.none() | SMALL),
    st.builds(TurnAmended, SMALL, LETTERS, LETTERS, LETTERS, st.just("legal"), st.booleans()),
    st.builds(HandCounted, SMALL, LETTERS),
    st.builds(Undone, SMALL),
    st.builds(WoundBack, SMALL),
    st.builds(MatchEnded, st.text()),
)


@given(EVENTS)
def test_events_round_trip_through_json(event: AnyEvent) -> None:
    assert decode(encode(event)) == event


@pytest.mark.parametrize("line", [b"{}", b'{"type":"flood"}', b'{"type":"undone","event":"x"}', b"\xff"])
def test_what_is_no_event_is_refused(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        decode(line)

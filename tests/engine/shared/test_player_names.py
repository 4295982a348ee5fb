"""Test players' names: one spelling each, no invisible characters, and no name that imitates another."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.i18n import UserError
from engine.shared.player_names import MAX_NAME_LENGTH, checked_names, clean_name, skeleton


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anne   Marie ", "Anne Marie"),
        ("Zoe\u0308", "Zoë"),
        ("Ａｎｎｅ", "Anne"),
        ("An\u200bne\ufeff", "Anne"),
        ("An\u202ene", "Anne"),
        ("Anne\x1b[31m", "Anne[31m"),
        ("An\u3164ne", "Anne"),
        ("Anne\u2028Ben", "Anne Ben"),
        ("A" + "\u0301" * 30, "Á\u0301\u0301"),
        ("Ж" + "\u0301\u200b" * 30, "Ж\u0301\u0301"),
        ("Иван", "Иван"),
        ("小明", "小明"),
        ("Ben 🎲", "Ben 🎲"),
    ],
)
def test_a_name_is_kept_in_one_form_and_without_what_is_not_seen(given: str, kept: str) -> None:
    assert clean_name(given) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnnа"),  # Cyrillic A and a
        ("Anna", "anna"),
        ("Anna", "An na"),
        ("Anna", "Anna."),
        ("Ida", "lda"),
        ("Olaf", "0laf"),
        ("Peter", "Реter"),
        ("Nora", "Νοra"),  # Greek
        ("André", "Аndré"),  # Cyrillic A
        ("Ёлка", "Ëлка"),  # a Latin E
        ("Ílse", "ílse"),
        ("Straße", "Strasse"),
        ("Arno", "Amo"),
        ("Walter", "VValter"),
    ],
)
def test_two_names_that_look_alike_are_told_in_one_sentence(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    with pytest.raises(UserError, match=f"^{one} and .* look alike. Give one of them another name.$"):
        checked_names([one, "Zed", other])


@pytest.mark.parametrize("twin", ["Anna", " Anna", "An\u200bna", "Ａｎｎａ"])
def test_two_of_one_name_are_called_so(twin: str) -> None:
    with pytest.raises(UserError, match=r"^Two players are called Anna"):
        checked_names(["Anna", twin])


@pytest.mark.parametrize("name", ["A", "é", "小", "Al"])
def test_two_of_one_short_name_are_called_so(name: str) -> None:
    with pytest.raises(UserError, match=f"^Two players are called {name}"):
        checked_names([name, name])


@pytest.mark.parametrize("name", ["\u200b", "\u202e\u2066", "\u3164", "\x00"])
def test_a_name_of_nothing_to_be_seen_is_none(name: str) -> None:
    with pytest.raises(UserError, match="no visible letter"):
        checked_names([name])


def test_a_name_has_a_length() -> None:
    assert checked_names(["x" * MAX_NAME_LENGTH]) == ("x" * MAX_NAME_LENGTH,)
    with pytest.raises(UserError, match=r"The name x+… is too long"):
        checked_names(["x" * 60_000])


def test_a_family_keeps_its_names() -> None:
    family = (
        "Anna",
        "Hanna",
        "Anne",
        "Ben",
        "Benno",
        "Mia",
        "Maja",
        "小明",
        "Иван",
        "Ёлка",
        "O'Neil",
        "🎲",
        "🃏",
        *("André", "Andre", "Zoë", "Zoe", "Søren", "Soren", "Sören", "Łukasz", "Lukasz", "René", "Renée"),
    )
    assert checked_names(("", *family, "  ")) == family


@given(st.text(max_size=60) | st.text("A \u0301\u0323\u200b\u3164\ufe0f", max_size=20))
def test_what_is_kept_stays_as_it_is(name: str) -> None:
    kept = clean_name(name)
    assert clean_name(kept) == kept
    assert not any(unicodedata.category(one)[0] == "C" for one in kept)

"""Test the codes in the addresses that players, stewards and the host of a party scan: each leads to its
own place alone, and can't be made without the party's secret."""

import pytest

from web.party.codes import CodeTarget, address, code, code_target

SECRET = b"a secret of thirty-two bytes....."


@pytest.mark.parametrize(
    "place",
    [CodeTarget("table", 0), CodeTarget("table", 999, 3), CodeTarget("steward", 12), CodeTarget("host")],
)
def test_a_code_leads_to_its_place(place: CodeTarget) -> None:
    assert code_target(SECRET, code(SECRET, place.purpose, place.number, place.seat)) == place
    assert address(SECRET, place.purpose, place.number).startswith(f"/{place.purpose[0]}/")


def test_a_code_of_another_party_leads_nowhere() -> None:
    assert code_target(SECRET, code(b"another", "table", 3)) is None
    assert code_target(SECRET, "") is None
    assert code_target(SECRET, code(SECRET, "table", 3)[:-1] + "x") is None


def test_a_place_that_cannot_be_has_no_code() -> None:
    for wrong in (("table", -1, None), ("table", 3, 4), ("steward", 0, 1)):
        with pytest.raises(ValueError, match="no place"):
            code(SECRET, *wrong)

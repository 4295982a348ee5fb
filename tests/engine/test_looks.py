"""Test that a later doubtful reading does not undo a sure one."""

from engine.observation import Observation, Quad, Reading, Sighting
from engine.turn.repeated_looks import with_earlier_readings


def card(letters: dict[str, float], x: float = 100.0, first: int = 0, turns: int = 0) -> Sighting:
    """Return a card whose upper left corner is (x, 100), mm. The list of its corners begins with corner
    number `first`."""
    quad = ((x, 100.0), (x + 57, 100.0), (x + 57, 189.0), (x, 189.0))
    a, b, c, d = quad[first:] + quad[:first]
    corners: Quad = (a, b, c, d)
    return Sighting(corners, "up", tuple(Reading(letter, turns, p) for letter, p in letters.items()))


def look(*cards: Sighting) -> Observation:
    return Observation(600, 400, cards)


def best(seen: Observation) -> list[tuple[str, float] | None]:
    return [one.best for one in seen.cards]


def test_a_doubtful_look_leaves_what_was_clear() -> None:
    now = look(card({"W": 0.5, "M": 0.44}, x=109))
    assert best(with_earlier_readings(look(card({"W": 0.97})), now)) == [("W", 0.97)]
    assert best(with_earlier_readings(None, now)) == [("W", 0.5)]


def test_a_clear_look_counts_for_itself() -> None:
    now = look(card({"M": 0.95, "W": 0.04}))
    assert with_earlier_readings(look(card({"W": 0.97})), now) == now


def test_what_all_but_rules_the_letter_out_has_seen_another_card() -> None:
    now = look(card({"E": 0.7, "F": 0.2, "W": 0.05}))
    assert with_earlier_readings(look(card({"W": 0.97})), now) == now


def test_a_doubt_is_not_settled_by_a_doubt() -> None:
    now = look(card({"W": 0.5, "M": 0.44}))
    assert with_earlier_readings(look(card({"W": 0.85, "M": 0.1})), now) == now


def test_the_card_beside_it_says_nothing() -> None:
    now = look(card({"W": 0.5, "M": 0.44}))
    assert with_earlier_readings(look(card({"W": 0.97}, x=160)), now) == now


def test_the_letter_stands_the_way_it_did() -> None:
    was = card({"W": 0.97})
    (told,) = with_earlier_readings(look(was), look(card({"M": 0.5, "W": 0.4}, first=2))).cards
    assert told == was

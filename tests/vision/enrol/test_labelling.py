"""Test how the cards of a whole deck get their letters: from cards that look alike, from the number of
cards of each letter in a pack, and from a person's answers."""

import numpy as np

from engine.cards import PACKS, WADDINGTONS
from vision.enrol.labelling import UnlabelledCards, assign_letters, group_cards, nearest_pack
from vision.tensor_format import LETTERS, Floats

PACKS_HELD = {name: pack.counts for name, pack in PACKS.items()}


def _said(letters: str, sure: float = 0.9) -> Floats:
    """Return the log probabilities that a network gives for cards which it reads as `letters`."""
    chances = np.full((len(letters), len(LETTERS)), (1 - sure) / (len(LETTERS) - 1))
    chances[np.arange(len(letters)), [LETTERS.index(letter) for letter in letters]] = sure
    return np.asarray(np.log(chances), np.float32)


def _looks(letters: str, seed: int = 0) -> Floats:
    """Return the features of one card for each letter. Cards of one letter have almost the same features."""
    rng = np.random.default_rng(seed)
    glyphs = rng.normal(0, 1, (len(LETTERS), 40))
    return np.asarray(
        np.stack([glyphs[LETTERS.index(c)] for c in letters]) + rng.normal(0, 0.05, (len(letters), 40)),
        np.float32,
    )


def _deck(said: str, true: str) -> UnlabelledCards:
    return group_cards(_said(said), _looks(true))


def test_a_deck_read_right_is_lettered_right_without_a_question() -> None:
    deck = WADDINGTONS.cards()
    name, lettering = nearest_pack(_deck(deck, deck), PACKS_HELD, {})
    assert (name, lettering.letters, lettering.doubts) == ("waddingtons", deck, ())


def test_cards_that_look_alike_get_one_letter() -> None:
    deck = WADDINGTONS.cards()
    misread = deck.replace("AAAA", "AARA", 1)
    _, lettering = nearest_pack(_deck(misread, deck), PACKS_HELD, {})
    assert lettering.letters == deck


def test_the_inventory_settles_what_the_network_mixes_up() -> None:
    deck = WADDINGTONS.cards()
    # Every F is read as an E: there are four Es already, and no other F.
    _, lettering = nearest_pack(_deck(deck.replace("F", "E"), deck), PACKS_HELD, {})
    assert lettering.letters == deck


def test_what_a_person_says_holds_for_all_cards_that_look_like_it() -> None:
    deck = WADDINGTONS.cards()
    swapped = deck.translate(str.maketrans("TS", "ST"))
    first = deck.index("T")
    _, lettering = nearest_pack(_deck(swapped, deck), PACKS_HELD, {first: "T"})
    assert lettering.letters == deck


def test_a_deck_without_a_pack_is_what_it_looks_like() -> None:
    lettering = assign_letters(_deck("QQQQQ", "QQQQQ"), None, {})
    assert lettering.letters == "QQQQQ"


def test_five_of_a_letter_are_believed_when_they_are_seen_plainly() -> None:
    deck = WADDINGTONS.cards() + "QQQQ"
    _, lettering = nearest_pack(group_cards(_said(deck, 0.9999), _looks(deck)), PACKS_HELD, {})
    assert lettering.letters.count("Q") == 5


def test_however_many_kinds_one_letter_makes_none_is_asked_about_twice() -> None:
    # Four Es that look like four different letters, and five Ts on top, each named by a person.
    deck = WADDINGTONS.cards()
    places = [i for i, letter in enumerate(deck) if letter in "ET"]
    looks = _looks(deck)
    looks[places] = np.random.default_rng(3).normal(0, 1, (len(places), looks.shape[1]))
    told = {i: deck[i] for i in places}
    seen = group_cards(_said(deck.replace("E", "F").replace("T", "I"), 0.5), looks)
    assert sum(len(group) == 1 and group[0] in told for group in seen.groups) == len(places)
    _, lettering = nearest_pack(seen, PACKS_HELD, told)
    assert [lettering.letters[i] for i in places] == [deck[i] for i in places]
    assert not {i for group in lettering.doubts for i in group} & set(told)


def test_two_letters_said_of_one_kind_leave_the_rest_of_it_in_doubt() -> None:
    seen = group_cards(_said("EEFF"), _looks("EEEE"))
    lettering = assign_letters(seen, None, {0: "E", 3: "F"})
    assert (lettering.letters[0], lettering.letters[3]) == ("E", "F")
    assert lettering.doubts == ((0, 1, 2, 3),)
    assert assign_letters(seen, None, {0: "E", 1: "E", 2: "F", 3: "F"}).doubts == ()


def test_no_cards_are_no_letters() -> None:
    none = UnlabelledCards(np.zeros((0, len(LETTERS)), np.float32), ())
    assert assign_letters(none, WADDINGTONS.counts, {}).letters == ""

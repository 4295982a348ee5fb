"""Test that the simulated players lose no card, whatever is played, taken back, discarded or reshuffled."""

import random
from collections import Counter

import pytest

from device.virtual.company import company_state
from device.virtual.company.company_state import Company
from device.virtual.motions.motion_steps import NoRoom
from engine.catalogue import configured
from engine.moves import faces
from engine.position import Grid, Rows

LEXICON = configured("lexicon")
CROSSWORD = configured("crossword")
NAMES = ("Anne", "Ben", "Cora")


def every_card(company: Company) -> Counter[str]:
    lying = faces("".join(company.texts).replace(".", ""))
    return Counter("".join(company.hands) + company.stock + company.discards + lying)


def lying(company: Company) -> Counter[str]:
    return Counter(c.letter for word in company.top.words for c in word)


def test_a_deal_is_ten_cards_each_one_exposed_and_the_rest_stock() -> None:
    company = company_state.seated(LEXICON, NAMES, seed=4)
    assert [len(hand) for hand in company.hands] == [10, 10, 10]
    assert len(company.discards) == 1
    assert company.top.stock == len(company.stock) == LEXICON.pack.size - 31
    assert company.to_move == 1
    assert every_card(company) == Counter(LEXICON.pack.cards())


def test_the_seed_decides_the_deal() -> None:
    assert company_state.seated(LEXICON, NAMES, seed=4) == company_state.seated(LEXICON, NAMES, seed=4)
    assert (
        company_state.seated(LEXICON, NAMES, seed=4).hands
        != company_state.seated(LEXICON, NAMES, seed=5).hands
    )


@pytest.mark.parametrize("seed", range(5))
def test_no_card_is_lost(seed: int) -> None:
    company, rng = company_state.seated(LEXICON, NAMES, seed=seed), random.Random(seed)
    for _ in range(30):
        company = anything(company, rng)
        assert every_card(company) == Counter(LEXICON.pack.cards())
        assert lying(company) == Counter(faces("".join(company.texts)))
        assert company.top.stock == len(company.stock)


def anything(company: Company, rng: random.Random) -> Company:
    """Make a random play, legal or not, and return the game after it: lay, insert, exchange, discard, or
    take cards back."""
    hand, before = company.hands[company.to_move], company_state.position(LEXICON, company)
    assert isinstance(before, Rows)
    if not company.stock:
        return company_state.reshuffled(company).company
    kind = rng.choice(["lay", "insert", "exchange", "discard", "back"])
    words = list(before.words)
    if kind == "discard" or len(hand) < 3 or (kind != "lay" and not words):
        thrown = company_state.discard_and_draw(company, rng.choice(hand), take_exposed=rng.random() < 0.5)
        return company_state.passed_on(thrown.company)
    if kind in ("lay", "back"):
        words.append(hand[:3].replace("?", "e"))
    else:
        i = rng.randrange(len(words))
        at = rng.randrange(len(words[i]))
        words[i] = words[i][:at] + hand[0].replace("?", "e") + words[i][at + (kind == "exchange") :]
    try:
        acted = company_state.lay(company, before, Rows(tuple(words))).company
    except NoRoom:
        return company_state.passed_on(company)
    if kind == "back":
        acted = company_state.take_back(LEXICON, acted, company).company
        assert acted.hands == company.hands
        assert acted.texts == company.texts
    return company_state.passed_on(acted)


def test_a_crossword_company_lays_and_takes_back() -> None:
    company = company_state.seated(CROSSWORD, NAMES, seed=1)
    hand = company.hands[company.to_move]
    word = hand[:3].replace("?", "a")
    after = company_state.lay(company, Grid(), Grid((word,))).company
    assert len(after.hands[company.to_move]) == 7
    back = company_state.take_back(CROSSWORD, after, company).company
    assert (back.hands, back.texts, lying(back)) == (company.hands, (), Counter())


def test_the_exposed_pile_becomes_the_stock() -> None:
    company = company_state.seated(LEXICON, NAMES, seed=2)
    for _ in range(4):
        hand = company.hands[company.to_move]
        company = company_state.passed_on(
            company_state.discard_and_draw(company, hand[0], take_exposed=False).company
        )
    acted = company_state.reshuffled(company)
    assert len(acted.company.discards) == 1
    assert sorted(acted.company.stock + acted.company.discards) == sorted(company.discards)
    assert acted.motion[-1].top == acted.company.top


def test_the_table_is_swept_before_the_next_hand() -> None:
    company = company_state.seated(LEXICON, NAMES, seed=1)
    company = company_state.lay(company, Rows(), Rows((company.hands[1][:4],))).company
    assert lying(company)
    assert company_state.clearing_motion(company)[-1].top.words == ()
    again = company_state.next_hand(LEXICON, company, dealer=1, players=(0, 1))
    assert [len(hand) for hand in again.hands] == [10, 10, 0]
    assert not lying(again)
    assert again.to_move == 0

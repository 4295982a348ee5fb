"""Test a person at the virtual table: cards lie where a finger drops them, and the simulated players wait."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from device.virtual import guest, touch_moves
from device.virtual.company import company_state
from device.virtual.company.company_state import Company
from device.virtual.company.next_steps import DiscardPlay, PlayChooser, Sitting, opening
from device.virtual.guest import guest_steps
from device.virtual.tabletop.free_places import CARD_STEP_MM
from device.virtual.touch_moves import CannotError, Drop, has_drawn, move_card
from engine.catalogue import configured
from engine.events import AnyEvent, HandDealt, QuestionAsked, TurnFinished
from engine.match import Match, fold
from engine.shared.scene import LyingCard
from engine.words import WordList

GAME = configured("lexicon")
WORDS = WordList.of(["CAT", "CATS", "SCAT", "COAT", "HEN", "THEN"])
FAR = (300.0, 400.0)


def waits(_company: Company) -> DiscardPlay:
    raise AssertionError("nobody else is to move")


CHOSEN: PlayChooser = waits
STEP = guest_steps(WORDS)


@pytest.fixture
def sitting() -> Sitting:
    """Return a virtual game at the person's turn, with an empty table. The person holds CATSHENOX and a
    Master."""
    company = replace(
        company_state.seated(GAME, ("Zoe", "Ben"), 4, dealer=1), to_move=touch_moves.PERSON_SEAT
    )
    dealt = replace(company, hands=("CATSHENOX?", company.hands[1]))
    step = STEP(Sitting(dealt), match(dealt), 2, CHOSEN)
    assert step is not None
    assert guest.may_move_cards(step.sitting)
    return step.sitting


def events(company: Company, *more: AnyEvent) -> tuple[AnyEvent, ...]:
    return (opening(Sitting(company), "lexicon", {}), HandDealt(exposed=company.discards[-1:]), *more)


def match(company: Company, *more: AnyEvent) -> Match:
    found = fold(events(company, *more))
    assert found is not None
    return replace(found, turn=found.turn if more else touch_moves.PERSON_SEAT)


def laid(sitting: Sitting, word: str) -> Sitting:
    """Lay `word` with cards from the person's hand. Each is dropped near its place, and snaps to it."""
    for n, card in enumerate(word):
        place = sitting.company.hands[touch_moves.PERSON_SEAT].index(card)
        sitting = move_card(
            sitting, f"hand-{place}", Drop("table", (FAR[0] + n * CARD_STEP_MM + 6, FAR[1] - 5))
        )
    return sitting


def finished(company: Company, word: str, *, stands: bool) -> TurnFinished:
    exposed = company.discards[-1:]
    after = f"{word} /{exposed}"
    return TurnFinished(0, f"/{exposed}", after, f"+{word}", "legal" if stands else "illegal", stands=stands)


def every(company: Company) -> Counter[str]:
    lying = (card.letter for group in company.top.words for card in group)
    return Counter("".join((*company.hands, company.stock, company.discards, *lying)))


def test_cards_let_go_of_near_one_another_lie_in_a_row(sitting: Sitting) -> None:
    after = laid(sitting, "CAT")
    cards = [card for group in after.company.top.words for card in group]
    assert [card.letter for card in cards] == ["C", "A", "T"]
    gaps = [b.x - a.x for a, b in pairwise(cards)]
    assert all(abs(gap - CARD_STEP_MM) < 4 for gap in gaps)
    assert max(abs(card.y - cards[0].y) for card in cards) < 6
    assert every(after.company) == every(sitting.company)


def test_a_card_between_two_others_makes_them_move_on(sitting: Sitting) -> None:
    after = move_card(laid(sitting, "CAT"), "hand-3", Drop("table", (FAR[0] + CARD_STEP_MM + 8, FAR[1])))
    cards = sorted((card for group in after.company.top.words for card in group), key=lambda card: card.x)
    assert "".join(card.letter for card in cards) in ("CNAT", "CANT")
    assert all(b.x - a.x > CARD_STEP_MM - 4 for a, b in pairwise(cards))


def test_a_lawful_word_is_taken_over_and_the_turn_passes(sitting: Sitting) -> None:
    after = laid(sitting, "CAT")
    books = match(after.company, finished(sitting.company, "CAT", stands=True))
    step = STEP(after, books, 3, CHOSEN)
    assert step is not None
    company = step.sitting.company
    assert (company.texts, company.to_move, step.sitting.before) == (("CAT",), 1, None)
    assert ["".join(card.letter for card in group) for group in company.top.words] == ["CAT"]
    assert step.commands == ()


def test_the_cards_of_an_unlawful_word_go_back(sitting: Sitting) -> None:
    after = laid(sitting, "TAC")
    step = STEP(after, match(after.company, finished(sitting.company, "TAC", stands=False)), 3, CHOSEN)
    assert step is not None
    assert step.sitting.company.hands[touch_moves.PERSON_SEAT] == "CATSHENOX?"
    assert not any(step.sitting.company.top.words)
    assert step.motion


def test_of_two_turns_ruled_on_at_once_the_persons_was_the_first(sitting: Sitting) -> None:
    """The person's CAT and another player's play are ruled on at the same moment. The person's turn counts
    as the first, and CAT stays."""
    after = laid(sitting, "CAT")
    first = finished(sitting.company, "CAT", stands=True)
    second = replace(finished(sitting.company, "CAT XO", stands=False), player=1, before=first.after)
    step = STEP(after, match(after.company, first, second), 3, CHOSEN)
    assert step is not None
    assert step.sitting.company.texts == ("CAT",)
    assert step.sitting.company.hands[touch_moves.PERSON_SEAT] == "SHENOX?"


def test_a_word_and_its_mirror_image_are_not_taken_for_one_another(sitting: Sitting) -> None:
    lying = tuple(
        tuple(LyingCard(card, 500.0 + n * CARD_STEP_MM, y, 0.0) for n, card in enumerate(word))
        for word, y in (("NO", 130.0), ("ON", 260.0))
    )
    company, exposed = sitting.company, sitting.company.discards[-1:]
    there = replace(sitting, company=replace(company, top=replace(company.top, words=lying)))
    after = laid(there, "CAT")
    turn = TurnFinished(0, f"ON NO /{exposed}", f"ON NO CAT /{exposed}", "+CAT", "legal", stands=True)
    step = STEP(after, match(after.company, turn), 3, CHOSEN)
    assert step is not None
    assert step.sitting.company.texts == ("ON", "NO", "CAT")
    for group in step.sitting.company.top.words:
        assert [card.x for card in group] == sorted(card.x for card in group)


def test_what_the_books_got_wrong_they_are_told(sitting: Sitting) -> None:
    after = laid(sitting, "CAT")
    step = STEP(after, match(after.company, finished(sitting.company, "COT", stands=True)), 3, CHOSEN)
    assert step is not None
    assert "CAT" in str(step.commands)


def test_while_the_person_is_asked_everybody_waits(sitting: Sitting) -> None:
    turn = finished(sitting.company, "CAT", stands=True)
    asked = QuestionAsked(0, turn.before, turn.after, "Which?", (turn.after, turn.before), "turn", 2)
    after = laid(sitting, "CAT")
    assert STEP(after, match(after.company, turn, asked), 4, CHOSEN) is None
    assert STEP(after, match(after.company), 2, CHOSEN) is None


def test_a_discard_then_one_card_drawn(sitting: Sitting) -> None:
    thrown = move_card(sitting, "hand-8", Drop("exposed"))
    assert thrown.company.discards[-1] == "X"
    took = move_card(thrown, "stock", Drop("hand"))
    assert took.before is not None
    assert has_drawn(took.company, took.before)
    with pytest.raises(CannotError, match="drawn a card already"):
        move_card(took, "under", Drop("hand"))
    other = move_card(thrown, "under", Drop("hand"))
    assert other.company.discards == "X"
    assert every(other.company) == every(took.company) == every(sitting.company)


def test_who_discards_and_forgets_to_draw_is_given_a_card(sitting: Sitting) -> None:
    thrown, exposed = move_card(sitting, "hand-8", Drop("exposed")), sitting.company.discards[-1:]
    turn = TurnFinished(0, f"/{exposed}", "/X", "-X", "legal", stands=True)
    step = STEP(thrown, match(thrown.company, turn), 3, CHOSEN)
    assert step is not None
    assert len(step.sitting.company.hands[touch_moves.PERSON_SEAT]) == 10


@pytest.mark.parametrize(
    ("card", "to"),
    [("hand-10", "table"), ("table-0", "hand"), ("stock", "table"), ("cake", "hand"), ("hand-²", "hand")],
)
def test_what_cannot_be_moved_is_refused(sitting: Sitting, card: str, to: touch_moves.DropKind) -> None:
    with pytest.raises(CannotError):
        move_card(sitting, card, Drop(to, FAR))


def test_nobody_moves_out_of_turn(sitting: Sitting) -> None:
    with pytest.raises(CannotError, match="not your turn"):
        move_card(replace(sitting, before=None), "hand-0", Drop("table", FAR))

"""Test the hints that tell a person at the virtual table the next step."""

from dataclasses import replace

import pytest

from web.player_hints import next_step
from web.services.virtual_play import VirtualCard, VirtualTableShown
from web.snapshot import Player, Question, Reckoning, Snapshot

TABLE = Snapshot("Lexicon", players=(Player("Zoe", 0), Player("Ben", 0)), turn=0)
LYING = (VirtualCard("stock", "", 0, 0, mine=True), VirtualCard("exposed", "Z", 0, 0, mine=True))
MINE = VirtualTableShown(1100, 619, (57, 89), LYING, (), (0, 0), (0, 0), may=True, seat=0)


def lying(*letters: str, fresh: bool = True) -> tuple[tuple[VirtualCard, ...], tuple[tuple[str, ...], ...]]:
    cards = tuple(VirtualCard(f"table-{n}", letter, 0, 0, fresh=fresh) for n, letter in enumerate(letters))
    return (*LYING, *cards), (tuple(card.card for card in cards),) if cards else ()


def laid(*letters: str, fresh: bool = True) -> VirtualTableShown:
    cards, rows = lying(*letters, fresh=fresh)
    return replace(MINE, cards=cards, rows=rows)


@pytest.mark.parametrize(
    ("lies", "said"),
    [
        (MINE, "tap letters to spell a word"),
        (laid("C", "A", "T", fresh=False), "tap a word to change it"),
        (laid("C"), "the next letter of your word"),
        (laid("C", "A", "?"), "CA★: tap its next letter"),
        (replace(MINE, discarded=True), "tap the stock, or take Z"),
        (replace(MINE, discarded=True, cards=(LYING[0], replace(LYING[1], fresh=True))), "tap the stock."),
        (replace(MINE, discarded=True, drawn=True), "That is your turn"),
        (replace(MINE, exchanging=True), "Swap another letter"),
        (replace(MINE, crossing=True), "the first word"),
        (replace(laid("C", fresh=False), crossing=True), "tap the place where your word goes on"),
        (replace(MINE, may=False), "Your turn in a moment"),
        (replace(MINE, seat=2), "being laid"),
    ],
)
def test_each_moment_of_a_turn_has_its_sentence(lies: VirtualTableShown, said: str) -> None:
    assert said in next_step(lies, TABLE, mine=True)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (replace(TABLE, turn=1), "Waiting for Ben."),
        (replace(TABLE, turn=None), "being dealt"),
        (
            replace(TABLE, scores=replace(TABLE.scores, reckoning=Reckoning("counting", ()))),
            "The hand is over",
        ),
        (replace(TABLE, scores=replace(TABLE.scores, over=True, winners=(1,))), "The match is over"),
        (replace(TABLE, question=Question("1", "Which?", (), player=0)), "answer below"),
    ],
)
def test_whoever_does_not_play_is_told_what_is_waited_for(table: Snapshot, said: str) -> None:
    assert said in next_step(replace(MINE, may=False), table, mine=True)


def test_what_is_said_follows_the_ruling_and_not_the_cards_that_still_lie_there() -> None:
    assert next_step(laid("C", "A", "T"), replace(TABLE, turn=1), mine=True) == "Waiting for Ben."


def test_whoever_has_no_seat_is_offered_one() -> None:
    assert next_step(MINE, TABLE, mine=False) == "Sit down, and Zoe’s cards are yours."

"""What a person is asked while a deck is lettered: every card once at most, and never without end."""

import numpy as np

from device.commands._enrol.asking import settle
from engine.cards import WADDINGTONS
from vision.codes import LETTERS
from vision.enrol.gather import Find

DECK = WADDINGTONS.cards()
MOST = 200


def _unlike(seed: int) -> tuple[Find, ...]:
    """A deck of which no two cards look alike, read at random."""
    rng = np.random.default_rng(seed)
    nothing = np.zeros((4, 2), np.float32)
    crop = np.zeros((208, 160, 3), np.uint8)
    figures = np.zeros((2, 30, 19), np.float16)
    return tuple(
        Find(0, n // 9, n % 9, nothing, crop, np.log(rng.dirichlet(np.ones(len(LETTERS)))).astype(np.float32),
             False, rng.normal(0, 1, 40).astype(np.float32), figures)
        for n in range(len(DECK))
    )  # fmt: skip


def test_who_answers_every_question_is_asked_about_no_card_twice() -> None:
    finds = _unlike(1)
    places = {id(find): n for n, find in enumerate(finds)}
    asked: list[int] = []

    def answer(find: Find, _alike: int, _likeliest: str) -> str:
        asked.append(places[id(find)])
        assert len(asked) < MOST, "asks without end"
        return DECK[asked[-1]]

    settled = settle(finds, 1, {}, answer)
    assert len(set(asked)) == len(asked) == settled.asked
    assert all(settled.letters[n] == DECK[n] for n in asked)
    assert not settled.doubtful


def test_who_knows_nothing_is_asked_about_every_kind_once() -> None:
    asked: list[int] = []

    def shrug(find: Find, _alike: int, _likeliest: str) -> None:
        asked.append(id(find))
        assert len(asked) < MOST, "asks without end"

    settled = settle(_unlike(2), 1, {}, shrug)
    assert len(set(asked)) == len(asked) == settled.asked > 0
    assert settled.doubtful

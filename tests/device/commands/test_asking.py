"""Test the questions about an enrolled deck: each card is asked about once at most, and the questions end."""

import numpy as np

from device.commands._enrol.asking import TAKE_BACK, LetterQuestion, find_letters
from engine.cards import WADDINGTONS
from vision.enrol.gather import FoundCard
from vision.tensor_format import LETTERS

DECK = WADDINGTONS.cards()[::2]
MOST = 200


def _unlike(seed: int) -> tuple[FoundCard, ...]:
    """Return a deck in which no two cards look alike. The reader is unsure of every card: its letters have
    random probabilities."""
    rng = np.random.default_rng(seed)
    nothing = np.zeros((4, 2), np.float32)
    crop = np.zeros((208, 160, 3), np.uint8)
    figures = np.zeros((2, 30, 19), np.float16)
    return tuple(
        FoundCard(0, n // 9, n % 9, nothing, crop,
                  np.log(rng.dirichlet(np.ones(len(LETTERS)))).astype(np.float32), False,
                  rng.normal(0, 1, 40).astype(np.float32), figures)
        for n in range(len(DECK))
    )  # fmt: skip


def test_who_answers_every_question_is_asked_about_no_card_twice() -> None:
    finds = _unlike(1)
    asked: list[int] = []

    def answer(question: LetterQuestion) -> str:
        asked.append(question.card)
        assert len(asked) < MOST, "asks without end"
        return DECK[asked[-1]]

    result = find_letters(finds, 1, {}, answer)
    assert len(set(asked)) == len(asked) == result.answer_count
    assert all(result.letters[n] == DECK[n] for n in asked)
    assert not result.doubtful


def test_who_knows_nothing_is_asked_about_every_kind_once() -> None:
    asked: list[int] = []

    def shrug(question: LetterQuestion) -> None:
        asked.append(question.card)
        assert len(asked) < MOST, "asks without end"

    result = find_letters(_unlike(2), 1, {}, shrug)
    assert len(set(asked)) == len(asked) == result.answer_count > 0
    assert result.doubtful


def test_an_answer_taken_back_is_asked_for_again_and_counts_no_more() -> None:
    finds = _unlike(3)
    script = [TAKE_BACK, "X", TAKE_BACK, None, TAKE_BACK, "Y"]
    # The first answer has nothing to take back. X is a slip, and None means that nobody knows the letter.
    # Both are taken back.
    asked: list[int] = []

    def answer(question: LetterQuestion) -> str | None:
        asked.append(question.card)
        assert len(asked) < MOST, "asks without end"
        assert len(question.letters) == len(finds)
        return script[len(asked) - 1] if len(asked) <= len(script) else DECK[question.card]

    result = find_letters(finds, 1, {}, answer)
    # The answers to the third and the fifth question take the answers before them back.
    assert asked[0] == asked[1] == asked[3] == asked[5]
    assert result.letters[asked[0]] == "Y"
    assert result.answer_count == len(asked) - 2 * 2 - 1
    assert not result.doubtful

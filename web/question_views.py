"""Show the match's open questions on phones, and interpret the answers."""

from collections.abc import Collection, Sequence
from hashlib import blake2b
from typing import Final

from engine.events import PicturedCards, QuestionAsked
from engine.turn.gathered_words import is_about_word
from engine.turn.mismatch import PictureAnswer, possible_answers
from engine.turn.turn_state import (
    UnmatchedPictures,
)
from engine.wording.pictures import picture_question as worded_for_picture
from engine.wording.questions import say_question
from web.languages import translate as _
from web.requests import TYPED, Answer
from web.snapshot import Choice, Question, Typed

NONE_OF_THESE: Final = "back"
"""The value of the answer "none of the choices is right"."""


def question_shown(
    question: QuestionAsked, players: Sequence[str] = (), stored_pictures: Collection[str] = ()
) -> Question:
    """Return `question` as phones show it: an answer for each choice, and the answer "none of these". In
    some questions a person may also type a word, or the letter of an unseen card. `stored_pictures` are
    the names of the pictures that phones can fetch."""
    name, wording = question_identity(question), say_question(question, players)
    picture_names = [picture_name(name, cards) for cards in question.cards]
    choice_pictures = [picture_name(name, offer.cards) for offer in question.offers] or [""] * len(
        question.choices
    )
    choices = tuple(
        Choice(str(n), answer.in_language(_), picture if picture in stored_pictures else "")
        for n, (answer, picture) in enumerate(zip(wording.answers, choice_pictures, strict=True))
    )
    none = Choice(NONE_OF_THESE, wording.otherwise.in_language(_))
    pictures = tuple(picture for picture in picture_names if picture in stored_pictures)
    typed: Typed = "word" if _takes_a_word(question) else "letter" if question.holes else ""
    letters = len(choices) > 1 and all(len(choice.label) == 1 for choice in choices)
    player = None if question.about == "whose" else question.player
    return Question(name, wording.asks.in_language(_), (*choices, none), player, typed, pictures, letters)


def picture_question_shown(
    unmatched: UnmatchedPictures, *, one_hand: bool = False, stored_pictures: Collection[str] = ()
) -> Question:
    """Return the question about the pictures `unmatched`, whose cards no play from the settled position
    explains. `one_hand` is true if the game consists of one hand, which changes the wording.
    `stored_pictures` are the names of the pictures that phones can fetch."""
    words = worded_for_picture(unmatched.why, one_hand=one_hand)
    choices = tuple(
        Choice(value, answer.in_language(_))
        for value, answer in zip(possible_answers(unmatched.why), words.answers, strict=True)
    )
    name = picture_question_identity(unmatched)
    return Question(
        name, words.asks.in_language(_), choices, pictures=(name,) if name in stored_pictures else ()
    )


def picture_question_identity(unmatched: UnmatchedPictures) -> str:
    """Return the identity of the question about pictures that do not fit the settled position. It is a hash
    of the words that are missing and of those that are new."""
    text = "\n".join(("picture", *unmatched.why.missing, "", *unmatched.why.new))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def chosen_picture_answer(unmatched: UnmatchedPictures | None, answer: Answer) -> PictureAnswer | None:
    """Return the choice in `answer` to the question about the pictures `unmatched`, which do not fit the
    settled position. Return None if `answer` belongs to another question."""
    if unmatched is None or picture_question_identity(unmatched) != answer.question:
        return None
    return next((one for one in possible_answers(unmatched.why) if one == answer.choice), None)


def question_text(question: QuestionAsked, players: Sequence[str] = ()) -> str:
    """Return the text of `question`, without its choices, in the current language."""
    return say_question(question, players).asks.in_language(_)


def question_identity(question: QuestionAsked) -> str:
    """Return the identity of `question`: a hash of its player, its text, its choices, and the positions
    before and after the turn."""
    text = "\n".join(
        (str(question.player), question.before, question.after, question.question, *question.choices)
    )
    return blake2b(text.encode(), digest_size=8).hexdigest()


def picture_name(identity: str, cards: PicturedCards) -> str:
    """Return the name under which the picture of `cards` is stored for the question with the identity
    `identity`; empty without cards."""
    return "-".join((identity, *map(str, cards))) if cards else ""


def question_pictures(question: QuestionAsked) -> dict[str, PicturedCards]:
    """Return the names of the pictures for `question`, each with the cards that it shows."""
    name = question_identity(question)
    groups = (*question.cards, *(offer.cards for offer in question.offers))
    return {picture_name(name, cards): cards for cards in groups if cards}


def _takes_a_word(question: QuestionAsked) -> bool:
    """Return True if a person may answer `question` with a typed word."""
    return question.about == "Keyword" or is_about_word(question)


def chosen_text(question: QuestionAsked | None, answer: Answer) -> str | None:
    """Return the text that `answer` chooses: a position in notation, or a typed word or letter in capitals.
    The text is empty for the answer "none of these". Return None if `answer` is invalid or belongs to
    another question."""
    if question is None or question_identity(question) != answer.question:
        return None
    if (_takes_a_word(question) or question.holes) and answer.choice == TYPED:
        return answer.word.upper()
    by_value = {str(n): text for n, text in enumerate(question.choices)} | {NONE_OF_THESE: ""}
    return by_value.get(answer.choice)

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


def question_shown(asked: QuestionAsked, players: Sequence[str] = (), kept: Collection[str] = ()) -> Question:
    """Return the question `asked` as phones show it: an answer for each choice, and the answer "none of
    these". In some questions a person may also type a word, or the letter of an unseen card. `kept` are the
    names of the stored pictures."""
    name, wording = question_identity(asked), say_question(asked, players)
    own = [picture_name(name, cards) for cards in asked.cards]
    borne = [picture_name(name, offer.cards) for offer in asked.offers] or [""] * len(asked.choices)
    choices = tuple(
        Choice(str(n), answer.in_language(_), picture if picture in kept else "")
        for n, (answer, picture) in enumerate(zip(wording.answers, borne, strict=True))
    )
    none = Choice(NONE_OF_THESE, wording.otherwise.in_language(_))
    pictures = tuple(picture for picture in own if picture in kept)
    typed: Typed = "word" if _takes_a_word(asked) else "letter" if asked.holes else ""
    letters = len(choices) > 1 and all(len(choice.label) == 1 for choice in choices)
    player = None if asked.about == "whose" else asked.player
    return Question(name, wording.asks.in_language(_), (*choices, none), player, typed, pictures, letters)


def picture_question_shown(
    lost: UnmatchedPictures, *, one_hand: bool = False, kept: Collection[str] = ()
) -> Question:
    """Return the question about the pictures `lost`, whose cards no play from the settled position explains.
    `one_hand` is true if the game consists of one hand, which changes the wording. `kept` are the names of
    the stored pictures."""
    words = worded_for_picture(lost.why, one_hand=one_hand)
    choices = tuple(
        Choice(value, answer.in_language(_))
        for value, answer in zip(possible_answers(lost.why), words.answers, strict=True)
    )
    name = picture_identity(lost)
    return Question(name, words.asks.in_language(_), choices, pictures=(name,) if name in kept else ())


def picture_identity(lost: UnmatchedPictures) -> str:
    """Return the identity of the question about pictures that do not fit the settled position. It is a hash
    of the words that are missing and of those that are new."""
    text = "\n".join(("picture", *lost.why.missing, "", *lost.why.new))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def chosen_picture_answer(lost: UnmatchedPictures | None, answer: Answer) -> PictureAnswer | None:
    """Return the choice in `answer` to the question about the pictures `lost`, which do not fit the settled
    position. Return None if `answer` belongs to another question."""
    if lost is None or picture_identity(lost) != answer.question:
        return None
    return next((one for one in possible_answers(lost.why) if one == answer.choice), None)


def question_text(asked: QuestionAsked, players: Sequence[str] = ()) -> str:
    """Return the text of the question `asked`, without its choices, in the current language."""
    return say_question(asked, players).asks.in_language(_)


def question_identity(asked: QuestionAsked) -> str:
    """Return the identity of the question `asked`: a hash of its player, its text, its choices, and the
    positions before and after the turn."""
    text = "\n".join((str(asked.player), asked.before, asked.after, asked.question, *asked.choices))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def picture_name(question: str, cards: PicturedCards) -> str:
    """Return the name under which the picture of `cards` is stored for the question with the identity
    `question`; empty without cards."""
    return "-".join((question, *map(str, cards))) if cards else ""


def question_pictures(asked: QuestionAsked) -> dict[str, PicturedCards]:
    """Return the names of the pictures for the question `asked`, each with the cards that it shows."""
    name = question_identity(asked)
    groups = (*asked.cards, *(offer.cards for offer in asked.offers))
    return {picture_name(name, cards): cards for cards in groups if cards}


def _takes_a_word(question: QuestionAsked) -> bool:
    """Return True if a person may answer `question` with a typed word."""
    return question.about == "Keyword" or is_about_word(question)


def chosen_text(asked: QuestionAsked | None, answer: Answer) -> str | None:
    """Return the text that `answer` chooses: a position in notation, or a typed word or letter in capitals.
    The text is empty for the answer "none of these". Return None if `answer` is invalid or belongs to
    another question."""
    if asked is None or question_identity(asked) != answer.question:
        return None
    if (_takes_a_word(asked) or asked.holes) and answer.choice == TYPED:
        return answer.word.upper()
    by_value = {str(n): text for n, text in enumerate(asked.choices)} | {NONE_OF_THESE: ""}
    return by_value.get(answer.choice)

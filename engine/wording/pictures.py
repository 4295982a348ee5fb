"""Say what a picture shows, and ask about a picture that no play from the settled position explains."""

from collections.abc import Sequence
from typing import Final, assert_never

from engine.cards import MASTER
from engine.explain import Mismatch
from engine.i18n import Sentence
from engine.i18n import cards_as_fact as cards
from engine.turn.mismatch import PictureAnswer, possible_answers
from engine.turn.picture_check import PictureView
from engine.wording.questions import WordedQuestion, word_shown

MAX_NAMED_WORDS: Final = 4
"""The number of words that a sentence names before "… more words". A single further word is named, too."""


def picture_question(why: Mismatch, *, one_hand: bool = False) -> WordedQuestion:
    """Return the table's question about a picture that no play from the settled position explains, with its
    possible answers. The last answer, "Not now", leaves the question open.

    `one_hand` means that the game consists of a single hand.
    """
    answers = tuple(_answer_sentence(one, why, one_hand=one_hand) for one in possible_answers(why))
    return WordedQuestion(_question_sentence(why, one_hand=one_hand), answers, Sentence("Not now"))


def _question_sentence(why: Mismatch, *, one_hand: bool) -> Sentence:
    again = ("again", Sentence("a new game") if one_hand else Sentence("a new hand"))
    if why.missing:
        return Sentence(
            "I don't see {words} in this picture. "
            "Is it another table, were the cards cleared away, or is it {again}?",
            (("words", named_words(why.missing)), again),
        )
    if why.new:
        return Sentence(
            "{words} are all new. Is it another table, or were several turns played?",
            (("words", named_words(why.new)),),
        )
    return Sentence(
        "I don't see your cards as they lay. "
        "Is it another table, were the cards cleared away, or is it {again}?",
        (again,),
    )


def _answer_sentence(answer: PictureAnswer, why: Mismatch, *, one_hand: bool) -> Sentence:
    match answer:
        case "another table":
            return Sentence("It is another table. Forget this picture")
        case "cleared away":
            return Sentence("The cards were cleared away. We lay them out again")
        case "new hand" if one_hand:
            return Sentence("It is a new game. The last one doesn't count")
        case "new hand":
            return Sentence("It is a new hand. The last one doesn't count")
        case "still there" if len(why.missing) == 1:
            return Sentence("{words} still lies there, out of sight", (("words", why.missing),))
        case "still there":
            return Sentence("{words} still lie there, out of sight", (("words", named_words(why.missing)),))
        case "go on":
            return Sentence("Several turns were played. Go on from here")
        case never:
            assert_never(never)


def say_lay_out_again(why: Mismatch) -> Sentence:
    """Say which words to lay on the table again, after somebody cleared them away. `why` tells what the
    picture lacks."""
    if not why.missing:
        return Sentence("Lay the cards out again as they lay.")
    return Sentence("Lay {words} out again as they lay.", (("words", named_words(why.missing)),))


def named_words(words: Sequence[str]) -> tuple[str | Sentence, ...]:
    """Return words as the values of one place of a sentence. After the first few, the number of the others
    stands for them: "3 more words"."""
    every = tuple(map(word_shown, words))
    if len(every) <= MAX_NAMED_WORDS + 1:
        return every
    return (
        *every[:MAX_NAMED_WORDS],
        Sentence("{count} more words", (("count", len(every) - MAX_NAMED_WORDS),)),
    )


def say_picture(view: PictureView) -> tuple[Sentence, ...]:
    """Say what the newest picture shows of the table, in a sentence or two."""
    if not view.cards and not view.has_stock and not view.missing:
        return (Sentence("I see no cards in this picture."),)
    if not view.playing:
        return _say_between_hands(view)
    if view.piles or view.changed_piles:
        return _say_piles(view)
    if view.laying_back:
        return (*_say_words(view), *_say_missing(view))
    return (*_say_missing(view), *_say_words(view), *(() if view.missing else _say_exposed(view)))


def say_unchanged(since: str, *, by_photograph: bool) -> Sentence:
    """Say that the newest picture shows the same cards as the picture taken at the time `since`.
    `by_photograph` means that people take the pictures."""
    if by_photograph:
        return Sentence("Nothing has changed since the photograph of {time}.", (("time", since),))
    return Sentence("Nothing has changed since {time}.", (("time", since),))


def _say_between_hands(view: PictureView) -> tuple[Sentence, ...]:
    loose = ("cards", cards(view.loose_cards))
    if view.loose_cards and view.words:
        facts = (("words", named_words(view.words)), loose)
        return (Sentence("I see {words}, and beside them the cards {cards}.", facts),)
    if len(view.loose_cards) > 1:
        return (Sentence("I see the cards {cards}.", (loose,)),)
    if view.words:
        return (Sentence("I see {words}.", (("words", named_words(view.words)),)),)
    if view.cards == 1:
        return (Sentence("I see 1 card."),)
    if view.cards:
        return (Sentence("I see {count} cards.", (("count", view.cards),)),)
    return (Sentence("I see the stock alone."),)


def _say_piles(view: PictureView) -> tuple[Sentence, ...]:
    """Say how many piles of a patience have changed. The piles have the name that the game's rules give them:
    columns, places or piles."""
    if not view.changed_piles:
        return (_say_unchanged_piles(view),)
    count = (("count", view.changed_piles),)
    match view.layout:
        case "columns" if view.changed_piles == 1:
            return (Sentence("I see a change in 1 column."),)
        case "columns":
            return (Sentence("I see a change in {count} columns.", count),)
        case "circle" if view.changed_piles == 1:
            return (Sentence("I see a change in 1 place of the circle."),)
        case "circle":
            return (Sentence("I see a change in {count} places of the circle.", count),)
        case _ if view.changed_piles == 1:
            return (Sentence("I see a change in 1 pile."),)
        case _:
            return (Sentence("I see a change in {count} piles.", count),)


def _say_unchanged_piles(view: PictureView) -> Sentence:
    match view.layout:
        case "columns":
            return Sentence("I see the {count} columns, as before.", (("count", view.piles),))
        case "circle":
            return Sentence("I see the circle, as before.")
        case _:
            return Sentence("I see the {count} piles, as before.", (("count", view.piles),))


def _say_missing(view: PictureView) -> tuple[Sentence, ...]:
    if not view.missing:
        return ()
    facts = (("words", named_words(view.missing)),)
    if view.laying_back:
        return (Sentence("I don't see {words} yet. Lay the cards back as they lay.", facts),)
    return (Sentence("I don't see {words}.", facts),)


def _say_words(view: PictureView) -> tuple[Sentence, ...]:
    """Say which words lie on the table, and which of them are new."""
    sentences = tuple(
        Sentence("I see {now} where {was} lay.", (("now", word_shown(now)), ("was", word_shown(was))))
        for was, now in view.changed
    )
    if view.new and view.must_go_back:
        return (*sentences, Sentence("I still see {words}.", (("words", named_words(view.new)),)))
    if view.new and view.words:
        facts = (("new", named_words(view.new)), ("words", named_words(view.words)))
        return (*sentences, Sentence("I see {new}, and {words} as before.", facts))
    if view.new:
        return (*sentences, Sentence("I see {words}.", (("words", named_words(view.new)),)))
    if view.words and not view.missing:
        return (*sentences, Sentence("I see {words}, as before.", (("words", named_words(view.words)),)))
    if view.words:
        return (*sentences, Sentence("I see {words}.", (("words", named_words(view.words)),)))
    return sentences or _say_no_words(view)


def _say_no_words(view: PictureView) -> tuple[Sentence, ...]:
    if view.exposed:
        return ()
    if view.missing:
        return (Sentence("I see the stock alone."),) if view.has_stock else ()
    if view.has_stock:
        return (Sentence("I see the stock and no words yet."),)
    return (Sentence("I see no words yet."),)


def _say_exposed(view: PictureView) -> tuple[Sentence, ...]:
    if view.exposed == MASTER:
        return (Sentence("The exposed card is a Master now."),)
    return (Sentence("The exposed card is {card} now.", (("card", view.exposed),)),) if view.exposed else ()

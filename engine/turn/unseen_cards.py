"""Ask the player about a card of a word that the camera may have overlooked."""

from collections.abc import Iterator
from typing import Final

from engine.adjudication import adjudicate
from engine.cards import LETTERS, MASTER
from engine.events import Offer, QuestionAsked
from engine.explain import RuledPlay
from engine.grid_frames import in_same_frame
from engine.i18n import Sentence
from engine.match import Match
from engine.notation import format_position, parse_position
from engine.position import Grid, Position, Rows
from engine.ruling import Illegal, OverlookedCard, Unclear
from engine.turn.card_tracking import letter_at, with_letter
from engine.words import WordList

HOLE: Final = "_"
"""The sign for a card that nobody has seen, in a position of `QuestionAsked.holes`."""


def ask_unseen_card(match: Match, play: RuledPlay, turn: int) -> QuestionAsked | None:
    """Return the question which card the camera has overlooked in turn number `turn`. Return None if the turn
    has no overlooked card, or has other doubts as well."""
    ruling, explanation = play.ruling, play.explanation
    doubts = ruling.doubts if isinstance(ruling, Unclear) else ()
    unseen_cards = [doubt for doubt in doubts if isinstance(doubt, OverlookedCard)]
    if not unseen_cards or len(unseen_cards) < len(doubts):
        return None
    first, name = unseen_cards[0], match.players[match.turn or 0]
    asks = _unseen_card_question(first, name)
    answers = dict(_answers(first, explanation.before, explanation.after))
    return QuestionAsked(
        match.turn or 0,
        format_position(explanation.before),
        format_position(explanation.after),
        str(asks),
        tuple(answers),
        "turn",
        turn,
        asks=asks,
        offers=tuple(map(Offer, answers.values())),
        holes=tuple(format_position(with_letter(unseen.after, unseen.spot, HOLE)) for unseen in unseen_cards),
    )


def _unseen_card_question(unseen: OverlookedCard, name: str) -> Sentence:
    before, after = _word_parts(unseen)
    facts = (("name", name), ("before", before), ("after", after), ("word", before or after))
    if before and after:
        return Sentence("What lies between {before} and {after}, {name}?", facts)
    return Sentence("Am I missing a card of {word}, {name}?", facts)


def _word_parts(unseen: OverlookedCard) -> tuple[str, str]:
    """Return the parts of the word before and after the unseen card, as people write them."""
    before, after = (
        part.upper().replace(MASTER, "★")
        for part in (unseen.word[: unseen.place], unseen.word[unseen.place + 1 :])
    )
    return before, after


def _answers(unseen: OverlookedCard, was: Position, seen: Position) -> Iterator[tuple[str, Sentence]]:
    """Yield the possible answers to the question which card lies unseen at a place: a letter, a Master, or no
    card. Each answer is a pair: the position in notation, and the sentence on the button."""
    card, (before, after) = letter_at(unseen.after, unseen.spot), _word_parts(unseen)
    yield format_position(unseen.after), _missing_card_offer(card.upper(), between=bool(before and after))
    facts = (("before", before), ("after", after), ("word", before or after))
    if not before or not after:
        yield format_position(_without_card(unseen, seen)), Sentence("No. {word} is the whole word", facts)
    elif isinstance(was, Rows) and isinstance(seen, Rows) and _is_new_word(was, unseen):
        says = Sentence("Nothing. {before} and {after} are two words", facts)
        yield format_position(_two_words(unseen, seen)), says
    else:
        yield (
            format_position(_without_card(unseen, seen)),
            Sentence("Nothing lies between {before} and {after}", facts),
        )


def _missing_card_offer(card: str, *, between: bool) -> Sentence:
    """Return the answer, as a sentence, that `card` lies unseen in the word: between two cards, or at one
    end."""
    facts = (("card", card),)
    if between:
        return Sentence("A Master") if card == MASTER else Sentence("The {card}", facts)
    return Sentence("Yes, a Master") if card == MASTER else Sentence("Yes, the {card}", facts)


def _is_new_word(was: Rows, unseen: OverlookedCard) -> bool:
    line, _ = unseen.spot
    return line >= len(was.words) or not was.words[line]


def _two_words(unseen: OverlookedCard, seen: Rows) -> Rows:
    """Return the position in which the parts before and after the unseen card are two separate words. If
    `seen` has two words there already, return `seen`."""
    line, place = unseen.spot
    if seen != unseen.after:
        return seen
    whole = seen.words[line]
    words = (*seen.words[:line], whole[:place], *seen.words[line + 1 :], whole[place + 1 :])
    return Rows(words, seen.exposed)


def _without_card(unseen: OverlookedCard, seen: Position) -> Position:
    """Return the position `seen` without the card `unseen` that the camera may have missed. If the
    explanation of the picture has not added this card, return `seen` unchanged."""
    if seen != unseen.after or not isinstance(seen, Rows):
        return seen
    line, place = unseen.spot
    word = seen.words[line][:place] + seen.words[line][place + 1 :]
    return Rows((*seen.words[:line], word, *seen.words[line + 1 :]), seen.exposed)


def position_meant(match: Match, words: WordList, asked: QuestionAsked, answer_text: str) -> str:
    """Return the position that a player's answer to a question means. If the question is about an unseen card
    and the answer is a single letter, the letter is put into a hole of the position: the first hole at which
    it makes the play legal, otherwise the first of all. Any other answer is returned unchanged."""
    if not asked.holes or answer_text not in LETTERS or len(answer_text) != 1:
        return answer_text
    ways = [hole.replace(HOLE, answer_text) for hole in asked.holes]
    return next((way for way in ways if _is_allowed(match, words, asked.before, way)), ways[0])


def _is_allowed(match: Match, words: WordList, before: str, after: str) -> bool:
    was, now = parse_position(before), parse_position(after)
    if isinstance(was, Grid) and isinstance(now, Grid) and match.game.board is None:
        was, now = in_same_frame(was, now)
    return not isinstance(adjudicate(match.game, words, was, now, packs=match.packs), Illegal)

"""Word the table's questions. Most questions name a player. Each ends in a question mark, and every answer
is a whole sentence.

An event of a question may contain its own text, which is then used. Otherwise the text follows from the
question's subject. So a question in an old journal reads as well as a new one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import assert_never

from engine.cards import MASTER
from engine.events import QuestionAsked
from engine.i18n import Fact, Sentence, cards_as_fact
from engine.moves import EMPTY, faces
from engine.notation import NotationError, parse_position
from engine.position import FACE_DOWN, Grid, Piles, Position, RacePosition, Rows
from engine.rules.grid_lines import cards_of, runs_through, text_of

UNNAMED_PLAYER = Sentence("the player")
"""The name of a player at a seat without a name."""


@dataclass(frozen=True, slots=True)
class WordedQuestion:
    """A question of the table to a player, with its answers, as sentences."""

    asks: Sentence
    """The question to the player, as a sentence."""
    answers: tuple[Sentence, ...]
    """The possible answers as sentences, in the order of the question's choices."""
    otherwise: Sentence
    """The sentence of the last answer: that none of the other answers is right."""


def say_question(question: QuestionAsked, players: Sequence[str] = ()) -> WordedQuestion:
    """Return a question of the table with its answers as sentences. `players` are the players' names by
    seat."""
    name = players[question.player] if question.player < len(players) else UNNAMED_PLAYER
    default = _default_wording(question, name)
    answers = tuple(offer.says for offer in question.offers)
    has_all_texts = len(answers) == len(question.choices)
    return WordedQuestion(
        question.asks or default.asks,
        answers if has_all_texts else default.answers,
        question.otherwise or default.otherwise,
    )


def say_answer(question: QuestionAsked, answer_text: str, players: Sequence[str] = ()) -> Sentence:
    """Return an answer to a question of the table as a sentence. `answer_text` is one of the question's
    choices, a corrected position, or empty if the player answers that none is right."""
    wording = say_question(question, players)
    by_choice = dict(zip(question.choices, wording.answers, strict=False)) | {"": wording.otherwise}
    name = players[question.player] if question.player < len(players) else UNNAMED_PLAYER
    return by_choice.get(answer_text) or _action_sentence(question, answer_text, name)


def _default_wording(question: QuestionAsked, name: str | Sentence) -> WordedQuestion:
    who = (("name", name),)
    match question.about:
        case "turn" | "pack":
            return _turn_question(question, name)
        case "Master":
            asks = Sentence("Which word did you lay, {name}?", who)
            return WordedQuestion(
                asks,
                tuple(_words_of_choice(question, one) for one in question.choices),
                Sentence("None of these words"),
            )
        case "hand":
            return _hand_question(question, name)
        case "whose":
            asks = Sentence("Whose cards are these?")
            return WordedQuestion(
                asks, tuple(map(Sentence, question.choices)), Sentence("Nobody's. We lay them down again")
            )
        case "count":
            asks = Sentence("How many cards does {name} have left?", who)
            counts = tuple(_cards_left(choice, name) for choice in question.choices)
            return WordedQuestion(asks, counts, Sentence("None of this. {name} takes the cards back", who))
        case "Keyword":
            words = tuple(Sentence(word) for word in question.choices)
            return WordedQuestion(
                Sentence("Which Keyword lies face up?"), words, Sentence("No Keyword lies face up")
            )
        case "letters":
            asks = Sentence("How many letters does {name} have now?", who)
            return WordedQuestion(
                asks,
                tuple(_letters_left(choice, name) for choice in question.choices),
                Sentence("Nobody knows"),
            )
        case "over":
            asks = Sentence("Is the game over, {name}?", who)
            yes = Sentence("Yes, count up the letters")
            return WordedQuestion(asks, (yes,) * len(question.choices), Sentence("No, the game goes on"))
        case never:
            assert_never(never)


def _turn_question(question: QuestionAsked, name: str | Sentence) -> WordedQuestion:
    actions = tuple(_action_sentence(question, choice, name) for choice in question.choices)
    who = (("name", name),)
    if len(actions) == 1:
        asks = Sentence("Is this right: {deed}?", (("deed", actions[0]),))
        actions = (Sentence("Yes, {deed}", (("deed", actions[0]),)),)
    else:
        asks = Sentence("What did {name} do?", who)
    if question.before == question.after:
        return WordedQuestion(asks, actions, Sentence("{name} hasn't played yet", who))
    return WordedQuestion(asks, actions, Sentence("None of this. {name} takes the cards back", who))


def _hand_question(question: QuestionAsked, name: str | Sentence) -> WordedQuestion:
    hands = tuple(
        Sentence("{name} has {cards}", (("name", name), ("cards", cards_as_fact(cards))))
        if cards
        else Sentence("{name} has no cards", (("name", name),))
        for cards in question.choices
    )
    asks = Sentence("Which cards does {name} have left?", (("name", name),))
    return WordedQuestion(asks, hands, Sentence("None of these. I lay them down again"))


def _cards_left(count: str, name: str | Sentence) -> Sentence:
    if count == "1":
        return Sentence("{name} has 1 card left", (("name", name),))
    return Sentence("{name} has {count} cards left", (("name", name), ("count", count)))


def _letters_left(count: str, name: str | Sentence) -> Sentence:
    if count == "0":
        return Sentence("{name} has no letters left", (("name", name),))
    if count == "1":
        return Sentence("{name} has 1 letter", (("name", name),))
    return Sentence("{name} has {count} letters", (("name", name), ("count", count)))


def _words_of_choice(question: QuestionAsked, choice: str) -> Sentence:
    """Say one choice of a question by its words. Words that every choice contains are left out."""
    every = [
        offered_words
        for one in question.choices
        if (offered_words := _words(question.before, one)) is not None
    ]
    words = _words(question.before, choice) or (choice,)
    differ = tuple(word for word in words if not all(word in offered_words for offered_words in every))
    return Sentence("{words}", (("words", differ or words),))


def _words(before: str, after: str) -> tuple[str, ...] | None:
    """Return the words that a turn laid or changed between two positions in notation, in capitals. Return
    None if one of the positions cannot be read."""
    try:
        was, now = parse_position(before), parse_position(after)
    except NotationError:
        return None
    return tuple(word.upper() for word in changed_words(was, now))


def changed_words(before: Position, after: Position) -> tuple[str, ...]:
    """Return the words on the table that are new or changed between the positions `before` and `after`."""
    if isinstance(after, Grid):
        lying, was = cards_of(after), cards_of(before) if isinstance(before, Grid) else {}
        same = isinstance(before, Grid) and _size(before) == _size(after)
        new = [cell for cell, card in lying.items() if not same or was.get(cell) != card]
        return tuple(dict.fromkeys(text_of(lying, run) for run in runs_through(lying, new)))
    if isinstance(after, Rows):
        old = before.words if isinstance(before, Rows) else ()
        padded = (*old, *("",) * len(after.words))
        return tuple(new for was, new in zip(padded, after.words, strict=False) if new and was != new)
    return ()


def _size(grid: Grid) -> tuple[int, int]:
    return len(grid.rows), len(grid.rows[0]) if grid.rows else 0


def _action_sentence(question: QuestionAsked, choice: str, name: str | Sentence) -> Sentence:
    """Say what the player `name` did if the answer `choice` is right. `choice` is a position in notation, or
    a discard that changed nothing on the table."""
    actions = _action_phrases(question, choice)
    return Sentence("{name} {deeds}", (("name", name), ("deeds", actions))) if actions else Sentence(choice)


def _action_phrases(question: QuestionAsked, choice: str) -> tuple[Sentence, ...]:
    """Return what a player did if the answer `choice` to a question is right: a phrase for each action, such
    as "discarded another E". Return none if the notation of `choice` cannot be read."""
    if choice.startswith("-") and choice[1:2].strip(" |/;"):
        return (_discarded(choice[1], another=True),)
    try:
        before, after = parse_position(question.before), parse_position(choice)
    except NotationError:
        return ()
    return (*_lay_phrases(before, after), *_discard_phrases(before, after)) or (_nothing_done(after),)


def _nothing_done(after: Position) -> Sentence:
    """Return the phrase for a turn after which the table looks as before, such as "played nothing"."""
    if isinstance(after, Grid) and after.exposed:
        return Sentence("discarded a card and drew one")
    if isinstance(after, RacePosition):
        return Sentence("formed no word")
    return Sentence("played nothing")


def _discard_phrases(before: Position, after: Position) -> list[Sentence]:
    if before.exposed == after.exposed or not after.exposed or isinstance(after, Piles):
        return []
    return [_discarded(after.exposed)]


def _discarded(card: str, *, another: bool = False) -> Sentence:
    facts = (("card", card),)
    if card == MASTER and another:
        return Sentence("discarded another Master")
    if card == MASTER:
        return Sentence("discarded a Master")
    if another:
        return Sentence("discarded another {card}", facts)
    return Sentence("discarded the {card}", facts)


def _lay_phrases(before: Position, after: Position) -> list[Sentence]:
    match after:
        case Rows():
            return _row_differences(before.words if isinstance(before, Rows) else (), after.words)
        case Grid():
            return _grid_differences(before, after)
        case RacePosition(laid=laid):
            return _front_differences(before.laid if isinstance(before, RacePosition) else (), laid)
        case Piles():
            return _pile_differences(before, after)


def _row_differences(old: Sequence[str], new: Sequence[str]) -> list[Sentence]:
    pairs = list(zip((*old, *("",) * len(new)), new, strict=False))
    laid = tuple(word_shown(now) for was, now in pairs if now and not was)
    sentences = [Sentence("laid {words}", (("words", laid),))] if laid else []
    for was, now in pairs:
        if was and not now:
            sentences.append(Sentence("took {word} away", (("word", word_shown(was)),)))
        elif was and was != now:
            facts = (("was", word_shown(was)), ("word", word_shown(now)))
            sentences.append(Sentence("made {was} into {word}", facts))
    return sentences


def _grid_differences(before: Position, after: Grid) -> list[Sentence]:
    words = tuple(map(word_shown, changed_words(before, after)))
    if words:
        return [Sentence("laid {words}", (("words", words),))]
    if before.lines != after.lines:
        return [Sentence("left the cards as I show them")]
    return []


def _pile_differences(before: Position, after: Piles) -> list[Sentence]:
    """Return what a player did in a patience as phrases, such as "took Q", by comparing the piles of two
    positions."""
    lost_cards, new_cards = Counter[str](), Counter[str]()
    for was, now in zip_longest(before.lines, after.lines, fillvalue=""):
        turned = was.count(FACE_DOWN) > now.count(FACE_DOWN)
        old, new = Counter(faces(was.replace(FACE_DOWN, ""))), Counter(faces(now.replace(FACE_DOWN, "")))
        lost_cards, new_cards = (
            lost_cards + (old - new),
            new_cards + (new - old - Counter(now[-1:] if turned else "")),
        )
    moved = lost_cards & new_cards
    sentences: list[Sentence] = []
    if taken := lost_cards - moved:
        sentences.append(Sentence("took {cards}", _cards_fact(taken)))
    if moved:
        sentences.append(Sentence("moved {cards}", _cards_fact(moved)))
    if laid := new_cards - moved:
        sentences.append(Sentence("laid {cards}", _cards_fact(laid)))
    if after.exposed and after.exposed != before.exposed:
        sentences.append(Sentence("turned up {card}", (("card", cards_as_fact(after.exposed)),)))
    if not sentences and (before.lines, before.exposed) != (after.lines, after.exposed):
        sentences.append(Sentence("left the cards as I show them"))
    return sentences


def _cards_fact(cards: Counter[str]) -> tuple[tuple[str, Fact]]:
    return (("cards", cards_as_fact("".join(sorted(cards.elements())))),)


def _front_differences(old: Sequence[Sequence[str]], new: Sequence[Sequence[str]]) -> list[Sentence]:
    words: tuple[str, ...] = ()
    for seat, rows in enumerate(new):
        if seat >= len(old) or tuple(old[seat]) != tuple(rows):
            words += tuple(map(word_shown, changed_words(Grid(), Grid(tuple(rows)))))
    return [Sentence("formed {words}", (("words", words),))] if words else []


def word_shown(word: str) -> str:
    """Return a word as people write it, in capitals: ★ for an unnamed Master, and _ for an empty place."""
    return word.upper().replace(MASTER, "★").replace(EMPTY, "_")

"""A card that nobody has seen may lie in a play: its player is asked what lies there."""

from collections.abc import Iterator
from typing import Final

from engine.adjudication import adjudicate
from engine.cards import LETTERS, MASTER
from engine.events import Offer, QuestionAsked
from engine.explain import Judged
from engine.grid_frames import framed
from engine.i18n import Sentence
from engine.match import Match
from engine.notation import format_position, parse_position
from engine.position import Grid, Position, Rows
from engine.ruling import Illegal, Overlooked, Unclear
from engine.turn.card_tracking import letter_at, with_letter
from engine.words import WordList

HOLE: Final = "_"
"""The card that nobody has seen, in a position of `QuestionAsked.holes`."""


def ask_unseen_card(match: Match, judged: Judged, turn: int) -> QuestionAsked | None:
    """Ask for the card at a place where turn number `turn` may have an overlooked card. Return None if
    something else is doubtful.
    """
    ruling, lies = judged.ruling, judged.explanation
    doubts = ruling.doubts if isinstance(ruling, Unclear) else ()
    holes = [doubt for doubt in doubts if isinstance(doubt, Overlooked)]
    if not holes or len(holes) < len(doubts):
        return None
    first, name = holes[0], match.players[match.turn or 0]
    asks = _asks(first, name)
    answers = dict(_answers(first, lies.before, lies.after))
    return QuestionAsked(
        match.turn or 0,
        format_position(lies.before),
        format_position(lies.after),
        str(asks),
        tuple(answers),
        "turn",
        turn,
        asks=asks,
        offers=tuple(map(Offer, answers.values())),
        holes=tuple(format_position(with_letter(hole.after, hole.spot, HOLE)) for hole in holes),
    )


def _asks(hole: Overlooked, name: str) -> Sentence:
    before, after = _parts(hole)
    facts = (("name", name), ("before", before), ("after", after), ("word", before or after))
    if before and after:
        return Sentence("What lies between {before} and {after}, {name}?", facts)
    return Sentence("Am I missing a card of {word}, {name}?", facts)


def _parts(hole: Overlooked) -> tuple[str, str]:
    """Return the parts of its word before and after the card, as people write them."""
    before, after = (
        part.upper().replace(MASTER, "★") for part in (hole.word[: hole.place], hole.word[hole.place + 1 :])
    )
    return before, after


def _answers(hole: Overlooked, was: Position, seen: Position) -> Iterator[tuple[str, Sentence]]:
    """Return the possible cards there, as positions, and in words: the missing card, a Master, or nothing."""
    card, (before, after) = letter_at(hole.after, hole.spot), _parts(hole)
    yield format_position(hole.after), _lacks(card.upper(), between=bool(before and after))
    facts = (("before", before), ("after", after), ("word", before or after))
    if not before or not after:
        yield format_position(_without(hole, seen)), Sentence("No. {word} is the whole word", facts)
    elif isinstance(was, Rows) and isinstance(seen, Rows) and _is_new(was, hole):
        says = Sentence("Nothing. {before} and {after} are two words", facts)
        yield format_position(_two_words(hole, seen)), says
    else:
        yield (
            format_position(_without(hole, seen)),
            Sentence("Nothing lies between {before} and {after}", facts),
        )


def _lacks(card: str, *, between: bool) -> Sentence:
    """Tell that `card` lies where it was not seen: `between` others, or at an end."""
    facts = (("card", card),)
    if between:
        return Sentence("A Master") if card == MASTER else Sentence("The {card}", facts)
    return Sentence("Yes, a Master") if card == MASTER else Sentence("Yes, the {card}", facts)


def _is_new(was: Rows, hole: Overlooked) -> bool:
    line, _ = hole.spot
    return line >= len(was.words) or not was.words[line]


def _two_words(hole: Overlooked, seen: Rows) -> Rows:
    """Return the two parts as words of their own; `seen` may have taken them for two already."""
    line, place = hole.spot
    if seen != hole.after:
        return seen
    whole = seen.words[line]
    words = (*seen.words[:line], whole[:place], *seen.words[line + 1 :], whole[place + 1 :])
    return Rows(words, seen.exposed)


def _without(hole: Overlooked, seen: Position) -> Position:
    """Return the table without the card, if `seen` took it for granted."""
    if seen != hole.after or not isinstance(seen, Rows):
        return seen
    line, place = hole.spot
    word = seen.words[line][:place] + seen.words[line][place + 1 :]
    return Rows((*seen.words[:line], word, *seen.words[line + 1 :]), seen.exposed)


def filled(match: Match, words: WordList, asked: QuestionAsked, said: str) -> str:
    """Return the position that an answer means: a letter alone lies where it makes the play lawful, or else
    in the first place that was asked about. Any other answer stays as it was said.
    """
    if not asked.holes or said not in LETTERS or len(said) != 1:
        return said
    ways = [hole.replace(HOLE, said) for hole in asked.holes]
    return next((way for way in ways if _lawful(match, words, asked.before, way)), ways[0])


def _lawful(match: Match, words: WordList, before: str, after: str) -> bool:
    was, now = parse_position(before), parse_position(after)
    if isinstance(was, Grid) and isinstance(now, Grid) and match.game.board is None:
        was, now = framed(was, now)
    return not isinstance(adjudicate(match.game, words, was, now, packs=match.packs), Illegal)

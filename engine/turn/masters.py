"""Ask the player about a card that is most likely a Master. The answers teach the reader what a Master
looks like."""

from collections.abc import Iterator, Sequence

from engine.cards import MASTER
from engine.events import (
    AnyEvent,
    Offer,
    QuestionAnswered,
    QuestionAsked,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
)
from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.explain import Explanation, ExplanationContext, SettledPosition
from engine.i18n import Sentence
from engine.match import Match
from engine.moves import faces
from engine.notation import format_position, parse_position
from engine.observation import Observation
from engine.position import Position
from engine.ruling import DoubtfulCard
from engine.turn.card_tracking import letter_at, sightings_by_spot, with_letter
from engine.turn.unseen_cards import HOLE


def ask_if_master(
    match: Match, turn: TurnFinished, explanation: Explanation, number: int
) -> QuestionAsked | None:
    """Return the question whether a doubtful card of turn `number` is a Master. The player may name its
    letter instead. Return None if no such card is doubtful, or if the turn is not legal or does not stand."""
    doubtful = (
        doubt for doubt in explanation.doubts if isinstance(doubt, DoubtfulCard) and doubt.letter == MASTER
    )
    doubtful_master = next(doubtful, None)
    if doubtful_master is None or not turn.stands or turn.ruling != "legal":
        return None
    facts = (
        ("word", doubtful_master.word.upper().replace(MASTER, "★")),
        ("name", match.players[turn.player]),
    )
    asks = Sentence("Is the ★ in {word} a Master, {name}?", facts)
    return QuestionAsked(
        turn.player,
        turn.before,
        turn.after,
        str(asks),
        (turn.after,),
        "turn",
        number,
        asks=asks,
        offers=(Offer(Sentence("Yes, it is a Master")),),
        otherwise=Sentence("It is neither. {name} takes the cards back", facts[1:]),
        holes=tuple(_with_holes(parse_position(turn.after), doubtful_master.word)),
    )


def _with_holes(after: Position, word: str) -> Iterator[str]:
    """Yield the position `after` in notation, once for each Master of `word`, with this Master replaced by a
    hole (`_`). The letter that the player may name fills the hole."""
    for r, line in enumerate(after.lines):
        for c, card in enumerate(line):
            if (card == MASTER or card.islower()) and faces(word) in faces(line):
                yield format_position(with_letter(after, (r, c), HOLE))


def reported_by_people(new: Sequence[AnyEvent]) -> bool:
    """Return True if a person has reported the cards that a turn laid. `new` are the events of one message or
    one picture. A correction that the table has found by itself, from a picture or a later play, is no
    report."""
    causes = {event.cause for event in new if isinstance(event, TurnAmended)}
    answered = any(isinstance(e, QuestionAnswered) and e.after and not e.lapsed for e in new)
    corrected = any(isinstance(event, TurnCorrected) for event in new)
    return corrected or bool(causes & {"answered", "said"}) or (answered and "declared" in causes)


def doubtful_masters(
    settled: SettledPosition, seen: Observation, context: ExplanationContext
) -> tuple[int, ...]:
    """Return the indices of the sightings that show a settled Master, if the camera is not sure of their
    letters. If the camera is sure of a letter, the person who named the Master may have meant another
    card."""
    master_cards = (
        card
        for spot, card in sightings_by_spot(settled, seen, context).items()
        if (letter := letter_at(settled.position, spot)) == MASTER or letter.islower()
    )
    return tuple(card for card in master_cards if not _is_sure(seen, card))


def _is_sure(seen: Observation, card: int) -> bool:
    best = seen.cards[card].best
    return best is not None and best[1] >= MIN_SURE_LETTER_PROBABILITY

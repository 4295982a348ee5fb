"""Find the hands laid face up at the end of a hand of play: their players and their cards.

Each player lays the remaining cards face up at his or her own edge of the table. Words may still lie on the
table, or may have been cleared away. Cards that spell a settled word in its place count as the word, not as a
hand.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import dist
from typing import Final

from engine.events import (
    TURN_SUBJECTS,
    AnyEvent,
    Edge,
    HandCounted,
    HandScored,
    Offer,
    PicturedCards,
    QuestionAnswered,
    QuestionAsked,
)
from engine.evidence import MIN_SURE_LETTER_PROBABILITY
from engine.explain import SettledPosition
from engine.i18n import Sentence, cards_as_fact
from engine.layout import Arrangement, SeenWord, arrange
from engine.layout.geometry import middle
from engine.match import Match
from engine.moves import faces
from engine.observation import Observation, Point, Sighting
from engine.position import Rows
from engine.turn.hand_owner import LAID_DOWN_AGAIN, ask_hand_owner, possible_holders, possible_seats

MAX_PUSH_MM: Final = 60.0
"""Greatest distance, in millimetres, between a word and its settled place at which the word is still
recognized: about a card's width."""
MAX_HAND_READINGS: Final = 6
"""Number of readings of a doubtful hand that are offered: as many as fit on a phone."""
MIN_OFFERED_PROBABILITY: Final = 0.05
"""Least probability of another letter of a doubtful card at which a hand with that letter is offered as
an answer when hands are counted."""

EDGES_OF_FEW_PLAYERS: Final[dict[int, tuple[Edge, ...]]] = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
}
"""The edges at which one, two or three players sit, clockwise, if nobody has named the edges."""
EDGES_CLOCKWISE: Final[tuple[Edge, ...]] = ("bottom", "left", "top", "right")
_CLOCKWISE_DIRECTIONS: Final[dict[Edge, Point]] = {
    "bottom": (-1, 0),
    "left": (0, -1),
    "top": (1, 0),
    "right": (0, 1),
}
"""The clockwise direction along each edge, as x and y. Players who share the edge sit in this order."""


@dataclass(frozen=True, slots=True)
class FaceUpHand:
    """A hand that lies face up before a player."""

    seat: int
    """The seat to which the hand belongs, or the first of several possible seats."""
    cards: str
    """The cards of the likeliest reading, sorted."""
    choices: tuple[str, ...]
    """The possible readings of the hand, the likeliest first. There is only one if every card can be read."""
    card_numbers: PicturedCards = ()
    """The indices of the hand's cards in the observation."""
    other_seats: tuple[int, ...] = ()
    """The other seats to which the hand may belong."""


def uncounted_seats(match: Match) -> tuple[int, ...]:
    """Return the seats of the players whose remaining cards nobody has counted yet. Before the hand of play
    is over, return none."""
    if not match.hand.over:
        return ()
    counted = match.hand.counted or (None,) * len(match.players)
    return tuple(
        seat
        for seat, (cards, hand, is_out) in enumerate(
            zip(counted, match.table.hands, match.scores.is_out, strict=True)
        )
        if cards is None and hand.count > 0 and not is_out and seat != match.hand.gone_out
    )


def counted_cards_left(match: Match) -> tuple[str, ...]:
    """Return the cards left in each hand, by seat; empty for a hand that is not counted."""
    counted = match.hand.counted or (None,) * len(match.players)
    return tuple(cards or "" for cards in counted)


def face_up_hands(
    match: Match, settled: SettledPosition, observation: Observation, *, by_photograph: bool = False
) -> tuple[FaceUpHand, ...]:
    """Return the face-up hands of the seats whose cards are not counted yet. A photograph (`by_photograph`)
    may show a hand from any side of the table. A hand in it that may belong to several seats is returned
    once, with all of them."""
    seen = arrange(observation, None, "rows")
    homes = _seat_places(match, observation)
    wanted = [
        seat
        for seat in range(len(match.players))
        if match.table.hands[seat].count and not match.scores.is_out[seat]
    ]
    uncounted = uncounted_seats(match)
    hands: dict[int, list[Sighting]] = {seat: [] for seat in wanted}
    read_hands: list[FaceUpHand] = []
    for group in _groups(seen, settled, observation, by_photograph):
        at = middle(card.centre for card in group)
        nearest = min(wanted, key=lambda seat: dist(homes[seat], at))
        if by_photograph:
            cards = "".join(sorted(_letters(card)[0] for card in group))
            nearest, *others = possible_holders(match, uncounted, cards, nearest)
            if others:
                read_hands.append(_read_hand(nearest, group, observation, tuple(others)))
                continue
        for seat, cards_of in _shared_among_seats(match, group, nearest, wanted):
            hands[seat] += cards_of
    return (*(_read_hand(seat, hands[seat], observation) for seat in uncounted if hands[seat]), *read_hands)


def _groups(
    seen: Arrangement, settled: SettledPosition, observation: Observation, by_photograph: bool
) -> Iterator[list[Sighting]]:
    """Yield the groups of cards that may be hands: cards that belong to no settled word and are neither the
    stock nor the exposed pile.

    A photograph that shows no settled word whole is a picture of hands alone. Lines of cards that resemble a
    settled word may then be hands, too.
    """
    groups = [line for line in (*seen.words, *seen.lone) if _is_settled(line, settled)]
    if by_photograph and not any(_is_whole(line, settled) for line in groups):
        groups = []
    lying = {card for line in groups for card in line.cards}
    aside = {i for i, role in enumerate(seen.roles) if role in ("stock", "exposed")} | lying
    lines = [line.cards for line in (*seen.words, *seen.lone)]
    grouped = {card for cards in (*lines, *seen.hands) for card in cards}
    strays = [(i,) for i in range(len(observation.cards)) if i not in grouped]
    for cards in (*lines, *seen.hands, *strays):
        group = [observation.cards[i] for i in cards if i not in aside]
        if group := [card for card in group if card.face == "up" and card.readings]:
            yield group


def _shared_among_seats(
    match: Match, group: list[Sighting], nearest: int, wanted: Sequence[int]
) -> Iterator[tuple[int, list[Sighting]]]:
    """Yield each seat whose hand lies in the line of cards `group`, with the cards of this hand.

    Usually all cards belong to the seat `nearest`. If players share its edge, their hands may lie end to end.
    The line is then divided by the number of cards that the match has counted for each player. If these
    numbers do not add up to the line, all cards belong to `nearest`.
    """
    edges = match.edges or edges_of(len(match.players))
    sharers = [seat for seat in wanted if edges[seat] == edges[nearest]]
    counts = [match.table.hands[seat].count for seat in sharers]
    if len(sharers) == 1 or len(group) != sum(counts):
        yield nearest, group
        return
    ahead = _CLOCKWISE_DIRECTIONS[edges[nearest]]
    left = sorted(group, key=lambda card: ahead[0] * card.centre[0] + ahead[1] * card.centre[1])
    for seat, count in zip(sharers, counts, strict=True):
        yield seat, left[:count]
        left = left[count:]


def _is_settled(line: SeenWord, settled: SettledPosition) -> bool:
    position = settled.position
    if not isinstance(position, Rows):
        return False
    for i, word in enumerate(position.words):
        place = settled.place(i)
        if place is None and _line_faces(line) == Counter(faces(word)):
            return True  # an answer settled the words again, without their places
        if place is not None and dist(place.centre, line.centre) < MAX_PUSH_MM and _matches_word(line, word):
            return True
    return False


def _is_whole(line: SeenWord, settled: SettledPosition) -> bool:
    """Return True if a line of cards is a whole settled word: it has as many cards, and most of them
    match."""
    position = settled.position
    words = position.words if isinstance(position, Rows) else ()
    return any(len(word) == len(line.cards) and _matches_word(line, word) for word in words)


def _matches_word(line: SeenWord, word: str) -> bool:
    """Return True if at least two thirds of the line's cards are cards of `word`. The other cards may
    differ, because a player may still be changing the word."""
    return 3 * (_line_faces(line) & Counter(faces(word))).total() >= 2 * len(line.cards)


def _line_faces(line: SeenWord) -> Counter[str]:
    return Counter(c[0][0] for c in line.letters if c)


def _read_hand(
    seat: int, cards: Sequence[Sighting], observation: Observation, others: tuple[int, ...] = ()
) -> FaceUpHand:
    numbers = {id(card): number for number, card in enumerate(observation.cards)}
    lying = tuple(numbers[id(card)] for card in cards)
    likely = [_letters(card) for card in cards]
    ways = islice(product(*likely), 4 * MAX_HAND_READINGS)
    choices = dict.fromkeys("".join(sorted(way)) for way in ways)
    first = "".join(sorted(letters[0] for letters in likely))
    return FaceUpHand(seat, first, tuple(islice(choices, MAX_HAND_READINGS)), lying, others)


def _letters(card: Sighting) -> list[str]:
    """Return the possible letters of one card, the likeliest first. Return one letter if the card is
    sure."""
    ranked = card.letters()
    if ranked[0][1] >= MIN_SURE_LETTER_PROBABILITY:
        return [ranked[0][0]]
    return [ranked[0][0], *(letter for letter, p in ranked[1:] if p >= MIN_OFFERED_PROBABILITY)]


def _seat_places(match: Match, observation: Observation) -> list[Point]:
    """Return the point (x, y), in millimetres, at which each player sits, by seat. Players who share an edge
    are spread along the edge, clockwise."""
    edges = match.edges or edges_of(len(match.players))
    many, before = Counter(edges), Counter[Edge]()
    homes = []
    for edge in edges:
        before[edge] += 1
        homes.append(_edge_point(edge, before[edge] / (many[edge] + 1), observation))
    return homes


def edges_of(players: int) -> tuple[Edge, ...]:
    """Return the edge at which each of `players` players sits if nobody has named the edges: clockwise
    from the bottom of the picture."""
    if players in EDGES_OF_FEW_PLAYERS:
        return EDGES_OF_FEW_PLAYERS[players]
    return tuple(EDGES_CLOCKWISE[seat * len(EDGES_CLOCKWISE) // players] for seat in range(players))


def _edge_point(edge: Edge, along: float, observation: Observation) -> Point:
    """Return the point (x, y), in millimetres, on an edge of the picture. `along` is its distance from the
    edge's beginning, clockwise, as a share of the edge's length (0 to 1)."""
    width, height = observation.width, observation.height
    match edge:
        case "bottom":
            return ((1 - along) * width, height)
        case "left":
            return (0.0, (1 - along) * height)
        case "top":
            return (along * width, 0.0)
        case "right":
            return (width, along * height)


@dataclass(frozen=True, slots=True)
class UnmovedHand:
    """A face-up hand, with the time since which it has lain unchanged."""

    hand: FaceUpHand
    since: float
    """The time since which the hand has lain unchanged, in seconds."""


def tracked_hands(
    before: Sequence[UnmovedHand], hands: Sequence[FaceUpHand], at: float
) -> tuple[UnmovedHand, ...]:
    """Return the `hands` seen at `at` seconds, each with the time since which it has lain unchanged. `before`
    are the hands of the previous picture."""
    known = {(one.hand.seat, one.hand.cards): one.since for one in before}
    return tuple(UnmovedHand(hand, known.get((hand.seat, hand.cards), at)) for hand in hands)


def uncontested_hands(match: Match, hands: Sequence[UnmovedHand]) -> tuple[UnmovedHand, ...]:
    """Return the hands that will be counted if no player objects, the hand that has lain longest first.
    All their cards are sure, the number of cards agrees with the match, and no question about them is
    open."""
    uncounted = _unasked_seats(match)
    wanted = [one for one in hands if one.hand.seat in uncounted and not one.hand.other_seats]
    clear = (one for one in wanted if isinstance(_counting_event(match, one.hand, waited=False), HandCounted))
    return tuple(sorted(clear, key=lambda one: one.since))


def _unasked_seats(match: Match) -> set[int]:
    """Return the seats of the players whose remaining cards still have to be counted, without those about
    whose hand a question is open."""
    asked_seats = (
        possible_seats(one.question) for one in match.questions if one.question.about in ("hand", "whose")
    )
    return set(uncounted_seats(match)).difference(*asked_seats)


def counting_events(match: Match, hands: Sequence[FaceUpHand], *, waited: bool) -> tuple[AnyEvent, ...]:
    """Return the events that count the face-up hands, or that ask about them. No question is asked twice.

    A question is asked if a card is doubtful. It is also asked if the number of cards differs from the
    match's count, but only after the hand has lain for a while (`waited`). If a hand may belong to several
    players, the question is whose hand it is. Only one such question is asked at a time.
    """
    known, wanted = match.hand.counted or (None,) * len(match.players), _unasked_seats(match)
    events: list[AnyEvent] = []
    for hand in hands:
        seats = [seat for seat in (hand.seat, *hand.other_seats) if known[seat] in (None, hand.cards)]
        if not wanted.intersection(seats) or any(known[seat] is None for seat in {*seats} - wanted):
            continue
        if len(seats) > 1:
            return (*events, ask_hand_owner(match, seats, hand.choices, hand.card_numbers))
        event = _counting_event(match, replace(hand, seat=seats[0]), waited=waited)
        events += [] if event is None else [event]
    return tuple(events)


def superseded_questions(match: Match, hands: Sequence[FaceUpHand]) -> tuple[QuestionAnswered, ...]:
    """Return the events that close open questions about hands. A question is closed if a new photograph shows
    other cards in that player's hand. The new hand is then counted or asked about."""
    now = {hand.seat: hand.cards for hand in hands if not hand.other_seats}
    return tuple(
        QuestionAnswered("", one.event, lapsed=True)
        for one in match.questions
        if one.question.about == "hand"
        and now.get(one.question.player, one.question.after) != one.question.after
    )


def score_if_counted(match: Match) -> tuple[AnyEvent, ...]:
    """Return the event that scores the hand of play. Return none until all cards are counted and no turn
    is in question."""
    open_turns = any(one.question.about in TURN_SUBJECTS for one in match.questions)
    if not match.hand.over or not match.hand.counted or uncounted_seats(match) or open_turns:
        return ()
    return (HandScored(counted_cards_left(match)),)


def _counting_event(match: Match, hand: FaceUpHand, *, waited: bool) -> AnyEvent | None:
    holding = match.table.hands[hand.seat]
    known = Counter(holding.known_cards)
    choices = tuple(cards for cards in hand.choices if not known - Counter(cards))
    as_many = len(hand.cards) == holding.count
    if as_many and len(choices) == 1:
        return HandCounted(hand.seat, choices[0])
    if not as_many and not waited:
        return None
    many = choices or hand.choices
    asks, offers = _hand_question(match.players[hand.seat], hand, holding.count, many)
    return QuestionAsked(
        hand.seat,
        "",
        hand.cards,
        str(asks),
        many,
        "hand",
        None,
        (hand.card_numbers,),
        asks,
        offers,
        LAID_DOWN_AGAIN,
    )


def _hand_question(
    name: str, hand: FaceUpHand, count: int, choices: Sequence[str]
) -> tuple[Sentence, tuple[Offer, ...]]:
    """Return the question about a hand on the table, and the buttons of its answers. `count` is the number
    of cards that the hand has by the match."""
    facts = (("name", name), ("seen", len(hand.cards)), ("count", count))
    if len(hand.cards) != count:
        asks = Sentence(
            "I see {seen} of your cards, {name}, and counted {count} during play. Are these all?", facts
        )
    else:
        asks = Sentence("Are these all the cards you have left, {name}?", facts[:1])
    says = (
        Sentence("Yes, {name} has {cards}", (("name", name), ("cards", cards_as_fact(cards))))
        for cards in choices
    )
    return asks, tuple(map(Offer, says))

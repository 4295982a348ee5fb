"""Hands laid face up at the end of a hand of play: whose they are, and what they hold.

Everybody lays the cards left in front of the edge where they sit. Words may still lie there or have been
cleared away: cards in the place of a settled word that spell it belong to that word.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from math import dist
from typing import Final

from engine.events import (
    OF_A_TURN,
    AnyEvent,
    Cards,
    Edge,
    HandCounted,
    HandScored,
    Offer,
    QuestionAnswered,
    QuestionAsked,
)
from engine.evidence import SURE_PROBABILITY
from engine.explain import Settled
from engine.i18n import Sentence, named
from engine.layout import Arrangement, SeenWord, arrange
from engine.layout.geometry import middle
from engine.match import Match
from engine.moves import faces
from engine.observation import Observation, Point, Sighting
from engine.position import Rows
from engine.turn.hand_owner import AGAIN, holders, seats_of
from engine.turn.hand_owner import ask_hand_owner as asked_whose

PUSHED_MILLIMETRES: Final = 60.0
"""Millimetres a word may have been pushed and still be taken for itself: about a card's width."""
MOST_CHOICES: Final = 6
"""Readings of a doubtful hand that are offered: what fits on a phone."""
POSSIBLE: Final = 0.05
"""A letter less likely than this is not offered."""

SIDES: Final[dict[int, tuple[Edge, ...]]] = {
    1: ("bottom",),
    2: ("bottom", "top"),
    3: ("bottom", "left", "right"),
}
"""The edges of so many players, clockwise, when nobody said."""
ROUND: Final[tuple[Edge, ...]] = ("bottom", "left", "top", "right")
_AHEAD: Final[dict[Edge, Point]] = {"bottom": (-1, 0), "left": (0, -1), "top": (1, 0), "right": (0, 1)}
"""Along each edge clockwise, as those who share it sit."""


@dataclass(frozen=True, slots=True)
class FaceUpHand:
    """Hold the face-up hand before `seat`: `cards` sorted, and `choices` its possible readings, the
    likeliest first, only one if no card is faint. `tracked_hands` are the numbers of its cards in the
    observation. `others` are the seats to which it may belong as well, `seat` the first of them.
    """

    seat: int
    cards: str
    choices: tuple[str, ...]
    lying: Cards = ()
    others: tuple[int, ...] = ()

    @property
    def clear(self) -> bool:
        """Tell whether every card can be read."""
        return len(self.choices) == 1


def owing(match: Match) -> tuple[int, ...]:
    """Return the seats whose cards left are still to be counted."""
    if not match.hand.over:
        return ()
    counted = match.hand.counted or (None,) * len(match.players)
    return tuple(
        seat
        for seat, (cards, hand, gone) in enumerate(
            zip(counted, match.table.hands, match.scores.out, strict=True)
        )
        if cards is None and hand.count > 0 and not gone and seat != match.hand.gone_out
    )


def counted_cards_left(match: Match) -> tuple[str, ...]:
    """Return the cards left by seat, once every player's are counted."""
    counted = match.hand.counted or (None,) * len(match.players)
    return tuple(cards or "" for cards in counted)


def face_up_hands(
    match: Match, settled: Settled, observation: Observation, *, posed: bool = False
) -> tuple[FaceUpHand, ...]:
    """Return the hands that lie face up, of seats whose cards are still to be counted. `posed` marks a
    photograph, which may show a hand from any side of the table.
    """
    seen = arrange(observation, None, "rows")
    homes = _homes(match, observation)
    wanted = [
        seat
        for seat in range(len(match.players))
        if match.table.hands[seat].count and not match.scores.out[seat]
    ]
    owed = owing(match)
    hands: dict[int, list[Sighting]] = {seat: [] for seat in wanted}
    found: list[FaceUpHand] = []
    for group in _groups(seen, settled, observation, posed):
        at = middle(card.centre for card in group)
        nearest = min(wanted, key=lambda seat: dist(homes[seat], at))
        if posed:
            cards = "".join(sorted(_letters(card)[0] for card in group))
            nearest, *others = holders(match, owed, cards, nearest)
            if others:
                found.append(_read(nearest, group, observation, tuple(others)))
                continue
        for seat, cards_of in _shared(match, group, nearest, wanted):
            hands[seat] += cards_of
    return (*(_read(seat, hands[seat], observation) for seat in owed if hands[seat]), *found)


def _groups(
    seen: Arrangement, settled: Settled, observation: Observation, posed: bool
) -> Iterator[list[Sighting]]:
    """Return groups of cards that are no settled word, nor stock nor exposed pile.

    A photograph that shows no settled word whole shows hands alone: its cards at a word's place lie in
    another place of the table.
    """
    found = [line for line in (*seen.words, *seen.lone) if _is_settled(line, settled)]
    if posed and not any(_is_whole(line, settled) for line in found):
        found = []
    lying = {card for line in found for card in line.cards}
    aside = {i for i, role in enumerate(seen.roles) if role in ("stock", "exposed")} | lying
    lines = [line.cards for line in (*seen.words, *seen.lone)]
    grouped = {card for cards in (*lines, *seen.hands) for card in cards}
    strays = [(i,) for i in range(len(observation.cards)) if i not in grouped]
    for cards in (*lines, *seen.hands, *strays):
        group = [observation.cards[i] for i in cards if i not in aside]
        if group := [card for card in group if card.face == "up" and card.readings]:
            yield group


def _shared(
    match: Match, group: list[Sighting], nearest: int, wanted: Sequence[int]
) -> Iterator[tuple[int, list[Sighting]]]:
    """Return whose the cards of one line are: those of `nearest`, or if hands lie end to end, of all who sit
    at that edge (five and more share edges), each as many as the match's count.
    """
    sit = match.edges or edges_of(len(match.players))
    beside = [seat for seat in wanted if sit[seat] == sit[nearest]]
    counts = [match.table.hands[seat].count for seat in beside]
    if len(beside) == 1 or len(group) != sum(counts):
        yield nearest, group
        return
    ahead = _AHEAD[sit[nearest]]
    left = sorted(group, key=lambda card: ahead[0] * card.centre[0] + ahead[1] * card.centre[1])
    for seat, count in zip(beside, counts, strict=True):
        yield seat, left[:count]
        left = left[count:]


def _is_settled(line: SeenWord, settled: Settled) -> bool:
    position = settled.position
    if not isinstance(position, Rows):
        return False
    for i, word in enumerate(position.words):
        place = settled.place(i)
        if place is None and _cards(line) == Counter(faces(word)):
            return True  # an answer about an earlier turn settled the words anew, without their places
        if place is not None and dist(place.at, line.at) < PUSHED_MILLIMETRES and _says(line, word):
            return True
    return False


def _is_whole(line: SeenWord, settled: Settled) -> bool:
    """Tell whether a line shows all cards of a settled word."""
    position = settled.position
    words = position.words if isinstance(position, Rows) else ()
    return any(len(word) == len(line.cards) and _says(line, word) for word in words)


def _says(line: SeenWord, word: str) -> bool:
    """Tell whether two thirds of a line's cards are those of the word: somebody may still be at work on
    it.
    """
    return 3 * (_cards(line) & Counter(faces(word))).total() >= 2 * len(line.cards)


def _cards(line: SeenWord) -> Counter[str]:
    return Counter(c[0][0] for c in line.letters if c)


def _read(
    seat: int, cards: Sequence[Sighting], observation: Observation, others: tuple[int, ...] = ()
) -> FaceUpHand:
    numbers = {id(card): number for number, card in enumerate(observation.cards)}
    lying = tuple(numbers[id(card)] for card in cards)
    likely = [_letters(card) for card in cards]
    ways = islice(product(*likely), 4 * MOST_CHOICES)
    choices = dict.fromkeys("".join(sorted(way)) for way in ways)
    first = "".join(sorted(letters[0] for letters in likely))
    return FaceUpHand(seat, first, tuple(islice(choices, MOST_CHOICES)), lying, others)


def _letters(card: Sighting) -> list[str]:
    """Return the possible letters of one card: one letter if it is clear."""
    ranked = card.letters()
    if ranked[0][1] >= SURE_PROBABILITY:
        return [ranked[0][0]]
    return [ranked[0][0], *(letter for letter, p in ranked[1:] if p >= POSSIBLE)]


def _homes(match: Match, observation: Observation) -> list[Point]:
    """Return the place of each player, millimetres: those at one edge share it, clockwise."""
    edges = match.edges or edges_of(len(match.players))
    many, before = Counter(edges), Counter[Edge]()
    homes = []
    for edge in edges:
        before[edge] += 1
        homes.append(_home(edge, before[edge] / (many[edge] + 1), observation))
    return homes


def edges_of(players: int) -> tuple[Edge, ...]:
    """Return the edges that `players` players sit at when nobody named them: clockwise from the bottom of the
    picture.
    """
    if players in SIDES:
        return SIDES[players]
    return tuple(ROUND[seat * len(ROUND) // players] for seat in range(players))


def _home(edge: Edge, along: float, observation: Observation) -> Point:
    """Return the point `along` (0 to 1, clockwise) of an edge."""
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
    """A hand that has lain like that `since` (seconds)."""

    hand: FaceUpHand
    since: float


def tracked_hands(
    before: Sequence[UnmovedHand], hands: Sequence[FaceUpHand], at: float
) -> tuple[UnmovedHand, ...]:
    """Return the hands as they are seen at `at`, each with the moment it was first seen so: `before` is how
    they were seen last.
    """
    known = {(one.hand.seat, one.hand.cards): one.since for one in before}
    return tuple(UnmovedHand(hand, known.get((hand.seat, hand.cards), at)) for hand in hands)


def uncontested_hands(match: Match, hands: Sequence[UnmovedHand]) -> tuple[UnmovedHand, ...]:
    """Return the hands that are counted unless a player objects, the one that has lain longest first: every
    card is clear, their number agrees with the match, and nobody is asked about them.
    """
    uncounted = _uncounted(match)
    wanted = [one for one in hands if one.hand.seat in uncounted and not one.hand.others]
    clear = (one for one in wanted if isinstance(_counted(match, one.hand, waited=False), HandCounted))
    return tuple(sorted(clear, key=lambda one: one.since))


def _uncounted(match: Match) -> set[int]:
    """Return the seats whose cards are still to be counted, and about which nobody is asked."""
    asked = (seats_of(one.asked) for one in match.questions if one.asked.about in ("hand", "whose"))
    return set(owing(match)).difference(*asked)


def counted(match: Match, hands: Sequence[FaceUpHand], *, waited: bool) -> tuple[AnyEvent, ...]:
    """Return the events of the hands that lie face up: each is counted, or asked about once. A question comes
    when a card is faint, or when their number differs from the match although they have lain there
    for a while (`waited`). A hand that may be more than one player's brings a question too, one such question
    at a time.
    """
    known, wanted = match.hand.counted or (None,) * len(match.players), _uncounted(match)
    found: list[AnyEvent] = []
    for hand in hands:
        seats = [seat for seat in (hand.seat, *hand.others) if known[seat] in (None, hand.cards)]
        if not wanted.intersection(seats) or any(known[seat] is None for seat in {*seats} - wanted):
            continue
        if len(seats) > 1:
            return (*found, asked_whose(match, seats, hand.choices, hand.lying))
        event = _counted(match, replace(hand, seat=seats[0]), waited=waited)
        found += [] if event is None else [event]
    return tuple(found)


def superseded(match: Match, hands: Sequence[FaceUpHand]) -> tuple[QuestionAnswered, ...]:
    """Return the end of each question about a hand that a new photograph shows otherwise: the new one is
    counted, or asked about, in its place."""
    now = {hand.seat: hand.cards for hand in hands if not hand.others}
    return tuple(
        QuestionAnswered("", one.event, lapsed=True)
        for one in match.questions
        if one.asked.about == "hand" and now.get(one.asked.player, one.asked.after) != one.asked.after
    )


def settled_up(match: Match) -> tuple[AnyEvent, ...]:
    """Score the hand of play as soon as every player's cards are counted and no turn is in question."""
    open_turns = any(one.asked.about in OF_A_TURN for one in match.questions)
    if not match.hand.over or not match.hand.counted or owing(match) or open_turns:
        return ()
    return (HandScored(counted_cards_left(match)),)


def _counted(match: Match, hand: FaceUpHand, *, waited: bool) -> AnyEvent | None:
    holding = match.table.hands[hand.seat]
    known = Counter(holding.known)
    choices = tuple(cards for cards in hand.choices if not known - Counter(cards))
    as_many = len(hand.cards) == holding.count
    if as_many and len(choices) == 1:
        return HandCounted(hand.seat, choices[0])
    if not as_many and not waited:
        return None
    many = choices or hand.choices
    asks, offers = _asking(match.players[hand.seat], hand, holding.count, many)
    return QuestionAsked(
        hand.seat, "", hand.cards, str(asks), many, "hand", None, (hand.lying,), asks, offers, AGAIN
    )


def _asking(
    name: str, hand: FaceUpHand, count: int, choices: Sequence[str]
) -> tuple[Sentence, tuple[Offer, ...]]:
    """Return the question about a hand on the table, and its answers; by the match it has `count` cards."""
    facts = (("name", name), ("seen", len(hand.cards)), ("count", count))
    if len(hand.cards) != count:
        asks = Sentence(
            "I see {seen} of your cards, {name}, and counted {count} during play. Are these all?", facts
        )
    else:
        asks = Sentence("Are these all the cards you have left, {name}?", facts[:1])
    says = (
        Sentence("Yes, {name} has {cards}", (("name", name), ("cards", named(cards)))) for cards in choices
    )
    return asks, tuple(map(Offer, says))

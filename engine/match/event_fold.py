"""Fold the events of a match into its state: the players, their totals, the player on turn and the cards on
the table.

    match = fold(events)                    # replaying the journal gives the live state
    for step in steps(events): ...          # event by event, as they count now
    match = applied(match, number, event)   # one more event; not for those of `REWRITING_EVENTS`

Folding looks at no pictures and no clocks. An undone event has no effect, and an amended turn counts as if
its amendment had been written in its place. `engine.match.folded_journal` folds only the new events of a
journal.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Final, assert_never

from engine.catalogue import configured_as_written
from engine.events import (
    AnyEvent,
    CardsCut,
    ChallengeSettled,
    HandCorrected,
    HandCounted,
    HandDealt,
    HandScored,
    KeywordTurned,
    MatchEnded,
    MatchSetUp,
    PackExhausted,
    PackHoldsMore,
    PositionCorrected,
    PrizeNamed,
    QuestionAnswered,
    QuestionAsked,
    ScoreCorrected,
    ScoreInitialled,
    SpecialDrawn,
    TimeUp,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    TurnGiven,
    TurnTakenBack,
    Undone,
    WoundBack,
)
from engine.match.known_hands import Holding, holding_of
from engine.match.party import after_party_event, require_scores_settled, write_cards_left
from engine.match.patiences import cards_score, is_dealt_on_table
from engine.match.racing import after_race_deal, after_special_drawn, with_turn_given
from engine.match.rebase import carried_position, carried_turn
from engine.match.scores import (
    hand_counted,
    hand_scored,
    match_ended_early,
    replaced_at,
    score_corrected,
    with_nothing_pending,
)
from engine.match.state import CardPlaces, HandOfPlay, Match, OpenQuestion, Prize, Scores, questions_without
from engine.match.timeline import TimelineEntry, counted_entries
from engine.match.turn_effects import empty_table, match_after_turn, position_from
from engine.notation import format_position, parse_hand
from engine.position import Piles, RacePosition, with_exposed
from engine.rules.patience import is_undealt

REWRITING_EVENTS = (Undone, WoundBack, TurnAmended)
"""The kinds of events that change the effect of earlier events, so that a match cannot simply be
continued by them."""


@dataclass(frozen=True, slots=True)
class FoldPoint:
    """A match as it follows from the first events of a journal, with the number of these events."""

    next_event: int = 0
    """The number of journal events that are already folded. It is also the number of the next event to
    fold."""
    journal_length: int = field(default=0, compare=False)
    """The number of events in the journal when the match was folded. Later events have this number or a
    higher one, and may change events that are already folded."""
    match: Match | None = None
    shifted: bool = False
    """True if the table differs from what the journal's newest events say, because an earlier turn of
    this hand was amended, undone or wound back."""


BEGINNING: Final = FoldPoint()
"""The state before the first event of a journal: no match."""


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """An event of the journal that counts, with the match before and after it.

    If an earlier turn was amended or undone, `event` is changed to fit the corrected table.
    """

    entry: TimelineEntry
    event: AnyEvent
    before: Match | None
    after: Match


def fold(events: Sequence[AnyEvent]) -> Match | None:
    """Return the last match in the journal `events`, as it is after all of them; None if none is set up.
    Raise ValueError for an impossible event."""
    return _last(None, steps(events))


def steps(events: Sequence[AnyEvent], start: FoldPoint = BEGINNING) -> Iterator[CountedEvent]:
    """Yield each event of a journal that counts, with the match before and after it. `start` is the point
    from which to go on.

    Raise ValueError for an impossible event.
    """
    return stepped(counted_entries(events, start.next_event, shifted=start.shifted)[0], events, start)


def stepped(
    counting: Iterable[TimelineEntry], events: Sequence[AnyEvent], start: FoldPoint
) -> Iterator[CountedEvent]:
    """Yield each event that counts, with the match before and after it. `counting` are the entries of the
    journal `events` from the point `start` on.

    Raise ValueError for an impossible event.
    """

    @cache
    def written(number: int) -> Match | None:
        """Return the match as it was just before event `number` was written to the journal."""
        earlier = start if start.journal_length <= number else BEGINNING
        entries, _ = counted_entries(events[:number], earlier.next_event, shifted=earlier.shifted)
        return _last(earlier.match, _counted_events(entries, earlier.match, written))

    return _counted_events(counting, start.match, written)


def _counted_events(
    counting: Iterable[TimelineEntry], match: Match | None, written: Callable[[int], Match | None]
) -> Iterator[CountedEvent]:
    for entry in counting:
        was = partial(written, entry.number)
        before = None if isinstance(entry.event, MatchSetUp) else _as_it_was_played(match, entry, was)
        if _counts_no_more(before, entry, was):
            continue
        event = _carried_over(before, entry, was)
        match = applied(before, entry.number, event)
        yield CountedEvent(entry, event, before, match)


def _last(match: Match | None, all_steps: Iterable[CountedEvent]) -> Match | None:
    for step in all_steps:
        match = step.after
    return match


def _as_it_was_played(
    match: Match | None, entry: TimelineEntry, match_when_written: Callable[[], Match | None]
) -> Match | None:
    """Return `match`, the corrected match before the event of `entry`. If a player drew a picture or number
    card in this event, it is that player's turn, as it was when the event was written."""
    event = entry.event
    if (
        match is None
        or not entry.shifted
        or not isinstance(event, SpecialDrawn)
        or match.turn == event.player
    ):
        return match
    was = match_when_written()
    return with_turn_given(match, event.player) if was is not None and was.turn == event.player else match


def _counts_no_more(
    match: Match | None, entry: TimelineEntry, match_when_written: Callable[[], Match | None]
) -> bool:
    """Return True if the event of `entry` counted cards in a hand, and the hand of play is not over as a turn
    has been corrected since. `match` is the corrected match before the event."""
    if match is None or not entry.shifted or not isinstance(entry.event, HandCounted) or match.hand.over:
        return False
    was = match_when_written()
    return was is not None and was.hand.over


def _carried_over(
    match: Match | None, entry: TimelineEntry, match_when_written: Callable[[], Match | None]
) -> AnyEvent:
    """Return the event of `entry`, changed to fit the table as the correction of an earlier turn left it.

    `match` is the corrected match before the event. `match_when_written` returns the match as it was when
    the event was written.
    """
    event = entry.event
    if match is None or not entry.shifted:
        return event
    if isinstance(event, TurnFinished):
        return carried_turn(event, match.position)
    if isinstance(event, PositionCorrected) and (was := match_when_written()) is not None:
        corrected = carried_position(match.position, was.position, position_from(was, event.position))
        return PositionCorrected(format_position(corrected))
    return event


def applied(match: Match | None, number: int, event: AnyEvent) -> Match:
    """Return the match after event number `number` of the journal.

    The event must not be one of `REWRITING_EVENTS`, because these change earlier events and need the whole
    journal.
    """
    if isinstance(event, MatchSetUp):
        return _set_up(event)
    if match is None:
        raise ValueError(f"event {number}: no match is set up yet")
    return _checked_match_after(match, number, event)


def _set_up(event: MatchSetUp) -> Match:
    count = len(event.players)
    game = configured_as_written(event.game, event.options).seated(count)
    least, most = game.seats.least, game.seats.most
    if not least <= count <= most or not 0 <= event.dealer < count:
        raise ValueError(f"{game.title} is for {least} to {most} players; {count} are named")
    if event.edges and len(event.edges) != count:
        raise ValueError(f"{count} players sit at {len(event.edges)} edges: name one edge for each")
    stock = game.pack.size * game.deal.packs(count) + game.race.special_cards
    table = CardPlaces(empty_table(game, count), stock, 0, (Holding(0),) * count)
    return Match(
        game,
        event.players,
        event.dealer,
        table,
        Scores((0,) * count, (0,) * count, (False,) * count),
        edges=event.edges,
        cutting=tuple(range(count)) if event.draw else (),
    )


def _checked_match_after(match: Match, number: int, event: AnyEvent) -> Match:
    seats = [getattr(event, name, 0) for name in ("player", "challenger", "by")]
    if any(not 0 <= seat < len(match.players) for seat in seats):
        raise ValueError(f"event {number}: no such player")
    return _match_after(match, number, event)


def _match_after(match: Match, number: int, event: AnyEvent) -> Match:
    match event:
        case HandDealt():
            return replace(_after_deal(match, event), questions=())
        case TurnFinished() | TurnCorrected() | TurnTakenBack() | ChallengeSettled():
            return match_after_turn(match, number, event)
        case HandScored(left=left):
            done = write_cards_left(match, left) if match.game.goal.initialled else hand_scored(match, left)
            return replace(done, questions=())
        case SpecialDrawn():
            return after_special_drawn(match, event)
        case CardsCut() | TimeUp() | ScoreInitialled():
            return after_party_event(match, event)
        case PackExhausted(stock=stock, exposed=exposed):
            return _pack_exhausted(match, stock, exposed)
        case QuestionAsked():
            return replace(match, questions=(*match.questions, OpenQuestion(number, event)))
        case QuestionAnswered(question=asked):
            return replace(match, questions=questions_without(match.questions, asked))
        case HandCounted(player=player, cards=cards):
            return hand_counted(match, player, cards)
        case MatchEnded(reason=reason):
            done = match_ended_early(match)
            return replace(done, scores=replace(done.scores, ended=reason))
        case PackHoldsMore(letter=letter):
            return replace(match, game=replace(match.game, pack=match.game.pack.with_more_of(letter)))
        case KeywordTurned(word=word):
            return replace(match, keywords=replace(match.keywords, open=word.upper()))
        case PrizeNamed(word=word, everyone=everyone):
            prizes = (*match.keywords.prizes, Prize(word.upper(), everyone))
            return replace(match, keywords=replace(match.keywords, prizes=prizes))
        case MatchSetUp() | Undone() | WoundBack() | TurnAmended():
            return match
        case _:
            return _after_correction(match, event)


def _after_correction(
    match: Match, event: PositionCorrected | HandCorrected | ScoreCorrected | TurnGiven
) -> Match:
    match event:
        case PositionCorrected(position=text):
            position = position_from(match, text)
            corrected = replace(match, table=replace(match.table, position=position), rejected_position=None)
            return (
                replace(corrected, turn=position.player) if isinstance(position, RacePosition) else corrected
            )
        case HandCorrected(player=player, hand=text):
            hands = replaced_at(match.table.hands, player, holding_of(parse_hand(text)))
            return replace(match, table=replace(match.table, hands=hands))
        case ScoreCorrected(player=player, total=total):
            return score_corrected(match, player, total)
        case TurnGiven(player=player):
            return with_turn_given(match, player)
        case _:
            assert_never(event)


def _after_deal(match: Match, event: HandDealt) -> Match:
    """Return the match after a deal. The player on the dealer's left begins (ALL-4), and one card lies
    exposed beside the stock (LEX)."""
    if is_dealt_on_table(match.game):
        return _after_patience_deal(match, event)
    if match.game.ends == "race":
        return after_race_deal(match, event)
    require_scores_settled(match)
    given = event.hands or tuple(
        "" if is_out else str(match.game.deal.cards) for is_out in match.scores.is_out
    )
    hands = tuple(holding_of(parse_hand(text)) for text in given)
    pile = 0 if match.game.plays.discards == "none" else 1
    stock = match.game.pack.size * match.packs - sum(h.count for h in hands) - pile
    if len(hands) != len(match.players) or stock < 0:
        raise ValueError("the hands dealt are not one for each player, or more than the pack holds")
    table = CardPlaces(
        with_exposed(empty_table(match.game, len(match.players)), event.exposed or None), stock, pile, hands
    )
    fresh = replace(match, table=table, hand=match.hand.following())
    return with_nothing_pending(fresh, match.next_seat(match.dealer))


def _after_patience_deal(match: Match, event: HandDealt) -> Match:
    """Return the match at the start of a patience. Every card is on the table or in the stock.

    An event without a position only starts the patience: the table then reads the layout, and a second
    event records it.
    """
    position = position_from(match, event.position)
    if not isinstance(position, Piles):
        raise ValueError("a patience is dealt as the position that is laid out")
    table = CardPlaces(position, position.stock or 0, 0, (Holding(0),) * len(match.players))
    number = match.hand.number if match.hand.number and is_undealt(match.position) else match.hand.number + 1
    score = 0 if is_undealt(position) else cards_score(match.game, table)
    fresh = replace(
        match, table=table, scores=replace(match.scores, totals=(score,)), hand=HandOfPlay(number)
    )
    return with_nothing_pending(fresh, match.next_seat(match.dealer))


def _pack_exhausted(match: Match, stock: int, exposed: str) -> Match:
    """Return the match after the stock was used up and made anew from the exposed pile (ALL-8). It now has
    `stock` cards, and the exposed card is `exposed`."""
    table = match.table
    position = with_exposed(table.position, exposed or None)
    loose, stock = table.stock + table.pile, max(stock, 0)
    return replace(match, table=replace(table, position=position, stock=stock, pile=max(loose - stock, 0)))

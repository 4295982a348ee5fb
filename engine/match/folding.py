"""A match: players, totals, whose turn it is and what lies on the table, as the fold of its events.

    match = fold(events)                    # replaying the journal gives the live state
    match = applied(match, number, event)   # one more event; not for those of `REWRITING`

A match never looks at cards or clocks: it keeps the books. What an undone event did is simply not there, and
an amended turn counts as if it had been written down so in the first place.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from engine.catalogue import configured
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
    PositionCorrected,
    PrizeNamed,
    QuestionAnswered,
    QuestionAsked,
    ScoreCorrected,
    ScoreInitialled,
    TimeUp,
    TurnAmended,
    TurnCorrected,
    TurnFinished,
    TurnGiven,
    TurnTakenBack,
    Undone,
    WoundBack,
)
from engine.game import Game
from engine.match.boards import Prize, empty_board, paid, refilled, unpaid
from engine.match.books import LastTurn, Match, Open, Table, unanswered
from engine.match.carrying import carried, merged
from engine.match.holding import Holding, held
from engine.match.party import checked_off, happened, marked
from engine.match.patiences import laid_out, piles_played, unplayed, word_played
from engine.match.scores import at_rest, ended_early, hand_counted, put, score_corrected, scored
from engine.match.timeline import Entry, entries
from engine.moves import Discard, parts, played, taken
from engine.notation import format_position, parse_hand, parse_move, parse_position
from engine.position import Piles, Position, Rows, exposing
from engine.rules.scoring import challenge_points, credited

REWRITING = (Undone, WoundBack, TurnAmended)
"""Events that change what others did."""


def fold(events: Sequence[AnyEvent]) -> Match | None:
    """The match after `events`; None before one is set up. ValueError at an event that cannot be."""
    match: Match | None = None
    for entry in entries(events):
        match = applied(match, entry.number, _carried(match, entry, events))
    return match


def _carried(match: Match | None, entry: Entry, events: Sequence[AnyEvent]) -> AnyEvent:
    """The event as it must have been on the table as it really was."""
    event = entry.event
    if match is None or not entry.shifted:
        return event
    if isinstance(event, TurnFinished):
        return carried(event, match.position)
    if isinstance(event, PositionCorrected) and (then := fold(events[: entry.number])) is not None:
        said = merged(match.position, then.position, _like(then, event.position))
        return PositionCorrected(format_position(said))
    return event


def applied(match: Match | None, number: int, event: AnyEvent) -> Match:
    """The match after one more event, the journal's `number`-th. Not for those of `REWRITING`: they need the
    whole list."""
    if isinstance(event, MatchSetUp):
        return _set_up(event)
    if match is None:
        raise ValueError(f"event {number}: no match is set up yet")
    return _checked(match, number, event)


def _set_up(event: MatchSetUp) -> Match:
    count = len(event.players)
    game = configured(event.game, event.options).seated(count)
    least, most = game.seats
    if not least <= count <= most or not 0 <= event.dealer < count:
        raise ValueError(f"{game.title} is for {least} to {most} players; {count} are named")
    if event.edges and len(event.edges) != count:
        raise ValueError(f"{count} players sit at {len(event.edges)} edges: name one edge for each")
    if game.layout == "track":
        raise ValueError(f"{game.title} is ruled on turn by turn; no match of it is kept yet")
    stock = game.pack.size * game.packs(count)
    table = Table(_empty(game), stock, 0, (Holding(0),) * count)
    return Match(
        game,
        event.players,
        event.dealer,
        table,
        (0,) * count,
        (0,) * count,
        (False,) * count,
        edges=event.edges,
    )


def _empty(game: Game) -> Position:
    match game.layout:
        case "rows":
            return Rows()
        case "grid":
            return empty_board(game)
        case _:
            return Piles(("",) * game.places)


def _checked(match: Match, number: int, event: AnyEvent) -> Match:
    seats = [getattr(event, name, 0) for name in ("player", "challenger", "by")]
    if any(not 0 <= seat < len(match.players) for seat in seats):
        raise ValueError(f"event {number}: no such player")
    return _next(match, number, event)


def _next(match: Match, number: int, event: AnyEvent) -> Match:
    match event:
        case HandDealt():
            return _dealt(match, event)
        case TurnFinished() | TurnCorrected() | TurnTakenBack() | ChallengeSettled():
            return _turned(match, number, event)
        case HandScored(left=left):
            return marked(match, left) if match.game.initialled else scored(match, left)
        case CardsCut() | TimeUp() | ScoreInitialled():
            return happened(match, event)
        case PackExhausted(stock=stock, exposed=exposed):
            return _exhausted(match, stock, exposed)
        case QuestionAsked():
            return replace(match, questions=(*match.questions, Open(number, event)))
        case QuestionAnswered(question=asked):
            return replace(match, questions=unanswered(match.questions, asked))
        case HandCounted(player=player, cards=cards):
            return hand_counted(match, player, cards)
        case MatchEnded():
            return ended_early(match)
        case KeywordTurned(word=word):
            return replace(match, keyword=word.upper())
        case PrizeNamed(word=word):
            return replace(match, prizes=(*match.prizes, Prize(word.upper())))
        case MatchSetUp() | Undone() | WoundBack() | TurnAmended():
            return match
        case _:
            return _corrected(match, event)


def _turned(
    match: Match, number: int, event: TurnFinished | TurnCorrected | TurnTakenBack | ChallengeSettled
) -> Match:
    match event:
        case TurnFinished():
            return _finished(match, number, event)
        case TurnCorrected():
            return _turn_corrected(match, number, event)
        case TurnTakenBack():
            return _taken_back(match)
        case ChallengeSettled():
            return _challenged(match, event)
        case _:
            assert_never(event)


def _corrected(match: Match, event: PositionCorrected | HandCorrected | ScoreCorrected | TurnGiven) -> Match:
    match event:
        case PositionCorrected(position=text):
            return replace(match, table=replace(match.table, position=_like(match, text)), restore=None)
        case HandCorrected(player=player, hand=text):
            hands = put(match.table.hands, player, held(parse_hand(text)))
            return replace(match, table=replace(match.table, hands=hands))
        case ScoreCorrected(player=player, total=total):
            return score_corrected(match, player, total)
        case TurnGiven(player=player):
            return replace(match, turn=player)
        case _:
            assert_never(event)


def _dealt(match: Match, event: HandDealt) -> Match:
    """The player left of the dealer begins (ALL-4); one card is turned up beside the stock (LEX)."""
    if laid_out(match.game):
        return _laid_out(match, event)
    checked_off(match)
    given = event.hands or tuple("" if gone else str(match.game.deal) for gone in match.out)
    hands = tuple(held(parse_hand(text)) for text in given)
    pile = 0 if match.game.discards == "none" else 1
    stock = match.game.pack.size * match.packs - sum(h.count for h in hands) - pile
    if len(hands) != len(match.players) or stock < 0:
        raise ValueError("the hands dealt are not one for each player, or more than the pack holds")
    table = Table(exposing(_empty(match.game), event.exposed or None), stock, pile, hands)
    fresh = replace(match, table=table, hand_number=match.hand_number + 1, turns=0)
    return at_rest(fresh, match.after(match.dealer))


def _laid_out(match: Match, event: HandDealt) -> Match:
    """A patience begins: every card is on the table or in the stock beside it, and its player plays."""
    position = _like(match, event.position)
    if not isinstance(position, Piles):
        raise ValueError("a patience is dealt as the position that is laid out")
    table = Table(position, position.stock or 0, 0, (Holding(0),) * len(match.players))
    fresh = replace(match, table=table, hand_number=match.hand_number + 1, turns=0)
    return at_rest(fresh, match.after(match.dealer))


def _finished(match: Match, number: int, event: TurnFinished) -> Match:
    before = replace(match.table, position=_like(match, event.before))
    after = _like(match, event.after)
    last = LastTurn(
        number,
        event.player,
        before,
        after,
        event.move,
        event.ruling,
        event.stands,
        event.breaches,
        keyword=match.keyword,
        prizes=match.prizes,
    )
    done = replace(match, table=before, last=last, turns=match.turns + 1)
    following = match.after(event.player)
    if not event.stands:
        return replace(done, turn=following, restore=after)
    if isinstance(after, Piles):
        return piles_played(done, before, after)
    if event.ruling != "unclear":  # what is asked about is not scored yet
        done = paid(replace(done, table=before), event.player, after)
    table = refilled(match.game, _played(before, event.player, after, event.move, event.drew), event.player)
    if match.game.ends == "patience":
        return word_played(done, table) if after != before.position else replace(done, restore=None)
    if table.hands[event.player].count == 0:
        return replace(done, table=table, turn=None, gone_out=event.player, restore=None)
    return replace(done, table=table, turn=following, restore=None)


def _played(before: Table, player: int, after: Position, text: str, drew: str) -> Table:
    """Cards go where the move takes them; after a discard one is drawn (LEX-B)."""
    move = parse_move(text)
    hand = before.hands[player].without(played(move)).plus(taken(move))
    stock, pile = before.stock, before.pile
    for part in parts(move):
        if isinstance(part, Discard):
            hand, stock, pile = _drawn(before, hand, stock, pile + 1, part.took or drew)
    return Table(after, stock, pile, put(before.hands, player, hand))


def _drawn(before: Table, hand: Holding, stock: int, pile: int, drew: str) -> tuple[Holding, int, int]:
    """From a pile nobody saw the card is reckoned to the stock, the likelier of the two, while it has any."""
    exposed = before.position.exposed
    if drew == "exposed" and pile > 1:
        return (hand.plus(exposed) if exposed else hand.plus(unseen=1)), stock, pile - 1
    if stock:
        return hand.plus(unseen=1), stock - 1, pile
    return (hand.plus(unseen=1), stock, pile - 1) if pile > 1 else (hand, stock, pile)


def _taken_back(match: Match) -> Match:
    last = _last(match)
    again = unplayed(match, last) if match.game.ends == "patience" else unpaid(match, last)
    still = tuple(one for one in match.questions if one.asked.turn != last.event)
    done = at_rest(replace(again, table=last.before, turns=match.turns - 1), last.player)
    return replace(done, questions=still)


def _turn_corrected(match: Match, number: int, event: TurnCorrected) -> Match:
    """The turn as if it had been ruled so in the first place; its challenge points are not touched."""
    last = _last(match)
    again = TurnFinished(
        player=last.player,
        before=format_position(last.before.position),
        after=event.after,
        move=event.move,
        ruling=event.ruling,
        stands=event.stands,
        breaches=event.breaches,
        drew=event.drew,
    )
    return _finished(_taken_back(match), number, again)


def _challenged(match: Match, event: ChallengeSettled) -> Match:
    """The challenger pays for a good word; a bad one goes back, and the edition says whose points move (LEX-
    CH)."""
    last = _last(match)
    good = event.verdict == "word good"
    who, points = challenge_points(
        match.game,
        good=good,
        challenger=event.challenger,
        offender=last.player,
        misspelt=event.verdict == "misspelt",
    )
    charged_match = replace(
        match,
        totals=credited(match.game, match.totals, who, points),
        last=replace(last, verdict=event.verdict, stands=good and last.stands),
    )
    if good:
        return charged_match
    following = match.after(last.player)
    return replace(
        unpaid(charged_match, last), table=last.before, turn=following, gone_out=None, restore=last.after
    )


def _exhausted(match: Match, stock: int, exposed: str) -> Match:
    """The exposed pile is the new stock but for its top card (ALL-8)."""
    table = match.table
    position = exposing(table.position, exposed or None)
    loose = table.stock + table.pile
    return replace(match, table=replace(table, position=position, stock=stock, pile=max(loose - stock, 0)))


def _last(match: Match) -> LastTurn:
    if match.last is None:
        raise ValueError("there is no last turn to speak of")
    return match.last


def _like(match: Match, text: str) -> Position:
    """A position in notation; the empty line is an empty table of the game's layout."""
    position = parse_position(text)
    if isinstance(position, Rows) and match.game.layout not in ("rows", "grid"):
        return _empty(match.game)
    if isinstance(position, Rows) and match.game.layout == "grid":
        return replace(empty_board(match.game), exposed=position.exposed)
    return position

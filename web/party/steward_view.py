"""The view of a steward's phone: the calls of the steward's tables, and the tables for which the room
waits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from engine.party import NOBODY, StewardCalled, lowest_wins, prize_of, steward_of, tables_under
from engine.rules.party import stewards_verdict
from engine.ruling import NotListed
from engine.words import WordList, WordRefusal
from web.party.headings import PartyHeading, Scoring, heading_of, scoring_of
from web.party.phone_view import PhoneSeat, seats_at
from web.party.state import Bell, PartyMoment
from web.party.ties import seats_to_cut

MAX_LISTED_PEOPLE: Final = 400
"""Maximum number of people in a list to choose from. In a larger room the host's lists are empty, and the
tables' stewards act instead."""
MAX_SHOWN_TABLES: Final = 40
"""Maximum number of listed tables for which the room waits. The page also shows the number of all such
tables."""
SHOWN_RULED_CALLS: Final = 5
"""How many of the players' calls for a steward that already have a ruling the steward's page shows: the
latest ones."""
PartyState = Literal["not begun", "ready", "soon", "play", "count", "closing", "end"]
"""The state of the whole party: not begun (`not begun`), tables get ready (`ready`), the bell rings in a
moment (`soon`), the hand is played (`play`) or counted (`count`), the next seats are not known yet
(`closing`), the party is over (`end`)."""
_STATES: Final[Mapping[Bell, PartyState]] = MappingProxyType(
    {"none": "ready", "soon": "soon", "running": "play", "over": "count"}
)


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call to the steward as the steward's phone shows it."""

    table: int
    """The number of the table, from 0."""
    call: int
    """The number of the call at its table."""
    round: int
    """The number of the hand in which a player called the steward."""
    word: str
    """The challenged word."""
    by: str
    """The name of the player who challenges."""
    against: str
    """The name of the player who laid the word."""
    suggestion: str = ""
    """The verdict that the word list suggests; empty without a list, and when the steward has ruled."""
    refusal: WordRefusal | None = None
    """The reason for which the word list refuses the word; None if the list has the word, and without a
    list."""
    verdict: str = ""
    """The steward's verdict; empty before it is given."""
    has_board_picture: bool = False
    """True if the call has no ruling yet and has a picture of the board."""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A table for which the room waits."""

    table: int
    """The number of the table, from 0."""
    seats: tuple[PhoneSeat, ...]
    """The seats of the table."""
    tied: tuple[int, ...] = ()
    """The seats that tie and must cut a card."""

    @property
    def uncounted(self) -> tuple[str, ...]:
        """The names of the players whose score is missing."""
        return tuple(one.name for one in self.seats if one.name and one.score is None)

    @property
    def checkers(self) -> tuple[str, ...]:
        """The names of the players whose initials are missing."""
        return tuple(
            self.seats[one.checker].name
            for one in self.seats
            if one.name and one.score is not None and not one.checked and one.checker is not None
        )


@dataclass(frozen=True, slots=True)
class TablesHeldUp:
    """The steward's tables for which the room waits, by reason."""

    unready: tuple[TableShown, ...]
    """The tables that are not ready for the bell."""
    missing: tuple[TableShown, ...]
    """The tables whose scores or initials are missing after the hand."""
    ties: tuple[TableShown, ...]
    """The tables where players tie and must cut a card."""


@dataclass(frozen=True, slots=True)
class PeopleShown:
    """The people whom a steward may add to the party or remove from it."""

    playing: tuple[tuple[str, str], ...]
    """The id and name of each player at the steward's tables, or of everybody who takes part for the
    host. Empty in a room with too many people to list."""
    departed: tuple[tuple[str, str], ...]
    """The id and name of everybody who has left the party."""
    newcomers: tuple[str, ...]
    """The names of the players who have no seat in this hand. They play from the next hand on."""


@dataclass(frozen=True, slots=True)
class PrizesShown:
    """The prize words of a party, and the players who spell them."""

    spellers: tuple[tuple[int, int, str, str], ...]
    """The players who may spell a prize word: the table, the seat, the name, the prize word. Empty if the
    room has too many players to list."""
    spelt: tuple[tuple[str, tuple[str, ...]], ...]
    """Each prize word that was spelt, with the names of the players who spelt it."""


@dataclass(frozen=True, slots=True)
class StewardView:
    """All contents of the phone of a steward, or of the host."""

    state: PartyState
    """The state of the party, one of the words in `PartyState`."""
    steward: int | None
    """The number of the steward, from 0; None for the host."""
    heading: PartyHeading
    """The party's name, the number of the hand, and the number of hands."""
    scoring: Scoring
    """The scoring of the game: whether the lowest total wins, and the points of a fine."""
    tables: range
    """The numbers of the tables that the steward is responsible for, from 0."""
    calls: tuple[CallShown, ...]
    """The calls on which the steward has not yet ruled, the earliest first."""
    ruled: tuple[CallShown, ...]
    """The last calls on which the steward has ruled, the latest first."""
    held_up: TablesHeldUp
    """The tables for which the room waits."""
    left_out: tuple[int, ...]
    """The steward's tables that take no part in this hand."""
    people: PeopleShown
    """The people whom this steward or the host may add to the party or remove from it."""
    prizes: PrizesShown
    """The party's prize words, and who has spelt them."""
    hub_answers: bool
    """True if a leading hub answers."""


def own_tables(moment: PartyMoment, steward: int | None) -> range:
    """Return the tables of the last round that a steward is responsible for; all tables for the host
    (None)."""
    if moment.round is None:
        return range(0)
    return range(len(moment.round.room)) if steward is None else tables_under(moment.party, steward)


def steward_view(moment: PartyMoment, steward: int | None, words: WordList | None) -> StewardView:
    """Return what a steward's phone shows at a moment of the party. `steward` is the steward's number, or
    None for the host. `words` suggests verdicts."""
    own = own_tables(moment, steward)
    calls = tuple(_calls(moment, steward, words))
    seated = tuple(
        one for table in own for one in (moment.round.room[table] if moment.round else ()) if one != NOBODY
    )
    listed = len(seated) <= MAX_LISTED_PEOPLE
    return StewardView(
        state_of(moment),
        steward,
        heading=heading_of(moment),
        scoring=scoring_of(moment),
        tables=own,
        calls=tuple(one for one in calls if not one.verdict),
        ruled=tuple(one for one in reversed(calls) if one.verdict)[:SHOWN_RULED_CALLS],
        held_up=TablesHeldUp(
            unready=_shown(moment, own, moment.unready),
            missing=_shown(moment, own, moment.missing) if moment.bell == "over" else (),
            ties=_shown(moment, own, moment.ties),
        ),
        left_out=tuple(table for table in own if moment.round and table in moment.round.left_out),
        people=_people(moment, moment.party.players if steward is None else seated, listed=listed),
        prizes=PrizesShown(
            spellers=_spellers(moment, own) if listed else (),
            spelt=tuple((word, tuple(map(moment.name, who))) for word, who in moment.party.prizes.items()),
        ),
        hub_answers=moment.status.hub_answers,
    )


def state_of(moment: PartyMoment) -> PartyState:
    """Return the state of the party, one of the seven words in `PartyState`."""
    if moment.round is None:
        return "not begun"
    if moment.finished:
        return "end"
    return "closing" if moment.round.over else _STATES[moment.bell]


def _people(moment: PartyMoment, players: Iterable[str], *, listed: bool) -> PeopleShown:
    party = moment.party
    return PeopleShown(
        playing=tuple((one, moment.name(one)) for one in players if one not in party.departed)
        if listed
        else (),
        departed=tuple((one, moment.name(one)) for one in party.names if one in party.departed),
        newcomers=tuple(
            moment.name(one) for one in party.players if moment.number and one not in moment.seats
        ),
    )


def _spellers(moment: PartyMoment, own: range) -> tuple[tuple[int, int, str, str], ...]:
    """Return the players of the tables `own` who may spell a prize word: table, seat, name, prize word. Leave
    out tables without a prize word."""
    return tuple(
        (table, seat, name, word)
        for table in own
        if (word := prize_of(moment.party, table))
        for seat, name in enumerate(moment.names(table))
        if name
    )


def _shown(moment: PartyMoment, own: range, tables: Iterable[int]) -> tuple[TableShown, ...]:
    return tuple(
        TableShown(table, seats_at(moment, table), seats_to_cut(moment.party, table))
        for table in [one for one in tables if one in own][:MAX_SHOWN_TABLES]
    )


def _calls(moment: PartyMoment, steward: int | None, words: WordList | None) -> Iterable[CallShown]:
    """Yield the calls of a steward's tables (of all tables for the host), the earliest first: every call
    without a ruling, and the calls with a ruling from this hand and the hand before."""
    party = moment.party
    own = sorted(party.calls.items(), key=lambda one: (one[1].round, one[0][1], one[0][0]))
    for (table, number), call in own:
        verdict = party.verdicts.get((table, number), "")
        if steward is not None and steward_of(party, table) != steward:
            continue
        names = _names(moment, table, call)
        if names is None or (verdict and call.round < moment.number - 1):
            continue
        suggestion, refusal = ("", None) if words is None or verdict else suggested_verdict(call.word, words)
        if suggestion == "word bad" and not lowest_wins(party):
            suggestion = "misspelt"  # Keyword has no fine for any word
        board = not verdict and (table, number) in moment.status.boards
        yield CallShown(table, number, call.round, call.word, *names, suggestion, refusal, verdict, board)


def _names(moment: PartyMoment, table: int, call: StewardCalled) -> tuple[str, str] | None:
    """Return the names of the challenger and of the player who laid the word. Return None if the call
    names a seat that the hand does not have."""
    party = moment.party
    if not 1 <= call.round <= moment.number or table >= len(party.rounds[call.round - 1].room):
        return None
    row = party.rounds[call.round - 1].room[table]
    if not (0 <= call.by < len(row) and 0 <= call.against < len(row)):
        return None
    return moment.name(row[call.by]), moment.name(row[call.against])


def suggested_verdict(word: str, words: WordList) -> tuple[str, WordRefusal | None]:
    """Return the verdict on `word` by the word list (PTY-6), and the reason if the list refuses the word."""
    if word in words:
        return stewards_verdict(()), None
    refusal = words.refusal(word)
    return stewards_verdict((NotListed(word, refusal),)), refusal

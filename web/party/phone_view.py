"""The view of a player's phone at a party: the player's table, and the next step there."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from engine.party import NOBODY, PartyStanding, left_of, prize_of, winners
from web.party.headings import PartyHeading, Scoring, heading_of, scoring_of
from web.party.state import PartyMoment
from web.party.ties import seats_to_cut

SIDES: Final = ("near", "left", "far", "right")
"""The sides of the table in the order of the seats. The first is the player's own side; the next ones follow
to the left."""
PLACES_AROUND: Final = 2
"""Number of places that the standings show above each of the phone's players, and below."""
TOP_PLACES: Final = 3
"""Number of first places in the standings that every phone shows."""


class Stage(StrEnum):
    """The next step for the players of a phone at a party. The steps are in the order of an evening."""

    NOBODY = "nobody"
    """The phone speaks for no player of this party."""
    NOT_BEGUN = "not begun"
    """The party has not begun."""
    LEFT = "left"
    """The phone's players have left the party."""
    SITS_OUT = "sits out"
    """The phone's players have no seat in this hand."""
    LEFT_OUT = "left out"
    """The table takes no part in this hand."""
    READY = "ready"
    """The players sit down and report that they are ready."""
    SOON = "soon"
    """All tables are ready, and the bell is about to ring."""
    PLAY = "play"
    """The players play the hand."""
    COUNT = "count"
    """The phone's players write down their points."""
    COUNTED = "counted"
    """The phone waits for the points of others at its table."""
    INITIAL = "initial"
    """The phone's players initial the scores of their neighbours."""
    INITIALLED = "initialled"
    """The phone waits for the initials of others at its table."""
    CUT = "cut"
    """Players at the table tie. They cut cards to find the winner."""
    DONE = "done"
    """The phone waits for other tables."""
    CLOSING = "closing"
    """The hand is over, and the next seats are not known yet."""
    END = "end"
    """The party is over."""


@dataclass(frozen=True, slots=True)
class PhoneSeat:
    """A seat at the table of the phone's players: the player who sits there, and the player's score in this
    hand."""

    seat: int
    """The number of the seat, from 0."""
    name: str
    """The name of the seat's player; empty for a free seat."""
    side: str
    """The side of the table on which the seat is, as one of `SIDES`. The phone's first player sits at the
    first side."""
    mine: bool
    """True if the phone speaks for the seat's player."""
    deals: bool
    """True if the seat's player deals."""
    counted: int | None = None
    """The score of the seat's player in this hand; None before it is written down."""
    checked: bool = False
    """True if the neighbour has initialled the score, or if a steward has corrected it."""
    checker: int | None = None
    """The seat whose player initials the score; None if nobody else sits at the table."""
    won: bool = False
    """True if the seat's player has won the table."""


@dataclass(frozen=True, slots=True)
class ChallengedWord:
    """A word that was challenged at the phone's table."""

    call: int
    """The number of the table's call to the steward about the word."""
    word: str
    """The word that was challenged."""
    by: str
    """The name of the player who challenges."""
    against: str
    """The name of the player who laid the word."""
    verdict: str = ""
    """The steward's verdict; empty before it is given."""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A player's line in the standings."""

    place: int
    """The player's place, from 1."""
    name: str
    """The player's name."""
    total: int
    """The player's total of the finished hands."""
    fines: int
    """The points of the player's fines, which are part of the total."""
    mine: bool
    """True if the phone speaks for the player."""
    gap: bool = False
    """True if other players have places between this line and the line above it."""


@dataclass(frozen=True, slots=True)
class ScoreCheck:
    """The state of the scores at a table: the players who still have to write one down, to initial or to
    cut."""

    begun: bool
    """True if any player at the table has written down a score."""
    uncounted: tuple[str, ...]
    """The names of the players who have not written down a score."""
    to_check: tuple[int, ...]
    """The seats whose scores this phone's players initial."""
    checkers: tuple[str, ...]
    """The names of the players whose initials are missing."""
    tied: tuple[int, ...]
    """The seats that tie and must cut a card."""


@dataclass(frozen=True, slots=True)
class PrizeWord:
    """The prize word that the players of a table try to spell in this hand."""

    word: str
    """The prize word; empty if the party has no prize words."""
    spelt_by: tuple[str, ...]
    """The names of the players who have spelt the prize word."""


@dataclass(frozen=True, slots=True)
class PhoneTable:
    """The table of a phone's first seated player."""

    number: int
    """The number of the table, from 0."""
    seats: tuple[PhoneSeat, ...]
    """All seats of the table."""
    own: tuple[int, ...]
    """The seats of the phone's players."""
    moved: bool
    """True if any of the phone's players sat at another table in the previous hand."""
    ready: bool
    """True if the table is ready for the bell."""
    running: bool
    """True if the hand is being played."""
    checking: ScoreCheck
    """The state of the scores at this table."""
    calls: tuple[ChallengedWord, ...]
    """The words of this hand about which the table called the steward, the last first."""
    prize: PrizeWord
    """The table's prize word."""
    elsewhere: tuple[tuple[str, int, int], ...]
    """The phone's players who sit at other tables: name, table and seat."""

    @property
    def others(self) -> tuple[PhoneSeat, ...]:
        """The seats of players for whom this phone does not speak."""
        return tuple(one for one in self.seats if one.name and not one.mine)

    @property
    def me(self) -> PhoneSeat | None:
        """The seat of the phone's first player; None if no player of the phone sits here."""
        return next((one for one in self.seats if one.mine), None)


@dataclass(frozen=True, slots=True)
class PhoneView:
    """Everything that one player's phone shows of a party."""

    stage: Stage
    """The next step for the players of the phone."""
    heading: PartyHeading
    """The party's name, the number of the hand, and the number of hands."""
    scoring: Scoring
    """The scoring of the game: whether the lowest total wins, and the points of a fine."""
    players: tuple[str, ...]
    """The names of the phone's players."""
    lines: tuple[StandingsLine, ...]
    """The lines of the standings that the phone shows."""
    hub: bool
    """True if a leading hub answers."""
    table: PhoneTable | None = None
    """The table of the phone's first seated player; None while none of the phone's players has a seat."""


def phone_view(moment: PartyMoment, players: tuple[str, ...]) -> PhoneView:
    """Return what a phone shows at a moment of the party. `players` are the ids of its players."""
    known = tuple(one for one in players if one in moment.party.names)
    base = PhoneView(
        Stage.NOBODY,
        heading=heading_of(moment),
        scoring=scoring_of(moment),
        players=tuple(moment.name(one) for one in known),
        lines=lines_of(moment, known),
        hub=moment.party_view.hub,
    )
    if not known:
        return base
    if moment.number == 0:
        return replace(base, stage=Stage.NOT_BEGUN)
    if moment.finished:
        return replace(base, stage=Stage.END)
    seated = [one for one in known if one in moment.seats]
    if not seated:
        left = moment.party.departed.issuperset(known)
        return replace(base, stage=Stage.LEFT if left else Stage.SITS_OUT)
    table = _table(moment, known, moment.seats[seated[0]][0])
    return replace(base, stage=_stage(moment, table), table=table)


def _table(moment: PartyMoment, known: tuple[str, ...], table: int) -> PhoneTable:
    party = moment.party
    where = {one: moment.seats[one] for one in known if one in moment.seats}
    own = tuple(seat for at, seat in where.values() if at == table)
    seats, prize = seats_at(moment, table, own), prize_of(party, table)
    return PhoneTable(
        table,
        seats=seats,
        own=own,
        moved=any(moment.seats_before.get(one, (table,))[0] != table for one in where),
        ready=party.ready(table),
        running=moment.bell == "running",
        checking=_checking(moment, table, seats, own),
        calls=_calls(moment, table),
        prize=PrizeWord(prize, tuple(map(moment.name, party.prizes.get(prize, ())))),
        elsewhere=tuple((moment.name(one), *at) for one, at in where.items() if at[0] != table),
    )


def _checking(
    moment: PartyMoment, table: int, seats: tuple[PhoneSeat, ...], own: tuple[int, ...]
) -> ScoreCheck:
    unchecked = tuple(one for one in seats if one.name and not one.checked)
    return ScoreCheck(
        begun=any(each is not None for each in moment.party.card(moment.number, table).reported),
        uncounted=tuple(one.name for one in seats if one.name and one.counted is None),
        to_check=tuple(one.seat for one in unchecked if one.checker in own),
        checkers=tuple(
            dict.fromkeys(seats[one.checker].name for one in unchecked if one.checker is not None)
        ),
        tied=seats_to_cut(moment.party, table) if table in moment.ties else (),
    )


def _stage(moment: PartyMoment, here: PhoneTable) -> Stage:
    """Return the next step for the phone's players, who sit at the table `here`."""
    assert moment.round is not None, "somebody sits"
    if moment.round.over:
        return Stage.CLOSING
    if here.number in moment.round.left_out:
        return Stage.LEFT_OUT
    if moment.bell == "none":
        return Stage.READY
    if moment.bell == "soon":
        return Stage.SOON
    checking = here.checking
    if checking.uncounted:
        if moment.bell == "running" and not checking.begun:
            return Stage.PLAY
        mine = any(one.mine and one.counted is None for one in here.seats)
        return Stage.COUNT if mine else Stage.COUNTED
    if here.number in moment.missing:
        return Stage.INITIAL if checking.to_check else Stage.INITIALLED
    return Stage.CUT if checking.tied else Stage.DONE


def seats_at(moment: PartyMoment, table: int, own: tuple[int, ...] = ()) -> tuple[PhoneSeat, ...]:
    """Return the seats of a table with their players and scores. `own` are the seats of a phone's players;
    the sides of the table are named as the player at the first of them sees the table."""
    assert moment.round is not None
    row, names, card = moment.round.room[table], moment.names(table), moment.party.card(moment.number, table)
    deals, won = moment.dealer(table), winners_at(moment, table)
    first = own[0] if own else 0
    found = []
    for seat, player in enumerate(row):
        sits = player != NOBODY
        checker = left_of(row, seat) if sits and len([one for one in row if one != NOBODY]) > 1 else None
        corrected = moment.party.corrected_scores.get((moment.number, player))
        counted = card.reported[seat] if seat < len(card.reported) else None
        found.append(
            PhoneSeat(
                seat,
                names[seat],
                SIDES[(seat - first) % len(SIDES)],
                mine=seat in own,
                deals=seat == deals,
                counted=(counted if corrected is None else corrected) if sits else None,
                checked=corrected is not None or (seat, checker) in card.initials,
                checker=checker,
                won=seat in won,
            )
        )
    return tuple(found)


def winners_at(moment: PartyMoment, table: int) -> tuple[int, ...]:
    """Return the seats of the winners of a table in the last round; empty before they are known."""
    if moment.round is None or table in moment.round.left_out or table in moment.missing:
        return ()
    return winners(moment.party, moment.number, table) if moment.bell == "over" else ()


def _calls(moment: PartyMoment, table: int) -> tuple[ChallengedWord, ...]:
    """Return the words of the present hand about which a table called the steward, the last first."""
    party, names = moment.party, moment.names(table)
    found = [
        ChallengedWord(
            number, call.word, names[call.by], names[call.against], party.verdicts.get((at, number), "")
        )
        for (at, number), call in party.calls.items()
        if at == table
        and call.round == moment.number
        and 0 <= call.by < len(names)
        and 0 <= call.against < len(names)
    ]
    return tuple(sorted(found, key=lambda one: -one.call))


def lines_of(moment: PartyMoment, players: tuple[str, ...]) -> tuple[StandingsLine, ...]:
    """Return the lines of the standings that a phone shows: the first places, and some places above and below
    each of the phone's own `players`. Empty before the first hand is finished."""
    if not moment.finished_rounds:
        return ()
    order = moment.standings
    own = {moment.ranks[one] for one in players if one in moment.ranks}
    shown = set(range(min(TOP_PLACES, len(order))))
    for at in own:
        shown |= set(range(max(0, at - PLACES_AROUND), min(len(order), at + PLACES_AROUND + 1)))
    found, last = [], -1
    for at in sorted(shown):
        found.append(line_of(moment, order[at], mine=at in own, gap=at > last + 1))
        last = at
    return tuple(found)


def line_of(
    moment: PartyMoment, one: PartyStanding, *, mine: bool = False, gap: bool = False
) -> StandingsLine:
    """Return a line of the standings as a phone shows it, for the player with the standing `one`. `mine` and
    `gap` are fields of the line."""
    return StandingsLine(one.place, moment.name(one.player), one.total, one.fines, mine, gap)

"""Make the papers of a party as PDFs, for `lexicon-table paper` and for the host's page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from device.party.paper import (
    Occasion,
    PrintedScoreCard,
    fallback_pdf,
    place_cards_pdf,
    score_cards_pdf,
    steward_cards_pdf,
)
from device.printing.paper import PAPERS, Paper
from engine.party import (
    SEATS_PER_TABLE,
    Party,
    PartySetUp,
    lowest_wins,
    next_room,
    seats_of,
    stewards_of,
    table_sizes,
)
from web.languages import translator
from web.party.codes import address

PaperKind = Literal["places", "stewards", "scores", "sheets"]
PAPER_KINDS: Final[tuple[PaperKind, ...]] = ("places", "stewards", "scores", "sheets")
DEFAULT_RULES: Final = PartySetUp("Party", "lexicon-party", hands=3, minutes=7, seed=1)
"""The agreed rules that are assumed before the host has entered any."""
_AFTER_EVERY_TABLE: Final = 10_000
"""A number higher than every table's. It sorts the score cards of players without a table last."""


@dataclass(frozen=True, slots=True)
class PartyPapers:
    """Hold the options for printing the papers of a party."""

    party: Party
    tables: int
    """The number of tables of the party."""
    language: str = "en"
    paper: Paper = PAPERS["A4"]
    root: str = ""
    """The address of the party's pages, without a final `/`. The QR codes on the papers lead to
    addresses below it."""
    secret: bytes = b""
    """The secret key with which the addresses in the papers' QR codes are signed."""

    @property
    def occasion(self) -> Occasion:
        """The facts that every printed paper of the party shows: its name, the number of hands, and whether
        low totals win."""
        rules = self.party.rules or DEFAULT_RULES
        return Occasion(rules.name, rules.hands, lowest_wins(self.party), translator(self.language))


def tables_of(party: Party) -> int:
    """Return the number of tables that the party's players need."""
    return table_sizes(len(party.players)).tables


def place_cards(options: PartyPapers) -> bytes:
    """Return the PDF of place cards, one for each seat."""
    root, secret = options.root, options.secret
    return place_cards_pdf(
        options.occasion, options.paper, options.tables, lambda *seat: root + address(secret, "table", *seat)
    )


def stewards(options: PartyPapers) -> bytes:
    """Return the PDF of the stewards' cards."""
    root, secret = options.root, options.secret
    every = stewards_of(options.party, options.tables)
    return steward_cards_pdf(
        options.occasion, options.paper, every, lambda steward: root + address(secret, "steward", steward)
    )


def scores(options: PartyPapers) -> bytes:
    """Return the PDF of score cards, one for each player."""
    return score_cards_pdf(options.occasion, options.paper, score_cards(options.party, options.tables))


def sheets(options: PartyPapers) -> bytes:
    """Return the PDF of sheets, one for each table, to write on when the table's phones fail."""
    return fallback_pdf(options.occasion, options.paper, options.tables)


PDF_MAKERS: Final[Mapping[PaperKind, Callable[[PartyPapers], bytes]]] = {
    "places": place_cards,
    "stewards": stewards,
    "scores": scores,
    "sheets": sheets,
}


def score_cards(party: Party, tables: int) -> Sequence[PrintedScoreCard]:
    """Return a score card for each player, in the order of their tables. Before the players are known,
    return a blank card for each seat."""
    if not party.names:
        return [PrintedScoreCard()] * (SEATS_PER_TABLE * tables)
    room = party.rounds[0].room if party.rounds else next_room(party)
    seats = seats_of(room)
    order = sorted(party.players, key=lambda player: seats.get(player, (_AFTER_EVERY_TABLE, 0)))
    return [PrintedScoreCard(party.names[one], seats[one][0] if one in seats else None) for one in order]

"""Make the papers of a party: place cards, score cards, and sheets for tables without phones.

Example: lexicon-table paper places --address http://192.168.1.20:8080
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import click

from device import faults
from device.commands.print import PAPERS_BY_NAME, pdf_named, write_pdf
from device.errors import UsageFault
from device.files import terminal_line
from device.party.paper import PrintedScoreCard, unprintable_names
from device.party.people import names_in
from device.party.records import JOURNAL, folded_log
from device.party.secret import secret_of
from device.service.party_papers import (
    DEFAULT_RULES,
    PAPER_KINDS,
    PDF_MAKERS,
    PaperKind,
    PartyPapers,
    score_cards,
    tables_of,
)
from engine.game import MAX_HANDS
from engine.party import Party, stewards_of
from web.languages import LANGUAGE_NAMES

SCORES: Final[PaperKind] = "scores"
_MAX_TABLES: Final = 1000
_EXAMPLES: Final = """\b
Examples:
  lexicon-table paper places --address http://192.168.1.20:8080
  lexicon-table paper scores --names players.csv --hands 6
  lexicon-table paper sheets --tables 12 --language de --out sheets.pdf
"""


@click.command(epilog=_EXAMPLES, short_help="Make the papers of a party.")
@click.argument("kind", type=click.Choice(PAPER_KINDS), metavar="|".join(PAPER_KINDS))
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="Read the party from this folder."
)
@click.option("--address", metavar="URL", help="Make the codes lead to this address, as `party` prints it.")
@click.option("--tables", type=click.IntRange(1, _MAX_TABLES), help="Print for this many tables.")
@click.option(
    "--names",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Print score cards for the players in the first column of this CSV file.",
)
@click.option("--name", help="Name the party.  [default: as it was set up, or Party]")
@click.option("--game", type=click.Choice(["lexicon-party", "keyword-party"]), help="Choose the game.")
@click.option("--hands", type=click.IntRange(1, MAX_HANDS), help="Give the number of hands.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"], case_sensitive=False), default="a4", show_default=True
)
@click.option("--language", type=click.Choice(list(LANGUAGE_NAMES)), default="en", show_default=True)
@click.option(
    "--out", type=click.Path(), help="Write this PDF, or - for standard output.  [default: KIND.pdf]"
)
def command(
    kind: PaperKind,
    data: Path | None,
    address: str | None,
    tables: int | None,
    names: Path | None,
    name: str | None,
    game: str | None,
    hands: int | None,
    paper: str,
    language: str,
    out: str | None,
) -> None:
    """Make a PDF for a party: `places` are the place cards of all seats, with a code each for a phone to take
    the seat, `stewards` the stewards' cards, `scores` the players' score cards, `sheets` score sheets for
    tables without phones.

    The party's folder gives the players, the game and the seats, if the party is kept in one. Print at 100 %,
    and fold the place cards.
    """
    target, where = Path(f"{kind}.pdf") if out is None else pdf_named(out), party_folder(data)
    party = _party(where, names, name, game, hands)
    many = tables or tables_of(party)
    if not many and kind != SCORES:
        raise UsageFault(
            f"{terminal_line(where)}: no party is set up there. Say with --tables how many tables it has."
        )
    if kind == SCORES and not (many or party.names):
        raise UsageFault("Say with --names who plays, or with --tables how many tables there are.")
    coded = kind in ("places", "stewards")
    root, secret = (_root(address), secret_of(where)) if coded else ("", b"")
    papers = PartyPapers(party, many, language, PAPERS_BY_NAME[paper.lower()], root, secret)
    cards = score_cards(party, many)
    pdf = PDF_MAKERS[kind](papers)
    if kind == SCORES:
        _tell_unprintable(cards)
    caption = {
        "places": f"place cards of {many} tables",
        "stewards": f"cards of {len(stewards_of(party, many))} stewards",
        "scores": f"{len(cards)} score cards",
        "sheets": f"sheets for {many} tables",
    }[kind]
    write_pdf(target, pdf, f"{caption} on {papers.paper.name}, at 100 %")


def party_folder(data: Path | None) -> Path:
    """Return the folder of a party: the named one, or the usual one."""
    return data or faults.state_folder() / "party"


def _party(where: Path, names: Path | None, name: str | None, game: str | None, hands: int | None) -> Party:
    """Return the party in the folder, with the command line's changes."""
    has_journal = (where / JOURNAL).is_file()
    party = folded_log(where).party if has_journal else Party()
    if names is not None:
        party = Party(party.rules, {f"p{n}": each for n, each in enumerate(names_in(names), 1)})
    rules = party.rules or DEFAULT_RULES
    terms = replace(rules, name=name or rules.name, game=game or rules.game, hands=hands or rules.hands)
    return replace(party, rules=terms)


def _tell_unprintable(cards: Sequence[PrintedScoreCard]) -> None:
    for name, missing in unprintable_names(card.name for card in cards).items():
        click.echo(
            f"{terminal_line(name)}: the typeface has no {terminal_line(' '.join(missing))}. "
            "The card has a line to write the name on.",
            err=True,
        )


def _root(address: str | None) -> str:
    """Return the address of the party's pages, with which the address in every QR code begins. Raise
    UsageFault if --address is missing or not valid."""
    if address is None:
        raise UsageFault("Say with --address where phones find the party, such as http://192.168.1.20:8080.")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageFault(f"--address {terminal_line(address)}: no address such as http://192.168.1.20:8080.")
    return f"{parts.scheme}://{parts.netloc}"

"""Print the scores of every match in a table's journal, or of the party in a hub's log. An upgrade compares
what two releases print.

    python -m device.releases.scores FOLDER

The output is one line of JSON: a list of matches, each a list of its players and a list of their totals.
Every release prints it in the same form.
"""

import json
import sys
from pathlib import Path

from device.party.records import JOURNAL as HUB
from device.party.records import folded_log
from device.records.event_codec import decode
from device.records.rescue import JOURNAL, salvage
from engine.events import MatchSetUp
from engine.match import FoldedJournal
from engine.party import standings


def scores(folder: Path) -> list[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Return the players and the totals of each match in a table's folder, in order. In a hub's folder return
    one entry: the players and the totals of its party.

    Raise ValueError, or UsageFault for a party, for an event that can't be understood or is impossible.
    """
    if (folder / HUB).is_file():
        party = folded_log(folder).party
        totals = sorted((party.names[one.player], one.total) for one in standings(party))
        return [(tuple(name for name, _ in totals), tuple(total for _, total in totals))]
    journals, journal = [], FoldedJournal()
    for row in salvage(folder / JOURNAL):
        event = decode(row.body.encode())
        if isinstance(event, MatchSetUp):
            journals.append(journal)
        journal = journal.plus(event)
    journals.append(journal)
    return [(match.players, match.scores.totals) for one in journals if (match := one.match) is not None]


if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps(scores(Path(sys.argv[1])))}\n")

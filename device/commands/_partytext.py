"""Write a party as text: each finished round, and the standings."""

from collections.abc import Callable, Sequence
from typing import Final

from engine.party import (
    NOBODY,
    USUAL_FINE_POINTS,
    Party,
    is_finished,
    scores,
    standings,
    winners,
)

PRINTED_STANDINGS: Final = 10
"""Number of players whose standing is printed."""


class NewsPrinter:
    """Print the news of a party: rulings of stewards and finished rounds. `echo` prints one line."""

    def __init__(self, echo: Callable[[str], object]) -> None:
        self._echo, self._rounds, self._ruled = echo, 0, 0

    def __call__(self, party: Party) -> None:
        """Print the news since the last time: the stewards' rulings on calls from tables, and the rounds
        that ended."""
        for key, verdict in list(party.verdicts.items())[self._ruled :]:
            if key in party.calls:
                self._echo(ruling_text(party, *key, verdict))
        self._ruled = len(party.verdicts)
        over = sum(one.over for one in party.rounds)
        for number in range(self._rounds + 1, over + 1):
            for line in round_text(party, number):
                self._echo(line)
        self._rounds = over

    def print_end(self, party: Party) -> None:
        """Print the standings, and who has won."""
        self(party)
        for line in standings_text(party):
            self._echo(line)


def standings_text(party: Party) -> list[str]:
    """Return the lines of the party's standings. When the party is over, the last line names the
    winners."""
    ranking = standings(party)
    lines = ["\nStandings"]
    for standing in ranking[:PRINTED_STANDINGS]:
        fined = f", {standing.fines} of them fines" if standing.fines else ""
        lines.append(
            f"{standing.place:>4}. {party.names[standing.player]:<20} {standing.total:>5} points{fined}"
        )
    if len(ranking) > PRINTED_STANDINGS:
        lines.append(f"      and {len(ranking) - PRINTED_STANDINGS} more players")
    first = [party.names[one.player] for one in ranking if one.place == 1]
    return [*lines, *([f"\n{winners_text(first)}"] if first and is_finished(party) else [])]


def winners_text(first: Sequence[str]) -> str:
    """Return the sentence that names the winners; of many winners it tells only their number."""
    if len(first) > PRINTED_STANDINGS:
        return f"{len(first)} players share the first place."
    return f"{join_names(first)} {'wins' if len(first) == 1 else 'win'} the party."


def ruling_text(party: Party, table: int, number: int, verdict: str) -> str:
    """Return a steward's ruling as a sentence."""
    call = party.calls[table, number]
    seats = party.rounds[call.round - 1].room[table]
    who, fine = party.names[seats[call.against]], party.rules.fine if party.rules else USUAL_FINE_POINTS
    outcome = {
        "word good": "the word stands",
        "misspelt": f"misspelt: {who} takes the cards back",
        "word bad": f"not allowed: {who} takes the cards back and is fined {fine}",
    }[verdict]
    return f"Table {table + 1}: {party.names[seats[call.by]]} doubts {call.word}; {outcome}."


def round_text(party: Party, number: int) -> list[str]:
    """Return the lines of a finished round: the seats, the scores of the hands, and the winners."""
    party_round = party.rounds[number - 1]
    lines = [f"\nRound {number}"]
    for table, seats in enumerate(party_round.room):
        points, won = scores(party, number, table), winners(party, number, table)
        results = [f"{party.names[player]} {points[player]}" for player in seats if player != NOBODY]
        names = join_names([party.names[seats[seat]] for seat in won])
        moves = f"; {names} {'wins' if len(won) == 1 else 'win'} the table" if won else "; left out"
        lines.append(f"  Table {table + 1:>3}: {', '.join(results)}{moves}")
    return lines


def join_names(names: Sequence[str]) -> str:
    """Return names as in a sentence: Ada, Ben and Clara."""
    return " and ".join([*([", ".join(names[:-1])] if names[1:] else []), *names[-1:]])

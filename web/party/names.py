"""Read the players' names that a host types or pastes, clean them, and report names that look alike."""

import re
from dataclasses import dataclass
from typing import Final

from engine.party import table_sizes
from engine.shared.player_names import MAX_NAME_LENGTH, clean_name, skeleton
from web.languages import plural
from web.languages import translate as _

MIN_PLAYERS: Final = 4
"""Minimum number of players of a party, which fill one table."""
MAX_PLAYERS: Final = 4000
"""Maximum number of players of a party, which fill a thousand tables."""
MAX_FAULTS_SHOWN: Final = 5
"""Maximum number of faults in the names that are reported at once."""
_PARTS: Final = re.compile(r"[,;]")
_COLUMN_TITLES: Final = frozenset({"name", "names", "player", "players", "spieler", "namen"})


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """The names that a host wrote, and their faults."""

    names: tuple[str, ...]
    """The names in the order in which they were written."""
    faults: tuple[str, ...] = ()
    """The faults that keep the party from beginning, as whole sentences."""

    @property
    def seated(self) -> str:
        """Sentences that say how many players and tables the party has, how many tables have three seats, and
        how many players sit out."""
        need = table_sizes(len(self.names))
        sentences = [
            _counted(plural("{count} player.", "{count} players.", len(self.names)), len(self.names))
        ]
        sentences.append(_counted(plural("{count} table.", "{count} tables.", need.tables), need.tables))
        if need.three:
            text = plural("{count} table has three seats.", "{count} tables have three seats.", need.three)
            sentences.append(_counted(text, need.three))
        if need.sitting_out:
            text = plural("{count} player sits out.", "{count} players sit out.", need.sitting_out)
            sentences.append(_counted(text, need.sitting_out))
        return " ".join(sentences)


def player_names(written: str) -> PlayerNames:
    """Return the names in a text. Each line is a name, or several names between commas. In a pasted table
    only the first column counts."""
    names: dict[str, str] = {}
    faults: list[str] = []
    for name in _names_in(written):
        if len(name) > MAX_NAME_LENGTH:
            sentence = _("{name} is too long. A name may have {most} letters.")
            faults.append(sentence.format(name=f"{name[:12]}…", most=MAX_NAME_LENGTH))
        elif (other := names.setdefault(skeleton(name), name)) is not name:
            faults.append(similar_name_warning(name, other))
    if len(names) > MAX_PLAYERS:
        sentence = _("A party has at most {most} players. These are {count}.")
        faults.append(sentence.format(most=MAX_PLAYERS, count=len(names)))
    return PlayerNames(tuple(names.values()), tuple(faults))


def similar_name_warning(name: str, other: str) -> str:
    """Return the warning that people could confuse the players' names `name` and `other`."""
    if name == other:
        return _("{name} is there twice. Add something to tell them apart.").format(name=name)
    sentence = _("{name} looks like {other}. Add something to tell them apart.")
    return sentence.format(name=name, other=other)


def _counted(text: str, count: int) -> str:
    return text.format(count=count)


def _names_in(text: str) -> list[str]:
    found: list[str] = []
    for line in text.splitlines():
        cells = line.split("\t")[:1] if "\t" in line else _PARTS.split(line)
        found += filter(None, map(clean_name, cells))
    return found[1:] if found and found[0].casefold() in _COLUMN_TITLES else found

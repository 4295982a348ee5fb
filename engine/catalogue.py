"""Find a game by its name, and set its options."""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.game import Game
from engine.games import crossword, keyword, lexicon, patience, race
from engine.option_values import OptionFault
from engine.options import OPTIONS

_EDITIONS: Final[dict[str, tuple[Game, ...]]] = {
    "lexicon": lexicon.EDITIONS,
    "lexicon-party": (lexicon.LEXICON_PARTY,),
    "crossword": crossword.EDITIONS,
    "solitaire-1": (patience.SOLITAIRE_1,),
    "solitaire-2": (patience.SOLITAIRE_2,),
    "clock": (patience.CLOCK,),
    "word-solitaire": (patience.WORD_SOLITAIRE,),
    "lexigram": (crossword.LEXIGRAM,),
    "keyword": (keyword.KEYWORD_GAME,),
    "partnership-keyword": (keyword.PARTNERSHIP,),
    "keyword-solitaire": (keyword.SOLITAIRE,),
    "keyword-party": (keyword.KEYWORD_PARTY,),
    "keyword-patience": (patience.KEYWORD_PATIENCE,),
    "my-word": (race.MY_WORD_GAME,),
}
_GAMES: Final = {name: games[0] for name, games in _EDITIONS.items()}
_ADDED: Final[dict[str, "AddedGame"]] = {}

EDITIONS: Final[Mapping[str, tuple[Game, ...]]] = MappingProxyType(_EDITIONS)
"""For each game by name, its editions. The first is the one that is played unless another is chosen."""
GAMES: Final[Mapping[str, Game]] = MappingProxyType(_GAMES)
"""The games by name, each in the edition that is played unless another is chosen."""
ADDED: Final[Mapping[str, "AddedGame"]] = MappingProxyType(_ADDED)
"""The games that other installed packages have added, by name."""

_ALIASES: Final = MappingProxyType(
    {
        "crossword-lexicon": "crossword",
        "lexicon-solitaire-1": "solitaire-1",
        "lexicon-solitaire-2": "solitaire-2",
        "lexicon-clock-patience": "clock",
        "clock-patience": "clock",
    }
)

_NAME: Final = re.compile("[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class AddedGame:
    """A game that another installed package adds (docs/games.md)."""

    game: Game
    like: str
    """The name of a game of the booklets. The added game has its clauses, time limit and picture."""
    introduction: str
    """A description of the added game in one or two sentences, for its players."""


def add_game(added: AddedGame) -> None:
    """Add a game of another package to the games that tables can choose. Call this before a table is set up.

    Raise OptionFault if the game's name is taken or cannot be typed, or if `like` names no game of the
    booklets.
    """
    name = added.game.name
    if not _NAME.fullmatch(name):
        raise OptionFault(f"game {name!r}: a name has small letters, digits and hyphens")
    if name in _EDITIONS or name in _ALIASES:
        raise OptionFault(f"game {name!r}: the name is taken")
    if added.like not in _EDITIONS or added.like in _ADDED:
        raise OptionFault(f"game {name!r} is like {added.like!r}, which is no game of the booklets")
    _EDITIONS[name], _GAMES[name], _ADDED[name] = (added.game,), added.game, added


def booklet_name(name: str) -> str:
    """Return the name of the booklets' game whose clauses, time limit and picture the game `name` has.

    This is `name` itself, unless another package added the game.
    """
    return _ADDED[name].like if name in _ADDED else name


def configured(name: str, options: Mapping[str, object] | None = None) -> Game:
    """Return the game called `name` with a table's `options` set.

    Raise OptionFault for an unknown game or option, for an impossible value, and for an option that only
    other games have.
    """
    options = options or {}
    game = _edition(name, options.get("edition"))
    for key in options:
        if not has_option(game, key):
            known = ", ".join(other.title for other in GAMES.values() if OPTIONS[key].applies_to(other))
            raise OptionFault(f"option {key}: {game.title} has no such option; it is one of {known}")
    game = configured_as_written(name, options)
    for key, value in options.items():
        upper_limit = OPTIONS[key].upper_limit
        if upper_limit is not None and upper_limit.value_in(game) > upper_limit.maximum:
            raise OptionFault(f"option {key}: {value!r} is more than {upper_limit.maximum}")
    return game


def configured_as_written(name: str, options: Mapping[str, object]) -> Game:
    """Return the game called `name` with `options` set, as a journal states them. Unlike `configured` it
    accepts options that only other games have.

    The edition is chosen first. The options are then set in the order of `GameOption.setting_order`. Raise
    OptionFault for an unknown option or an impossible value.
    """
    game = _edition(name, options.get("edition"))
    for key in sorted(options, key=lambda key: OPTIONS[key].setting_order if key in OPTIONS else 0):
        if key not in OPTIONS:
            raise OptionFault(f"unknown option {key!r}{_nearest(key, OPTIONS)}")
        game = OPTIONS[key].with_value(game, options[key])
    return game


def has_option(game: Game, option: str) -> bool:
    """Return True if `game` has the option called `option`, or if no game has an option of this name: an
    unknown option is refused elsewhere."""
    return option not in OPTIONS or OPTIONS[option].applies_to(game)


def _edition(name: str, edition: object) -> Game:
    plain = "-".join(name.lower().replace("_", " ").split())
    name = _ALIASES.get(plain, plain)
    if name not in EDITIONS:
        raise OptionFault(f"unknown game {name!r}{_nearest(name, EDITIONS)}")
    if edition is None:
        return EDITIONS[name][0]
    games = {game.edition: game for game in EDITIONS[name]}
    edition_name = edition.lower() if isinstance(edition, str) else edition
    if not isinstance(edition_name, str) or edition_name not in games:
        raise OptionFault(f"option edition: {edition_name!r} is none of {', '.join(games)}")
    return games[edition_name]


def _nearest(name: str, known: Iterable[str]) -> str:
    names = list(known)
    similar = difflib.get_close_matches(name, names, 1)
    return f"; did you mean {similar[0]}?" if similar else f"; known: {', '.join(names)}"

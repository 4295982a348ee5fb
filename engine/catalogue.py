"""The games by name, and how a table's options turn one into the game that is played."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from engine.board import BoardFault, parse_board
from engine.cards import LETTERS, MASTER, PACKS
from engine.game import Game, Vocabulary
from engine.games import crossword, keyword, lexicon, patience, race

_EDITIONS: Final[dict[str, tuple[Game, ...]]] = {
    "lexicon": lexicon.EDITIONS,
    "lexicon-party": (lexicon.PARTY,),
    "crossword": crossword.EDITIONS,
    "solitaire-1": (patience.SOLITAIRE_1,),
    "solitaire-2": (patience.SOLITAIRE_2,),
    "clock": (patience.CLOCK,),
    "word-solitaire": (patience.WORD_SOLITAIRE,),
    "lexigram": (crossword.LEXIGRAM,),
    "keyword": (keyword.KEYWORD_GAME,),
    "partnership-keyword": (keyword.PARTNERSHIP,),
    "keyword-solitaire": (keyword.SOLITAIRE,),
    "keyword-party": (keyword.PARTY,),
    "keyword-patience": (patience.KEYWORD_PATIENCE,),
    "my-word": (race.MY_WORD_GAME,),
}
_GAMES: Final = {name: games[0] for name, games in _EDITIONS.items()}
_ADDED: Final[dict[str, "AddedGame"]] = {}

EDITIONS: Final[Mapping[str, tuple[Game, ...]]] = MappingProxyType(_EDITIONS)
"""Every game's editions, its default first."""
GAMES: Final[Mapping[str, Game]] = MappingProxyType(_GAMES)
"""The games by name, in their default edition."""
ADDED: Final[Mapping[str, "AddedGame"]] = MappingProxyType(_ADDED)
"""The games that other packages have added, by name."""

_ALIASES: Final = MappingProxyType(
    {
        "crossword-lexicon": "crossword",
        "lexicon-solitaire-1": "solitaire-1",
        "lexicon-solitaire-2": "solitaire-2",
        "lexicon-clock-patience": "clock",
        "clock-patience": "clock",
    }
)

_FORMS: Final[Mapping[str, Callable[[Game], Game]]] = MappingProxyType(
    {"quick": crossword.quick, "any_length": crossword.any_length, "wide_open": crossword.wide_open}
)
_HAS: Final[Mapping[str, Callable[[Game], bool]]] = MappingProxyType(
    {
        **dict.fromkeys(_FORMS, lambda game: game.name == crossword.PB.name),
        **dict.fromkeys(("out_at", "exceeds"), lambda game: _to_reach(game)),
        **dict.fromkeys(
            ("challenge_points", "challenge_credit"),
            lambda game: game.seats[1] > 1 and game.challenge_points > 0,
        ),
        "masters": lambda game: game.masters != "out",
        "fine": lambda game: game.fine > 0,
        "hands": lambda game: game.hands > 0,
        "seconds": lambda game: game.seconds > 0,
        "board": lambda game: game.board is not None,
        "track": lambda game: bool(game.track),
    }
)
"""The games that have an option; all games have the options that are not listed."""
_NAME: Final = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_LIMIT: Final = re.compile(r"(>=?|≥)\s*(\d{1,6})")
_REACHED: Final = ("reaches", "exceeds")
"""The two rules for a player's limit: out at the total (PB, WD), or above it (ART) (LEX-E)."""
_MOST_CIRCLES: Final = 20
"""Most circles of a track: three times the booklet's make an evening."""
_MOST_ASKED: Final = 15
"""Most cards that a circle may ask for: words of more letters are too few to be found in a minute."""
_MOST_MASTERS: Final = 4
"""Most Masters of a pack: two packs' worth; no booklet has more than two."""
_MOST: Final[Mapping[str, int]] = MappingProxyType(
    {"out_at": 9_999, "challenge_points": 999, "fine": 999, "hands": 99, "seconds": 36_000}
)
"""Greatest values of a table's options: points that fit on a score card, and no more than one evening of ten
hours. A journal may have more.
"""
_WORDS: Final = ("plurals", "proper", "abbreviations", "slang")
_CHOICES: Final = MappingProxyType(
    {"challenge_credit": ("challenger", "offender"), "mode": ("strict", "challenge")}
)
OPTIONS: Final = (
    "edition",
    "pack",
    "masters",
    "more_of",
    *_FORMS,
    *_WORDS,
    "out_at",
    "exceeds",
    "challenge_points",
    "fine",
    "hands",
    "seconds",
    "board",
    "track",
    *_CHOICES,
    "word_list",
)
"""The options of a table. `board` gives a board's squares in the form of `engine.board.parse_board`, `track`
the cards for each circle of a race, as a list or with spaces between. `quick`, `any_length` and `wide_open`
are forms of the crossword.
"""


class OptionFault(ValueError):  # noqa: N818 - it is a fault of the input, named as people speak of it
    """An unknown game, option or value; the message names it in one line."""


@dataclass(frozen=True, slots=True)
class AddedGame:
    """A game of somebody else's package (docs/games.md).

    `like` names the game of the booklets whose clauses, minutes and picture it shares. `introduction` says in
    a sentence or two what it is.
    """

    game: Game
    like: str
    introduction: str


def add_game(added: AddedGame) -> None:
    """Add a game to the catalogue, once, before a table is set up.

    OptionFault when its name is taken or can't be typed, or when no game of the booklets is called `like`.
    """
    name = added.game.name
    if not _NAME.fullmatch(name):
        raise OptionFault(f"game {name!r}: a name has small letters, digits and hyphens")
    if name in _EDITIONS or name in _ALIASES:
        raise OptionFault(f"game {name!r}: the name is taken")
    if added.like not in _EDITIONS or added.like in _ADDED:
        raise OptionFault(f"game {name!r} is like {added.like!r}, which is no game of the booklets")
    _EDITIONS[name], _GAMES[name], _ADDED[name] = (added.game,), added.game, added


def of_the_booklets(name: str) -> str:
    """Return the booklets' game that gives `name` its clauses, minutes and picture: `name` itself, unless a
    package added it.
    """
    return _ADDED[name].like if name in _ADDED else name


def configured(name: str, options: Mapping[str, object] | None = None) -> Game:
    """Return the game called `name` with a table's `options`. Raise OptionFault naming an unknown game or
    option, or an option of another game.
    """
    options = options or {}
    game = _edition(name, options.get("edition"))
    for key in options:
        if not has_option(game, key):
            known = ", ".join(other.title for other in GAMES.values() if _HAS[key](other))
            raise OptionFault(f"option {key}: {game.title} has no such option; it is one of {known}")
    game = as_written(name, options)
    for key, most in _MOST.items():
        if key in options and getattr(game, key) > most:
            raise OptionFault(f"option {key}: {options[key]!r} is more than {most}")
    return game


def as_written(name: str, options: Mapping[str, object]) -> Game:
    """Return the game as `configured` does, but ignore options of another game, which a journal may contain.

    The edition and the form are set first, so that every other option can change their defaults.
    """
    game = _edition(name, options.get("edition"))
    for form, change in _FORMS.items():
        if _flag(options, form, False):
            game = change(game)
    for key, value in sorted(options.items(), key=lambda option: option[0] == "more_of"):  # after the pack
        game = _with(game, key, value)
    return _with_masters(game, options["masters"]) if "masters" in options else game


def has_option(game: Game, option: str) -> bool:
    """Tell whether `option` sets something that `game` has."""
    return option not in _HAS or _HAS[option](game)


def _to_reach(game: Game) -> bool:
    """Tell whether a total puts a player out or ends the game (LEX-E, XW-9), or is a single player's aim
    (Keyword Solitaire).
    """
    return game.ends in ("last one in", "first to reach") or (
        game.ends == "one hand" and game.seats == (1, 1)
    )


def _edition(name: str, edition: object) -> Game:
    plain = "-".join(name.lower().replace("_", " ").split())
    name = _ALIASES.get(plain, plain)
    if name not in EDITIONS:
        raise OptionFault(f"unknown game {name!r}{_nearest(name, EDITIONS)}")
    games = {game.edition: game for game in EDITIONS[name]}
    if edition is None:
        return EDITIONS[name][0]
    return games[_choice("edition", edition.lower() if isinstance(edition, str) else edition, tuple(games))]


def _with(game: Game, key: str, value: object) -> Game:
    """Return `game` with one option set."""
    match key:
        case "edition" | "quick" | "any_length" | "wide_open" | "masters":
            return game
        case "pack":
            return replace(game, pack=PACKS[_choice(key, value, tuple(PACKS))])
        case "more_of":
            return _with_more_of(game, _text(key, value))
        case "plurals" | "proper" | "abbreviations" | "slang":
            return replace(game, vocabulary=_vocabulary(game.vocabulary, key, value))
        case "out_at":
            return _with_limit(game, value)
        case "exceeds":
            return replace(game, exceeds=_truth(key, value))
        case "challenge_points" | "fine" | "hands" | "seconds":
            return _with_number(game, key, _whole(key, value))
        case "board":
            return _with_board(game, _text(key, value))
        case "track":
            return _with_track(game, value)
        case "challenge_credit":
            credit = _choice(key, value, ("challenger", "offender"))
            return replace(game, challenge_credit="offender" if credit == "offender" else "challenger")
        case "mode":
            mode = _choice(key, value, ("strict", "challenge"))
            return replace(game, mode="challenge" if mode == "challenge" else "strict")
        case "word_list":
            return replace(game, word_list=_text(key, value))
    raise OptionFault(f"unknown option {key!r}{_nearest(key, OPTIONS)}")


def _with_limit(game: Game, value: object) -> Game:
    """Return the game with another limit: `100` keeps reaching or passing as in the edition; `">100"`,
    `">=100"` and the bare words `"exceeds"` and `"reaches"` decide it.
    """
    if value in _REACHED:
        return replace(game, exceeds=value == _REACHED[1])
    if isinstance(value, str) and (found := _LIMIT.fullmatch(value)):
        return replace(game, exceeds=found[1] == ">", out_at=_whole("out_at", int(found[2])))
    return replace(game, out_at=_whole("out_at", value))


def _with_masters(game: Game, value: object) -> Game:
    """Return the game with so many Masters in the pack: booklets have one or two of the same letters, and
    cards get lost.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MOST_MASTERS:
        raise OptionFault(f"option masters: {value!r} is not a whole number from 0 to {_MOST_MASTERS}")
    counts = MappingProxyType({**game.pack.counts, MASTER: value})
    return replace(game, pack=replace(game.pack, counts=counts))


def _with_more_of(game: Game, letters: str) -> Game:
    """Return the game with more cards of some letters than its pack should have: two decks were put
    together.
    """
    if not set(letters) <= {*LETTERS, MASTER}:
        raise OptionFault(f"option more_of: {letters!r} are not letters from A to Z, or {MASTER} for Masters")
    return replace(game, pack=game.pack.with_more_of(letters))


def _with_number(game: Game, key: str, number: int) -> Game:
    """Return the game with a number of points, hands of play or seconds."""
    match key:
        case "challenge_points":
            return replace(game, challenge_points=number)
        case "fine":
            return replace(game, fine=number)
        case "hands":
            return replace(game, hands=number)
        case _:
            return replace(game, seconds=number)


def _with_board(game: Game, text: str) -> Game:
    try:
        return replace(game, board=parse_board(text))
    except BoardFault as fault:
        raise OptionFault(f"option board: {fault}") from None


def _with_track(game: Game, value: object) -> Game:
    """Return the game with another track: one circle at least, each asking for as many cards as a word or two
    crossed ones can have.
    """
    circles = value.split() if isinstance(value, str) else value
    if not isinstance(circles, list | tuple) or not 1 <= len(circles) <= _MOST_CIRCLES:
        raise OptionFault(f"option track: {value!r} are not 1 to {_MOST_CIRCLES} circles")
    asked = tuple(int(c) if isinstance(c, str) and c.isascii() and c.isdigit() else c for c in circles)
    for circle in asked:
        if isinstance(circle, bool) or not isinstance(circle, int) or not 2 <= circle <= _MOST_ASKED:
            raise OptionFault(f"option track: {circle!r} is not a number of cards from 2 to {_MOST_ASKED}")
    return replace(game, track=asked)


def _vocabulary(vocabulary: Vocabulary, key: str, value: object) -> Vocabulary:
    return replace(vocabulary, **{key: _truth(key, value)})


def _flag(options: Mapping[str, object], key: str, default: bool) -> bool:
    return _truth(key, options.get(key, default))


def _truth(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise OptionFault(f"option {key}: {value!r} is neither true nor false")
    return value


def _whole(key: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise OptionFault(f"option {key}: {value!r} is not a whole number above 0")
    return value


def _text(key: str, value: object) -> str:
    if not isinstance(value, str) or not value:
        raise OptionFault(f"option {key}: {value!r} is not a name")
    return value


def _choice(key: str, value: object, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise OptionFault(f"option {key}: {value!r} is none of {', '.join(choices)}")
    return str(value)


def _nearest(name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    found = difflib.get_close_matches(name, list(known), 1)
    return f"; did you mean {found[0]}?" if found else f"; known: {', '.join(known)}"

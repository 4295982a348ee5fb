"""The options of games. Each is declared once, with its name, its values, the games that have it, and its
effect.

`engine.catalogue` applies the options to a game. docs/settings.md and the set-up page take their words from
here.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from engine.board import BoardFault, parse_board
from engine.cards import LETTERS, MASTER, PACKS
from engine.game import MAX_HANDS, MAX_POINTS, Game
from engine.games import crossword
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from engine.option_values import OptionFault, nonempty_text, one_of, true_or_false, whole_number

OptionSetter = Callable[[Game, object], Game]
"""A function that returns a game with an option set to a value. It raises OptionFault for an impossible
value."""

_MAX_CIRCLES: Final = 20
"""Greatest number of circles in the track of a race. It is about three times the booklet's number, and
fills an evening."""
_MAX_CIRCLE_CARDS: Final = 15
"""Greatest number of cards that a circle of a race's track may ask for. Longer words are too rare to be
found in a minute."""
_MAX_MASTERS: Final = 4
"""Greatest number of Masters that the option `masters` may set: as many as two packs have, since no
booklet has more than two in a pack."""
_MAX_TOTAL: Final = 9_999
"""Greatest total that the option `out_at` may set. A score card has no room for more."""
_MAX_SECONDS: Final = 36_000
"""Greatest time limit that the option `seconds` may set: ten hours."""
_LIMIT_PATTERN: Final = re.compile(r"(>=?|≥)\s*(\d{1,6})")
_LIMIT_VERBS: Final = ("reaches", "exceeds")
"""The values of the option `out_at` that leave the total of a game as it is. They say when a player with
that total is out: "reaches" puts the player out at the total (Waddingtons and Parker), "exceeds" only
above it (the article) (LEX-E)."""
_TRUE_OR_FALSE: Final = "true or false"


@dataclass(frozen=True, slots=True)
class UpperLimit:
    """The greatest value of an option that is a number. A match in a journal may exceed it."""

    maximum: int
    """The greatest value of the option that a table may set."""
    value_in: Callable[[Game], int]
    """A function from a game to the value that the option has in it."""


@dataclass(frozen=True, slots=True)
class OptionLabels:
    """The words on the set-up page for an option of the game. The option is a number, or is true or false."""

    label: str
    """The label of the option's field on the set-up page."""
    yes: str = ""
    """The answer on the set-up page that sets the option to true; empty if the option is a number."""
    no: str = ""
    """The answer on the set-up page that sets the option to false; empty if the option is a number."""


@dataclass(frozen=True, slots=True)
class GameOption:
    """An option of games, such as the total at which a player is out: its values and its effect."""

    name: str
    """The option's name in settings, requests and journals."""
    allowed: str
    """The values that the option may have, in the words of docs/settings.md."""
    meaning: str
    """The effect of the option, in the words of docs/settings.md."""
    with_value: OptionSetter
    """A function that returns a game with the option set to a value."""
    applies_to: Callable[[Game], bool] = lambda game: True  # noqa: ARG005 - every game
    """A function that returns True if a game has the option."""
    upper_limit: UpperLimit | None = None
    """The greatest value of the option, if it is a number; None for any other option."""
    form_labels: OptionLabels | None = None
    """The labels of the option's field on the set-up page; None if the page has no field for it, or one
    made for this option alone."""
    setting_order: int = 1
    """The options of a game are set in ascending order of this number.

    Order 0 selects a form of the game, which changes the defaults of other options. Order 2 changes the
    chosen pack, order 3 its number of Masters, and every other option has order 1.
    """


def _all_options() -> Iterable[GameOption]:
    yield GameOption(
        "edition",
        "`pb`, `wd`, `art` for Lexicon; `pb`, `wd` for Crossword Lexicon",
        "the booklet whose rules apply: Parker's, Waddingtons', or the magazine article",
        lambda game, _: game,  # the catalogue has applied the edition already
    )
    yield GameOption(
        "pack",
        _listed_names(PACKS),
        "the pack on the table, with its figures",
        lambda game, value: replace(game, pack=PACKS[one_of("pack", value, tuple(PACKS))]),
    )
    yield GameOption(
        "masters",
        f"0 to {_MAX_MASTERS}",
        "Masters in the pack",
        _with_masters,
        lambda game: game.deal.masters != "out",
        setting_order=3,
    )
    yield GameOption(
        "more_of",
        'letters, such as `"MW"`, `?` for Masters',
        "letters of which the pack holds more than it should; the table asks once and keeps the answer with "
        "the deck",
        _with_more_of,
        setting_order=2,
    )
    yield from _crossword_variants()
    yield from _vocabulary_options()
    yield from _score_options()
    yield GameOption(
        "board",
        "a board's rows in one line of text",
        "Keyword; in the settings file say `board` under `[game]` instead",
        _with_board,
        lambda game: game.board is not None,
    )
    yield GameOption(
        "track",
        '`"3 4 5"`, or in JSON also `[3, 4, 5]`',
        "My Word: the cards each circle asks for",
        _with_track,
        lambda game: bool(game.race.track),
    )
    yield GameOption(
        "mode",
        _listed_names(("strict", "challenge")),
        "in the settings file say `mode` under `[game]` instead",
        _with_mode,
    )
    yield GameOption(
        "word_list",
        "a name or a file",
        "in the settings file say `word_list` under `[game]` instead",
        lambda game, value: replace(game, word_list=nonempty_text("word_list", value)),
    )


def _crossword_variants() -> Iterable[GameOption]:
    """Yield the options that choose a form of Crossword Lexicon, such as Wide Open."""
    forms: tuple[tuple[str, str, Callable[[Game], Game]], ...] = (
        ("quick", "to 50 instead of 100", crossword.quick),
        ("any_length", "words of any length at once", crossword.any_length),
        ("wide_open", "any length, plurals and proper names too", crossword.wide_open),
    )
    for name, meaning, form in forms:
        yield GameOption(
            name,
            _TRUE_OR_FALSE,
            f"Crossword Lexicon: {meaning}",
            _variant_setter(name, form),
            lambda game: game.name == crossword.PARKER_EDITION.name,
            setting_order=0,
        )


def _vocabulary_options() -> Iterable[GameOption]:
    """Yield the options that say which kinds of words count, such as plurals or slang."""
    count, do_not = N_("count"), N_("do not count")
    kinds: tuple[tuple[str, str, OptionLabels | None], ...] = (
        (
            "plurals",
            "whether plurals by S or ES are allowed",
            OptionLabels(N_("Plurals with S"), count, do_not),
        ),
        ("proper", "whether proper names are allowed", None),
        ("abbreviations", "whether abbreviations are allowed", None),
        ("slang", "whether slang is allowed", None),
    )
    for name, meaning, form_labels in kinds:
        yield GameOption(
            name,
            _TRUE_OR_FALSE,
            meaning,
            _vocabulary_setter(name),
            form_labels=form_labels,
        )


def _score_options() -> Iterable[GameOption]:
    """Yield the options of games that set limits on totals, points of challenges and fines, and the time."""
    yield GameOption(
        "out_at",
        f'a number up to {_MAX_TOTAL}, `">100"`, `">=100"`, `"exceeds"` or `"reaches"`',
        "games with a limit on the total: the total that puts a player out, ends the game, or wins it",
        _with_limit,
        _has_limit,
        UpperLimit(_MAX_TOTAL, lambda game: game.goal.out_at),
        OptionLabels(N_("Played to")),
    )
    yield GameOption(
        "exceeds",
        _TRUE_OR_FALSE,
        "whether a total must exceed this limit, or only reach it",
        lambda game, value: replace(game, goal=replace(game.goal, exceeds=true_or_false("exceeds", value))),
        _has_limit,
    )
    yield GameOption(
        "challenge_points",
        f"1 to {MAX_POINTS}",
        "the points that a challenge costs, or wins",
        lambda game, value: replace(
            game, challenges=replace(game.challenges, points_at_stake=whole_number("challenge_points", value))
        ),
        _pays_challenges,
        UpperLimit(MAX_POINTS, lambda game: game.challenges.points_at_stake),
    )
    yield GameOption(
        "challenge_credit",
        _listed_names(("challenger", "offender")),
        "a successful challenge: whether its points are subtracted from the challenger's total or added to "
        "the offender's (LEX-CH)",
        _with_credit,
        _pays_challenges,
    )
    yield GameOption(
        "fine",
        f"0 to {MAX_POINTS}",
        "Lexicon Party: the points of a steward's fine",
        lambda game, value: replace(
            game, challenges=replace(game.challenges, fine=whole_number("fine", value, 0))
        ),
        lambda game: game.challenges.judge == "steward",
        UpperLimit(MAX_POINTS, lambda game: game.challenges.fine),
    )
    yield GameOption(
        "hands",
        f"1 to {MAX_HANDS}",
        "Lexicon Party, My Word: the number of hands or races",
        lambda game, value: replace(game, goal=replace(game.goal, hands=whole_number("hands", value))),
        lambda game: game.goal.hands > 0,
        UpperLimit(MAX_HANDS, lambda game: game.goal.hands),
        OptionLabels(N_("Hands")),
    )
    yield GameOption(
        "seconds",
        f"1 to {_MAX_SECONDS}",
        "games with a time limit: that time, in seconds",
        lambda game, value: replace(
            game, time_limit=replace(game.time_limit, seconds=whole_number("seconds", value))
        ),
        lambda game: game.time_limit.seconds > 0,
        UpperLimit(_MAX_SECONDS, lambda game: game.time_limit.seconds),
    )


def _has_limit(game: Game) -> bool:
    """Return True if the game has a total at which a player is out or the game ends (LEX-E, XW-9). In Keyword
    Solitaire it is the total that the player has to reach."""
    return game.ends in ("last one in", "first to reach") or (
        game.ends == "one hand" and game.seats.most == 1
    )


def _pays_challenges(game: Game) -> bool:
    return game.has_challenges and game.challenges.points_at_stake > 0


def _variant_setter(name: str, form: Callable[[Game], Game]) -> OptionSetter:
    return lambda game, value: form(game) if true_or_false(name, value) else game


def _vocabulary_setter(name: str) -> OptionSetter:
    return lambda game, value: replace(
        game, vocabulary=replace(game.vocabulary, **{name: true_or_false(name, value)})
    )


def _with_mode(game: Game, value: object) -> Game:
    """Return the game in a mode. A game without challenges stays strict, because a bad word would stand for
    good there."""
    challenge = one_of("mode", value, ("strict", "challenge")) == "challenge" and game.has_challenges
    return replace(game, challenges=replace(game.challenges, mode="challenge" if challenge else "strict"))


def _with_credit(game: Game, value: object) -> Game:
    offender = one_of("challenge_credit", value, ("challenger", "offender")) == "offender"
    credit = replace(game.challenges, credit="offender" if offender else "challenger")
    return replace(game, challenges=credit)


def _with_limit(game: Game, value: object) -> Game:
    """Return the game with the total at which a player is out or wins, as the option `out_at` gives it.

    A number alone keeps the game's rule. `">100"` means that the total must exceed 100, `">=100"` that it
    must reach 100. `"exceeds"` and `"reaches"` keep the number.
    """
    goal = game.goal
    if value in _LIMIT_VERBS:
        return replace(game, goal=replace(goal, exceeds=value == _LIMIT_VERBS[1]))
    if isinstance(value, str) and (match := _LIMIT_PATTERN.fullmatch(value)):
        goal, value = replace(goal, exceeds=match[1] == ">"), int(match[2])
    return replace(game, goal=replace(goal, out_at=whole_number("out_at", value)))


def _with_masters(game: Game, value: object) -> Game:
    """Return the game with `value` Masters in its pack. Raise OptionFault for an impossible number.

    The booklets have one or two Masters, and households lose cards.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= _MAX_MASTERS:
        raise OptionFault(f"option masters: {value!r} is not a whole number from 0 to {_MAX_MASTERS}")
    counts = MappingProxyType({**game.pack.counts, MASTER: value})
    return replace(game, pack=replace(game.pack, counts=counts))


def _with_more_of(game: Game, value: object) -> Game:
    """Return the game with a pack to which its owners have added cards of the letters `value`, as when they
    put two decks together. Raise OptionFault if these are no letters."""
    letters = nonempty_text("more_of", value)
    if not set(letters) <= {*LETTERS, MASTER}:
        raise OptionFault(f"option more_of: {letters!r} are not letters from A to Z, or {MASTER} for Masters")
    return replace(game, pack=game.pack.with_more_of(letters))


def _with_board(game: Game, value: object) -> Game:
    try:
        return replace(game, board=parse_board(nonempty_text("board", value)))
    except BoardFault as fault:
        raise OptionFault(f"option board: {fault}") from None


def _with_track(game: Game, value: object) -> Game:
    """Return the race with another track: 1 to `_MAX_CIRCLES` circles, each with a number of cards from 2 to
    `_MAX_CIRCLE_CARDS`. Raise OptionFault for any other value."""
    circles = value.split() if isinstance(value, str) else value
    if not isinstance(circles, list | tuple) or not 1 <= len(circles) <= _MAX_CIRCLES:
        raise OptionFault(f"option track: {value!r} are not 1 to {_MAX_CIRCLES} circles")
    track = tuple(int(c) if isinstance(c, str) and c.isascii() and c.isdigit() else c for c in circles)
    for circle in track:
        if isinstance(circle, bool) or not isinstance(circle, int) or not 2 <= circle <= _MAX_CIRCLE_CARDS:
            raise OptionFault(
                f"option track: {circle!r} is not a number of cards from 2 to {_MAX_CIRCLE_CARDS}"
            )
    return replace(game, race=replace(game.race, track=track))


def _listed_names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


OPTIONS: Final[Mapping[str, GameOption]] = MappingProxyType(
    {option.name: option for option in _all_options()}
)
"""Every option that a table may set, by name."""

"""Answer the questions that people have before they choose a game: its length, its equipment, and the layout
of the table before the first turn."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.catalogue import booklet_name
from engine.game import Game
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from web.languages import translate as _

PACKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "waddingtons": N_("Lexicon by Waddingtons"),
        "parker": N_("Lexicon by Parker Brothers"),
        "my-word": N_("Letter cards of My Word"),
        "keyword": N_("Letter blocks of Keyword"),
    }
)
"""The titles of the packs, by name."""

BOOKLETS: Final[Mapping[str, str]] = MappingProxyType(
    {"wd": "Waddingtons", "pb": "Parker Brothers", "art": N_("The magazine article")}
)
"""The titles of the booklets, by the short name of the edition. The set-up offers them for a game that has
rules from several booklets."""

MINUTES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "lexicon": 10,
        "crossword": 15,
        "lexigram": 20,
        "keyword": 30,
        "partnership-keyword": 30,
        "keyword-solitaire": 40,
        "keyword-patience": 10,
        "solitaire-1": 10,
        "solitaire-2": 10,
        "clock": 20,
        "word-solitaire": 20,
        "my-word": 15,
    }
)
"""The mean duration of a hand in minutes, by game; of the whole game, if it consists of one hand. It comes
from games of simulated players, who take a minute for a word and ten seconds to turn up a card. The games of
a party have no entry, because the bell limits their time."""

_EQUIPMENT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "waddingtons": N_("A Lexicon pack"),
        "parker": N_("A Lexicon pack"),
        "my-word": N_("A My Word pack"),
        "keyword": N_("A Keyword board and its letters"),
    }
)
_LAYOUT_INSTRUCTIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rows": N_(
            "Deal {deal} cards each. Lay the rest face down, and its top card face up right beside it."
        ),
        "board": N_("Lay the board in the middle. Everybody draws {deal} letters and hides them."),
        "corner": N_("Lay the board in the middle and ten letters beside it."),
        "piles": N_("Take the Masters out. Lay all other cards face up in fanned piles of three."),
        "tableau": N_(
            "Lay the Masters aside. Lay seven piles of one to seven cards, the top card of each face up. "
            "The rest is the stock."
        ),
        "circle": N_(
            "Lay twelve cards in a circle and one in its centre, all face up. The rest is the stock."
        ),
        "columns": N_("Lay eight cards face up in a row. The rest is the stock."),
        "track": N_("Put every horse at the start. Shuffle the cards and lay them face down."),
    }
)


def equipment(game: Game) -> str:
    """Return the name of the pack or the set of tiles that people need for `game`."""
    return _(_EQUIPMENT[game.pack.name])


def duration(game: Game) -> str:
    """Return a text with the duration of a hand, or of the game if it consists of one hand."""
    count = (
        game.time_limit.seconds // 60 if game.time_limit.unit != "turn" else MINUTES[booklet_name(game.name)]
    )
    if game.ends in ("patience", "one hand"):
        return _("about {minutes} minutes").format(minutes=count)
    return _("about {minutes} minutes a hand").format(minutes=count)


def layout_instructions(game: Game) -> str:
    """Return the sentences that tell people how to lay out the table before the first turn of `game`."""
    return _(_LAYOUT_INSTRUCTIONS[_layout_key(game)]).format(deal=_dealt(game))


def _layout_key(game: Game) -> str:
    """Return the key in `_LAYOUT_INSTRUCTIONS` for the layout of `game`. There are keys for a board that
    begins in the middle, a board that begins in a corner, and each layout without a board."""
    if game.board is not None:
        return "corner" if game.plays.start == "corner" else "board"
    return "rows" if game.layout == "grid" else game.layout


def _dealt(game: Game) -> str:
    """Return a text with the number of cards that each player gets. If this number depends on the number of
    players, the text has every possible number."""
    if not game.deal.by_players:
        return str(game.deal.cards)
    numbers = (
        _("{cards} (from {players} players on)").format(cards=c, players=p) for p, c in game.deal.by_players
    )
    return ", ".join(numbers)

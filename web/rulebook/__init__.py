"""Tell the rules of every game in our own words, clause by clause, as this table plays them.

Rulings cite these clauses. If an option of the table changes a clause, the clause has another form with its
own text. The key of that text consists of the clause and a word for the form ("LEX-E exceeds"). The figures
in the texts come from the game.
"""

from dataclasses import dataclass
from typing import Final

from engine.catalogue import ADDED, booklet_name
from engine.game import Game
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from web.languages import translate as _
from web.rulebook import crossword, introductions, keyword, lexicon, patience, race, shared
from web.rulebook.interpretations import interpretation

TEXTS: Final = {
    **shared.TEXTS,
    **lexicon.TEXTS,
    **crossword.TEXTS,
    **patience.TEXTS,
    **race.TEXTS,
    **keyword.TEXTS,
}
"""The text of every clause, and of its other versions."""

_ACTIONS: Final = "LEX-1 LEX-P LEX-A LEX-B LEX-B2 LEX-C LEX-C1 LEX-C2 LEX-C3 LEX-D LEX-O LEX-W"
_KEYWORD: Final = "ALL-1 ALL-3 ALL-4 ALL-5 ALL-6 KW-1 KW-2 KW-3 KW-4 KW-5 KW-6 KW-7 KW-8"
CLAUSES: Final = {
    "lexicon": f"ALL-1 ALL-2 ALL-3 ALL-4 ALL-5 ALL-6 ALL-7 ALL-8 {_ACTIONS} LEX-E LEX-CH",
    "lexicon-party": f"ALL-1 ALL-2 ALL-3 ALL-4 ALL-5 ALL-6 ALL-8 {_ACTIONS} "
    "PTY-1 PTY-2 PTY-3 PTY-4 PTY-5 PTY-6 PTY-7",
    "crossword": "ALL-1 ALL-2 ALL-3 ALL-4 ALL-5 ALL-6 ALL-7 ALL-8 LEX-1 LEX-B LEX-B2 "
    "XW-1 XW-2 XW-3 XW-4 XW-5 XW-6 XW-7 XW-8 XW-9 XW-CH",
    "lexigram": "ALL-1 ALL-2 ALL-3 ALL-4 ALL-5 ALL-6 ALL-8 XW-2 XW-3 XW-5 XW-6 XW-7 XW-8 "
    "LG-1 LG-2 LG-3 LG-4 LG-5 LG-6 LG-7",
    "keyword": _KEYWORD,
    "partnership-keyword": _KEYWORD,
    "keyword-solitaire": "ALL-1 ALL-5 ALL-6 KW-1 KW-2 KW-3 KW-4 KW-5 KW-7",
    "keyword-party": _KEYWORD,
    "keyword-patience": "ALL-1 ALL-5 ALL-6 KP-1 KP-2 KW-2 KW-3 KW-4",
    "solitaire-1": "ALL-1 S1-1 S1-2 S1-3 S1-4 S1-5",
    "solitaire-2": "ALL-1 ALL-2 S1-1 S1-2 S1-3 S2-1 S2-2 S2-3",
    "clock": "ALL-1 ALL-2 CLK-1 CLK-2 CLK-3",
    "word-solitaire": "ALL-1 WS-1 WS-2 WS-3 WS-4 WS-5",
    "my-word": "ALL-1 ALL-2 ALL-3 ALL-4 ALL-5 ALL-6 MW-1 MW-2 MW-3 MW-4 MW-5 MW-6 MW-7 MW-8",
}
"""The clauses of each game, in the order in which the page lists them."""

_TITLES: Final = {
    "ALL": N_("In every game"),
    "LEX": N_("A turn, and the end of a hand"),
    "PTY": N_("The party"),
    "XW": N_("The crossword"),
    "LG": N_("Only in Lexigram"),
    "KW": N_("On the board"),
    "KP": N_("From corner to corner"),
    "S1": N_("Making words"),
    "S2": N_("When there is no word"),
    "CLK": N_("Round the clock"),
    "WS": N_("The columns"),
    "MW": N_("The race"),
}


@dataclass(frozen=True, slots=True)
class ClauseText:
    """A clause of the rules with its text."""

    id: str
    """The clause's identifier, such as `LEX-E`."""
    text: str
    """The clause in the current language."""
    interpretation: str = ""
    """This table's interpretation of the booklet; empty if the booklet is clear."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules: a title and its clauses."""

    title: str
    clauses: tuple[ClauseText, ...]


def rules_of(game: Game) -> tuple[Section, ...]:
    """Return the rules of `game` with this table's options, in the current language."""
    sections: dict[str, list[ClauseText]] = {}
    for clause in CLAUSES[booklet_name(game.name)].split():
        ours = _(interpretation(clause, booklet_name(game.name)))
        sections.setdefault(clause.split("-")[0], []).append(
            ClauseText(clause, clause_text(clause, game), ours)
        )
    own_first = sorted(sections, key=lambda family: family == "ALL")
    return tuple(Section(_(_TITLES[family]), tuple(sections[family])) for family in own_first)


def introduction(game: Game) -> str:
    """Return a description of the game in a sentence or two."""
    if game.name in ADDED:
        return ADDED[game.name].introduction
    return _(introductions.TEXTS[game.name]).format(**figures(game))


def clause_text(clause: str, game: Game) -> str:
    """Return the text of a clause in the form that `game` has. Raise KeyError for an unknown clause."""
    return _(TEXTS.get(f"{clause} {_text_variant(clause, game)}", TEXTS[clause])).format(**figures(game))


def figures(game: Game) -> dict[str, object]:
    """Return the figures that the texts of clauses have placeholders for, such as `fine`, with their values
    in `game`."""
    paid = game.board_scoring
    return {
        "deal": game.deal.cards,
        "two_packs": game.deal.two_packs_from,
        "out_at": game.goal.out_at,
        "points": abs(game.challenges.points_at_stake),
        "fine": game.challenges.fine,
        "hands": game.goal.hands,
        "seconds": game.time_limit.seconds,
        "minutes": f"{game.time_limit.seconds / 60:g}",
        "first_least": game.plays.first[0],
        "first_most": game.plays.first[1],
        "later_most": game.plays.later[1],
        "letter": paid.letter if paid else 0,
        "own": paid.own_colour if paid else 0,
        "key": paid.key if paid else 0,
        "own_key": paid.own_colour_key if paid else 0,
        "keyword": paid.keyword if paid else 0,
        "out": paid.empty_rack if paid else 0,
        "held": paid.letter_left if paid else 0,
    }


def _text_variant(clause: str, game: Game) -> str:
    """Return which text of a clause applies under the options of `game`, such as `exceeds` for LEX-E. Return
    an empty string for the usual text."""
    variants = {
        "LEX-B2": "swaps" if game.plays.takes_before_discard else "",
        "LEX-W": "" if game.vocabulary.names else "never",
        "LEX-1": "crossword" if game.layout == "grid" else "",
        "LEX-E": "exceeds" if game.goal.exceeds else "",
        "LEX-CH": game.challenges.credit,
        "XW-CH": game.challenges.credit,
        "XW-1": "any" if game.plays.first[1] is None else "",
        "XW-2": "any" if game.plays.later[1] is None else "",
        "XW-4": "open" if game.vocabulary.plurals else "",
        "KW-5": "alone" if game.seats.most == 1 else "party" if game.plays.replays_illegal else "",
        "KW-6": "party" if game.plays.replays_illegal else "",
        "KW-7": "alone" if game.seats.most == 1 else "",
        "KW-8": "party" if game.plays.replays_illegal else "",
    }
    return variants.get(clause, "")

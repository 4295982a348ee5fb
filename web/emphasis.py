"""Emphasize the people and the words in a sentence on a page."""

import re
from collections.abc import Iterable
from typing import Final

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from web import turn_views
from web.snapshot import Ruled

_WORD: Final = r"(?:[A-Z★]|<b class=\"master\">[^<]*</b>){2,}"
"""The pattern of a word of the game in a sentence in HTML: capitals, a ★ for a Master that nobody has named,
and marked letters for other Masters."""


def emphasized(sentence: str | Markup, names: Iterable[str] = ()) -> Markup:
    """Return a sentence as HTML, with its words and the names `names` in bold. Escape plain text, but keep
    markup that the sentence already has, such as a marked Master."""
    text = str(escape(sentence))
    people = sorted({str(escape(name)) for name in names if name}, key=len, reverse=True)
    bold = "|".join((*map(re.escape, people), _WORD))
    pattern = re.compile(rf"(?<!\w)(?P<bold>{bold})(?!\w)|<[^>]*>|&#?\w+;")
    return Markup(pattern.sub(lambda hit: f"<b>{hit['bold']}</b>" if hit["bold"] else hit[0], text))


@pass_context
def with_emphasis(context: Context, sentence: str) -> Markup:
    """Return a sentence as HTML, with its words and the names of the match's players in bold."""
    return emphasized(sentence, _names(context))


@pass_context
def with_masters_marked(context: Context, ruled: Ruled) -> Markup:
    """Return the sentence of `ruled` as HTML. The letters of Masters are marked; the words, and the names of
    the match's players, are bold."""
    return emphasized(turn_views.ruling_sentence(ruled), _names(context))


def _names(context: Context) -> tuple[str, ...]:
    shown, history = context.get("s"), context.get("history")
    if shown is not None:
        return tuple(player.name for player in shown.players)
    return history.match.players if history is not None else ()

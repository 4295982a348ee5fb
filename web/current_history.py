"""Keep the current match's history for the pages. A request folds only the events that are new since the
request before."""

from flask import current_app

from web import languages
from web.match_history import FoldedMatch, folded_match
from web.responses import page_context


def current_history() -> FoldedMatch | None:
    """Return the history of the match in the current language; None before a match is set up."""
    archive, language = page_context().services.archive, languages.spoken()
    histories: dict[str, FoldedMatch | None] = current_app.extensions.setdefault("past", {})
    histories[language] = history = folded_match(archive.events(), archive.meanings, histories.get(language))
    return history

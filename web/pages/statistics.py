"""Show the statistics of all matches: as a page, as a spreadsheet, as JSON, and as a picture to share."""

import csv
from collections.abc import Callable
from io import StringIO

from flask import Blueprint, Response, abort, current_app, redirect
from werkzeug.wrappers import Response as AnyResponse

from engine.shared.spreadsheet_cells import safe_cell
from web import poster, statistics
from web.languages import translate as _
from web.past_matches import PastMatch, PastMatches
from web.responses import html, page_context, uncached
from web.responses import json as as_json

pages = Blueprint("statistics", __name__, url_prefix="/statistics")


@pages.get("")
def page() -> Response:
    """Show wins, averages, words, openings and challenges."""
    evenings = _evenings()
    figures = statistics.figures(evenings, _offends())
    return html(
        "statistics.html",
        figures=figures,
        evenings=evenings,
        when=statistics.day_and_hour,
        days=_days(evenings),
    )


@pages.get("/matches.csv")
def spreadsheet() -> Response:
    """Answer with a row for each match and player, as CSV."""
    found = statistics.rows(_evenings(), _offends())
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(found[0] if found else ())
    writer.writerows([safe_cell(value) for value in row.values()] for row in found)
    return _download(Response(text.getvalue(), mimetype="text/csv"), "matches.csv")


@pages.get("/matches.json")
def program() -> Response:
    """Answer with the rows of the spreadsheet as JSON."""
    return _download(as_json(statistics.rows(_evenings(), _offends())), "matches.json")


@pages.get("/<int:number>")
def evening(number: int) -> AnyResponse:
    """Show match `number` (from 1) with its picture to save or share; 404 for an unknown number."""
    one = _match(number)
    best = statistics.best_word(one.history, _offends())
    winners = [one.history.match.players[seat] for seat in one.history.match.scores.winners or ()]
    return html("evening.html", one=one, best=best, winners=winners, day=_day(one))


@pages.get("/latest")
def latest() -> AnyResponse:
    """Show the last match. Before the first match, show the statistics."""
    found = _evenings()
    return redirect(f"/statistics/{found[-1].number}" if found else "/statistics")


@pages.get("/<int:number>.png")
def picture(number: int) -> AnyResponse:
    """Answer with match `number` (from 1) as a picture: winner, best word, curve and scores; 404 for an
    unknown number."""
    one = _match(number)
    made = poster.poster(one.history, _day(one), _offends())
    return uncached(Response(made, mimetype="image/png"))


def _match(number: int) -> PastMatch:
    one = next((evening for evening in _evenings() if evening.number == number), None)
    if one is None:
        abort(404, _("There is no match of that number."))
    return one


def _day(one: PastMatch) -> str:
    return statistics.day_and_hour(one.began)[:10]


def _offends() -> Callable[[str], bool]:
    """Return the function that returns True for a word that this table treats as offensive."""
    return page_context().services.archive.words().is_offensive


def _evenings() -> tuple[PastMatch, ...]:
    archive = page_context().services.archive
    evenings: PastMatches = current_app.extensions.setdefault("evenings", PastMatches())
    return evenings.of(archive.events(), archive.times())


def _days(evenings: tuple[PastMatch, ...]) -> int:
    """Return the number of days with a match."""
    return len({statistics.day_and_hour(one.began)[:10] for one in evenings})


def _download(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return uncached(response)

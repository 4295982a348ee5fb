"""What many evenings add up to, as a page, for spreadsheets, for programs, and as a picture to share."""

import csv
from io import StringIO
from typing import Final

from flask import Blueprint, Response, abort, current_app
from werkzeug.wrappers import Response as AnyResponse

from web import poster, statistics
from web.desk import desk, fresh, html
from web.desk import json as as_json
from web.evenings import Evening, Evenings
from web.languages import translate as _

pages = Blueprint("statistics", __name__, url_prefix="/statistics")

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What makes spreadsheets take a text for a formula: a name that begins so gets an apostrophe before it."""


@pages.get("")
def page() -> Response:
    """Wins, averages, words, openings and challenges."""
    evenings = _evenings()
    figures = statistics.figures(evenings)
    return html(
        "statistics.html",
        figures=figures,
        evenings=evenings,
        when=statistics.day_and_hour,
        days=_days(evenings),
    )


@pages.get("/matches.csv")
def spreadsheet() -> Response:
    """A row for each match and player."""
    found = statistics.rows(_evenings())
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(found[0] if found else ())
    writer.writerows([_plain(value) for value in row.values()] for row in found)
    return _download(Response(text.getvalue(), mimetype="text/csv"), "matches.csv")


@pages.get("/matches.json")
def program() -> Response:
    """The same as JSON."""
    return _download(as_json(statistics.rows(_evenings())), "matches.json")


@pages.get("/<int:number>.png")
def picture(number: int) -> AnyResponse:
    """Match `number`, from 1: its final board with the scores. 404 when there is none of that number."""
    one = next((evening for evening in _evenings() if evening.number == number), None)
    if one is None:
        abort(404, _("There is no match of that number."))
    made = poster.poster(one.past, statistics.day_and_hour(one.began)[:10])
    return fresh(Response(made, mimetype="image/png"))


def _evenings() -> tuple[Evening, ...]:
    archive = desk().behind.archive
    told: Evenings = current_app.extensions.setdefault("evenings", Evenings())
    return told.of(archive.events(), archive.times())


def _days(evenings: tuple[Evening, ...]) -> int:
    """On how many days there was a match."""
    return len({statistics.day_and_hour(one.began)[:10] for one in evenings})


def _plain(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _download(response: Response, name: str) -> Response:
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return fresh(response)

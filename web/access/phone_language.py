"""Choose a phone's language: the language chosen on the phone, else one that its browser asks for."""

from contextlib import AbstractContextManager
from typing import Final

from flask import Flask, g, request
from werkzeug.wrappers import Response as AnyResponse

from web import languages

COOKIE: Final = "language"
YEAR_SECONDS: Final = 365 * 24 * 3600


def install(app: Flask) -> None:
    """Make `app` answer each request in the language of its phone. Templates get `_` (translates a text),
    `languages` (the names of all languages) and `spoken` (returns the language of the answer)."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        languages.translate, languages.plural, newstyle=True
    )
    app.jinja_env.globals.update(languages=languages.LANGUAGE_NAMES, spoken=languages.spoken)

    @app.before_request
    def speak() -> None:
        g.speaking = languages.speaking(requested_language())
        g.speaking.__enter__()

    @app.teardown_request
    def be_silent(_: BaseException | None) -> None:
        speaking: AbstractContextManager[None] | None = g.pop("speaking", None)
        if speaking is not None:
            speaking.__exit__(None, None, None)


def requested_language() -> str:
    """Return the language for the requesting phone: the language chosen on the phone, otherwise the best
    match for its browser, otherwise English."""
    wanted = request.cookies.get(COOKIE, "")
    if wanted in languages.LANGUAGE_NAMES:
        return wanted
    return (
        request.accept_languages.best_match(list(languages.LANGUAGE_NAMES), languages.ENGLISH)
        or languages.ENGLISH
    )


def remember_language(response: AnyResponse, language: str) -> None:
    """Remember `language` on the requesting phone. Raise ValueError for a language that the table does not
    have."""
    if language not in languages.LANGUAGE_NAMES:
        raise ValueError("This table does not speak that language.")
    response.set_cookie(COOKIE, language, max_age=YEAR_SECONDS, httponly=True, samesite="Lax")

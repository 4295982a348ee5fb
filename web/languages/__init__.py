"""Translate texts with gettext catalogues, into the language that a phone reads.

People edit a catalogue's `.po`. `deploy/languages.sh` makes the `.mo` beside it, which is committed, so that
a table needs no tools. The English texts are in the source itself.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from types import MappingProxyType
from typing import Final

from engine.i18n import Translate

ENGLISH: Final = "en"
LANGUAGE_NAMES: Final[Mapping[str, str]] = MappingProxyType({ENGLISH: "English", "de": "Deutsch"})
"""The name of each language, in the language itself."""

_FOLDER: Final = Path(__file__).parent


def _catalogue(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    with (_FOLDER / f"{language}.mo").open("rb") as file:
        return GNUTranslations(file)


_CATALOGUES: Final = {language: _catalogue(language) for language in LANGUAGE_NAMES}
_SPOKEN: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


def translator(language: str) -> Translate:
    """Return the function that translates English texts of the source into `language`. A text that the
    catalogue lacks stays English."""
    catalogue = _CATALOGUES[language]
    return lambda text: catalogue.gettext(text) if text else ""


def translate(text: str) -> str:
    """Return `text` in the current language."""
    return translator(_SPOKEN.get())(text)


def plural(one: str, some: str, count: int) -> str:
    """Return the translation of a text about `count` things, in the form for this number. `one` is the
    English text for one thing, `some` for several."""
    return _CATALOGUES[_SPOKEN.get()].ngettext(one, some, count)


def spoken() -> str:
    """Return the language in which the present request is answered, such as `de`."""
    return _SPOKEN.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make `language` the language of all texts while the context lasts."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)

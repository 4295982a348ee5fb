"""Set up the first match of a new table from its settings: the game, the pack, the players."""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from device import boards
from device.errors import UsageFault
from device.records.decks import Deck
from device.records.resilient_journal import ResilientJournal
from device.records.troubles import setting_left_out
from device.settings import Settings
from engine.cards import PACKS
from engine.events import AnyEvent, HandDealt, MatchSetUp, Option
from engine.game import Game
from engine.shared import player_names

T = TypeVar("T")


def with_pack(settings: Settings, deck: Deck | None) -> Settings:
    """Return `settings` with the pack that the enrolled deck resembles. If `settings` name a pack or
    there is no deck, return them unchanged."""
    if deck is None or "pack" in settings.game.options or deck.like not in PACKS:
        return settings
    chosen = {**settings.game.options, "pack": deck.like}
    return replace(settings, game=replace(settings.game, options=chosen))


def with_board(settings: Settings, board: str | None) -> Settings:
    """Return the settings with the board profile `board`; None is the game's own board. Raise UsageFault
    for an unreadable profile."""
    changed = replace(settings, game=replace(settings.game, board=board))
    boards.board_option(changed.game.board_file)
    return changed


def make_or_omit(journal: ResilientJournal[AnyEvent], make: Callable[[str | None], T], name: str | None) -> T:
    """Return the result of `make` for the setting `name`. If `make` fails and a match has begun, report
    the fault and return the result for None, so that the table continues without the setting. If no match
    has begun, raise UsageFault, because a person is starting the table."""
    try:
        return make(name)
    except UsageFault as fault:
        if not journal.times():
            raise
        journal.add_trouble(setting_left_out(fault.sentence))
        return make(None)


def game_options(settings: Settings) -> dict[str, Option]:
    """Return the game's options in the settings. Raise UsageFault for a wrong board."""
    chosen: dict[str, Option] = {"mode": settings.game.mode, "word_list": settings.game.word_list}
    return {**settings.game.options, **chosen, **boards.board_option(settings.game.board_file)}


def set_up(settings: Settings, game: Game, more: str) -> MatchSetUp:
    """Return the set-up of a match that the settings describe. `more` are the letters of which the
    match's pack has extra cards. The match has no players if the settings name none."""
    chosen = game_options(settings) | ({"more_of": more} if more else {})
    return MatchSetUp(
        game=game.name,
        players=player_names.checked_names(settings.game.players),
        options=chosen,
        draw=game.deal.begins_with_draw,
    )


def first_events(match: MatchSetUp, game: Game) -> tuple[AnyEvent, ...]:
    """Return the first events of the match `match`. If its game draws cards before the deal, this is
    its set-up alone; otherwise also the deal. Return none if no players are named. Raise UsageFault
    for a wrong number of players."""
    names, least, most = match.players, game.seats.least, game.seats.most
    if not names:
        return ()
    if not least <= len(names) <= most:
        wanted = f"{least} to {most}" if least < most else f"{least}"
        raise UsageFault(f"game.players: {game.title} is for {wanted}, and {len(names)} are named")
    return (match,) if game.deal.begins_with_draw else (match, HandDealt())

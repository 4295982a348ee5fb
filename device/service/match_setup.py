"""Set up a match from a phone: list the choices, and begin the chosen match."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from device import boards
from device.errors import UsageFault, disk_fault
from device.phones import Phones
from device.printing.deck import deck_pdf
from device.printing.paper import CARD_SIZES, PAPERS
from device.records import word_choice
from device.service import boxes
from device.service.deck_switch import DeckInUse
from device.service.refusals import refuse_usage_faults
from device.table_words import table_words
from device.words.lists import WORD_LIST_NAMES
from engine.cards import PACKS, Pack
from engine.catalogue import EDITIONS, GAMES, configured, has_option
from engine.events import AnyEvent, HandDealt, MatchSetUp, Option
from engine.game import Game
from engine.i18n import UserError
from engine.match.stages import first_dealer
from engine.option_values import OptionFault
from engine.options import OPTIONS
from engine.shared import player_names
from engine.table.commands import RecordEvent
from web.languages import translate as _
from web.services.match_set_up import BoxReading, GameChoice, MatchChoices, NewMatch
from web.services.refusal import RefusedError

BOARDS_FOLDER: Final = "boards"
"""Name of the folder of the table's board profiles, in its data folder."""
MAX_NAMES_OFFERED: Final = 24
"""Number of earlier players' names that the set-up page offers: enough for a large family and its guests.
Older names are typed."""
CROSSWORD_VARIANTS: Final = ("quick", "any_length", "wide_open")
"""The names of the options that each choose a form of the crossword. A match has at most one of
them."""


class TableSetUp:
    """Set up matches of the table with `phones`, the data folder `data` and the deck in use (`deck_in_use`).
    At a new table the form on the phone is filled in from `first_set_up`."""

    def __init__(self, phones: Phones, data: Path, deck_in_use: DeckInUse, first_set_up: MatchSetUp) -> None:
        self._phones, self._data, self._deck_in_use, self._first_set_up = (
            phones,
            data,
            deck_in_use,
            first_set_up,
        )

    def choices(self) -> MatchChoices:
        """Return the choices for a new match."""
        referee = self._phones.view.referee
        before = [event for event in referee.events if isinstance(event, MatchSetUp)]
        profiles, enrolled = self._profiles(), tuple(self._deck_in_use.enrolled_decks())
        again = _form_values(before[-1] if before else self._first_set_up, profiles)
        deck = self._deck_in_use.deck
        return MatchChoices(
            games=tuple(_game_choice(game, enrolled) for game in GAMES.values()),
            word_lists=WORD_LIST_NAMES,
            packs=tuple(PACKS),
            decks=enrolled,
            boards=tuple(profiles),
            earlier_players=_earlier_players(before),
            house_words=word_choice.choice(self._data).house,
            last_settings=again if deck is None else replace(again, pack=deck.name),
            is_match_running=referee.match is not None and not referee.match.over,
        )

    def begin(self, match: NewMatch) -> int:
        """End the present match and begin `match`. Deal the hand, unless the camera reads the deal.

        Return the number of events that the table will write for the new match. Raise RefusedError if
        the number of players is wrong, or if the table lacks a deck, word list or board of `match`.
        """
        players = _player_names(match.players)
        options = self._options(match)
        game = _configured_game(match.game, options)
        if more := self._deck_in_use.surplus_letters(match.pack or game.pack.name, game.pack):
            options["more_of"] = more
        least, most = game.seats.least, game.seats.most
        if not least <= len(players) <= most:
            raise RefusedError(_wrong_player_count(game, len(players)), "player")
        edges = match.edges if len(match.edges) == len(players) == len({*match.edges}) else ()
        if game.pack.pieces == "cards":
            self._deck_in_use.choose("" if match.pack in PACKS else match.pack)
        dealer = first_dealer(self._phones.view.referee.match, game, players)
        set_up = MatchSetUp(match.game, players, options, dealer, edges, game.deal.begins_with_draw)
        # A patience is dealt onto the table, and the camera reads the deal.
        events = (set_up,) if game.deal.begins_with_draw else (set_up, HandDealt())
        for event in events:
            self._phones.inbox.put(RecordEvent(event))
        return len(events)

    def read_box(self, photo: bytes) -> BoxReading:
        """Return the pack and the booklet that a photographed box or leaflet names. Raise RefusedError as
        `read_box` does."""
        return boxes.read_box(photo)

    def change_house_words(self, word: str, *, keep: bool) -> None:
        """Add `word` to the household's own words if `keep` is true; otherwise remove `word`. The change
        applies from the next match on. Raise RefusedError if the words can't be read or stored."""
        with refuse_usage_faults():
            choice = word_choice.choice(self._data)
            change = word_choice.with_words if keep else word_choice.without_words
            word_choice.choose(self._data, change(choice, word.split() or [word]))

    def store_board(self, profile: str) -> str:
        """Store the text of a board profile (TOML), and return the profile's name. Raise RefusedError if
        the text is wrong or can't be stored."""
        with refuse_usage_faults():
            board = boards.parse(profile, "profile")
        name = "-".join("".join(c if c.isalnum() else " " for c in board.name.lower()).split()) or "ours"
        folder = self._data / BOARDS_FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.toml").write_text(profile, "utf-8")
        except OSError as fault:
            raise RefusedError(disk_fault(folder, fault).sentence.in_language(_)) from fault
        return name

    def printable_cards(self, game: str, paper: str) -> bytes:
        """Return the cards of `game` as a PDF on sheets of the size `paper`. Raise RefusedError for a game
        without cards, and for an unknown size."""
        pack, sheet = GAMES[game].pack if game in GAMES else None, PAPERS.get(paper)
        if pack is None or pack.pieces != "cards" or sheet is None:
            raise RefusedError(_("The table can't print cards of that kind."))
        return deck_pdf(pack, sheet, next(iter(CARD_SIZES.values())))

    def _profiles(self) -> dict[str, Path]:
        """Return the paths of the board profiles by name: the shipped ones and this table's own."""
        shipped = boards.SHIPPED.parent.glob("*.toml")
        own = (self._data / BOARDS_FOLDER).glob("*.toml")
        return {path.stem: path for path in (*sorted(shipped), *sorted(own))}

    def _options(self, match: NewMatch) -> dict[str, Option]:
        """Return the match's options as the catalogue takes them. Raise RefusedError if the table lacks
        the deck, the word list or the board, or can't read it."""
        options = _chosen_options(match)
        if match.pack and match.pack not in {*PACKS, *self._deck_in_use.enrolled_decks()}:
            raise RefusedError(_("This table doesn't have that deck."))
        pack = self._scoring_pack(match)
        if pack:
            options["pack"] = pack
        before = next(
            (e for e in reversed(self._phones.view.referee.events) if isinstance(e, MatchSetUp)), None
        )
        # A name that was not offered may be any file of this machine.
        if match.word_list not in {*WORD_LIST_NAMES, before.options.get("word_list") if before else None}:
            raise RefusedError(_("This table doesn't have that word list."), "word_list")
        try:
            table_words(match.word_list, self._data)
        except UsageFault as fault:
            message = _("The table can't read that word list. Choose another.")
            raise RefusedError(message, "word_list") from fault
        if match.board:
            try:
                options |= boards.board_option(self._board(match.board))
            except UsageFault as fault:
                message = _("The table can't read that board. Choose another.")
                raise RefusedError(message, "board") from fault
        return options

    def _board(self, name: str) -> Path:
        """Return the path of the board profile `name`. Raise RefusedError if no profile has this name."""
        profile = self._profiles().get(name)
        if profile is None:
            raise RefusedError(_("This table doesn't have that board."), "board")
        return profile

    def _scoring_pack(self, match: NewMatch) -> str:
        """Return the name of the pack whose letter values count in the match; empty for the game's own
        pack.

        For an enrolled deck, return the known pack that the deck resembles, if the game can be played with
        this pack.
        """
        game, like = _game_in_edition(match), self._deck_in_use.enrolled_decks().get(match.pack)
        if game is None or match.pack == game.pack.name:
            return ""
        if like is None:
            return match.pack
        return like if like in {pack.name for pack in _packs(game)[1:]} else ""


def _chosen_options(match: NewMatch) -> dict[str, Option]:
    """Return the chosen options that the match's game has. The form may still hold options of another
    game."""
    game = _game_in_edition(match)
    options: dict[str, Option | None] = {
        "edition": game.edition if game is not None and game != GAMES[game.name] else None,
        "mode": match.mode,
        "word_list": match.word_list,
        **{form: True for form in CROSSWORD_VARIANTS if form == match.form},
        **match.options,
    }
    return {
        name: value
        for name, value in options.items()
        if value is not None and (game is None or has_option(game, name))
    }


def _game_in_edition(match: NewMatch) -> Game | None:
    """Return the match's game by the rules of the chosen booklet. If the booklet lacks the game,
    return the game's default edition. Return None for an unknown game."""
    games = EDITIONS.get(match.game, ())
    return next((game for game in games if game.edition == match.edition), GAMES.get(match.game))


def _configured_game(name: str, options: Mapping[str, Option]) -> Game:
    try:
        return configured(name, options)
    except OptionFault as fault:  # an outdated page, or a program
        raise RefusedError(_("The table can't set up that match. Choose anew."), "game") from fault


def _player_names(players: Iterable[str]) -> tuple[str, ...]:
    try:
        return player_names.checked_names(players)
    except UserError as fault:
        raise RefusedError(fault.sentence.in_language(_), "player") from fault


def _wrong_player_count(game: Game, count: int) -> str:
    least, most = game.seats.least, game.seats.most
    if most == 1:
        message = _("{game} is for one player. You named {count}.")
    elif least == most:
        message = _("{game} is for {most} players. You named {count}.")
    else:
        message = _("{game} is for {least} to {most} players. You named {count}.")
    return message.format(game=game.title, least=least, most=most, count=count)


def _game_choice(game: Game, enrolled: tuple[str, ...]) -> GameChoice:
    """Return the set-up page's choice for `game`, with its packs and the `enrolled` decks. Only a card
    game can use an enrolled deck."""
    own = enrolled if game.pack.pieces == "cards" else ()
    packs = (*(pack.name for pack in _packs(game)), *own)
    return GameChoice(
        game.name,
        game.title,
        (game.seats.least, game.seats.most),
        packs,
        game.ends != "patience",
        game.board is not None,
    )


def _packs(game: Game) -> tuple[Pack, ...]:
    """Return the packs with which `game` can be played: its own pack first, then the packs of similar
    games. The race and the board games have only their own pack."""
    if not _has_hands_of_cards(game):
        return (game.pack,)
    others = {other.pack.name: other.pack for other in GAMES.values() if _has_hands_of_cards(other)}
    return (game.pack, *(pack for pack in others.values() if pack != game.pack))


def _has_hands_of_cards(game: Game) -> bool:
    return game.layout in ("rows", "grid") and game.board is None


def _earlier_players(before: Sequence[AnyEvent]) -> tuple[str, ...]:
    latest_first = (
        name for event in reversed(before) if isinstance(event, MatchSetUp) for name in event.players
    )
    return tuple(dict.fromkeys(latest_first))[:MAX_NAMES_OFFERED]


def _form_values(event: MatchSetUp, profiles: Mapping[str, Path]) -> NewMatch:
    """Return the form's values that set up the match of `event` again. `profiles` are the board profiles
    by name."""
    options = event.options
    board = next((name for name, path in profiles.items() if _is_board(path, options.get("board"))), "")
    return NewMatch(
        game=event.game if event.game in GAMES else "lexicon",
        players=event.players,
        edges=event.edges,
        mode="challenge" if options.get("mode") == "challenge" else "strict",
        pack=str(options.get("pack", "")),
        word_list=str(options.get("word_list", "default")),
        board=board,
        form=next((form for form in CROSSWORD_VARIANTS if options.get(form) is True), None),
        edition=str(options.get("edition", "")).lower(),
        options=dict(_options_on_page(options)),
    )


def _options_on_page(options: Mapping[str, Option]) -> Iterator[tuple[str, bool | int]]:
    """Yield the options that have a field on the set-up page, if the field can show the value in
    `options`."""
    for name, value in options.items():
        option = OPTIONS.get(name)
        if option is None or option.form_labels is None:
            continue
        if isinstance(value, int) and isinstance(value, bool) == (option.upper_limit is None):
            yield name, value


def _is_board(path: Path, board: Option | None) -> bool:
    try:
        return board is not None and boards.load(path).text == board
    except UsageFault:
        return False

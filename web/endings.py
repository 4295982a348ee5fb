"""Tell in sentences how a race or a patience ended: the winners of a race or the result of a patience, and
the cards that are left."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.i18n import cards
from engine.i18n import english as N_  # noqa: N812 - the name under which catalogues gather texts
from engine.match import Match
from engine.match.patiences import is_dealt_on_table
from engine.moves import faces
from engine.position import FACE_DOWN, Piles, RacePosition
from engine.rules.patience import CLOCK_WORD_LETTERS, keyword_patience_praise, word_solitaire_mark
from engine.wording.events import say_ended
from web.languages import plural
from web.languages import translate as _

MAX_NAMED_CARDS: Final = 12
"""Maximum number of remaining cards that a sentence names one by one. Of more cards it gives the number
only."""
_SCORE_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "fair": N_("That is fair."),
        "excellent": N_("That is excellent!"),
        "splendid": N_("That is splendid!"),
        "very good": N_("That is very good!"),
        "exceedingly good": N_("That is exceedingly good!"),
    }
)
"""The sentence for each name that a booklet gives to a good score of a patience, such as "very good" (WS-3,
KP-3)."""


def is_race_or_patience(match: Match) -> bool:
    """Return True if the match is a race or a patience. Such a match has no hands that are scored at their
    end."""
    return match.game.ends in ("race", "patience")


def headline(match: Match) -> str:
    """Return the sentence that tells how the match ended. For a race, name the players whose horses came
    home, in order (MW-7). For a patience, say that it came out, or why it did not (S1-5, CLK-3, WS-2,
    KP-3)."""
    if match.game.ends == "race":
        return _race_headline(match)
    if not match.scores.winners:
        return loss_reason(match)
    return (
        _("The patience has come out!")
        if is_dealt_on_table(match.game)
        else _("You have reached the far corner!")
    )


def loss_reason(match: Match) -> str:
    """Return the sentence that says why a patience was lost."""
    if match.game.layout == "columns" and not match.scores.ended:
        return _("The last column is closed. The game is over.")
    return say_ended(match.scores.ended, _)


def _race_headline(match: Match) -> str:
    home = [match.players[seat] for seat in match.hand.home]
    if not home:
        return say_ended(match.scores.ended, _)
    if len(home) == 1:
        return _("{first} is home!").format(first=home[0])
    return _("{first} is home first, {second} second!").format(first=home[0], second=home[1])


def rest_sentences(match: Match) -> tuple[str, ...]:
    """Return sentences about what is left at the end: the circles that horses still had to pass in a race, or
    the cards of a patience. If a patience counts letters or words, say their number instead."""
    if match.game.ends == "race":
        return _circles_to_go(match)
    figure = match.scores.totals[0]
    if match.game.layout == "columns":
        added = plural("{count} letter added.", "{count} letters added.", figure).format(count=figure)
        return (added, *_mark_text(word_solitaire_mark(figure)))
    if not is_dealt_on_table(match.game):
        laid = plural("{count} word laid.", "{count} words laid.", figure).format(count=figure)
        return (laid, *(_mark_text(keyword_patience_praise(figure)) if match.scores.winners else ()))
    return (_cards_left(match, figure),)


def best_clock_word(match: Match) -> str:
    """Return the complete word with the most points in the clock patience; empty if no word is complete, or
    for another game."""
    whole = [
        pile
        for pile in match.position.lines
        if len(pile) == CLOCK_WORD_LETTERS and match.game.layout == "circle"
    ]
    return max(whole, key=lambda word: match.game.pack.points(faces(word)), default="")


def _circles_to_go(match: Match) -> tuple[str, ...]:
    """Return a sentence for each player whose horse did not come home, with the number of circles that the
    horse still had to pass."""
    fronts = match.position
    horses = fronts.horses if isinstance(fronts, RacePosition) else ()
    away = sorted((len(match.game.race.track) - horse, seat) for seat, horse in enumerate(horses))
    return tuple(
        plural("{name} had {count} circle to go.", "{name} had {count} circles to go.", count).format(
            name=match.players[seat], count=count
        )
        for count, seat in away
        if count > 0
    )


def _mark_text(mark: str) -> tuple[str, ...]:
    return (_(_SCORE_NAMES[mark]),) if mark else ()


def _cards_left(match: Match, count: int) -> str:
    """Return a sentence with the number of cards that are left. Name the cards if they are few and all face
    up."""
    if not count:
        return _("Every card is used.")
    known = _face_up_cards(match)
    if len(known) != count or count > MAX_NAMED_CARDS:
        return plural("{count} card is left.", "{count} cards are left.", count).format(count=count)
    sentence = plural("{count} card is left: {cards}.", "{count} cards are left: {cards}.", count)
    return sentence.format(count=count, cards=cards("".join(sorted(known)), _))


def _face_up_cards(match: Match) -> str:
    """Return the letters of the face-up cards that a patience leaves over. In the clock patience, cards in a
    word are not left over."""
    position = match.position
    if not isinstance(position, Piles):
        return ""
    piles = () if match.game.layout == "circle" else position.piles
    return "".join((*piles, position.turned or "")).replace(FACE_DOWN, "")

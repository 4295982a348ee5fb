"""Define the requests that a phone can send. Each request is an immutable value, checked before use.

The web thread checks the form of a request, and whether the request fits the snapshot that phones show. The
match's own thread decides whether to carry out the request. Some commands of the engine
(`engine.table.commands`) are requests as they are. `device.service.tap_commands` turns all other requests
into commands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from engine.table.commands import Amend, GoOn, Hold, Refocus, Rewind, StillPlaying
from web.languages import translate as _
from web.snapshot import Snapshot

TYPED: Final = "typed"
"""The value of `Answer.choice` for an answer that a person typed, such as a Keyword that is none of the
choices."""
PlayerNumber = Annotated[int, msgspec.Meta(ge=0, le=31)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Typed = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z]{0,20}$")]
Letter = Annotated[str, msgspec.Meta(pattern=r"^[A-Z?]$")]


@dataclass(frozen=True, slots=True)
class TurnOver:
    """End the turn. The phone of the player on turn sends this."""


@dataclass(frozen=True, slots=True)
class PlayerFinished:
    """End the turn of `player`. Another player's phone sends this."""

    player: PlayerNumber


@dataclass(frozen=True, slots=True)
class NotFinished:
    """Continue the turn that another player has ended. The phone of the turn's own player sends this."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenge the word that was just laid or changed, as player `by` (LEX-CH)."""

    by: PlayerNumber


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer an open question."""

    question: Name
    """The identity of the question."""
    choice: Name
    """The value of the chosen answer; `typed` if the person typed the answer."""
    word: Typed = ""
    """The typed word or letter; empty if the person chose an answer."""


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct the reading of a card in a picture."""

    picture: int
    """The number of the picture."""
    card: Name
    """The card's name in this picture, such as `c3`."""
    letter: Letter
    """The right letter, `A`-`Z`; `?` for a Master."""


@dataclass(frozen=True, slots=True)
class ChangeTimer:
    """Start, pause, stop or lengthen the timer."""

    do: Literal["start", "pause", "add a minute", "stop"]
    minutes: Annotated[float, msgspec.Meta(gt=0, le=99)] | None = None
    """The duration of the timer to start, in minutes; None repeats the last duration."""


@dataclass(frozen=True, slots=True)
class AskWinnable:
    """Ask whether this patience can still be won."""


@dataclass(frozen=True, slots=True)
class NamePrize:
    """Make `word` a prize word (Keyword prizes). Without `room`, every player at this table who spells the
    word wins the prize. With `room`, only the first player in the whole room wins it."""

    word: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z]{2,20}$")]
    room: bool = False


@dataclass(frozen=True, slots=True)
class Blank:
    """Report a blank block on the square `square` (such as `C7`) that stands for `letter`. The player who
    laid the block reports it, because a camera can't see a blank block."""

    square: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{1,2}[0-9]{1,2}$")]
    letter: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]$")]


@dataclass(frozen=True, slots=True)
class SetTotal:
    """Set the total of `player` to `total`."""

    player: PlayerNumber
    total: Annotated[int, msgspec.Meta(ge=-999, le=1999)]


@dataclass(frozen=True, slots=True)
class Overrule:
    """Change the result of the last settled challenge to `verdict` (PTY-6). Only the steward may send this.
    `event` is the number of the event that settled the challenge."""

    event: int
    verdict: Literal["word good", "word bad", "misspelt"]


@dataclass(frozen=True, slots=True)
class Initial:
    """Initial the score that `player` marked (PTY-3). The neighbour on the left of `player` sends this."""

    player: PlayerNumber


@dataclass(frozen=True, slots=True)
class Cut:
    """Enter the letters of the cards that players drew to decide a tie or the deal (ALL-3, PTY-4). `cards`
    has a letter for each seat; empty for a player who did not draw."""

    cards: Annotated[
        tuple[Annotated[str, msgspec.Meta(pattern=r"^[A-Z]?$")], ...], msgspec.Meta(max_length=32)
    ]


PhoneRequest = (
    TurnOver
    | PlayerFinished
    | NotFinished
    | Hold
    | StillPlaying
    | GoOn
    | Initial
    | Cut
    | Challenge
    | Answer
    | Correct
    | ChangeTimer
    | Refocus
    | AskWinnable
    | Amend
    | Rewind
    | SetTotal
    | Overrule
    | NamePrize
    | Blank
)

R = TypeVar(
    "R",
    TurnOver,
    PlayerFinished,
    NotFinished,
    Hold,
    StillPlaying,
    GoOn,
    Initial,
    Cut,
    Challenge,
    Answer,
    Correct,
    ChangeTimer,
    Refocus,
    AskWinnable,
    SetTotal,
    Overrule,
    NamePrize,
    Blank,
)


class MalformedError(ValueError):
    """Report a malformed request. `advice` tells people what to do. The message, in English, tells programs
    what is wrong, and in which field."""

    def __init__(self, advice: str, detail: str | None = None) -> None:
        super().__init__(advice if detail is None else detail)
        self.advice = advice


def malformed(detail: str) -> MalformedError:
    """Return the error for a request that no page of this version sends. `detail` says what is wrong with
    it."""
    return MalformedError(
        _("The table didn't understand that. Load the page again, then try once more."), detail
    )


class OutOfDateError(ValueError):
    """Report a request that no longer fits the table. The message is for the person who tapped."""


class NotYoursError(ValueError):
    """Report a request that this phone may not make, such as one for a seat that another phone has. The
    message is for the person who tapped."""


T = TypeVar("T")


def from_json(body: bytes, kind: type[T]) -> T:
    """Return the request of class `kind` that a JSON body describes. An empty body counts as `{}`. Raise
    `MalformedError` if the body does not fit the class."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(str(error)) from error


def from_form(fields: Mapping[str, Any], kind: type[R]) -> R:
    """Return the request of class `kind` that the fields of a posted form describe. Texts are converted
    to the types of the fields. Raise `MalformedError` if the fields do not fit the class."""
    try:
        return msgspec.convert(dict(fields), type=kind, strict=False)
    except msgspec.ValidationError as error:
        raise malformed(str(error)) from error


def check(request: PhoneRequest, shown: Snapshot) -> None:
    """Check that `request` fits the snapshot that phones show. Raise `OutOfDateError` if not."""
    match request:
        case TurnOver():
            _require(shown.buttons.may_confirm, _("There is no turn to finish now."))
        case Hold(on=on):
            making = shown.proposal
            counted = making is not None and (making.held or (on and making.left is not None))
            _require(counted, _("No countdown is running."))
        case StillPlaying():
            _require(
                shown.proposal is not None and shown.proposal.asks, _("That question is no longer open.")
            )
        case PlayerFinished(player=player):
            _require(shown.buttons.may_confirm and shown.turn == player, _("That turn is over already."))
        case NotFinished():
            _require(shown.buttons.ended is not None, _("It is too late for that."))
        case GoOn():
            _require(
                not shown.buttons.may_confirm and bool(shown.players),
                _("Somebody's turn is still going on."),
            )
        case Initial() | Cut():
            _check_reckoning(request, shown)
        case Challenge(by=by):
            _require(shown.buttons.may_challenge, _("There is no word to challenge now."))
            _check_player(by, shown)
        case SetTotal(player=player):
            _check_player(player, shown)
        case Refocus():
            pass  # a camera that can't do this ignores it
        case Amend() | Rewind() | Overrule():
            pass  # the snapshot does not show the past, so the match checks it
        case Answer():
            _check_answer(request, shown)
        case Correct():
            _check_correction(request, shown)
        case AskWinnable():
            _require(shown.buttons.may_foresee, _("There is no patience to check now."))
        case NamePrize():
            _require(shown.buttons.may_name, _("This game has no prize words."))
        case Blank(square=square):
            _require(square in shown.position.blanks, _("A blank can't lie there after this turn."))
        case ChangeTimer(do=do):
            _require(do == "start" or shown.hardware.timer is not None, _("No timer is running."))


def _check_reckoning(request: Initial | Cut, shown: Snapshot) -> None:
    score_cards = shown.scores.reckoning.cards if shown.scores.reckoning is not None else ()
    if isinstance(request, Initial):
        marks = [card.mark for card in score_cards]
        _require(
            any(mark is not None for mark in marks[request.player : request.player + 1]),
            _("That score is initialled already."),
        )
        return
    cuts = [card.cuts for card in score_cards]
    _require(any(cuts), _("Nobody has to cut."))
    drawn = [bool(card) for card in request.cards]
    _require(drawn == cuts, _("Only the players who tie draw a card."))


def _check_player(player: int, shown: Snapshot) -> None:
    _require(
        player < len(shown.players),
        _("There is no player number {number} at this table.").format(number=player),
    )


def _check_answer(answer: Answer, shown: Snapshot) -> None:
    questions = (shown.question, *shown.further)
    question = next((one for one in questions if one is not None and one.id == answer.question), None)
    if question is None:
        raise OutOfDateError(_("That question is no longer open."))
    if question.typed and answer.choice == TYPED:
        if question.typed == "letter":
            _require(len(answer.word) == 1, _("Write the letter of the card."))
        else:
            _require(len(answer.word) > 1, _("Write the word that stands on the card."))
        return
    values = {choice.value for choice in question.choices}
    _require(answer.choice in values, _("That isn't one of the answers."))


def _check_correction(correction: Correct, shown: Snapshot) -> None:
    picture = shown.picture
    if picture is None or picture.id != correction.picture:
        raise OutOfDateError(_("The table has a newer picture. Look again."))
    _require(
        any(mark.card == correction.card for mark in picture.marks), _("That card is not in the picture.")
    )


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise OutOfDateError(message)

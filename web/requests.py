"""The requests of a phone: a closed list of frozen values, checked before they are used.

A request is only a wish. The web thread checks its shape, and whether it still makes sense for the snapshot
that phones show. The match's own thread decides. Where a phone can say a command of the engine as it is
(`engine.table.commands`), the command itself is the request. `device.service.tap_commands` turns every other
request into commands.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from engine.table.commands import Amend, GoOn, Hold, Refocus, Rewind, StillPlaying
from web.languages import translate as _
from web.snapshot import Snapshot

TYPED: Final = "typed"
"""The answer that is a word of one's own: a Keyword card that was not among the offered ones."""
PlayerNumber = Annotated[int, msgspec.Meta(ge=0, le=31)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Typed = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z]{0,20}$")]
Letter = Annotated[str, msgspec.Meta(pattern=r"^[A-Z?]$")]


@dataclass(frozen=True, slots=True)
class TurnOver:
    """Say as the player on turn that the turn is over."""


@dataclass(frozen=True, slots=True)
class Finished:
    """Say as another player that `player`, whose turn it is, has finished."""

    player: PlayerNumber


@dataclass(frozen=True, slots=True)
class NotFinished:
    """Continue, as its player, a turn that another player ended."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Player `by` challenges the word just laid or changed (LEX-CH)."""

    by: PlayerNumber


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the open question `question` with `choice`; `word` is the answer if that is `typed`."""

    question: Name
    choice: Name
    word: Typed = ""


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct card `card` of picture `picture` to `letter` (`A`-`Z`, `?` a Master)."""

    picture: int
    card: Name
    letter: Letter


@dataclass(frozen=True, slots=True)
class Time:
    """Change the timer. `minutes` is the length of a timer to start, None for its last length."""

    do: Literal["start", "pause", "add a minute", "stop"]
    minutes: Annotated[float, msgspec.Meta(gt=0, le=99)] | None = None


@dataclass(frozen=True, slots=True)
class Foresee:
    """Ask whether this patience can still be won."""


@dataclass(frozen=True, slots=True)
class NamePrize:
    """Name the table's prize word `word`, or the `room`'s, whose prize goes to the first player who spells it
    (Keyword prizes).
    """

    word: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z]{2,20}$")]
    room: bool = False


@dataclass(frozen=True, slots=True)
class Blank:
    """Report a blank block at `square` (`C7`) that stands for `letter`. Its player says so, because no camera
    sees it.
    """

    square: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{1,2}[0-9]{1,2}$")]
    letter: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]$")]


@dataclass(frozen=True, slots=True)
class SetTotal:
    """Set the total of `player` to `total`."""

    player: PlayerNumber
    total: Annotated[int, msgspec.Meta(ge=-999, le=1999)]


@dataclass(frozen=True, slots=True)
class Overrule:
    """Overrule, as the steward, the challenge that was settled last, event number `event` (PTY-6)."""

    event: int
    verdict: Literal["word good", "word bad", "misspelt"]


@dataclass(frozen=True, slots=True)
class Initial:
    """Initial, as the neighbour on the left, the score that `player` marked (PTY-3)."""

    player: PlayerNumber


@dataclass(frozen=True, slots=True)
class Cut:
    """Enter the `cards` that tied players drew for the deal: a letter by seat, empty for the others (ALL-3,
    PTY-4).
    """

    cards: Annotated[
        tuple[Annotated[str, msgspec.Meta(pattern=r"^[A-Z]?$")], ...], msgspec.Meta(max_length=32)
    ]


PhoneRequest = (
    TurnOver
    | Finished
    | NotFinished
    | Hold
    | StillPlaying
    | GoOn
    | Initial
    | Cut
    | Challenge
    | Answer
    | Correct
    | Time
    | Refocus
    | Foresee
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
    Finished,
    NotFinished,
    Hold,
    StillPlaying,
    GoOn,
    Initial,
    Cut,
    Challenge,
    Answer,
    Correct,
    Time,
    Refocus,
    Foresee,
    SetTotal,
    Overrule,
    NamePrize,
    Blank,
)


class MalformedError(ValueError):
    """Report a malformed request: `said` tells people what to do, the message tells programs the fault and
    its place, in English.
    """

    def __init__(self, said: str, detail: str | None = None) -> None:
        super().__init__(said if detail is None else detail)
        self.said = said


def misshapen(detail: str) -> MalformedError:
    """Return the message for a request that only a page of another version could send."""
    return MalformedError(
        _("The table didn't understand that. Load the page again, then try once more."), detail
    )


class OutOfDateError(ValueError):
    """Report a request that no longer fits the cards on the table. The message is for the person who
    tapped.
    """


class NotYoursError(ValueError):
    """The request is for a seat that another phone has; the message is for the person who tapped."""


T = TypeVar("T")


def from_json(body: bytes, kind: type[T]) -> T:
    """Decode a JSON body. An empty body is an empty object. Raise `MalformedError`."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise misshapen(str(error)) from error


def from_form(fields: Mapping[str, Any], kind: type[R]) -> R:
    """Convert the fields of a posted form, where every value is text. Raise `MalformedError`."""
    try:
        return msgspec.convert(dict(fields), type=kind, strict=False)
    except msgspec.ValidationError as error:
        raise misshapen(str(error)) from error


def check(request: PhoneRequest, shown: Snapshot) -> None:
    """Raise `OutOfDateError` if `request` makes no sense for the present state of the phones."""
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
        case Finished(player=player):
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
            pass  # a camera that can do neither lets it be
        case Amend() | Rewind() | Overrule():
            pass  # what is past is not shown here: the match knows whether it can be
        case Answer():
            _check_answer(request, shown)
        case Correct():
            _check_correction(request, shown)
        case Foresee():
            _require(shown.buttons.may_foresee, _("There is no patience to check now."))
        case NamePrize():
            _require(shown.buttons.may_name, _("This game has no prize words."))
        case Blank(square=square):
            _require(square in shown.position.blanks, _("A blank can't lie there after this turn."))
        case Time(do=do):
            _require(do == "start" or shown.hardware.timer is not None, _("No timer is running."))


def _check_reckoning(request: Initial | Cut, shown: Snapshot) -> None:
    owed = shown.scores.reckoning.cards if shown.scores.reckoning is not None else ()
    if isinstance(request, Initial):
        marks = [card.mark for card in owed]
        _require(
            any(mark is not None for mark in marks[request.player : request.player + 1]),
            _("That score is initialled already."),
        )
        return
    cuts = [card.cuts for card in owed]
    _require(any(cuts), _("Nobody has to cut."))
    drawn = [bool(card) for card in request.cards]
    _require(drawn == cuts, _("Only the players who tie draw a card."))


def _check_player(player: int, shown: Snapshot) -> None:
    _require(
        player < len(shown.players),
        _("There is no player number {number} at this table.").format(number=player),
    )


def _check_answer(answer: Answer, shown: Snapshot) -> None:
    asked = (shown.question, *shown.further)
    question = next((one for one in asked if one is not None and one.id == answer.question), None)
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

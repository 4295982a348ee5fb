"""Build the phones' snapshot from the match. This module decides what phones show of a match, and how."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from engine.cards import Pack
from engine.i18n import joined
from engine.match import Match
from engine.match.patiences import is_dealt_on_table
from engine.position import Grid, Piles, Position, Rows
from engine.solve import Winnability
from engine.turn.counting import uncounted_seats
from engine.turn.mismatch import is_single_hand
from engine.turn.outcome import challengeable_words
from engine.turn.turn_state import (
    UnmatchedPictures,
)
from engine.wording.written import words
from web import endings, game_views, praise, proposal_views, question_views, turn_views
from web.history_fold import FoldedHistory
from web.languages import translate as _
from web.snapshot import (
    Bell,
    Buttons,
    Contested,
    Exposed,
    Hardware,
    Messages,
    Notice,
    Picture,
    Player,
    PositionShown,
    Praise,
    Proposed,
    Ruled,
    Scores,
    Snapshot,
    Summary,
    Timer,
)


@dataclass(frozen=True, slots=True)
class LiveParts:
    """The parts of the snapshot that do not come from the match."""

    proposal: Proposed | None = None
    """The play that the table sees and has not yet ruled on."""
    picture: Picture | None = None
    """The newest picture of the table."""
    bell: Bell = field(default=Bell())
    """The rings of the bell: their number, and the time and reason of the last."""
    timer: Timer | None = None
    """The timer of a turn; None if none runs."""
    notes: tuple[str, ...] = ()
    """The table's present notes, in the language of the phone's user."""
    notices: tuple[Notice, ...] = ()
    """The faults of the camera's view and of the table's disk, files or pins, with advice."""
    meanings: Callable[[str], tuple[str, ...]] = lambda _word: ()
    """The function that returns the meanings of a word."""
    cutouts: Collection[str] = ()
    """The names of the stored pictures of cards, which a question may show."""
    unmatched: UnmatchedPictures | None = None
    """The pictures whose cards no play from the settled position explains. None unless the table is asking
    people about such pictures."""
    sight_notes: tuple[str, ...] = ()
    """Sentences about the cards that the newest picture shows."""
    ended: int | None = None
    """The seat of a player whose turn another player has just ended. The player may continue the turn. None
    if no turn was ended by another player."""
    summary: Summary | None = None
    """The summary of the hand that has ended; None during a hand."""
    hand_praise: Praise | None = None
    """The praise for a comeback in the hand that has ended; None if there was none."""
    offends: Callable[[str], bool] = lambda _word: False
    """The function that returns True for a word that this table treats as offensive."""
    by_photograph: bool = False
    """True if people photograph the table themselves."""
    all_taken_back: bool = False
    """True if no illegal turn has left cards on the table that players must still take back."""
    repeated: bool = False
    """True if the newest picture shows the same cards as the picture before."""


def snapshot(match: Match, folded_history: FoldedHistory, live: LiveParts = LiveParts()) -> Snapshot:
    """Return what phones show of `match`. `folded_history` is the history of the match. `live` has what does
    not come from the match, such as the picture and the timer."""
    contested = _contested(match)
    history = turn_views.shown_rulings(folded_history.rulings)
    position = match.position
    questions = tuple(
        question_views.question_shown(one.question, match.players, live.cutouts) for one in match.questions
    )
    if live.unmatched is not None:
        lost = question_views.picture_question_shown(
            live.unmatched, one_hand=is_single_hand(match.game), kept=live.cutouts
        )
        questions = (lost, *questions)
    return Snapshot(
        game=match.game.title,
        hand=match.hand.number,
        players=_players(match),
        turn=match.turn,
        ruling=_ruling(match, history, live),
        proposal=live.proposal or (None if live.all_taken_back else proposal_views.cards_to_take_back(match)),
        history=history,
        question=questions[0] if questions else None,
        further=questions[1:],
        picture=live.picture,
        place=game_views.hand_title(match),
        position=PositionShown(
            words=tuple(word for word in position.words if word) if isinstance(position, Rows) else (),
            grid=position.rows if isinstance(position, Grid) else (),
            board=match.game.board.rows if match.game.board and isinstance(position, Grid) else (),
            keyword=match.keywords.open,
            exposed=exposed(position, match.game.pack),
            stock=match.table.stock if match.hand.number else None,
            piles=position.piles if isinstance(position, Piles) else (),
            layout=match.game.layout,
            turned=position.turned if isinstance(position, Piles) else None,
            masters=position.masters if isinstance(position, Piles) else 0,
            race=game_views.race(match),
            prizes=game_views.prizes(match),
            blanks=game_views.blank_squares(match),
        ),
        scores=Scores(
            curve=folded_history.curve,
            winners=match.scores.winners or (),
            over=match.over,
            lowest_wins=not match.game.highest_wins,
            summary=live.summary,
            aim=game_views.goal_sentence(match),
            reckoning=game_views.reckoning(match),
            owing=_seats_to_count(match),
        ),
        hardware=Hardware(bell=live.bell, timer=live.timer),
        messages=Messages(
            notes=(
                *_next_steps(match, summed_up=live.summary is not None, by_photograph=live.by_photograph),
                *live.notes,
            ),
            notices=live.notices,
            saw=(*live.sight_notes, *_why_still_open(match, live), *_why_not_dealt(match, live)),
            praise=live.hand_praise or praise.turn_praise(match, live.offends),
        ),
        buttons=Buttons(
            may_confirm=match.turn is not None,
            awaits_photograph=live.by_photograph and live.proposal is None and not live.repeated,
            may_challenge=contested is not None,
            contested=contested,
            challenges=match.game.challenges.mode == "challenge" and len(match.players) > 1,
            ended=live.ended,
            may_foresee=match.turn is not None and isinstance(position, Piles) and any(position.piles),
            may_name=game_views.names_prizes(match),
        ),
    )


def search_sentence() -> str:
    """Return the sentence for the time while the table searches whether a patience can still be won."""
    return _("I'm working out whether it can still be won.")


def winnability_sentence(winnability: Winnability) -> str:
    """Return the sentence for people that says whether the present patience can still be won. `winnability`
    is the result of the search."""
    match winnability:
        case "solved":
            return _("Yes, it can still be won.")
        case "impossible":
            return _("No, it can't be won any more.")
        case "unknown":
            return _("I can't tell yet whether it can still be won.")


def exposed(position: Position, pack: Pack) -> Exposed | None:
    """Return the exposed card with its figure; None if the card is unknown or absent."""
    letter = position.exposed
    return Exposed(letter, pack.figures.get(letter)) if letter else None


def _contested(match: Match) -> Contested | None:
    """Return the words that may be challenged now; None without such words."""
    laid = challengeable_words(match)
    if not laid or match.last is None:
        return None
    return Contested(words(tuple(laid)), match.last.player, game_views.stakes(match, match.last.player))


def _players(match: Match) -> tuple[Player, ...]:
    held = _hand_sizes(match)
    rows = zip(match.players, match.scores.totals, held, match.scores.is_out, strict=True)
    onward = game_views.seats_moving_on(match)
    return tuple(
        Player(name, total, cards, out, seat in onward, game_views.colour(match, seat))
        for seat, (name, total, cards, out) in enumerate(rows)
    )


def _hand_sizes(match: Match) -> tuple[int | None, ...]:
    """Return the number of cards in each player's hand. During a hand it follows from the turns. At the end
    of the hand it is the counted number. Between hands return None for each player."""
    if is_dealt_on_table(match.game) or not match.hand.number or (match.turn is None and not match.hand.over):
        return (None,) * len(match.players)
    counted = match.hand.counted or (None,) * len(match.players)
    pairs = zip(counted, match.table.hands, strict=True)
    return tuple(hand.count if cards is None else len(cards) for cards, hand in pairs)


def _ruling(match: Match, history: Sequence[Ruled], live: LiveParts) -> Ruled | None:
    """Return the newest turn or challenge. While a question about the last turn is open, return the question
    instead, as an unclear ruling. Return None before the first turn of a hand."""
    last = match.last.event if match.last else None
    for open_question in match.questions:
        if open_question.question.about == "turn" and open_question.question.turn == last:
            return Ruled(
                "unclear",
                question_views.question_text(open_question.question, match.players),
                (),
                None,
                open_question.question.player,
            )
    if match.turn is not None and not match.hand.turns:
        return None  # a new hand: the last ruling belongs to the old hand
    newest = next((ruled for ruled in history if ruled.kind != "told"), None)
    return turn_views.with_meanings(newest, live.meanings) if newest else None


def _next_steps(match: Match, *, summed_up: bool, by_photograph: bool) -> tuple[str, ...]:
    """Return the sentences about the next step while nobody is on turn. `summed_up` means that a summary
    tells how the match ended. `by_photograph` means that people photograph the table themselves."""
    if match.over:
        return () if summed_up else _why_lost(match)
    if is_dealt_on_table(match.game) and not match.hand.turns and any(match.position.lines):
        return (_("The cards are laid out. The patience begins."),)
    if match.hand.over:
        return (_why_over(match), *_hands_to_show(match, by_photograph=by_photograph))
    waits = match.turn is None and game_views.reckoning(match) is None
    return (_("Waiting for the deal."),) if waits else ()


def _why_over(match: Match) -> str:
    """Return the sentence that says why the hand has ended: a player went out, or time is up. The players'
    cards are counted then."""
    if match.hand.gone_out is None:
        return _("Time is up.")
    return _("{name} has gone out!").format(name=match.players[match.hand.gone_out])


def _hands_to_show(match: Match, *, by_photograph: bool) -> tuple[str, ...]:
    """Return the sentence that asks players to show the cards left in their hands, in a tuple; empty if no
    player has to show cards."""
    names = tuple(match.players[seat] for seat in _seats_to_count(match))
    if not names:
        return ()
    show_sentence, lay_sentence = _("Photograph your hand, {names}."), _("Lay your cards face up, {names}.")
    return ((show_sentence if by_photograph else lay_sentence).format(names=joined(names, _)),)


def _seats_to_count(match: Match) -> tuple[int, ...]:
    """Return the seats of the players whose cards are still to be counted; empty for a game on a board,
    which counts no cards (KW-7)."""
    return () if match.game.board_scoring is not None else uncounted_seats(match)


def _why_still_open(match: Match, live: LiveParts) -> tuple[str, ...]:
    """Return the sentence that says why the turn goes on after it was photographed. Return it as a tuple,
    which is empty if no photographed turn waits for its end."""
    if live.proposal is None or not (live.proposal.asks and live.proposal.posed):
        return ()
    if match.game.challenges.mode == "challenge":
        return (_("You watch the words yourselves, so I wait until you say that the turn is over."),)
    return (_("I wait until you say that the turn is over."),)


def _why_not_dealt(match: Match, live: LiveParts) -> tuple[str, ...]:
    """Return the sentence that asks people to tap "Deal", if they photograph the table before the first deal.
    Return it as a tuple, which is empty in all other cases."""
    early = live.by_photograph and live.sight_notes and not match.hand.number
    return (_("Tap “Deal” first: I follow the words from then on."),) if early else ()


def _why_lost(match: Match) -> tuple[str, ...]:
    """Return the sentence that explains why a patience was lost (S1-5, CLK-3, WS-2), in a tuple; empty for a
    won patience and for other games."""
    if match.game.ends != "patience" or match.scores.winners:
        return ()
    return (endings.loss_reason(match),)

"""Build the phones' snapshot from the match. Only this module decides which parts of a match phones show,
and how."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import cast

from engine.cards import Pack
from engine.evidence import SURE_PROBABILITY
from engine.i18n import cards, joined
from engine.match import Match
from engine.match.patiences import is_dealt_on_table
from engine.observation import Observation, Quad
from engine.position import Grid, Piles, Position, Rows
from engine.rules.patience import is_undealt
from engine.shared.condition import Condition, advise, describe, to_report
from engine.solve import Verdict
from engine.turn.counting import UnmovedHand, uncontested_hands, uncounted_seats
from engine.turn.mismatch import is_single_hand
from engine.turn.outcome import challengeable_words
from engine.turn.proposal import Proposal, UnmatchedPictures
from engine.wording import say_move_in_progress
from engine.wording.pictures import say_lay_out_again
from engine.wording.turns import say_play
from engine.wording.written import words
from web import endings, game_views, praise, question_views, turn_views
from web.history_fold import Story
from web.languages import translate as _
from web.snapshot import (
    Bell,
    Buttons,
    Contested,
    Corner,
    Corners,
    Exposed,
    Hardware,
    Mark,
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
class Live:
    """Hold the parts of the snapshot that do not come from the match."""

    proposal: Proposed | None = None
    """The play that the table sees and has not yet ruled on."""
    picture: Picture | None = None
    """The newest picture of the table."""
    bell: Bell = field(default=Bell())
    """The state of the bell."""
    timer: Timer | None = None
    """The timer of a turn; None if none runs."""
    notes: tuple[str, ...] = ()
    """The table's present notes, in the reader's language."""
    notices: tuple[Notice, ...] = ()
    """The faults of the camera's view, with advice."""
    meanings: Callable[[str], tuple[str, ...]] = lambda _word: ()
    """The function that returns the meanings of a word."""
    cutouts: Collection[str] = ()
    """The names of the stored pictures of cards, which a question may show."""
    lost: UnmatchedPictures | None = None
    """The pictures that can't follow from the settled position; None unless people are being asked about
    them."""
    saw: tuple[str, ...] = ()
    """Sentences about the cards that the newest picture shows."""
    ended: int | None = None
    """The seat of the player who may still continue the last turn."""
    summary: Summary | None = None
    """The summary of the hand that has ended."""
    cheer: Praise | None = None
    """The praise for the hand that has ended."""
    offends: Callable[[str], bool] = lambda _word: False
    """The function that tells whether a word is offensive."""
    posed: bool = False
    """True if people photograph the table themselves."""
    restored: bool = False
    """True if the cards of an illegal turn were taken back."""
    again: bool = False
    """True if the newest picture shows the same cards as the picture before."""


def snapshot(match: Match, story: Story, live: Live = Live()) -> Snapshot:
    """Return the phones' snapshot of `match`. `story` is its history, and `live` the parts that do not
    come from the match."""
    contested = _contested(match)
    history = turn_views.newest(story.rulings)
    position = match.position
    questions = tuple(
        question_views.question_shown(one.asked, match.players, live.cutouts) for one in match.questions
    )
    if live.lost is not None:
        lost = question_views.of_a_picture(live.lost, one_hand=is_single_hand(match.game), kept=live.cutouts)
        questions = (lost, *questions)
    return Snapshot(
        game=match.game.title,
        hand=match.hand.number,
        players=_players(match),
        turn=match.turn,
        ruling=_ruling(match, history, live),
        proposal=live.proposal or (None if live.restored else _owed(match)),
        history=history,
        question=questions[0] if questions else None,
        further=questions[1:],
        picture=live.picture,
        place=game_views.place(match),
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
            blanks=game_views.blanks(match),
        ),
        scores=Scores(
            curve=story.curve,
            winners=match.scores.winners or (),
            over=match.over,
            lowest_wins=not match.game.highest_wins,
            summary=live.summary,
            aim=game_views.aim(match),
            reckoning=game_views.reckoning(match),
            owing=_to_count(match),
        ),
        hardware=Hardware(bell=live.bell, timer=live.timer),
        messages=Messages(
            notes=(*_stages(match, summed_up=live.summary is not None, posed=live.posed), *live.notes),
            notices=live.notices,
            saw=(*live.saw, *_still_open(match, live), *_undealt(match, live)),
            praise=live.cheer or praise.praised(match, live.offends),
        ),
        buttons=Buttons(
            may_confirm=match.turn is not None,
            awaits_photograph=live.posed and live.proposal is None and not live.again,
            may_challenge=contested is not None,
            contested=contested,
            challenges=match.game.challenges.mode == "challenge" and len(match.players) > 1,
            ended=live.ended,
            may_foresee=match.turn is not None and isinstance(position, Piles) and any(position.piles),
            may_name=game_views.names_prizes(match),
        ),
    )


def making(match: Match, proposal: Proposal | None) -> Proposed | None:
    """Return the play on the table before it is a turn; None if there is none.

    The sentence says no more than a referee would say aloud, so it does not distinguish a bluff from an
    honest play.
    """
    if proposal is None:
        return None
    move = proposal.judged.ruling.move
    complete, who = proposal.may_stand(match.game.challenges.mode), _player(match)
    if is_undealt(match.position):
        sentence = _("The patience is being laid out. When all its cards lie there, tap “Turn is over”.")
        return Proposed(sentence, match.turn, complete=complete)
    if complete and move is not None:
        return Proposed(say_play(move, proposal.after, _, who), match.turn, complete=True)
    return Proposed(say_move_in_progress(move, _, who), match.turn)


def counting(match: Match, hands: Sequence[UnmovedHand]) -> Proposed | None:
    """Return the sentence about the hand that is counted next; None while no complete hand lies on the
    table."""
    found = uncontested_hands(match, hands) if match.hand.over else ()
    if not found:
        return None
    one = found[0].hand
    sentence = _("Counting {name}'s cards: {cards} …")
    sentence = sentence.format(name=match.players[one.seat], cards=cards(one.cards, _))
    return Proposed(sentence, one.seat, complete=True)


def laying(lost: UnmatchedPictures | None) -> Proposed | None:
    """Return the sentence with the cards that people must lay out again; None if no cards were cleared
    away."""
    if lost is None or not lost.laying_back:
        return None
    return Proposed(say_lay_out_again(lost.why).in_language(_))


def foreseeing() -> str:
    """Return the sentence that the table is working out whether a patience can still be won."""
    return _("I'm working out whether it can still be won.")


def foreseen(verdict: Verdict) -> str:
    """Return the sentence whether a patience can still be won, by the `verdict`."""
    match verdict:
        case "solved":
            return _("Yes, it can still be won.")
        case "impossible":
            return _("No, it can't be won any more.")
        case "unknown":
            return _("I can't tell yet whether it can still be won.")


def exposed(position: Position, pack: Pack) -> Exposed | None:
    """Return the exposed card with its figure; None if it is unknown or absent."""
    letter = position.exposed
    return Exposed(letter, pack.figures.get(letter)) if letter else None


def picture(
    number: int,
    size: tuple[int, int],
    seen: Observation,
    corners: Sequence[Quad],
    stands: Mapping[int, str] = MappingProxyType({}),
) -> Picture:
    """Return the camera's picture `number` with its readings.

    `size` is width and height in pixels. `corners[i]` are the corners of `seen.cards[i]` in pixels, top left
    first with its letter upright. `stands` are the letters that Masters stand for, by the index of the card.
    Raise `ValueError` when `seen.cards` and `corners` differ in length.
    """
    width, height = size
    marks = tuple(
        replace(_mark(f"c{n}", card.best, quad, size), stands=stands.get(n, ""))
        for n, (card, quad) in enumerate(zip(seen.cards, corners, strict=True))
    )
    return Picture(number, width, height, marks)


def notices(conditions: Sequence[Condition]) -> tuple[Notice, ...]:
    """Return the notices about the faults of the view. Faults of one kind share a notice."""
    return tuple(
        Notice(
            first.kind,
            describe(first, count, _),
            advise(first, _),
            first.severity == "serious",
            _places(conditions, first),
        )
        for first, count in to_report(conditions)
    )


def _places(conditions: Sequence[Condition], first: Condition) -> tuple[tuple[Corner, ...], ...]:
    """Return the outlines of all faults of the kind of `first`."""
    return tuple(c.where for c in conditions if c.kind == first.kind and c.where)


def _mark(name: str, best: tuple[str, float] | None, quad: Quad, size: tuple[int, int]) -> Mark:
    width, height = size
    corners = cast(Corners, tuple((round(x / width, 4), round(y / height, 4)) for x, y in quad))
    if best is None:
        return Mark(name, corners, None)
    letter, probability = best
    return Mark(name, corners, letter, round(probability, 4), doubtful=probability < SURE_PROBABILITY)


def _contested(match: Match) -> Contested | None:
    """Return the words that may be challenged now; None without such words."""
    laid = challengeable_words(match)
    if not laid or match.last is None:
        return None
    return Contested(words(tuple(laid)), match.last.player, game_views.stakes(match, match.last.player))


def _players(match: Match) -> tuple[Player, ...]:
    held = _hand_sizes(match)
    rows = zip(match.players, match.scores.totals, held, match.scores.out, strict=True)
    onward = game_views.onward(match)
    return tuple(
        Player(name, total, cards, out, seat in onward, game_views.colour(match, seat))
        for seat, (name, total, cards, out) in enumerate(rows)
    )


def _hand_sizes(match: Match) -> tuple[int | None, ...]:
    """Return the number of cards in each player's hand, as counted at the end of a hand or else by the
    match's own count. Between hands return None for each player."""
    if is_dealt_on_table(match.game) or not match.hand.number or (match.turn is None and not match.hand.over):
        return (None,) * len(match.players)
    counted = match.hand.counted or (None,) * len(match.players)
    pairs = zip(counted, match.table.hands, strict=True)
    return tuple(hand.count if cards is None else len(cards) for cards, hand in pairs)


def _ruling(match: Match, history: Sequence[Ruled], live: Live) -> Ruled | None:
    """Return the newest turn or challenge. If a question about the turn is open, return that question
    instead. Return None before the first turn of a hand."""
    last = match.last.event if match.last else None
    for one in match.questions:
        if one.asked.about == "turn" and one.asked.turn == last:
            return Ruled(
                "unclear", question_views.question_text(one.asked, match.players), (), None, one.asked.player
            )
    if match.turn is not None and not match.hand.turns:
        return None  # a new hand: the last ruling of the old one is no news
    newest = next((one for one in history if one.kind != "told"), None)
    return turn_views.explained(newest, live.meanings) if newest else None


def _owed(match: Match) -> Proposed | None:
    """Return the sentence that a player must take back the cards of an illegal turn; None if nobody must."""
    if match.restore is None or match.last is None:
        return None
    onto_the_table = _("Put the cards back where they lay.")
    into_the_hand = _("{name} takes the cards back.").format(name=match.players[match.last.player])
    return Proposed(onto_the_table if is_dealt_on_table(match.game) else into_the_hand, match.last.player)


def _stages(match: Match, *, summed_up: bool, posed: bool) -> tuple[str, ...]:
    """Return the sentences about the next step while nobody is on turn. `summed_up` means that the summary
    has already told the end."""
    if match.over:
        return () if summed_up else _lost(match)
    if is_dealt_on_table(match.game) and not match.hand.turns and any(match.position.lines):
        return (_("The cards are laid out. The patience begins."),)
    if match.hand.over:
        return (_why_over(match), *_owing(match, posed=posed))
    waits = match.turn is None and game_views.reckoning(match) is None
    return (_("Waiting for the deal."),) if waits else ()


def _why_over(match: Match) -> str:
    """Return the sentence that explains why the hands are counted now."""
    if match.hand.gone_out is None:
        return _("Time is up.")
    return _("{name} has gone out!").format(name=match.players[match.hand.gone_out])


def _owing(match: Match, *, posed: bool) -> tuple[str, ...]:
    """Return the sentences that ask players to show their cards. On a board no player has to."""
    names = tuple(match.players[seat] for seat in _to_count(match))
    if not names:
        return ()
    show, lay = _("Photograph your hand, {names}."), _("Lay your cards face up, {names}.")
    return ((show if posed else lay).format(names=joined(names, _)),)


def _to_count(match: Match) -> tuple[int, ...]:
    """Return the seats of the players whose cards are still to be counted. On a board there are none
    (KW-7)."""
    return () if match.game.board_scoring is not None else uncounted_seats(match)


def _still_open(match: Match, live: Live) -> tuple[str, ...]:
    """Return the sentence that explains why a photograph has not ended the turn."""
    if live.proposal is None or not (live.proposal.asks and live.proposal.posed):
        return ()
    if match.game.challenges.mode == "challenge":
        return (_("You watch the words yourselves, so I wait until you say that the turn is over."),)
    return (_("I wait until you say that the turn is over."),)


def _undealt(match: Match, live: Live) -> tuple[str, ...]:
    """Return the sentence that explains why a photograph before the first hand has no effect."""
    early = live.posed and live.saw and not match.hand.number
    return (_("Tap “Deal” first: I follow the words from then on."),) if early else ()


def _lost(match: Match) -> tuple[str, ...]:
    """Return the sentence that explains why a patience was lost (S1-5, CLK-3, WS-2)."""
    if match.game.ends != "patience" or match.scores.winners:
        return ()
    return (endings.loss_reason(match),)


def _player(match: Match) -> str:
    """Return the name of the player on turn."""
    return match.players[match.turn] if match.turn is not None else _("the player")

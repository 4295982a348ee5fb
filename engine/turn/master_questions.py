"""Ask for the letter of a Master. The player of the Master declares its letter (ALL-2), and is asked at
once if more than one letter makes the play legal.

The program never chooses among several letters. The word list settles a letter only if no other letter makes
the play legal. In a game of bluff the word list settles no letter, because that would tell good words from
bad.
"""

from dataclasses import dataclass, replace
from typing import Final

from engine.cards import LETTERS, MASTER
from engine.events import Offer, QuestionAsked, TurnFinished
from engine.i18n import Sentence
from engine.match import Match
from engine.moves import CombinedMove, Exchange, Insert, Lay, Move, Place, Shift, SingleMove
from engine.notation import format_position, parse_position
from engine.position import Grid, Piles, Position, RacePosition, Rows
from engine.rules.grid_lines import cards_of, runs_through, text_of
from engine.rules.masters import MAX_NAMINGS
from engine.ruling import Legal, Ruling
from engine.turn.card_tracking import Spot, letter_at, spot_before, with_letter, with_masters_unnamed
from engine.wording.written import word, words

MAX_OFFERED_WORDS: Final = 8
"""Greatest number of words that are offered as answers. If more words are possible, the answers are single
letters, which are quicker to read."""


def with_certain_masters_named(match: Match, after: Position, ruling: Ruling) -> Position:
    """Return the position `after` a play with every Master named that can stand for only one letter. In a
    game of bluff no Master is named."""
    for spot in _unnamed_spots(after):
        letters = letters_of(match, spot, after, ruling)
        if len(letters) == 1 and match.game.challenges.mode != "challenge":
            after = with_letter(after, spot, letters[0].lower())
    return after


def move_with_names(move: Move, after: Position, settled: Position) -> Move:
    """Return `move` with its Masters named. `after` is the position that the move made, and `settled` is the
    same position with the Masters named."""
    if after == settled:
        return move
    if isinstance(move, CombinedMove):
        return CombinedMove(tuple(_single(one, after, settled) for one in move.moves))
    return _single(move, after, settled)


def _single(move: SingleMove, after: Position, settled: Position) -> SingleMove:
    match move:
        case Lay(laid):
            spelt = dict(zip(_words_of(after), _words_of(settled), strict=True))
            return Lay(spelt.get(laid, laid))
        case Insert() | Exchange():
            return replace(move, after=settled.lines[move.index])
        case Place(row, column, across, cards):
            line = ((row, column + n) if across else (row + n, column) for n in range(len(cards)))
            shown = (
                letter_at(settled, at) if card == MASTER else card
                for at, card in zip(line, cards, strict=True)
            )
            return replace(move, cards="".join(shown))
        case Shift(card=card, target=target) if card == MASTER:
            return replace(move, card=settled.lines[target][-1])
        case _:
            return move


def _words_of(position: Position) -> list[str]:
    match position:
        case Rows(words=lying):
            return list(lying)
        case RacePosition(laid=laid):
            fronts = [cards_of(Grid(rows)) for rows in laid]
            return [text_of(front, run) for front in fronts for run in runs_through(front, front)]
        case _:
            return []


def ask_letter_of_master(
    match: Match, turn: TurnFinished, ruling: Ruling, number: int
) -> QuestionAsked | None:
    """Return the question for a letter of a Master that turn `number` has laid: the first Master for which
    `ruling` allows several letters. Return None if there is no such Master, or if the turn does not count."""
    if not turn.stands or turn.ruling == "unclear":
        return None
    before, after = parse_position(turn.before), parse_position(turn.after)
    open_ones = [spot for spot in _unnamed_spots(after) if is_new_master(before, after, spot)]
    for spot in open_ones:
        letters = letters_of(match, spot, after, ruling)
        if len(letters) > 1:
            master = _OpenMaster(after, spot, letters)
            return _question(match, turn, number, master, first=len(open_ones) > 1)
    return None


@dataclass(frozen=True, slots=True)
class _OpenMaster:
    """A Master that may stand for several letters."""

    position: Position
    """The position in which the Master lies."""
    spot: Spot
    """The Master's place in that position."""
    letters: str
    """The letters that the Master may stand for, in upper case."""

    def named(self) -> list[Position]:
        """Return one position for each possible letter of the Master, in which the Master is named as this
        letter."""
        return [with_letter(self.position, self.spot, letter.lower()) for letter in self.letters]


def _question(
    match: Match, turn: TurnFinished, number: int, master: _OpenMaster, *, first: bool
) -> QuestionAsked:
    facts = (("name", match.players[turn.player]), ("words", words_with(master.position, master.spot)))
    asks = Sentence("{name}, which letter is the Master in {words}?", facts)
    if first:
        asks = Sentence("{name}, which letter is the first Master in {words}?", facts)
    ways = master.named()
    as_words = len(ways) <= MAX_OFFERED_WORDS
    says = (
        Sentence("{words}", (("words", words_with(way, master.spot)),)) if as_words else Sentence(letter)
        for way, letter in zip(ways, master.letters, strict=True)
    )
    return QuestionAsked(
        turn.player,
        turn.before,
        turn.after,
        str(asks),
        tuple(map(format_position, ways)),
        "Master",
        number,
        asks=asks,
        offers=tuple(map(Offer, says)),
        otherwise=Sentence("We leave it open"),
    )


def letters_of(match: Match, spot: Spot, after: Position, ruling: Ruling) -> str:
    """Return the letters with which a Master makes the play legal, in alphabetical order. Return all letters
    in a game of bluff, or if the turn's Masters can be named in too many ways to report (MAX_NAMINGS).

    Return none if the letters are unknown: `ruling` does not name the Master, or the play is not legal.
    """
    if match.game.challenges.mode == "challenge":
        return LETTERS if not isinstance(after, Piles) else ""
    namings = ruling.namings if isinstance(ruling, Legal) else ()
    if len(namings) >= MAX_NAMINGS:
        return LETTERS
    letters = {letter_at(naming, spot) for naming in namings}
    return "" if MASTER in letters else "".join(sorted(letters)).upper()


def _unnamed_spots(position: Position) -> list[Spot]:
    """Return the spots of the unnamed Masters in a position."""
    return [(r, c) for r, line in enumerate(position.lines) for c, card in enumerate(line) if card == MASTER]


def is_new_master(before: Position, after: Position, spot: Spot) -> bool:
    """Return True if the Master at `spot` is part of the play from `before` to `after`: the Master was
    laid in this play, the Master's pile of a patience changed, or in a race the Master lies before the
    player on turn."""
    row, _ = spot
    match before, after:
        case Piles(), Piles():
            return before.piles[row] != after.piles[row]
        case RacePosition(), RacePosition():
            first = sum(map(len, after.laid[: before.player]))
            return first <= row < first + len(after.laid[before.player])
        case _:
            return spot_before(with_masters_unnamed(before), with_masters_unnamed(after), spot) is None


def words_with(position: Position, spot: Spot) -> tuple[str, ...]:
    """Return the one or two words of `position` that contain the Master at `spot`, written for people."""
    row, column = spot
    if isinstance(position, RacePosition | Grid):
        first = row
        for rows in position.laid if isinstance(position, RacePosition) else (position.rows,):
            if first < len(rows):
                lying = cards_of(Grid(rows))
                runs = runs_through(lying, ((first, column),))
                return words(tuple(text_of(lying, run) for run in runs))
            first -= len(rows)
    return (word(position.lines[row]),)

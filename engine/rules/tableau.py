"""Rule on a turn of Lexicon Solitaire 2: words from the tops of a tableau, cards moved into spaces, and
cards turned up from the nest (S2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.moves import ASIDE_SOURCE, TURNED_SOURCE, CombinedMove, Move, Pass, Shift, SingleMove, Spell
from engine.rules.gathering import TakenCards, sorted_faces, spell, spellings
from engine.rules.patience import PatienceTurn
from engine.rules.pile_changes import PileChange, pile_changes
from engine.rules.piles import pile_numbers, unexplained_move
from engine.rules.stock_changes import StockChange, stock_changes
from engine.rules.vocabulary import table_refusal
from engine.ruling import Breach, Illegal, Legal, NotListed, Ruling, TooFewLetters
from engine.ruling.piles import (
    Covered,
    MakesNoWord,
    MastersSpent,
    NotAVowel,
    PilesDisturbed,
    SpaceTaken,
    TurnedTooMany,
    VowelFirst,
)

VOWELS: Final = "AEIOU"


@dataclass(frozen=True, slots=True)
class _TableauTurn:
    """A possible turn: cards moved into spaces, and a word made of the other cards taken."""

    turn: PatienceTurn
    changes: tuple[PileChange, ...]
    stock_change: StockChange
    shifts: tuple[Shift, ...]
    taken: TakenCards
    masters: int

    @property
    def cards(self) -> str:
        """The letter cards of the word."""
        return "".join(self.taken.values())

    @property
    def spells(self) -> bool:
        """True if the turn gathered a word."""
        return bool(self.cards) or self.masters > 0


def adjudicate_tableau(turn: PatienceTurn) -> Ruling:
    """Rule on the play that led from `before` to `after`: a word, a card moved into a space, or a nest
    card turned up."""
    changes = pile_changes(turn.before, turn.after)
    rulings = [
        _ruled(_possible_turn(turn, changes, stock_change))
        for stock_change in stock_changes(turn.before, turn.after)
    ]
    return next((ruling for ruling in rulings if isinstance(ruling, Legal)), rulings[0])


def _possible_turn(
    turn: PatienceTurn, changes: tuple[PileChange, ...], stock_change: StockChange
) -> _TableauTurn:
    taken = {change.index: change.cards for change in changes if change.kind == "taken"}
    if stock_change.taken:
        taken[TURNED_SOURCE] = stock_change.taken
    shifts = []
    for change in changes:
        if change.kind == "added" and len(change.cards) == 1:
            source = next((i for i, cards in taken.items() if cards == change.cards), None)
            if source is not None:
                del taken[source]
                shifts.append(Shift(change.cards, source, change.index))
    masters = turn.before.masters - turn.after.masters
    return _TableauTurn(turn, changes, stock_change, tuple(shifts), taken, max(masters, 0))


def _ruled(step: _TableauTurn) -> Ruling:
    word = _word(step)
    moves: tuple[SingleMove, ...] = (*((word,) if word else ()), *step.shifts, *step.stock_change.moves)
    breaches = tuple(_breaches(step, word))
    if breaches and not _is_explained(step, word):
        return Illegal(unexplained_move(step.turn, step.changes) if step.changes else Pass(), breaches)
    move: Move = CombinedMove(moves) if len(moves) > 1 else moves[0] if moves else Pass()
    won = not any(step.turn.after.piles) and not step.turn.after.turned and step.turn.after.stock == 0
    return Illegal(move, breaches) if breaches else Legal(move, out=won)


def _is_explained(step: _TableauTurn, word: Spell | None) -> bool:
    """Return True if moves of the game explain all changes."""
    shifted = {shift.target for shift in step.shifts} | {shift.source for shift in step.shifts}
    known_changes = shifted | (set(step.taken) if word else set())
    return all(change.index in known_changes for change in step.changes)


def _word(step: _TableauTurn) -> Spell | None:
    """Return the word of the cards taken, with the Masters used."""
    if not step.spells:
        return None
    called_word, table = step.turn.called_word, step.turn.game.vocabulary
    if called_word:
        fits = len(called_word) == len(step.cards) + step.masters and not _lacking(step.cards, called_word)
        word = called_word if fits else None
    else:
        word = next(spellings(step.cards, step.turn.words, table, step.masters), None)
    return spell(word, step.taken, (ASIDE_SOURCE,) * step.masters) if word else None


def _lacking(cards: str, word: str) -> bool:
    return any(cards.count(card) > word.count(card) for card in cards)


def _breaches(step: _TableauTurn, word: Spell | None) -> Iterator[Breach]:
    yield from _check_piles(step)
    if step.spells:
        yield from _check_word(step, word)
    for shift in step.shifts:
        yield from _check_shift(step, shift)
    if step.stock_change.turned_up > 1:
        yield TurnedTooMany(step.stock_change.turned_up, 1, "S2-3")


def _check_piles(step: _TableauTurn) -> Iterator[Breach]:
    """Check that only top cards of piles were taken. The card beneath a taken card may be turned up only
    after the word, so no word has two cards of one pile."""
    beneath = [c for c in step.changes if c.kind == "covered" or (c.kind == "taken" and len(c.cards) > 1)]
    if beneath:
        yield Covered(sorted_faces(c.cards for c in beneath), pile_numbers(beneath), "S1-2")
    shifted = {shift.target for shift in step.shifts}
    strange = [c for c in step.changes if c.kind in ("added", "strange") and c.index not in shifted]
    if strange or step.stock_change.unexplained or step.stock_change.restocked:
        beneath_top = (step.turn.before.turned or "")[:-1]
        of_nest = any(
            c.kind == "added" and c.cards in beneath_top for c in strange
        )  # the top card goes first
        clause = "S2-2" if of_nest else "S2-1" if strange else "S2-3"
        yield PilesDisturbed(pile_numbers(strange) or ("nest",), clause)


def _check_word(step: _TableauTurn, word: Spell | None) -> Iterator[Breach]:
    cards = sorted_faces((*step.taken.values(), "?" * step.masters))
    least, left = step.turn.game.plays.later[0], step.turn.before.masters
    if len(cards) < least:
        yield TooFewLetters(cards, least, "S1-1")
    if step.masters > left:
        yield MastersSpent(step.masters, left)
    if word is None:
        yield MakesNoWord(cards)
    elif refusal := table_refusal(word.word.upper(), step.turn.words, step.turn.game.vocabulary):
        yield NotListed(word.word, refusal)


def _check_shift(step: _TableauTurn, shift: Shift) -> Iterator[Breach]:
    """Check a card moved into a space. It must be a vowel from the piles (S2-1), or a nest card if the piles
    offer no vowel (S2-2)."""
    if step.turn.before.piles[shift.target] and shift.target not in step.taken:
        yield SpaceTaken(shift.card, shift.target + 1)
    if shift.source != TURNED_SOURCE and shift.card not in VOWELS:
        yield NotAVowel(shift.card)
    if shift.source == TURNED_SOURCE and (vowels := movable_vowels(step.turn.before.piles)):
        yield VowelFirst(shift.card, vowels)


def movable_vowels(piles: Sequence[str]) -> str:
    """Return the vowels on top of piles that cover a card. Moving such a vowel turns that card up (S2-1)."""
    return "".join(pile[-1] for pile in piles if len(pile) > 1 and pile[-1] in VOWELS)

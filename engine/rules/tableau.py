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
from engine.rules.vocabulary import word_refusal
from engine.ruling import Breach, Illegal, Legal, NotListed, Ruling, TooFewLetters
from engine.ruling.piles import (
    Covered,
    MakesNoWord,
    MastersSpent,
    NotAVowel,
    NotOfTheseCards,
    PilesDisturbed,
    SpaceTaken,
    TurnedTooMany,
    VowelFirst,
)

VOWELS: Final = "AEIOU"


@dataclass(frozen=True, slots=True)
class _TableauTurn:
    """A possible turn of Solitaire 2: cards moved into spaces, and a word made of the other cards taken."""

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
    def makes_word(self) -> bool:
        """True if the turn made a word."""
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


def _ruled(tableau_turn: _TableauTurn) -> Ruling:
    word = _word(tableau_turn)
    moves: tuple[SingleMove, ...] = (
        *((word,) if word else ()),
        *tableau_turn.shifts,
        *tableau_turn.stock_change.moves,
    )
    breaches = tuple(_breaches(tableau_turn, word))
    if breaches and not _is_explained(tableau_turn, word):
        return Illegal(
            unexplained_move(tableau_turn.turn, tableau_turn.changes) if tableau_turn.changes else Pass(),
            breaches,
        )
    move: Move = CombinedMove(moves) if len(moves) > 1 else moves[0] if moves else Pass()
    won = (
        not any(tableau_turn.turn.after.piles)
        and not tableau_turn.turn.after.turned
        and tableau_turn.turn.after.stock == 0
    )
    return Illegal(move, breaches) if breaches else Legal(move, goes_out=won)


def _is_explained(tableau_turn: _TableauTurn, word: Spell | None) -> bool:
    """Return True if all changed piles are accounted for by the cards moved into spaces and by the
    word made."""
    shifted = {shift.target for shift in tableau_turn.shifts} | {
        shift.source for shift in tableau_turn.shifts
    }
    known_changes = shifted | (set(tableau_turn.taken) if word else set())
    return all(change.index in known_changes for change in tableau_turn.changes)


def _word(tableau_turn: _TableauTurn) -> Spell | None:
    """Return the word that the cards taken in a turn spell together with the Masters used; None if they spell
    no word. If the player has called the word, only the called word counts."""
    if not tableau_turn.makes_word:
        return None
    called_word, table = tableau_turn.turn.called_word, tableau_turn.turn.game.vocabulary
    if called_word:
        fits = len(called_word) == len(tableau_turn.cards) + tableau_turn.masters and not _lacking(
            tableau_turn.cards, called_word
        )
        word = called_word if fits else None
    else:
        word = next(spellings(tableau_turn.cards, tableau_turn.turn.words, table, tableau_turn.masters), None)
    return spell(word, tableau_turn.taken, (ASIDE_SOURCE,) * tableau_turn.masters) if word else None


def _lacking(cards: str, word: str) -> bool:
    return any(cards.count(card) > word.count(card) for card in cards)


def _breaches(tableau_turn: _TableauTurn, word: Spell | None) -> Iterator[Breach]:
    yield from _check_piles(tableau_turn)
    if tableau_turn.makes_word:
        yield from _check_word(tableau_turn, word)
    for shift in tableau_turn.shifts:
        yield from _check_shift(tableau_turn, shift)
    if tableau_turn.stock_change.turned_up > 1:
        yield TurnedTooMany(tableau_turn.stock_change.turned_up, 1, "S2-3")


def _check_piles(tableau_turn: _TableauTurn) -> Iterator[Breach]:
    """Yield a breach if cards beneath the top of a pile were taken, or if piles changed otherwise without a
    move. The card beneath a taken card may be turned up only after the word. So no word may use two cards of
    one pile."""
    beneath = [
        c for c in tableau_turn.changes if c.kind == "covered" or (c.kind == "taken" and len(c.cards) > 1)
    ]
    if beneath:
        yield Covered(sorted_faces(c.cards for c in beneath), pile_numbers(beneath), "S1-2")
    shifted = {shift.target for shift in tableau_turn.shifts}
    strange = [c for c in tableau_turn.changes if c.kind in ("added", "strange") and c.index not in shifted]
    if strange or tableau_turn.stock_change.unexplained or tableau_turn.stock_change.restocked:
        beneath_top = (tableau_turn.turn.before.turned or "")[:-1]
        of_nest = any(
            c.kind == "added" and c.cards in beneath_top for c in strange
        )  # the top card goes first
        clause = "S2-2" if of_nest else "S2-1" if strange else "S2-3"
        yield PilesDisturbed(pile_numbers(strange) or ("nest",), clause)


def _check_word(tableau_turn: _TableauTurn, word: Spell | None) -> Iterator[Breach]:
    cards = sorted_faces((*tableau_turn.taken.values(), "?" * tableau_turn.masters))
    least, left = tableau_turn.turn.game.plays.later[0], tableau_turn.turn.before.masters
    if len(cards) < least:
        yield TooFewLetters(cards, least, "S1-1")
    if tableau_turn.masters > left:
        yield MastersSpent(tableau_turn.masters, left)
    if word is None:
        called_word = tableau_turn.turn.called_word
        yield NotOfTheseCards(called_word, cards) if called_word else MakesNoWord(cards)
    elif refusal := word_refusal(
        word.word.upper(), tableau_turn.turn.words, tableau_turn.turn.game.vocabulary
    ):
        yield NotListed(word.word, refusal)


def _check_shift(tableau_turn: _TableauTurn, shift: Shift) -> Iterator[Breach]:
    """Yield a breach if the wrong card was moved into a space, or if the space held a card. The card must be
    a vowel from the piles (S2-1), or a nest card if the piles offer no vowel (S2-2)."""
    if tableau_turn.turn.before.piles[shift.target] and shift.target not in tableau_turn.taken:
        yield SpaceTaken(shift.card, shift.target + 1)
    if shift.source != TURNED_SOURCE and shift.card not in VOWELS:
        yield NotAVowel(shift.card)
    if shift.source == TURNED_SOURCE and (vowels := movable_vowels(tableau_turn.turn.before.piles)):
        yield VowelFirst(shift.card, vowels)


def movable_vowels(piles: Sequence[str]) -> str:
    """Return the vowels that lie on top of at least one other card of their pile. Moving such a vowel turns
    the card beneath it up (S2-1)."""
    return "".join(pile[-1] for pile in piles if len(pile) > 1 and pile[-1] in VOWELS)

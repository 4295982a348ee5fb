"""Rule on a turn of Lexicon Solitaire 1: words from the tops of fanned piles (S1-1 to S1-4)."""

from collections.abc import Iterator, Sequence

from engine.moves import Change, CombinedMove, Move, Pass, Spell
from engine.rules.gathering import TakenCards, sorted_faces, spell, spellings, words_gathered
from engine.rules.patience import PatienceTurn
from engine.rules.pile_changes import PileChange, pile_changes
from engine.rules.vocabulary import word_refusal
from engine.ruling import Breach, Illegal, Legal, NotListed, Ruling, TooFewLetters
from engine.ruling.piles import Covered, MakesNoWord, NotOfTheseCards, PilesDisturbed


def adjudicate_piles(turn: PatienceTurn) -> Ruling:
    """Rule on a turn of Lexicon Solitaire 1 that led from `before` to `after`. A turn without a word is
    allowed."""
    changes = pile_changes(turn.before, turn.after)
    if not changes:
        return Legal(Pass(), goes_out=_is_empty(turn))
    taken = {change.index: change.cards for change in changes if change.kind in ("taken", "covered")}
    spells = _words(turn, taken)
    breaches = (*_check_piles(changes), *_check_words(turn, taken, spells))
    move = _move(turn, changes, taken, spells)
    return Illegal(move, breaches) if breaches else Legal(move, goes_out=_is_empty(turn))


def _is_empty(turn: PatienceTurn) -> bool:
    """Return True if every card has been used, which wins the game."""
    return not any(turn.after.piles)


def _words(turn: PatienceTurn, taken: TakenCards) -> tuple[Spell, ...] | None:
    if turn.called_word:
        same = sorted(turn.called_word) == sorted("".join(taken.values()))
        return (spell(turn.called_word, taken),) if same else None
    return words_gathered(
        taken, turn.words, turn.game.vocabulary, turn.game.plays.later[0], last=_is_empty(turn)
    )


def _check_piles(changes: Sequence[PileChange]) -> Iterator[Breach]:
    covered = [change for change in changes if change.kind == "covered"]
    if covered:
        yield Covered(sorted_faces(c.cards for c in covered), pile_numbers(covered), "S1-2")
    strange = [change for change in changes if change.kind in ("added", "strange")]
    if strange:
        yield PilesDisturbed(pile_numbers(strange), "S1-2")


def _check_words(turn: PatienceTurn, taken: TakenCards, spells: tuple[Spell, ...] | None) -> Iterator[Breach]:
    cards = sorted_faces(taken.values())
    if not cards:
        return
    least, last = turn.game.plays.later[0], _is_empty(turn)
    if last and len(cards) < 2:
        yield TooFewLetters(cards, 2, "S1-4")
    elif not last and len(cards) < least:
        yield TooFewLetters(cards, least, "S1-1")
    if turn.called_word and spells:
        refusal = word_refusal(turn.called_word, turn.words, turn.game.vocabulary)
        if refusal is not None:
            yield NotListed(turn.called_word, refusal)
    elif turn.called_word:
        yield NotOfTheseCards(turn.called_word, cards)
    elif spells is None and not any(spellings(cards, turn.words, turn.game.vocabulary)):
        yield MakesNoWord(cards)


def _move(
    turn: PatienceTurn, changes: Sequence[PileChange], taken: TakenCards, spells: tuple[Spell, ...] | None
) -> Move:
    if spells and len(taken) == len(changes):
        return spells[0] if len(spells) == 1 else CombinedMove(spells)
    return unexplained_move(turn, changes)


def unexplained_move(turn: PatienceTurn, changes: Sequence[PileChange]) -> Move:
    """Return the changes of a patience's piles as one move, for a turn that no move of the game explains.
    Each change names a pile, its cards before and its cards after."""
    before, after = turn.before.piles, turn.after.piles
    indices = dict.fromkeys(change.index for change in changes)  # a pile may have two changes
    moves = tuple(Change(index, before[index], after[index]) for index in indices)
    return moves[0] if len(moves) == 1 else CombinedMove(moves)


def pile_numbers(changes: Sequence[PileChange]) -> tuple[str, ...]:
    """Return the numbers of the changed piles, from 1."""
    return tuple(str(change.index + 1) for change in changes)

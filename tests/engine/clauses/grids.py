"""Provide crosswords drawn as lines of letters. A small word list with flags rules on them."""

from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.game import Game
from engine.moves import EMPTY
from engine.notation import Hand, format_move
from engine.position import Grid
from engine.rules.clauses import clauses_broken
from engine.ruling import Illegal, Legal, Ruling
from engine.words import Flag, WordList
from engine.words.kinds import Contents, Kind

EVERYWHERE = Flag.US | Flag.GB
PLAIN, PLURAL = Kind(10, EVERYWHERE), Kind(10, EVERYWHERE | Flag.PLURAL_ONLY)
VERB, SLANG = Kind(10, EVERYWHERE | Flag.VERB_THIRD), Kind(10, EVERYWHERE | Flag.SLANG)
_TEXT = """
 THE OTHER HOLE REST OASIS WHY TIP EMIT APT LEND SEAM WILL YOUNG STEAM IMP PIT SAT TEAM SEE EASY YOU
OUT BOUT CAT CAME TRIE TREE TREES LOVE NOT TOE MOO GAME SALT EVEN SET KEY KEYS SEEM LEN IS AS SEED DO DRY
TEA LOVER WILLING UP NO HO HOL HE WHYS STEAMED ON SMILE THEY BOX NEED ES WORD CROSS
"""
WORDS = WordList(
    Contents(
        dict(
            sorted(
                (
                    dict.fromkeys(_TEXT.split(), PLAIN)
                    | dict.fromkeys(("TIPS", "CATS", "LOVES", "TREES", "BOXES"), PLURAL)
                    | {"SEES": VERB, "SMILES": VERB, "TRIES": VERB, "JOBBO": SLANG}
                ).items()
            )
        ),
        proper=" ROME ",
        abbreviations=" MR ",
    )
)


def picture(text: str) -> Grid:
    """Return the crossword that `text` draws in lines of one length. `.` is an empty place."""
    return Grid(tuple(line.strip() for line in text.split()))


def ruled(
    game: Game | str,
    before: Grid | str,
    after: Grid | str,
    *,
    hand: Hand | None = None,
    players: int = 2,
    first: bool = False,
) -> Ruling:
    rules = configured(game) if isinstance(game, str) else game
    then, now = (picture(grid) if isinstance(grid, str) else grid for grid in (before, after))
    return adjudicate(rules.seated(players), WORDS, then, now, hand=hand, first_turn=first)


def move(ruling: Ruling) -> str:
    assert isinstance(ruling, Legal), ruling
    return format_move(ruling.move)


def clauses(ruling: Ruling) -> set[str]:
    """Return the clause that each breach of the ruling names first."""
    assert isinstance(ruling, Illegal), ruling
    return {breach.clause for breach in ruling.breaches}


def all_clauses(ruling: Ruling) -> set[str]:
    """Return all clauses that the play breaks: the clauses that its breaches name, and the other clauses
    that forbid the same fault."""
    assert isinstance(ruling, Illegal), ruling
    return {clause for clause, _ in clauses_broken(ruling)}


def board(*laid: tuple[str, int, int, str], size: int = 19) -> Grid:
    """Return a board with the given words. Each word is a tuple of letters, row, column (from 0), and `>`
    across or `|` down."""
    rows = [[EMPTY] * size for _ in range(size)]
    for letters, row, column, way in laid:
        for i, letter in enumerate(letters):
            rows[row + i * (way == "|")][column + i * (way == ">")] = letter
    return Grid(tuple(map("".join, rows)))

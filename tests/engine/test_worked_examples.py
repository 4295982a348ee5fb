"""Test every worked example of the booklets that the scans have kept, in one table, with the shipped word
list.

`PB` is Parker Brothers 1937, `WD` Waddingtons, `ART` the article, `ATW` American Toy Works, `KW` Parker
Brothers 1953. Positions are in notation. The expected result is the move, or `illegal` with the clause.
Some drawings are lost: the plurals (PB diagram 2), Solitaire 1 and 2, and Keyword Patience (KW diagrams 1
to 3). Their texts are used here. In the example of LOVE an E is laid besides the O that the text names.
Lexigram's large crossword is replayed move by move in `clauses/test_lg.py`.
"""

from dataclasses import dataclass

import pytest

from device.words.lists import load
from engine.adjudication import adjudicate
from engine.catalogue import configured
from engine.notation import format_move, parse_position
from engine.position import Grid
from engine.rules.board_scoring import play_points
from engine.rules.clauses import clauses_broken
from engine.rules.columns import listed_words, unfinished_words
from engine.rules.scoring import after_hand
from engine.ruling import Illegal, Legal
from engine.words import WordList
from tests.engine.clauses.grids import board


@dataclass(frozen=True)
class Example:
    """An example of a booklet with its expected result, `comes`. `source` names the booklet and its page or
    number."""

    source: str
    game: str
    before: str
    after: str
    comes: str
    called: str = ""


def of_lexicon(source: str, *examples: str) -> list[Example]:
    """Return an example of Lexicon for each text. `"MOTHER<SMOTHERED"` is an insertion into MOTHER,
    `"EXPERT=EXPORT"` an exchange of cards of EXPERT."""
    found = []
    for text in examples:
        before, after = text.replace("=", "<").split("<")
        found.append(Example(source, "lexicon", f"{before} /K", f"{after} /K", f"1:{text}"))
    return found


LEXICON = [
    *of_lexicon("PB p. 12, WD (c)", "MOTHER<SMOTHERED", "HAT<THATCHED", "FAR<FAIRY", "MAN<MANY"),
    *of_lexicon("PB p. 13, WD (d)", "EXPERT=EXPORT"),
    *of_lexicon("ART", "ARE<BARE", "ARE<AREA", "ARE<ARISE", "ARE<CARESS", "ARE<FEARLESS", "LARCH=LURCH"),
    Example("PB p. 12 (b)", "lexicon", "CAT /K", "CAT /Q", "-Q"),
    Example("PB p. 12 (c), reversed", "lexicon", "TIP /K", "PITS /K", "illegal LEX-C2"),
    Example(
        "PB p. 13, one word at the same turn", "lexicon", "FAR MAN /K", "FAIRY MANY /K", "illegal LEX-C3"
    ),
    Example("PB p. 13, no passing", "lexicon", "CAT /K", "CAT /K", "illegal LEX-P"),
]
CROSSWORD = [
    Example(f"{source}, {word}", "crossword", before.replace(" ", ";"), after.replace(" ", ";"), move)
    for source, word, before, after, move in (
        ("PB diagram 1", "GAME", ".... .... ....", ".... GAME ....", "A2>GAME"),
        ("PB diagram 1", "SALT", ".... GAME .... ....", ".S.. GAME .L.. .T..", "B1|S.LT"),
        ("PB diagram 1", "EVEN", ".S.. GAME .L.. .T.. ....", ".S.. GAME .L.V .T.E ...N", "D3|VEN"),
        ("PB diagram 1", "TOE", ".S.. GAME .L.V .T.E ...N", ".S.. GAME .L.V .TOE ...N", "C4>O"),
        (
            *("PB two-way words", "LOVE and MOO", ".S... GAME. .L.V. .TOE. ...N."),
            *(".S... GAME. .LOVE .TOE. ...N.", "C3>O.E"),
        ),
        (
            *("PB two-way words", "LIVE but MIO", ".S... GAME. .L.V. .TOE. ...N."),
            *(".S... GAME. .LIVE .TOE. ...N.", "illegal XW-3"),
        ),
        ("KW diagram 1", "NO", "GAME. .LOVE .TOE. ...N.", "GAME. .LOVE .TOE. ...NO", "E4>O"),
        ("KW diagram 1", "EVENT", "...E. .LOVE .TOE. ...NO .....", "...E. .LOVE .TOE. ...NO ...T.", "D5|T"),
        ("PB increasing words", "TART of TAR", "TAR. ....", "TART ....", "D1>T"),
        ("PB increasing words", "TART of ART", ".ART ....", "TART ....", "A1>T"),
        ("PB singular and plural", "smiles", "SMILE. ......", "SMILES ......", "F1>S"),
        ("PB singular and plural", "a bare plural", "CAT. ....", "CATS ....", "illegal XW-4"),
        ("PB the Master", "MEN and HAT", "MeN .A. .T.", "MeN .AH .T.", "illegal XW-3"),
    )
]
LEXIGRAM = [
    Example("ATW Lexigram 1, THE", "lexigram", ".....;.....", ".THE.;.....", "B1>THE"),
    Example("ATW Lexigram 2, OTHER", "lexigram", ".THE.;.....", "OTHER;.....", "A1>O...R"),
    Example("ATW Lexigram 2, THE and TOR", "lexigram", "THE;...;...", "THE;O..;R..", "A2|OR"),
    Example(
        "ATW Lexigram 3, HOLE",
        "lexigram",
        ".....;.....;.....;OTHER",
        "...H.;...O.;...L.;OTHER",
        "D1|HOL",
    ),
    Example(
        "ATW Lexigram 7, AP",
        "lexigram",
        "...TIP;.SEE..;.U.A..;.N....",
        "...TIP;.SEEM.;.U.AP.;.N....",
        "illegal XW-3",
    ),
    Example("ATW Lexigram 10, SAT", "lexigram", "TIP.;....;....", "TIPS;...A;...T", "D1|SAT"),
]
RACE = [
    Example("ATW My Word 3, FOR", "my-word", "[]0* []0", "[FOR]0* []0", "+FOR"),
    Example("ATW My Word 3, OR and OF", "my-word", "[]0* []0", "[OR;F.]0* []0", "+OR & +OF"),
    Example("ATW My Word 6, a plural", "my-word", "[CAT]1* []0", "[CATS]1* []0", "+CATS"),
    Example("ATW My Word 11, TWO", "my-word", "[]3*number []0", "[TWO]3*number []0", "+TWO"),
]  # fmt: skip
PATIENCES = [
    Example("PB p. 20, HOME", "solitaire-1", "MOH|XE|ZZ", "-|X|ZZ", "HOME@1,1,1,2", "HOME"),
    Example("PB p. 19, two cards left over", "solitaire-1", "TA|-", "-|-", "AT@1,1", "AT"),
    *(
        Example(f"PB p. 22, {word}", "solitaire-2", "R|#A|#Z|#O|#R|#B|#E /- *20 +2", after, moved, word)
        for word, after, moved in (
            ("BEAR", "-|T|#Z|#O|#R|T|S /- *20 +2", "BEAR@6,7,2,1"),
            ("BORE", "-|#A|#Z|T|#R|S|L /- *20 +2", "BORE@6,4,1,7"),
            ("ROBE", "-|#A|#Z|T|#R|S|L /- *20 +2", "ROBE@1,4,6,7"),
            ("RAZOR", "-|T|S|L|N|#B|#E /- *20 +2", "RAZOR@1,2,3,4,5"),
        )
    ),
    Example("ATW Word Solitaire 1, JO", "word-solitaire", "S|J|A /O *9", "S|JO|A /- *9", "O@^>2"),
    Example("ATW Word Solitaire 1, AN", "word-solitaire", "S|J|A /N *9", "S|J|AN /- *9", "N@^>3"),
    *(
        Example(f"ATW Word Solitaire 2 and 3, {column}", "word-solitaire",
                f"{column[:-1]}|J /{column[-1]} *9", f"{column}|J /- *9", f"{column[-1]}@^>1")
        for column in ("TI", "TIL", "TILL", "TILLE", "TILLEA", "TILLEAN"[:6] + "D")
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def listed() -> WordList:
    return load()


def came(example: Example, words: WordList) -> str:
    """Return the result of an example: the move, `unclear`, or `illegal` with a clause."""
    game = configured(example.game)
    before, after = parse_position(example.before), parse_position(example.after)
    ruling = adjudicate(game, words, before, after, called_word=example.called)
    if isinstance(ruling, Legal):
        return format_move(ruling.move)
    if not isinstance(ruling, Illegal):
        return "unclear"
    wanted = example.comes.split()[-1]
    found = [clause for clause, _ in clauses_broken(ruling)]
    return f"illegal {wanted if wanted in found else ' '.join(found)}"


@pytest.mark.parametrize(
    "example", [*LEXICON, *CROSSWORD, *LEXIGRAM, *RACE, *PATIENCES], ids=lambda e: e.source
)
def test_the_booklets_example_is_ruled_on_as_it_says(example: Example, listed: WordList) -> None:
    assert came(example, listed) == example.comes


def test_atw_word_solitaire_tillead_reads_as_till_and_lead(listed: WordList) -> None:
    """TILLE may grow to TILLER. With A and D the column reads LEAD instead, from the last L of TILL on."""
    words = listed_words(listed, configured("word-solitaire").vocabulary)
    assert "TILLE" in unfinished_words("TILLE", words)
    assert unfinished_words("TILLEAD", words)[0] == "LEAD"


def test_kw_ry_added_to_do_scores_the_letters_ry_alone() -> None:
    """DO becomes DORY. R and Y lie on squares without a colour and score five points each. D and O score
    nothing, since they lay there before."""
    game = configured("keyword")
    before, after = board(("DO", 9, 9, ">")), board(("DORY", 9, 9, ">"))
    assert play_points(game, before, after, frozenset(), "").points == 10


def test_lex_the_figures_of_the_article_are_those_of_the_pack() -> None:
    """The values are 2 to 10 and 15 for the Master. 15 letters occur once, eight three times, A, E and I
    four times."""
    pack = configured("lexicon", {"edition": "art"}).pack
    letters = [card for card in pack.counts if card != "?"]
    assert {pack.figures[card] for card in letters} == {2, 4, 6, 8, 10}
    assert pack.figures["?"] == 15
    counts = [pack.counts[card] for card in letters]
    assert [counts.count(n) for n in (1, 3, 4)] == [15, 8, 3]
    assert after_hand(configured("lexicon"), (0, 0), ("", "AE?")).totals == (0, 35)
    assert isinstance(parse_position(";"), Grid)

"""Test the edition of a box, a leaflet or an advertisement card, by the words read on it."""

import pydoc_data.topics
import random
import string
from pathlib import Path
from typing import Final

import pytest

from engine.catalogue import EDITIONS
from engine.edition_recognition import PRINTS, recognised_edition

SEEDS: Final = Path(__file__).parents[2].parent / "shared" / "seeds"

BOX: Final = "LEXICON Regd. Trade Mark WADDINGTON'S card game 52 CARDS John Waddington Ltd. LONDON & LEEDS"
LEAFLET: Final = "LEXICON Regd. Trade Mark The card game of skill, laughter and interest RULES Dealer"
CLOCK: Final = "LEXICON CLOCK PATIENCE Deal 12 cards in a circle and place one more card in the centre"
PARKER: Final = "LEXICON PARTY COPYRIGHT 1937, BY PARKER BROTHERS, INC. SALEM, MASS., NEW YORK, LONDON"
CROSSWORD: Final = "CROSSWORD LEXICON another Crossword Game you will enjoy. Parker Brothers Inc. SALEM"
RACE: Final = "AMERICAN TOY WORKS, Long Island City, N.Y. MY WORD the skill of anagrams, horse racing"
BOARD: Final = "KEYWORD A CROSSWORD GAME For 2, 3 or 4 Players Parker Brothers Inc. SALEM, MASSACHUSETTS"
ARTICLE: Final = (
    "The game of Lexicon. Lexicon might strike one as a cross between gin rummy and Scrabble. It was first "
    "produced by John Waddington Ltd. Lexicon is still available from Winning Moves UK. A pack has 52 cards"
)
PRINTED: Final = [
    (BOX, "wd", "lexicon"),
    (LEAFLET, "wd", "lexicon"),
    (CLOCK, "wd", "clock"),
    (PARKER, "pb", "lexicon-party"),
    (CROSSWORD, "pb", "crossword"),
    (RACE, "atw", "my-word"),
    (BOARD, "kw", "keyword"),
    (ARTICLE, "art", "lexicon"),
]
FOREIGN: Final = [
    "",
    "MONOPOLY Parker Brothers Real Estate Trading Game SALEM, MASS. Reg. U.S. Pat. Off. 52 cards",
    "CLUE The Great Detective Game PARKER BROTHERS SALEM MASSACHUSETTS MADE IN U.S.A.",
    "CLUEDO Waddingtons Leeds MADE IN ENGLAND. Also by Waddingtons: LEXICON, MONOPOLY, TOTOPOLY",
    "MONOPOLY. Other good games: LEXICON, SORRY, ROOK. Parker Brothers, Inc., Salem, Mass.",
    "SCRABBLE Crossword Game. Every word counts. Selchow & Righter, J. W. Spear and Sons, Enfield",
    "A GREEK-ENGLISH LEXICON compiled by Henry George Liddell and Robert Scott, Oxford 1940",
    "Waddingtons No. 1 Playing Cards 52 CARDS LEEDS MADE IN ENGLAND",
    "Upon my word, said Mr. Parker to his brothers, there is horse racing at Salem today",
    "Keyword search: type the keyword and the index shows every page that has it, made in USA",
    "A lexicon of the woollen trade, printed in Leeds, made in England by Washington and Sons",
]


def test_every_edition_of_the_booklets_has_its_print() -> None:
    assert {game.edition for games in EDITIONS.values() for game in games} == {*PRINTS}


@pytest.mark.parametrize(("text", "edition", "game"), PRINTED)
def test_a_print_tells_its_edition_and_the_game_named_most(text: str, edition: str, game: str) -> None:
    recognition = recognised_edition(text.split())
    assert recognition is not None
    assert (recognition.edition, recognition.games[0]) == (edition, game)
    owned = {name for name, games in EDITIONS.items() if any(one.edition == edition for one in games)}
    assert {*recognition.games} == owned


def test_the_words_that_told_are_named_with_the_title_first() -> None:
    recognition = recognised_edition(BOX.split())
    assert recognition is not None
    assert recognition.phrases == ("LEXICON", "WADDINGTONS", "LEEDS", "52 CARDS")
    assert (recognition.pack.name, recognition.pack.size) == ("waddingtons", 52)


@pytest.mark.parametrize("text", FOREIGN)
def test_other_prints_tell_nothing(text: str) -> None:
    assert recognised_edition(text.split()) is None


def test_a_leaflet_of_two_makers_with_as_much_of_either_tells_nothing() -> None:
    assert recognised_edition(["LEXICON", "Waddingtons", "and", "Parker", "Brothers"]) is None


@pytest.mark.parametrize("word", ["WADDINGTON S", "WADDINGT0NS", "Waddingtonʼs", "WADDlNGTON", "WADINGTONS"])
def test_a_maker_is_known_though_misread_split_or_joined(word: str) -> None:
    assert recognised_edition(f"LEXIC0N {word}".split()) is not None


@pytest.mark.parametrize("word", ["WASHINGTON", "WELLINGTON", "BADMINTON"])
def test_another_name_is_not_taken_for_the_maker(word: str) -> None:
    assert recognised_edition(f"LEXICON {word}".split()) is None


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_print_tells_its_edition_or_nothing(seed: int) -> None:
    rng = random.Random(seed)
    told = [(recognised_edition(_damaged(text.split(), rng)), edition) for text, edition, _ in PRINTED]
    assert all(recognition is None or recognition.edition == edition for recognition, edition in told)
    assert sum(recognition is not None for recognition, _ in told) >= len(told) / 2


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_print_of_another_kind_tells_nothing(seed: int) -> None:
    rng = random.Random(seed)
    assert not any(recognised_edition(_damaged(text.split(), rng)) for text in FOREIGN)


def test_pages_of_prose_about_keywords_tell_nothing() -> None:
    words = " ".join(pydoc_data.topics.topics.values()).split()
    assert words.count("keyword") > 50
    assert not any(recognised_edition(words[at : at + 400]) for at in range(0, len(words), 4_000))


@pytest.mark.skipif(not SEEDS.exists(), reason="the booklets are not here")
@pytest.mark.parametrize(
    ("name", "edition"),
    [
        ("waddingtons-lexicon", "wd"),
        ("parker-1937-lexicon", "pb"),
        ("parker-1953-keyword", "kw"),
        ("american-toy-works-my-word", "atw"),
        ("article-game-of-lexicon", "art"),
    ],
)
def test_a_booklet_tells_its_edition_whole_and_no_other_page_by_page(name: str, edition: str) -> None:
    words = (SEEDS / f"{name}.txt").read_text("utf-8").split()
    whole = recognised_edition(words)
    assert whole is not None
    assert whole.edition == edition
    pages = [words[at : at + 250] for at in range(0, len(words), 250)]
    rng = random.Random(name)
    for page in (*pages, *(_damaged(page, rng) for page in pages)):
        recognition = recognised_edition(page)
        assert recognition is None or recognition.edition == edition


def _damaged(words: list[str], rng: random.Random) -> list[str]:
    """Damage one word in five as a poor reading does: two letters swapped, one dropped or one misread."""
    return [_misread(word, rng) if len(word) > 3 and rng.random() < 0.2 else word for word in words]


def _misread(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word) - 1)
    match rng.randrange(3):
        case 0:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case 1:
            return word[:at] + word[at + 1 :]
        case _:
            return word[:at] + rng.choice(string.ascii_uppercase) + word[at + 1 :]

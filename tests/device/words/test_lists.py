"""Test the committed list and glosses, a person's own lists, and that the builder makes the committed
list."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from deploy.lab.words import build_words, review
from device.errors import UsageFault
from device.words import lists
from device.words.glosses import glosses, open_glosses, pack_glosses
from engine.wording.words import say_word
from engine.words import Flag, WordList, WordRefusal
from engine.words.codec import text_of, unpack
from engine.words.facts import facts

SOURCES = (Path("/usr/share/dict/scowl/english-words.70"), Path("/usr/share/wordnet/cntlist.rev"))
REVIEWED = Path(__file__).parent / "plurals_reviewed.txt"

# Every word the booklets lay, or name as legal.
BOOKLETS = """
    GAME SALT EVEN TOE LOVE MOO TART TAR ART LIVE MEN HAT MOTHER SMOTHERED THATCHED FAR FAIRY MAN MANY ARE
    BARE AREA ARISE CARESS FEARLESS EXPERT EXPORT LARCH LURCH SMILE SMILES BEAR BORE ROBE RAZOR HOME THE
    OTHER HOLE REST OASIS WHY TIP EMIT APT LEND SEAM WILL YOUNG STEAM IMP PIT TIL TILL TILT TIE TILLER LEAN
    LEAD JOT AN FOR OR SAT SEEM TWO
"""

# Where the list does not follow the reviewer. Most are plurals to the reviewer, but dictionaries have the
# verb as well (she gardens, he stomachs it), and a word that is both is legal (XW-4). BUTTOCKS, CHITLINS,
# ODDMENTS and TONGS have entries of their own, CASUALS and UNDERARMS no noun they would be plurals of.
# OASES is a plural, but none made by adding ES: its singular is no OAS. Only MEDALS is a plural to the list
# alone: the dictionary has no such verb.
DISAGREEMENTS = """
    AUTHORS BEARDS BUTTOCKS CASTLES CASUALS CHITLINS CLAPBOARDS COIFFURES COWS ECHOS FEATHERS GARDENS HUSBANDS
    JEWELS KITES MEDALS MOONS MUSHROOMS NECKS OASES ODDMENTS PENCILS PYRAMIDS RABBITS SANDWICHES SPOONS STARS
    STOMACHS TARTS TENURES THIEVES TONGS UNDERARMS WINGS YACHTS
"""


@pytest.fixture(scope="module")
def words() -> WordList:
    return lists.load()


def reviewed() -> Iterator[tuple[str, str]]:
    for line in REVIEWED.read_text().splitlines():
        if not line.startswith("#"):
            verdict, listed = line.split(": ")
            yield from ((word, verdict) for word in listed.split())


def test_every_word_of_the_booklets_is_listed(words: WordList) -> None:
    assert [word for word in BOOKLETS.split() if word not in words] == []


def test_the_booklets_illegal_words_are_not(words: WordList) -> None:
    assert {word: words.refusal(word) for word in ("MO", "MIO", "AP") if word not in words} == {
        "MO": WordRefusal.ABBREVIATION,
        "MIO": WordRefusal.NOT_LISTED,
        "AP": WordRefusal.ABBREVIATION,
    }


def test_names_are_refused_as_names(words: WordList) -> None:
    for name in ("PARIS", "LONDON", "EUROPE"):
        assert name not in words
        assert words.refusal(name) is WordRefusal.PROPER


HEADWORDS = """
    INTRO TECH MATHS ADMIN COL GEN MAG RAD LAT MOL BOT LING THERM PRELIM COMP PARA MORPH HON STAT
    CERT MAX MEM PSEUD PEND REM
"""
NEWER = "ROTI VLOG VLOGGED VLOGGING EW CHATBOT GAMEPLAY BARCODE VOCAB YAY"
ABBREVIATIONS = "CO CORP DEPT KG FEB ETC FAC HIV GA MR ZN HG HZ MHZ APR AG FE EMF URU"


@pytest.mark.parametrize("word", HEADWORDS.split())
def test_a_word_that_people_make_a_plural_of_is_no_mere_abbreviation(words: WordList, word: str) -> None:
    assert word in words


@pytest.mark.parametrize("word", ABBREVIATIONS.split())
def test_what_is_short_for_another_is_refused_as_an_abbreviation(words: WordList, word: str) -> None:
    """An abbreviation is refused for this reason, even if it is written with a capital, as AG (silver) and
    FEB are. It is not refused as a name."""
    assert word not in words
    assert words.refusal(word) is WordRefusal.ABBREVIATION


@pytest.mark.parametrize("name", ["ADA", "ED", "IKE", "REX", "RIO", "NAPLES", "ABEL", "GOBI"])
def test_a_short_name_is_refused_as_a_name(words: WordList, name: str) -> None:
    assert words.refusal(name) is WordRefusal.PROPER


@pytest.mark.parametrize(
    "word",
    ["COLS", "GENS", "MAGS", "BOTS", "INTROS", "STATS", "LATS", "ADMINS", "VLOGGERS", "ROTIS"],
)
def test_the_plural_that_shows_a_word_to_be_one_is_a_plural_and_nothing_else(
    words: WordList, word: str
) -> None:
    assert words.is_plural_only(word)


@pytest.mark.parametrize("word", ["MATHS", "IDES", "THEMSELVES", "VLOGS", "UPVOTES"])
def test_words_in_s_that_are_no_plurals_stay_so(words: WordList, word: str) -> None:
    assert word in words
    assert not words.is_plural_only(word)


@pytest.mark.parametrize("word", NEWER.split())
def test_words_of_these_years_are_listed(words: WordList, word: str) -> None:
    assert word in words


def test_newer_words_are_explained() -> None:
    assert glosses("ROTI") == ("a flat Indian bread",)
    assert glosses("EW") == ("exclamation of disgust",)


def test_scowls_noise_among_short_words_is_gone(words: WordList) -> None:
    assert [
        noise for noise in ["CS", "GS", "LX", "KB", "MB", "CSC", "DKL", "HHD", "AEQ"] if noise in words
    ] == []
    assert [
        word for word in ["AA", "AD", "QI", "OX", "XI", "ZO", "ADZ", "CWM", "VUG"] if word not in words
    ] == []
    assert 70 <= len(words.of_length(2)) <= 95
    assert 740 <= len(words.of_length(3)) <= 890


def test_plurals_and_verbs_are_told_apart_as_a_reader_does(words: WordList) -> None:
    sample = list(reviewed())
    differing = {word for word, verdict in sample if words.is_plural_only(word) != (verdict == "plural")}
    assert len({word for word, _ in sample}) >= 780  # of which 520 were judged with nothing fitted to them
    assert [word for word, _ in sample if word not in words] == []
    assert sorted(differing) == DISAGREEMENTS.split()


@pytest.mark.parametrize(
    "word", ["LIES", "DIES", "TIES", "TEXTS", "RECONFIGURES", "PICNICS", "QUIZZES", "EKES"]
)
def test_verbs_with_an_odd_spelling_or_unknown_to_wordnet_are_verbs(words: WordList, word: str) -> None:
    assert word in words
    assert not words.is_plural_only(word)


@pytest.mark.parametrize("word", ["HERS", "OURS", "YOURS", "THEIRS", "OURSELVES", "TOWARDS", "LEFTWARDS"])
def test_pronouns_and_adverbs_in_s_are_no_plurals(words: WordList, word: str) -> None:
    assert word in words
    assert not words.is_plural_only(word)


@pytest.mark.parametrize("word", ["LASSES", "PIES", "TREES", "CITIES", "KNIVES", "YEARS", "BOXERS"])
def test_plurals_stay_plurals_however_they_take_their_s(words: WordList, word: str) -> None:
    assert words.is_plural_only(word)


def test_the_two_examples_of_the_booklets(words: WordList) -> None:
    smiles, cats = words.entry("SMILES"), words.entry("CATS")
    assert smiles is not None
    assert cats is not None
    assert Flag.VERB_THIRD in smiles.flags
    assert Flag.PLURAL_ONLY in cats.flags


def test_no_word_is_both_a_mere_plural_and_a_verb(words: WordList) -> None:
    both = Flag.PLURAL_ONLY | Flag.VERB_THIRD
    assert [w for w in words if (entry := words.entry(w)) and entry.flags & both == both] == []


@pytest.mark.parametrize(
    ("name", "absent"),
    [("american", "COLOUR"), ("british", "COLOR"), ("everyday", "ZYMOTIC"), ("polite", "SHIT")],
)
def test_a_named_list_leaves_out_what_it_says(words: WordList, name: str, absent: str) -> None:
    named = lists.load(name)
    assert absent in words
    assert absent not in named
    assert named.refusal(absent) is WordRefusal.EXCLUDED
    assert "MOTHER" in named


OFFENSIVE = """
    MILF MILFS RETARD RETARDED FUCKING SHITTING PISSED MOTHERFUCKER COCKSUCKER NIGGER NIGGERS CUNT BITCHY
    SLUTTY ASSHOLE BULLSHITTER WHORING SPASTICS WOGS SQUAW DARKIES GYPPED FAGGOTS TITS RAPIST PAEDOPHILES PORN
"""
INNOCENT = """
    SNIGGER SNIGGERS NIGGLE SPICE SPICY SPICER COCKTAIL COCKER SQUAWK TITTER TITLE RACCOON SHAGGY MISHIT
    RETARDANT CONSTITUTION ASSESS ASSET RAPESEED GRAPES THERAPIST ANALYST GAY LESBIAN VAGINA PENIS DAMN HELL
    GYPSUM HOMONYM MONGER CRAPPIES NIGHT PUSSYCAT SCUNTHORPE ARSENAL CLASSIC CUMIN DICKENS PRICKLY DEBUGGER
"""


def test_slurs_and_obscenities_are_marked_with_what_is_made_of_them(words: WordList) -> None:
    assert [word for word in OFFENSIVE.split() if not words.is_offensive(word)] == []
    assert [word for word in OFFENSIVE.split() if word in words and not _marked(words, word)] == []


def test_what_only_looks_like_one_is_not(words: WordList) -> None:
    assert [word for word in INNOCENT.split() if words.is_offensive(word)] == []


def _marked(words: WordList, word: str) -> bool:
    entry = words.entry(word)
    return entry is not None and Flag.OFFENSIVE in entry.flags


def test_what_offends_offends_in_a_clubs_list_and_as_a_word_of_the_house(tmp_path: Path) -> None:
    assert "RIMJOB" not in lists.load()
    path = tmp_path / "club.txt"
    path.write_text("cat rimjob milf\n")
    club = lists.load(path)
    assert [word for word in club if club.is_offensive(word)] == ["MILF", "RIMJOB"]
    assert _marked(club, "RIMJOB")
    assert _marked(lists.load().including(["RIMJOB"]), "RIMJOB")
    assert club.is_offensive("FUCK")  # though the club has no such word


def test_a_clubs_file_is_read_with_comments_and_any_case(tmp_path: Path) -> None:
    path = tmp_path / "club.txt"
    path.write_text("\ufeff# ours\ncat Cats\n\nqzx # a joke\n", encoding="utf-8")
    club = lists.load(path)
    assert list(club) == ["CAT", "CATS", "QZX"]
    assert club.is_plural_only("CATS")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"cat\ndog\nc4t\n", r"line 3: 'c4t' is not a word"),
        (b"cat\n\na\n", r"line 3: 'a' has one letter"),
        (b"cat\ncaf\xe9\n", r"line 2: not UTF-8 text"),
        (b"# nothing\n", r"no words in it"),
        (b"cat\ndon't\n", r"line 2: "),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "club.txt"
    path.write_bytes(content)
    with pytest.raises(UsageFault, match=complaint):
        lists.load(path)


def test_a_list_that_is_nowhere_is_refused_with_the_names_there_are(tmp_path: Path) -> None:
    with pytest.raises(UsageFault, match="neither a file nor one of default, american"):
        lists.load("nosuch")
    with pytest.raises(UsageFault, match="directory"):
        lists.load(tmp_path)


def test_glosses_come_by_way_of_the_base_word() -> None:
    assert glosses("CAT")[0].startswith("noun: feline mammal")
    assert glosses("CATS")[0].startswith("noun, of CAT: feline mammal")
    assert glosses("SMILES")[0].startswith("verb, of SMILE: ")
    assert glosses("ZZZZZ") == ()
    assert glosses("A") == ()


def test_most_words_have_a_gloss(words: WordList) -> None:
    sample = list(words)[::2000]
    assert sum(bool(glosses(word)) for word in sample) >= 0.7 * len(sample)


def test_packed_glosses_are_found_in_every_block(tmp_path: Path) -> None:
    meanings = {
        f"A{first}{second}": (first, "naïve")
        for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        for second in map(str, range(99))
    }
    path = tmp_path / "glosses.bin"
    path.write_bytes(pack_glosses(meanings))
    table = open_glosses(path)
    assert len(table.firsts) > 2
    assert all(table.of(word) == meanings[word] for word in [*table.firsts, "AB7", "AZ98"])
    assert table.of("ZZ") == ()
    assert table.of("A") == ()


def test_a_file_of_something_else_is_no_glosses(tmp_path: Path) -> None:
    path = tmp_path / "glosses.bin"
    path.write_bytes(b"something else\n")
    with pytest.raises(OSError, match="damaged"):
        open_glosses(path)


def test_damaged_glosses_are_told_or_are_right(tmp_path: Path) -> None:
    meanings = {f"A{n:05}": (f"what {n} means",) for n in range(3000)}
    path, whole, chance = tmp_path / "glosses.bin", pack_glosses(meanings), random.Random(41)
    for _ in range(200):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged if chance.random() < 0.7 else damaged[: chance.randrange(len(damaged))])
        try:
            table = open_glosses(path)
            told = table.of("A00007") + table.of("A02990")
        except OSError:
            continue
        assert set(told) <= {"what 7 means", "what 2990 means"}


def test_a_damaged_word_list_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, whole, chance = tmp_path / "words.bin", lists.FILE.read_bytes(), random.Random(41)
    monkeypatch.setattr(lists, "FILE", path)
    for _ in range(5):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        lists._load_named.cache_clear()
        with pytest.raises(UsageFault, match=r"words\.bin cannot be read"):
            lists.load()
    lists._load_named.cache_clear()


@pytest.mark.skipif(not all(map(Path.exists, SOURCES)), reason="scowl and wordnet-base are not installed")
def test_the_committed_list_is_what_the_builder_makes_of_its_sources() -> None:
    committed = unpack(lists.FILE.read_bytes())
    assert text_of(build_words.build()) == text_of(committed)


def test_a_review_must_judge_every_candidate_once(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text("# reviewed\nad at\n- kb: abbreviation\n+ aa: lava\n")
    assert review.short_words("two", ["ad", "at", "kb"], tmp_path).words == {"ad", "at", "aa"}
    with pytest.raises(ValueError, match="not judged exactly once: lx"):
        review.short_words("two", ["ad", "at", "kb", "lx"], tmp_path)
    with pytest.raises(ValueError, match="not judged exactly once: ew"):
        review.short_words("two", ["ad", "at", "kb"], tmp_path, likely=["aa", "ew"])


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("ZN", "ZN is an abbreviation or a symbol, and those don't count."),
        ("LONDON", "LONDON is written with a capital letter, like a name, and doesn't count."),
        ("PALEOZOIC", "PALEOZOIC is written with a capital letter, like a name, and doesn't count."),
        ("MIO", "MIO isn't in the word list."),
    ],
)
def test_why_a_word_is_refused_is_true(words: WordList, word: str, told: str) -> None:
    """The table says why a word is not in the list. A word with a capital is "written like a name", which
    is also true of names of ages and peoples. A symbol is not called a name."""
    assert say_word(replace(facts(words, word), nearest=())) == told


def test_a_refused_string_is_refused_for_one_reason(words: WordList) -> None:
    proper, short = words._contents.proper.split(), words._contents.abbreviations.split()
    assert not set(proper) & set(short)
    assert [word for word in short if word in words] == []

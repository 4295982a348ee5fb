import pytest

from engine.cards import PARKER, WADDINGTONS
from engine.catalogue import EDITIONS, GAMES, configured, configured_as_written
from engine.option_values import OptionFault


def test_editions_differ_as_the_booklets_do() -> None:
    assert configured("lexicon") == GAMES["lexicon"]
    assert configured("lexicon").pack is WADDINGTONS
    assert configured("lexicon", {"edition": "PB"}).pack is PARKER
    article = configured("lexicon", {"edition": "art"})
    assert (article.goal.exceeds, article.challenges.credit) == (True, "offender")
    assert configured("crossword").pack is PARKER


def test_options_change_the_game_whatever_their_order() -> None:
    options = {
        "plurals": False,
        "wide_open": True,
        "pack": "waddingtons",
        "mode": "challenge",
        "out_at": ">=70",
    }
    game = configured("crossword", options)
    assert game == configured("crossword", dict(reversed(options.items())))
    assert (game.plays.later, game.plays.first) == ((1, None), (2, None))
    assert not game.vocabulary.plurals
    assert game.vocabulary.proper
    assert (game.goal.out_at, game.goal.exceeds, game.challenges.mode, game.pack) == (
        70,
        False,
        "challenge",
        WADDINGTONS,
    )


@pytest.mark.parametrize(
    ("name", "mode"),
    [
        ("lexicon", "challenge"),
        ("lexigram", "challenge"),
        ("keyword", "challenge"),
        ("my-word", "strict"),
        ("keyword-solitaire", "strict"),
        ("keyword-patience", "strict"),
        ("word-solitaire", "strict"),
    ],
)
def test_the_table_rules_on_words_that_nobody_can_challenge(name: str, mode: str) -> None:
    """In a race, and in a game for one player, nobody challenges a word. A bad word would stand for good."""
    assert configured(name, {"mode": "challenge"}).challenges.mode == mode


def test_forms_of_the_crossword() -> None:
    assert configured("crossword", {"quick": True}).goal.out_at == 50
    assert configured("crossword", {"quick": False}).goal.out_at == 100
    assert configured("crossword", {"any_length": True}).plays.later == (1, None)


def test_all_7_five_or_more_play_with_two_packs() -> None:
    assert [configured("lexicon").deal.packs(players) for players in (2, 4, 5, 8)] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("lexikon", {}, "unknown game 'lexikon'; did you mean lexicon?"),
        ("chess", {}, "unknown game 'chess'; known: lexicon, lexicon-party, crossword"),
        ("lexicon", {"edition": "us"}, "option edition: 'us' is none of wd, pb, art"),
        (
            "lexicon",
            {"quick": True},
            "option quick: Lexicon has no such option; it is one of Crossword Lexicon",
        ),
        ("keyword-solitaire", {"quick": True}, "option quick: Keyword Solitaire has no such option"),
        ("keyword", {"wide_open": False}, "option wide_open: Keyword has no such option"),
        ("lexigram", {"any_length": True}, "option any_length: Lexigram has no such option"),
        (
            "keyword",
            {"out_at": 100},
            "option out_at: Keyword has no such option; it is one of Lexicon, Cross",
        ),
        ("lexicon-party", {"exceeds": True}, "option exceeds: Lexicon Party has no such option"),
        ("lexicon-party", {"challenge_credit": "offender"}, "option challenge_credit: Lexicon Party has no"),
        ("clock", {"challenge_points": 5}, "option challenge_points: Lexicon Clock Patience has no such"),
        ("my-word", {"challenge_points": 5}, "option challenge_points: My Word has no such option"),
        ("my-word", {"challenge_credit": "offender"}, "option challenge_credit: My Word has no such option"),
        ("solitaire-1", {"masters": 1}, "option masters: Lexicon Solitaire 1 has no such option"),
        ("lexicon", {"out_att": 3}, "unknown option 'out_att'; did you mean out_at?"),
        ("lexicon", {"out_at": "many"}, "option out_at: 'many' is not a whole number above 0"),
        ("lexicon", {"out_at": True}, "option out_at: True is not a whole number above 0"),
        ("lexicon", {"exceeds": 1}, "option exceeds: 1 is neither true nor false"),
        ("lexicon", {"pack": "tarot"}, "option pack: 'tarot' is none of waddingtons, parker"),
        ("lexicon", {"pack": []}, "option pack: [] is none of waddingtons, parker"),
        ("lexicon", {"challenge_credit": "bank"}, "option challenge_credit: 'bank' is none of"),
        ("crossword", {"plurals": "no"}, "option plurals: 'no' is neither true nor false"),
        ("crossword", {"word_list": ""}, "option word_list: '' is not a name"),
        ("lexicon", {"track": [3]}, "option track: Lexicon has no such option; it is one of My Word"),
        ("my-word", {"track": 3}, "option track: 3 are not 1 to 20 circles"),
        ("my-word", {"track": []}, "option track: [] are not 1 to 20 circles"),
        ("my-word", {"track": [3, 1]}, "option track: 1 is not a number of cards from 2 to 15"),
        ("my-word", {"track": "3 x"}, "option track: 'x' is not a number of cards from 2 to 15"),
    ],
)
def test_what_is_unknown_is_named(name: str, options: dict[str, object], said: str) -> None:
    with pytest.raises(OptionFault) as fault:
        configured(name, options)
    assert str(fault.value).startswith(said)


def test_a_journal_with_an_option_of_another_game_is_still_read() -> None:
    assert configured_as_written("keyword", {"out_at": 70, "wide_open": True}).vocabulary.plurals


def test_keyword_solitaires_goal_is_an_option() -> None:
    assert configured("keyword-solitaire", {"out_at": 700}).goal.out_at == 700


def test_mw_2_the_track_is_a_setting() -> None:
    assert configured("my-word", {"track": [2, 4, 6]}).race.track == (2, 4, 6)
    assert configured("my-word", {"track": "2 4 6"}).race.track == (2, 4, 6)


def test_lex_e_out_at_says_reaches_or_exceeds() -> None:
    said = ("reaches", "exceeds", "≥ 80", "> 80", 80)
    games = [configured("lexicon", {"out_at": value}) for value in said]
    assert [(game.goal.out_at, game.goal.exceeds) for game in games] == [
        (100, False), (100, True), (80, False), (80, True), (80, False),
    ]  # fmt: skip


def test_every_edition_has_the_short_name_of_its_booklet() -> None:
    booklets = {"pb", "wd", "art", "atw", "kw"}
    assert {game.edition for games in EDITIONS.values() for game in games} == booklets
    assert configured("keyword-party", {"edition": "KW"}) == GAMES["keyword-party"]

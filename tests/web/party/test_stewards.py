"""Test a steward's phone and the host's: calls, tables that delay the room, scores, arrivals and
departures."""

import pytest
from flask import Flask

from device.commands.party import command
from engine.games.lexicon import LEXICON_PARTY
from engine.party import (
    USUAL_HANDS,
    USUAL_MINUTES,
    CallRuled,
    PartySetUp,
    PlayerEntered,
    PlayerForgotten,
    PlayerLeft,
    RoundScoreCorrected,
    TableLeftOut,
    WinnersDrawn,
)
from tests.web.party.conftest import SECRET, WORDS, phone
from tests.web.party.evening import at, count, everybody_ready, initial, played, row
from tests.web.party.folded import FoldedRoom, begun
from web.party.application import create_app
from web.party.codes import address
from web.party.steward_view import suggested_verdict


@pytest.mark.parametrize("code", [address(b"another party", "steward", 0), "/s/x", "/h/x", "/t/x"])
def test_a_code_that_is_none_of_this_party_opens_nothing(app: Flask, code: str) -> None:
    answer = phone(app).get(code)
    assert answer.status_code == 404
    assert phone(app).get("/steward").status_code == 403


def test_a_browser_that_looks_ahead_takes_no_rights(app: Flask) -> None:
    ahead = phone(app)
    ahead.get(address(SECRET, "steward", 0), headers={"Sec-Purpose": "prefetch"})
    assert ahead.get("/steward").status_code == 403


def test_only_stewards_rule(app: Flask, room: FoldedRoom) -> None:
    mine = at(app, room, 0)
    answer = mine.tap("/steward/rule", table=0, call=1, verdict="word bad")
    assert answer.status_code == 403
    assert answer.said == "Only stewards can do that. Scan the code on a steward's card."
    assert mine.get("/host").status_code == 403


def test_the_word_list_prepares_the_verdict() -> None:
    assert suggested_verdict("KITTEN", WORDS)[0] == "word good"
    assert suggested_verdict("KITEN", WORDS)[0] == "misspelt"


def test_a_ruling_fines_and_may_be_changed(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    room.turn(3)
    at(app, room, 0).tap("/call", round=1, word="london", by=0, against=2)
    steward = phone(app).steward()
    assert "1 call" in steward.get("/steward").text
    steward.tap("/steward/rule", table=0, call=1, verdict="word bad")
    assert room.facts[-1] == CallRuled(0, 1, "word bad")
    assert "is fined 50" in at(app, room, 0).get("/").text
    steward.tap("/steward/rule", table=0, call=1, verdict="word good")
    assert "It stands: nothing happens." in at(app, room, 0).get("/").text


def test_another_stewards_table_is_not_touched() -> None:
    room = begun([f"Player {n}" for n in range(44)])
    app = create_app(room, SECRET)
    second = phone(app).steward(1)
    assert "You look after table 11." in second.get("/steward").text
    answer = second.tap("/steward/leave-out", round=1, table=0)
    assert (answer.status_code, answer.said) == (409, "Only the steward of this table may say that.")
    assert phone(app).host().tap("/steward/leave-out", round=1, table=0).status_code == 202


def test_the_board_of_a_call_is_shown_to_its_steward_and_the_host_alone() -> None:
    room = begun([f"Player {n}" for n in range(44)])
    app = create_app(room, SECRET, words=WORDS)
    everybody_ready(app, room)
    room.turn(3)
    at(app, room, 0).tap("/call", round=1, word="london", by=0, against=2)
    own, path = phone(app).steward(0), "/steward/board/0/1.jpg"
    assert path not in own.get("/steward").text
    assert own.get(path).status_code == 404
    room.boards[0, 1] = b"the picture"
    room.turn(0)
    assert f'<img src="{path}"' in own.get("/steward").text
    seen = own.get(path)
    assert (seen.data, seen.mimetype) == (b"the picture", "image/jpeg")
    assert seen.headers["Cache-Control"] == "no-store"
    assert phone(app).host().get(path).data == b"the picture"
    assert phone(app).steward(1).get(path).status_code == 403
    assert phone(app).get(path).status_code == 403
    assert at(app, room, 0).get(path).status_code == 403
    own.tap("/steward/rule", table=0, call=1, verdict="word bad")
    assert own.get(path).status_code == 404
    assert path not in own.get("/steward").text


def test_a_table_that_is_not_ready_is_left_out(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room, but=1)
    steward = phone(app).steward()
    assert "Leave table 2 out" in steward.get("/steward").text
    steward.tap("/steward/leave-out", round=1, table=1)
    assert TableLeftOut(1, 1) in room.facts
    assert room.latest().party.rounds[0].rung
    assert "Your table sits out this hand" in at(app, room, 1).get("/").text


def test_scores_of_a_table_without_phones_and_corrections_later(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    room.turn(500)
    steward, seats = phone(app).steward(), row(room, 1)
    assert "No points of" in steward.get("/steward").text
    points = {f"points-{seat}": 3 + seat for seat in range(4)}
    steward.tap("/steward/scores", round=1, table=1, **points)
    assert {RoundScoreCorrected(1, one, 3 + seat) for seat, one in enumerate(seats)} <= set(room.facts)
    count(app, room, 0, 1, 2, 3, 4)
    initial(app, room, 0)
    assert len(room.latest().party.rounds) == 2
    loser = seats[3]
    steward.tap("/steward/scores", round=1, table=1, **{"points-3": 60})
    assert "60</b>" in phone(app).get("/standings").text
    assert room.facts[-1] == RoundScoreCorrected(1, loser, 60)


def test_a_steward_settles_a_tie(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    room.turn(500)
    count(app, room, 0, 5, 5, 7, 30)
    initial(app, room, 0)
    steward = phone(app).steward()
    assert "Ties" in steward.get("/steward").text
    steward.tap("/steward/cut", round=1, table=0, how="cut", **{"card-0": "N", "card-1": "B"})
    assert room.facts[-1] == WinnersDrawn(1, 0, (1,))
    late = steward.tap("/steward/cut", round=1, table=0, how="app")
    assert (late.status_code, late.said) == (409, "Nobody ties at that table any more.")


def test_people_come_late_leave_and_come_back(app: Flask, room: FoldedRoom) -> None:
    steward = phone(app).steward()
    answer = steward.tap("/steward/enter", name=" Lou ")
    assert answer.said == "Lou plays in this hand."
    entered = next(fact for fact in reversed(room.facts) if isinstance(fact, PlayerEntered))
    assert entered.name == "Lou"
    assert any(entered.player in table for table in room.latest().party.rounds[-1].room)
    assert "Lou" not in entered.player
    twin = steward.tap("/steward/enter", name="L0u")
    assert (twin.status_code, "looks like Lou" in twin.said) == (409, True)
    gone = max(row(room, 0))
    steward.tap("/steward/drop", player=gone)
    assert PlayerLeft(gone) in room.facts
    assert steward.tap("/steward/drop", player=gone).status_code == 409
    steward.tap("/steward/enter", player=gone)
    assert gone in room.latest().party.players


def test_a_host_sets_the_party_up(app: Flask) -> None:
    room = FoldedRoom()
    app = create_app(room, SECRET)
    host = phone(app).host()
    assert "One name a line" in host.get("/host").text
    told = host.tap("/host/look", names="Ann\nBen; Cleo\nAnn\n").said
    assert "3 players." in told
    assert "Ann is there twice." in told
    form = {
        "game": "lexicon-party",
        "hands": "4",
        "minutes": "5,5",
        "name": "Spring",
        "prizes": "kitten, house",
        "fine": "20",
        "names_days": "0",
    }
    wrong = host.tap("/host", names="Ann\nAnn\nBen", **form)
    assert wrong.status_code == 400
    assert "A party has at least 4 players." in wrong.said
    assert room.latest().party.rules is None
    begins = host.tap("/host", names="Name\nAnn\nBen\tx\nCleo, Dora\nEmil", **form)
    assert begins.status_code == 303
    party = room.latest().party
    assert list(party.names.values()) == ["Ann", "Ben", "Cleo", "Dora", "Emil"]
    assert party.rules is not None
    assert (party.rules.hands, party.rules.minutes, party.rules.prizes) == (4, 5.5, ("KITTEN", "HOUSE"))
    assert (party.rules.fine, party.rules.names_days) == (20, 0)
    assert len(party.rounds) == 1
    assert host.tap("/host", names="Ann\nBen\nCleo\nDora", **form).status_code == 409


def test_a_host_is_offered_what_the_command_and_the_game_have() -> None:
    page = phone(create_app(FoldedRoom(), SECRET)).host().get("/host").text
    assert f'name="hands" inputmode="numeric" value="{LEXICON_PARTY.goal.hands}"' in page
    assert f'name="minutes" inputmode="decimal" value="{LEXICON_PARTY.time_limit.seconds // 60}"' in page
    defaults = {option.name: option.default for option in command.params}
    assert (defaults["hands"], defaults["minutes"]) == (USUAL_HANDS, USUAL_MINUTES)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("hands", "0", "Write the hands as a number from 1 to 99."),
        ("hands", "many", "Write the hands as a number from 1 to 99."),
        ("minutes", "nan", "Write the minutes as a number up to 120."),
        ("minutes", "500", "Write the minutes as a number up to 120."),
        ("fine", "-5", "Write the fine as a number from 0 to 999."),
        ("names_days", "4000", "Write the days as a number from 0 to 3650."),
        ("prizes", "k1tten", "“k1tten” is no prize word."),
        ("names", "A" * 41 + "\nB\nC\nD\nE", "is too long. A name may have 40 letters."),
    ],
)
def test_what_a_host_wrote_wrongly_is_told_and_kept(field: str, value: str, says: str) -> None:
    room = FoldedRoom()
    host = phone(create_app(room, SECRET)).host()
    form = {"names": "Ann\nBen\nCleo\nDora", "game": "keyword-party", "hands": "4", "minutes": "7"}
    answer = host.tap("/host", **{**form, field: value})
    assert answer.status_code == 400
    assert says in answer.said
    assert "Dora" in answer.said or field == "names"
    assert room.latest().party.rules is None


def test_a_host_ends_the_party_early(app: Flask, room: FoldedRoom) -> None:
    host = phone(app).host()
    assert host.tap("/host/end", round=1).text == "Hand 1 is the last one."
    assert isinstance(room.facts[-1], PartySetUp)
    played(app, room)
    assert len(room.latest().party.rounds) == 1
    page = at(app, room, 0).get("/").text
    assert "The party is over" in page
    assert "wins with 10 points." in page


def test_a_name_is_forgotten_on_request(app: Flask, room: FoldedRoom) -> None:
    host, gone = phone(app).host(), row(room, 0)[1]
    name = room.latest().party.names[gone]
    assert at(app, room, 0).steward().tap("/host/forget", name=name).status_code == 403
    assert host.tap("/host/forget", name=name.lower()).status_code == 202
    assert room.facts[-1] == PlayerForgotten(gone)
    assert name not in phone(app).get("/tv").text
    assert host.tap("/host/forget", name="Nobody").status_code == 409


def test_who_spells_the_prize_word_is_told_to_everybody_at_the_table(app: Flask, room: FoldedRoom) -> None:
    steward, name = phone(app).steward(), room.latest().party.names[row(room, 1)[2]]
    assert f"{name}, table 2: KITTEN" in steward.get("/steward").text
    steward.tap("/steward/prize", round=1, where="1-2")
    assert f"Spelt by {name}." in at(app, room, 1).get("/").text
    assert steward.tap("/steward/prize", round=1, where="one").status_code == 400


def test_what_a_room_of_thousands_makes_of_its_hosts_page() -> None:
    room = begun([f"Player {n:04}" for n in range(4000)])
    host = phone(create_app(room, SECRET)).host()
    assert len(host.get("/host").data) < 60_000


def test_a_steward_scans_the_code_on_the_hosts_phone(app: Flask, room: FoldedRoom) -> None:
    host = phone(app).host()
    assert "1 of 1" in host.get("/host/codes").text
    assert "2 of 2" in host.get("/host/codes?what=table&number=2").text
    drawn = host.get("/host/code.svg?what=steward&number=1")
    assert drawn.mimetype == "image/svg+xml"
    assert host.get("/host/code.svg?what=table&number=1").data != drawn.data
    assert phone(app).steward().get("/host/code.svg").status_code == 403


def test_a_hand_that_has_not_begun_takes_no_scores(app: Flask, room: FoldedRoom) -> None:
    played(app, room)
    steward, before = phone(app).steward(), list(room.facts)
    assert '<input type="hidden" name="round" value="1">' in steward.get("/steward/scores").text
    refused = steward.tap("/steward/scores", round=2, table=0, **{"points-0": 60})
    assert (refused.status_code, refused.said) == (409, "The bell has not begun this hand yet.")
    assert room.facts == before


def test_without_a_fine_no_page_speaks_of_one() -> None:
    room = FoldedRoom()
    entered = [PlayerEntered(f"p{n}", f"Player {n}") for n in range(1, 5)]
    room.host_says((*entered, PartySetUp("Party", "lexicon-party", 2, 7.0, 5, fine=0)), "set-up-0")
    app = create_app(room, SECRET, words=WORDS)
    everybody_ready(app, room)
    room.turn(3)
    mine, steward = at(app, room, 0), phone(app).steward()
    mine.tap("/call", round=1, word="london", by=0, against=2)
    assert "Fined 0" not in steward.get("/steward").text
    steward.tap("/steward/rule", table=0, call=1, verdict="word bad")
    assert "takes the cards back and loses the turn. No fine." in mine.get("/").text
    assert "a fine besides" not in mine.get("/help").text


def test_players_whose_names_are_forgotten_may_come_back(app: Flask, room: FoldedRoom) -> None:
    room.host_says((PlayerForgotten("p1"), PlayerForgotten("p2"), PlayerLeft("p1")), "forgotten")
    assert phone(app).steward().tap("/steward/enter", player="p1").status_code == 202
    assert "p1" in room.latest().party.players


def test_the_rooms_prize_goes_to_the_first_speller_alone(app: Flask, room: FoldedRoom) -> None:
    everybody_ready(app, room)
    steward, first = phone(app).steward(), room.latest().party.names[row(room, 0)[1]]
    for _again in range(2):
        answer = steward.tap("/steward/prize", round=1, where="0-1")
        assert (answer.status_code, answer.said) == (202, "The prize word is spelt: KITTEN.")
    late = steward.tap("/steward/prize", round=1, where="1-2")
    assert (late.status_code, late.said) == (409, f"{first} spelt the prize word before.")


def test_nobody_joins_after_the_last_bell() -> None:
    room = begun(hands=1)
    app = create_app(room, SECRET)
    everybody_ready(app, room)
    steward, player = phone(app).steward(), row(room, 0)[0]
    assert steward.tap("/steward/enter", name="Zoe").status_code == 409
    assert "Zoe" not in room.latest().party.names.values()
    steward.tap("/steward/drop", player=player)
    assert steward.tap("/steward/enter", player=player).status_code == 202

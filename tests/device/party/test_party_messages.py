"""Test that the messages and journals of a party keep their bytes, whatever their classes are called
(docs/party-wire.md)."""

import pytest

from device.party import fact_log
from device.party.fact_log import LogRow, StewardRequest, TakenFact
from device.party.party_messages import (
    Connected,
    FactsAcknowledged,
    FactsRequest,
    FactsRequests,
    Log,
    LoggedFact,
    PartyState,
    Payload,
    Ping,
    PlayerStanding,
    Refused,
    message,
    payload_of,
    values_of,
)
from engine.party import RoundScoreCorrected

FACT = RoundScoreCorrected(1, "p1", 5)
AS_JSON = '{"type":"score corrected","round":1,"player":"p1","points":5}'
LINE = '{"origin":"7","number":1,"fact":' + AS_JSON + ',"asked":["steward/0",2],"key":"k"}'
REQUEST = FactsRequest("k", "steward/7", [values_of(FACT)])
LOGGED = LoggedFact("7", 1, values_of(FACT), ("steward/0", 2), "k")
ANN = PlayerStanding("p1", "Ann", 1, 40, 0, [40, None])
STATE = PartyState(term=3, round=1, hands=4, over=True, finished=False, standings=[ANN])
ANN_AS_JSON = '{"player":"p1","name":"Ann","place":1,"total":40,"fines":0,"rounds":[40,null]}'


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (Connected(here=False), '{"v":1,"here":false}'),
        (Ping(at=1.5), '{"v":1,"at":1.5}'),
        (FactsAcknowledged(term=3, number=7, again=True), '{"v":1,"term":3,"number":7,"again":true}'),
        (Refused(term=3, why={"k": "No."}), '{"v":1,"term":3,"why":{"k":"No."}}'),
        (
            FactsRequests(wishes=[REQUEST]),
            '{"v":1,"wishes":[{"key":"k","place":"steward/7","facts":[' + AS_JSON + "]}]}",
        ),
        (
            STATE,
            '{"v":1,"term":3,"round":1,"hands":4,"over":true,"finished":false,"standings":['
            + ANN_AS_JSON
            + "]}",
        ),
        (
            Log(term=3, first=1, count=1, lines=[LOGGED]),
            '{"v":1,"term":3,"first":1,"count":1,"lines":[' + LINE + "]}",
        ),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Payload) else "",
)
def test_a_message_keeps_its_bytes(payload: Payload, text: str) -> None:
    sent = message("a/topic", payload)
    assert sent.payload.decode() == text
    assert payload_of(sent, type(payload)) == payload


def test_a_row_of_a_hubs_journal_keeps_its_bytes() -> None:
    row = LogRow(3, 1, TakenFact("7", 1, FACT, StewardRequest("steward/0", 2), "k"))
    data = b'{"term":3,"at":1,"line":' + LINE.encode() + b"}"
    assert fact_log.encode(row) == data
    assert fact_log.decode(data) == row

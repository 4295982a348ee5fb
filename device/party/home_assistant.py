"""Show a party's bell, clock and progress in Home Assistant, which finds them by MQTT device discovery.

The hub's machine publishes the values at the party's broker as `home/a`. Home Assistant reads them with the
account `home/assistant`. A button in Home Assistant begins the round without the tables that are not ready.
"""

import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from device.party.gateway import Gateway
from device.party.party_messages import Topics
from device.party.stations import Message
from engine.party import Party, TableLeftOut, is_finished, standings, tables_without_scores, unready_tables

BELL_EVENTS: Final = ("play begins", "time is up")
"""The names of the bell's events in Home Assistant, in the order of the rings."""
ASSISTANT_PLACE: Final = "home/assistant"
"""The place of Home Assistant at the party. It has an account of its own at the broker, and its messages
come from this place."""
MINUTE_SECONDS: Final = 60.0


def config_topic(topics: Topics) -> str:
    """Return the topic on which Home Assistant expects the description of the device."""
    return f"homeassistant/device/lexicon-{topics.party}/config"


def discovery(topics: Topics, place: str, version: str) -> dict[str, Any]:
    """Return the description of the party as a device, for Home Assistant's discovery. The place `place`,
    such as `home/a`, publishes the device's values."""
    party = f"lexicon-{topics.party}"

    def entity(platform: str, key: str, name: str, **more: str | Sequence[str]) -> dict[str, Any]:
        known = {"unique_id": f"{party}-{key}", "default_entity_id": f"{platform}.lexicon_party_{key}"}
        return {"platform": platform, "name": name, **known, **more}

    state = topics.of(place, "state")
    bell = topics.of(place, "bell")
    ring = topics.of(ASSISTANT_PLACE, "ring")
    return {
        "device": {"identifiers": [party], "name": "Lexicon party", "sw_version": version},
        "origin": {"name": "Lexicon table", "sw_version": version},
        "state_topic": state,
        "qos": 1,
        "components": {
            "bell": entity("event", "bell", "Bell", event_types=list(BELL_EVENTS), state_topic=bell),
            "ends": entity(
                "sensor",
                "hand_ends",
                "Hand ends",
                device_class="timestamp",
                value_template="{{ value_json.ends }}",
            ),
            "round": entity("sensor", "round", "Round", value_template="{{ value_json.round }}"),
            "tables": entity("sensor", "tables", "Tables", value_template="{{ value_json.tables }}"),
            "waiting": entity(
                "sensor", "waiting", "Tables that are waited for", value_template="{{ value_json.waiting }}"
            ),
            "leader": entity("sensor", "leader", "Leads", value_template="{{ value_json.leads }}"),
            "ring": entity("button", "ring", "Ring without those who are not ready", command_topic=ring),
        },
    }


def state_of(party: Party) -> dict[str, Any]:
    """Return the values that Home Assistant shows of a party, by the sensor's name. `ends` is the end of the
    hand as a time in ISO 8601; None while no hand is played."""
    last_round = party.rounds[-1] if party.rounds else None
    rung = last_round is not None and last_round.rung and not last_round.over
    ends = _hand_end(party) if rung else None
    waited = (
        ()
        if last_round is None or last_round.over
        else tables_without_scores(party)
        if rung
        else unready_tables(party)
    )
    first = [party.names[each.player] for each in standings(party) if each.place == 1] if rung else []
    return {
        "round": len(party.rounds),
        "tables": len(last_round.room) if last_round is not None else 0,
        "waiting": len(waited),
        "ends": None if ends is None else datetime.fromtimestamp(ends, UTC).isoformat(),
        "leads": ", ".join(first) if len(first) < 4 else "",
        "finished": is_finished(party),
    }


def _hand_end(party: Party) -> float:
    assert party.rules is not None, "a round is rung"
    return party.rounds[-1].rings_at + MINUTE_SECONDS * party.rules.minutes


class HomeAssistantStation:
    """Report the party that `gateway` follows to Home Assistant. Send the requests of Home Assistant's button
    through the gateway."""

    will = None
    place = "home/a"

    def __init__(self, topics: Topics, gateway: Gateway, version: str) -> None:
        self._topics, self._gateway, self._version = topics, gateway, version
        self.subscriptions: Sequence[str] = (topics.of("home/+", "ring"),)
        self._published: dict[str, Any] | None = None
        self._rung = (0, 0)

    def connected(self, now: float) -> Iterable[Message]:
        """Return the message that announces the party's sensors and button to Home Assistant."""
        self._published = None
        message = discovery(self._topics, self.place, self._version)
        return [Message(config_topic(self._topics), msgspec.json.encode(message), retain=True)]

    def received(self, now: float, batch: Sequence[Message]) -> Iterable[Message]:
        """If Home Assistant's button was pressed, begin the round without the tables that are not ready.
        Return no messages."""
        party = self._gateway.latest().party
        pressed = any(not each.retain for each in batch)
        if pressed and party.rounds and not party.rounds[-1].rung:
            number = len(party.rounds)
            left_out = [TableLeftOut(number, table) for table in unready_tables(party)]
            if left_out:
                self._gateway.request("host", left_out, secrets.token_urlsafe(9))
        return []

    def ticked(self, now: float) -> Iterable[Message]:
        """Return the message with the values that Home Assistant shows, if they have changed, and a message
        if the bell rings."""
        view = self._gateway.latest()
        state = state_of(view.party)
        messages = list[Message]()
        if state != self._published:
            self._published = state
            messages.append(self._message("state", state, retain=True))
        rung = _ring_count(view.party, view.clock)
        if rung > self._rung:
            if rung[1]:
                messages.append(
                    self._message("bell", {"event_type": BELL_EVENTS[rung[1] - 1], "round": rung[0]})
                )
            self._rung = rung
        return messages

    def _message(self, what: str, values: dict[str, Any], *, retain: bool = False) -> Message:
        return Message(self._topics.of(self.place, what), msgspec.json.encode(values), retain)


def _ring_count(party: Party, clock: float) -> tuple[int, int]:
    """Return the number of the last round, and the number of times that its bell has rung by the hub's time
    `clock`."""
    last_round = party.rounds[-1] if party.rounds else None
    if last_round is None or not last_round.rung:
        return len(party.rounds), 0
    return len(party.rounds), (clock >= last_round.rings_at) + (clock >= _hand_end(party))

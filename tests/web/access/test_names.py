"""Test that the table answers under every name that no outsider can own, and under no other."""

from typing import Final

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from web.access.guard import is_known_host
from web.access.names import HOME_DOMAINS, host_name, is_home_name, is_own_device, page_address

LABELS: Final = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?", fullmatch=True)
NAMES: Final = st.lists(LABELS, min_size=1, max_size=4).map(".".join)
PORTS: Final = st.sampled_from(("", ":80", ":8080"))
PUBLIC: Final = st.sampled_from(
    ("com", "org", "net", "de", "box", "example", "dev", "arpa", "co.uk", "nip.io")
)


def asked(host: str) -> bool:
    return is_known_host(host, lambda: ())


@given(
    st.lists(LABELS, max_size=3), st.sampled_from(sorted(HOME_DOMAINS)), PORTS, st.booleans(), st.booleans()
)
def test_a_name_that_only_a_house_can_give_is_the_tables(
    labels: list[str], domain: str, port: str, dot: bool, upper: bool
) -> None:
    name = ".".join(("pi", *labels, domain)) + ("." if dot else "")
    assert asked((name.upper() if upper else name) + port)


@given(LABELS, PORTS)
def test_a_single_label_is_the_tables(label: str, port: str) -> None:
    assert asked(label + port)


@given(st.ip_addresses(v=4), PORTS)
def test_an_address_is_the_tables(address: object, port: str) -> None:
    assert asked(f"{address}{port}")


@given(st.ip_addresses(v=6), PORTS)
def test_an_address_of_the_new_family_is_the_tables(address: object, port: str) -> None:
    assert asked(f"[{address}]{port}")


@given(NAMES, PUBLIC, PORTS, st.booleans())
def test_a_public_name_never_is(name: str, domain: str, port: str, dot: bool) -> None:
    assert not asked(f"{name}.{domain}{'.' if dot else ''}{port}")


@given(st.sampled_from(("192.168.1.7", "fritz.box", "pi.lan", "localhost", "home.arpa")), PUBLIC)
def test_a_public_name_that_begins_like_one_of_ours_is_not_either(ours: str, domain: str) -> None:
    assert not asked(f"{ours}.{domain}")


@pytest.mark.parametrize(
    "host",
    [
        *("", ".", ":80", "pi..lan", ".lan", "a@pi.lan", "evil.com/.lan", "evil.com#.lan", "evil.com\\.lan"),
        *(
            "evil.com .lan",
            "[::1",
            "[::1]evil.com",
            "[evil.com]",
            "evil.com:80.lan",
            "::1",
            "mylan.com",
            "xlan.de",
        ),
    ],
)
def test_what_is_no_name_is_not_the_tables(host: str) -> None:
    assert not asked(host)


@given(st.text(max_size=40))
def test_nothing_that_a_header_may_hold_is_an_error(host: str) -> None:
    assert is_home_name(host_name(host)) is asked(host)


def test_the_owner_may_list_further_names() -> None:
    assert is_known_host("Table.Example.:8080", lambda: (" table.EXAMPLE. ",))
    assert not is_known_host("other.example", lambda: ("table.example",))
    assert not is_known_host("", lambda: ("",))


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "127.1.2.3", "::1", "pi.localhost", ""])
def test_what_means_this_machine_leads_a_phone_nowhere(name: str) -> None:
    assert is_own_device(name)


def test_other_names_lead_a_phone_here() -> None:
    assert not any(map(is_own_device, ("pi", "192.168.7.9", "fd00::1", "pi.local")))


@pytest.mark.parametrize(
    ("name", "host", "page"),
    [
        ("192.168.7.9", "localhost", "http://192.168.7.9/"),
        ("192.168.7.9", "[::1]:8080", "http://192.168.7.9:8080/"),
        ("fd00::7", "evil.example:81", "http://[fd00::7]:81/"),
        ("192.168.7.9", "?", "http://192.168.7.9/"),
    ],
)
def test_the_page_under_another_name_is_on_the_same_port(name: str, host: str, page: str) -> None:
    assert page_address(name, host) == page


HTML: Final = {"Accept": "text/html"}


def test_who_comes_by_a_foreign_name_reads_where_the_table_is(client: FlaskClient) -> None:
    answer = client.get("/history", headers={"Host": "evil.example:8080", **HTML})
    assert answer.status_code == 421
    assert 'href="http://192.168.7.9:8080/"' in answer.text
    assert "evil.example" in answer.text
    assert "[web]" in answer.text
    assert "<script" not in answer.text


def test_nothing_is_answered_under_a_foreign_name(client: FlaskClient) -> None:
    """Pages, files, the API and error pages are all refused under a name that an outsider could own."""
    for path in (
        "/",
        "/join",
        "/join/code.svg",
        "/api/state",
        "/events",
        "/static/page.css",
        "/nowhere",
        "/tv",
    ):
        assert client.get(path, headers={"Host": "evil.example"}).status_code == 421, path


def test_that_page_carries_its_own_style(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "evil.example", **HTML})
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "Set-Cookie" not in answer.headers

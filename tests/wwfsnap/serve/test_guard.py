"""Who may ask the server: its names, pages of other sites, the key, HTTPS."""

from __future__ import annotations

import stat
import sys
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import httpx
import pytest
from cryptography import x509

from tests.shared.console import Console
from tests.shared.serving import LatePool, Served, misbehave, serving
from wwfsnap.errors import StateUnusable, UsageFault
from wwfsnap.pipeline import Settings
from wwfsnap.serve import Limits, make_certificate
from wwfsnap.serve.guard import COOKIE, FORM, HEADERS, server_key
from wwfsnap.serve.server import (
    Endpoint,
    addresses,
    code,
    greeting,
    machine_names,
    open_socket,
    own_host_names,
    page_addresses,
)

KEY = "k" * 24
PICTURE = b"\x89PNG shared"
PNG = {"Content-Type": "image/png"}


def small() -> LatePool:
    return LatePool(1, Limits(), Settings(), misbehave)


@pytest.fixture(scope="module")
def open_server() -> Iterator[Served]:
    with serving(pool=small()) as served:
        yield served


@pytest.fixture(scope="module")
def locked_server() -> Iterator[Served]:
    with serving(pool=small(), key=KEY) as served:
        yield served


def post(served: Served, **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return served.client.post("/api/solve", content=b"x", headers=PNG | named)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "10.0.0.1", "", "[::"])
def test_strange_names_are_not_answered(open_server: Served, host: str) -> None:
    for path in ("/", "/healthz", "/api/games"):
        answer = open_server.client.get(path, headers={"Host": host})
        assert answer.status_code in {400, 403}
        assert "evil" not in answer.headers.get("location", "")


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:80", "localhost.:9", "127.0.0.1:443"])
def test_own_names_are_answered(open_server: Served, host: str) -> None:
    assert open_server.client.get("/healthz", headers={"Host": host}).status_code == 200


def test_pages_of_other_sites_may_not_ask(open_server: Served) -> None:
    own = open_server.url
    assert post(open_server).status_code == 200
    assert post(open_server, Origin=own, Sec_Fetch_Site="same-origin").status_code == 200
    assert post(open_server, Origin="null", Sec_Fetch_Site="none").status_code == 200
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site", "Origin": own},
        {"Origin": "null", "Sec_Fetch_Site": "cross-site"},
    ):
        answer = post(open_server, **headers)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "foreign")
        assert "access-control-allow-origin" not in answer.headers
    games = open_server.client.get("/api/games", headers={"Sec-Fetch-Site": "cross-site"})
    assert games.status_code == 403
    page = open_server.client.get("/", headers={"Sec-Fetch-Site": "cross-site"})
    assert page.status_code == 200  # a link from elsewhere may lead here


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "//", "http://localhost]", "\x80"])
def test_origin_that_is_none_is_refused(open_server: Served, origin: str) -> None:
    for method, path in (("GET", "/"), ("POST", "/api/solve"), ("GET", "/healthz")):
        headers = [(b"Origin", origin.encode("latin-1"))]
        answer = open_server.client.request(method, path, headers=headers)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (403, "foreign")


def test_preflight_of_another_site_is_refused(open_server: Served) -> None:
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    assert open_server.client.options("/api/solve", headers=headers).status_code == 403


@pytest.mark.parametrize("path", ["/", "/healthz", "/nowhere", "/web/style.css", "/api/solve"])
def test_every_answer_has_the_headers(open_server: Served, path: str) -> None:
    answer = open_server.client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert "server" not in answer.headers


def test_page_is_not_sent_twice(open_server: Served) -> None:
    first = open_server.client.get("/")
    again = open_server.client.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/web/../app.py", "/web/%2e%2e/app.py", "/web//etc/passwd"])
def test_nothing_but_the_page_is_handed_out(open_server: Served, path: str) -> None:
    assert open_server.client.get(path).status_code == 404


def test_without_the_key_nothing_is_done(locked_server: Served) -> None:
    client = locked_server.client
    assert client.get("/healthz").status_code == 200
    assert client.get("/web/style.css").status_code == 200
    assert client.get("/").status_code == 401
    assert b"form" in client.get("/").content
    assert client.get("/openapi.json").status_code == 401
    assert client.get("/?key=wrong").status_code == 401
    assert post(locked_server).json()["error"]["kind"] == "key-needed"
    assert post(locked_server, Authorization=f"Bearer {KEY}x").status_code == 401
    assert post(locked_server, Authorization=KEY).status_code == 401
    assert post(locked_server, Cookie=f"{COOKIE}=wrong").status_code == 401
    assert post(locked_server, Cookie="\x01=;;").status_code == 401
    assert client.post(f"/api/solve?key={KEY}", content=b"x", headers=PNG).status_code == 401
    assert client.post("/share", files={"picture": ("a", b"x")}).status_code == 401


def test_key_in_a_header(locked_server: Served) -> None:
    assert post(locked_server, Authorization=f"Bearer {KEY}").status_code == 200


def test_key_that_was_scanned_is_kept_as_a_cookie(locked_server: Served) -> None:
    with httpx.Client(base_url=locked_server.url) as phone:
        answer = phone.get(f"/?key={KEY}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert phone.get("/").status_code == 200
        assert phone.post("/api/solve", content=b"x", headers=PNG).status_code == 200
    assert not any(KEY in line for line in locked_server.log)


def test_shared_picture_comes_back_in_the_page(open_server: Served) -> None:
    shared = open_server.client.post("/share", files={"picture": ("a.png", PICTURE)})
    assert shared.status_code == 200
    assert ">iVBORyBzaGFyZWQ=</textarea>" in shared.text.replace(
        "iVBORyBzaGFyZWQ=", "iVBORyBzaGFyZWQ="
    )
    assert open_server.client.post("/share", content=b"x").status_code == 415


def test_key_is_made_once(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    key = server_key(folder, new=False)
    assert FORM.fullmatch(key)
    assert server_key(folder, new=False) == key
    assert server_key(folder, new=True) != key
    (folder / "serve-key").write_text("short")
    assert FORM.fullmatch(server_key(folder, new=False))
    if sys.platform != "win32":
        assert stat.S_IMODE((folder / "serve-key").stat().st_mode) == 0o600


def test_key_that_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(StateUnusable):
        server_key(tmp_path / "state", new=False)


def test_https_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    made = make_certificate(tmp_path, ["localhost", "127.0.0.1", "192.168.7.7"])
    with serving(pool=small(), key=KEY, certificate=made) as served:
        cookie = served.client.get(f"/?key={KEY}").headers["set-cookie"]
        assert "secure" in cookie.lower()
        assert served.client.get("/").status_code == 200
        told = served.client.get("/wwfsnap.crt")
        assert told.content == made.authority
        assert told.headers["content-type"] == "application/x-x509-ca-cert"


def test_certificate_is_made_anew_only_where_it_must_be(tmp_path: Path) -> None:
    names = ["localhost", "127.0.0.1"]
    first = make_certificate(tmp_path, names)
    chain = first.chain.read_bytes()
    again = make_certificate(tmp_path, names)
    assert (again.chain.read_bytes(), again.authority) == (chain, first.authority)
    moved = make_certificate(tmp_path, [*names, "192.168.1.9"])
    assert moved.authority == first.authority  # the phone need not trust anew
    assert moved.chain.read_bytes() != chain
    renamed = make_certificate(tmp_path, [*names, "other.local"])
    assert renamed.authority != first.authority  # it could not sign for that name
    (tmp_path / "serve-authority.pem").write_text("damaged")
    assert make_certificate(tmp_path, names).authority != renamed.authority
    if sys.platform != "win32":
        modes = {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("*.pem")}
        assert modes == {0o600}


def test_authority_signs_for_this_machine_alone(tmp_path: Path) -> None:
    made = make_certificate(tmp_path, ["localhost", "127.0.0.1"])
    assert made.authority is not None
    authority = x509.load_der_x509_certificate(made.authority)
    limits = authority.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    allowed = [name.value for name in limits.value.permitted_subtrees or ()]
    assert "localhost" in allowed
    public = ip_address("8.8.8.8")
    assert not any(public in net for net in allowed if not isinstance(net, str))


def test_addresses_are_those_of_this_machine() -> None:
    assert not {"127.0.0.1", "0.0.0.0"} & set(addresses())  # noqa: S104 - never among them
    assert own_host_names(lan=False) == {"localhost", "127.0.0.1", "::1"}
    wide = own_host_names(lan=True, extra=["My-Mac.example."])
    assert wide == {*own_host_names(lan=False), *addresses(), *machine_names(), "my-mac.example"}


def test_greeting_shows_where_and_a_code_to_scan() -> None:
    place = Endpoint(1, lan=True, key=KEY, name="house.example")
    told = greeting(place, 81)
    assert f"http://house.example:81/?key={KEY}" in told
    assert "█" in code("x")
    assert page_addresses(place, 81)[-1] == "http://localhost:81/"
    assert page_addresses(Endpoint(1), 81) == ["http://localhost:81/"]
    assert "key" not in greeting(Endpoint(1), 81)


def test_port_that_is_taken() -> None:
    with open_socket(Endpoint(0)) as taken, pytest.raises(UsageFault, match="cannot be used"):
        open_socket(Endpoint(taken.getsockname()[1]))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--new-key"], "only works with --lan"),
        (["--cert", "a.pem"], "must be given together"),
        (["--cert", "a.pem", "--key", "b.pem"], "not a certificate"),
        (["--words", "nowhere.txt"], "no such file"),
    ],
)
def test_flags_that_do_not_fit(wwfsnap: Console, flags: list[str], message: str) -> None:
    run = wwfsnap("serve", *flags)
    assert run.status == 2
    assert message in run.err

"""The page's files: every text in every language, every file named is there."""

from __future__ import annotations

import json
import posixpath
import re
from importlib.resources import files

import pytest

from calibration import Further, Lack
from vision.reading import Why
from wwfsnap.reporting.calibration import Said
from wwfsnap.serve.assets import NOT_KEPT, load_assets

WEB = files("wwfsnap.serve") / "web"
CODE = "".join(
    entry.read_text(encoding="utf-8")
    for entry in WEB.iterdir()
    if entry.name.endswith((".js", ".html"))
)
ENGLISH = json.loads((WEB / "texts" / "en.json").read_text(encoding="utf-8"))
LESSON = json.loads((WEB / "calibrate" / "texts" / "en.json").read_text(encoding="utf-8"))
DOUBTS = {f"doubt_{why.name.lower()}": why.value for why in Why}  # told in English as they come
LEARNT = {f"learnt_{said.name.lower()}": said.value for said in Said} | {
    f"learnt_{lack.name.lower()}{part}": text
    for lack in Lack
    for part, text in zip(("", "_hint"), lack.value, strict=True)
    if text
}
LEARNT |= {f"further_{each.name.lower()}": each.value for each in Further}


@pytest.mark.parametrize("language", ["de", "nl", "sv", "fr", "es"])
@pytest.mark.parametrize("room", ["", "calibrate", "play"])
def test_every_text_is_in_every_language(language: str, room: str) -> None:
    file = WEB / room / "texts" / f"{language}.json"
    told = json.loads(file.read_text(encoding="utf-8"))
    every = {"": ENGLISH | DOUBTS, "calibrate": LESSON | LEARNT, "play": PLAY_ENGLISH}
    english = every[room]
    assert list(told) == list(english)
    for name, text in told.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", english[name])), name


def test_every_language_can_be_chosen() -> None:
    there = {entry.name.removesuffix(".json") for entry in (WEB / "texts").iterdir()}
    listed = re.search(r"LANGUAGES = {(.*)};", CODE)
    assert listed
    assert set(re.findall(r"(\w\w): \"", listed[1])) == there


def test_every_text_that_is_used_is_there_and_the_other_way_round() -> None:
    used = set(re.findall(r"\bt\(\"(\w+)\"", CODE))
    used |= set(re.findall(r"data-(?:text|label)=\"(\w+)\"", CODE))
    assert used <= (ENGLISH | LESSON).keys()
    assert not ENGLISH.keys() & LESSON.keys()
    some = ("error_", "mark_", "premium_")  # put together
    told = {name.removesuffix("_one") for name in ENGLISH | LESSON if not name.startswith(some)}
    assert told <= used | set(re.findall(r"\"(\w+)\"", CODE))  # some are chosen between


def test_every_file_that_is_named_is_there() -> None:
    assets = load_assets()
    named = re.findall(r"[\"'(](/web/[\w./-]+)[\"')]", CODE)
    named += ["/web/" + name for name in re.findall(r"from \"\./([\w./]+)\"", CODE)]
    named += re.findall(r"/web/[\w.-]+", (WEB / "manifest.webmanifest").read_text("utf-8"))
    assert len(named) > 20
    assert set(named) <= set(assets)


def test_nothing_of_the_page_comes_from_elsewhere() -> None:
    css = (WEB / "style.css").read_text(encoding="utf-8")
    foreign = set(re.findall(r"https?://[\w./]+", CODE + css))
    assert foreign == {"http://www.w3.org/2000/svg"}
    assert "innerHTML" not in CODE
    assert " style=" not in CODE
    assert "onclick=" not in CODE


def test_service_worker_knows_the_version_and_the_files() -> None:
    assets = load_assets()
    worker = assets["/sw.js"].data.decode()
    found = re.match(r'const VERSION = "\w{16}";\nconst FILES = (\[.*\]);\n', worker)
    assert found
    assert set(json.loads(found[1])) == set(assets) - NOT_KEPT


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((ink, ground) for ink in ("ink", "soft", "brand") for ground in ("paper", "card")),
        *(("doubt", "doubt-wash"), ("ink", "doubt-wash"), ("soft", "doubt-wash")),
        *(("on-brand", "brand"), ("tile-ink", "tile")),
    ],
)
def test_colours_can_be_read_in_light_and_dark(ink: str, ground: str) -> None:
    css = (WEB / "style.css").read_text(encoding="utf-8")
    light, dark, chosen_dark = (
        dict(re.findall(r"--([\w-]+): (#\w{6});", part))
        for part in re.findall(r":root[^{]*{([^}]*)}", css)[:3]
    )
    assert dark == chosen_dark
    for colours in (light, light | dark):
        one, other = sorted((_light_of(colours[ink]), _light_of(colours[ground])), reverse=True)
        assert (one + 0.05) / (other + 0.05) >= 4.5


def _light_of(colour: str) -> float:
    """The relative luminance of WCAG of a colour such as #0f5c58."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


PLAY = WEB / "play"
PLAY_CODE = "".join(
    entry.read_text(encoding="utf-8")
    for entry in PLAY.iterdir()
    if entry.name.endswith((".js", ".html"))
)
PLAY_ENGLISH = json.loads((PLAY / "texts" / "en.json").read_text(encoding="utf-8"))


def test_every_text_of_the_table_is_used_and_there() -> None:
    used = set(re.findall(r"\bt\(\"(\w+)\"", PLAY_CODE))
    used |= set(re.findall(r"data-(?:text|label|title)=\"(\w+)\"", PLAY_CODE))
    assert used <= set(PLAY_ENGLISH) | set(ENGLISH)
    own = {name.removesuffix("_one") for name in PLAY_ENGLISH}
    some = ("error_", "level_", "do_", "challenge_", "cost_")  # put together
    assert {name for name in own if not name.startswith(some)} <= used | set(
        re.findall(r"\"(\w+)\"", PLAY_CODE)
    )
    assert not own & set(ENGLISH)


def test_nothing_of_the_table_comes_from_elsewhere() -> None:
    css = (PLAY / "play.css").read_text(encoding="utf-8")
    assert not re.findall(r"https?://", PLAY_CODE + css)
    assert "innerHTML" not in PLAY_CODE
    assert " style=" not in PLAY_CODE


@pytest.mark.parametrize("address", ["/", "/play", "/analysis", "/clock", "/web/calibrate.html"])
def test_a_page_is_light(address: str) -> None:
    assets = load_assets()
    room = {"/": "", "/web/calibrate.html": "calibrate/"}.get(address, "play/")
    texts = {f"/web/{each}texts/{code}.json" for each in ("", room) for code in ("de", "en")}
    known, left = texts | {address}, [address]
    while left:
        name = left.pop()
        code = assets[name].data.decode()
        found = set(re.findall(r"(?:href|src)=\"(/web/[^\"]+\.(?:js|css|svg))\"", code))
        for path in re.findall(r"from \"(\.[^\"]+)\"", code):
            found.add(posixpath.normpath(posixpath.join(posixpath.dirname(name), path)))
        left += found - known
        known |= found
    script = {"/": "/web/app.js", "/web/calibrate.html": "/web/calibrate.js"}
    assert script.get(address, f"/web/play/{address[1:]}.js") in known
    assert "/web/notation.js" in known
    assert sum(len(assets[name].data) for name in known) < 150_000

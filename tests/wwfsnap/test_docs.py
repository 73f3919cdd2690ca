"""README and docs say what is true: examples run, tables are complete, links lead on."""

from __future__ import annotations

import ast
import importlib
import os
import re
import runpy
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote

import httpx
import numpy as np
import pytest
import typer.main
from PIL import Image

from calibration import CalibrationError
from sample_screens.truth import FOLDER
from solver.errors import GameFileError, SolverError
from tests.shared.console import Console
from tests.shared.serving import PATIENCE
from vision.errors import VisionError
from vision.reading import Why
from wwfsnap.cli import program
from wwfsnap.errors import Exit, Failure, FrontDoorError

HOUSE = FOLDER.parent
PAGES = {
    file.relative_to(HOUSE).as_posix(): file.read_text(encoding="utf-8")
    for file in (
        *(HOUSE / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
        *sorted((HOUSE / "docs").glob("*.md")),
        *(HOUSE / "sample_screens").glob("*.md"),
        *(HOUSE / "tests" / "benchmarks").glob("*.md"),
    )
}
COMMANDS = PAGES["docs/commands.md"]
FORMATS = PAGES["docs/formats.md"]
EXAMPLES = {  # what several pages show runs once
    tuple(lines): page
    for page, text in PAGES.items()
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    if (lines := re.findall(r"^wwfsnap .*", block, re.MULTILINE))
}
SHOWN = {
    example: shown.rstrip("\n")
    for text in PAGES.values()
    for example, shown in re.findall(
        r"^(wwfsnap .*)\n```\n(?:(?!```).*\n)*```text\n((?:(?!```).*\n)*)", text, re.MULTILINE
    )
    if any(example == lines[-1] for lines in EXAMPLES)
}
LIVE = [
    (example, shown.splitlines())
    for text in PAGES.values()
    for example, shown in re.findall(
        r"```console\n(wwfsnap (?:watch|serve)\b.*)\n```\n+```text\n((?:(?!```).*\n)*)", text
    )
]
PROGRAM = "import sys; sys.argv[0] = 'wwfsnap'; from wwfsnap.cli import main; main()"
GENERAL = {"--help", "--version", "--install-completion", "--show-completion"}
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FOLDERS = "wwfsnap|calibration|vision|solver|docs|sample_screens|tests"
LARGEST_PICTURE = 150_000
ANOTHER_PICTURE = 4.0


@pytest.mark.parametrize(("examples", "page"), EXAMPLES.items(), ids=[each[0] for each in EXAMPLES])
def test_examples_run_and_print_what_is_shown(
    wwfsnap: Console,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
    examples: tuple[str, ...],
) -> None:
    shutil.copytree(FOLDER, tmp_path / "sample_screens", ignore=_but_pictures(examples))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    for example in examples:
        run = wwfsnap(*shlex.split(example)[1:])
        assert run.status == 0, (page, run.err)
        if shown := SHOWN.get(example):
            printed = [line.rstrip() for line in (run.out + run.err).splitlines()]
            assert re.fullmatch(_pattern(shown), "\n".join(printed[-shown.count("\n") - 1 :]))


def _but_pictures(examples: tuple[str, ...]) -> Callable[[str, list[str]], list[str]]:
    """What not to copy: all but the pictures that the examples name."""
    text = " ".join(examples)
    return lambda _folder, names: [name for name in names if name not in text]


def _pattern(shown: str) -> str:
    """What a text must look like that is shown with … for what is different each time."""
    return ".*".join(re.escape(text) for text in shown.split("…"))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("example", "shown"), LIVE, ids=[example for example, _ in LIVE])
def test_what_runs_until_it_is_stopped_prints_what_is_shown(
    tmp_path: Path, example: str, shown: list[str]
) -> None:
    """Each picture that is shown as solved is dropped into the folder, each request made."""
    (tmp_path / "shots").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = f"{free.getsockname()[1]}"
    options = ["--port", port, "--processes", "1"] if example == "wwfsnap serve" else []
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *shlex.split(example)[1:], *options],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            for line in shown:
                if picture := re.match(r"\S+\.png(?=: )", line):
                    (file,) = FOLDER.rglob(picture[0])
                    shutil.copy(file, tmp_path / "shots")
                elif request := re.search(r"(GET|POST) (\S+)", line):
                    sent = (FOLDER / "wwf2-empty.png").read_bytes() if request[1] == "POST" else b""
                    url = f"http://localhost:{port}{request[2]}"
                    told = {"Content-Type": "image/png"} if sent else {}
                    httpx.request(request[1], url, content=sent, headers=told, timeout=PATIENCE)
                printed = process.stdout.readline().rstrip()
                assert re.fullmatch(_pattern(line.replace("8765", port)), printed)
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=PATIENCE)[0] == ""
        finally:
            process.kill()
    assert process.returncode == Exit.INTERRUPTED


def test_commands_that_are_only_shown_have_no_flags_that_are_not_there() -> None:
    commands = _commands()
    met = 0
    for page, text in PAGES.items():
        for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
            for line in re.findall(r"^(?:uvx )?wwfsnap (.*)", block, re.MULTILINE):
                words = shlex.split(line, comments=True)
                names = [name for name in commands if name and words[0] == name.split()[0]]
                assert names or words[0] in GENERAL, (page, line)
                flags = {word.partition("=")[0] for word in words if word.startswith("--")}
                assert flags <= GENERAL.union(*(commands[name] for name in names)), (page, line)
                met += 1
    assert met > 10


def _commands() -> dict[str, set[str]]:
    """The long flags of every command, groups and those in them included."""
    found: dict[str, set[str]] = {}
    commands = [("", typer.main.get_command(program()))]
    while commands:
        path, command = commands.pop()
        for name, each in getattr(command, "commands", {}).items():
            commands.append((f"{path} {name}".strip(), each))
        flags = {flag for parameter in command.params for flag in parameter.opts}
        found[path] = {flag for flag in flags if flag.startswith("--")} - GENERAL
    return found


def test_table_of_flags_is_complete() -> None:
    rows = re.findall(r"^\| `(--[\w-]+)[^|]*\| ([^|]+) \|", COMMANDS, re.MULTILINE)
    told = {flag: set(of.split(", ")) for flag, of in rows}
    commands = _commands()
    assert told.keys() == set().union(*commands.values())
    for flag, of in told.items():
        having = {path for path, flags in commands.items() if flag in flags}
        whole = {path for path in having if of & {path, path.partition(" ")[0]}}
        assert having == whole, flag
        assert all(any(path.startswith(each) for path in having) for each in of), flag


def test_every_command_is_told() -> None:
    top = {path.partition(" ")[0] for path in _commands()} - {""}
    told = re.findall(r"^\| (\[.*?)\|", COMMANDS, re.MULTILINE)
    assert {name for cell in told for name in re.findall(r"`(\w+)`", cell)} == top


def test_messages_to_look_for_are_those_of_the_program() -> None:
    said = "\n".join(_texts())
    rows = re.findall(r"^\| `([^`]+)` \|", PAGES["docs/troubleshooting.md"], re.MULTILINE)
    assert len(rows) > 30
    for message in rows:
        assert message.rstrip("… :") in said, message


def _texts() -> Iterator[str]:
    """All texts in the program, with … for what is filled in."""
    for floor in ("calibration", "solver", "vision", "wwfsnap"):
        for file in (HOUSE / floor).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    yield "".join(
                        str(part.value) if isinstance(part, ast.Constant) else "…"
                        for part in node.values
                    )
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield re.sub(r"{\w+}", "…", node.value)


def test_names_that_stay_are_those_of_the_library() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| (`.*`) \|", PAGES["docs/stability.md"], re.MULTILINE)
    told = {module: set(re.findall(r"`(\w+)`", names)) for module, names in rows}
    assert told["wwfsnap"] == set(importlib.import_module("wwfsnap").__all__)
    raised = set(re.findall(r"`(\w+\.errors)\.(\w+)`", PAGES["docs/library.md"]))
    assert raised <= {(module, name) for module, names in told.items() for name in names}
    for module, names in told.items():
        assert all(hasattr(importlib.import_module(module), name) for name in names), module


def _section(title: str) -> str:
    """A part of the page of formats."""
    return FORMATS.split(f"\n## {title}\n")[1].split("\n## ")[0]


def test_table_of_exit_statuses_is_complete() -> None:
    told = re.findall(r"^\| (\d+) \|", _section("Exit statuses"), re.MULTILINE)
    assert {int(status) for status in told} == set(Exit)


@pytest.mark.parametrize(
    ("command", "row"),
    [
        *((each, each) for each in ("themes list", "games", "doctor", "words list")),
        ("themes show wwf2", "themes show"),
        ("words languages", "words languages"),
        ("words check zen", "words check"),
        ("words find --prefix qu", "words find"),
        ("words study", "words study"),
        ("words study zen", "words study WORD"),
    ],
)
def test_tables_of_json_have_all_keys(wwfsnap: Console, command: str, row: str) -> None:
    rows = dict(re.findall(r"^\| `([\w ]+)` \| (.*) \|$", _section("JSON"), re.MULTILINE))
    told = rows[row] + (rows["themes list"] if row == "themes show" else "")
    [record] = wwfsnap(*command.split(), "--json").lines
    first = record[0] if isinstance(record, list) else record
    assert set(re.findall(r"`(\w+)`", told)) >= first.keys()


def test_table_of_doubts_is_complete() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| ?([\w, ]*?) ?\|", _section("Doubts"), re.MULTILINE)
    told = {kind: set(filter(None, names.split(", "))) for kind, names in rows}
    assert told == {
        why.name.lower().replace("_", "-"): set(re.findall(r"{(\w+)}", why.value))
        for why in Why
        if not why.name.endswith("_ONE")
    }


def test_tables_of_errors_are_complete() -> None:
    importlib.import_module("wwfsnap.serve.faults")  # so that its classes are there
    told = re.findall(r"^\| `([\w-]+)` \| (\d+) \|", _section("Errors"), re.MULTILINE)
    api = set(re.findall(r"`([a-z-]+)`", PAGES["docs/serve.md"]))
    met = {("internal", str(int(Exit.INTERNAL)))}
    for failure in _failures():
        if failure.stage == "request":
            assert failure.kind in api
        else:
            met.add((failure.kind, str(int(failure.exit))))
    assert set(told) == met


def _failures() -> Iterator[Failure]:
    """What a player gets of each class of errors."""
    families: list[type[Exception]] = [VisionError, SolverError, CalibrationError, FrontDoorError]
    while families:
        for kind in families.pop().__subclasses__():
            families.append(kind)
            error = GameFileError(Path("x.toml"), ["x"]) if kind is GameFileError else kind("x")
            yield Failure.of(error)


@pytest.mark.parametrize("file", ["README.md", "CONTRIBUTING.md"])
def test_make_targets_named_exist(file: str) -> None:
    makefile = (HOUSE / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"(?:`|^)make ([\w-]+)", PAGES[file], re.MULTILINE)
    assert "test" in targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def _anchors(text: str) -> set[str]:
    """The names that a page's headings are linked by."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for link in LINK.findall(FENCED.sub("", PAGES[page])):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = unquote(link).partition("#")
        target = (HOUSE / page).parent / file if file else HOUSE / page
        assert target.resolve().exists(), link
        if anchor:
            assert anchor in _anchors(target.read_text(encoding="utf-8")), link


@pytest.mark.parametrize("page", [page for page in PAGES if page != "CHANGELOG.md"])
def test_files_named_exist(page: str) -> None:
    for name in re.findall(rf"`((?:{FOLDERS})/[\w./*-]+)`", PAGES[page]):
        assert any(HOUSE.glob(name.rstrip("/"))), name


def test_every_page_is_linked_from_the_readme() -> None:
    linked = {link.partition("#")[0] for link in LINK.findall(PAGES["README.md"])}
    assert {page for page in PAGES if page.startswith("docs/")} <= linked


def test_pictures_are_those_the_program_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = HOUSE / "docs" / "draw_stages.py"
    monkeypatch.setattr(sys, "argv", [str(program), "--out", str(tmp_path)])
    runpy.run_path(str(program), run_name="__main__")
    kept = {file.name: file for file in (HOUSE / "docs" / "pictures").iterdir()}
    others = ("page-", "calibration")  # those a browser draws, and one of the benchmarks
    drawn = {name for name in kept if not name.startswith(others)}
    assert {file.name for file in tmp_path.iterdir()} == drawn
    linked = {Path(link).name for text in PAGES.values() for link in LINK.findall(text)}
    assert kept.keys() <= linked
    for name, file in kept.items():
        assert file.stat().st_size < LARGEST_PICTURE
        assert name not in drawn or _apart(file, tmp_path / name) < ANOTHER_PICTURE, name


def _apart(one: Path, other: Path) -> float:
    """How far two pictures are apart, 0 to 255 on average; small shifts do not matter."""
    small = []
    for path in (one, other):
        with Image.open(path) as picture:
            small.append(np.asarray(picture.convert("RGB").resize((60, 60)), np.float32))
    return float(np.abs(small[0] - small[1]).mean())


def test_tests_that_are_named_are_there() -> None:
    named = re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", PAGES["docs/older-programs.md"])
    assert len(named) > 20
    for file, test in named:
        text = (HOUSE / file).read_text(encoding="utf-8")
        assert f"def {test}" in text, (file, test)

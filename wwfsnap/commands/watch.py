"""`wwfsnap watch`: solves each new screenshot in a folder once it is complete."""

import os
import signal
import threading
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.commands.flags import ranking_options, settings_of
from wwfsnap.errors import Exit, UsageFault
from wwfsnap.opencv import require_opencv

if TYPE_CHECKING:
    from wwfsnap.watching import Address, Channel, Folder, Stop


def watch(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders where screenshots arrive.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FOLDER", help="Folder for the results; FOLDER/solved if not given."
        ),
    ] = None,
    existing: Annotated[
        bool, typer.Option("--existing", help="Also solve the pictures that are already there.")
    ] = False,
    once: Annotated[
        bool, typer.Option("--once", help="Solve the pictures that are there, then exit.")
    ] = False,
    notify: Annotated[
        bool, typer.Option("--notify", help="Show move and points in a desktop notification.")
    ] = False,
    push: Annotated[
        str | None,
        typer.Option("--push", metavar="URL", help="Post picture and move to an ntfy topic."),
    ] = None,
    exec_: Annotated[
        str | None,
        typer.Option(
            "--exec",
            metavar="CMD",
            help="Run a program for each result, with the JSON as its input.",
        ),
    ] = None,
    top: flags.Top = 10,
    by: flags.By = None,
    seconds: flags.Seconds = None,
    why: flags.Why = False,
    game: flags.Game = None,
    theme: flags.Theme = None,
    language: flags.Language = None,
    words: flags.Words = None,
    json: flags.Json = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also report what was ignored, and why.")
    ] = False,
) -> None:
    """Solve each screenshot that arrives in a folder; Ctrl-C stops it.

    \b
    Examples:
      wwfsnap watch ~/Sync/Screenshots
      wwfsnap watch shots --push https://ntfy.sh/MY-TOPIC
    """
    require_opencv()
    from solver.folders import state_folder
    from wwfsnap.many import Worker
    from wwfsnap.outcome import solve_job, warm_up
    from wwfsnap.watching import (
        FolderChanges,
        Ledger,
        MessageSender,
        Stop,
        TerminalNotices,
        Watcher,
        print_notice,
    )

    ranking = ranking_options(by, seconds, why=why)
    settings = settings_of(game, theme, language, words, top=top, ranking=ranking)
    watched = _watched(folders, out)
    halt = threading.Event()
    channels = _channels(notify=notify, push=push, exec_=exec_, halt=halt)
    greeting = f"watching {', '.join(str(folder.path) for folder in watched)}; Ctrl-C stops it"
    stop = Stop()
    heard: list[int] = []
    worker = Worker(
        partial(solve_job, settings=settings),
        partial(warm_up, settings),
        settings.time_limit,
    )
    _listen(stop, halt, heard)  # before the sender may start a program
    with ExitStack() as opened:
        ledger = opened.enter_context(closing(Ledger(state_folder())))
        sender = MessageSender(
            ledger.file, ledger.lock, channels, print_notice, stop=stop, halt=halt
        )
        opened.callback(lambda: sender.close(tries=4 if once and not stop.is_set() else 1))
        opened.callback(worker.stop)
        changes = opened.enter_context(
            closing(FolderChanges([folder.path for folder in watched], stop))
        )
        watcher = Watcher(
            watched,
            changes.wait,
            ledger,
            partial(worker, given_up=stop.is_over),
            TerminalNotices(json=json, verbose=verbose),
            messages=channels,
            wake=sender.wake,
        )
        worker.start()
        ready = partial(print_notice, greeting) if not once else lambda: None
        status = watcher.run(stop, existing=existing, once=once, ready=ready)
    if once and sender.waiting:
        print_notice(f"messages waiting for the next start: {sender.waiting}")
    if once and (sender.lost or sender.waiting):
        status = max(status, Exit.MISSING)
    raise typer.Exit(Exit.INTERRUPTED if signal.SIGINT in heard else status)


def _listen(stop: "Stop", halt: threading.Event, heard: list[int]) -> None:
    """End on Ctrl-C, without waiting for long work, and on SIGTERM, with a grace period."""
    from wwfsnap.process import end_soon

    def hear(number: int, _frame: FrameType | None) -> None:
        heard.append(number)
        stop.set()
        if number == signal.SIGINT:
            halt.set()
            end_soon()

    signal.signal(signal.SIGINT, hear)
    signal.signal(signal.SIGTERM, hear)


def _resolved(path: Path) -> Path:
    """The path without links; raises OSError or RuntimeError where that is impossible."""
    found = path.resolve()
    if any(each.is_symlink() for each in (found, *found.parents)):  # from Python 3.13 on
        raise RuntimeError(f"Symlink loop from {str(path)!r}")
    return found


def _watched(folders: list[Path], out: Path | None) -> "list[Folder]":
    """The folders, each with that for its results.

    Raises:
        UsageFault: One is missing, or results would be watched themselves.
    """
    from wwfsnap.watching import Folder

    try:
        paths = list(dict.fromkeys(_resolved(folder) for folder in folders))
        results = None if out is None else _resolved(out)
    except PermissionError:
        raise
    except (OSError, RuntimeError) as fault:  # circular links, a name too long
        raise UsageFault(f"no such folder ({fault})", "check its name") from None
    for path in paths:
        if not os.path.isdir(path):  # noqa: PTH112 - is_dir() fails on a name too long
            raise UsageFault(f"{path}: is not a folder", "create it, or check its name")
    found = [Folder(path, results or path / "solved") for path in paths]
    for folder in found:
        if folder.results in paths:
            raise UsageFault(
                f"{folder.results}: results go there, so it cannot be watched",
                "choose another folder with --out",
            )
        if folder.results.exists() and not folder.results.is_dir():
            raise UsageFault(f"{folder.results}: is not a folder", "choose another one with --out")
    return found


def _channels(
    *, notify: bool, push: str | None, exec_: str | None, halt: threading.Event
) -> "dict[Address, Channel]":
    from wwfsnap.watching import desktop_channel, program_channel, push_channel

    found: dict[Address, Channel] = {}
    if notify:
        found["notify", ""] = desktop_channel()
    if push is not None:
        found["push", push] = push_channel(push, halt)
    if exec_ is not None:
        found["exec", exec_] = program_channel(exec_, halt)
    return found

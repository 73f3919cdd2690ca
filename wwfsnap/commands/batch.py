"""`wwfsnap batch`: thousands of pictures at once, with a progress bar."""

from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.commands.flags import ranking_options, settings_of
from wwfsnap.errors import Exit, UsageFault
from wwfsnap.opencv import require_opencv

if TYPE_CHECKING:
    from collections.abc import Callable

    from wwfsnap.many import Answer


def batch(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Pictures and folders.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="A .jsonl or .csv file, continued if it exists; if not given, JSON is printed.",
        ),
    ] = None,
    draw: Annotated[
        Path | None,
        typer.Option(
            "--draw", metavar="FOLDER", help="Also draw the best moves, into this folder."
        ),
    ] = None,
    processes: flags.Processes = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Work on this Dask cluster.")
    ] = None,
    top: flags.Top = 1,
    by: flags.By = None,
    seconds: flags.Seconds = None,
    why: flags.Why = False,
    game: flags.Game = None,
    theme: flags.Theme = None,
    language: flags.Language = None,
    words: flags.Words = None,
) -> None:
    """Solve all pictures in folders, on all cores.

    If it was interrupted, the same command continues.

    \b
    Examples:
      wwfsnap batch shots --out answers.csv --draw solved
      wwfsnap batch shots --out answers.jsonl --cluster tcp://10.0.0.5:8786
    """
    if cluster is not None and processes is not None:
        raise UsageFault("--processes cannot be used with --cluster", "leave out one of them")
    require_opencv()
    from wwfsnap.drawing import Target
    from wwfsnap.many import Results, answers, cluster_answers, pictures_of
    from wwfsnap.terminal import note, print_json

    images = pictures_of(paths, draw)
    if draw is not None:
        Target(draw, folder=True).check("--draw")
    ranking = ranking_options(by, seconds, why=why)
    settings = settings_of(game, theme, language, words, top=top, ranking=ranking)
    status, passing = Exit.GOOD, list[str]()
    with ExitStack() as stack:
        results = stack.enter_context(Results(out)) if out is not None else None
        if results is not None:
            left = [image for image in images if image not in results.answered]
            if len(left) < len(images):
                before = f"answered before: {len(images) - len(left)} of {len(images)} pictures"
                note(f"{before}; these answers are kept, even if other options are used now")
            images = left
        advance = stack.enter_context(_progress(len(images)))
        if cluster is None:
            found = answers(images, settings, draw, processes)
        else:
            found = cluster_answers(cluster, images, settings, draw)
        for answer in stack.enter_context(closing(found)):
            if results is None:
                print_json(answer.record)
            elif answer.passing:
                passing.append(answer.record["error"]["message"])
            else:
                results.add(answer.record)
            status = max(status, answer.status)
            advance(answer)
    if passing:
        note(f"not written: {len(passing)}; run the same command to try these again ({passing[0]})")
    raise typer.Exit(status)


@contextmanager
def _progress(total: int) -> "Iterator[Callable[[Answer], None]]":
    """A bar on standard error, if that is a terminal; in any case a summary at the end."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    from wwfsnap.terminal import note

    console = Console(stderr=True, highlight=False)
    doubts = refused = done = 0
    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[summary]}"),
        TimeLeft(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
        speed_estimate_period=60.0,
    )
    task = bar.add_task("", total=total, summary="")

    def advance(answer: "Answer") -> None:
        nonlocal doubts, refused, done
        done += 1
        refused += not answer.record["ok"]
        doubts += answer.doubtful
        speed = bar.tasks[0].speed
        rate = f", {speed:.1f} a second" if speed else ""
        bar.update(task, advance=1, summary=f"{doubts} doubtful, {refused} refused{rate}")

    with bar:
        yield advance
    seconds = bar.tasks[0].elapsed or 0.0
    note(
        f"{done} picture{'' if done == 1 else 's'} in {seconds:.1f} s"
        f" ({done / max(seconds, 0.001):.1f} a second): {doubts} doubtful, {refused} refused"
    )

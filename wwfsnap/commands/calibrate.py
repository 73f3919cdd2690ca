"""`wwfsnap calibrate`: a theme from screenshots of a new look."""

from collections.abc import Callable, Sequence
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from wwfsnap.commands import flags
from wwfsnap.commands.flags import check_game, check_language
from wwfsnap.errors import UsageFault
from wwfsnap.opencv import require_opencv

if TYPE_CHECKING:
    from calibration import Calibration, Shot

REMARK = """\
# What wwfsnap read in {name}; correct it, save and close.
# Upper case is a tile, lower case a blank, a dot an empty square; ? is a blank on the rack.
# Tiles laid but not played go in `tentative`, not on the board; `rack` includes them.

"""


def calibrate(
    shots: Annotated[list[Path], typer.Argument(metavar="SHOT...", help="Screenshots.")],
    name: Annotated[str, Option("--name", metavar="NAME", help="Name of the theme to make.")],
    title: Annotated[
        str, Option("--title", metavar="TEXT", help="Title of the theme, shown in lists.")
    ] = "",
    truth: Annotated[
        list[Path] | None,
        Option(
            "--truth",
            metavar="FILE",
            help="A text file of what a SHOT shows; one for each SHOT, in order.",
        ),
    ] = None,
    game: flags.BoardGame = None,
    language: flags.Language = None,
    sheet: Annotated[
        Path | None,
        Option("--sheet", metavar="FILE", help="Write the contact sheet to this .png file."),
    ] = None,
    page: Annotated[
        bool, Option("--page", help="Check and correct what was read, in your browser.")
    ] = False,
    yes: Annotated[
        bool, Option("--yes", help="Do not ask; accept what was read as correct.")
    ] = False,
    replace: Annotated[
        bool, Option("--replace", help="Replace an existing theme of that name.")
    ] = False,
    keep_pictures: Annotated[
        bool, Option("--keep-pictures", help="Copy the SHOTs into the theme's folder.")
    ] = False,
    json: flags.Json = False,
    open_: Annotated[bool, Option("--open", help="Open the contact sheet.")] = False,
) -> None:
    """Learn a look from screenshots whose content is known.

    A look is colours, proportions and letters.

    The screenshots are read without a theme; you then correct what was read in your
    editor, with --page in your browser, or say it with --truth FILE (a row a line, as `wwfsnap
    moves` takes it). A contact sheet shows every tile with its letter before anything is kept.

    \b
    Examples:
      wwfsnap calibrate shot.png --name mylook
      wwfsnap calibrate *.png --name mylook --yes
    """
    require_opencv()
    import hashlib

    from calibration import keep, learn, load_shot, theme_place
    from vision.imaging import read_picture
    from wwfsnap.drawing import refuse_own
    from wwfsnap.reporting import calibration_lines, calibration_record
    from wwfsnap.terminal import note, print_json, show

    check_game(game, paths=False)
    check_language(language, game)
    theme_place(name, replace=replace)
    if not title.isprintable():
        raise UsageFault("--title holds characters that cannot be shown", "use letters and digits")
    _check_sheet(sheet)
    truths = truth or []
    ask = not (yes or truths or page)
    _check_ways(len(shots), len(truths), page=page, yes=yes)
    seen: dict[bytes, Path] = {}
    for path in shots:
        data = read_picture(path)
        refuse_own(BytesIO(data), str(path))
        if (same := seen.setdefault(hashlib.sha256(data).digest(), path)) is not path:
            raise UsageFault(
                f"{path}: is the same picture as {same}", "name each picture only once"
            )
    readers = [partial(load_shot, path, game, language) for path in shots]
    read = [] if page else [reader() for reader in readers]
    if ask:
        believed = learn(read, name, title or name)
        note(f"what was read: {_draw_sheet(believed, shots, name, sheet, opened=open_)}")
        read = [_corrected(shot) for shot in read]
    elif truths:
        read = [
            _with_truth_of(shot, file, sure=yes) for shot, file in zip(read, truths, strict=True)
        ]
    if page:
        learnt = _learnt_on_page(readers, name, title or name, opened=open_)
    else:
        learnt = learn(read, name, title or name)
    drawn = _draw_sheet(learnt, shots, name, sheet, opened=open_ and not ask)
    if not json:
        show(*calibration_lines(learnt))
    note(f"contact sheet: {drawn}")
    if ask and not typer.confirm(f"Keep the theme {name}?", default=True, err=True):
        raise typer.Exit
    folder = keep(learnt, shots, replace_theme=replace, keep_pictures=keep_pictures)
    if json:
        print_json(calibration_record(learnt, drawn, folder))
    exact = sum(each.state == "exact" for each in learnt.checked)
    note(f"written to {folder}; {exact} of {len(shots)} of its own screenshots are read exactly")


def _check_ways(shots: int, truths: int, *, page: bool, yes: bool) -> None:
    """Check that the user chose one way to say what the screenshots show, and that it works.

    Raises:
        UsageFault: There are two ways, or none.
    """
    from wwfsnap.commands.editor import is_interactive

    if page and (yes or truths):
        raise UsageFault("--page cannot be used with --yes or --truth")
    if truths and truths != shots:
        raise UsageFault(
            f"each screenshot needs one --truth (screenshots: {shots}, --truth: {truths})"
        )
    if not (yes or truths or page) and not is_interactive():
        raise UsageFault(
            "what was read must be checked, but this is not an interactive terminal",
            "use --page, --yes, or --truth FILE for each screenshot",
        )


def _check_sheet(sheet: Path | None) -> None:
    """Check that the contact sheet can be written where it is wanted.

    Raises:
        UsageFault: It is no name of a picture.
        FrontDoorError: It cannot be written, or not under that name.
    """
    from wwfsnap.drawing import Target

    if sheet is None:
        return
    if sheet.suffix.lower() != ".png":
        raise UsageFault(f"{sheet}: the name of a contact sheet must end in .png")
    Target(sheet).check("--sheet")


def _learnt_on_page(
    readers: "Sequence[Callable[..., Shot]]", name: str, title: str, *, opened: bool
) -> "Calibration":
    """What the user keeps on the page in the browser; exits where nothing is to be kept.

    Raises:
        VisionError: One of the screens cannot be read.
    """
    from wwfsnap.serve import CalibrationSession, serve_calibration
    from wwfsnap.terminal import note

    def ready(address: str) -> None:
        note(f"check what was read at {address}")
        if opened:
            typer.launch(address)

    session = CalibrationSession(readers, name, title)
    serve_calibration(session, ready)
    if session.fault:
        raise session.fault
    if session.learnt is None or not session.kept:
        note("nothing was kept")
        raise typer.Exit
    return session.learnt


def _corrected(shot: "Shot") -> "Shot":
    """The screen with the user's corrections from the editor, repeated until they can be read."""
    from calibration import TruthUnreadable, correct, read_truth, write_truth
    from solver.errors import SolverError
    from wwfsnap.commands.editor import edit_text
    from wwfsnap.errors import Failure
    from wwfsnap.terminal import show_failure

    text = REMARK.format(name=shot.screen.name) + write_truth(shot.truth)
    while True:
        text = edit_text(text, f"{Path(shot.screen.name).stem}.txt")
        try:
            return correct(shot, read_truth(text, shot.screen.name))
        except (TruthUnreadable, SolverError) as fault:
            show_failure(Failure.of(fault))
            typer.confirm("Correct it?", default=True, abort=True, err=True)


def _with_truth_of(shot: "Shot", file: Path, *, sure: bool) -> "Shot":
    """The screen with the truth of a file.

    Raises:
        TruthUnreadable: The file holds none; or it seems to be that of another screen, and the
            user does not say that he is sure.
    """
    from calibration import TruthUnreadable, correct, read_truth
    from wwfsnap.typed_boards import read_text

    told = correct(shot, read_truth(read_text(file), file.name))
    if told.truth_differs and not sure:
        raise TruthUnreadable(
            f"{file}: most of its tiles are on squares where {shot.screen.name} shows none",
            "name the truth files in the order of the screenshots, or add --yes if this one is "
            "right",
        )
    return told


def _draw_sheet(
    learnt: "Calibration", shots: Sequence[Path], name: str, sheet: Path | None, *, opened: bool
) -> Path:
    """Write the contact sheet, to the cache if no file is named."""
    from calibration import contact_sheet
    from solver.folders import cache_folder
    from wwfsnap.drawing import Target, drawn_by_us, write_picture

    names = (f"{name}-{number}.png" if number > 1 else f"{name}.png" for number in count(1))
    kept = (cache_folder() / "sheets" / each for each in names)
    # A sheet that was changed, or is of an earlier version, is kept, too.
    path = sheet or next(place for place in kept if not place.exists() or drawn_by_us(place))
    drawn = write_picture(contact_sheet(learnt.samples, learnt.report), shots[0], Target(path))
    if opened:
        typer.launch(str(drawn))
    return drawn

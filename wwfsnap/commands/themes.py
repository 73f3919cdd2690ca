"""`wwfsnap themes`: lists themes; shows, exports, imports, removes and checks the user's own."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from wwfsnap.commands import flags
from wwfsnap.errors import Exit, UsageFault
from wwfsnap.opencv import require_opencv

app = typer.Typer(name="themes", invoke_without_command=True)
Name = Annotated[str, typer.Argument(metavar="NAME", help="One of your themes.")]


@app.callback()
def themes(context: typer.Context, json: flags.Json = False) -> None:
    """List the known looks, and manage your own.

    \b
    Example:
      wwfsnap themes
    """
    if context.invoked_subcommand is None:
        list_(json)
    elif json:
        raise UsageFault(
            f"--json in front of {context.invoked_subcommand} has no effect",
            "write it at the end, as in: wwfsnap themes check --json",
        )


@app.command("list")
def list_(json: flags.Json = False) -> None:
    """List the looks.

    Your own replace shipped ones of the same name.

    \b
    Example:
      wwfsnap themes list --json
    """
    require_opencv()
    from vision.themes import all_themes, damaged_themes
    from wwfsnap.errors import Failure
    from wwfsnap.reporting import theme_list_record, themes_table
    from wwfsnap.terminal import print_json, show, show_failure

    if json:
        print_json([theme_list_record(theme) for theme in all_themes()])
    else:
        show(themes_table(all_themes()))
    for fault in damaged_themes():
        show_failure(Failure.of(fault))


@app.command()
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of a theme.")],
    json: flags.Json = False,
) -> None:
    """Show a look: its colours, proportions and letters.

    \b
    Example:
      wwfsnap themes show wwf2
    """
    require_opencv()
    from vision.themes import named_theme
    from wwfsnap.reporting import theme_parts, theme_record
    from wwfsnap.terminal import print_json, show

    theme = named_theme(name)
    if json:
        print_json(theme_record(theme))
    else:
        show(*theme_parts(theme))


@app.command()
def export(
    name: Name,
    out: Annotated[
        Path | None, Option("--out", metavar="FILE", help="The file; NAME.zip if not given.")
    ] = None,
    pictures: Annotated[
        bool, Option("--pictures", help="Include kept screenshots; they may show names.")
    ] = False,
    replace: Annotated[bool, Option("--replace", help="Replace an existing file.")] = False,
) -> None:
    """Save one of your themes as a .zip file, to share it.

    \b
    Example:
      wwfsnap themes export mylook --out mylook.zip
    """
    target = out or Path(f"{name}.zip")
    if target.suffix.lower() != ".zip":
        raise UsageFault(
            f"{target}: is not the name of a .zip file", "use a name that ends in .zip"
        )
    require_opencv()
    from calibration import export_theme
    from wwfsnap.terminal import note

    note(f"written to {export_theme(name, target, pictures=pictures, replace=replace)}")


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .zip made by export.")],
    name: Annotated[
        str | None,
        Option("--name", metavar="NAME", help="Name of the theme; as in the file if not given."),
    ] = None,
    replace: Annotated[bool, Option("--replace", help="Replace a theme of that name.")] = False,
) -> None:
    """Import a theme; the file is checked first.

    \b
    Example:
      wwfsnap themes import mylook.zip --name theirs
    """
    require_opencv()
    from calibration import import_theme
    from wwfsnap.terminal import note

    note(f"written to {import_theme(file, name, replace=replace)}")


@app.command()
def remove(
    name: Name, yes: Annotated[bool, Option("--yes", help="Do not ask for confirmation.")] = False
) -> None:
    """Remove one of your themes.

    \b
    Example:
      wwfsnap themes remove mylook
    """
    require_opencv()
    from calibration import own_theme, remove_theme
    from wwfsnap.commands.editor import is_interactive
    from wwfsnap.terminal import confirm, note

    place = own_theme(name)
    if not yes and not is_interactive():
        raise UsageFault(
            "your confirmation is needed, but this is not an interactive terminal", "use --yes"
        )
    if not yes:
        confirm(f"Remove {place}?", abort=True)
    note(f"removed {remove_theme(name)}")


@app.command()
def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME...]", help="Names of themes; all of yours if not given."),
    ] = None,
    json: flags.Json = False,
) -> None:
    """Check that this version still reads the screenshots your themes were made from.

    The exit status is 1 if one is not read as you corrected it.

    \b
    Example:
      wwfsnap themes check mylook
    """
    require_opencv()
    from calibration import CalibrationError, State
    from calibration import check as read_again
    from vision.errors import ThemeMissing
    from vision.themes import theme_folders
    from wwfsnap.errors import Failure
    from wwfsnap.reporting import checked_line, checked_record
    from wwfsnap.terminal import note, print_json, show, show_failure

    status = Exit.GOOD
    for name in names or theme_folders():
        found = 0
        try:
            for checked in read_again(name):
                found += 1
                if json:
                    print_json(checked_record(name, checked))
                else:
                    show(checked_line(name, checked))
                if checked.state in {State.WRONG, State.REFUSED}:
                    status = max(status, Exit.DOUBTS)
        except (CalibrationError, ThemeMissing) as fault:
            failure = Failure.of(fault)
            show_failure(failure)
            status = max(status, failure.exit)
        else:
            if not found:
                note(f"{name}: has no screenshots to check")
    raise typer.Exit(status)

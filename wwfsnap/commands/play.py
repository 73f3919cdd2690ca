"""`wwfsnap play`: games against the program, of it with itself, and help with one elsewhere."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wwfsnap.commands import flags
from wwfsnap.commands.flags import check_game, ranking_options
from wwfsnap.errors import UsageFault
from wwfsnap.play import Challenge, Level
from wwfsnap.ranking import By

if TYPE_CHECKING:
    from wwfsnap.errors import Exit
    from wwfsnap.play import GameChoice, GameSession, HintOptions, SelfPlayOutput


TOP = 5
"""How many moves a hint has, if the user does not say."""


class Mode(StrEnum):
    """Who plays: the program alone, the user against it, or both against somebody elsewhere."""

    SELF = "self"
    SOLO = "solo"
    TEAM = "team"


class First(StrEnum):
    """Who begins."""

    ME = "me"
    YOU = "you"


def play(
    mode: Annotated[
        Mode | None,
        typer.Argument(
            metavar="[self|solo|team]",
            help="solo: you against the program, if not given; team: same as --with-you; self: "
            "same as --self.",
            show_default=False,
        ),
    ] = None,
    self_: Annotated[
        bool, typer.Option("--self", help="The program plays against itself.")
    ] = False,
    with_you: Annotated[
        bool, typer.Option("--with-you", help="Follow a game you play elsewhere.")
    ] = False,
    from_: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="FILE",
            help="With --with-you: a typed board, CGP, GCG or a screenshot to start from.",
        ),
    ] = None,
    level: Annotated[
        Level | None,
        typer.Option("--level", help="How well the program plays; equity if not given."),
    ] = None,
    challenge: Annotated[
        Challenge | None,
        typer.Option(
            "--challenge",
            help="Any word may be played, and challenged. A failed challenge costs nothing "
            "(single), your turn (double), or gives the opponent 5 or 10 points. void, if not "
            "given: words are checked.",
            show_default=False,
        ),
    ] = None,
    other: Annotated[
        Level | None, typer.Option("--other", help="With --self: the level of the second player.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds",
            metavar="N",
            min=0.1,
            help="Time for a turn of --level win, and for hints --by win.",
        ),
    ] = None,
    own_tiles: Annotated[
        bool, typer.Option("--own-tiles", help="You draw real tiles, and type them in.")
    ] = False,
    first: Annotated[
        First | None,
        typer.Option("--first", help="Who begins: me (the user) or you (the program)."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="The same seed deals the same tiles."),
    ] = None,
    game: flags.BoardGame = None,
    layout: Annotated[
        str | None,
        typer.Option(
            "--layout",
            metavar="NAME|FILE",
            help="The board (see `wwfsnap games`), or a file that draws one.",
        ),
    ] = None,
    language: flags.Language = None,
    words: flags.Words = None,
    by: flags.By = None,
    top: Annotated[
        int | None,
        typer.Option(
            "--top",
            metavar="N",
            min=0,
            help="How many moves to suggest; 0 for all, 5 if not given.",
        ),
    ] = None,
    all_places: flags.AllPlaces = False,
    review: Annotated[
        bool, typer.Option("--review", help="At the end, show the better moves that you missed.")
    ] = False,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE.gcg", help="Continue a game that was saved."),
    ] = None,
    page: Annotated[
        bool, typer.Option("--page", help="Play in the browser, on a page served by this computer.")
    ] = False,
    open_: Annotated[
        bool, typer.Option("--open", help="With --page: open the page in the browser.")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", min=1, help="With --self: number of games; 1 if not given."
        ),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(
            "--save",
            metavar="PATH",
            help="With --self: save to a .gcg file, or to a folder for several games.",
        ),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="With --self: print only the results.")
    ] = False,
    json: flags.Json = False,
) -> None:
    """Play against the program, or with it; or let it play itself.

    Type 8G WORD to play across and G8 WORD to play down, with blanks in lower case; type help to
    list all commands. The game is always saved; the name of its file is shown at the start, and
    --resume continues it.

    A word alone is played if it fits in one place only. Moves in Fribble's notation also work:
    m(r8,8,'word'), mf(c13,'7,9,10','pay').

    With --with-you, or team, you play elsewhere, on a board or on the phone: type rack LETTERS, me
    8G WORD and them 8G WORD, and wwfsnap suggests moves.

    Levels: easy plays few tiles, points plays the move that scores most, equity also considers the
    leave and solves the endgame, win simulates games.

    With --page you play in the browser, and the game is saved in the same place.

    \b
    Examples:
      wwfsnap play
      wwfsnap play team --from shot.png --by equity
      wwfsnap play --game crossplay --level easy --first you
      wwfsnap play self --level points --other equity --games 20 --quiet
    """
    from wwfsnap.play import GameChoice, HintOptions, SelfPlayOutput
    from wwfsnap.typed_boards import layout_rows

    check_game(game, paths=False)
    mode = _mode(mode, self_=self_, with_you=with_you)
    self_, with_you = mode is Mode.SELF, mode is Mode.TEAM
    if own_tiles and mode is not Mode.SOLO:
        raise UsageFault("--own-tiles only works when you play against the program")
    if from_ and (resume or layout or not with_you):
        raise UsageFault("--from only works with --with-you, and without --resume and --layout")
    drawn = layout_rows(layout, game)
    named = layout if drawn is None else None
    choice = GameChoice(game, named, language, seed, level, drawn, challenge)
    if challenge and mode is not Mode.SOLO:
        raise UsageFault("--challenge only works when you play against the program")
    if page or open_:
        plain = not any((other, games, save, quiet, json, by, all_places, review, seconds))
        fits = mode is Mode.SOLO and plain and top is None and not own_tiles
        _on_page(choice, words, first, resume, fits=fits and page, opened=open_)
        return
    if self_:
        _check_self(by, top, played=bool(first or resume or review), all_places=all_places)
        _self_play(choice, words, other, seconds, games or 1, SelfPlayOutput(json, quiet, save))
        return
    if any((other, games, save, quiet, json)):
        raise UsageFault("--other, --games, --save, --quiet and --json only work with --self")
    limit = seconds if with_you or by is By.WIN else None
    ranking = ranking_options(by, limit, why=False, all_places=all_places)
    hints = HintOptions(ranking, TOP if top is None else top, review)
    if not with_you:
        raise typer.Exit(
            _against(choice, words, seconds, first, resume, hints, own_tiles=own_tiles)
        )
    if any((first, level, review, seed is not None)):
        raise UsageFault("--first, --level, --review and --seed do not work with --with-you")
    raise typer.Exit(_assist(choice, words, hints, from_, resume))


def _mode(mode: Mode | None, *, self_: bool, with_you: bool) -> Mode:
    """Who plays, which can be said in two ways."""
    said = {mode, Mode.SELF if self_ else None, Mode.TEAM if with_you else None} - {None}
    if len(said) > 1:
        raise UsageFault("choose only one of self (--self), solo and team (--with-you)")
    return said.pop() or Mode.SOLO if said else Mode.SOLO


def _check_self(by: By | None, top: int | None, *, played: bool, all_places: bool) -> None:
    """Check that nothing is asked for that only goes with the user's own games.

    Raises:
        UsageFault: Something is.
    """
    if played:
        raise UsageFault("--first, --resume and --review do not work with --self")
    if all_places:
        raise UsageFault("--all-places is for hints, so it does not work with --self")
    if by or top is not None:
        raise UsageFault("--by and --top are for hints, so they do not work with --self")


def _self_play(
    choice: "GameChoice",
    words: Path | None,
    other: Level | None,
    seconds: float | None,
    games: int,
    output: "SelfPlayOutput",
) -> None:
    """Play games of the program against itself."""
    from wwfsnap.play import SelfPlay, names_of, player_of
    from wwfsnap.words import words_for

    level = choice.level or Level.EQUITY
    levels = (level, other or level)
    if seconds is not None and Level.WIN not in levels:
        raise UsageFault("--seconds only works with --level win or --other win")
    rules = choice.load()
    lexicon = words_for(rules.language, words, rules)
    one, two = (player_of(level, rules, lexicon, seconds) for level in levels)
    self_play = SelfPlay(rules, (one, two), names_of(*levels), output)
    self_play.run(games, choice.dealing_seed())


def _against(
    choice: "GameChoice",
    words: Path | None,
    seconds: float | None,
    first: First | None,
    resume: Path | None,
    hints: "HintOptions",
    *,
    own_tiles: bool,
) -> "Exit":
    """Play a game against the user."""
    from wwfsnap.play import AgainstProgram, GameFiles, player_of
    from wwfsnap.terminal import show

    session = _session(choice, words, first, resume, own_tiles=own_tiles)
    level, rules = session.level, session.state.game
    if seconds is not None and level is not Level.WIN and hints.ranking.by is not By.WIN:
        raise UsageFault("--seconds only works with --level win or --by win")
    doubts = "" if session.challenge is Challenge.VOID else f"; challenge {session.challenge.value}"
    title = f"{rules.title}, {rules.layout} board, language {rules.language}"
    show(f"{title}; level {level.value}{doubts}")
    if session.seeded:
        seed = session.history.seed
        show(f"seed {seed}: use --seed {seed} to get the same tiles again")
    player = player_of(level, rules, session.lexicon, seconds)
    return AgainstProgram(session, player, hints, GameFiles(resume)).run()


def _session(
    choice: "GameChoice",
    words: Path | None,
    first: First | None,
    resume: Path | None,
    *,
    own_tiles: bool = False,
) -> "GameSession":
    """A new game of the program against the user, or one that was saved."""
    from wwfsnap.play import new_session, resumed_session

    if not resume:
        return new_session(choice, words, program_first=first is First.YOU, own_tiles=own_tiles)
    if first:
        raise UsageFault("--first is for new games only; the saved game says who began")
    return resumed_session(resume, choice, words, own_tiles=own_tiles)


def _on_page(
    choice: "GameChoice",
    words: Path | None,
    first: First | None,
    resume: Path | None,
    *,
    fits: bool,
    opened: bool,
) -> None:
    """Serve the page to this computer; it opens with the game that is named or chosen, if any.

    Raises:
        UsageFault: Something else is asked for, too, or --open without --page.
    """
    if not fits:
        raise UsageFault(
            "--page only works when you play against the program",
            "it can be used with --open, --resume, --words and the flags that choose a game",
        )
    from wwfsnap.opencv import require_opencv

    require_opencv()
    from wwfsnap.play import GameChoice, GameFiles, games_folder
    from wwfsnap.serve import serve_table
    from wwfsnap.terminal import note

    name = ""
    if resume or first or choice != GameChoice():
        session = _session(choice, words, first, resume)
        if session.own_tiles:
            raise UsageFault("a game with --own-tiles can only be played in the terminal")
        if resume and resume.resolve().parent == games_folder().resolve():
            name = resume.stem
        else:
            name = GameFiles().keep(session.text()).stem

    def ready(address: str) -> None:
        note(f"play at {address}; Ctrl-C stops it")
        if opened:
            typer.launch(address)

    serve_table(words, f"play#{name}" if name else "play", ready)


def _assist(
    choice: "GameChoice",
    words: Path | None,
    hints: "HintOptions",
    start: Path | None,
    resume: Path | None,
) -> "Exit":
    """Follow a game elsewhere."""
    from wwfsnap.play import Assistant, GameFiles, start_game
    from wwfsnap.terminal import show
    from wwfsnap.words import words_for

    observed = start_game(choice, words, start, resume)
    rules = observed.game
    show(f"{rules.title}, {rules.layout} board, language {rules.language}")
    return Assistant(
        observed,
        words_for(rules.language, words, rules),
        hints.ranking,
        hints.top,
        GameFiles(resume),
        words,
    ).run()

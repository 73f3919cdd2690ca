"""What is told of a picture whose best turn lays no tiles."""

from __future__ import annotations

import csv
from pathlib import Path

from sample_screens.truth import FOLDER
from vision.corrections import Corrections
from vision.imaging import load_screen
from vision.reading import Reading
from wwfsnap.many.results import Results
from wwfsnap.outcome import Outcome
from wwfsnap.pipeline import Settings, draw_best, read_screen, solve_reading
from wwfsnap.ranking import By, RankingOptions
from wwfsnap.reporting import outcome_record, ranked_answers
from wwfsnap.watching.channels import headline

HOPELESS = {f"rack {number}": tile for number, tile in enumerate("VVUUIUI", start=1)}


def test_a_swap_is_drawn_and_told_as_the_best_turn(tmp_path: Path) -> None:
    screen = load_screen(FOLDER / "wwf2-phone-two-colours.png")
    told = Settings(corrected=Corrections.of(HOPELESS), ranking=RankingOptions(By.EQUITY), top=30)
    reading = read_screen(screen, told)
    assert isinstance(reading, Reading)
    solution = solve_reading(reading, told)
    record = outcome_record(Outcome("shot.png", reading, solution))
    answers = ranked_answers(record)
    assert len(answers) == 30
    assert answers[0] == {"move": "swap IIUUUVV", "score": 0}
    assert headline(record) == "swap IIUUUVV"
    drawn = draw_best(screen, solution)
    best_move = draw_best(screen, solution, record["moves"][0]["move"])
    assert drawn is not None
    assert best_move is not None
    board = reading.grid.box.pixels(screen.width, screen.height)
    assert (drawn[board] == screen.pixels[board]).all()
    assert not (best_move[board] == screen.pixels[board]).all()
    table = tmp_path / "answers.csv"
    with Results(table) as results:
        results.add(record)
    (row,) = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    assert (row["move"], row["score"], row["word"]) == ("swap IIUUUVV", "0", "")

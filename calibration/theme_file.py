"""The content of a theme's ``theme.toml``, ``glyphs.npz`` and ``report.json``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO

import numpy as np

from calibration.fit import Report
from calibration.masks import Masks
from vision.themes import FORMAT, Theme, colour_text


def theme_text(theme: Theme) -> str:
    """The text of ``theme.toml``."""
    colours = {kind: quoted(colour_text(value)) for kind, value in theme.colours.items()}
    colours |= {kind: quoted(colour_text(value)) for kind, value in theme.others.items()}
    colours |= {
        key: "[" + ", ".join(quoted(colour_text(value)) for value in values) + "]"
        for key, values in (("tiles", theme.tiles), ("inks", theme.inks))
        if len(values)
    }
    figures = {
        key: f"[{each.mean}, {each.spread}, {each.count}]"
        for key, each in theme.proportions.items()
    }
    return "\n".join(
        (
            f"format = {FORMAT}",
            f"title = {quoted(theme.title)}",
            f"game = {quoted(theme.game)}",
            f"blank = {quoted(theme.blank)}",
            *_table("colours", colours),
            "",
            "# how far the samples of a colour lay from it, root mean square, 0 to 441",
            *_table("spread", {key: str(value) for key, value in theme.spread.items()})[1:],
            "",
            "# mean, standard deviation and number of screens; in squares of the board",
            *_table("proportions", figures)[1:],
            "",
        )
    )


def glyphs_file(masks: Masks, font: str) -> bytes:
    """``glyphs.npz``, the masks as a bank of one font named ``font``."""
    page = BytesIO()
    np.savez_compressed(
        page,
        masks=np.round(masks.masks * 255).astype(np.uint8)[None],
        aspects=masks.aspects[None],
        heights=masks.heights[None],
        tops=masks.tops[None],
        characters=np.array(masks.letters),
        fonts=np.array([font]),
        counts=np.array(masks.counts, np.int32)[None],
        spreads=np.array(masks.spreads, np.float32)[None],
    )
    return page.getvalue()


def report_record(report: Report) -> dict[str, object]:
    """The report as plain values, for JSON output and ``report.json``."""
    masks = report.masks
    return {
        "screens": len(report.shots),
        "tiles": report.tiles,
        "clear": report.clear,
        "letters": {
            letter: {"samples": count, "spread": spread}
            for letter, count, spread in zip(
                masks.letters, masks.counts, masks.spreads, strict=True
            )
        },
        "blanks": dict(zip(("zero", "none"), report.blanks, strict=True)),
        "laid": report.laid,
        "premiums": list(report.premiums),
        "unlabelled": list(report.unlabelled),
        "leave_one_out": {"right": report.right, "of": len(report.trials)},
        "least_lead": round(min((trial.lead for trial in report.trials), default=0.0), 3),
        "nearest_font": {"name": report.font, "likeness": round(report.likeness, 3)},
        "suspects": [
            {
                "screen": trial.sample.shot,
                "where": trial.sample.where,
                "called": trial.sample.text,
                "looks_like": trial.rival,
            }
            for trial in report.suspects
        ],
        "gaps": [
            {
                "severity": gap.severity.value,
                "what": gap.what,
                "message": gap.message,
                "advice": gap.advice,
            }
            for gap in report.gaps
        ],
    }


def quoted(text: str) -> str:
    """A TOML basic string; JSON's escapes are valid in it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _table(name: str, entries: Mapping[str, str]) -> list[str]:
    return ["", f"[{name}]", *(f"{key} = {value}" for key, value in entries.items())]

"""All findings in; the letter of each tile, with its probability and what speaks against it, out.

One decision for all tiles of a picture: how blanks are shown, the tiles of the board and those of
the rack, the words, the bag, the status text about the last move, and an engine's opinion.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from solver.game import TileSet
from vision.doubts import Reason, Why, because
from vision.imaging import Doubles, Place
from vision.inference.choice import Choice
from vision.inference.evidence import BARE, PLAIN, ZERO, Evidence, Seen, fitted, weigh
from vision.inference.findings import Findings
from vision.inference.joint import Answer, Question, infer
from vision.inference.last_move import points_of_blanks
from vision.inference.runs import runs_of
from vision.reading import LastMove
from vision.tiles import PRESENT, Numeral, TileObservations, show_glyph

UNCLEAR_BLANKS = 4
"""Most tiles of which the points of the last move tell whether they are blanks."""

MOSTLY_BARE = 2.0
"""What speaks for blanks without a numeral beforehand: of 8 games' looks one prints a 0."""

MISREAD = 0.02
"""Share of the points in status texts that are misread."""

NEAR_TOLD = 2
"""Tiles in which a run may differ from the status text's word and be meant by it."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tiles:
    """The tiles of the board, or of the rack.

    Attributes:
        faces: What its cells show.
        places: The cells with a letter.
        evidence: What that tells.
    """

    faces: TileObservations
    places: list[int]
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Decision:
    """The letters of a picture.

    Attributes:
        board: The letter of each square with a tile.
        rack: The letter of each tile on the rack, None for a bare one.
        unlisted: Words of sure tiles on the board that the list lacks: the game accepted them.
    """

    board: dict[Place, Choice]
    rack: list[Choice | None]
    unlisted: tuple[str, ...]


def decide(found: Findings, laid: frozenset[Place], last: LastMove) -> Decision:
    """The letters that fit all findings best.

    Args:
        found: What the stages found.
        laid: Squares of tiles that are laid but not played; they need not make words.
        last: The last move as the status text and the colours tell it.
    """
    return _Picture(found, laid, last).decide()


class _Picture:
    def __init__(self, found: Findings, laid: frozenset[Place], last: LastMove) -> None:
        self._found, self._last = found, last
        size, cell = found.located.grid.size, found.located.grid.cell
        shown = np.flatnonzero(found.board.is_tile).tolist()
        squares = [divmod(int(found.printed[k]), size) for k in shown]
        seen = [Seen(found.board, shown, cell)]
        if found.held is not None:
            lettered = np.flatnonzero(found.held.faces.is_tile & ~found.held.bare).tolist()
            side = found.held.boxes[0].height if found.held.boxes else cell
            seen.append(Seen(found.held.faces, lettered, side))
        self._parts = [
            _Tiles(each.faces, each.places, evidence)
            for each, evidence in zip(seen, weigh(seen, found.tile_set), strict=True)
        ]
        self._style = self._shown_blanks()
        self._squares = squares
        self._numbers = {place: n for n, place in enumerate(squares) if place not in laid}
        self._runs = [tuple(run) for run in runs_of(self._numbers)]
        self._faces = [(part.faces, k) for part in self._parts for k in part.places]

    def _shown_blanks(self) -> int:
        """How blanks look: as the theme says, else as all tiles together make likelier."""
        theme = self._found.kind.theme
        if theme is not None:
            return ZERO if theme.blank == "zero" else BARE
        board = self._parts[0].evidence.scores()
        either = [
            float(np.logaddexp.reduce(board[:, :, [PLAIN, kind]], axis=(1, 2)).sum())
            for kind in (BARE, ZERO)
        ]
        return BARE if either[0] + MOSTLY_BARE >= either[1] else ZERO

    def decide(self) -> Decision:
        questions = self._questions()
        asked: dict[int, str] = {}
        shares = self._infer(questions)
        if self._found.ocr is not None:
            asked = self._ask(questions, shares)
            if asked:
                questions = [
                    _with_vote(question, asked.get(k)) for k, question in enumerate(questions)
                ]
                shares = self._infer(questions)
        shares = self._by_points(questions, shares)
        picks = [int(share.argmax()) for share in shares]
        letters = [each.answers[n].letter for each, n in zip(questions, picks, strict=True)]
        words = {
            run: "".join([letters[self._numbers[place]] for place in run]) for run in self._runs
        }
        lexicon = self._found.lexicon
        unknown = {
            run: word for run, word in words.items() if lexicon is not None and word not in lexicon
        }
        company = _Company(
            len(unknown) / (len(words) + 1),
            sum(float(each.max()) < 0.99 for each in shares) / max(1, len(shares)),
            max((part.evidence.foreign for part in self._parts), default=0.0),
        )
        choices = []
        for k, (question, chances) in enumerate(zip(questions, shares, strict=True)):
            place = self._squares[k] if k < len(self._squares) else None
            own = [run for run in unknown if place in run]
            changed = question.answers[int(chances.argmax())] != question.answers[0]
            confidence = calibrated(
                float(chances.max()), len(own), changed=changed, company=company
            )
            choices.append(self._choice(k, question, chances, confidence, own, words, asked))
        count = len(self._squares)
        board = dict(zip(self._squares, choices[:count], strict=True))
        sure = tuple(
            word
            for run, word in unknown.items()
            if all(board[place].why is None for place in run)
        )
        return Decision(board, self._rack(choices[count:]), sure)

    def _rack(self, choices: list[Choice]) -> list[Choice | None]:
        held = self._found.held
        if held is None:
            return []
        rack: list[Choice | None] = [None] * len(held.boxes)
        for k, choice in zip(self._parts[1].places, choices, strict=True):
            rack[k] = choice
        return rack

    def _questions(self) -> list[Question]:
        """The answers of all tiles of the board, then of the rack, where no blank has a letter."""
        found = []
        for number, part in enumerate(self._parts):
            kinds = [PLAIN] if number else [PLAIN, self._style]
            names = part.evidence.letters
            scores = part.evidence.scores()[:, :, kinds]
            scores = scores.reshape(len(scores), scores.shape[1] * len(kinds))
            ranked = np.argsort(-scores, axis=1, kind="stable")
            scores = np.take_along_axis(scores, ranked, axis=1)
            for row, own, order in zip(ranked, scores, part.evidence.order, strict=True):
                answers = [
                    Answer(names[order[n // len(kinds)]], blank=n % len(kinds) == 1)
                    for n in row.tolist()
                ]
                found.append(Question(answers, own - own[0]))
        return found

    def _infer(self, questions: Sequence[Question]) -> list[Doubles]:
        lexicon, tiles = self._found.lexicon, self._found.tile_set
        runs = [[self._numbers[place] for place in run] for run in self._runs]
        bare = int(self._found.held.bare.sum()) if self._found.held else 0
        holds = {**tiles.counts, "?": max(0, tiles.counts.get("?", 0) - bare)}
        if lexicon is None:
            return infer(questions, [], lambda _: True, holds)
        return infer(
            questions, runs, lexicon.__contains__, holds, self._told(questions, runs)
        )

    def _told(self, questions: Sequence[Question], runs: list[list[int]]) -> dict[int, str]:
        """The runs that may be the last move's word, unless one is already."""
        line = self._found.status.last_move
        if line is None or line.word is None:
            return {}
        near = {}
        for number, run in enumerate(runs):
            if len(run) != len(line.word):
                continue
            likely = [
                [each.letter for each, score in zip(*questions[k], strict=True) if score > -FAR_OFF]
                for k in run
            ]
            apart = sum(own[0] != each for own, each in zip(likely, line.word, strict=True))
            if apart == 0:
                return {}
            if apart <= NEAR_TOLD and all(
                each in own for own, each in zip(likely, line.word, strict=True)
            ):
                near[number] = line.word
        return near if len(near) == 1 else {}

    def _ask(self, questions: Sequence[Question], shares: list[Doubles]) -> dict[int, str]:
        """The letters that an engine sees on tiles whose letter is in doubt."""
        reader, below = self._found.ocr, fitted()["sure"]
        glyphs, asked = [], []
        for k, (question, chances) in enumerate(zip(questions, shares, strict=True)):
            letters = by_letter(question, chances)
            faces, place = self._faces[k]
            mark = faces.marks[place]
            if mark is not None and max(letters.values()) < below:
                asked.append(k)
                glyphs.append(show_glyph(mark.coverage if mark.accented is None else mark.accented))
        if reader is None or not asked:
            return {}
        single = "".join(each for each in self._found.tile_set.letters if len(each) == 1)
        told = reader.read_letters(glyphs, single)
        return {k: letter for k, letter in zip(asked, told, strict=True) if letter is not None}

    def _by_points(
        self, questions: Sequence[Question], shares: list[Doubles]
    ) -> list[Doubles]:
        """The probabilities after the points of the last move, which tell what is a blank."""
        last, found = self._last, self._found
        if last.score is None or last.word is None or not last.squares:
            return shares
        picks = {
            place: questions[n].answers[int(shares[n].argmax())]
            for place, n in self._numbers.items()
        }
        words = [run for run in self._runs if set(run) & set(last.squares)]
        blank = {
            place: sum(
                chance
                for answer, chance in zip(
                    questions[self._numbers[place]].answers,
                    shares[self._numbers[place]].tolist(),
                    strict=True,
                )
                if answer.blank
            )
            for run in words
            for place in run
        }
        unclear = sorted(blank, key=lambda place: abs(blank[place] - 0.5))[:UNCLEAR_BLANKS]
        unclear = [place for place in unclear if 1e-4 < blank[place] < 1 - 1e-4]
        if not unclear:
            return shares
        chances = dict.fromkeys(unclear, 0.0)
        total = 0.0
        for flags in product((False, True), repeat=len(unclear)):
            trial = picks | {
                place: picks[place]._replace(blank=flag)
                for place, flag in zip(unclear, flags, strict=True)
            }
            weight = float(
                np.prod(
                    [
                        blank[place] if flag else 1 - blank[place]
                        for place, flag in zip(unclear, flags, strict=True)
                    ]
                )
            )
            points = points_of_blanks(last, trial, found.rules)
            if points is None:
                return shares
            weight *= 1.0 if points == last.score else MISREAD
            total += weight
            for place, flag in zip(unclear, flags, strict=True):
                chances[place] += weight * flag
        result = list(shares)
        for place in unclear:
            n = self._numbers[place]
            flags = np.array([answer.blank for answer in questions[n].answers])
            now, before = chances[place] / total, blank[place]
            result[n] = shares[n] * np.where(flags, now / before, (1 - now) / (1 - before))
        return result

    def _choice(
        self,
        k: int,
        question: Question,
        chances: Doubles,
        confidence: float,
        unknown: list[tuple[Place, ...]],
        words: Mapping[tuple[Place, ...], str],
        asked: Mapping[int, str],
    ) -> Choice:
        faces, place = self._faces[k]
        best = question.answers[int(chances.argmax())]
        letters = by_letter(question, chances)
        letters.pop(best.letter)
        other = max(letters, key=letters.__getitem__, default=None)
        numeral = faces.numerals[place]
        changed = best.letter != question.answers[0].letter
        why = None
        if confidence < fitted()["sure"]:
            flipped = sum(
                chance
                for answer, chance in zip(question.answers, chances.tolist(), strict=True)
                if answer.letter == best.letter and answer.blank != best.blank
            )
            if flipped > sum(letters.values()):
                why = self._why_blank(numeral, best, faces)
            else:
                why = self._why_letter(k, question, best, other, numeral, unknown, words)
        source = "ocr" if asked.get(k) == best.letter else "proof" if changed else "template"
        return Choice(best.letter, best.blank, confidence, other, numeral.value, why, source)

    def _why_blank(self, numeral: Numeral, best: Answer, faces: TileObservations) -> Reason:
        """Why a tile may be a blank, or none."""
        if faces.corner is None:
            return because(Why.SMALL_NUMERALS)
        if numeral.hidden:
            own = self._found.tile_set.values.get(best.letter)
            other = numeral.value is not None and numeral.value != own
            return because(Why.OTHERS_NUMERAL if other else Why.HIDDEN_NUMERAL)
        if self._style == ZERO:
            if numeral.value is None:
                return because(Why.NO_NUMERAL if numeral.ink < PRESENT else Why.UNREAD_NUMERAL)
            return because(Why.MAYBE_ZERO)
        if numeral.value is not None and numeral.ink < PRESENT:
            return because(Why.SMALL_FIGURE)
        return because(Why.FAINT_NUMERAL if numeral.ink < 2 * PRESENT else Why.NOT_NUMERAL)

    def _why_letter(
        self,
        k: int,
        question: Question,
        best: Answer,
        other: str | None,
        numeral: Numeral,
        unknown: list[tuple[Place, ...]],
        words: Mapping[tuple[Place, ...], str],
    ) -> Reason:
        """Why a tile may show another letter."""
        glyph, tiles = question.answers[0].letter, self._found.tile_set
        worth = tiles.values[best.letter]
        if other is None:
            return because(Why.UNCLEAR)
        line = self._found.status.last_move
        if glyph != best.letter and line is not None and line.word in words.values():
            place = self._squares[k] if k < len(self._squares) else None
            if any(place in run and word == line.word for run, word in words.items()):
                return because(Why.TOLD_OTHER, letter=glyph, word=line.word or "")
        if glyph != best.letter:
            return because(Why.ONLY_WORD, letter=glyph, other=best.letter)
        if not best.blank and numeral.value not in (None, worth) and not numeral.hidden:
            return because(
                Why.OTHER_VALUE, numeral=numeral.value or 0, letter=best.letter, value=worth
            )
        for run in unknown:
            trial = "".join(
                other if place == self._squares[k] else letter
                for place, letter in zip(run, words[run], strict=True)
            )
            if self._found.lexicon is not None and trial in self._found.lexicon:
                return because(Why.NEAR_WORD, word=words[run], other=other)
        if unknown:
            return because(Why.NO_WORD, word=words[unknown[0]])
        return because(Why.ALIKE, letter=best.letter, other=other)


FAR_OFF = 9.0
"""Log-likelihood behind the best from which a letter is not what a tile shows."""


def by_letter(question: Question, chances: Doubles) -> dict[str, float]:
    """The probability of each letter, blank or not."""
    found: dict[str, float] = {}
    for answer, chance in zip(question.answers, chances.tolist(), strict=True):
        found[answer.letter] = found.get(answer.letter, 0.0) + chance
    return found


@dataclass(frozen=True, slots=True)
class _Company:
    """What the tiles of a picture have in common.

    Attributes:
        unlisted: Share of its runs that are no words; of no run and one that is.
        unsure: Share of its tiles that are not told with 0.99.
        foreign: How unlike all fonts its letters are, 0 to 1.5.
    """

    unlisted: float
    unsure: float
    foreign: float


def calibrated(chance: float, unlisted: int, *, changed: bool, company: _Company) -> float:
    """The probability that a tile's likeliest answer is right.

    Glyphs, numerals and words are not independent, and what spoils one tile of a picture spoils
    others. So the odds are tempered by how the picture reads as a whole; the numbers were fitted
    as a logistic regression on the screens of the fit, those with spoilt glyphs among them.

    Args:
        chance: Its probability beside the other tiles.
        unlisted: How many of its runs are no words.
        changed: Whether it is not the answer that the tile alone makes likeliest.
        company: The other tiles.
    """
    odds = math.log(max(chance, 1e-9) / max(1.0 - chance, 1e-9))
    most, many, no_words = min(odds, 12.0), min(unlisted, 2), min(company.unlisted, 0.5)
    terms = (
        1.0, most, min(odds, 5.0), many, min(odds, 6.0) * many / 10, min(no_words, 0.1) * 10,
        most * min(no_words, 0.1), no_words * 2, most * no_words / 5, float(changed),
        min(company.unsure, 0.2) * 5, most * min(company.unsure, 0.2),
        company.foreign, most * company.foreign / 10, most * company.foreign * no_words / 5,
    )  # fmt: skip
    total = sum(a * b for a, b in zip(terms, fitted()["calibration"], strict=True))
    return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, total))))


def _with_vote(question: Question, letter: str | None) -> Question:
    """The question after an engine named a letter."""
    if letter is None:
        return question
    gain = fitted()["ocr"]
    scores = question.scores + np.array([gain * (a.letter == letter) for a in question.answers])
    order = np.argsort(-scores, kind="stable")
    ranked = scores[order]
    return Question([question.answers[n] for n in order.tolist()], ranked - ranked[0])

"""All findings in; the letter of each tile, with its probability and what speaks against it, out.

One decision for all tiles of a picture: how blanks are shown, the tiles of the board and those of
the rack, the words, the bag, the status text about the last move, and an engine's opinion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import combining, normalize

import numpy as np

from vision.board import RANDOM, in_words_of, runs_of
from vision.imaging import Doubles, Place
from vision.inference.choice import (
    OF_BLANKS,
    Answer,
    Choice,
    Print,
    Tile,
    why_blank,
    why_letter,
    word_of,
)
from vision.inference.confidence import UNCHANGED, Company, Weighed, calibrated, sure_from, vote
from vision.inference.evidence import BARE, PLAIN, ZERO, Evidence, Seen, weigh, with_blanks_by_ink
from vision.inference.findings import Findings
from vision.inference.joint import FAR, Question, infer
from vision.inference.language import foreign_letters
from vision.inference.moves import as_on_board, blanks_by_points
from vision.reading import LastMove, Source, Why, because
from vision.themes import shipped_themes
from vision.tiles import in_sight, show_glyph

MOSTLY_BARE = 2.0
"""Prior log-odds of blanks without a numeral against those with a 0: one game in eight prints a 0,
ln 7. The reverse holds for a game of which all known looks print one."""


class Decision(NamedTuple):
    """The letters of a picture.

    Attributes:
        board: The letter of each square with a tile.
        rack: The letter of each tile on the rack, ``?`` for a bare one; last, those of tiles that
            only the player sees.
        unlisted: Words of sure tiles on the board that the list lacks: the game accepted them.
    """

    board: dict[Place, Choice]
    rack: list[Choice]
    unlisted: tuple[str, ...]


def decide(found: Findings, laid: frozenset[Place], last: LastMove) -> Decision:
    """The letters that fit all findings best; tiles laid but not played need not make words."""
    return _Picture(found, laid, last).decide()


class _Picture:
    """All tiles of a picture: those of the board row by row, then those of the rack."""

    def __init__(self, found: Findings, laid: frozenset[Place], last: LastMove) -> None:
        self._found, self._last = found, last
        size, cell = found.located.grid.size, found.located.grid.cell
        shown = np.flatnonzero(found.board.is_tile).tolist()
        squares = [divmod(int(k), size) for k in found.printed]
        player = found.corrected
        told = {k: player.board[each] for k, each in enumerate(squares) if each in player.board}
        board = with_blanks_by_ink(found.board, found.tile_set)
        self._seen = [Seen(board, shown, cell, told)]
        if found.held is not None:
            lettered = np.flatnonzero(found.held.faces.is_tile & ~found.held.bare).tolist()
            side = found.held.boxes[0].height if found.held.boxes else cell
            self._seen.append(Seen(found.held.faces, lettered, side, player.rack))
        self._weigh(self._seen)
        self._zeros = self._blanks_show_zeros()
        self._squares = [squares[k] for k in shown]
        self._numbers = {place: k for k, place in enumerate(self._squares) if place not in laid}
        self._runs = [[self._numbers[each] for each in run] for run in runs_of(self._numbers)]
        tiles = [seen.told.get(k) for seen in self._seen for k in seen.places]
        self._told = {
            n: Answer(each.upper(), each.islower()) for n, each in enumerate(tiles) if each
        }

    def _weigh(self, seen: Sequence[Seen]) -> None:
        """Weigh what each tile shows, and how like tiles of known letters it is."""
        self._evidence = weigh(seen, self._found.tile_set)
        self._scores = [each.scores() for each in self._evidence]
        self._tiles = [
            (evidence, n, each.faces, k)
            for evidence, each in zip(self._evidence, seen, strict=True)
            for n, k in enumerate(each.places)
        ]

    def _blanks_show_zeros(self) -> bool:
        """Whether blanks show a 0: as the theme says, else as game and tiles make likelier."""
        theme = self._found.kind.theme
        if theme is not None and theme.blank != "unknown":
            return theme.blank == "zero"
        board = self._scores[0]
        bare, zero = (
            float(np.logaddexp.reduce(board[:, :, [PLAIN, kind]], axis=(1, 2)).sum())
            for kind in (BARE, ZERO)
        )
        usual = {each.blank for each in shipped_themes() if each.game == self._found.kind.game}
        return zero > bare + (-MOSTLY_BARE if usual == {"zero"} else MOSTLY_BARE)

    def decide(self) -> Decision:
        choices = self._settle({})
        if any(choice.why is not None for choice in choices) and (known := self._proven(choices)):
            first, *others = self._seen
            self._weigh([first._replace(told=known | dict(first.told)), *others])
            choices = self._settle({})
        if asked := self._ask(choices):
            choices = self._settle(asked)
        board = dict(zip(self._squares, choices, strict=False))
        rack: list[Choice] = []
        if self._found.held is not None:
            rack = [Choice("?", blank=True, confidence=1.0)] * len(self._found.held.boxes)
            for k, choice in zip(self._seen[1].places, choices[len(board) :], strict=True):
                rack[k] = choice
        rack += [Choice(each, each == "?", 1.0, source="player") for each in self._found.more]
        unlisted = tuple(
            word
            for run in self._runs
            if not self._found.listed(word := word_of(choices[k] for k in run))
            and all(choices[k].why is None for k in run)
        )
        return Decision(board, rack, unlisted)

    def _questions(self) -> list[Question]:
        """A question for each tile: what it may be by its own look, or is by the player's word."""
        kinds = [[PLAIN, ZERO if self._zeros else BARE], [PLAIN]]
        questions = [
            question
            for evidence, scores, known in zip(self._evidence, self._scores, kinds, strict=False)
            for question in _questions(evidence, scores[:, :, known])
        ]
        for k, answer in self._told.items():
            questions[k] = Question([answer], np.zeros(1))
        return questions

    def _proven(self, choices: Sequence[Choice]) -> dict[int, str]:
        """The tiles of the board that words prove: they show how the picture's letters look."""
        if self._found.lexicon is None:
            return {}
        runs = [(run, self._found.listed(word_of(choices[k] for k in run))) for run in self._runs]
        proven = {k for run, listed in runs if listed for k in run}
        proven -= {k for run, listed in runs if not listed for k in run}
        places = self._seen[0].places
        return {places[k]: choices[k].text for k in proven if choices[k].why is None}

    def _settle(self, asked: Mapping[int, str]) -> list[Choice]:
        """The choices of all tiles together, after an engine named these letters."""
        questions = self._questions()
        for k, letter in asked.items():
            questions[k] = _with_vote(questions[k], letter)
        tiles, held = self._found.tile_set, self._found.held
        blanks = tiles.counts.get("?", 0) - (int(held.bare.sum()) if held else 0)
        holds = Counter({**tiles.limits, "?": blanks}) - Counter(self._found.more)
        told = self._run_of_told_word(questions)
        shares = infer(questions, self._runs, self._found.listed, holds, told)
        self._weigh_points(questions, shares)
        return self._choices(questions, shares, asked)

    def _run_of_told_word(self, questions: Sequence[Question]) -> dict[int, str]:
        """The run that may be the status text's word, by number; none where several may be."""
        word, near = self._found.told or "", {}
        for number, run in enumerate(self._runs):
            if len(run) != len(word):
                continue
            likely = [questions[k].letters_within(FAR) for k in run]
            if all(each in own for own, each in zip(likely, word, strict=True)):
                near[number] = word
        return near if len(near) == 1 else {}

    def _ask(self, choices: Sequence[Choice]) -> dict[int, str]:
        """The letters that an engine sees on tiles whose letter is in doubt, by tile."""
        glyphs = {}
        for k, (choice, (_, _, faces, place)) in enumerate(zip(choices, self._tiles, strict=True)):
            mark, why = faces.marks[place], choice.why
            # An engine would read what lies on a letter, too.
            if in_sight(mark) and why is not None and why.why not in OF_BLANKS:
                glyphs[k] = show_glyph(mark.coverage if mark.accented is None else mark.accented)
        if self._found.ocr is None or not glyphs:
            return {}
        single = "".join(each for each in self._found.tile_set.letters if len(each) == 1)
        told = self._found.ocr.read_letters(list(glyphs.values()), single)
        return {k: letter for k, letter in zip(glyphs, told, strict=True) if letter is not None}

    def _weigh_points(self, questions: Sequence[Question], shares: list[Doubles]) -> None:
        """Let the points of moves tell which of their tiles are blanks, in place.

        Where premiums are laid out at random, those below tiles are not known, nor what they count.
        """
        if self._found.kind.layout == RANDOM:
            return
        every = {place: k for k, place in enumerate(self._squares)}
        for move, numbers, through in self._moves(every):
            picks = {
                place: questions[k].answers[int(shares[k].argmax())] for place, k in numbers.items()
            }
            before = {
                place: float(shares[k] @ [each.blank for each in questions[k].answers])
                for place, k in numbers.items()
            }
            meant, rules = as_on_board(move, picks, self._found.listed), self._found.rules
            told = blanks_by_points(meant, picks, before, rules, self._found.listed, through)
            for place, chance in told.items():
                k = numbers[place]
                blank = np.array([each.blank for each in questions[k].answers])
                odds = chance / before[place], (1 - chance) / (1 - before[place])
                shares[k] = shares[k] * np.where(blank, *odds)

    def _moves(
        self, every: Mapping[Place, int]
    ) -> Iterator[tuple[LastMove, Mapping[Place, int], Place | None]]:
        """The moves whose points are told, each with the tiles beside it and a square of it.

        These are the last one, the pending one, and others that left a badge on a tile. Where a
        badge with the last one's points lies elsewhere than its colour shows, the badge is right.
        Any other badge on a word of pending tiles gives their points.
        """
        beside = {
            place: points
            for place, points in self._found.badges.items()
            if place not in self._last.squares
        }
        pending = tuple(place for place in every if place not in self._numbers)
        own = in_words_of(pending, runs_of(every) if pending else ())
        if self._last.score not in [beside[place] for place in beside if place in self._numbers]:
            yield self._last, self._numbers, None
        for place, points in beside.items():
            if place in pending or (place in own and points != self._last.score):
                yield LastMove(pending, None, points), every, None
            elif place in self._numbers:
                word = self._last.word if points == self._last.score else None
                yield LastMove((), word, points), self._numbers, place

    def _choices(
        self, questions: Sequence[Question], shares: Sequence[Doubles], asked: Mapping[int, str]
    ) -> list[Choice]:
        """The likeliest answer of each tile, with what speaks against those that are not sure."""
        best = [
            each.answers[int(own.argmax())] for each, own in zip(questions, shares, strict=True)
        ]
        words = [(word_of(best[k] for k in run), run) for run in self._runs]
        wrong = sum(not self._found.listed(word) for word, _ in words)
        unsure = sum(float(each.max()) < 0.99 for each in shares)
        company = Company(
            wrong / (len(self._runs) + 1),
            unsure / max(1, len(shares)),
            max(each.picture.foreign for each in self._evidence),
        )
        known = 0 if self._found.lexicon is None else len(self._runs)
        strange = np.concatenate([each.strange for each in self._evidence])
        abroad = foreign_letters(strange, known - wrong, wrong).tolist()
        board, places = self._found.board, self._seen[0].places
        shown = Print(
            self._found.tile_set,
            self._zeros,
            self._evidence[0].picture,
            sum(board.numeral(k).missing for k in places),
            self._found.told,
            self._found.listed,
        )
        choices = []
        for k, (question, chances, answer) in enumerate(zip(questions, shares, best, strict=True)):
            first, letters = question.answers[0].letter, question.by_letter(chances)
            flipped = letters.pop(answer.letter) - float(chances.max())
            other = max(letters, key=letters.__getitem__, default=None)
            others = sum(letters.values())
            named = asked.get(k) == answer.letter
            confidence, odd = self._confidence(k, others, flipped, company, abroad[k], named=named)
            evidence, n, faces, place = self._tiles[k]
            numeral, why = faces.numeral(place), None
            if confidence < sure_from():
                clearest, fellows = float(faces.letters.best[place]), evidence.fellows.of(n)
                own = [(word, run) for word, run in words if k in run]
                through = [
                    "".join(" " if j == k else best[j].letter for j in run) for _, run in own
                ]
                unlisted = [word for word, _ in own if not self._found.listed(word)]
                tile = Tile(answer, first, other, numeral, clearest, fellows, through, unlisted)
                ask = why_blank if flipped > others else why_letter
                what = Why.CUT_LETTER if faces.cut[place] else Why.FOREIGN if odd else None
                why = because(what) if what else ask(tile, shown)
            told: Source = "proof" if answer.letter != first else "template"
            source: Source = "player" if k in self._told else "ocr" if named else told
            choices.append(
                Choice(answer.letter, answer.blank, confidence, other, numeral.value, why, source)
            )
        return choices

    def _confidence(
        self,
        k: int,
        others: float,
        flipped: float,
        company: Company,
        foreign: float,
        *,
        named: bool,
    ) -> tuple[float, bool]:
        """The probability of a tile's answer, and whether another language is likelier than errors.

        ``others`` is the probability of all other letters before calibration, ``flipped`` that of
        the letter as a blank where it is none, or the reverse, and ``foreign`` that of a letter of
        another language, which no engine names.
        """
        if k in self._told:
            return 1.0, False
        *_, faces, place = self._tiles[k]
        covered = not faces.clear[place] and not in_sight(faces.marks[place])
        hidden = faces.numeral(place).hidden
        weighed = Weighed(1.0 - others, flipped, company, hidden, covered)
        confidence = calibrated(weighed, named=named)
        odd, confidence = foreign > 1.0 - confidence, min(confidence, 1.0 - foreign)
        if faces.cut[place]:
            confidence = min(confidence, UNCHANGED)
        return confidence, odd


def _questions(evidence: Evidence, scores: Doubles) -> list[Question]:
    """A question for each tile, from ``(K, C, N)`` log-likelihoods of its C letters as N kinds."""
    tiles, letters, kinds = scores.shape
    scores = scores.reshape(tiles, letters * kinds)
    ranked = np.argsort(-scores, axis=1, kind="stable")
    scores = np.take_along_axis(scores, ranked, axis=1)
    scores -= scores[:, :1]
    counts = np.maximum((scores > -FAR).sum(axis=1), 2 * kinds)
    return [
        Question(
            [
                Answer(evidence.letters[order[n // kinds]], blank=n % kinds == 1)
                for n in row[:count]
            ],
            own[:count],
        )
        for row, own, order, count in zip(
            ranked.tolist(), scores, evidence.order.tolist(), counts.tolist(), strict=True
        )
    ]


def _with_vote(question: Question, letter: str) -> Question:
    """The question after an engine named a letter, which counts for that with any marks as well.

    Many engines leave marks out: an A may be an Å.
    """
    scores = question.scores + np.array(
        [vote() * (letter in (each.letter, _unmarked(each.letter))) for each in question.answers]
    )
    order = np.argsort(-scores, kind="stable")
    return Question([question.answers[n] for n in order.tolist()], scores[order] - scores.max())


def _unmarked(letter: str) -> str:
    """A letter without its marks."""
    return "".join(each for each in normalize("NFD", letter) if not combining(each))

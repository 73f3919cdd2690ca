"""Likelihoods of all tiles in; their likeliest letters together, with probabilities, out.

Beside its tile's likelihoods, what counts for an answer is whether its runs are words, and whether
the bag holds as many. A tile that nothing else could change is settled by itself; the others are
tried together in a beam search. An answer's probability is its share of the assignments' weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from vision.imaging import ROUNDS, Doubles
from vision.inference.choice import Answer, Listed
from vision.tiles import TILE

UNLISTED = 6.5
"""What a run that is no listed word loses in log-likelihood. On labelled screens of games whose
list is known 15 of 1,209 runs are unlisted, so ln(1194 / 15) = 4.4; and with another letter at one
place a run is a listed word for 2 letters of 26, so ln(24 / 2) = 2.5 more, less what a wrong letter
costs by chance. So much is lost, too, by a run that is not the word of the status text, of which 1
of 50 is misread, and by a tile that the bag does not hold."""

FAR = UNLISTED * 2
"""Log-likelihood below the best at which a letter is no candidate: two words cannot balance it."""

BEAM = 48
"""Assignments kept: as many as four tiles of two to three likely answers have."""


class Question(NamedTuple):
    """One tile: its answers, the likeliest first, and their log-likelihoods, the first 0."""

    answers: Sequence[Answer]
    scores: Doubles

    def letters_within(self, far: float) -> list[str]:
        """The letters of answers that are less than so much behind, the likeliest first."""
        near = zip(self.answers, self.scores.tolist(), strict=True)
        return [answer.letter for answer, score in near if score > -far]

    def by_letter(self, chances: Doubles) -> dict[str, float]:
        """The probability of each letter, blank or not, given those of the answers."""
        found: dict[str, float] = {}
        for answer, chance in zip(self.answers, chances.tolist(), strict=True):
            found[answer.letter] = found.get(answer.letter, 0.0) + chance
        return found


def infer(
    questions: Sequence[Question],
    runs: Sequence[Sequence[int]],
    listed: Listed,
    holds: Mapping[str, int],
    told: Mapping[int, str] | None = None,
) -> list[Doubles]:
    """The probability of each answer of each tile.

    ``runs`` are numbers of tiles that have to make words; ``told`` has the words of some of them,
    by the run's number.
    """
    return _Board(questions, runs, listed, holds, told or {}).infer()


class _Board:
    def __init__(
        self,
        questions: Sequence[Question],
        runs: Sequence[Sequence[int]],
        listed: Listed,
        holds: Mapping[str, int],
        told: Mapping[int, str],
    ) -> None:
        self._questions, self._runs, self._holds, self._told = questions, runs, holds, told
        self._listed = cache(listed)
        self._through: list[list[int]] = [[] for _ in questions]
        for number, run in enumerate(runs):
            for k in run:
                self._through[k].append(number)
        self._near = [
            [n for n, score in enumerate(each.scores.tolist()) if score > -FAR]
            for each in questions
        ]
        self._picks = [0] * len(questions)
        self._seen = Counter(each.answers[0].in_bag for each in questions)

    def infer(self) -> list[Doubles]:
        unclear = self._in_no_word()
        open_ones = [k for k, near in enumerate(self._near) if len(near) > 1]
        for _ in range(ROUNDS):
            before = [*self._picks]
            for k in open_ones:
                self._pick(k, int(self._given_others(k).argmax()))
            if self._picks == before:
                break
        unclear |= self._in_no_word()
        alone = [self._given_others(k) for k in range(len(self._questions))]
        shares = [shares_of(scores) for scores in alone]
        contested = self._contested()
        unclear = unclear.union(*contested.values())
        tried = [k for k in open_ones if k in unclear or np.ptp(np.sort(alone[k])[-2:]) < TILE]
        for group in self._groups(tried, contested):
            for k, share in zip(group, self._together(group), strict=True):
                shares[k] = share
        return shares

    def _in_no_word(self) -> set[int]:
        """The tiles of runs that are no words, or not the word that they are told to be."""
        return {
            k
            for number, run in enumerate(self._runs)
            if self._loss(number, self._word(number, {}))
            for k in run
        }

    def _contested(self) -> dict[str, set[int]]:
        """The kinds of tiles that more tiles may be than the bag holds, each with those tiles.

        Of two tiles of a letter that the bag holds once either may be a blank.
        """
        may_be: dict[str, set[int]] = {}
        for k, question in enumerate(self._questions):
            least = question.scores[self._picks[k]] - TILE
            for n in self._near[k]:
                if question.scores[n] >= least:
                    may_be.setdefault(question.answers[n].in_bag, set()).add(k)
        held = self._holds
        return {name: tiles for name, tiles in may_be.items() if len(tiles) > held.get(name, 0)}

    def _picked(self, k: int) -> Answer:
        return self._questions[k].answers[self._picks[k]]

    def _pick(self, k: int, answer: int) -> None:
        self._seen[self._picked(k).in_bag] -= 1
        self._picks[k] = answer
        self._seen[self._picked(k).in_bag] += 1

    def _over(self, name: str) -> float:
        """What one more tile of a kind loses in log-likelihood: the bag may hold no more."""
        return UNLISTED if self._seen[name] >= self._holds.get(name, 0) else 0.0

    def _given_others(self, k: int) -> Doubles:
        """Log-likelihoods of a tile's answers while all others stay as they are."""
        answers, own_scores = self._questions[k].answers, self._questions[k].scores
        scores = np.where(own_scores > -FAR, own_scores, -np.inf)
        own = self._picked(k).in_bag
        self._seen[own] -= 1
        losses: dict[str, float] = {}
        for n in self._near[k]:
            letter = answers[n].letter
            if letter not in losses:
                losses[letter] = sum(
                    self._loss(number, self._word(number, {k: letter}))
                    for number in self._through[k]
                )
            scores[n] -= losses[letter] + self._over(answers[n].in_bag)
        self._seen[own] += 1
        return scores

    def _word(self, number: int, instead: Mapping[int, str]) -> str:
        """The text of a run, with other letters at some places."""
        return "".join([instead.get(k) or self._picked(k).letter for k in self._runs[number]])

    def _loss(self, number: int, word: str) -> float:
        told, loss = self._told.get(number), 0.0 if self._listed(word) else UNLISTED
        if told is None:
            return loss
        return 0.0 if word == told else UNLISTED + loss

    def _groups(self, tried: list[int], contested: Mapping[str, set[int]]) -> list[list[int]]:
        """The tiles to be tried, in groups of those that share a run or a contested kind."""
        left, groups = dict.fromkeys(tried), []
        while left:
            group = [next(iter(left))]
            left.pop(group[0])
            for k in group:  # grows inside the loop
                near = {each for number in self._through[k] for each in self._runs[number]}
                near = near.union(*(tiles for tiles in contested.values() if k in tiles))
                more = [each for each in left if each in near]
                for each in more:
                    left.pop(each)
                group += more
            groups.append(group)
        return groups

    def _together(self, group: list[int]) -> list[Doubles]:
        """The probabilities of the answers of some tiles, weighed together."""
        places = {k: n for n, k in enumerate(group)}
        closing: list[list[int]] = [[] for _ in group]
        for run in {each for k in group for each in self._through[k]}:
            closing[max(places.get(k, -1) for k in self._runs[run])].append(run)
        own = [self._picked(k).in_bag for k in group]
        self._seen.subtract(own)
        beam: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
        lost = False
        for n, k in enumerate(group):
            question, grown = self._questions[k], []
            for score, chosen in beam:
                told = {
                    each: self._questions[each].answers[answer]
                    for each, answer in zip(group, chosen, strict=False)
                }
                letters = {each: answer.letter for each, answer in told.items()}
                names = [answer.in_bag for answer in told.values()]
                self._seen.update(names)
                for number in self._near[k]:
                    answer = question.answers[number]
                    letters[k] = answer.letter
                    loss = self._over(answer.in_bag) + sum(
                        self._loss(run, self._word(run, letters)) for run in closing[n]
                    )
                    grown.append((score + question.scores[number] - loss, (*chosen, number)))
                self._seen.subtract(names)
            lost |= len(grown) > BEAM
            grown.sort(reverse=True)
            beam = [each for each in grown[:BEAM] if each[0] > grown[0][0] - FAR]
        self._seen.update(own)
        weights = shares_of(np.array([score for score, _ in beam]))
        shares = [np.zeros(len(self._questions[k].answers)) for k in group]
        for weight, (_, chosen) in zip(weights.tolist(), beam, strict=True):
            for share, number in zip(shares, chosen, strict=True):
                share[number] += weight
        for k, share in zip(group, shares, strict=True):
            self._pick(k, int(share.argmax()))
        return [
            self._with_lost(k, share) if lost else share
            for k, share in zip(group, shares, strict=True)
        ]

    def _with_lost(self, k: int, share: Doubles) -> Doubles:
        """Probabilities of a tile's answers, with those that a full beam had no place for.

        Of many tiles that may each be a blank all assignments are about as likely. An answer that
        the beam lost is taken to be as likely as it is if the other tiles stay as they are.
        """
        whole = np.where(share > 0.0, share, shares_of(self._given_others(k)))
        return np.asarray(whole / whole.sum(), np.float64)


def shares_of(scores: Doubles) -> Doubles:
    """Probabilities from log-likelihoods."""
    shares = np.exp(scores - scores.max())
    return np.asarray(shares / shares.sum(), np.float64)

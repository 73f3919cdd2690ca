"""What every painter is handed: the canvas, the scene and how it is to look."""

from collections.abc import Mapping
from dataclasses import dataclass

from sample_screens.layout import Layout
from sample_screens.look import Look
from sample_screens.paint import Canvas
from sample_screens.scene import Scene


@dataclass(frozen=True)
class Sheet:
    """One screen in the making; `premiums` and `values` come from the game's rules."""

    canvas: Canvas
    look: Look
    scene: Scene
    layout: Layout
    premiums: tuple[str, ...]
    values: Mapping[str, int]

    def value(self, letter: str) -> int:
        """Tell what a letter counts; a blank counts nothing."""
        return self.values.get(letter, 0)

    def say(self, key: str) -> str:
        """Fill in one of the look's texts, in the scene's language where the look has it.

        The last move's texts fall silent where there is none.
        """
        scene, texts = self.scene, self.look.texts
        text = texts.get(scene.language, texts["en"]).get(key, texts["en"].get(key, ""))
        last = scene.last
        if "{word}" in text and last is None:
            return ""
        return text.format(
            name=scene.players[1].name,
            word=last.word if last else "",
            score=last.score if last else 0,
            left=scene.letters_left,
            laid=scene.laid_word(),
            points=scene.tentative_score,
        )

"""The user's own words."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from wwfsnap.errors import OutputUnwritable, UnreadableText, UsageFault
from wwfsnap.words import UserWords, change_words, checked_words, load_words, words_file, words_for


def test_learn_block_and_forget() -> None:
    words = UserWords().learn(["ZEN", "QIS"]).block(["QIS", "AA"])
    assert words == UserWords(frozenset({"ZEN"}), frozenset({"QIS", "AA"}))
    assert words.learn(["AA"]).blocked == {"QIS"}
    assert not words.forget(["ZEN", "QIS", "AA"])


def test_saved_words_come_back_and_change_the_list() -> None:
    assert not load_words("en")
    assert "ZZYX" not in words_for("en", None)
    change_words("en", lambda _: UserWords(frozenset({"ZZYX"}), frozenset({"AA"})))
    assert load_words("en") == UserWords(frozenset({"ZZYX"}), frozenset({"AA"}))
    lexicon = words_for("en", None)
    assert "ZZYX" in lexicon
    assert "AA" not in lexicon
    assert "AB" in lexicon
    assert load_words("en-US") == load_words("en")
    assert not load_words("nl")


def test_changes_lie_on_top_of_a_list_of_the_users(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("cat\ndog\n")
    change_words("en", lambda _: UserWords(frozenset({"EMU"}), frozenset({"DOG"})))
    lexicon = words_for("en", mine)
    assert sorted(lexicon) == ["CAT", "EMU"]


def test_file_edited_by_hand() -> None:
    file = words_file("sv")
    file.parent.mkdir(parents=True)
    file.write_text("# mine\n+ ålen\n\n-FEL\n+\nnothing\n", encoding="utf-8")
    assert load_words("sv") == UserWords(frozenset({"ÅLEN"}), frozenset({"FEL"}))


def test_what_is_no_word_stays_in_the_file() -> None:
    file = words_file("sv")
    file.parent.mkdir(parents=True)
    file.write_text("+ålen\n# mine\n", encoding="utf-8")
    change_words("sv", lambda words: words.learn(["FEL"]))
    assert file.read_text(encoding="utf-8") == "# mine\n+FEL\n+ÅLEN\n"


def test_file_goes_with_its_last_word() -> None:
    change_words("en", lambda words: words.learn(["QZQ"]))
    change_words("en", lambda words: words.forget(["QZQ"]))
    assert not words_file("en").exists()


def test_no_change_is_lost_to_another() -> None:
    def learn(word: str) -> None:
        change_words("en", lambda words: words.learn([word]))

    words = [f"ZZ{one}{two}" for one in "ABCDEF" for two in "ABCDEF"]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(learn, words))
    assert load_words("en").added == set(words)


def test_damaged_file_is_told() -> None:
    file = words_file("en")
    file.parent.mkdir(parents=True)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnreadableText, match="cannot be read"):
        load_words("en")


@pytest.mark.parametrize("word", ["", "A", "two words", "x1", "A" * 30])
def test_no_word_for_a_board(word: str) -> None:
    with pytest.raises(UsageFault):
        checked_words([word], "en")


@pytest.mark.parametrize("language", ["", "EN", "../en", "english"])
def test_no_language_code(language: str) -> None:
    with pytest.raises(UsageFault):
        words_file(language)


def test_folder_that_cannot_be_written(user: Path) -> None:
    (user / "data").write_text("a file where the folder should be")
    with pytest.raises(OutputUnwritable):
        change_words("en", lambda _: UserWords(frozenset({"ZEN"})))


def test_list_is_read_again_when_it_changes(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("cat\n")
    first = words_for("en", mine)
    assert words_for("en", mine) is first
    mine.write_text("cat\nemu\n")
    assert "EMU" in words_for("en", mine)


def test_words_are_learnt_as_lists_have_them() -> None:
    """Letters that the language's tiles lack are those that its lists have for them."""
    assert checked_words(["héllo", "ZEN"], "en") == ["HELLO", "ZEN"]
    assert checked_words(["ålen"], "sv") == ["ÅLEN"]


def test_a_mark_at_the_start_of_the_file_is_none_of_a_word() -> None:
    file = words_file("en")
    file.parent.mkdir(parents=True)
    file.write_text("+ZZZA\n+ZZZB\n", encoding="utf-8-sig")
    assert load_words("en").added == {"ZZZA", "ZZZB"}

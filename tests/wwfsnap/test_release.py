"""What the release check holds of versions, names and sums."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.release import (
    DIST,
    differing,
    faults_of_versions,
    missing_packages,
    run,
    sums,
    version_here,
)
from wwfsnap import __version__

STABLE = ["Development Status :: 5 - Production/Stable"]
ALPHA = ["Development Status :: 3 - Alpha"]


@pytest.mark.parametrize(
    ("version", "heading", "classifiers", "faults"),
    [
        ("1.0.0", "## 1.0.0, 2026-12-01", STABLE, 0),
        ("0.2.0", "## 0.2.0, 2026-12-01", ALPHA, 0),
        ("1.0.0", "## 1.0.0, 2026-12-01", ALPHA, 1),
        ("0.2.0", "## 0.2.0, 2026-12-01", STABLE, 1),
        ("1.0.1", "## 1.0.0, 2026-12-01", STABLE, 1),
        ("1.0.0", "## 1.0.0, not released yet", STABLE, 1),
        ("1.0.0", "## 0.9.0, not released yet", ALPHA, 2),
    ],
)
def test_versions_agree(version: str, heading: str, classifiers: list[str], faults: int) -> None:
    changelog = f"# Changelog\n\n{heading}\n\n- this\n\n## 0.0.1, 2026-01-01\n\n- that\n"
    assert len(faults_of_versions(version, changelog, classifiers)) == faults


def test_a_changelog_without_versions_is_told() -> None:
    assert "CHANGELOG" in faults_of_versions("1.0.0", "# Changelog\n", STABLE)[0]


def test_the_version_is_read_without_importing() -> None:
    assert version_here() == __version__


def test_all_packages_must_be_there() -> None:
    pure = "wwfsnap-1.0.0-py3-none-any.whl"
    kernels = "wwfsnap-1.0.0-cp311-abi3-linux_x86_64.whl"
    sources = "wwfsnap-1.0.0.tar.gz"
    assert missing_packages("1.0.0", [pure, kernels, sources]) == []
    assert missing_packages("1.0.0", [pure, sources]) == ["wheel with kernels"]
    assert missing_packages("1.0.0", [kernels]) == ["sources", "wheel for any machine"]
    assert len(missing_packages("1.0.1", [pure, kernels, sources])) == 3


def test_packages_that_differ_are_named(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, content in ((one, b"a"), (other, b"b")):
        folder.mkdir()
        (folder / "same.whl").write_bytes(b"same")
        (folder / "other.tar.gz").write_bytes(content)
        (folder / "SHA256SUMS").write_bytes(content)
    (other / "more.whl").write_bytes(b"more")
    assert differing(sums(one), sums(one)) == []
    assert differing(sums(one), sums(other)) == ["more.whl", "other.tar.gz"]


def test_a_step_that_fails_shows_what_was_said() -> None:
    with pytest.raises(SystemExit, match="usage: git"):
        run("git", "--no-such-flag", cwd=DIST.parent)

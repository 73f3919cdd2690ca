"""Is this checkout fit to be released? Every step is told; the packages are left in `dist`.

`make release-check` runs it; docs/releasing.md says what comes before and after.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
SAMPLE = "wwf2-empty.png"
BEST = "HANTLE"
HEADING = re.compile(r"^## (\S+), (\d{4}-\d\d-\d\d)$")
"""Of a version in the CHANGELOG that has been released, or is to be today."""


def faults_of_versions(version: str, changelog: str, classifiers: Sequence[str]) -> list[str]:
    """In what the version, the newest heading of the CHANGELOG and the status disagree."""
    faults = []
    newest = next((line for line in changelog.splitlines() if line.startswith("## ")), "")
    told = HEADING.match(newest)
    if not told:
        faults.append(f"CHANGELOG.md: {newest!r} should be '## {version}, YYYY-MM-DD'")
    elif told[1] != version:
        faults.append(f"CHANGELOG.md tells of {told[1]}, wwfsnap.__version__ is {version}")
    finished = not version.startswith("0.")
    if finished != any("Production/Stable" in each for each in classifiers):
        status = "5 - Production/Stable" if finished else "3 - Alpha or 4 - Beta"
        faults.append(f"pyproject.toml: of {version} the Development Status is {status}")
    return faults


def missing_packages(version: str, names: Sequence[str]) -> list[str]:
    """Which of sources, wheel with kernels and wheel for any machine are not there."""
    wanted = {
        "sources": rf"wwfsnap-{re.escape(version)}\.tar\.gz",
        "wheel with kernels": rf"wwfsnap-{re.escape(version)}-cp311-abi3-.+\.whl",
        "wheel for any machine": rf"wwfsnap-{re.escape(version)}-py3-none-any\.whl",
    }
    return [what for what, form in wanted.items() if not any(re.fullmatch(form, n) for n in names)]


def sums(folder: Path) -> dict[str, str]:
    """The SHA-256 of each package in a folder, by name."""
    files = sorted(file for file in folder.iterdir() if file.suffix in {".whl", ".gz"})
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The names that do not have the same sum in both."""
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> str:
    """What a program prints; its output is shown where it fails.

    Raises:
        SystemExit: It failed.
    """
    done = subprocess.run(
        [os.fspath(each) for each in command],
        cwd=cwd,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}\n{' '.join(map(str, command))}: status {done.returncode}")
    return done.stdout


def module(name: str, *arguments: str | Path, **environment: str) -> str:
    """What a module of this environment prints."""
    return run(sys.executable, "-m", name, *arguments, cwd=ROOT, **environment)


def look_at_tree() -> str:
    if changed := run("git", "status", "--porcelain"):
        raise SystemExit(f"not committed:\n{changed}")
    return run("git", "rev-parse", "--short", "HEAD").strip()


def look_at_versions() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = version_here()
    if faults := faults_of_versions(version, changelog, project["classifiers"]):
        raise SystemExit("\n".join(faults))
    return version


def version_here() -> str:
    """What `wwfsnap/version.py` says."""
    text = (ROOT / "wwfsnap" / "version.py").read_text(encoding="utf-8")
    (version,) = re.findall(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    return str(version)


def build() -> str:
    """Build everything twice, in two places."""
    shutil.rmtree(DIST, ignore_errors=True)
    when = run("git", "log", "-1", "--format=%ct").strip()
    with tempfile.TemporaryDirectory() as again:
        for place in (DIST, Path(again)):
            module("build", "--outdir", place, WWFSNAP_REQUIRE_KERNEL="1", SOURCE_DATE_EPOCH=when)
            options = ("--wheel", "--outdir", place)
            module("build", *options, WWFSNAP_PURE="1", SOURCE_DATE_EPOCH=when)
        if found := differing(sums(DIST), sums(Path(again))):
            raise SystemExit(f"not the same when built again: {', '.join(found)}")
    if lacking := missing_packages(version_here(), list(sums(DIST))):
        raise SystemExit(f"not built: {', '.join(lacking)}")
    told = "".join(f"{digest}  {name}\n" for name, digest in sums(DIST).items())
    (DIST / "SHA256SUMS").write_text(told, encoding="utf-8")
    return "twice the same\n" + told.rstrip()


def try_out() -> str:
    """Install each package into an environment of its own, and solve a picture with it."""
    told = []
    for name in sums(DIST):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            python = environment(place / "env")
            run(python, "-m", "pip", "install", "--quiet", DIST / name, cwd=place)
            _without_display(python, place)
            program = python.parent / "wwfsnap"
            run(program, "doctor", cwd=place)
            shutil.copy(ROOT / "sample_screens" / SAMPLE, place)
            if BEST not in run(program, "solve", SAMPLE, cwd=place):
                raise SystemExit(f"{name}: {BEST} is not found in {SAMPLE}")
            kernels = list((place / "env").rglob("_kernel_c.*"))
            told.append(f"{name}: solved, {len(kernels)} kernels compiled")
    return "\n".join(told)


def environment(place: Path) -> Path:
    """The Python of a new environment."""
    venv.create(place, with_pip=True, symlinks=os.name != "nt")
    return place / ("Scripts" if os.name == "nt" else "bin") / "python"


def _without_display(python: Path, place: Path) -> None:
    """Put OpenCV's headless twin into its place where it does not load, as `make` does."""
    looked = subprocess.run([python, "-c", "import cv2"], capture_output=True, check=False)
    if looked.returncode:
        run(python, "-m", "pip", "uninstall", "--yes", "opencv-python", cwd=place)
        run(python, "-m", "pip", "install", "--quiet", "opencv-python-headless", cwd=place)


def build_docs() -> str:
    module("mkdocs", "build", "--strict", "--quiet", NO_MKDOCS_2_WARNING="1")
    return "build/docs"


def list_parts() -> str:
    """Write what the program is made of, and see whether any of it is known to be unsafe."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        python = environment(place / "env")
        (wheel,) = DIST.glob("*-none-any.whl")
        run(python, "-m", "pip", "install", "--quiet", wheel, cwd=place)
        run(python, "-m", "pip", "uninstall", "--yes", "pip", "setuptools", cwd=place)
        site = next(place.rglob("site-packages"))
        for link in site.glob("*.dist-info/direct_url.json"):
            link.unlink()  # it names a place on this machine
        bill = DIST / f"wwfsnap-{version_here()}.cdx.json"
        module("cyclonedx_py", "environment", "--output-reproducible", "-o", bill, python)
        audit = module("pip_audit", "--path", site, "--progress-spinner", "off")
    return f"{bill.name}; {audit.strip().splitlines()[0]}"


STEPS: dict[str, Callable[[], str]] = {
    "tree": look_at_tree,
    "versions": look_at_versions,
    "packages": build,
    "tried": try_out,
    "docs": build_docs,
    "parts": list_parts,
}


def main() -> int:
    """Go through all steps, or those named; one that fails keeps no other from its turn."""
    failed = []
    for name in sys.argv[1:] or STEPS:
        try:
            print(f"good   {name}: {STEPS[name]()}", flush=True)
        except SystemExit as fault:
            failed.append(name)
            print(f"wrong  {name}: {fault}", flush=True)
    print(f"not fit to be released: {', '.join(failed)}" if failed else "fit to be released")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())

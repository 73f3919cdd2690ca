"""The hook of `mkdocs.yml`: pages that lie outside `docs` go into the site, links follow."""

from __future__ import annotations

import os
import re
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

HOUSE = Path(__file__).resolve().parents[1]
ELSEWHERE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "README.md": "index.md",
    "sample_screens/README.md": "sample-screens.md",
    "tests/benchmarks/README.md": "benchmarks/index.md",
    **{
        f"tests/benchmarks/{page.name}": f"benchmarks/{page.name}"
        for page in HOUSE.glob("tests/benchmarks/[a-z]*.md")
    },
}
"""Where each lies in the repository, and its name in the site, whose README is docs/index.md."""
FENCE_OR_LINK = re.compile(r"^```.*?^```|\[([^\]]*)\]\(([^)\s]+)\)", re.DOTALL | re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from elsewhere."""
    for source, page in ELSEWHERE.items():
        if files.get_file_from_path(page) is None:
            text = (HOUSE / source).read_text(encoding="utf-8")
            files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: object) -> str:
    """Have links lead to pages of the site; one to any other file becomes its text."""
    name = page.file.src_uri
    sources = {there: source for source, there in ELSEWHERE.items()} | {"index.md": "docs/index.md"}
    folder = PurePosixPath(sources.get(name, f"docs/{name}")).parent

    def lead(found: re.Match[str]) -> str:
        text, link = found[1], found[2]
        if link is None or re.match(r"[a-z]+:|#", link):
            return found[0]
        path, mark, anchor = link.partition("#")
        target = os.path.normpath(folder / path).replace(os.sep, "/")
        there = ELSEWHERE.get(target, target.removeprefix("docs/"))
        file = files.get_file_from_path(there)
        if file is None or file.inclusion.is_excluded():
            return text
        near = os.path.relpath(there, PurePosixPath(name).parent).replace(os.sep, "/")
        return f"[{text}]({near}{mark}{anchor})"

    return FENCE_OR_LINK.sub(lead, markdown)

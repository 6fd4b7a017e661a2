"""Writes the text files of archives of packages as JSON Lines, for `portcullis train --files`.

The network of 26 November 2026 has learnt from the packages of files.txt: source archives as their registries keep them (`npm pack`, a
source distribution, a crate), one file `KIND__NAME__VERSION` each, in one folder. Only packages whose licence allows it are in the list.

Example:
python files.py ARCHIVES files.jsonl
"""

import hashlib
import json
import os
import pathlib
import random
import re
import sys

from archives import members

TEXT = re.compile(
    r"\.(py|pyi|md|rst|txt|c|h|cc|cpp|hpp|go|tsx?|m?js|jsx|vue|java|rb|rs|sh|ya?ml|toml|cfg|ini|html|css|scss|sql|json|xml|po|ipynb|proto"
    r"|graphql|tf|j2|in|tex|csv|bat|ps1|pyx|lua|pl|swift|kt|mm?|gradle|cmake|adoc|org|diff|patch|log)$",
    re.IGNORECASE,
)
NAME = re.compile(
    r"README|CHANGE|HISTORY|NEWS|AUTHORS|CONTRIBUTING|NOTICE|TODO|Makefile|Dockerfile|INSTALL"
)
MADE = re.compile(r"\.min\.|/locale/|package-lock|yarn\.lock|\.map$|/dist/umd", re.IGNORECASE)
# Copies of other people's packages, and licences, of which the other training texts have enough.
COPIED = re.compile(r"/node_modules/|/_?vendor|/third_party/|LICEN[^/]*$|COPYING[^/]*$", re.IGNORECASE)
# What speaks of prompts and models may quote an attack.
OF_MODELS = re.compile(r"prompt|jailbreak|(?:previous|prior) instructions|language model|\bLLM|openai|\bGPT", re.IGNORECASE)
BYTES = range(600, 260_001)
LONGEST_LINE = 4000
# Of each package, of each kind of file in it, and of each of the kinds that are most common.
MOST_FILES, MOST_OF_KIND, MOST_OF_COMMON = 200, 15, 70
COMMON = {".py", ".md", ".rst", ".txt", ".ts", ".js", ".rs", ".html", ".c", ".h", ".yml", ".yaml", ".json"}


def chosen(archive, draw):
    kinds = {}
    for each in members(archive):
        name, size, _ = each
        base = os.path.basename(name)
        if size in BYTES and (TEXT.search(name) or NAME.search(base)) and not (MADE.search(name) or COPIED.search(name)):
            kinds.setdefault(os.path.splitext(base)[1].lower(), []).append(each)
    picked = []
    for kind, some in kinds.items():
        draw.shuffle(some)
        picked += some[: MOST_OF_COMMON if kind in COMMON else MOST_OF_KIND]
    draw.shuffle(picked)
    return picked[:MOST_FILES]


def readable(content):
    """The text; None for what is no text of lines, or may hold an attack."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if "\0" in text or OF_MODELS.search(text) or max(map(len, text.split("\n"))) > LONGEST_LINE:
        return None
    return text


def main():
    folder, out = map(pathlib.Path, sys.argv[1:3])
    draw = random.Random(29)
    beginnings = set()
    with open(out, "w", encoding="utf-8") as lines:
        for archive in sorted(folder.iterdir()):
            for name, _, read in chosen(archive, draw):
                text = readable(read())
                if text is None:
                    continue
                beginning = hashlib.sha256(" ".join(text[:400].split()).encode()).digest()
                if beginning not in beginnings:
                    beginnings.add(beginning)
                    lines.write(json.dumps({"text": text, "package": archive.name, "file": name}) + "\n")


if __name__ == "__main__":
    main()

"""Writes harmless documents as JSON Lines, for `portcullis train`: manuals, lessons and messages of programs in a hundred languages, and English
manuals with the code that they are about.

The first tier of 30 November 2026 has learnt from the packages of documents.txt: archives as their registries keep them (`npm pack`, a wheel, for
English manuals a source distribution), one file `KIND__NAME__VERSION` each, in one folder; nothing in them is run. Only packages whose licence
allows it are in the list.

Example:
python documents.py ARCHIVES documents.jsonl
"""

import collections
import html
import json
import pathlib
import random
import re
import sys
import tarfile

from archives import members

# What speaks of models may quote what is told to one.
OF_MODELS = re.compile(r"prompt|jailbreak|\bLLM|openai|\bGPT|language model", re.IGNORECASE)
# A line that is worth reading, in characters; letters of Chinese, Japanese and Korean count threefold.
SHORTEST_LINE = 20
BREADTH = range(300, 20_001)
PIECE = 2200
# So many of a page's lines have to differ from the English page.
TRANSLATED = 0.5
# Of a package in one language.
MOST = 250
# Of files in source distributions, in bytes, and of those that are code.
OF_FILES = re.compile(r"\.(rst|txt|md|py|js|html|ya?ml|json|css|sql|sh|cfg|toml|c|xml)$")
MANUALS = {"rst", "txt", "md"}
NOT_READ = re.compile(r"/locale/|/node_modules/|_?vendor|\.min\.|LICEN|COPYING|egg-info|requirements", re.IGNORECASE)
BYTES = range(600, 260_001)
CODE_SHARE = 0.15
OF_HTML = re.compile(r"</(?:p|h\d|li|tr|pre|blockquote|table)>|<br ?/?>")


def breadth(line):
    return sum(3 if "\u2e80" <= each <= "\ud7ff" else 1 for each in line)


def plain(markup):
    text = re.sub(r"<(script|style)[\s\S]*?</\1>", "", markup)
    text = html.unescape(re.sub(r"<[^>]+>", "", OF_HTML.sub("\n", text)))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def is_translated(text, english):
    known = set(english.split("\n"))
    lines = [line for line in text.split("\n") if breadth(line) >= SHORTEST_LINE]
    return bool(lines) and sum(line not in known for line in lines) / len(lines) > TRANSLATED


def pieces(text):
    """A long page in stretches, cut where a paragraph ends."""
    out, length = [], 0
    for paragraph in text.split("\n\n"):
        out.append(paragraph)
        length += len(paragraph)
        if length >= PIECE:
            yield "\n\n".join(out)
            out, length = [], 0
    yield "\n\n".join(out)


def pages(archive, draw):
    """Electron's manual: a page's HTML in each language."""
    read = next(read for name, _, read in members(archive) if name.endswith("dist/docs.json"))
    docs = json.loads(read())
    for locale, found in docs.items():
        for slug, page in found.items():
            text = plain(page["html"])
            if not locale.startswith("en") and is_translated(text, plain(docs["en-US"][slug]["html"])):
                for piece in pieces(text):
                    yield locale, slug, piece


def lessons(archive, draw):
    """Lessons in Markdown: `problems/arrays/problem_de.md`, `exercises/my_first_io/problem.de.md`."""
    for name, _, read in members(archive):
        match = re.search(r"(?:problems|exercises)/([^/]+)/(?:problem|solution)[._]([a-z]{2}(?:-[a-z]{2})?)\.md$", name)
        if match and match[2] != "en":
            yield match[2], match[1], read().decode()


def leaves(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from leaves(each)


def messages(archive, draw):
    """What Home Assistant's integrations say to their users, some twelve of them to a text."""
    found = collections.defaultdict(dict)
    for name, _, read in members(archive):
        match = re.search(r"components/([^/]+)/translations/([A-Za-z-]+)\.json$", name)
        if match:
            found[match[1]][match[2]] = json.loads(read())
    names = sorted(found)
    for at in range(0, len(names), 12):
        group = names[at : at + 12]
        for locale in sorted({locale for name in group for locale in found[name]} - {"en", "en-GB"}):
            said, style = [], draw.choice(("lines", "lines", "json"))
            for name in group:
                english = set(leaves(found[name].get("en", {})))
                own = found[name].get(locale, {})
                lines = [each for each in leaves(own) if breadth(each) >= SHORTEST_LINE and each not in english]
                if lines and style == "json":
                    said.append(json.dumps({name: own}, ensure_ascii=False, indent=2))
                else:
                    said += lines
            text = ("\n" if style == "json" else draw.choice(("\n", "\n\n", "\n- "))).join(dict.fromkeys(said))
            yield locale, f"integrations {at}", text[:PIECE]


def catalogues(archive, draw):
    """Django's messages (`.po`), twenty to a text."""
    for name, _, read in members(archive):
        match = re.search(r"django/(.+)/locale/([A-Za-z_]+)/LC_MESSAGES/(django|djangojs)\.po$", name)
        if not match or match[2].startswith("en"):
            continue
        said = []
        for entry in re.findall(r'^msgstr(?:\[0\])? ((?:"(?:[^"\\]|\\.)*"\n?)+)', read().decode(), re.MULTILINE):
            text = "".join(json.loads(part) for part in re.findall(r'"(?:[^"\\]|\\.)*"', entry))
            if breadth(text) >= SHORTEST_LINE and "Content-Type:" not in text:
                said.append(text)
        for at in range(0, len(said), 20):
            yield match[2], f"{match[1]} {at}", "\n".join(said[at : at + 20])


def files(archive, draw):
    """A stretch of each English manual, and of some of the code."""
    for name, size, read in members(archive):
        match = OF_FILES.search(name)
        if match and size in BYTES and not NOT_READ.search(name) and (match[1] in MANUALS or draw.random() < CODE_SHARE):
            try:
                text = read().decode()
            except UnicodeDecodeError:
                continue
            yield "en", name.split("/", 1)[1], draw.choice([*pieces(text)])


READERS = {
    "electron-i18n": pages,
    "homeassistant": messages,
    "django": catalogues,
    "learnyounode": lessons,
    "javascripting": lessons,
    "functional-javascript-workshop": lessons,
    "promise-it-wont-hurt": lessons,
}


def licences_of(listing):
    """Each line is `KIND NAME VERSION: LICENCE`."""
    found = (re.fullmatch(r"(\S+) (\S+) (\S+): (.+)", line) for line in listing.read_text(encoding="utf-8").splitlines())
    return {(kind, name, version): licence for kind, name, version, licence in (match.groups() for match in found)}


def main(folder, out):
    licences = licences_of(pathlib.Path(__file__).with_name("documents.txt"))
    with open(out, "w", encoding="utf-8") as file:
        for archive in sorted(pathlib.Path(folder).iterdir()):
            kind, name, version = archive.name.split("__")
            draw = random.Random(name)
            of, seen = collections.defaultdict(list), set()
            for locale, topic, text in (files if tarfile.is_tarfile(archive) and kind == "pypi" else READERS[name])(archive, draw):
                text = "\n".join(line for line in text.strip().split("\n") if not OF_MODELS.search(line))
                if breadth(text) in BREADTH and text not in seen:
                    seen.add(text)
                    of[locale.replace("_", "-").lower()].append((topic, text))
            for locale, texts in sorted(of.items()):
                for topic, text in draw.sample(texts, min(MOST, len(texts))):
                    row = {"text": text, "label": 0, "direction": "document", "source": f"documents of {name}"}
                    row |= {"licence": licences[kind, name, version], "family": f"{name} {topic}", "lang": locale.split("-")[0]}
                    file.write(json.dumps(row, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

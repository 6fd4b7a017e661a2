"""Writes what packages say that their tools do as JSON Lines, for `portcullis train`.

The models of 29 November 2026 have learnt from the packages of definitions.txt: wheels and npm's archives as the registries keep them, one file
`KIND__NAME__VERSION` each, in one folder; nothing in them is run. Only packages whose licence allows it are in the list. What recorded requests of
clients contain, given as a second JSON Lines file, is left out: by those the models are measured.

Example:
python definitions.py ARCHIVES definitions.jsonl requests.jsonl
"""

import ast
import collections
import json
import pathlib
import random
import re
import sys

from archives import members

# What speaks of attacks may quote one.
OF_ATTACKS = re.compile(
    r"ignore (all|any|previous)|jailbreak|inject|exfiltrat|do not tell|don't tell|red.?team|malicious|adversar|phishing|attack", re.IGNORECASE
)
CHARS = range(20, 3001)
FEWEST_WORDS, MOST_FOREIGN = 4, 0.1
# Of each package; and of files in it.
MOST = 80
LARGEST_FILE = 3_000_000
NOT_READ = re.compile(r"test|node_modules|/docs?/|example|guard|secur|eval", re.IGNORECASE)
OF_A_TOOL = re.compile(r"\btool|\.tool\(")
IN_JAVASCRIPT = re.compile(
    r"(?:\bdescription\s*:\s*|\.describe\(\s*|instructions\s*:\s*)"
    r"(\"(?:[^\"\\\n]|\\.){20,2500}\"|'(?:[^'\\\n]|\\.){20,2500}'|`(?:[^`\\$]|\\.|\$(?!\{)){20,3000}`)"
)
ESCAPED = {"n": "\n", "t": "\t"}
# Words that the names of most of these packages have.
OF_ALL = {"mcp", "server", "tool", "tools", "ax", "js", "py", "api", "client", "npm", "ai", "google"}


def family(name):
    """One for packages of one purpose: they share descriptions."""
    words = [word for word in re.split(r"[^a-z0-9]+", name.lower()) if word not in OF_ALL]
    return "-".join(filter(None, words)) or name


def of_python(source):
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if OF_A_TOOL.search(" ".join(map(ast.unparse, node.decorator_list))):
                yield ast.get_docstring(node) or ""
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func) if isinstance(node.func, (ast.Name, ast.Attribute)) else ""
            if "arg" not in called.lower():
                yield from (
                    each.value.value
                    for each in node.keywords
                    if each.arg in ("description", "instructions", "help_text") and is_text(each.value)
                )
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values):
                if is_text(key) and key.value == "description" and is_text(value):
                    yield value.value


def is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def of_javascript(source):
    for found in IN_JAVASCRIPT.finditer(source):
        text = re.sub(r"\\(n|t|\"|'|`|\\|\$)", lambda each: ESCAPED.get(each[1], each[1]), found[1][1:-1])
        if "\\" not in text:
            yield text


def is_description(text):
    return (
        len(text) in CHARS
        and not OF_ATTACKS.search(text)
        and sum(ord(char) > 127 for char in text) <= len(text) * MOST_FOREIGN
        and len(re.findall(r"[A-Za-z]{2,}", text)) >= FEWEST_WORDS
    )


def plain(text):
    return " ".join(text.split()).lower()


def texts_in(value):
    if isinstance(value, str):
        yield plain(value)
    elif isinstance(value, (dict, list)):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_in(each)


def definitions(archive):
    for name, size, read in members(archive):
        if size > LARGEST_FILE or NOT_READ.search(name):
            continue
        if name.endswith(".py"):
            yield from of_python(read().decode("utf-8", "replace"))
        elif re.search(r"\.[mc]?[jt]sx?$", name) and not name.endswith(".d.ts"):
            yield from of_javascript(read().decode("utf-8", "replace"))


def main():
    folder, out = map(pathlib.Path, sys.argv[1:3])
    requests = [json.loads(line) for name in sys.argv[3:] for line in open(name, encoding="utf-8")]
    known = "\n".join(text for request in requests for text in texts_in(request))
    draw, seen, families = random.Random(1), set(), collections.Counter()
    with open(out, "w", encoding="utf-8") as lines:
        for archive in sorted(folder.iterdir()):
            name = archive.name.split("__")[1]
            fresh = {}
            for text in definitions(archive):
                text = re.sub(r"\n[ \t]+", "\n", text.strip())
                if is_description(text) and plain(text) not in seen and plain(text) not in known:
                    fresh.setdefault(plain(text), text)
            seen |= fresh.keys()
            for text in draw.sample(sorted(fresh.values()), min(MOST, len(fresh))):
                families[family(name)] += 1
                row = {"text": text, "label": 0, "direction": "tool_definition", "source": "packages of npm and PyPI"}
                row |= {"licence": "MIT, Apache-2.0, BSD or ISC", "family": family(name), "lang": "en"}
                lines.write(json.dumps(row) + "\n")
    print(sum(families.values()), "definitions of", len(families), "kinds of packages")


if __name__ == "__main__":
    main()

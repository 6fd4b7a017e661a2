"""Rounds the weights of a network's layers to the steps in which they are stored, so that what comes out changes least.

Each weight is rounded in turn, and the weights behind it in the same row make up for the error as far as the layer's inputs allow
(Frantar et al., "GPTQ: Accurate Post-Training Quantization for Generative Pre-trained Transformers", 2022).
"""

import torch

# As onnxruntime stores weights with `reduce_range`: the largest of a row is this many steps from zero.
STEPS = 64
# Added to the squares of the inputs, as a share of their mean, so that they can be inverted.
DAMPING = 0.01
COLUMNS_AT_ONCE = 64


def rounded(weight, squares):
    """
    weight: outputs x inputs; squares: inputs x inputs, the sum over all inputs of x xᵀ. Every row keeps its largest weight, by which its
    steps are told.
    """
    step = weight.abs().amax(1, keepdim=True).double() / STEPS
    one = torch.eye(len(squares), dtype=torch.float64, device=squares.device)
    squares = squares.double() + DAMPING * squares.diagonal().mean() * one
    # The inputs that matter most come first, while all others can still make up for them.
    order = torch.argsort(squares.diagonal(), descending=True)
    left = weight.double()[:, order]
    is_largest = left.abs() >= STEPS * step * (1 - 1e-9)
    largest = STEPS * step * torch.sign(left)
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(squares[order][:, order]))
    share = torch.linalg.cholesky(inverse, upper=True)
    result = torch.zeros_like(left)
    for begin in range(0, left.shape[1], COLUMNS_AT_ONCE):
        end = min(begin + COLUMNS_AT_ONCE, left.shape[1])
        errors = torch.zeros(len(left), end - begin, dtype=torch.float64, device=left.device)
        for at in range(begin, end):
            column = left[:, at : at + 1]
            stepped = (column / step).round().clamp(-STEPS, STEPS) * step
            result[:, at : at + 1] = torch.where(is_largest[:, at : at + 1], largest[:, at : at + 1], stepped)
            error = (left[:, at] - result[:, at]) / share[at, at]
            left[:, at + 1 : end] -= error[:, None] * share[at, at + 1 : end]
            errors[:, at - begin] = error
        left[:, end:] -= errors @ share[begin:end, end:]
    return result[:, torch.argsort(order)].to(weight.dtype)


def squares_of(inputs):
    return sum(each.T @ each for each in inputs)


def round_layers(model, batches):
    """Rounds all that the encoder multiplies with, one layer after the other. batches: pairs of tokens and attention mask."""
    model.eval()
    with torch.no_grad():
        hidden = [model.base.embeddings(input_ids=tokens) for tokens, _ in batches]
        added = [(1 - mask)[:, None, None, :].to(hidden[0].dtype) * -1e4 for _, mask in batches]
        chosen = [mask.bool() for _, mask in batches]
        for layer in model.base.encoder.layer:
            attention, inner, outer = layer.attention, layer.intermediate.dense, layer.output.dense
            for group in (
                [attention.self.query, attention.self.key, attention.self.value],
                [attention.output.dense],
                [inner],
                [outer],
            ):
                seen = []
                hook = group[0].register_forward_pre_hook(lambda _, given: seen.append(given[0]))
                for states, mask in zip(hidden, added):
                    layer(states, mask)
                hook.remove()
                squares = squares_of([each[mask] for each, mask in zip(seen, chosen)])
                for part in group:
                    part.weight.data = rounded(part.weight.data, squares)
            hidden = [layer(states, mask) for states, mask in zip(hidden, added)]

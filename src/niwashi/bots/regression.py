"""Fitting a network with one hidden layer to rows of numbers, by Adam on squared error. NumPy is enough for that."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from niwashi.bots.weights import pack

Floats = NDArray[np.float32]
EPOCHS = 12
BATCH = 512
ADAM_BETAS = (0.9, 0.999)
"""How slowly Adam forgets slopes and their squares."""


def fit(rows: Floats, margins: Floats, hidden: int, seed: int) -> tuple[Floats, float]:
    """The network, packed, and how much it explains (R²) of a tenth of the rows that it was not shown."""
    generator = np.random.default_rng(seed)
    mean, scale = rows.mean(axis=0), 1 / np.maximum(rows.std(axis=0), 0.05)
    spread = float(margins.std())
    x, y = ((rows - mean) * scale).astype(np.float32), margins / spread
    order = generator.permutation(len(x))
    held_out, used = order[: len(x) // 10], order[len(x) // 10 :]
    weights = adam(x[used], y[used], initial_weights(x.shape[1], hidden, generator), generator)
    error = predict(weights, x[held_out]) - y[held_out]
    explained = 1 - float((error**2).mean() / y[held_out].var())
    return pack(mean, scale, weights[0], weights[1], weights[2] * spread, float(weights[3][0]) * spread), explained


def initial_weights(inputs: int, hidden: int, generator: np.random.Generator) -> list[Floats]:
    first = generator.normal(0, inputs**-0.5, (inputs, hidden)).astype(np.float32)
    second = generator.normal(0, hidden**-0.5, hidden).astype(np.float32)
    return [first, np.zeros(hidden, np.float32), second, np.zeros(1, np.float32)]


def adam(x: Floats, y: Floats, weights: list[Floats], generator: np.random.Generator) -> list[Floats]:
    means, squares = ([np.zeros_like(w) for w in weights] for _ in range(2))
    step = 0
    for epoch in range(EPOCHS):
        rate = 2e-3 * (1 - epoch / EPOCHS) + 1e-4
        for batch in np.array_split(generator.permutation(len(x)), max(len(x) // BATCH, 1)):
            step += 1
            for i, gradient in enumerate(gradients(weights, x[batch], y[batch])):
                means[i] = ADAM_BETAS[0] * means[i] + (1 - ADAM_BETAS[0]) * gradient
                squares[i] = ADAM_BETAS[1] * squares[i] + (1 - ADAM_BETAS[1]) * gradient**2
                mean, square = means[i] / (1 - ADAM_BETAS[0] ** step), squares[i] / (1 - ADAM_BETAS[1] ** step)
                weights[i] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
    return weights


def predict(weights: list[Floats], x: Floats) -> Floats:
    result: Floats = np.maximum(x @ weights[0] + weights[1], 0) @ weights[2] + weights[3]
    return result


def gradients(weights: list[Floats], x: Floats, y: Floats) -> list[Floats]:
    hidden = np.maximum(x @ weights[0] + weights[1], 0)
    error = 2 * (hidden @ weights[2] + weights[3] - y) / len(y)
    back = np.outer(error, weights[2]) * (hidden > 0)
    return [x.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True)]

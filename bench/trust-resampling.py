"""The permutation test of `trust` in numpy: prints the seconds it takes. Arguments: items, metrics, replicates, cluster size.

Whole label vectors are permuted between clusters of equal size; |AUC - 0.5| of every metric comes from one matrix product of
midranks and permuted labels. In blocks, so that memory stays small.
"""
import sys
import time

import numpy as np

items, metrics, replicates, size = (int(value) for value in sys.argv[1:5])
rng = np.random.default_rng(1)
labels = (rng.integers(0, 10, items) < 7).astype(np.float64)
scores = (rng.integers(0, 20, (metrics, items)) + labels) / 20


def midranks(values):
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return ((last - counts + 1 + last) / 2)[inverse]


started = time.perf_counter()
ranks = np.stack([midranks(row) for row in scores])
good = labels.sum()
bad = items - good
vectors = labels.reshape(-1, size)


def distance(rank_sums):
    return np.abs((rank_sums - good * (good + 1) / 2) / (good * bad) - 0.5)


observed = distance(ranks @ labels)
order = np.argsort(-observed)
reached = np.zeros(metrics)
reached_max = np.zeros(metrics)
block = 500
for start in range(0, replicates, block):
    count = min(block, replicates - start)
    base = np.broadcast_to(np.arange(len(vectors)), (count, len(vectors)))
    permuted = vectors[rng.permuted(base, axis=1)].reshape(count, items)
    statistics = distance(permuted @ ranks.T)
    reached += (statistics >= observed - 1e-12).sum(axis=0)
    highest = np.maximum.accumulate(statistics[:, order[::-1]], axis=1)[:, ::-1]
    reached_max[order] += (highest >= observed[order] - 1e-12).sum(axis=0)
p = (1 + reached) / (1 + replicates)
print(time.perf_counter() - started)

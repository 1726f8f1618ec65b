"""A staff-handbook assistant in plain Python: character pairs, BM25, the best sentence or a refusal.

It speaks Ragstone's protocol: one JSON request a line on stdin, one JSON reply a line on stdout.
"""

import json
import math
import re
import sys
from collections import Counter
from pathlib import Path

DOCUMENTS = Path(__file__).parent.parent / "handbook" / "documents"
REFUSAL = "手冊裡找不到這個問題的答案。"
# Below this score of the best chunk nothing is answered: what a sterner prompt does to a model.
THRESHOLDS = {"plain": 3.5, "strict": 6}
# Which chunks are found, and under which words.
INDEXES = {
    "text": lambda chunk: "" if chunk["table"] else chunk["text"],
    "text_and_tables": lambda chunk: chunk["text"],
    "with_titles": lambda chunk: chunk["titles"] + "\n" + chunk["text"],
}


def read_chunks():
    """One chunk for each paragraph or table of each document; a table carries its caption."""
    for path in sorted(DOCUMENTS.glob("*.md")):
        title = section = caption = ""
        number = 0
        blocks = [block.strip() for block in path.read_text(encoding="utf-8").split("\n\n")]
        for block in filter(None, blocks):
            if block.startswith("# "):
                title = block[2:]
            elif block.startswith("## "):
                section = block[3:]
            elif re.match(r"表 \d+", block):
                caption = block
            else:
                number += 1
                yield {
                    "id": f"{path.name}#{number}",
                    "source": path.name,
                    "titles": f"{title} {section}",
                    "table": block.startswith(("|", "圖 ")),
                    "text": f"{caption}\n{block}".strip(),
                }
                caption = ""


def words(text):
    """Pairs of neighbouring characters within Chinese, whole words in Latin script."""
    found = []
    for run in re.findall(r"[\u4e00-\u9fff]+|[a-z0-9]+", text.lower()):
        found += [run] if run.isascii() else [run[i : i + 2] for i in range(len(run) - 1)]
    return found


class Index:
    """BM25 over the chunks that have any words."""

    def __init__(self, chunks, text_of):
        self.entries = [(chunk, Counter(words(text_of(chunk)))) for chunk in chunks if text_of(chunk)]
        self.frequency = Counter(word for _, counts in self.entries for word in counts)
        self.mean_length = sum(counts.total() for _, counts in self.entries) / len(self.entries)

    def weight(self, word):
        n = self.frequency[word]
        return math.log(1 + (len(self.entries) - n + 0.5) / (n + 0.5))

    def search(self, question, top_k):
        asked = set(words(question))
        scored = []
        for chunk, counts in self.entries:
            norm = 1.2 * (0.25 + 0.75 * counts.total() / self.mean_length)
            score = sum(self.weight(word) * counts[word] * 2.2 / (counts[word] + norm) for word in asked if counts[word])
            if score > 0:
                scored.append((score, chunk))
        return sorted(scored, key=lambda pair: -pair[0])[:top_k]


CHUNKS = list(read_chunks())
BUILT = {name: Index(CHUNKS, text_of) for name, text_of in INDEXES.items()}


def answer(user_input, settings):
    """The reply to one question under the settings of one configuration."""
    index = BUILT[settings.get("index", "text")]
    found = index.search(user_input, settings.get("top_k", 3))
    contexts = [
        {"text": chunk["text"], "source": chunk["source"], "id": chunk["id"], "score": round(score, 4)}
        for score, chunk in found
    ]
    if not found or found[0][0] < THRESHOLDS[settings.get("prompt", "plain")]:
        return {"response": REFUSAL, "retrieved_contexts": contexts}
    asked = set(words(user_input))
    sentences = [
        (sum(index.weight(word) for word in asked & set(words(sentence))), -place, sentence.strip(" |"))
        for place, (_, chunk) in enumerate(found, 1)
        for sentence in re.findall(r"[^。！？\n]+[。！？]?", chunk["text"])
    ]
    _, place, sentence = max(sentences)
    return {"response": f"{sentence.rstrip('。')}[{-place}]。", "retrieved_contexts": contexts}


for line in sys.stdin:
    request = json.loads(line)
    try:
        reply = answer(request["user_input"], request["configuration"]["settings"])
    except Exception as error:
        reply = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps({"id": request["id"], **reply}, ensure_ascii=False), flush=True)

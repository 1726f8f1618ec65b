"""A system for tests: what it does is written in the question. Each request is answered by a thread of its own."""

import json
import sys
import threading
import time

lock = threading.Lock()


def reply_to(request):
    verb, _, rest = request["user_input"].partition(":")
    if verb == "raw":
        return json.loads(rest)
    if verb == "error":
        return {"error": rest}
    if verb == "sleep":
        milliseconds, _, rest = rest.partition(":")
        time.sleep(float(milliseconds) / 1000)
    if verb == "request":
        rest = json.dumps({key: request[key] for key in ("user_input", "configuration", "repeat")}, sort_keys=True)
    contexts = ["plain", {"text": "two", "source": "a.md", "id": "a.md#1", "score": 0.5}]
    return {"response": rest, "retrieved_contexts": contexts, "usage": {"prompt_tokens": 3, "model": "m"}}


def serve(line):
    request = json.loads(line)
    reply = {**reply_to(request), "id": request["id"]}
    with lock:
        print(json.dumps(reply), flush=True)


for line in sys.stdin:
    threading.Thread(target=serve, args=(line,), daemon=False).start()

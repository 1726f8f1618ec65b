"""Systems that misbehave, each in one way: `python3 hostile.py WAY`. Only the standard library is used."""

import json
import os
import signal
import sys
import time

way = sys.argv[1]
stdout = sys.stdout.buffer


def write(data):
    stdout.write(data)
    stdout.flush()


def say(reply):
    write(json.dumps(reply, ensure_ascii=False).encode() + b"\n")


def good(request, response="fine"):
    say({"id": request["id"], "response": response})


def prints_logs(request):
    print("Loading 繁體 index ...", flush=True)
    print('{"level": "info", "message": "no id here"}', flush=True)
    print("[1, 2, 3]", flush=True)
    print("", flush=True)
    good(request)


def answers_twice(request):
    good(request, "first")
    good(request, "second")


def unknown_id(request):
    say({"id": "nobody|base|1", "response": "lost"})
    good(request)


def hangs(request):
    if request["user_input"] == "hang":
        time.sleep(600)
    good(request)


def deaf(request):
    pass


def dies_once(request):
    # The marker file remembers the first death across the processes.
    if request["user_input"] == "poison" and not os.path.exists(sys.argv[2]):
        open(sys.argv[2], "w").close()
        print("Traceback: out of memory", file=sys.stderr, flush=True)
        os._exit(3)
    good(request)


def dies_late(request):
    time.sleep(1)
    dies_once({**request, "user_input": "poison"})


def poison(request):
    if request["user_input"] == "poison":
        print("poisoned", file=sys.stderr, flush=True)
        os._exit(4)
    good(request)


def dies_always(request):
    print("no index at data/index.bin", file=sys.stderr, flush=True)
    os._exit(1)


def killed(request):
    os.kill(os.getpid(), signal.SIGKILL)


def huge(request):
    if request["user_input"].startswith("megabytes "):
        write(b'{"id": ' + json.dumps(request["id"]).encode() + b', "response": "')
        for _ in range(int(request["user_input"].split()[1])):
            write(b"x" * 1_000_000)
        write(b'"}\n')
    elif request["user_input"] == "huge without id":
        write(b'{"response": "' + b"y" * 2_000_000 + b'"}\n')
    else:
        good(request)


def invalid_utf8(request):
    write(b'{"id": ' + json.dumps(request["id"]).encode() + b', "response": "caf\xe9 \xff"}\n')


def lone_surrogate(request):
    write(b'{"id": ' + json.dumps(request["id"]).encode() + b', "response": "half \\ud83d here"}\n')


def partial_line(request):
    write(b'{"id": ' + json.dumps(request["id"]).encode() + b', "resp')
    os._exit(0)


def no_line_feed(request):
    write(b'{"id": ' + json.dumps(request["id"]).encode() + b', "response": "whole"}')
    os._exit(0)


def noisy(request):
    for number in range(50_000):
        sys.stderr.write(f"line {number}\n")
    sys.stderr.write("z" * 1_000_000 + "\n")
    sys.stderr.flush()
    good(request)


def closes_stdout(request):
    os.close(1)
    time.sleep(600)


def closes_stdin(request):
    good(request)
    os.close(0)
    time.sleep(600)


def one_shot(request):
    good(request)
    os._exit(0)


def slow_reader(request):
    time.sleep(0.2)
    good(request, str(len(request["user_input"])))


def says_environment(request):
    good(request, json.dumps({name: os.environ.get(name) for name in request["user_input"].split()}))


def echoes_secret(request):
    print("using key " + request["user_input"], file=sys.stderr, flush=True)
    say({"id": request["id"], "error": "bad key " + request["user_input"]})


def ignores_signals(request):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    good(request, str(os.getpid()))


def own_pid(request):
    good(request, str(os.getpid()))


def has_child(request):
    import subprocess

    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    good(request, str(child.pid))


if way == "early":
    say({"id": "early|base|1", "response": "too early"})
    way = "good"
answer = globals()[way]
for line in sys.stdin:
    answer(json.loads(line))
if way == "ignores_signals":
    time.sleep(600)

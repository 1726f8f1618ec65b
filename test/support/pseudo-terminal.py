"""Runs a command in a pseudo-terminal and types into it.

usage: pseudo-terminal.py JSON, with {argv, cwd, env, columns, steps}; a step is {wait, keys?, signal?}: when `wait` has come since the step
before, `keys` are typed, or the signal is sent. Prints JSON: {output, code, raw, restored}.
"""

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

job = json.loads(sys.argv[1])
master, slave = pty.openpty()
fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, job['columns'], 0, 0))
before = termios.tcgetattr(slave)
pid = os.fork()
if pid == 0:
    os.setsid()
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
    for target in (0, 1, 2):
        os.dup2(slave, target)
    os.chdir(job['cwd'])
    os.execvpe(job['argv'][0], job['argv'], {**os.environ, **job['env']})

output = b''
raw = False
code = None
steps = list(job['steps'])
seen = 0
deadline = time.monotonic() + 60
while time.monotonic() < deadline:
    ready, _, _ = select.select([master], [], [], 0.1)
    if ready:
        output += os.read(master, 65536)
    elif code is not None:
        break
    raw = raw or not termios.tcgetattr(slave)[3] & termios.ICANON
    if steps:
        at = output.find(steps[0]['wait'].encode(), seen)
        if at >= 0:
            step = steps.pop(0)
            seen = at + len(step['wait'].encode())
            if 'keys' in step:
                os.write(master, step['keys'].encode())
            if 'signal' in step:
                os.kill(pid, getattr(signal, step['signal']))
    if code is None:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
if code is None:
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
restored = termios.tcgetattr(slave) == before
print(json.dumps({'output': output.decode(errors='replace'), 'code': code, 'raw': raw, 'restored': restored}))

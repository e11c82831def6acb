# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Runs commands within limits, with all that they start."""
import os
import resource
import signal
import subprocess
import threading
import time

MEMORY = 6 << 30        # bytes in RAM of all processes of a test
FILE_SIZE = 16 << 30    # bytes of a file that a test writes


def memory_of(session):
    """Bytes in RAM of all processes of a session."""
    total = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % pid) as f:
                fields = f.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            total += int(fields[21]) * resource.getpagesize()
    return total


def end_session(session):
    """Ends every process of a session, those in process groups of their own, too."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.getsid(int(pid)) == session:
                os.kill(int(pid), signal.SIGKILL)
        except OSError:
            pass


def prepare():
    """What a test gets: limits, and the signals that a shell ignores for what is in its
    background."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)


def run(command, limit, stop=None, **more):
    """Exit status (or why it was ended: a text), seconds, output."""
    start = time.time()
    p = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        start_new_session=True, preexec_fn=prepare, **more)
    pieces = []
    reader = threading.Thread(target=lambda: pieces.append(p.stdout.read()), daemon=True)
    reader.start()
    why = None
    try:
        while why is None:
            try:
                p.wait(timeout=0.5)
                break
            except subprocess.TimeoutExpired:
                pass
            if limit and time.time() - start > limit:
                why = "time limit of %d s" % limit
            elif stop and stop.is_set():
                why = "stopped"
            elif memory_of(p.pid) > MEMORY:
                why = "memory limit"
    finally:
        end_session(p.pid)
        p.wait()
    reader.join(timeout=5)
    return why or p.returncode, time.time() - start, b"".join(pieces).decode(errors="replace")

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""killsome.py SEED N PROGRAM ORACLE: runs the program N times, a few at a time, with random letters
(mkkills.py), and ends some of the processes by SIGKILL at random instants.  Returns when all have
ended."""
import ctypes
import os
import random
import signal
import sys
import time

PR_SET_CHILD_SUBREAPER = 36
LETTERS = ["-", "-", "k", "f", "f", "kf", "e", "kfe", "j", "kfj", "t", "kft", "kfje"]


def wait_all(groups):
    """A child of a process with threads may wait for a lock of the C library for ever."""
    until = time.monotonic() + 2
    try:
        while True:
            if os.waitpid(-1, os.WNOHANG)[0]:
                continue
            time.sleep(0.001)
            for pid in groups if time.monotonic() > until else []:
                try:
                    os.killpg(pid, signal.SIGKILL)
                except OSError:
                    pass
    except ChildProcessError:
        pass


def main(seed, n, program, oracle):
    draw = random.Random(seed)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    null = os.open("/dev/null", os.O_RDWR)
    for i in range(n):
        many = draw.randrange(1, 5)
        groups = []
        for _ in range(many):
            words = [program, oracle, str(draw.randrange(1 << 30)), draw.choice(LETTERS)]
            pid = os.fork()
            if not pid:
                os.setpgid(0, 0)
                for fd in range(3):
                    os.dup2(null, fd)
                os.execv(program, words)
            groups.append(pid)
        for pid in groups:
            if draw.randrange(3):
                continue
            time.sleep(draw.random() * 0.003)
            try:
                (os.killpg if draw.randrange(2) else os.kill)(pid, signal.SIGKILL)
            except OSError:
                pass
        wait_all(groups)


main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4])

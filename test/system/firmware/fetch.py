# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""anycov fetch: the flags of an image that runs, read through a simulator's GDB server."""
import os
import socket
import subprocess
import time

from image import Failure, Image


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as s:
        return s.getsockname()[1]


def wait_for(what, condition):
    for _ in range(600):
        if condition():
            return
        time.sleep(0.05)
    raise Failure("30 s, and no " + what)


def size(path):
    return os.stat(path).st_size if os.path.exists(path) else 0


def fetch(target, build, directory, simulator):
    """Twice; the target goes on, and both copies have what it printed of its memory itself."""
    image = Image(target, build, directory, "flags")
    uart = os.path.join(directory, "uart.out")
    if os.path.exists(uart):
        os.unlink(uart)
    image.make(["workload.c"], ["fetch_main.c"], ["-DWARM"])
    start, end = (image.symbols["__data_" + w] for w in ("start", "end"))
    port = free_port()
    qemu = subprocess.Popen(target.qemu + [
        "-display", "none", "-monitor", "none", "-serial", "file:" + uart, "-gdb",
        "tcp:127.0.0.1:%d" % port, *image.semihosting(), "-kernel", image.kernel],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    try:
        for name in ("one.core", "two.core"):
            had = size(uart)
            wait_for("output", lambda: size(uart) > max(had, end - start))
            said = image.anycov("fetch", "--gdb", "127.0.0.1:%d" % port, "--image", image.elf,
                                "-o", name)
            if "blocks hit" not in said:
                raise Failure("fetch said " + said)
        had = size(uart)
        wait_for("output after the last fetch", lambda: size(uart) > had)
    finally:
        qemu.kill()
        qemu.wait()
    with open(uart, "rb") as f:
        printed = f.read(end - start)
    with open(os.path.join(directory, "printed.bin"), "wb") as f:
        f.write(printed)
    want = image.anycov("report", "--json", "--image", image.elf, "--memory",
                        "printed.bin@%#x" % start)
    for name in ("one.core", "two.core"):
        if image.anycov("report", "--json", "--image", image.elf, "--memory", name) != want:
            raise Failure("another report of " + name)
    return "the report is that of the memory that the program printed"

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""A GDB server that answers as told: gdb_server.py PORT_FILE FILE ADDRESS HOW
serves the bytes of FILE at ADDRESS once, with the fault HOW.  The registers are the digits of the
file "registers", if there is one."""
import os
import socket
import sys
import time


def answer(text, how):
    packet = b"$" + text + b"#%02x" % (sum(text) & 0xff)
    return packet[:-2] + b"zz" if how == "sums" else packet


def repeat(text):
    """Run-length encoding: a byte, '*' and a count of more of it."""
    out, i = b"", 0
    while i < len(text):
        n = 1
        while i + n < len(text) and text[i + n] == text[i] and n < 90:
            n += 1
        if n > 3 and n - 1 + 29 not in b"#$+-":
            out += text[i:i + 1] + b"*" + bytes([n - 1 + 29])
        else:
            out += text[i:i + 1] * n
        i += n
    return out


reads = set()


def reply(text, memory, start, how):
    if text.startswith("qSupported"):
        return b"PacketSize=%x" % (64 if how == "tiny" else 400)
    if text == "?":
        return b"W00" if how == "ended" else b"T05thread:01;"
    if text.startswith("m"):
        address, n = (int(x, 16) for x in text[1:].split(","))
        # As a target that is reset after it was read once.
        if how == "resets" and address in reads:
            memory = bytes(len(memory))
        reads.add(address)
        part = memory[address - start:address - start + n] if address >= start else b""
        if how == "short":
            part = part[:3]
        if how == "more":
            part += b"1"
        if how == "refuses" or not part:
            return b"E14"
        if how == "digits":
            return b"0g" * len(part)
        return repeat(part.hex().encode()) if how == "repeats" else part.hex().encode()
    if text == "g" and os.path.exists("registers"):
        with open("registers", "rb") as f:
            return f.read()
    if text == "D":
        return b"E01" if how == "stays" else b"OK"
    return b""


def serve(connection, memory, start, how):
    data, stopped = b"", False
    while True:
        more = connection.recv(4096)
        if not more:
            return
        data += more
        if b"\3" in data and not stopped:
            stopped = True
            connection.sendall(answer(b"S02", ""))
        while b"$" in data and b"#" in data and len(data) >= data.index(b"#") + 3:
            text = data[data.index(b"$") + 1:data.index(b"#")].decode()
            data = data[data.index(b"#") + 3:]
            with open("said", "a") as f:
                f.write(text + "\n")
            if how == "slow" and text.startswith("m"):
                time.sleep(1)
            if how == "stalls" and text.startswith("m"):
                time.sleep(6)
                return
            if how == "hangs_up" and text.startswith("m"):
                return
            if how == "huge" and text.startswith("m"):
                connection.sendall(b"$" + b"0" * 100000)
                continue
            while how == "floods" and text.startswith("m"):
                connection.sendall(b"%a#61" * 1000)
            if how == "runs" and text == "?" and not stopped:
                continue
            if how == "notes":
                connection.sendall(b"%Stop:T05#b8")
            if how == "news" and text != "?":
                connection.sendall(answer(b"O68690a", how) + answer(b"T05thread:01;", how))
            connection.sendall(b"+" + answer(reply(text, memory, start, how), how))


def main():
    port_file, path, start, how = sys.argv[1:]
    listener = socket.create_server(("127.0.0.1", 0))
    with open(path, "rb") as f:
        memory = f.read()
    with open(port_file, "w") as f:
        f.write("%d\n" % listener.getsockname()[1])
    connection, _ = listener.accept()
    if how == "silent":
        time.sleep(30)
    try:
        serve(connection, memory, int(start, 0), how)
    except ConnectionError:
        pass


main()

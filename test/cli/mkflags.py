#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Writes files of flags and their images, from docs/abi.md and include/anycov/ alone.

mkflags.py image SPEC OUT [KEY=VALUE...]   the ELF file without code that belongs to flags
mkflags.py flags SPEC OUT [KEY=VALUE...]   a file of flags
mkflags.py memory SPEC OUT [KEY=VALUE...]  the bytes of the flags
mkflags.py poke FILE OFFSET HEX            changes bytes
mkflags.py many SPEC DIR N                 N images with files of flags

SPEC describes an image, one word and its arguments a line:

    image [bits=64] [order=little] [machine=62] [id=HEX] [flags=ADDRESS]
    function NAME file=F line=N [dir=D] [prune=lossless] [id=N] [name=N]
    block N [probed] [assumed] [unknown] [exit] [empty] [calls] [succ=1,2] [lines=4,5:3] [by=0,2]
    part N [probed] [unknown] [empty] [calls] [lines=6] [by=0]   of the block above, in order
    flags 0,2 [value=1] [seal=N]           the flags of the blocks of the function above; value 2:
                                           any odd number, here 91, and the seal before them

Keys of flags and memory: hit=f:0,f:2 (blocks of functions), and of flags the fields of the
header: path, started, copying, copied, how, page, id, version, n, address, reserved, of versions 1
and 2 ended and cut; lanes (of version 2: what each has, as of hit, with ";" in between), more
(bytes at the end).
"""
import os
import struct
import sys

BITS = {"probed": 1, "unknown": 2, "assumed": 4, "exit": 8, "empty": 16, "calls": 32}
PRUNE = {"none": 0, "dom": 1, "complete": 2, "lossless": 3}


def fnv(text):
    h = 0xCBF29CE484222325
    for c in text.encode():
        h = (h ^ c) * 0x100000001B3 & (1 << 64) - 1
    return h


def uleb(n):
    out = b""
    while True:
        out += bytes([n & 127 | (128 if n > 127 else 0)])
        n >>= 7
        if not n:
            return out


def numbers(text):
    return [int(n, 0) for n in text.split(",")] if text else []


def keys(words):
    return dict(w.split("=", 1) for w in words if "=" in w)


class Spec:
    def __init__(self, path, changes=None):
        self.head = {"bits": "64", "order": "little", "machine": "62", "id": "a1b2c3d4",
                     "flags": "0x4000"}
        self.functions = []
        for line in open(path):
            words = line.split("#")[0].split()
            if not words:
                continue
            k = keys(words[1:])
            if words[0] == "image":
                self.head.update(k)
            elif words[0] == "function":
                self.functions.append({"name": words[1], "keys": k, "blocks": [], "flags": []})
            elif words[0] == "block":
                self.functions[-1]["blocks"].append((int(words[1]), words[2:], k, []))
            elif words[0] == "part":
                self.functions[-1]["blocks"][-1][3].append((int(words[1]), words[2:], k))
            elif words[0] == "flags":
                self.functions[-1]["flags"].append(
                    (numbers(words[1]), int(k.get("value", "1")), int(k.get("seal", "0"), 0)))
            else:
                sys.exit("mkflags: " + line)
        self.head.update({k: v for k, v in (changes or {}).items() if k in self.head})
        self.order = "<" if self.head["order"] == "little" else ">"
        self.word = "Q" if self.head["bits"] == "64" else "I"
        self.address = int(self.head["flags"], 0)
        self.id = bytes.fromhex(self.head["id"])

    def pack(self, form, *values):
        return struct.pack(self.order + form, *values)

    def record(self, tag, body, version=b"\1"):
        return tag + version + self.pack("I", len(body)) + body

    def ident(self, f):
        return int(f["keys"].get("id", "0"), 0) or fnv(f["name"] + f["keys"]["file"])

    def map(self):
        out, at = b"", self.address
        for f in self.functions:
            k = f["keys"]
            ident = self.pack("Q", self.ident(f))
            unit = k["file"].encode() + b"\0"
            out += self.record(b"F", ident + bytes([2, PRUNE[k.get("prune", "lossless")]])
                               + f["name"].encode() + b"\0" + unit
                               + uleb(int(k.get("blocks", sum(1 + len(b[3]) for b in f["blocks"]))))
                               + uleb(int(k["line"]))
                               + uleb(0) + uleb(1) + unit + k.get("dir", "/src").encode() + b"\0")
            for number, words, b, parts in f["blocks"]:
                own = [[n.split(":") for n in x["lines"].split(",")] if x.get("lines") else []
                       for x in [b] + [p[2] for p in parts]]
                lines = sum(own, [])
                body = ident + uleb(number) + uleb(sum(BITS.get(w, 0) for w in words))
                for name in ("succ", "lines", "by"):
                    v = lines if name == "lines" else numbers(b.get(name))
                    body += uleb(len(v))
                    for n in v:
                        body += uleb(0) + uleb(int(n[0])) if name == "lines" else uleb(n)
                for n in lines:
                    body += uleb(int(n[1]) if len(n) > 1 else 0)
                if parts:
                    body += uleb(len(parts)) + uleb(parts[0][0])
                for (_, flags, p), of_part in zip(parts, own[1:]):
                    by = numbers(p.get("by"))
                    body += uleb(sum(BITS.get(w, 0) for w in flags)) + uleb(len(of_part))
                    body += uleb(len(by)) + b"".join(map(uleb, by))
                out += self.record(b"B", body, b"\2")
            for blocks, value, seal in f["flags"]:
                at += at % 2 if value == 2 else 0
                first = bool(seal) and value == 2
                out += self.record(b"V", ident + bytes([value]) + self.pack(self.word, at + first)
                                   + uleb(len(blocks)) + b"".join(map(uleb, blocks))
                                   + (self.pack(self.word, 1) + bytes([seal]) if seal else b""))
                at += len(blocks) + bool(seal)
        return out

    def bytes(self, hits):
        wanted, out = set(hits.split(",")) if hits else set(), b""
        for f in self.functions:
            for blocks, value, seal in f["flags"]:
                hit, unset = (91, 0) if value == 2 else (value, 1 - value)
                out += b"\0" * ((self.address + len(out)) % 2 if value == 2 else 0)
                out += bytes([seal] * (bool(seal) and value == 2))
                for b in blocks:
                    name = "%s:%d" % (f["name"], b)
                    out += bytes([hit if name in wanted or hits == "all" else unset])
                out += bytes([seal] * (bool(seal) and value != 2))
        return out

    def elf(self):
        note = self.pack("III", 4, len(self.id), 3) + b"GNU\0" + self.id
        note += b"\0" * (-len(self.id) % 4)
        names = b"\0.anycov_map\0.note.gnu.build-id\0__anycov_flags\0.shstrtab\0"
        parts = [(b".anycov_map", 1, 0, 0, self.map()), (b".shstrtab", 3, 0, 0, names),
                 (b"__anycov_flags", 8, 3, self.address, len(self.bytes("")))]
        if self.id:
            parts.append((b".note.gnu.build-id", 7, 0, 0, note))
        long = self.word == "Q"
        head, shent = (64, 64) if long else (52, 40)
        body, table = b"", b"\0" * shent
        for name, kind, flags, address, data in parts:
            size = data if kind == 8 else len(data)
            body += b"\0" * (-len(body) % 4)
            table += self.pack("IIQQQQIIQQ" if long else "IIIIIIIIII",
                               names.index(b"\0" + name + b"\0") + 1, kind, flags, address,
                               head + len(body), size, 0, 0, 4, 0)
            body += data if kind != 8 else b""
        body += b"\0" * (-len(body) % 8)
        ident = b"\177ELF" + bytes([2 if long else 1, 1 if self.order == "<" else 2, 1]) + b"\0" * 9
        start = self.pack("HHI" + 3 * self.word + "IHHHHHH", 3, int(self.head["machine"]), 1, 0, 0,
                          head + len(body), 0, head, 0, 0, shent, len(parts) + 1, 2)
        return ident + start + body + table

    def file(self, k):
        flags = self.bytes(k.get("hit", ""))
        ident, path = self.id, k.get("path", "/bin/prog").encode()
        page = int(k.get("page", "64"))
        end = 64 + len(ident) + len(path)
        at = (end + page - 1) // page * page
        started, how = int(k.get("started", "1")), int(k.get("how", "1"))
        version = int(k.get("version", "2" if "lanes" in k else "3"))
        head = self.pack("IHHIIQQQQ", 0x616E7966, version, len(ident), len(path), page, at,
                         int(k.get("n", len(flags))), int(k.get("address", self.address)), started)
        if version < 3:
            head += self.pack("QII", int(k.get("ended", started)), int(k.get("cut", "0")), how)
        else:
            copying = int(k.get("copying", started if how & 2 else 0))
            head += self.pack("IIII", copying, int(k.get("copied", copying)),
                              int(k.get("reserved", "0")), how)
        more = bytes.fromhex(k.get("more", ""))
        lanes = [self.bytes(hit) for hit in k["lanes"].split(";")] if "lanes" in k else []

        def pages(data):
            return data + b"\0" * (-len(data) % page)
        if lanes:
            flags = pages(flags) + pages(self.pack("I", len(lanes))) + b"".join(map(pages, lanes))
        if version >= 3 and "n" not in k:
            flags = pages(flags)
        return head + ident + path + b"\0" * (at - end) + flags + more


def write(path, data):
    with open(path, "wb") as f:
        f.write(data)


def main(what, *args):
    if what == "poke":
        with open(args[0], "r+b") as f:
            f.seek(int(args[1], 0))
            f.write(bytes.fromhex(args[2]))
        return
    k = keys(args[2:])
    if what == "many":
        for i in range(int(args[2])):
            spec = Spec(args[0], {"id": "%08x" % (i + 1)})
            stem = os.path.join(args[1], "prog%d-%s" % (i, spec.head["id"]))
            write(stem + ".flags", spec.file({"hit": "all", "path": "/bin/prog%d" % i}))
            write(stem + ".image", spec.elf())
        return
    spec = Spec(args[0], k)
    if what == "image":
        write(args[1], spec.elf())
    elif what == "flags":
        write(args[1], spec.file(k))
    elif what == "memory":
        write(args[1], spec.bytes(k.get("hit", "")))


main(*sys.argv[1:])

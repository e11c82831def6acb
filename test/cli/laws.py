# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""laws.py ANYCOV SEED ROUNDS: anycov merge is associative, commutative and idempotent.

Each round makes a few recordings of one kind of program: dumps (traces, sets, edges, counters,
comparisons, checksums of code, calls that did not return; with and without modules, either byte
order), files of flags, directories of both, some compressed.  Every order, grouping and repetition
of them must give the same bytes.  Recordings that do not fit together must be an error in every
order.
"""
import os
import random
import shutil
import struct
import subprocess
import sys
import zlib

anycov, seed, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
rng = random.Random(seed)
made = 0


def fail(what):
    sys.exit(f"FAIL: seed {seed}, round {round_number}: {what}; see {os.getcwd()}")


def some(most, least=0):
    return range(rng.randint(least, most))


def dump(kind):
    """A dump of a small program, whose records often repeat those of another."""
    e = "<" if rng.random() < .7 else ">"
    word = kind["word"]
    flags = 1 if kind["raw"] else 0
    out = [b"anycov" + bytes([1, 1 if e == "<" else 2, word, flags]) + bytes(6)]
    letter = {2: "H", 4: "I", 8: "Q"}[word]

    def chunk(tag, data, chunk_flags=0):
        context = rng.choice([0, 0, 7, 0xffffffff]) if tag not in (b"MOD ", b"CODE") else 0
        out.append(tag + struct.pack(e + "III", context, len(data), chunk_flags) + data)

    loaded = []
    at = rng.choice([0x10000, 0x550000, 0x7f000000])
    modules = kind["modules"]
    for path, build_id in rng.sample(modules, rng.randint(1, len(modules))) if modules else []:
        first = at + rng.choice([0, 0x40])
        chunk(b"MOD ", struct.pack(e + "QQQI", at, first, at + 0x300, len(build_id)) +
              build_id + path)
        loaded.append(at)
        at += 0x1000 * rng.randint(1, 3)

    def address():
        if rng.random() < .05 and loaded:
            return 0x40 + rng.randrange(4)  # in no module
        return (rng.choice(loaded) if loaded else 0) + 0x40 + 4 * rng.randrange(40)

    def words(n):
        return b"".join(struct.pack(e + letter, address()) for _ in range(n))

    for _ in some(4):
        tag = rng.choice([b"PC  ", b"UPC ", b"CNT ", b"CMP ", b"UCMP", b"NOTE", b"NEW "] +
                         ([b"EDGE"] if not loaded else []))
        how = rng.choice([2, 2, 2, 0, 4]) | (1 if rng.random() < .1 else 0)
        n = rng.choice([0, 1, 3, 20])
        if tag in (b"CMP ", b"UCMP"):
            data = b"".join(struct.pack(e + "QQQQ", rng.randrange(8), rng.randrange(3),
                                        rng.randrange(3), address()) for _ in range(n))
        elif tag in (b"NOTE", b"NEW "):
            data = b"text"[:n]
        else:
            data = words(n)
        chunk(tag, data, how)
    if kind["code"] and rng.random() < .7:
        first = rng.randrange(0, 8) * 256
        data = struct.pack(e + "III", first, 0, 256)
        for i in some(5, 1):
            data += struct.pack(e + "I", zlib.crc32(struct.pack("<I", first + 256 * i)))
        chunk(b"CODE", data)
    if kind["ends"] and rng.random() < .9:
        data = struct.pack(e + "II", rng.choice([0, 0, 0, 1, 3]), 0)
        for _ in some(5):
            before = rng.choice([1, 4, 8])
            data += struct.pack(e + "QII", address() + before, before | rng.choice([0, 1 << 31]),
                                before + rng.choice([0, 4]))
        chunk(b"CUTS", data)
    body = b"".join(out)
    return body + b"END " + struct.pack(e + "IIIII", 0, 8, 0, zlib.crc32(body), len(out) - 1)


def flags_file(image):
    """A file of flags of one of the images, with counts up to the largest that fit."""
    e, build_id, n = image["order"], image["id"], image["n"]
    started = rng.choice([0, 1, 5, 1000, 2**40, 2**64 - 1])
    lost = rng.choice([0, 0, 0, 1, 3])
    page = rng.choice([4096, 16384])
    path = rng.choice([b"/bin/prog", b"/usr/bin/prog", b""])
    at = (64 + len(build_id) + len(path) + page - 1) // page * page
    version = rng.choice([1, 3, 3])
    head = struct.pack(e + "IHHIIQQQQ", 0x616e7966, version, len(build_id), len(path), page, at, n,
                       0x4000, started)
    if version == 1:
        ended = started - min(started, lost)
        head += struct.pack(e + "QII", ended, min(ended, rng.choice([0, 1, 2**32 - 1])),
                            rng.choice([1, 1, 2, 3, 5, 9]))
    else:
        copying = min(started, rng.choice([0, 0, 2, 2**32 - 1]))
        head += struct.pack(e + "IIII", copying, copying - min(copying, lost), 0,
                            3 if copying else 1)
    body = (head + build_id + path).ljust(at, b"\0")
    body += bytes(rng.random() < .3 for _ in range(n))
    return body.ljust((len(body) + page - 1) // page * page, b"\0")


def write(path, data):
    if rng.random() < .25:
        data = subprocess.run(["zstd", "-q"], input=data, stdout=subprocess.PIPE, check=True).stdout
        path += ".zst"
    with open(path, "wb") as f:
        f.write(data)
    return path


def recording(kind, where):
    """A file or directory of a kind of program; its path."""
    what = rng.choice(kind["what"])
    if what == "dump":
        return write(where + ".dump", dump(kind))
    image = rng.choice(kind["images"])
    if what == "flags":
        os.mkdir(where)  # its name is that of the image
        return write(f"{where}/{image['name']}.flags", flags_file(image))
    os.makedirs(where + "/test-a")
    for i in some(3, 1):
        base = where + rng.choice(["", "/test-a"])
        if rng.random() < .5 and "dump" in kind["what"]:
            write(f"{base}/trace-{i}-1.dump", dump(kind))
            continue
        image = rng.choice(kind["images"])
        write(f"{base}/{image['name']}.flags", flags_file(image))
        if image["image"]:
            with open(f"{base}/{image['name']}.image", "wb") as f:
                f.write(image["image"])
    if rng.random() < .3:
        with open(f"{where}/other-{rng.randrange(3)}.unlinked", "w") as f:
            f.write(f"/bin/other{rng.randrange(3)}\n")
    return where


def merge(inputs, compress=False):
    global made
    made += 1
    out = f"out-{made}"
    words = [anycov, "merge"] + (["--compress"] if compress else []) + ["-o", out] + inputs
    p = subprocess.run(words, stderr=subprocess.PIPE)
    return (out, None) if not p.returncode else (None, p.stderr.decode())


def contents(path):
    """What a merge wrote: bytes by name."""
    if os.path.isfile(path):
        return {"": open(path, "rb").read()}
    files = {}
    for name in os.listdir(path):
        with open(f"{path}/{name}", "rb") as f:
            files[name] = f.read()
    return files


def grouped(inputs):
    """A merge of merges in any order."""
    inputs = inputs[:]
    rng.shuffle(inputs)
    while len(inputs) > 1:
        n = rng.randint(1, min(len(inputs), 3))
        part = [inputs.pop(rng.randrange(len(inputs))) for _ in range(n)]
        out, error = merge(part, rng.random() < .3)
        if not out:
            return None, error
        inputs.append(out)
    return merge(inputs)


def new_kind():
    word = rng.choice([2, 4, 8, 8])
    images = []
    for i in some(3, 1):
        build_id = bytes(rng.randrange(256) for _ in range(20)) if rng.random() < .7 else b""
        images.append({"name": f"prog{i}-" + (build_id.hex() or f"{i:016x}"), "id": build_id,
                       "order": rng.choice("<>"), "n": rng.choice([1, 20, 5000]),
                       "image": rng.choice([b"", b"\177ELF" + bytes([i])])})
    modules = [(b"/bin/a", b"\1" * 20), (b"/lib/b", b"\2" * 20), (b"/bin/a", b"\3" * 8),
               (b"/lib/c", b"")]
    return {"word": word, "raw": word == 2, "code": rng.random() < .2, "images": images,
            "modules": modules if word > 2 and rng.random() < .5 else [],
            "ends": rng.random() < .5,
            "what": rng.choice([["dump"], ["dump"], ["flags"], ["directory"],
                                ["dump", "directory", "flags"]])}


for round_number in range(rounds):
    kind = new_kind()
    inputs = [recording(kind, f"r{round_number}-{i}") for i in some(6, 2)]
    if rng.random() < .1:  # of another kind
        inputs.append(recording(new_kind(), f"r{round_number}-odd"))
    reference, error = merge(inputs)
    want = contents(reference) if reference else None
    tries = [("another order", lambda: merge(rng.sample(inputs, len(inputs)))),
             ("grouped", lambda: grouped(inputs)),
             ("grouped otherwise", lambda: grouped(inputs)),
             ("some twice", lambda: merge(inputs + [rng.choice(inputs)])),
             ("twice in groups", lambda: grouped(inputs + [rng.choice(inputs)]))]
    if reference:
        tries += [("merged with itself", lambda: merge([reference, reference])),
                  ("merged with an input", lambda: merge([rng.choice(inputs), reference]))]
    for name, run in tries:
        out, problem = run()
        if (out is None) != (reference is None):
            fail(f"{name}: {problem or 'no error'}, and before: {error or 'no error'}")
        if out is None:
            if problem.count("\n") != 1:
                fail(f"{name}: not one sentence: {problem}")
            continue
        got = contents(out)
        if got != want:
            names = sorted(n for n in {**got, **want} if got.get(n) != want.get(n))
            fail(f"{name}: {out} differs from {reference} in {names}: {' '.join(inputs)}")
    for name in os.listdir("."):
        if name.startswith(("out-", f"r{round_number}-")):
            shutil.rmtree(name) if os.path.isdir(name) else os.remove(name)
print(f"{rounds} rounds, {made} merges")

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Packages that are built and tested by their own build systems, for the random draw.

Each of them needs nothing but a compiler, make and what scripts/install-deps installs.  The
compiler is a script that leaves out what would differ between the builds (levels, warnings) and
makes paths of sources absolute, so that all builds name files alike.
"""
import os
import re
import shlex
import shutil
import subprocess


# Debian's patches make files newer than what autotools made of them.
MAKE = "make MAKEINFO=true ACLOCAL=: AUTOCONF=: AUTOHEADER=: AUTOMAKE=:"


class Package:
    """configure, build and test run in the source directory, with $CC and $CXX."""
    libs, common, binaries, leave_out, copies = "", (), {}, (), False
    prune = "lossless"

    def __init__(self, package, configure, build=MAKE + " -j2", test=MAKE + " check", cxx=False):
        self.package, self.configure, self.make, self.test = package, configure, build, test
        self.cxx = cxx


AUTO = "./configure --disable-dependency-tracking --disable-nls"
STATIC = AUTO + " --disable-shared"
CMAKE = ("cmake -B made -DCMAKE_BUILD_TYPE=None "
         "${AR:+-DCMAKE_AR=$(command -v $AR) -DCMAKE_RANLIB=$(command -v $RANLIB)} ")
MADE = "make -C made -j2"

DRAWN = {p.package: p for p in [
    Package("libtasn1-6", STATIC + " --disable-doc"),
    Package("libcsv", STATIC),
    Package("byacc", AUTO),
    Package("gperf", AUTO, cxx=True),
    Package("mawk", AUTO),
    Package("lzip", "./configure CXX=$CXX", test="make check", cxx=True),
    Package("ed", "./configure CC=$CC", test="make check"),
    Package("lzo2", STATIC),
    Package("muparser", CMAKE + "-DENABLE_OPENMP=OFF -DBUILD_SHARED_LIBS=OFF", MADE,
            "make -C made test", cxx=True),
    Package("libtommath", ":", "make -j2 test", "./test"),
    Package("diffutils", AUTO),
    Package("gzip", AUTO),
    Package("bc", AUTO, test="for f in Test/*.b; do timeout 600 bc/bc -l $f </dev/null; done"),
    Package("protobuf-c", STATIC + " --disable-protoc"),
    Package("libsodium", "autoreconf -fi && " + STATIC + " --disable-asm"),
    Package("units", AUTO),
    Package("popt", STATIC),
    Package("json-c", CMAKE + "-DBUILD_SHARED_LIBS=OFF", MADE, "make -C made test"),
    Package("yaml-cpp", CMAKE + "-DYAML_BUILD_SHARED_LIBS=OFF -DYAML_CPP_BUILD_TESTS=OFF", MADE,
            "for f in *.yml test/*.yml util/*; do made/util/parse <$f; done", cxx=True),
    Package("tre", STATIC),
    Package("cflow", AUTO),
    Package("libmd", STATIC),
    Package("enca", STATIC),
    Package("cppunit", STATIC + " --disable-werror --disable-doxygen", cxx=True),
    Package("tinyxml", ":", "make -j2 CC=$CC CXX=$CXX LD=$CXX TINYXML_USE_STL=YES", "./xmltest",
            cxx=True),
]}

# What $CC and $CXX are.  mode has the compiler's command and flags, or nothing yet.
WRAPPER = """#!/bin/bash
. "%s"
words=() last=
for a; do
    case $a in
    -O*|-Werror*|-g|-g[0-3]) continue ;;
    -I[!/]*) [ ! -d "${a#-I}" ] || a=-I$(realpath -s "${a#-I}") ;;
    *.c|*.cc|*.cpp|*.cxx|*.C) [ "$last" = -o ] || [ ! -f "$a" ] || a=$(realpath -s "$a") ;;
    esac
    words+=("$a") last=$a
done
exec $%s $FLAGS "${words[@]}"
"""


def marks(text, hit):
    """What the line of a source may be to execute the expression hit: before the brace that ends a
    block, and in the condition after it; as a statement of its own; in front of an operand."""
    end = re.match(r"(\s*)}\s*(else\b.*|while\b.*|)(/\*.*)?$", text)
    if end:
        rest = text[len(end.group(1)):]
        tested = re.sub(r"\b(if|while) \(", lambda m: m.group(0) + hit + " && ", rest, count=1)
        yield end.group(1) + hit + "; " + tested
        yield end.group(1) + hit + "; " + rest
    for before in ("if ((%s, 0)) ; else " % hit, hit + " && "):
        yield re.sub(r"^(\s*)(}\s*)?", lambda m: m.group(0) + before, text, count=1)


class Tree:
    """Where a drawn package is built: always in one directory, so that paths are the same."""

    def __init__(self, package, work, sh):
        self.package, self.work, self.sh = package, work, sh
        self.source = os.path.join(work, "tree")
        for name, variable in (("cc", "COMPILER"), ("c++", "COMPILER_CXX")):
            path = os.path.join(work, name)
            with open(path, "w") as f:
                f.write(WRAPPER % (os.path.join(work, "mode"), variable))
            os.chmod(path, 0o755)
        self.env = {"CC": work + "/cc", "CXX": work + "/c++", "LC_ALL": "C", "TZ": "UTC",
                    "GTEST_BRIEF": "1"}

    def set_mode(self, cc, flags, before="", options=""):
        cxx = cc.replace("gcc-", "g++-").replace("clang-", "clang++-")
        with open(self.work + "/mode", "w") as f:
            f.write("COMPILER='%s %s'\nCOMPILER_CXX='%s %s'\nFLAGS='%s'\n"
                    "export ANYCOV_FLAGS='%s'\n" % (before, cc, before, cxx, flags, options))

    def prepare(self, pristine, cc):
        """Configures once for each compiler."""
        if cc.startswith("clang-"):  # GNU ar reads no objects of clang's -flto
            for tool in ("ar", "ranlib", "nm"):
                self.env[tool.upper()] = "llvm-%s-%s" % (tool, cc.split("-")[1])
        done = os.path.join(self.work, "configured-" + cc)
        if not os.path.exists(done):
            shutil.rmtree(self.source, ignore_errors=True)
            shutil.copytree(pristine, self.source, symlinks=True)
            # Debian's patches are newer than what autotools made; make would configure again.
            self.sh(r"find . \( -name configure -o -name aclocal.m4 -o -name '*.in' "
                    r"-o -name config.hin \) -exec touch -r $CC {} +", self.source, **self.env)
            self.set_mode(cc, "")
            self.sh(self.package.configure, self.source, **self.env)
            os.rename(self.source, done)
        self.configured = done

    def build(self, cc, flags, before="", options=""):
        shutil.rmtree(self.source, ignore_errors=True)
        subprocess.run(["cp", "-a", self.configured, self.source], check=True)
        # Of this tree alone, whatever directory it is below.
        open(self.source + "/.anycov-build", "w").close()
        self.set_mode(cc, flags + " -g -w -U_FORTIFY_SOURCE", before, options)
        self.sh(self.package.make, self.source, **self.env)

    def asks_optimize(self):
        """Whether a source has other code with __OPTIMIZE__."""
        return bool(self.sh("grep -rlIw __OPTIMIZE__ . --include='*.[chi]*' | head -1",
                            self.configured))

    def collect(self, out):
        """Moves counts of the tree to out, beside copies of its notes and objects."""
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out + "/o")
        for directory, _, names in os.walk(self.source):
            for name in names:
                path = os.path.join(directory, name)
                # What has no counts was not run: a tool of the build.
                if name.endswith((".gcno", ".gcno.files", ".gcda", ".o")) and os.path.exists(
                        path.replace(".files", "").rsplit(".", 1)[0] + ".gcda"):
                    shutil.copy(path, os.path.join(
                        out, "o", os.path.relpath(path, self.source).replace("/", "_")))
        self.sh("find . -name '*.gcda' -delete", self.source)

    def test(self, before=""):
        """Runs the tests, below the command `before`; returns their status, as text."""
        text = self.sh("%s bash -c %s; echo status $?" % (before, shlex.quote(self.package.test)),
                       self.source, **self.env)
        return text.rsplit("status ", 1)[1].strip()

    # Whether lines are executed, by directories that they make.

    def hit(self, number):
        return ('({ long anycov_r; __asm__ volatile ("syscall" : "=a"(anycov_r) : "0"(83L), '
                '"D"("%s/hits/%d"), "S"(511L) : "rcx", "r11", "memory"); 1; })' %
                (self.work, number))

    def mark_line(self, path, line, number):
        """Whether the tree builds with a hit at the line; otherwise the file is as it was."""
        file = os.path.join(self.source, path)
        with open(file, "rb") as f:
            saved = f.read()
        text = saved.decode(errors="surrogateescape").split("\n")
        for marked in marks(text[line - 1], self.hit(number)):
            lines = text[:line - 1] + [marked] + text[line:]
            with open(file, "wb") as f:
                f.write("\n".join(lines).encode(errors="surrogateescape"))
            try:
                self.sh(self.package.make, self.source, **self.env)
                return True
            except Exception:  # the compiler's
                continue
        with open(file, "wb") as f:
            f.write(saved)
        return False

    def hits(self, cc, lines):
        """Of each line whether it is executed, or None."""
        self.build(cc, "-O0")
        shutil.rmtree(self.work + "/hits", ignore_errors=True)
        os.makedirs(self.work + "/hits")
        os.chmod(self.work + "/hits", 0o777)
        saved = {}
        for path in {key[0] for key in lines}:
            with open(os.path.join(self.source, path), "rb") as f:
                saved[path] = f.read()
        marked = [self.mark_line(*key, n) for n, key in enumerate(lines)]
        self.sh(self.package.make, self.source, **self.env)
        self.test()
        for path, text in saved.items():
            with open(os.path.join(self.source, path), "wb") as f:
                f.write(text)
        return {key: os.path.exists("%s/hits/%d" % (self.work, n)) if marked[n] else None
                for n, key in enumerate(lines)}

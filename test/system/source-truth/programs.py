# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""The programs of the comparison: Debian's source packages, how they are built and run.

Sources are compiled one by one, so that every configuration sees the same files.  The commands
of run get $P, the directory of the built programs, and end in the same way each time: no
seeds, clocks or threads that change which code runs.
"""


class Program:
    """binaries: name -> patterns of the sources besides common."""

    def __init__(self, package, common, binaries, run, flags="", libs="", prepare="", cxx=False,
                 leave_out=(), prune="lossless", copies=False):
        self.package, self.common, self.binaries, self.run = package, common, binaries, run
        self.flags, self.libs, self.prepare, self.cxx = flags, libs, prepare, cxx
        self.leave_out, self.prune = leave_out, prune
        # gcov lists outcomes of conditions that are constant in copies of functions.
        self.copies = copies


JANSSON_TESTS = ["array", "copy", "dump", "dump_callback", "equal", "load", "load_callback",
                 "loadb", "memory_funcs", "number", "object", "pack", "simple", "sprintf",
                 "unpack", "version"]

PROGRAMS = {
    "bzip2": Program(
        "bzip2", ["blocksort.c", "huffman.c", "crctable.c", "randtable.c", "compress.c",
                  "decompress.c", "bzlib.c"], {"bzip2": ["bzip2.c"]}, """
        $P/bzip2 -1 <sample1.ref | cmp - sample1.bz2
        $P/bzip2 -2 <sample2.ref >2.out; $P/bzip2 -d <2.out | cmp - sample2.ref
        $P/bzip2 -ds <sample3.bz2 | cmp - sample3.ref
        rm -f t.ref.bz2; cp sample1.ref t.ref; $P/bzip2 -kvf9 t.ref; $P/bzip2 -tv t.ref.bz2
        $P/bzip2 -t sample2.ref
        """, flags="-D_FILE_OFFSET_BITS=64"),
    "zlib": Program(
        "zlib", ["adler32.c", "crc32.c", "deflate.c", "infback.c", "inffast.c", "inflate.c",
                 "inftrees.c", "trees.c", "zutil.c", "compress.c", "uncompr.c", "gzclose.c",
                 "gzlib.c", "gzread.c", "gzwrite.c"],
        {"example": ["*/example.c"], "minigzip": ["*/minigzip.c"]}, """
        $P/example t.gz; for l in -1 -6 -9 -h -f -r
        do $P/minigzip $l <trees.c >t.z; $P/minigzip -d <t.z; done | cksum
        cp deflate.c t.c; $P/minigzip t.c; $P/minigzip -d t.c.gz; cmp t.c deflate.c
        """, flags="-I. -DHAVE_UNISTD_H -DHAVE_STDARG_H -D_LARGEFILE64_SOURCE"),
    "lua": Program(
        "lua5.4", ["src/*.c"], {"lua": []}, """
        $P/lua -e 'local t = {} for i = 1, 2000 do t[i] = (i * 7919) % 1009 end table.sort(t)
            print(t[1], t[2000], #t, string.format("%5.2f %q %x", 1/3, "a\\n", 255))
            print(("hello world"):gsub("o", "0"), ("x=1, y=2"):match("(%w+)=(%w+)"))
            local s = setmetatable({}, { __index = function(_, k) return k .. "!" end,
                __add = function() return 5 end, __call = function(_, a) return a end })
            print(s.a, s + 1, s(7), utf8.char(228, 8364), #"abc" // 2, 7 % 3, 2 ^ 10, 1 << 4)
            local co = coroutine.wrap(function(a) for i = a, 3 do coroutine.yield(i) end end)
            print(co(1), co(), math.floor(3.7), select("#", 1, 2, 3), os.time { year = 2020,
                month = 1, day = 1, hour = 12 }, tostring(nil), load("return 1 + 1")())
            goto done do print(1) end ::done:: local u <const> = 3 collectgarbage()
            print(string.pack("<i4", 7):byte(1, -1)) print(string.rep("ab", 3, ","))'
        $P/lua -v; echo 'print(1 + 1)' | $P/lua -
        """, flags="-DLUA_USE_LINUX -DLUA_COMPAT_5_3 '-Dluai_makeseed(L)=42' -std=gnu99",
        libs="-lm -ldl", leave_out=["luac.c"],
        # Calls that longjmp() cuts off are unknown with a lossless plan.
        prune="none",
        prepare="echo '#define DEB_HOST_MULTIARCH \"\"' >src/lua5.4-deb-multiarch.h"),
    "jansson": Program(
        "jansson", ["src/*.c"],
        dict([("test_" + n, ["test/suites/api/test_%s.c" % n]) for n in JANSSON_TESTS] +
             [("json_process", ["test/*/json_process.c"])]), """
        for t in $P/test_*; do $t; done
        for s in valid invalid encoding-flags; do for d in test/suites/$s/*; do
            $P/json_process --strip <$d/input; done; done 2>&1 | sed "s,$P,,g" | cksum
        """, flags="-DHAVE_CONFIG_H -Imade/private_include -Imade/include -Isrc", libs="-lm",
        # Which code runs must not depend on where a string or the heap is, nor on a random seed.
        prepare="cmake -S . -B made -DJANSSON_BUILD_DOCS=OFF; "
        "sed -i 's/HASH_LITTLE_ENDIAN 1/HASH_LITTLE_ENDIAN 0/' src/lookup3.h; "
        "sed -i 's/hashtable_seed = 0;/hashtable_seed = 42;/' src/hashtable_seed.c; "
        "sed -i 's/\"%p\", json);/\"%td\", (char *)json - (first ? first : "
        "(first = malloc(1))));/; "
        "s/^int jsonp_loop_check/static char *first;\\n&/' src/value.c"),
    "lz4": Program(
        "lz4", ["lib/*.c", "programs/bench.c", "programs/datagen.c", "programs/lz4cli.c",
                "programs/lz4io.c"], {"lz4": []}, """
        for l in 1 3 9 12; do $P/lz4 -$l <lib/lz4.c | $P/lz4 -d; done | cksum
        cp lib/lz4hc.c t.c; $P/lz4 -q -BD -B4 --content-size t.c; $P/lz4 -qt t.c.lz4
        $P/lz4 -qdf t.c.lz4
        $P/lz4 -l <lib/lz4.c | $P/lz4 -d | cksum; $P/lz4 -V; $P/lz4 --version
        """, flags="-Ilib -DXXH_NAMESPACE=LZ4_ -DPLATFORM_POSIX_VERSION=1", copies=True),
    "libyaml": Program(
        "libyaml", ["src/*.c"],
        {n: ["tests/%s.c" % n] for n in ("run-scanner", "run-parser", "run-loader", "run-emitter",
                                         "run-dumper", "test-version", "test-reader",
                                         "example-reformatter", "example-deconstructor")}, """
        $P/test-version; $P/test-reader; for p in scanner parser loader emitter dumper
            do $P/run-$p examples/*.yaml; done
        for f in examples/*.yaml; do $P/example-reformatter <$f; $P/example-deconstructor <$f; done
        """, flags="-Iinclude -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 "
        "-DYAML_VERSION_PATCH=5 -DYAML_VERSION_STRING='\"0.2.5\"'"),
    "cjson": Program(
        "cjson", ["cJSON.c", "cJSON_Utils.c"], {"cjson": ["test.c"]}, "$P/cjson", libs="-lm"),
    "xz": Program(
        "xz-utils", ["src/liblzma/*/*.c", "src/xz/*.c", "src/common/tuklib_*.c"], {"xz": []}, """
        for o in -0 -6e '--x86 --lzma2=preset=1' '--delta=dist=2 --lzma2' --format=lzma
            do $P/xz -T1 $o <src/xz/coder.c >t.x; $P/xz -T1 -dc <t.x >t.y; cksum <t.y; done
        cp src/xz/args.c t.c; $P/xz -T1 -vkf t.c 2>/dev/null; $P/xz -l t.c.xz; $P/xz -T1 -t t.c.xz
        for f in tests/files/good-*.xz tests/files/bad-*.xz; do
            $P/xz -T1 -qdc $f >t.x; cksum <t.x; done 2>/dev/null
        """, prepare="./configure --disable-nls --disable-doc --disable-shared",
        flags="-DHAVE_CONFIG_H -DTUKLIB_SYMBOL_PREFIX=lzma_ -DLOCALEDIR='\"/\"' -pthread "
        "-I. -Isrc/common " + " ".join("-Isrc/liblzma/" + d for d in (
            "api", "check", "common", "delta", "lz", "lzma", "rangecoder", "simple")),
        libs="-pthread", leave_out=["*tablegen.c", "*_small.c"]),
    "tinyxml2": Program(
        "tinyxml2", ["tinyxml2.cpp", "xmltest.cpp"], {"xmltest": []},
        "mkdir -p resources/out; $P/xmltest | grep -v -i -e second -e time", cxx=True),
    "jsoncpp": Program(
        "libjsoncpp", ["src/lib_json/*.cpp", "src/test_lib_json/*.cpp"], {"jsontest": []},
        "$P/jsontest", flags="-Iinclude", cxx=True),
    "double-conversion": Program(
        "double-conversion",
        ["double-conversion/*.cc", "test/*/cctest.cc", "test/cctest/gay-*.cc"] +
        ["test/cctest/test-%s.cc" % n for n in ("bignum", "bignum-dtoa", "conversions", "diy-fp",
                                                "ieee", "strtod")],
        {"cctest": []}, "$P/cctest", flags="-I.", cxx=True),
    "fmt": Program(
        "fmtlib", ["src/format.cc", "src/os.cc"], {"fmt": ["truth.cc"]}, "$P/fmt",
        # What follows a call that an exception leaves is unknown with a lossless plan.
        prune="none",
        # Without __OPTIMIZE__ fmt's own pragma asks for -Og.
        flags="-Iinclude -std=c++17 -D__OPTIMIZE__", cxx=True, prepare="cp $HERE/fmt.cc truth.cc"),
    "cmark": Program(
        "cmark", ["src/*.c"], {"cmark": []}, """
        for f in test/*.txt test/afl_test_cases/* changelog.txt benchmarks.md
        do for o in html xml man latex commonmark 'html --smart --unsafe --sourcepos' \
            'commonmark --width 40' 'latex --hardbreaks' 'man --nobreaks --validate-utf8'
            do $P/cmark -t $o <$f; done; done | cksum
        $P/cmark README.md benchmarks.md | cksum; $P/cmark --version; $P/cmark --help
        $P/cmark -t none x 2>&1; $P/cmark --width x 2>&1; $P/cmark absent 2>&1
        """, flags="-Isrc -Imade/src -DCMARK_STATIC_DEFINE", prepare="cmake -S . -B made"),
    "giflib": Program(
        "giflib", ["[de]gif_lib.c", "gif_*.c", "gifalloc.c", "openbsd-reallocarray.c",
                   "quantize.c", "getarg.c", "qprintf.c"],
        {n: [n + ".c"] for n in (
            "gif2rgb", "gifbuild", "gifclrmp", "gifecho", "giffilter", "giffix", "gifinto",
            "gifsponge", "giftext", "giftool", "gifwedge", "gifbg", "gifcolor", "gifhisto")}, """
        for f in pic/*.gif; do for t in giftext gifclrmp gifsponge giffilter gifhisto giffix \\
            "gif2rgb -1" "gifbuild -d" "giftext -c -e -z -p -r" "giftool -f '%s %w'" "gifhisto -t"
        do $P/$t <$f; done; done 2>&1 | sed "s,$P,,g" | cksum
        for f in pic/*.ico tests/*.ico; do $P/gifbuild <$f | $P/giftext; done 2>&1 | cksum
        $P/gif2rgb -c 3 -s 100 100 <tests/gifgrid.rgb | $P/gifbuild -d | cksum
        $P/gifecho -t foobar | $P/gifbuild -d; $P/gifwedge | cksum; $P/gifcolor <tests/fire.map
        $P/gifbg -d TR -l 3 -s 20 30 | cksum; head -c 900 pic/treescap.gif | $P/giffix | cksum
        echo 0123456789 | $P/gifinto t.gif 2>&1; $P/gifinto t.gif <pic/porsche.gif
        """, libs="-lm", flags="-I. -std=gnu99",
        # What follows a call that exit() left in some process is unknown with a lossless plan.
        prune="none"),
    "mujs": Program(
        "mujs", ["js*.c", "regexp.c", "utf.c"], {"mujs": ["main.c"]}, """
        $P/mujs $HERE/mujs.js; $P/mujs -s $HERE/mujs.js 2>&1 | cksum; $P/mujs absent.js 2>&1
        echo 'x = 1; throw new RangeError("r")' >t.js; $P/mujs t.js 2>&1
        echo 'print(1' | $P/mujs -i 2>&1; echo 'print(1 + 2)' | $P/mujs -i 2>&1
        """, libs="-lm", prune="none"),
    "pugixml": Program(
        "pugixml", ["src/pugixml.cpp", "tests/*.cpp"], {"tests": []}, "$P/tests | tail -n 3",
        flags="-Isrc", cxx=True, leave_out=["fuzz_*.cpp"], prune="none"),
    "yajl": Program(
        "yajl", ["src/*.c"],
        {"reformat": ["reformatter/*.c"], "verify": ["verify/*.c"],
         "parse": ["test/*/yajl_test.c"], "api": ["test/*/gen-extra-close.c"],
         "config": ["example/*.c"]}, """
        for f in test/parsing/cases/*.json; do for o in "" -c -g -m -p; do $P/parse $o $f; done
            for o in "" -m -u -s -e; do $P/reformat $o <$f; done; $P/verify <$f
            $P/verify -q -u -c <$f; done 2>&1 | cksum
        $P/api; $P/config <example/sample.config
        """, flags="-Imade/yajl-2.1.0/include", prepare="cmake -S . -B made", libs="-lm"),
}

# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
# Instances of a template, destructors D0, D1, D2 and constructors C1, C2 are one function in totals and
# in thresholds, with the instances below it, in every output; functions of one line otherwise are not.
. "${0%/*}/lib.sh"
unset COLUMNS
cat >t.cc <<'EOF'
#include <cstdio>
template <class T> T twice(T x)
{
	return x + x;
}
template <class T> T idle(T x)
{
	return x;
}
template <class T> struct Box {
	T v;
	void put(T x)
	{
		v = x;
	}
	template <class U> U as()
	{
		return U(v);
	}
	int get() { return 1; } int get() const { return 2; }
};
struct Base {
	int n;
	Base() : n(1) {}
	virtual ~Base();
};
Base::~Base()
{
	n = 0;
}
struct Derived : virtual Base {
	Derived();
};
Derived::Derived()
{
	n++;
}
struct Most : Derived {
	Most() { n++; }
};
struct Never {
	virtual ~Never();
};
Never::~Never()
{
	puts("never");
}
#define TWO(a, b) static int a(int x) { return x; } static int b(int x) { return x + 1; }
TWO(first, second)
static int over(int x) { return x; } static int over(long x) { return x > 1; }
template <class T> int both(T) { return 1; } template <class T> int both(T, int) { return 2; }
int main(int argc, char **)
{
	auto one = [](int x) { return x; }; auto other = [](int x) { return x + 2; };
	Box<int> b;
	Box<double> d;
	const Box<int> &c = b;
	int r = twice(1) + first(2) + over(3) + one(1) + b.as<long>() + both(1) + b.get();
	b.put(r);
	Most m;
	if (argc > 3) {
		Derived complete;
		Never n;
		r += twice(1.0) + second(1) + over(2L) + other(2) + b.as<char>();
		d.put(idle(1) + idle(1.0));
		r += both(1, 2) + both(1.0) + c.get() + d.get();
	}
	return 0;
}
EOF
cat >check.py <<'END'
import json, re, sys, xml.etree.ElementTree as tree

image, = json.load(open("r.json"))["images"]
functions = [f for f in image["functions"] if f["file"] and f["file"].endswith("t.cc")]


def states(line):
    """What begins at a line: its functions, with the states of their instances."""
    return sorted(
        (f.get("demangled", f["name"]), f["state"], sorted(i["state"] for i in f.get("instances", [])))
        for f in functions if f["line"] == line
    )


text = open("t.cc").read().split("\n")
yes, no = "covered", "not covered"


def at(words):
    line, = [i + 1 for i, s in enumerate(text) if s.startswith(words)]
    return states(line)


assert at("template <class T> T twice") == [("twice<...>", yes, [yes, no])], at("template <class T> T twice")
assert at("template <class T> T idle") == [("idle<...>", no, [no, no])]
assert at("\tvoid put") == [("Box<...>::put", yes, [yes, no])]
assert at("\ttemplate <class U> U as") == [("Box<...>::as<...>", yes, [yes, no])]
assert at("\tint get") == [("Box<...>::get", yes, [yes, no]), ("Box<int>::get() const", no, [])], at("\tint get")
(name, state, base), = at("Base::~Base")
assert (name, state) == ("Base::~Base()", yes) and len(base) >= 2 and no in base, base
(name, state, variants), = at("Derived::Derived")
assert (name, state, variants) == ("Derived::Derived()", yes, [yes, no]), (name, state, variants)
(name, state, never), = at("Never::~Never")
assert (name, state) == ("Never::~Never()", no) and len(never) >= 2 and set(never) == {no}, never
assert at("TWO(") == [("first(int)", yes, []), ("second(int)", no, [])], at("TWO(")
assert at("static int over") == [("over(int)", yes, []), ("over(long)", no, [])]
# Overloads of a template at one line are in doubt, and stay apart.
assert [s for _, s, _ in at("template <class T> int both")] == [no, yes, no], at("template <class T> int both")
assert sorted(s for _, s, i in at("\tauto one")) == [yes, no]
# A method of every other instance has the same line, a sum of blocks, and no second line.
put, = [f for f in functions if f["name"] == "Box<...>::put"]
assert (put["lines"]["total"], put["lines"]["covered"]) == (3, 3), put
assert put["blocks"]["total"] == sum(i["blocks"]["total"] for i in put["instances"])

total, instances = image["functions_total"], image["instances_total"]
assert total["total"] == len(image["functions"]), total
assert total["covered"] == sum(f["state"] == yes for f in image["functions"])
every = [i for f in image["functions"] for i in f.get("instances", [f])]
assert instances["total"] == len(every) > total["total"]
assert instances["covered"] == sum(i["state"] == yes for i in every)

llvm, = json.load(open("llvm.json"))["data"]
assert (llvm["totals"]["functions"]["count"], llvm["totals"]["functions"]["covered"]) == (
    total["total"], total["covered"]), llvm["totals"]
assert (llvm["totals"]["instantiations"]["count"], llvm["totals"]["instantiations"]["covered"]) == (
    instances["total"], instances["covered"])
assert sum(f["name"].startswith("_Z5twice") for f in llvm["functions"]) == 2

info = open("1.info").read()
assert "FNF:%d\nFNH:%d\n" % (total["total"], total["covered"]) in info, info
names = re.findall(r"^FN:\d+,(_Z5twice.*)", info, re.M)
assert len(names) == 1 and re.search(r"^FNDA:1,%s$" % re.escape(names[0]), info, re.M), info
names = re.findall(r"^FN:\d+,(_Z4idle.*)", info, re.M)
assert len(names) == 1 and "FNDA:0,%s\n" % names[0] in info, info
groups = [[], *(g.split("\n") for g in open("2.info").read().split("FNL:"))]
twice, = [g for g in groups if any("_Z5twice" in n for n in g)]
assert sorted(n.split(",")[1] for n in twice if n.startswith("FNA:")) == ["0", "1"], twice

methods = [m.get("name") for m in tree.parse("r.xml").iter("method")]
assert len(methods) == total["total"] and methods.count("twice<...>") == 1, methods

page = open("html/functions.html").read()
row, = re.findall(r'<tr><th scope="row">[^\n]*>twice&lt;[^\n]*', page)
assert re.search(r'<ul class="instances"><li>\S* ?twice&lt;\S*.*not covered.*</ul></th><td class="state ran"', row), row
assert "%d functions: %d covered, %d not covered" % (total["total"], total["covered"], total["not_covered"]) in page
percent = 100 * total["covered"] / total["total"]
assert 0 < percent < 100 and percent > 100 * instances["covered"] / instances["total"]
print(int(percent))
END
# shellcheck disable=SC2046
for cc in g++-12 $(echo "$CLANG" | sed 's/clang/clang++/'); do
	have "$cc" || continue
	rm -rf d html prog*
	expect 0 "$ANYCOV" cc "$cc" -O1 t.cc -o prog
	expect 0 "$ANYCOV" run -o d ./prog
	expect 0 "$ANYCOV" report --functions --json --include '*t.cc' d
	cp out r.json
	expect 0 "$ANYCOV" report --functions -q --include '*t.cc' --llvm-json llvm.json --lcov 1.info --cobertura r.xml --html html d
	expect 0 "$ANYCOV" report --functions -q --include '*t.cc' --lcov-version 2 --lcov 2.info d
	percent=$(python3 check.py) || fail "$cc"
	# Of instances it would be less.
	expect 0 "$ANYCOV" report --functions --include '*t.cc' --fail-under-functions "$percent" d
	grep -A2 '^  twice<\.\.\.>  *2/2 .*t.cc:2$' out | tail -2 | grep -Eq '^    .*twice<' || { cat out; fail "$cc: no instances"; }
	grep -q '^    _ZN4BaseD0Ev' out || { cat out; fail "$cc: destructors have one name"; }
	expect 4 "$ANYCOV" report --functions --include '*t.cc' --fail-under-functions $((percent + 1)) d
done

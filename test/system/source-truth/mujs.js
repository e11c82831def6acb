// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// What mujs runs: no clock, no random numbers.
function Point(x, y) { this.x = x; this.y = y; }
Point.prototype.toString = function () { return "(" + this.x + "," + this.y + ")"; };
var p = new Point(1, -2), list = [], i, k, text = "";
for (i = 0; i < 50; ++i)
	list.push((i * 7919) % 101);
list.sort(function (a, b) { return a - b; });
print(p, list.length, list.slice(3, 6).join("-"), list.reverse()[0], list.indexOf(7));
print(list.map(function (n) { return n * 2; }).filter(function (n) { return n % 3 == 0; }));
print([3, 1, 2].sort(), [1, 2].concat([3], 4), [1, 2, 3, 4].splice(1, 2), [5].pop(), [].shift());
print([1, 2, 3].reduce(function (a, b) { return a + b; }), [1, 2].every(isFinite), [0].some(Number));
for (k in { a: 1, b: 2 })
	text += k;
outer: for (i = 0; i < 5; i++) {
	for (k = 0; k < 5; k++) {
		if (k == 3) continue outer;
		if (i == 3) break outer;
	}
}
do { i--; } while (i > 0);
switch (text) { case "x": print(0); break; case "ab": print("ab"); default: print("fall"); }
try { null.x; } catch (e) { print(e instanceof TypeError, e.message); } finally { print("end"); }
try { eval("1 +"); } catch (e) { print(e.name); }
try { undefinedName(); } catch (e) { print(e); }
function depth(n) { try { return n ? depth(n - 1) : 1; } finally { text += "."; } }
print(depth(5), text.length, typeof p, void 0, delete p.x, "y" in p, p.x);
print(/(\d+)-(?:a|b)*?c\b/i.exec("x 42-abC"), "a,b;c".split(/[,;]/), "aXbX".replace(/x/gi, "$&!"));
print("abc".charAt(1), "abc".substring(2, 0), "ABC".toLowerCase(), " t ".trim(), "\u00e4\n".length);
print("x".localeCompare("y"), "abcabc".lastIndexOf("b"), "abc".match(/b/).index, "z".search(/y/));
print(1 / 3, 1e21, 0x1f, 5e-7, (255).toString(16), (1.005).toFixed(2), (1234.5).toExponential(2));
print(parseInt("0x10"), parseFloat("3.5abc"), isNaN("x"), 7 % -3, -7 >> 1, -7 >>> 28, ~5, 5 ^ 3 | 8);
print(Math.max(1, 3, 2), Math.round(2.5), Math.atan2(1, 1), Math.pow(2, 0.5), Math.abs(-1));
print(JSON.stringify({ a: [1, "x\n", null, true], b: { c: undefined } }, null, 1), JSON.parse("[1,{}]"));
print(new Date(0).toISOString(), Date.UTC(2020, 1, 29), new Date(2020, 0, 31).getMonth());
print(Object.keys({ z: 1, y: 2 }), Object.getOwnPropertyNames([1]), Object.create(p).y);
var o = { get v() { return 5; }, set v(n) { print("set", n); } };
o.v = o.v + 1;
Object.defineProperty(o, "c", { value: 1, enumerable: false });
Object.freeze(o);
print(Object.isFrozen(o), o.c, encodeURIComponent("\u00e4 /"), decodeURI("%41"));

-- SPDX-License-Identifier: GPL-2.0-or-later OR MIT
-- A bit of everything that the interpreter and its libraries do.

local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
print("fib", fib(18))

-- The compiler: source text made and loaded.
local src = {}
for i = 1, 40 do
  src[#src + 1] = ("local function f%d(a, ...) local t = {a, x = %d, ...}; for i = 1, #t do " ..
    "if t[i] ~= nil and i %% 2 == 0 then t.x = t.x + t[i] else t.x = t.x - 1 end end return t.x end r = (r or 0) + f%d(%d, 2, 3)")
    :format(i, i, i, i)
end
assert(load(table.concat(src, "\n")))()
print("load", r)

-- Strings: patterns, format, buffers.
local words = {}
for w in ("the quick brown fox jumps over the lazy dog "):rep(20):gmatch("%a+") do
  words[w] = (words[w] or 0) + 1
end
local keys = {}
for k in pairs(words) do keys[#keys + 1] = k end
table.sort(keys)
for _, k in ipairs(keys) do io.write(k, "=", words[k], " ") end
print()
print(("%5.2f|%-8s|%x|%q"):format(3.14159, "left", 48879, 'a "quoted"\n'))
print((("key = value; other = thing"):gsub("(%w+) = (%w+)", "%2 = %1")))
print(("x"):rep(3, ","), ("hello"):byte(1, -1), ("abc"):upper(), utf8.char(228, 8364))

-- Tables, sorting, metatables.
local t, seed = {}, 42
for i = 1, 600 do seed = (seed * 1103515245 + 12345) & 0x7fffffff; t[i] = seed end
table.sort(t, function(a, b) return a > b end)
print("sorted", t[1], t[300], t[600])
local V = {}
V.__index = V
V.__add = function(a, b) return setmetatable({ x = a.x + b.x }, V) end
V.__eq = function(a, b) return a.x == b.x end
V.__lt = function(a, b) return a.x < b.x end
V.__concat = function(a, b) return tostring(a.x or a) .. tostring(b.x or b) end
V.__call = function(self, y) return self.x * y end
local v = setmetatable({ x = 1 }, V)
for i = 1, 300 do v = v + setmetatable({ x = i % 7 }, V) end
print("meta", v.x, v == v + setmetatable({ x = 0 }, V), v(3), v .. "!")

-- Closures, coroutines, errors (which longjmp).
local gen = coroutine.wrap(function() for i = 1, 300 do coroutine.yield(i * i) end return "end" end)
local sum, x = 0, nil
repeat x = gen(); if x ~= "end" then sum = sum + x end until x == "end"
print("coroutine", sum)
local caught = 0
for i = 1, 100 do
  local ok = pcall(function() if i % 3 == 0 then error({ code = i }) elseif i % 5 == 0 then local n = nil; return n.x end end)
  if not ok then caught = caught + 1 end
end
print("errors", caught)
print(select(2, pcall(load, "x = = 1")), select(2, load("for")))

-- Numbers.
local acc = 0
for i = 1, 4000 do acc = (acc + i // 3 - i % 5) ~ (i << 3) end
print("integers", acc, 7 // 2, -7 // 2, 7 % -3, 2 ^ 10, math.maxinteger + 1 == math.mininteger)
local f = 0.0
for i = 1, 2000 do f = f + math.sqrt(i) / (i + 0.5) end
print(("floats %.9f"):format(f), tonumber("0x1p4"), tonumber("z", 36), math.tointeger(3.0))

-- Garbage.
for i = 1, 2000 do local _ = { i, tostring(i), function() return i end } end
collectgarbage()
print("gc", collectgarbage("count") < 1000)

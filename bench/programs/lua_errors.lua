-- SPDX-License-Identifier: GPL-2.0-or-later OR MIT
-- Errors in protected calls, in coroutines, in metamethods and at the end, for bench/cuts.
local function deep(n) if n == 0 then error({code = 7}) end return deep(n - 1) + 1 end
for i = 1, 20 do print(pcall(deep, i)) end
print(pcall(function() local t = nil; return t.x end))
print(pcall(string.rep, "x", -1, 5, {}))
print(pcall(string.format, "%d", "x"))
print(select(2, pcall(error, "msg", 2)))
print(xpcall(function() error("in xpcall") end, function(m) return "handled: " .. m end))
local co = coroutine.create(function(a) local b = coroutine.yield(a + 1); error("co " .. b) end)
print(coroutine.resume(co, 1)); print(coroutine.resume(co, 5)); print(coroutine.resume(co))
print(load("x = = 1")); print(pcall(load, "return 1", "n", "q"))
local w = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end error("wrap") end)
print(w(), w(), w(), pcall(w))
print(pcall(setmetatable, 1, 2)); print(pcall(table.concat, {1, {}, 3}))
local mt = setmetatable({}, {__gc = function() error("gc") end, __close = function() error("close") end})
print(pcall(function() local x <close> = mt; error("body") end))
mt = nil; collectgarbage()
local t = {}; for i = 1, 300 do t[i] = tostring(i) end; print(#table.concat(t, ","))
print(pcall(table.sort, {3, 1, 2, 5, 4}, function(a, b) error("cmp") end))
print(pcall(string.gsub, "hello", "l", function() error("gsub") end))
print(tostring(1e15), 10 // 3, 7.5 % 2, pcall(function() return 1 // 0 end))
local function rec() return rec() + 1 end; print((pcall(rec)))
error("the end")

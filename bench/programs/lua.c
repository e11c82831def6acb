/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Lua 5.4 runs bench/programs/lua.lua in a new state. */
#include <stdio.h>
#include <stdlib.h>
#include "work.h"
#include "lauxlib.h"
#include "lualib.h"

static char script[4096];

void bench_setup(const char *dir)
{
	snprintf(script, sizeof(script), "%s/lua.lua", dir);
}

void bench_work(void)
{
	lua_State *L = luaL_newstate();

	if (!L)
		abort();
	luaL_openlibs(L);
	if (luaL_dofile(L, script)) {
		fprintf(stderr, "%s\n", lua_tostring(L, -1));
		exit(1);
	}
	lua_close(L);
}

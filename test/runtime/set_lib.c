/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* A shared library with flags, for set.sh. */
#define N_FLAGS 20

__attribute__((section("__anycov_flags"), used)) static volatile unsigned char flags[N_FLAGS];
__asm__(".pushsection .anycov_map,\"\",%progbits\n\t.byte 'z', 1\n\t.4byte 3\n\t.ascii "
	"\"lib\"\n.popsection");

void set_lib_hit(int i);
void set_lib_hit(int i)
{
	flags[i] = 1;
}

__attribute__((constructor)) static void loaded(void)
{
	flags[1] = 1;
}

__attribute__((destructor)) static void unloaded(void)
{
	flags[2] = 1;
}

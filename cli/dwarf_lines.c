/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include "dwarf_lines.h"

struct place image_line_of(const struct image *img, uint64_t addr)
{
	struct place p = { NULL, 0 };
	Dwfl_Line *line;

	if (!img->has_debug)
		return p;
	line = dwfl_module_getsrc(img->module, addr);
	if (line)
		p.file = dwfl_lineinfo(line, NULL, &p.line, NULL, NULL, NULL);
	return p;
}

const char *image_compile_dir(const struct image *img, uint64_t addr)
{
	Dwarf_Addr bias;
	Dwarf_Attribute attr;
	Dwarf_Die *cu;

	if (!img->has_debug)
		return NULL;
	cu = dwfl_module_addrdie(img->module, addr, &bias);
	if (!cu || !dwarf_attr(cu, DW_AT_comp_dir, &attr))
		return NULL;
	return dwarf_formstring(&attr);
}

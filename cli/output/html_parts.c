/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* Style, script and escaping of the HTML pages. */
#include "output/html.h"

/* Signs, borders and hatching show the same as colours, also for printers. */
const char html_style[] =
	":root{color-scheme:light dark}\n"
	"body{font:15px/1.45 system-ui,sans-serif;margin:1.5rem;max-width:110rem}\n"
	"h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.2rem}h3{font-size:1rem}\n"
	"table{border-collapse:collapse}\n"
	".sortable td:first-child{overflow-wrap:anywhere;min-width:12rem}\n"
	"td,th{padding:.15rem .7rem;text-align:left;border-bottom:1px solid #8884}\n"
	".num{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\n"
	".of,.pc{display:inline-block;min-width:5em}meter{width:6rem;vertical-align:middle}\n"
	"th button{font:inherit;font-weight:bold;background:none;border:0;padding:0;"
	"color:inherit;cursor:pointer}\n"
	"th[aria-sort=ascending] button::after{content:' \\25b2'}\n"
	"th[aria-sort=descending] button::after{content:' \\25bc'}\n"
	".source{font:13px/1.35 ui-monospace,monospace;width:100%}\n"
	".source td,.source th{padding:0 .5rem;border:0;vertical-align:top}\n"
	".source .src{white-space:pre-wrap;tab-size:8;width:100%;overflow-wrap:anywhere}\n"
	".ln,.hits,.blocks{text-align:right;opacity:.75;white-space:nowrap}\n"
	".sign{text-align:center;font-weight:bold;white-space:nowrap}\n"
	".b{text-decoration:underline solid #2a8f3c 2px;text-underline-offset:3px}\n"
	".b.not{text-decoration:underline wavy #c23030 1px}\n"
	".b.inferred{text-decoration:underline dashed #2470c8 2px}\n"
	".b.unknown{text-decoration:underline dotted #888 2px}\n"
	".b.part{text-decoration:underline double #888 1px}\n"
	".blocks span{margin-left:.3rem}\n"
	".source tr:target{outline:2px solid currentColor}\n"
	"@media(max-width:40rem){body{margin:.7rem}meter{display:none}td,th{padding:.15rem .35rem}"
	"table{display:block;overflow-x:auto}.source .src{white-space:pre}}\n"
	".legend span{padding:.1rem .6rem;margin-right:.5rem;white-space:nowrap}\n"
	".ran .sign,.legend .ran,td.ran{border-left:5px solid #2a8f3c!important}\n"
	".inferred .sign,.legend .inferred{border-left:5px dashed #2470c8!important}\n"
	".unknown .sign,.legend .unknown{border-left:5px dotted #888!important}\n"
	".not .sign,.legend .not,td.not{border-left:5px double #c23030!important}\n"
	"tr.ran .src,.legend .ran{background:#2a8f3c22}\n"
	"tr.inferred .src,.legend .inferred{background:#2470c822}\n"
	"tr.not .src,.legend .not{background:repeating-linear-gradient(135deg,#c2303033 0 6px,"
	"#c2303014 6px 12px)}\n"
	"tr.unknown .src,.legend .unknown{background:#8882}\n";

/*
 * Tables are sorted by clicking a header; #sort=TABLE,COLUMN,desc in the URL sorts when
 * the page is loaded.
 */
const char html_script[] =
	"'use strict';\n"
	"function key(row, column) {\n"
	"  const cell = row.cells[column];\n"
	"  return cell.dataset.v === undefined ? cell.textContent : Number(cell.dataset.v);\n"
	"}\n"
	"function sort(table, column, down) {\n"
	"  const body = table.tBodies[0], rows = Array.from(body.rows);\n"
	"  rows.sort((a, b) => {\n"
	"    const x = key(a, column), y = key(b, column);\n"
	"    const o = typeof x === 'number' ? x - y : x < y ? -1 : x > y ? 1 : 0;\n"
	"    return down ? -o : o;\n"
	"  });\n"
	"  body.append(...rows);\n"
	"  Array.from(table.tHead.rows[0].cells).forEach((th, i) => th.setAttribute('aria-sort',\n"
	"    i !== column ? 'none' : down ? 'descending' : 'ascending'));\n"
	"}\n"
	"document.querySelectorAll('table.sortable').forEach(table =>\n"
	"  table.querySelectorAll('th').forEach((th, i) =>\n"
	"    th.querySelector('button').addEventListener('click', () =>\n"
	"      sort(table, i, th.getAttribute('aria-sort') === 'ascending'))));\n"
	"function byAddress() {\n"
	"  const m = /^#sort=(\\w+),(\\d+)(,desc)?$/.exec(location.hash);\n"
	"  const table = m && document.getElementById(m[1]);\n"
	"  if (table && Number(m[2]) < table.tHead.rows[0].cells.length)\n"
	"    sort(table, Number(m[2]), Boolean(m[3]));\n"
	"}\n"
	"addEventListener('hashchange', byAddress);\n"
	"byAddress();\n";

/* Returns the length of a UTF-8 sequence, 0 if it is not valid. */
static size_t utf8_length(const unsigned char *s, size_t n)
{
	size_t length = s[0] < 0x80                   ? 1
			: s[0] >= 0xc2 && s[0] < 0xe0 ? 2
			: s[0] >= 0xe0 && s[0] < 0xf0 ? 3
			: s[0] >= 0xf0 && s[0] < 0xf5 ? 4
						      : 0;

	if (!length || length > n)
		return 0;
	for (size_t i = 1; i < length; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return length;
}

void html_text(FILE *f, const char *s, size_t n)
{
	while (n) {
		const unsigned char *u = (const unsigned char *)s;
		size_t length = utf8_length(u, n);

		if (!length || (*u < ' ' && *u != '\t') || *u == 127)
			fputs("\xef\xbf\xbd", f);
		else if (*s == '&')
			fputs("&amp;", f);
		else if (*s == '<')
			fputs("&lt;", f);
		else if (*s == '>')
			fputs("&gt;", f);
		else if (*s == '"')
			fputs("&quot;", f);
		else if (*s == '\'')
			fputs("&#39;", f);
		else
			fwrite(s, 1, length, f);
		s += length ? length : 1;
		n -= length ? length : 1;
	}
}

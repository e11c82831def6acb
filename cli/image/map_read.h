/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/* The map (anycov/map.h) of an image, checked and indexed. */
#ifndef ANYCOV_MAP_READ_H
#define ANYCOV_MAP_READ_H

#include "anycov/map.h"
#include "image/elf.h"
#include "base/u64_map.h"

#define MAP_NONE UINT32_MAX

struct map_site {
	uint64_t addr;     /* the label; 0: the linker dropped the code */
	uint32_t function; /* index, or MAP_NONE: no such function in the map */
	uint32_t number, block;
	uint8_t kind;      /* enum anycov_site_kind */
	uint64_t variable; /* its guard, counter or flag; 0: none */
	bool dropped;
	uint64_t offset; /* of the record in the file */
};

/* Parts of the pools below. */
struct map_span {
	size_t first;
	uint32_t n;
};

/* The flags of a function: one byte each, from addr on. */
struct map_flags {
	uint64_t addr;          /* of the first flag */
	uint64_t code;          /* in the function; 0: unknown */
	uint32_t function;      /* index, or MAP_NONE: no such function in the map */
	struct map_span blocks; /* in map.numbers: the block of each flag */
	uint8_t hit_value;      /* 0 or 1, and before the other; or ANYCOV_MAP_HIT_ODD */
	uint8_t seal;           /* a byte beside the flags, in firmware; 0: none */
	uint64_t low, end;      /* addresses of the flags and the seal */
	uint64_t seal_at;
	bool dropped;    /* the linker left the function out */
	bool lost;       /* the linker script dropped the flags, and not the function */
	uint64_t offset; /* of the record in the file */
};

/* Returns whether a byte can be a flag of these, and whether one was hit. */
static inline bool map_is_flag(const struct map_flags *f, uint8_t byte)
{
	return byte <= 1 || (f->hit_value == ANYCOV_MAP_HIT_ODD && byte % 2);
}

static inline bool map_is_hit(const struct map_flags *f, uint8_t byte)
{
	return f->hit_value == ANYCOV_MAP_HIT_ODD ? byte % 2 : byte == f->hit_value;
}

/* A copy of the code of a function with flags: several if it was inlined. */
struct map_code {
	uint64_t address; /* in the copy */
	uint32_t function;
};

struct map_line {
	uint32_t file; /* index in map.files */
	uint32_t line;
	uint32_t column; /* where the block begins there, from 1; 0: unknown */
};

/* What was in a source file when it was compiled. */
struct source_contents {
	uint64_t size, hash; /* anycov_source_hash() */
	bool known;
	bool differ; /* units were compiled from several contents; size and hash are of one */
};

struct map_file {
	char *path;      /* as given to the compiler */
	const char *dir; /* directory of a relative path, interned; "": unknown */
	char *full;      /* both, normalized */
	struct source_contents contents;
	bool is_other; /* in a merged map: of a build whose lines of the file are left out */
};

/* In addition to ANYCOV_MAP_BLOCK_*: a part of a block, after a call that may not return. */
#define MAP_BLOCK_PART (1u << 31)

struct map_block {
	uint32_t function, number, flags;
	uint32_t next_part; /* number of the part that follows; 0: none */
	uint32_t part_of;   /* of a part: number of the block */
	struct map_span succs, lines, implied_by;
	uint64_t offset;
};

struct map_function {
	uint64_t id;
	const char *name, *unit, *dir; /* interned; dir: "" if the unit has no lines */
	uint8_t level, prune;
	uint32_t n_blocks;   /* according to the function record */
	uint32_t line, file; /* file: index in map.files, or MAP_NONE */
	uint32_t *files;     /* its file numbers -> index in map.files */
	uint32_t n_files;
	size_t first_block, blocks; /* part of map.blocks, by number */
	/* Part of map.decisions; has_decisions: the compiler lists them. */
	size_t first_decision;
	uint32_t n_decisions;
	bool has_decisions, tests_as_written;
	uint32_t live_sites; /* probes, flags too, that are in the image */
	bool has_parts;      /* blocks have */
	/* The rules of its blocks hold in each execution; if not, only for calls that were recorded
	 * from entry to exit. */
	bool rules_are_exact;
	bool is_source;  /* as it was written: map.marks says what became of its blocks */
	bool has_marks;  /* its code is that of source functions: reports show these */
	bool in_program; /* its code is in the image; of a source function: a block of it is */
	bool had_code;   /* of a source function: so it was before the linker dropped some */
	/* Of a source function: the image has a function of its name without probes, such as
	 * another unit's copy that was compiled without anycov. */
	bool is_unprobed;
	bool lost_at_link; /* of a source function: its unit is one of map.lto */
	bool code_differs; /* of a function with code: no hook call is where it has a probe */
	uint64_t offset;
	const unsigned char *body; /* in the file, while the map is read */
	uint32_t length;
};

/* Returns whether reports have the function.  Of one with marks they have those of the source that
 * it was made of. */
static inline bool map_function_is_shown(const struct map_function *f)
{
	return f->is_source || (f->live_sites && !f->has_marks);
}

/* A condition of a decision (record 'D'). */
struct map_condition {
	uint32_t file;         /* index in map.files, of the place in its text; MAP_NONE: unknown */
	uint32_t line, column; /* 0: unknown */
	const char *text;      /* as the compiler prints it; "": unknown */
	uint32_t to[2];        /* by value: ANYCOV_MAP_IS_FALSE, ... */
	struct map_span blocks;
	uint32_t shown_in[2]; /* by value: 1 + a block, or 0 */
};

/* A block of a source function in a block of a function with code. */
struct map_mark {
	uint32_t function, block;
	uint64_t source_id;
	uint32_t source; /* index, or MAP_NONE: no such function in the map */
	uint32_t source_block;
};

struct map {
	struct map_function *functions;
	size_t n_functions, functions_room;
	struct map_site *sites;
	size_t n_sites, sites_room;
	struct map_block *blocks;
	size_t n_blocks, blocks_room;
	uint64_t flags_address, flags_size; /* of their section, if there is one */
	struct map_flags *flags;            /* by address, each once */
	size_t n_flags, flags_room;
	struct map_code *codes; /* by address */
	size_t n_codes, codes_room;
	struct map_span *decisions; /* part of conditions */
	size_t n_decisions, decisions_room;
	struct map_condition *conditions;
	size_t n_conditions, conditions_room;
	struct map_mark *marks;
	size_t n_marks, marks_room;
	/* Of lists, "FILE:LINE: ENTRY": with which units were compiled, and that matched in one.
	 * These and the units are sorted, without repeats. */
	struct string_list entries[2];
	/* Units that a link should have given their probes, if no link did; and links that did. */
	struct string_list lto[2];
	uint32_t *numbers; /* pool of successors, implying blocks and blocks of flags */
	size_t n_numbers, numbers_room;
	struct map_line *lines; /* pool */
	size_t n_lines, lines_room;
	struct map_file *files; /* each once */
	size_t n_files, files_room;
	uint32_t last_file;      /* index of the one that map_add_file() returned, + 1; 0: none */
	struct u64_map by_id;    /* function ID -> index */
	struct u64_map file_set; /* hash of directory and path -> first index + 1 */
	size_t conflicts;        /* functions found twice with different bodies */
};

/* Returns whether the probe is a counter or flag.  Its label may begin a section; that of a call
 * follows the call. */
static inline bool is_inline(unsigned kind)
{
	return kind == ANYCOV_SITE_COUNTER || kind == ANYCOV_SITE_FLAG;
}

/*
 * Reads the map.  Returns NULL with err filled if it is damaged, and NULL with
 * *absent set if the image has none.
 */
struct map *map_read(const struct image *img, bool *absent, struct anycov_error *err);
void map_free(struct map *m);

/* Sorts the blocks from `first` on by function and number (map_index.c). */
void map_sort_blocks(struct map *m, size_t first);
/* Sorts blocks and flags, each once (map_index.c); a step of map_read(). */
void map_index(struct map *m);
/* Finds which functions have code in the image (map_code.c); the last step of map_read(). */
void map_find_code(struct map *m, const struct image *img);
/* Returns the index of a file, which is added if necessary. */
uint32_t map_add_file(struct map *m, const char *dir, const char *path);
/* Adds what another unit or image has of the same file. */
void source_contents_add(struct source_contents *to, const struct source_contents *from);
/* Returns the function's block with this number, or NULL. */
const struct map_block *map_block(const struct map *m, uint32_t function, uint32_t number);
/* Returns the part that follows a block or a part of one, or NULL. */
const struct map_block *map_next_part(const struct map *m, const struct map_block *b);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Matches the records of dumps to the probes of images.  Each PC and comparison is
 * converted to an address of the image that it belongs to (load bias, Thumb bit, AVR
 * word address) and counted as a hit of a probe, or as unmatched.
 */
#ifndef ANYCOV_MATCH_H
#define ANYCOV_MATCH_H

#include "dump/comparisons.h"
#include "dump/reader.h"
#include "coverage/model/instrumented_image.h"
#include "coverage/match/load_map.h"

struct unmatched_module {
	char *path; /* of a module without an --image; NULL: outside all modules; "": the
		       dump lists no modules, and no --image contains the address */
	size_t pcs; /* distinct */
	uint64_t example;
};

/* How much was read of dumps, without those that failed. */
struct match_counts {
	uint64_t records, pc_records, cmp_records, edge_records;
	uint64_t traced; /* of pc_records: one for each execution */
	size_t files;    /* dumps */
	size_t folded;   /* edge records of 32-bit machines, which are no pairs */
	bool lost;       /* a buffer was full */
};

struct match_result {
	struct instrumented_image **images;
	size_t n_images, images_room;
	struct u64_map by_build_id; /* hash of a build ID -> index of the first image */
	struct u64_map modules;     /* hash of build ID and path of modules that were looked for */
	struct match_counts counts;
	size_t skipped;  /* inputs that could not be used */
	size_t unread;   /* of these, that may have records of the images */
	size_t unlinked; /* images that were instrumented and linked without anycov */
	/* Of the lists of what was built (built.h): */
	char *build_list;          /* the first one, or NULL */
	size_t n_never_ran;        /* of the images: that were built, and no recording is of them */
	size_t rebuilt;            /* of these, that were recorded before they were built again */
	size_t unlisted;           /* images that are on no list */
	size_t skipped_built;      /* files that could not be read */
	size_t built_lto;          /* objects whose map is made at the link */
	size_t built_plain;        /* files without probes */
	char *built_plain_example; /* one of them, with the reason */
	size_t pcs;                /* distinct addresses of each dump, in all images */
	size_t edges;              /* distinct edges of each dump */
	size_t unmatched;          /* distinct PCs in an image that are at no probe */
	uint64_t unmatched_example;
	struct string_list not_found; /* of modules: path, why no file is its image, path, ... */
	struct unmatched_module *unmatched_modules; /* by module path */
	size_t n_unmatched_modules, unmatched_modules_room;
	struct comparisons cmps;
	struct load_map load_map; /* for dumps without a list of modules */
	bool want_cmps;
	bool force;       /* use records of another build, by address */
	bool one_context; /* use only the records of this thread or task */
	uint32_t context;
	const char *context_name; /* or of those with this name; NULL: of this number */
	bool context_found;
	bool of_other_images; /* the last dump that failed is of none of the images */
	bool unloads;   /* images are unloaded (instrumented_image.h) unless they are being used */
	size_t n_tests; /* with names, of which recordings were read */
	bool no_built;  /* what was built and did not run is not added, which needs keys */
	struct function_keys *keys; /* functions of these images; NULL: none */
};

/* Reads a dump and adds its records. */
int match_dump(struct match_result *r, const char *path, const struct raw_format *raw,
	       struct anycov_error *err);
/* Notes the functions of an image in r->keys.  Returns whether one was not there. */
bool match_add_keys(struct match_result *r, struct instrumented_image *m);
/* Unloads an image if r->unloads; its functions are noted before, unless r->no_built. */
void match_unload(struct match_result *r, struct instrumented_image *m);
/* Returns the number of distinct PCs that match no probe. */
size_t match_unmatched_count(const struct match_result *r);
void match_free(struct match_result *r);

/* Converts a recorded PC to the form of the image's addresses. */
uint64_t normalise_pc(const struct image *img, const struct dump_info *info, uint64_t pc);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * dom_reference_tool SEED IR WANT  writes random functions as LLVM IR, and for
 * each a line with the blocks that prune=dom probes.  The functions contain endless
 * loops, unreachable blocks and parallel edges.
 */
#include "random_cfg.h"

#define FUNCTIONS 1500

/* A random graph after an additional entry block: LLVM's entry has no predecessors. */
struct shifted {
	struct anycov_cfg cfg;
	struct anycov_cfg_edge edges[4 * CFG_MAX + 1];
	uint32_t flags[CFG_MAX + 1];
};

static void make(struct shifted *s, uint64_t *seed, uint32_t max_blocks)
{
	struct random_cfg r;

	random_cfg_make(&r, seed, max_blocks, CFG_ENDLESS);
	memset(s, 0, sizeof(*s));
	s->edges[0].to = 1;
	for (uint32_t i = 0; i < r.cfg.n_edges; i++) {
		s->edges[i + 1].from = r.edges[i].from + 1;
		s->edges[i + 1].to = r.edges[i].to + 1;
	}
	s->cfg.n_blocks = r.cfg.n_blocks + 1;
	s->cfg.n_edges = r.cfg.n_edges + 1;
	s->cfg.edges = s->edges;
	s->cfg.flags = s->flags;
}

static void print_block(FILE *f, const struct anycov_cfg *cfg, uint32_t b)
{
	uint32_t succs[4 * CFG_MAX + 1], n = 0;

	for (uint32_t i = 0; i < cfg->n_edges; i++)
		if (cfg->edges[i].from == b)
			succs[n++] = cfg->edges[i].to;
	fprintf(f, "b%u:\n  %%v%u = call i32 @x()\n", b, b);
	if (!n) {
		fprintf(f, "  ret void\n");
		return;
	}
	fprintf(f, "  switch i32 %%v%u, label %%b%u [", b, succs[0]);
	for (uint32_t i = 1; i < n; i++)
		fprintf(f, " i32 %u, label %%b%u", i, succs[i]);
	fprintf(f, " ]\n");
}

static void print_function(FILE *ir, FILE *want, uint32_t number, const struct anycov_cfg *cfg)
{
	struct anycov_plan plan;
	struct anycov_error err;

	fprintf(ir, "define void @f%u() {\n", number);
	for (uint32_t b = 0; b < cfg->n_blocks; b++)
		print_block(ir, cfg, b);
	fprintf(ir, "}\n");
	CHECK(!anycov_plan_blocks(cfg, ANYCOV_PRUNE_DOM, &plan, &err));
	fprintf(want, "f%u", number);
	for (uint32_t b = 0; b < cfg->n_blocks; b++)
		if (plan.probe[b])
			fprintf(want, " b%u", b);
	fprintf(want, "\n");
	anycov_plan_free(&plan);
}

int main(int argc, char **argv)
{
	uint64_t seed = argc == 4 ? strtoull(argv[1], NULL, 10) : 0;
	FILE *ir, *want;

	if (argc != 4) {
		fprintf(stderr, "usage: dom_reference_tool SEED IR WANT\n");
		return 2;
	}
	ir = fopen(argv[2], "w");
	want = fopen(argv[3], "w");
	CHECK(ir && want);
	fprintf(ir, "declare i32 @x()\n");
	for (uint32_t i = 0; i < FUNCTIONS; i++) {
		struct shifted s;

		make(&s, &seed, 1 + i % 20);
		print_function(ir, want, i, &s.cfg);
	}
	return fclose(ir) || fclose(want);
}

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Reads the unwind tables of images (DWARF's call frame information in .eh_frame), without a
 * library: a C program has no unwinder.  What a table lacks, or says in a way that is not known
 * here, is a failure.
 */
#include "set_unwind.h"

#ifdef SET_HAS_UNWIND

#define STATES_MAX 4
/* Encodings of pointers (DW_EH_PE_*) and call frame instructions (DW_CFA_*). */
enum { PE_SDATA4 = 0x0b, PE_PCREL = 0x10, PE_DATAREL = 0x30, PE_INDIRECT = 0x80 };
enum {
	CFA_ADVANCE_LOC = 1,
	CFA_OFFSET = 2,
	CFA_RESTORE = 3,
	CFA_NOP = 0,
	CFA_SET_LOC = 1,
	CFA_ADVANCE_LOC1,
	CFA_ADVANCE_LOC2,
	CFA_ADVANCE_LOC4,
	CFA_OFFSET_EXTENDED,
	CFA_RESTORE_EXTENDED,
	CFA_UNDEFINED,
	CFA_SAME_VALUE,
	CFA_REGISTER,
	CFA_REMEMBER_STATE,
	CFA_RESTORE_STATE,
	CFA_DEF_CFA,
	CFA_DEF_CFA_REGISTER,
	CFA_DEF_CFA_OFFSET,
	CFA_DEF_CFA_EXPRESSION,
	CFA_EXPRESSION,
	CFA_OFFSET_EXTENDED_SF,
	CFA_DEF_CFA_SF,
	CFA_DEF_CFA_OFFSET_SF,
	CFA_VAL_OFFSET,
	CFA_VAL_OFFSET_SF,
	CFA_VAL_EXPRESSION,
	CFA_AARCH64_NEGATE_RA_STATE = 0x2d,
	CFA_GNU_ARGS_SIZE = 0x2e
};

/* Where a register's value in the caller is. */
enum where { IN_REGISTER, AT_CFA, IS_CFA, NOWHERE, UNSUPPORTED };

struct row {
	uint64_t cfa_register;
	int64_t cfa_offset;
	uint8_t where[N_REGISTERS];
	int32_t offset[N_REGISTERS];
	uint8_t is_signed; /* the return address, by pointer authentication */
};

/* Instructions, or another part of a table, while they are read. */
struct bytes {
	const uint8_t *at, *end;
	int failed;
};

/* What the tables have on a function, or a part of one. */
struct entry {
	uintptr_t from, bytes, pc; /* pc: in it */
	struct bytes common, own;  /* instructions */
	uint64_t code_unit;
	int64_t data_unit;
	uint64_t pc_column;
	uintptr_t personality; /* 0: none, or not for this function */
	unsigned table;        /* encoding of the pointer to its data; 0: there is none */
};

static uint64_t take(struct bytes *b, size_t n)
{
	uint64_t v = 0;

	if (b->failed || (size_t)(b->end - b->at) < n) {
		b->failed = 1;
		return 0;
	}
	if (n == 1)
		return *b->at++;
	set_move(&v, b->at, n); /* the processors here are little-endian */
	b->at += n;
	return v;
}

static uint64_t take_leb(struct bytes *b, int is_signed)
{
	uint64_t v = 0, byte;
	unsigned shift = 0;

	do {
		byte = take(b, 1);
		if (shift < 64)
			v |= (byte & 127) << shift;
		shift += 7;
	} while (byte & 128 && shift < 70);
	if (is_signed && byte & 64 && shift < 64)
		v |= -(uint64_t)1 << shift;
	return v;
}

static uint64_t take_uleb(struct bytes *b)
{
	return take_leb(b, 0);
}

static int64_t take_sleb(struct bytes *b)
{
	return (int64_t)take_leb(b, 1);
}

/* Returns the description of the code at pc, or NULL: a binary search in .eh_frame_hdr. */
static const uint8_t *find_entry(const struct set_code *code, uintptr_t pc)
{
	const uint8_t *t = code->table;
	size_t low = 0, high;
	uint32_t n;
	int32_t v[2];

	/* Every linker writes these encodings. */
	if (!t || code->table_bytes < 12 || t[0] != 1 || t[1] != (PE_PCREL | PE_SDATA4) ||
	    t[2] != 3 || t[3] != (PE_DATAREL | PE_SDATA4))
		return NULL;
	set_move(&n, t + 8, sizeof(n));
	if (n > (code->table_bytes - 12) / sizeof(v))
		return NULL;
	for (high = n; low < high;) {
		size_t middle = low + (high - low) / 2;

		set_move(v, t + 12 + middle * sizeof(v), sizeof(v));
		if ((uintptr_t)t + (uintptr_t)(intptr_t)v[0] <= pc)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	set_move(v, t + 12 + (low - 1) * sizeof(v), sizeof(v));
	return t + v[1];
}

/* Returns the pointer of a function in a CIE; 0: it is none, or one of an unknown kind. */
static uintptr_t take_pointer(struct bytes *b, unsigned encoding)
{
	uintptr_t at = (uintptr_t)b->at, v = (uintptr_t)take(b, encoding & 15 ? 4 : 8);

	if ((encoding & 15) == PE_SDATA4)
		v = (uintptr_t)(intptr_t)(int32_t)v;
	if ((encoding & 0x70) == PE_PCREL && v)
		v += at;
	if (b->failed || !v || (encoding & 0x70 & ~PE_PCREL))
		return 0;
	return encoding & PE_INDIRECT ? *(const uintptr_t *)v : v;
}

/* Reads a CIE.  Returns whether the entry has augmentation data, or -1. */
static int read_common(const uint8_t *at, struct entry *e)
{
	struct bytes b = { at, at + 4, 0 };
	uint64_t version, data_bytes, n = take(&b, 4);
	const char *augmentation, *c;

	if (n < 8 || n > UINT16_MAX)
		return -1;
	b.end = b.at + n;
	if (take(&b, 4))
		return -1;
	version = take(&b, 1);
	augmentation = (const char *)b.at;
	while (take(&b, 1))
		;
	e->code_unit = take_uleb(&b);
	e->data_unit = take_sleb(&b);
	e->pc_column = version == 1 ? take(&b, 1) : take_uleb(&b);
	/* 'S' is the frame of a signal: the code before it was not at a call. */
	if (b.failed || (version != 1 && version != 3) || augmentation[0] != 'z' ||
	    e->pc_column != PC_COLUMN)
		return -1;
	data_bytes = take_uleb(&b);
	if (b.failed || data_bytes > (size_t)(b.end - b.at))
		return -1;
	e->common = (struct bytes){ b.at + data_bytes, b.end, 0 };
	e->personality = e->table = 0;
	for (c = augmentation + 1; *c; c++) {
		if (*c == 'R' && take(&b, 1) != (PE_PCREL | PE_SDATA4))
			return -1;
		else if (*c == 'L')
			e->table = (unsigned)take(&b, 1);
		else if (*c == 'P') {
			unsigned encoding = (unsigned)take(&b, 1), form = encoding & 15;

			if (form != 0 && form != 3 && form != PE_SDATA4)
				return -1;
			e->personality = take_pointer(&b, encoding);
			if (!e->personality)
				e->personality = UINTPTR_MAX;
		} else if (*c != 'R' && *c != 'B')
			return -1;
	}
	return b.failed ? -1 : 1;
}

static int read_entry(const uint8_t *at, uintptr_t pc, struct entry *e)
{
	struct bytes b = { at, at + 4, 0 };
	uint64_t n = take(&b, 4), data_bytes;
	const uint8_t *common;

	if (n < 12 || n >= UINT32_MAX)
		return -1;
	b.end = b.at + n;
	common = b.at;
	common -= take(&b, 4);
	e->from = (uintptr_t)b.at;
	e->from += (uintptr_t)(intptr_t)(int32_t)take(&b, 4);
	e->bytes = (uintptr_t)take(&b, 4);
	if (pc - e->from >= e->bytes || read_common(common, e) < 0)
		return -1;
	e->pc = pc;
	data_bytes = take_uleb(&b);
	if (b.failed || data_bytes > (size_t)(b.end - b.at))
		return -1;
	e->own = (struct bytes){ b.at + data_bytes, b.end, 0 };
	/* Without data a personality function lets each exception pass. */
	if (!data_bytes || !take(&b, e->table & 15 ? 4 : 8))
		e->personality = 0;
	return 0;
}

static void set_rule(struct row *r, uint64_t number, enum where where, int64_t offset)
{
	if (number >= N_REGISTERS)
		return; /* of vectors */
	r->where[number] = (uint8_t)(offset == (int32_t)offset ? where : UNSUPPORTED);
	r->offset[number] = (int32_t)offset;
}

static void restore_rule(struct row *r, uint64_t number, const struct row *first)
{
	if (number >= N_REGISTERS)
		return;
	r->where[number] = first->where[number];
	r->offset[number] = first->offset[number];
}

/*
 * The only expression for a CFA that is known is that of linkers for the table of jumps to other
 * images, whose entries have 16 bytes and push a number in one of them:
 * rsp + 8 + (((rip & 15) >= N) << 3).
 */
static int take_jump_table(struct bytes *b, struct row *r, uintptr_t pc)
{
#ifdef __x86_64__
	static const uint8_t expression[] = { 11,      /* bytes that follow */
					      0x77, 8, /* DW_OP_breg7 */
					      0x80, 0, /* DW_OP_breg16 */
					      0x3f,    /* DW_OP_lit15 */
					      0x1a,    /* DW_OP_and */
					      0x30,    /* DW_OP_lit0 + N */
					      0x2a,    /* DW_OP_ge */
					      0x33,    /* DW_OP_lit3 */
					      0x24,    /* DW_OP_shl */
					      0x22 };  /* DW_OP_plus */
	const size_t at_n = 7;
	unsigned n;

	if ((size_t)(b->end - b->at) < sizeof(expression) || !set_equal(b->at, expression, at_n) ||
	    !set_equal(b->at + at_n + 1, expression + at_n + 1, sizeof(expression) - at_n - 1))
		return 0;
	n = b->at[at_n] - (unsigned)expression[at_n];
	if (n > 15)
		return 0;
	b->at += sizeof(expression);
	r->cfa_register = STACK_POINTER;
	r->cfa_offset = (pc & 15) >= n ? 16 : 8;
	return 1;
#else
	(void)b;
	(void)r;
	(void)pc;
	return 0;
#endif
}

static void skip_expression(struct bytes *b)
{
	uint64_t n = take_uleb(b);

	if (n > (size_t)(b->end - b->at))
		b->failed = 1;
	else
		b->at += n;
}

/* An instruction without an operand in its first byte that changes a rule.  Returns 0 or -1. */
static int change_rule(struct row *r, const struct row *first, struct bytes *b, unsigned op,
		       const struct entry *e)
{
	uint64_t number;

	switch (op) {
	case CFA_DEF_CFA:
	case CFA_DEF_CFA_SF:
		r->cfa_register = take_uleb(b);
		r->cfa_offset =
			op == CFA_DEF_CFA ? (int64_t)take_uleb(b) : take_sleb(b) * e->data_unit;
		return 0;
	case CFA_DEF_CFA_REGISTER:
		r->cfa_register = take_uleb(b);
		return 0;
	case CFA_DEF_CFA_OFFSET:
		r->cfa_offset = (int64_t)take_uleb(b);
		return 0;
	case CFA_DEF_CFA_OFFSET_SF:
		r->cfa_offset = take_sleb(b) * e->data_unit;
		return 0;
	case CFA_DEF_CFA_EXPRESSION:
		if (take_jump_table(b, r, e->pc))
			return 0;
		skip_expression(b);
		r->cfa_register = N_REGISTERS;
		return 0;
	}
	number = take_uleb(b);
	switch (op) {
	case CFA_OFFSET_EXTENDED:
		set_rule(r, number, AT_CFA, (int64_t)take_uleb(b) * e->data_unit);
		return 0;
	case CFA_OFFSET_EXTENDED_SF:
		set_rule(r, number, AT_CFA, take_sleb(b) * e->data_unit);
		return 0;
	case CFA_VAL_OFFSET:
		set_rule(r, number, IS_CFA, (int64_t)take_uleb(b) * e->data_unit);
		return 0;
	case CFA_VAL_OFFSET_SF:
		set_rule(r, number, IS_CFA, take_sleb(b) * e->data_unit);
		return 0;
	case CFA_RESTORE_EXTENDED:
		restore_rule(r, number, first);
		return 0;
	case CFA_UNDEFINED:
		set_rule(r, number, NOWHERE, 0);
		return 0;
	case CFA_SAME_VALUE:
		set_rule(r, number, IN_REGISTER, 0);
		return 0;
	case CFA_REGISTER:
		take_uleb(b);
		set_rule(r, number, UNSUPPORTED, 0);
		return 0;
	case CFA_EXPRESSION:
	case CFA_VAL_EXPRESSION:
		skip_expression(b);
		set_rule(r, number, UNSUPPORTED, 0);
		return 0;
	}
	return -1;
}

/* Executes instructions up to `target`, an offset in the code. */
static int run(struct bytes b, const struct entry *e, uintptr_t target, struct row *r,
	       const struct row *first)
{
	struct row states[STATES_MAX];
	unsigned depth = 0;
	uintptr_t at = 0;

	while (b.at < b.end && !b.failed) {
		unsigned byte = (unsigned)take(&b, 1), op = byte & 63;

		if (byte >> 6 == CFA_OFFSET) {
			set_rule(r, op, AT_CFA, (int64_t)take_uleb(&b) * e->data_unit);
		} else if (byte >> 6 == CFA_RESTORE) {
			restore_rule(r, op, first);
		} else if (byte >> 6 == CFA_ADVANCE_LOC ||
			   (op >= CFA_ADVANCE_LOC1 && op <= CFA_ADVANCE_LOC4)) {
			uint64_t n =
				byte >> 6 ? op : take(&b, (size_t)1 << (op - CFA_ADVANCE_LOC1));

			at += n * e->code_unit;
			if (at > target)
				return 0;
		} else if (op == CFA_REMEMBER_STATE) {
			if (depth == STATES_MAX)
				return -1;
			states[depth++] = *r;
		} else if (op == CFA_RESTORE_STATE) {
			if (!depth)
				return -1;
			*r = states[--depth];
		} else if (op == CFA_AARCH64_NEGATE_RA_STATE) {
			r->is_signed = !r->is_signed;
		} else if (op == CFA_GNU_ARGS_SIZE) {
			take_uleb(&b);
		} else if (op != CFA_NOP && change_rule(r, first, &b, op, e)) {
			return -1;
		}
	}
	return b.failed ? -1 : 0;
}

/* Converts rules.  Returns 0, or -1 if they are of a kind that is not supported. */
static int pack(const struct row *row, struct frame_rules *r)
{
	unsigned i;

	r->is_last = row->where[PC_COLUMN] == NOWHERE;
	r->is_signed = row->is_signed;
	r->lowest = 0;
	r->in_frame = 0;
	r->same = 0;
	r->known = 1u << STACK_POINTER;
	if (row->cfa_register >= N_REGISTERS || row->cfa_offset != (int32_t)row->cfa_offset)
		return r->is_last ? 0 : -1;
	r->cfa_register = (uint8_t)row->cfa_register;
	r->cfa_offset = (int32_t)row->cfa_offset;
	for (i = 0; i < N_SAVED; i++) {
		unsigned number = set_saved[i];
		int32_t at = row->offset[number] / (int32_t)sizeof(uintptr_t);

		if (row->where[number] == IN_REGISTER)
			r->same |= 1u << number;
		if (row->where[number] != AT_CFA || at < INT16_MIN || at >= 0 ||
		    at * (int32_t)sizeof(uintptr_t) != row->offset[number])
			continue;
		r->at[i] = (int16_t)at;
		r->in_frame |= (uint16_t)(1u << i);
		r->known |= 1u << number;
		if (at < r->lowest)
			r->lowest = (int16_t)at;
	}
	return 0;
}

int set_read_rules(const struct set_code *code, uintptr_t pc, struct frame_rules *r)
{
	const uint8_t *at;
	struct entry e;
	struct row row, first;
	unsigned i;

	at = find_entry(code, pc);
	if (!at || read_entry(at, pc, &e) || e.bytes > UINT32_MAX)
		return -1;
	r->from = e.from;
	r->bytes = (uint32_t)e.bytes;
	r->noted = 0;
	r->caller = 0;
	r->is_foreign = e.personality && !set_is_personality(e.personality);
	for (i = 0; i < N_REGISTERS; i++) {
		row.where[i] = IN_REGISTER;
		row.offset[i] = 0;
	}
	row.cfa_register = N_REGISTERS;
	row.cfa_offset = 0;
	row.is_signed = 0;
	if (run(e.common, &e, 0, &row, &row))
		return -1;
	first = row;
	if (run(e.own, &e, pc - e.from, &row, &first))
		return -1;
	return pack(&row, r);
}

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * The dump: how buffers leave the program that filled them.  Shared by the
 * runtime's ports (which write it) and cli/ (which reads it); docs/abi.md
 * describes it in words.
 *
 * A dump is a header, then chunks, then the chunk END.  Numbers have the byte
 * order that the header names.  Readers skip chunks with an unknown tag.  Which
 * tag belongs to which mode of KCOV is in anycov/modes.def.
 */
#ifndef ANYCOV_DUMP_H
#define ANYCOV_DUMP_H

#include <stdint.h>

#define ANYCOV_DUMP_MAGIC "anycov" /* six bytes, no NUL */
#define ANYCOV_DUMP_VERSION 1
#define ANYCOV_DUMP_LITTLE 1
#define ANYCOV_DUMP_BIG 2

/* Tags of chunks: four bytes, no NUL. */
/* Words of word_bytes bytes each, without a count word. */
#define ANYCOV_DUMP_TAG_PC "PC  "
#define ANYCOV_DUMP_TAG_UNIQ_PC "UPC "
#define ANYCOV_DUMP_TAG_UNIQ_EDGE "EDGE"
/* Words: the addresses of the guards, counters and flags of the map (anycov/map.h) that are set. */
#define ANYCOV_DUMP_TAG_COUNTERS "CNT "
/* Four u64 a record. */
#define ANYCOV_DUMP_TAG_CMP "CMP "
#define ANYCOV_DUMP_TAG_UNIQ_CMP "UCMP"
/*
 * A loaded image: u64 load bias, u64 first address, u64 one past the last address,
 * u32 length of the build ID, its bytes, then the path up to the end of the chunk
 * (no NUL).
 */
#define ANYCOV_DUMP_TAG_MODULE "MOD "
/*
 * The image's code, of firmware: a struct anycov_dump_code, then for each block of that many bytes
 * from its address on a u32 CRC-32 (zlib's) of the memory there.
 */
#define ANYCOV_DUMP_TAG_CODE "CODE"
/*
 * A struct anycov_dump_cuts: of Linux, the task ended in the kernel.  Older runtimes wrote more of
 * these, with entries of 16 bytes that follow, which are not used any more.
 */
#define ANYCOV_DUMP_TAG_CUTS "CUTS"
/* Text: the name of the context whose records follow (a task); up to ANYCOV_DUMP_NAME_MAX bytes. */
#define ANYCOV_DUMP_TAG_NAME "NAME"
#define ANYCOV_DUMP_NAME_MAX 255
#define ANYCOV_DUMP_TAG_NOTE "NOTE" /* text */
/* u32 CRC-32 (zlib's) of every byte before this chunk's tag, u32 number of chunks before it. */
#define ANYCOV_DUMP_TAG_END "END "

struct anycov_dump_head { /* 16 bytes */
	uint8_t magic[6];
	uint8_t version;
	uint8_t order;      /* ANYCOV_DUMP_LITTLE or _BIG */
	uint8_t word_bytes; /* of a PC: 2, 4 or 8 */
	uint8_t flags;      /* ANYCOV_DUMP_F_* */
	uint8_t reserved[6];
};

/* PCs are AVR word addresses or carry the Thumb bit: nothing was normalised. */
#define ANYCOV_DUMP_F_RAW_PC 1

#define ANYCOV_DUMP_C_LOST 1 /* the buffer was full, records may be missing */
/* No call of instrumented code had begun in this context when recording did. */
#define ANYCOV_DUMP_C_FROM_START 2
/* The calls that had begun then are recorded in the dump of the process that forked this one. */
#define ANYCOV_DUMP_C_FORKED 4

struct anycov_dump_cuts { /* 8 bytes */
	uint32_t missed;  /* ANYCOV_DUMP_CUTS_* */
	uint32_t reserved;
};
#define ANYCOV_DUMP_CUTS_OLD 3 /* not used any more */
/* In dumps without modules: the calls that had not returned led to do_exit(). */
#define ANYCOV_DUMP_CUTS_TASK_EXIT 4

struct anycov_dump_code { /* 12 bytes */
	uint32_t address_low, address_high;
	uint32_t block;
};

struct anycov_dump_chunk { /* 16 bytes, then length bytes */
	uint8_t tag[4];
	uint32_t context; /* thread id, task number, or 0 */
	uint32_t length;  /* bytes that follow */
	uint32_t flags;   /* ANYCOV_DUMP_C_* */
};

#endif

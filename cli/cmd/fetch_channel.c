/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/paths.h"
#include "cmd/command.h"
#include "cmd/fetch_channel.h"
#include "dump/byte_source.h"
#include "dump/gdb_remote.h"
#include "dump/itm.h"
#include "dump/memory_copy.h"
#include "dump/rtt.h"

/* How long the target runs before it is read again, and without a byte before that is the end. */
#define RUN_MS 20
#define SILENT_MS 2000
/* Of one channel; what sends more is no program that writes a dump. */
#define BYTES_MAX ((size_t)256 << 20)

static int read_remote(void *ctx, uint64_t address, unsigned char *to, size_t n,
		       struct anycov_error *err)
{
	return gdb_remote_read(ctx, address, to, n, err);
}

static int write_remote(void *ctx, uint64_t address, const unsigned char *from, size_t n,
			struct anycov_error *err)
{
	return gdb_remote_write(ctx, address, from, n, err);
}

/* Reads bytes of a copy, ctx: FILE[@ADDRESS]; all of them must be in it. */
static int read_copy(void *ctx, uint64_t address, unsigned char *to, size_t n,
		     struct anycov_error *err)
{
	struct memory_copy c = { 0 };
	int status = memory_copy_read(&c, ctx, 0, address, n, err);

	if (!status && (!n || memchr(c.known, 0, n)))
		status = anycov_error_set(err,
					  "%s: does not contain 0x%llx to 0x%llx; copy more of "
					  "the memory",
					  (const char *)ctx, (unsigned long long)address,
					  (unsigned long long)(address + n));
	if (!status)
		memcpy(to, c.bytes, n);
	memory_copy_free(&c);
	return status ? -1 : 0;
}

/* Lets the target go on for a moment.  Returns 0; 1: its program ended; 2: the user wants no more;
 * -1 with err filled.  Signals are blocked. */
static int run_on(struct gdb_remote *g, const sigset_t *ends, struct anycov_error *err)
{
	const struct timespec moment = { 0, RUN_MS * 1000000L };
	bool ended;
	int status;

	if (gdb_remote_resume(g, err))
		return -1;
	ended = sigtimedwait(ends, NULL, &moment) > 0;
	status = gdb_remote_stop(g, err);
	return !status && ended ? 2 : status;
}

/* Warns of what a channel lacks.  Returns 1 if it may lack something. */
static int check_rtt(const struct rtt_channel *c, const char *name, bool ended, bool loses,
		     size_t bytes)
{
	if (ended)
		warn("%s: the program ended; what it wrote last may be missing", name);
	if (loses)
		warn("%s: RTT up-buffer %llu was full, and the program does not wait "
		     "(SEGGER_RTT_MODE_BLOCK_IF_FIFO_FULL): bytes may be missing",
		     name, (unsigned long long)c->number);
	if (bytes >= BYTES_MAX)
		warn("%s: RTT up-buffer %llu has more than 256 MiB, which are no dump; the rest is "
		     "missing",
		     name, (unsigned long long)c->number);
	return ended || loses || bytes >= BYTES_MAX;
}

/*
 * Takes the ring again and again, until it stays empty.  Returns 1 if bytes may be missing; -1 with
 * err filled.
 */
static int take_all(struct gdb_remote *g, struct rtt_channel *c, const struct rtt_memory *memory,
		    const struct image *img, struct string_buffer *out, struct anycov_error *err)
{
	sigset_t ends, before;
	bool loses = false;
	int status = 0, silent = 0;

	sigemptyset(&ends);
	sigaddset(&ends, SIGHUP);
	sigaddset(&ends, SIGINT);
	sigaddset(&ends, SIGTERM);
	sigprocmask(SIG_BLOCK, &ends, &before);
	while (!status && silent < SILENT_MS && out->n < BYTES_MAX) {
		const size_t had = out->n;

		status = rtt_take(c, memory, img, out, err);
		loses |= c->full && !c->waits;
		silent = !out->n || out->n > had ? 0 : silent + RUN_MS;
		progress("reading RTT, bytes", out->n, 0);
		if (!status)
			status = run_on(g, &ends, err);
	}
	progress_end();
	sigprocmask(SIG_SETMASK, &before, NULL);
	return status < 0 ? -1 : check_rtt(c, memory->name, status == 1, loses, out->n);
}

static int take_of_target(const char *gdb, const struct image *img, uint64_t number,
			  struct string_buffer *out, struct anycov_error *err)
{
	struct gdb_remote *g = gdb_remote_open(gdb, err);
	const struct rtt_memory memory = { read_remote, write_remote, g, gdb };
	struct anycov_error other;
	struct rtt_channel c;
	int status;

	if (!g)
		return -1;
	status = rtt_find(&c, &memory, img, number, err);
	if (!status)
		status = take_all(g, &c, &memory, img, out, err);
	/* What the target says after its end is no reason to doubt what was read. */
	if (gdb_remote_close(g, &other) && !status && !out->n)
		warn("%s", other.text);
	return status;
}

static int take_of_copy(const char *word, const struct image *img, uint64_t number,
			struct string_buffer *out, struct anycov_error *err)
{
	const struct rtt_memory memory = { read_copy, NULL, (void *)word, word };
	struct rtt_channel c;

	return rtt_find(&c, &memory, img, number, err) || rtt_take(&c, &memory, img, out, err) ? -1
											       : 0;
}

/* Writes the bytes to a file that is open. */
static int write_bytes(struct out_file *out, const struct string_buffer *bytes, const char *path)
{
	struct anycov_error err;

	fwrite(bytes->s, 1, bytes->n, out->f);
	if (out_commit(out, &err))
		return input_error("%s", err.text);
	fprintf(strcmp(path, "-") ? stdout : stderr, "%s: %zu %s\n", path, bytes->n,
		plural(bytes->n, "byte", "bytes"));
	return EXIT_OK;
}

/* Takes the ring into a file that is open: what was taken is no longer in the target. */
static int take_into(struct out_file *out, const char *gdb, const char *memory,
		     const struct image *img, uint64_t number, const char *path)
{
	struct string_buffer bytes = { 0 };
	struct anycov_error err;
	int taken, status;

	taken = gdb ? take_of_target(gdb, img, number, &bytes, &err)
		    : take_of_copy(memory, img, number, &bytes, &err);
	if (taken >= 0 && bytes.n) {
		status = write_bytes(out, &bytes, path);
		status = status || !taken ? status : EXIT_INCOMPLETE;
	} else {
		out_discard(out);
		status = taken < 0 ? input_error("%s", err.text)
				   : input_error("%s: RTT up-buffer %llu is empty; read it after "
						 "the program wrote its dump there",
						 gdb ? gdb : memory, (unsigned long long)number);
	}
	free(bytes.s);
	return status;
}

int fetch_rtt(const char *gdb, const char *memory, const char *image, uint64_t number,
	      const char *path)
{
	struct anycov_error err;
	struct image *img = image_open(image, NULL, &err);
	struct out_file out;
	int status;

	if (!img)
		return input_error("%s", err.text);
	if (path_is_same_file(path, image))
		status = input_error("%s: is the image; give -o another file", path);
	else if (out_open(&out, path, &err))
		status = input_error("%s", err.text);
	else
		status = take_into(&out, gdb, memory, img, number, path);
	image_close(img);
	return status;
}

static int decode_itm(struct itm *t, struct byte_source *s, struct string_buffer *out,
		      struct anycov_error *err)
{
	unsigned char data[4096], bytes[sizeof(data)];
	ssize_t n;

	while ((n = byte_source_read(s, data, sizeof(data), err)) > 0)
		string_buffer_append_n(out, (const char *)bytes,
				       itm_decode(t, bytes, data, (size_t)n));
	return n ? -1 : 0;
}

static int check_itm(const struct itm *t, const char *swo)
{
	if (!t->packets)
		return input_error("%s: has no packet of stimulus port %u; is it what the ITM "
				   "sent, without the TPIU's formatter?",
				   swo, t->port);
	if (t->overflows)
		warn("%s: the ITM lost packets (%llu overflows): send slower, or raise the clock "
		     "of SWO",
		     swo, (unsigned long long)t->overflows);
	if (t->unknown || t->payload)
		warn("%s: has %llu bytes that begin no packet%s; bytes of the port may be missing",
		     swo, (unsigned long long)t->unknown,
		     t->payload ? ", and ends in a packet" : "");
	return EXIT_OK;
}

int fetch_itm(const char *swo, uint64_t port, const char *path)
{
	struct itm t = { .port = (unsigned)port };
	struct string_buffer bytes = { 0 };
	struct byte_source source;
	struct anycov_error err;
	struct out_file out;
	int status;

	if (byte_source_open(&source, swo, false, &err))
		return input_error("%s", err.text);
	if (decode_itm(&t, &source, &bytes, &err))
		status = input_error("%s", err.text);
	else
		status = check_itm(&t, swo);
	byte_source_close(&source);
	if (!status && path_is_same_file(path, swo))
		status = input_error("%s: is the input; give -o another file", path);
	if (!status && out_open(&out, path, &err))
		status = input_error("%s", err.text);
	else if (!status)
		status = write_bytes(&out, &bytes, path);
	if (!status && (t.overflows || t.unknown || t.payload))
		status = EXIT_INCOMPLETE;
	free(bytes.s);
	return status;
}

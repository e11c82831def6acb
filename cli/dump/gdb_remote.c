/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <ctype.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "dump/gdb_remote.h"

/* How long an answer may take, in milliseconds: a probe of slow serial wires needs some. */
#define ANSWER_MS 5000
/* After so many the target is taken to run, and has to be stopped. */
#define STOP_MS 2000
/* Of a packet's contents; servers that name no size have room for so much at least. */
#define DEFAULT_ROOM 128u
#define ROOM_MAX 16384u
/* What a target that runs takes for Ctrl-C. */
#define INTERRUPT "\003"
/* Of QEMU: addresses are those of the memory, 0 or 1. */
#define PHYSICAL "Qqemu.PhyMemMode:"

struct gdb_remote {
	char *where;
	int fd;
	size_t room;                   /* of a packet of the server */
	bool no_physical;              /* it does not know PHYSICAL */
	char packet[ROOM_MAX + 1];     /* the last answer, terminated */
	unsigned char input[ROOM_MAX]; /* received and not read yet */
	size_t at, n;
};

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Waits until the socket is ready; false: the time is over. */
static bool wait_for(int fd, short events, long long deadline)
{
	struct pollfd p = { fd, events, 0 };
	int n;

	do {
		long long left = deadline - now_ms();

		n = poll(&p, 1, left > 0 ? (int)left : 0);
	} while (n < 0 && errno == EINTR);
	return n > 0;
}

/* Connects within the time, or returns why not. */
static int connect_to(int fd, const struct addrinfo *a)
{
	int error = 0;
	socklen_t n = sizeof(error);

	if (!connect(fd, a->ai_addr, a->ai_addrlen))
		return 0;
	if (errno != EINPROGRESS)
		return errno;
	if (!wait_for(fd, POLLOUT, now_ms() + ANSWER_MS))
		return ETIMEDOUT;
	return getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &n) ? errno : error;
}

/* Splits HOST:PORT; false: it is none. */
static bool split_where(const char *where, char **host, char **port)
{
	const char *colon = strrchr(where, ':');
	const char *from = where, *to = colon;

	if (!colon || !colon[1] || strspn(colon + 1, "0123456789") != strlen(colon + 1))
		return false;
	if (*from == '[') {
		from++;
		to--;
		if (to < from || *to != ']')
			return false;
	}
	*host = from == to ? xstrdup("localhost") : xstrndup(from, (size_t)(to - from));
	*port = xstrdup(colon + 1);
	return true;
}

bool gdb_remote_is_address(const char *where)
{
	char *host, *port;

	if (!split_where(where, &host, &port))
		return false;
	free(host);
	free(port);
	return true;
}

static int open_socket(const char *where, struct anycov_error *err)
{
	const struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	const int yes = 1;
	struct addrinfo *list = NULL;
	char *host, *port;
	int status, error = 0, fd = -1;

	if (!split_where(where, &host, &port))
		return anycov_error_set(err, "%s: is no HOST:PORT, such as localhost:3333", where);
	status = getaddrinfo(host, port, &hints, &list);
	for (const struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
		fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
		error = fd < 0 ? errno : connect_to(fd, a);
		if (fd >= 0 && error) {
			close(fd);
			fd = -1;
		}
	}
	if (list)
		freeaddrinfo(list);
	free(host);
	free(port);
	/* A packet follows the acknowledgement of the last answer: it must not wait for that to be
	 * acknowledged in turn, which takes 40 ms. */
	if (fd >= 0)
		(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
	if (fd < 0)
		anycov_error_set(err,
				 "%s: cannot connect: %s; start the GDB server of the simulator or "
				 "debug probe there",
				 where, status ? gai_strerror(status) : strerror(error));
	return fd;
}

static int lost(const struct gdb_remote *g, struct anycov_error *err)
{
	return anycov_error_set(err, "%s: closed the connection; is another debugger connected?",
				g->where);
}

static int send_all(struct gdb_remote *g, const char *p, size_t n, struct anycov_error *err)
{
	while (n) {
		ssize_t done = send(g->fd, p, n, MSG_NOSIGNAL);

		if (done < 0 && (errno == EAGAIN || errno == EINTR)) {
			if (!wait_for(g->fd, POLLOUT, now_ms() + ANSWER_MS))
				return lost(g, err);
			continue;
		}
		if (done < 0)
			return lost(g, err);
		p += done;
		n -= (size_t)done;
	}
	return 0;
}

/* Returns the next byte; -1: the time is over, -2: the connection. */
static int next_byte(struct gdb_remote *g, long long deadline)
{
	ssize_t n;

	if (g->at < g->n)
		return g->input[g->at++];
	do {
		/* A server may send without end. */
		if (now_ms() > deadline || !wait_for(g->fd, POLLIN, deadline))
			return -1;
		n = recv(g->fd, g->input, sizeof(g->input), 0);
	} while (n < 0 && (errno == EAGAIN || errno == EINTR));
	if (n <= 0)
		return -2;
	g->at = 1;
	g->n = (size_t)n;
	return g->input[0];
}

static int digit(int c)
{
	return isdigit(c) ? c - '0' : isxdigit(c) ? tolower(c) - 'a' + 10 : -1;
}

/*
 * Reads a packet after its '$' into g->packet.  Returns 1; 0: its checksum is wrong; -1, -2 as
 * next_byte(); -3: it is too long.
 */
static int read_packet(struct gdb_remote *g, long long deadline)
{
	unsigned sum = 0, repeat;
	size_t n = 0;
	int c, high, low;

	while ((c = next_byte(g, deadline)) >= 0 && c != '#') {
		sum += (unsigned)c;
		repeat = 1;
		if (c == '*' && n) { /* the byte before it, again */
			c = next_byte(g, deadline);
			if (c < 0)
				return c;
			sum += (unsigned)c;
			repeat = c > 29 ? (unsigned)c - 29 : 0;
			c = (unsigned char)g->packet[n - 1];
		}
		if (n + repeat > ROOM_MAX)
			return -3;
		memset(g->packet + n, c, repeat);
		n += repeat;
	}
	if (c < 0)
		return c;
	g->packet[n] = 0;
	high = next_byte(g, deadline);
	low = high < 0 ? high : next_byte(g, deadline);
	if (low < 0)
		return low;
	return digit(high) == (int)(sum >> 4 & 0xf) && digit(low) == (int)(sum & 0xf);
}

/* Reads an answer; what is no packet, acknowledgements, is skipped, and so are notifications. */
static int read_answer(struct gdb_remote *g, long long deadline, struct anycov_error *err)
{
	int status, c;

	for (;;) {
		do
			c = next_byte(g, deadline);
		while (c >= 0 && c != '$' && c != '%');
		status = c < 0 ? c : read_packet(g, deadline);
		if (status >= 0 && c == '%')
			continue;
		if (status == -2)
			return lost(g, err);
		if (status == -3)
			return anycov_error_set(err, "%s: sent a packet that is too long",
						g->where);
		if (status < 0)
			return 1;
		if (send_all(g, status ? "+" : "-", 1, err))
			return -1;
		if (status)
			return 0;
	}
}

/* Sends a packet, and reads the answer; 1: there was none in time. */
static int ask(struct gdb_remote *g, const char *text, int ms, struct anycov_error *err)
{
	unsigned sum = 0;
	char *packet;
	int status;

	for (const char *p = text; *p; p++)
		sum += (unsigned char)*p;
	packet = xasprintf("$%s#%02x", text, sum & 0xff);
	status = send_all(g, packet, strlen(packet), err);
	free(packet);
	return status ? -1 : read_answer(g, now_ms() + ms, err);
}

/* What a server says without being asked: that the target stopped, or what it prints. */
static bool is_news(const char *packet)
{
	return *packet == 'T' || *packet == 'S' || (*packet == 'O' && strcmp(packet, "OK"));
}

/* Asks what has an answer of its own. */
static int ask_for(struct gdb_remote *g, const char *text, struct anycov_error *err)
{
	const long long deadline = now_ms() + ANSWER_MS;
	int status = ask(g, text, ANSWER_MS, err);

	while (!status && is_news(g->packet))
		status = read_answer(g, deadline, err);
	return status;
}

static int no_answer(const struct gdb_remote *g, struct anycov_error *err)
{
	return anycov_error_set(err, "%s: no answer in %d seconds; is it a GDB server?", g->where,
				ANSWER_MS / 1000);
}

/* Takes what the server says of itself: the size of its packets. */
static void take_features(struct gdb_remote *g)
{
	const char *size = strstr(g->packet, "PacketSize=");
	unsigned long n = size ? strtoul(size + strlen("PacketSize="), NULL, 16) : 0;

	if (n >= DEFAULT_ROOM)
		g->room = n < ROOM_MAX ? n : ROOM_MAX;
}

/* Most servers stop the target when GDB connects. */
static int stop_target(struct gdb_remote *g, struct anycov_error *err)
{
	int status = ask(g, "?", STOP_MS, err);

	if (status == 1) {
		if (send_all(g, INTERRUPT, 1, err))
			return -1;
		status = read_answer(g, now_ms() + ANSWER_MS, err);
	}
	if (status)
		return status == 1 ? no_answer(g, err) : -1;
	if (*g->packet == 'W' || *g->packet == 'X')
		return anycov_error_set(err, "%s: the program has ended; read it before that",
					g->where);
	return 0;
}

struct gdb_remote *gdb_remote_open(const char *where, struct anycov_error *err)
{
	struct anycov_error other;
	struct gdb_remote *g;
	int fd = open_socket(where, err), status;

	if (fd < 0)
		return NULL;
	g = xcalloc(1, sizeof(*g));
	g->where = xstrdup(where);
	g->fd = fd;
	g->room = DEFAULT_ROOM;
	status = send_all(g, "+", 1, err) ? -1 : ask_for(g, "qSupported", err);
	if (status == 1)
		status = no_answer(g, err);
	if (!status) {
		take_features(g);
		status = stop_target(g, err);
	}
	if (!status)
		return g;
	/* It may have been stopped: without an answer that is all that can be done. */
	(void)send_all(g, "$D#44", strlen("$D#44"), &other);
	close(g->fd);
	free(g->where);
	free(g);
	return NULL;
}

/* Converts the digits of an answer; how many bytes, or -1: it is no such answer. */
static int take_bytes(const char *text, unsigned char *to, size_t room)
{
	size_t n = 0;

	for (; *text; text += 2, n++) {
		int high = digit((unsigned char)text[0]);
		int low = high < 0 ? -1 : digit((unsigned char)text[1]);

		if (low < 0 || n == room)
			return -1;
		to[n] = (unsigned char)(high << 4 | low);
	}
	return (int)n;
}

/* Reads a part of a packet's size.  Returns how many bytes, 0 or -1: the server answers something
 * else; -2 with err filled: nothing. */
static int read_part(struct gdb_remote *g, uint64_t address, unsigned char *to, size_t n,
		     struct anycov_error *err)
{
	char text[64];
	int status;

	snprintf(text, sizeof(text), "m%llx,%zx", (unsigned long long)address, n);
	status = ask_for(g, text, err);
	if (status == 1)
		no_answer(g, err);
	/* "E01", of three characters, is no bytes. */
	return status ? -2 : take_bytes(g->packet, to, n);
}

static bool is_zero(const unsigned char *bytes, size_t n)
{
	while (n && !bytes[n - 1])
		n--;
	return !n;
}

/*
 * Reads it as the processor may not do now: QEMU refuses what code without privileges may not read,
 * while a debug probe does not.  Zeros are no proof of memory: it answers them where there is none.
 * g->packet is the answer before.
 */
static int read_physical(struct gdb_remote *g, uint64_t address, unsigned char *to, size_t n,
			 struct anycov_error *err)
{
	char *answer = xstrdup(g->packet);
	int got = -1, status;

	g->no_physical = g->no_physical || ask_for(g, PHYSICAL "1", err) || strcmp(g->packet, "OK");
	if (!g->no_physical) {
		got = read_part(g, address, to, n, err);
		if (got > 0 && is_zero(to, (size_t)got))
			got = -1;
		status = got == -2 ? 0 : ask_for(g, PHYSICAL "0", err);
		if (status == 1)
			no_answer(g, err);
		if (status)
			got = -2;
	}
	if (got <= 0)
		snprintf(g->packet, sizeof(g->packet), "%s", answer);
	free(answer);
	return got;
}

int gdb_remote_read(struct gdb_remote *g, uint64_t address, unsigned char *to, size_t n,
		    struct anycov_error *err)
{
	const size_t most = g->room / 2 - 8;

	while (n) {
		size_t part = n < most ? n : most;
		int got = read_part(g, address, to, part, err);

		if (got == 0 || got == -1)
			got = read_physical(g, address, to, part, err);
		if (got == -2)
			return -2;
		if (got <= 0)
			return anycov_error_set(err,
						"%s: cannot read %zu bytes at 0x%llx: the server "
						"answers \"%.40s\"; "
						"is it the target of this image?",
						g->where, part, (unsigned long long)address,
						g->packet);
		address += (unsigned)got;
		to += got;
		n -= (size_t)got;
	}
	return 0;
}

int gdb_remote_write(struct gdb_remote *g, uint64_t address, const unsigned char *from, size_t n,
		     struct anycov_error *err)
{
	const size_t most = g->room / 2 - 24;

	while (n) {
		const size_t part = n < most ? n : most;
		struct string_buffer text = { 0 };
		int status;

		string_buffer_appendf(&text, "M%llx,%zx:", (unsigned long long)address, part);
		for (size_t i = 0; i < part; i++)
			string_buffer_appendf(&text, "%02x", from[i]);
		status = ask_for(g, text.s, err);
		free(text.s);
		if (status)
			return status == 1 ? no_answer(g, err) : -1;
		if (strcmp(g->packet, "OK"))
			return anycov_error_set(err,
						"%s: cannot write %zu bytes at 0x%llx: the server "
						"answers \"%.40s\"",
						g->where, part, (unsigned long long)address,
						g->packet);
		address += part;
		from += part;
		n -= part;
	}
	return 0;
}

int gdb_remote_resume(struct gdb_remote *g, struct anycov_error *err)
{
	return send_all(g, "$c#63", strlen("$c#63"), err);
}

int gdb_remote_stop(struct gdb_remote *g, struct anycov_error *err)
{
	const long long deadline = now_ms() + ANSWER_MS;
	int status = send_all(g, INTERRUPT, 1, err);

	/* What it prints comes first. */
	do {
		if (!status)
			status = read_answer(g, deadline, err);
	} while (!status && *g->packet == 'O');
	if (status)
		return status == 1 ? no_answer(g, err) : -1;
	return *g->packet == 'W' || *g->packet == 'X';
}

int gdb_remote_register(struct gdb_remote *g, unsigned i, unsigned bytes, bool big_endian,
			uint64_t *value, struct anycov_error *err)
{
	unsigned char b[8];
	const size_t at = (size_t)i * bytes * 2;
	int status = ask_for(g, "g", err);

	if (status)
		return status == 1 ? no_answer(g, err) : -1;
	if (strlen(g->packet) >= at + 2 * bytes)
		g->packet[at + 2 * bytes] = 0;
	if (strlen(g->packet) < at || take_bytes(g->packet + at, b, bytes) != (int)bytes)
		return anycov_error_set(err,
					"%s: cannot read register %u: the server answers "
					"\"%.40s\"; give --load-offset N",
					g->where, i, g->packet);
	*value = 0;
	for (unsigned k = 0; k < bytes; k++)
		*value = *value << 8 | b[big_endian ? k : bytes - 1 - k];
	return 0;
}

int gdb_remote_close(struct gdb_remote *g, struct anycov_error *err)
{
	int status = ask_for(g, "D", err);

	/* Servers that do not know the packet answer with an empty one, and go on when the
	 * connection ends. */
	if (!status && *g->packet && strcmp(g->packet, "OK"))
		status = 1;
	if (status)
		anycov_error_set(err, "%s: did not let the target go on; it may still stand",
				 g->where);
	close(g->fd);
	free(g->where);
	free(g);
	return status ? -1 : 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/child.h"
#include "coverage/history/changes.h"
#include "coverage/model/source_text.h"

bool is_source_name(const char *path)
{
	static const char *const ends[] = {
		".c",   ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".h",   ".hh", ".hpp", ".hxx",
		".inc", ".inl", ".ipp", ".tcc", ".m",   ".mm",  ".rs",  ".s",  ".S",   ".d",
		".go",  ".f",   ".f90", ".f95", ".F90", ".zig", ".adb", ".y",  ".l",   ".def",
	};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (ends_with(path, ends[i]))
			return true;
	return false;
}

/* Appends the character of an escape in a name that git quotes.  Returns what follows it. */
static const char *unescape(struct string_buffer *to, const char *s)
{
	static const char letters[] = "abtnvfr\"\\", values[] = "\a\b\t\n\v\f\r\"\\";
	const char *at = *s ? strchr(letters, *s) : NULL;
	char c = 0;

	if (at) {
		string_buffer_append_n(to, values + (at - letters), 1);
		return s + 1;
	}
	for (unsigned i = 0; i < 3 && *s >= '0' && *s <= '7'; i++)
		c = (char)((unsigned char)c * 8u + (unsigned char)(*s++ - '0'));
	string_buffer_append_n(to, &c, 1);
	return s;
}

/* Returns the name after "+++ ", without its b/ (side), or NULL for /dev/null; to be freed. */
static char *name_of_side(const char *line, size_t n, const char *side)
{
	struct string_buffer t = { 0 };
	const char *end = line + n;
	char *name;

	string_buffer_append(&t, "");
	if (n && *line == '"') {
		for (line++; line < end && *line != '"';) {
			if (*line == '\\')
				line = unescape(&t, line + 1);
			else
				string_buffer_append_n(&t, line++, 1);
		}
	} else {
		/* git ends names with blanks by a tab. */
		string_buffer_append_n(&t, line, n && line[n - 1] == '\t' ? n - 1 : n);
	}
	name = starts_with(t.s, side) ? xstrdup(t.s + 2) : NULL;
	free(t.s);
	return name;
}

static struct changed_file *add_file(struct changes *ch, char *path)
{
	ARRAY_GROW(ch->files, ch->n, ch->room);
	ch->files[ch->n] = (struct changed_file){ .path = path,
						  .file = MAP_NONE,
						  .is_source = is_source_name(path) };
	return &ch->files[ch->n++];
}

/* Parses "N" or "N,COUNT".  Returns what follows, or NULL. */
static const char *parse_range(const char *s, uint32_t *first, uint32_t *n)
{
	char *end;

	*first = (uint32_t)strtoul(s, &end, 10);
	*n = 1;
	if (end == s)
		return NULL;
	if (*end == ',') {
		s = end + 1;
		*n = (uint32_t)strtoul(s, &end, 10);
		if (end == s)
			return NULL;
	}
	return end;
}

/* Parses "@@ -1,2 +3,4 @@".  *skip: the lines of the hunk that follow. */
static bool parse_hunk(struct changed_file *f, const char *line, uint64_t *skip)
{
	uint32_t old_first, first, old, added;
	const char *s = parse_range(line + strlen("@@ -"), &old_first, &old);

	if (!s || !starts_with(s, " +") || !(s = parse_range(s + 2, &first, &added)) ||
	    !starts_with(s, " @@"))
		return false;
	*skip = (uint64_t)old + added;
	if (f) {
		ARRAY_GROW(f->hunks, f->n_hunks, f->hunks_room);
		f->hunks[f->n_hunks++] = (struct changed_hunk){ old_first, old, first, added };
	}
	if (f && added) {
		ARRAY_GROW(f->v, f->n, f->room);
		f->v[f->n++] = (struct changed_lines){ first, first + added - 1 };
	}
	return true;
}

#define SUBPROJECT "-Subproject commit "

struct diff_parser {
	struct changes *ch;
	struct changed_file *f; /* NULL: none, or removed */
	char *old;              /* the name before */
	uint64_t skip;          /* lines of the hunk that follow */
	bool is_link;           /* of a submodule, not of a file */
};

/* Returns whether a line of a header has the mode of a submodule. */
static bool is_mode_of_link(const char *line, const char *end)
{
	static const char mode[] = " 160000";
	const size_t n = sizeof(mode) - 1;

	return (starts_with(line, "index ") || starts_with(line, "new file mode ") ||
		starts_with(line, "deleted file mode ")) &&
	       (size_t)(end - line) > n && !strncmp(end - n, mode, n);
}

/* Takes "+++ NAME".  What is in a submodule is read by read_submodule(). */
static void take_name(struct diff_parser *p, const char *line, const char *end)
{
	char *name = name_of_side(line + 4, (size_t)(end - line) - 4, "b/");

	if (p->is_link && name) {
		ARRAY_GROW(p->ch->modules, p->ch->n_modules, p->ch->modules_room);
		p->ch->modules[p->ch->n_modules++] = (struct changed_module){ .path = name };
	} else if (p->is_link) {
		warn("git diff: submodule %s was removed; what was in it is not part of the report",
		     p->old ? p->old : "");
	} else if (name) {
		p->f = add_file(p->ch, name);
		p->f->old_path = p->old;
		p->old = NULL;
	} else if (p->old) {
		string_list_add_owned(&p->ch->removed, p->old);
		p->old = NULL;
	}
}

static int take_line(struct diff_parser *p, const char *line, const char *end,
		     struct anycov_error *err)
{
	/* Lines of a source may look like those of a diff. */
	if (p->skip && (*line == '+' || *line == '-')) {
		p->skip--;
		if (p->is_link && p->ch->n_modules && starts_with(line, SUBPROJECT)) {
			struct changed_module *m = &p->ch->modules[p->ch->n_modules - 1];

			line += strlen(SUBPROJECT);
			free(m->commit);
			m->commit = xstrndup(line, strspn(line, "0123456789abcdef"));
		}
	} else if (starts_with(line, "diff --git ")) {
		free(p->old);
		*p = (struct diff_parser){ .ch = p->ch };
	} else if (is_mode_of_link(line, end)) {
		p->is_link = true;
	} else if (starts_with(line, "--- ")) {
		free(p->old);
		p->old = name_of_side(line + 4, (size_t)(end - line) - 4, "a/");
	} else if (starts_with(line, "+++ ")) {
		take_name(p, line, end);
	} else if (starts_with(line, "@@ -") && !parse_hunk(p->f, line, &p->skip)) {
		return anycov_error_set(err, "git diff: unexpected line: %.*s",
					(int)(end - line < 60 ? end - line : 60), line);
	}
	return 0;
}

int changes_parse(struct changes *ch, const char *diff, struct anycov_error *err)
{
	struct diff_parser p = { .ch = ch };
	int status = 0;

	for (const char *line = diff, *end; *line && !status; line = *end ? end + 1 : end) {
		end = line + strcspn(line, "\n");
		status = take_line(&p, line, end, err);
	}
	free(p.old);
	return status;
}

/*
 * No monitor of files, hook or pager that the repository's configuration names is run, and with
 * DIFF_WORDS no driver of differences.  Filters of contents are (docs/trust.md).  What is given
 * with -c is for the status of submodules, too.
 */
#define GIT_WORDS                                                                                  \
	"git", "--no-pager", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c",            \
		"core.hooksPath=/dev/null"

/* Runs git in a directory; returns its output without the last newline, or NULL; to be freed. */
static char *run_git(const char *dir, const char *a, const char *b, const char *c)
{
	const char *const words[] = { GIT_WORDS, "-C", dir, a, b, c, NULL };
	char *text = run_child(words);
	size_t n = text ? strlen(text) : 0;

	if (n && text[n - 1] == '\n')
		text[n - 1] = 0;
	return text;
}

char *changes_head(void)
{
	return run_git(".", "rev-parse", "--verify", "HEAD");
}

/* Returns the full name of a commit of the repository of a directory, or NULL; to be freed. */
static char *find_commit(const char *dir, const char *ref)
{
	char *of_ref = xasprintf("%s^{commit}", ref), *commit = NULL;

	if (*ref != '-')
		commit = run_git(dir, "rev-parse", "--verify", of_ref);
	free(of_ref);
	return commit;
}

char *changes_top(void)
{
	return run_git(".", "rev-parse", "--show-toplevel", NULL);
}

char *changes_commit(const char *ref)
{
	return find_commit(".", ref);
}

char *changes_text_then(const char *top, const char *commit, const char *path)
{
	char *real = realpath(path, NULL), *name = NULL, *text = NULL, *size = NULL;
	size_t n = strlen(top);
	uint64_t bytes;

	if (real && !strncmp(real, top, n) && real[n] == '/')
		name = xasprintf("%s:%s", commit, real + n + 1);
	if (name)
		size = run_git(top, "cat-file", "-s", name);
	if (size) {
		const char *const words[] = {
			GIT_WORDS, "-C", top, "cat-file", "blob", name, NULL
		};

		text = run_child(words);
	}
	/* A text with a 0 in it is cut there. */
	if (text && (!parse_u64(size, &bytes) || bytes != strlen(text))) {
		free(text);
		text = NULL;
	}
	free(size);
	free(name);
	free(real);
	return text;
}

bool changes_is_shallow(const char *top)
{
	char *answer = run_git(top, "rev-parse", "--is-shallow-repository", NULL);
	bool is_shallow = !answer || strcmp(answer, "false");

	free(answer);
	return is_shallow;
}

char *changes_blame(const char *top, const char *path)
{
	char *real = realpath(path, NULL), *text = NULL;
	size_t n = strlen(top);

	if (real && !strncmp(real, top, n) && real[n] == '/') {
		/* In its directory, which may be of a submodule. */
		char *dir = xstrndup(real, (size_t)(base_name(real) - real));
		const char *const words[] = {
			GIT_WORDS,       "-C", dir, "blame", "--porcelain", "--no-textconv", "--",
			base_name(real), NULL
		};

		text = run_child(words);
		free(dir);
	}
	free(real);
	return text;
}

/* Sets the commit to compare with, in full. */
static char *find_base(const char *ref, struct anycov_error *err)
{
	char *commit = find_commit(".", ref), *base;

	if (!commit) {
		anycov_error_set(err,
				 "--changes %s: not a commit of this repository; name a branch, "
				 "tag or commit (in CI: fetch it, with the commits since)",
				 ref);
		return NULL;
	}
	base = run_git(".", "merge-base", commit, "HEAD");
	if (!base)
		anycov_error_set(err,
				 "--changes %s: has no commit in common with HEAD; fetch the "
				 "commits since it (a shallow clone lacks them)",
				 ref);
	free(commit);
	return base;
}

/* Finds the top of the repository. */
static int find_top(struct changes *ch, const char *option, const char *ref,
		    struct anycov_error *err)
{
	memset(ch, 0, sizeof(*ch));
	ch->top = run_git(".", "rev-parse", "--show-toplevel", NULL);
	if (!ch->top)
		return anycov_error_set(err,
					"%s %s: git shows no working tree here; run it in "
					"the repository of the sources",
					option, ref);
	return 0;
}

/* Git runs drivers of differences in submodules, in spite of these: they are read by themselves. */
#define DIFF_WORDS                                                                                 \
	"-c", "core.quotePath=false", "-c", "diff.context=0", "-c", "diff.interHunkContext=0",     \
		"diff", "-U0", "-M", "--no-color", "--no-ext-diff", "--no-textconv",               \
		"--inter-hunk-context=0", "--submodule=short"

/* Returns the difference between a commit and the working tree below a directory of it. */
static char *diff_since(const struct changes *ch, const char *below, const char *commit)
{
	char *dir = xasprintf("%s/%s", ch->top, below);
	char *old = xasprintf("--src-prefix=a/%s%s", below, *below ? "/" : "");
	char *new = xasprintf("--dst-prefix=b/%s%s", below, *below ? "/" : "");
	const char *const words[] = {
		GIT_WORDS, "-C", dir, DIFF_WORDS, old, new, commit, "--", NULL
	};
	char *diff = run_child(words);

	free(dir);
	free(old);
	free(new);
	return diff;
}

/* Reads what changed in a submodule since the commit that it had; NULL: it is new. */
static int read_submodule(struct changes *ch, const char *path, const char *commit,
			  struct anycov_error *err)
{
	char *dir = xasprintf("%s/%s", ch->top, path), *mark = xasprintf("%s/.git", dir);
	char *from = NULL, *diff = NULL;
	int status = 0;

	/* Without it, git would take the repository around it. */
	if (!access(mark, F_OK))
		from = commit ? find_commit(dir, commit)
			      : run_git(dir, "hash-object", "-ttree", "--stdin");
	if (from)
		diff = diff_since(ch, path, from);
	ch->n_unread += !diff;
	if (diff)
		status = changes_parse(ch, diff, err);
	else
		warn("git diff: submodule %s lacks commits: what changed in it is not part of the "
		     "report; run 'git submodule update --init', with all commits",
		     path);
	free(diff);
	free(from);
	free(mark);
	free(dir);
	return status;
}

/* A hook of git has these of its repository, and git would take them for a submodule's. */
static void forget_repository(void)
{
	static const char *const names[] = {
		"GIT_DIR",
		"GIT_WORK_TREE",
		"GIT_INDEX_FILE",
		"GIT_PREFIX",
		"GIT_OBJECT_DIRECTORY",
		"GIT_ALTERNATE_OBJECT_DIRECTORIES",
		"GIT_COMMON_DIR",
		"GIT_NAMESPACE",
		"GIT_SHALLOW_FILE",
		"GIT_CONFIG",
		"GIT_GRAFT_FILE",
		"GIT_INTERNAL_SUPER_PREFIX",
		"GIT_REPLACE_REF_BASE",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		unsetenv(names[i]);
}

/* Reads what changed between a commit and the working tree.  Takes base. */
static int read_since(struct changes *ch, const char *option, const char *ref, char *base,
		      struct anycov_error *err)
{
	char *diff = diff_since(ch, "", base);
	int status;

	ch->ref = xstrdup(ref);
	ch->base = xstrndup(base, 12);
	free(base);
	if (!diff)
		return anycov_error_set(err, "%s %s: git diff failed; run it to see why", option,
					ref);
	status = changes_parse(ch, diff, err);
	free(diff);
	if (ch->n_modules)
		forget_repository();
	/* Each may have submodules of its own. */
	for (size_t i = 0; i < ch->n_modules && !status; i++)
		status = read_submodule(ch, ch->modules[i].path, ch->modules[i].commit, err);
	return status;
}

int changes_read(struct changes *ch, const char *ref, struct anycov_error *err)
{
	char *base;

	if (find_top(ch, "--changes", ref, err))
		return -1;
	base = find_base(ref, err);
	return base ? read_since(ch, "--changes", ref, base, err) : -1;
}

int changes_read_since(struct changes *ch, const char *commit, struct anycov_error *err)
{
	char *full;

	if (find_top(ch, "--old", commit, err))
		return -1;
	full = find_commit(".", commit);
	if (!full)
		return anycov_error_set(err,
					"--old %s: not a commit of this repository; name the one "
					"that OLD was built from",
					commit);
	return read_since(ch, "--old", commit, full, err);
}

int changes_between(struct changes *ch, const char *old_file, const char *new_file,
		    struct anycov_error *err)
{
	/* It exits with 1 if they differ. */
	const char *const words[] = { GIT_WORDS,         DIFF_WORDS,   "--src-prefix=a/",
				      "--dst-prefix=b/", "--no-index", "--",
				      old_file,          new_file,     NULL };
	char *diff = NULL;
	int status;

	memset(ch, 0, sizeof(*ch));
	if (!access(old_file, R_OK) && !access(new_file, R_OK))
		diff = run_child_that_exits(words, 1);
	if (!diff)
		return anycov_error_set(err, "git diff --no-index %s %s: failed", old_file,
					new_file);
	status = changes_parse(ch, diff, err);
	free(diff);
	return status;
}

uint32_t changed_file_line(const struct changed_file *f, uint32_t old_line)
{
	int64_t moved = 0;

	for (size_t i = 0; i < f->n_hunks; i++) {
		const struct changed_hunk *h = &f->hunks[i];

		if (old_line < h->old_first + !h->old_n)
			break;
		if (h->old_n && old_line - h->old_first < h->old_n)
			return 0;
		moved += (int64_t)h->new_n - h->old_n;
	}
	return (uint32_t)(old_line + moved);
}

uint32_t changed_file_older_line(const struct changed_file *f, uint32_t line)
{
	int64_t moved = 0;

	for (size_t i = 0; i < f->n_hunks; i++) {
		const struct changed_hunk *h = &f->hunks[i];

		if (line < h->new_first + !h->new_n)
			break;
		if (h->new_n && line - h->new_first < h->new_n)
			return 0;
		moved += (int64_t)h->old_n - h->new_n;
	}
	return (uint32_t)(line + moved);
}

bool changed_file_is_new(const struct changed_file *f, uint32_t line)
{
	for (size_t i = 0; i < f->n; i++)
		if (line >= f->v[i].first && line <= f->v[i].last)
			return true;
	return false;
}

/* Returns the file with this path, by name or after symbolic links, or MAP_NONE. */
static uint32_t find_file(const struct coverage *c, const char *full, const char *real)
{
	uint32_t found = MAP_NONE;

	for (uint32_t i = 0; i < c->n_files && found == MAP_NONE; i++)
		if (!strcmp(c->files[i].full, full))
			found = i;
	for (uint32_t i = 0; i < c->n_files && found == MAP_NONE && real; i++) {
		char *other;

		if (strcmp(base_name(c->files[i].full), base_name(real)))
			continue;
		other = realpath(c->files[i].full, NULL);
		if (other && !strcmp(other, real))
			found = i;
		free(other);
	}
	return found;
}

uint32_t changes_find_file(const struct changes *ch, const struct coverage *c, const char *path)
{
	char *full = xasprintf("%s/%s", ch->top, path), *real = realpath(full, NULL);
	uint32_t found = find_file(c, full, real);

	free(full);
	free(real);
	return found != MAP_NONE && c->files[found].n ? found : MAP_NONE; /* 0: left out */
}

static void add_line(struct changed_file *f, const struct cov_line *l)
{
	ARRAY_GROW(f->lines, f->n_lines, f->lines_room);
	f->lines[f->n_lines++] = *l;
	counts_add_state(&f->counts, l->state, l->reason);
}

/*
 * Takes the states of a source that is not the one that was compiled: lines that were in that one
 * have the states of then, at their numbers now, and nothing is known of the others.
 */
static void cover_stale_file(struct changed_file *f, const struct coverage *c)
{
	const struct cov_file *file = &c->files[f->file];
	char *compiled = source_text_compiled(file);
	struct changes since = { 0 };
	struct anycov_error err;
	bool is_known = compiled && !changes_between(&since, compiled, file->full, &err);

	for (size_t i = 0; i < f->n; i++) {
		for (uint32_t line = f->v[i].first; line <= f->v[i].last; line++) {
			struct cov_line l = { .file = f->file,
					      .state = STATE_UNKNOWN,
					      .reason = UNKNOWN_OTHER_BUILD };
			uint32_t old = !is_known ? 0
				       : since.n ? changed_file_older_line(&since.files[0], line)
						 : line;
			const struct cov_line *was = old ? coverage_line(c, f->file, old) : NULL;

			if (old && !was)
				continue; /* it has no code */
			if (was)
				l = *was;
			l.line = line;
			add_line(f, &l);
		}
	}
	changes_free(&since);
	free(compiled);
}

static void cover_file(struct changed_file *f, const struct coverage *c)
{
	const struct cov_file *file = &c->files[f->file];

	/* Both are in the order of the lines. */
	for (size_t i = file->first, k = 0; i < file->first + file->n; i++) {
		const struct cov_line *l = &c->lines[i];

		while (k < f->n && f->v[k].last < l->line)
			k++;
		if (k == f->n)
			break;
		if (l->line >= f->v[k].first)
			add_line(f, l);
	}
}

void changes_cover(struct changes *ch, const struct coverage *c)
{
	for (size_t i = 0; i < ch->n; i++) {
		struct changed_file *f = &ch->files[i];

		f->file = changes_find_file(ch, c, f->path);
		if (f->file == MAP_NONE)
			continue;
		if (c->files[f->file].source == SOURCE_CHANGED)
			cover_stale_file(f, c);
		else
			cover_file(f, c);
		counts_add(&ch->counts, &f->counts);
	}
}

void changes_free(struct changes *ch)
{
	for (size_t i = 0; i < ch->n; i++) {
		free(ch->files[i].path);
		free(ch->files[i].old_path);
		free(ch->files[i].v);
		free(ch->files[i].lines);
		free(ch->files[i].hunks);
	}
	for (size_t i = 0; i < ch->n_modules; i++) {
		free(ch->modules[i].path);
		free(ch->modules[i].commit);
	}
	string_list_free(&ch->removed);
	free(ch->modules);
	free(ch->files);
	free(ch->ref);
	free(ch->base);
	free(ch->top);
	memset(ch, 0, sizeof(*ch));
}

bool changed_part_next(const struct changed_file *f, size_t *at, struct changed_part *p)
{
	while (*at < f->n_lines && state_is_covered(f->lines[*at].state))
		++*at;
	if (*at == f->n_lines)
		return false;
	p->first = p->last = f->lines[*at].line;
	p->unknown = f->lines[*at].state == STATE_UNKNOWN;
	for (++*at; *at < f->n_lines; ++*at) {
		const struct cov_line *l = &f->lines[*at];

		if (l->line != p->last + 1 || state_is_covered(l->state) ||
		    (l->state == STATE_UNKNOWN) != p->unknown)
			break;
		p->last = l->line;
	}
	return true;
}

bool changed_file_is_missing(const struct changed_file *f)
{
	return f->file == MAP_NONE && f->is_source && f->n;
}

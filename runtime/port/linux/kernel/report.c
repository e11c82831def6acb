// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * /sys/kernel/debug/anycov/: which code of the kernel and its modules ran since boot.
 *
 * Instrumented code stores 1 to one byte for each probe, its flag, and calls nothing.  The flags
 * of vmlinux are in .data, so early boot and functions that are freed after boot have theirs;
 * those of a module are in its section __anycov_flags, and are kept here when it is unloaded.
 * There is one file for each image (anycov/flags_file.h).
 */
#include <linux/debugfs.h>
#include <linux/elf.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "anycov/flags_file.h"
#include "report.h"

/* The type of the ELF note, which no header of all kernels has. */
#define NOTE_BUILD_ID 3
/* SHA-1 is what the kernel's Makefile selects. */
#define BUILD_ID_BYTES_MAX 20
#define NAME_BYTES (MODULE_NAME_LEN + sizeof(".ko"))

struct anycov_image {
	struct anycov_image *next;
	char name[NAME_BYTES]; /* of its file on the disk, without directories */
	u8 build_id[BUILD_ID_BYTES_MAX];
	u32 build_id_bytes;
	u32 n_flags;
	u32 n_loaded; /* how often */
	u8 *live;     /* the flags in memory; NULL: not loaded now */
	u8 *kept;     /* what was set at its unloads; NULL: it cannot be unloaded */
};

static struct anycov_image vmlinux = { .name = "vmlinux" };
/* Images are never removed: the flags of unloaded modules are part of the result. */
static struct anycov_image *images;
/* Protects the list, and live, kept and n_loaded.  No flag store takes it. */
static DEFINE_MUTEX(images_lock);
static struct dentry *directory;

/* Copies the build ID among ELF notes (n bytes) to image.  Returns false if there is none. */
static bool read_build_id(struct anycov_image *image, const u8 *notes, size_t n)
{
	const struct elf_note *note;
	size_t at = 0, name, desc;

	while (n - at >= sizeof(*note)) {
		note = (const struct elf_note *)(notes + at);
		at += sizeof(*note);
		if (note->n_namesz > n || note->n_descsz > n)
			return false;
		name = ALIGN(note->n_namesz, 4);
		desc = ALIGN(note->n_descsz, 4);
		if (name > n - at || desc > n - at - name)
			return false;
		if (note->n_type == NOTE_BUILD_ID && note->n_namesz == sizeof("GNU") &&
		    !memcmp(notes + at, "GNU", sizeof("GNU")) && note->n_descsz &&
		    note->n_descsz <= BUILD_ID_BYTES_MAX) {
			image->build_id_bytes = note->n_descsz;
			memcpy(image->build_id, notes + at + name, note->n_descsz);
			return true;
		}
		at += name + desc;
	}
	return false;
}

static size_t begin_of_flags(const struct anycov_image *image)
{
	return PAGE_ALIGN(sizeof(struct anycov_flags_head) + image->build_id_bytes +
			  strlen(image->name));
}

static size_t file_bytes(const struct anycov_image *image)
{
	return begin_of_flags(image) + PAGE_ALIGN(image->n_flags);
}

/* Fills a zeroed file_bytes(image). */
static void fill_file(u8 *to, const struct anycov_image *image)
{
	struct anycov_flags_head *head = (struct anycov_flags_head *)to;
	u8 *flags = to + begin_of_flags(image);
	u32 i;

	head->magic = ANYCOV_FLAGS_MAGIC;
	head->version = ANYCOV_FLAGS_VERSION;
	head->build_id_bytes = image->build_id_bytes;
	head->path_bytes = strlen(image->name);
	head->page_bytes = PAGE_SIZE;
	head->at_flags = begin_of_flags(image);
	head->n_flags = image->n_flags;
	head->n_started = image->n_loaded;
	to += sizeof(*head);
	memcpy(to, image->build_id, image->build_id_bytes);
	memcpy(to + image->build_id_bytes, image->name, strlen(image->name));
	if (image->kept)
		memcpy(flags, image->kept, image->n_flags);
	for (i = 0; image->live && i < image->n_flags; i++)
		flags[i] |= READ_ONCE(image->live[i]);
}

/* Each open file is a copy of that moment, which no unload of the module changes. */
static int flags_open(struct inode *inode, struct file *file)
{
	struct anycov_image *image = inode->i_private;
	u8 *copy = vzalloc(file_bytes(image));

	if (!copy)
		return -ENOMEM;
	mutex_lock(&images_lock);
	fill_file(copy, image);
	mutex_unlock(&images_lock);
	file->private_data = copy;
	return 0;
}

static int flags_release(struct inode *inode, struct file *file)
{
	vfree(file->private_data);
	return 0;
}

static ssize_t flags_read(struct file *file, char __user *to, size_t n, loff_t *pos)
{
	const struct anycov_image *image = file_inode(file)->i_private;

	return simple_read_from_buffer(to, n, pos, file->private_data, file_bytes(image));
}

static void reset(struct anycov_image *image)
{
	if (image->kept)
		memset(image->kept, 0, image->n_flags);
	if (image->live)
		memset(image->live, 0, image->n_flags);
}

/* A write of any text resets the flags of the image. */
static ssize_t flags_write(struct file *file, const char __user *text, size_t n, loff_t *pos)
{
	mutex_lock(&images_lock);
	reset(file_inode(file)->i_private);
	mutex_unlock(&images_lock);
	return n;
}

static const struct file_operations flags_file = {
	.open = flags_open,
	.release = flags_release,
	.read = flags_read,
	.write = flags_write,
	.llseek = default_llseek,
};

/* Empty, so that the directory can be copied. */
static ssize_t reset_read(struct file *file, char __user *to, size_t n, loff_t *pos)
{
	return 0;
}

/* A write of any text resets the flags of all images. */
static ssize_t reset_write(struct file *file, const char __user *text, size_t n, loff_t *pos)
{
	struct anycov_image *image;

	mutex_lock(&images_lock);
	for (image = images; image; image = image->next)
		reset(image);
	mutex_unlock(&images_lock);
	return n;
}

static const struct file_operations reset_file = {
	.open = simple_open,
	.read = reset_read,
	.write = reset_write,
	.llseek = noop_llseek,
};

/* Adds an image, and makes its file. */
static void add_image(struct anycov_image *image)
{
	char file[NAME_BYTES + 2 * BUILD_ID_BYTES_MAX + sizeof("-.flags")];

	snprintf(file, sizeof(file), "%s-%*phN" ANYCOV_FLAGS_FILE_END, image->name,
		 (int)image->build_id_bytes, image->build_id);
	image->next = images;
	images = image;
	debugfs_create_file_size(file, 0600, directory, image, &flags_file, file_bytes(image));
}

#ifdef CONFIG_MODULES

/* Returns the image of a module that was loaded before, from the same build; NULL if none. */
static struct anycov_image *find_build(const struct anycov_image *like)
{
	struct anycov_image *image;

	for (image = images; image; image = image->next)
		if (!strcmp(image->name, like->name) && image->n_flags == like->n_flags &&
		    image->build_id_bytes == like->build_id_bytes &&
		    !memcmp(image->build_id, like->build_id, like->build_id_bytes))
			return image;
	return NULL;
}

/* Adds a copy of like, with a file.  Returns NULL without memory. */
static struct anycov_image *add_build(const struct anycov_image *like)
{
	struct anycov_image *image = kmemdup(like, sizeof(*like), GFP_KERNEL);

	if (!image)
		return NULL;
	/* Now: when the module is unloaded, nothing may fail. */
	image->kept = vzalloc(image->n_flags);
	if (!image->kept) {
		kfree(image);
		return NULL;
	}
	add_image(image);
	return image;
}

static int module_comes(const struct module *mod)
{
	struct anycov_image like = { .n_flags = mod->num_anycov_flags }, *image;
	int err = 0;

	if (!mod->num_anycov_flags)
		return 0;
	snprintf(like.name, sizeof(like.name), "%s.ko", mod->name);
	if (!mod->anycov_note || !read_build_id(&like, mod->anycov_note, mod->anycov_note_bytes)) {
		pr_warn("anycov: %s has no build ID; its coverage is not recorded\n", mod->name);
		return 0;
	}
	mutex_lock(&images_lock);
	image = find_build(&like);
	if (!image)
		image = add_build(&like);
	if (image) {
		image->live = mod->anycov_flags;
		image->n_loaded++;
	} else {
		err = -ENOMEM;
	}
	mutex_unlock(&images_lock);
	return err;
}

/* No code of the module runs any more. */
static void module_goes(const struct module *mod)
{
	struct anycov_image *image;
	u32 i;

	mutex_lock(&images_lock);
	for (image = images; image; image = image->next) {
		if (!image->live || image->live != mod->anycov_flags)
			continue;
		for (i = 0; i < image->n_flags; i++)
			image->kept[i] |= image->live[i];
		image->live = NULL;
		break;
	}
	mutex_unlock(&images_lock);
}

static int module_changes(struct notifier_block *block, unsigned long state, void *mod)
{
	if (state == MODULE_STATE_COMING)
		return notifier_from_errno(module_comes(mod));
	if (state == MODULE_STATE_GOING)
		module_goes(mod);
	return NOTIFY_OK;
}

static struct notifier_block module_notifier = {
	.notifier_call = module_changes,
	.priority = INT_MIN, /* after all that may still call the module */
};

static int __init watch_modules(void)
{
	return register_module_notifier(&module_notifier);
}

#else

static int __init watch_modules(void)
{
	return 0;
}

#endif

static void __init add_vmlinux(void)
{
	vmlinux.live = __start___anycov_flags;
	vmlinux.n_flags = __stop___anycov_flags - __start___anycov_flags;
	vmlinux.n_loaded = 1;
	if (!vmlinux.n_flags) /* modules alone are instrumented */
		return;
	if (read_build_id(&vmlinux, __start_notes, __stop_notes - __start_notes))
		add_image(&vmlinux);
	else
		pr_warn("anycov: vmlinux has no build ID; its coverage is not recorded\n");
}

static int __init anycov_report_init(void)
{
	directory = debugfs_create_dir("anycov", NULL);
	debugfs_create_file("reset", 0600, directory, NULL, &reset_file);
	add_vmlinux();
	return watch_modules();
}
/* Before any module can be loaded. */
postcore_initcall(anycov_report_init);

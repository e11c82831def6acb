// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
/*
 * /sys/kernel/debug/kcov: glue between Linux and the state machine of control.c
 * and remote.c.  Nothing here decides anything but what only Linux can know:
 * where code runs, and how memory gets into a process.
 */
#include <linux/debugfs.h>
#include <linux/export.h>
#include <linux/fs.h>
#include <linux/init.h>
#include <linux/jiffies.h>
#include <linux/kcov.h>
#include <linux/mm.h>
#include <linux/preempt.h>
#include <linux/printk.h>
#include <linux/sched/task.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uaccess.h>
#include <linux/version.h>
#include <linux/vmalloc.h>

#include "control.h"

/* The hooks that modules call; hook_*.c defines them. */
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc_guard(void *guard);
void __sanitizer_cov_trace_cmp1(u8 a, u8 b);
void __sanitizer_cov_trace_cmp2(u16 a, u16 b);
void __sanitizer_cov_trace_cmp4(u32 a, u32 b);
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b);
void __sanitizer_cov_trace_const_cmp1(u8 a, u8 b);
void __sanitizer_cov_trace_const_cmp2(u16 a, u16 b);
void __sanitizer_cov_trace_const_cmp4(u32 a, u32 b);
void __sanitizer_cov_trace_const_cmp8(uint64_t a, uint64_t b);
void __sanitizer_cov_trace_switch(uint64_t value, void *table);
EXPORT_SYMBOL(__sanitizer_cov_trace_pc);
EXPORT_SYMBOL(__sanitizer_cov_trace_pc_guard);
EXPORT_SYMBOL(__sanitizer_cov_trace_cmp1);
EXPORT_SYMBOL(__sanitizer_cov_trace_cmp2);
EXPORT_SYMBOL(__sanitizer_cov_trace_cmp4);
EXPORT_SYMBOL(__sanitizer_cov_trace_cmp8);
EXPORT_SYMBOL(__sanitizer_cov_trace_const_cmp1);
EXPORT_SYMBOL(__sanitizer_cov_trace_const_cmp2);
EXPORT_SYMBOL(__sanitizer_cov_trace_const_cmp4);
EXPORT_SYMBOL(__sanitizer_cov_trace_const_cmp8);
EXPORT_SYMBOL(__sanitizer_cov_trace_switch);

void anycov_port_lock_init(anycov_port_lock_t *l)
{
	spin_lock_init(&l->lock);
}

void anycov_port_lock(anycov_port_lock_t *l)
{
	unsigned long flags;

	spin_lock_irqsave(&l->lock, flags);
	l->flags = flags;
}

void anycov_port_unlock(anycov_port_lock_t *l)
{
	unsigned long flags = l->flags;

	spin_unlock_irqrestore(&l->lock, flags);
}

/*
 * Whatever user space may map is a whole number of pages; less than one is a
 * descriptor or a handle, which are also made under a lock.  A size that user
 * space asked for may be too much: that is no reason to warn.
 */
void *anycov_port_alloc(size_t bytes)
{
	if (bytes < PAGE_SIZE)
		return kzalloc(bytes, GFP_ATOMIC | __GFP_NOWARN);
	return __vmalloc(bytes, GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN);
}

void anycov_port_free(void *p, size_t bytes)
{
	kvfree(p);
}

int anycov_port_copy_from_user(void *to, unsigned long from, size_t n)
{
	return copy_from_user(to, (const void __user *)from, n) ? -EFAULT : 0;
}

static enum anycov_where where_are_we(void)
{
	if (in_task())
		return ANYCOV_IN_TASK;
	if (in_serving_softirq() && !in_hardirq() && !in_nmi())
		return ANYCOV_IN_SOFTIRQ;
	return ANYCOV_IN_HARDIRQ;
}

void kcov_task_init(struct task_struct *t)
{
	anycov_task_init(&t->kcov_task, &t->kcov_ctx, &current->kcov_task);
}

void kcov_task_exit(struct task_struct *t)
{
	anycov_task_exit(&t->kcov_task);
}

void kcov_remote_start(u64 handle)
{
	anycov_remote_start(&current->kcov_task, where_are_we(), handle);
}
EXPORT_SYMBOL(kcov_remote_start);

void kcov_remote_stop(void)
{
	anycov_remote_stop(&current->kcov_task, where_are_we());
}
EXPORT_SYMBOL(kcov_remote_stop);

u64 kcov_common_handle(void)
{
	return anycov_common_handle(&current->kcov_task, where_are_we());
}
EXPORT_SYMBOL(kcov_common_handle);

static int kcov_file_open(struct inode *inode, struct file *file)
{
	struct anycov_kcov *k;
	int err = anycov_kcov_open(&k);

	if (err)
		return err;
	file->private_data = k;
	return nonseekable_open(inode, file);
}

static int kcov_file_release(struct inode *inode, struct file *file)
{
	anycov_kcov_release(file->private_data);
	return 0;
}

static long kcov_file_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	if (!IS_ENABLED(CONFIG_KCOV_UNIQUE)) {
		if (cmd == KCOV_UNIQUE_ENABLE || cmd == KCOV_RESET_TRACE)
			return -ENOTTY;
		/* No mode, for the error to come in its place among the others. */
		if (cmd == KCOV_ENABLE && arg > KCOV_TRACE_CMP)
			arg = ~0UL;
	}
	return anycov_kcov_ioctl(file->private_data, &current->kcov_task, cmd, arg);
}

static int kcov_file_mmap(struct file *file, struct vm_area_struct *vma)
{
	unsigned long length = vma->vm_end - vma->vm_start, at;
	void *memory;
	int err;

	if (!IS_ENABLED(CONFIG_KCOV_UNIQUE) && vma->vm_pgoff)
		return -EINVAL;
	err = anycov_kcov_mmap(file->private_data, (u64)vma->vm_pgoff << PAGE_SHIFT, length,
			       &memory);
	if (err)
		return err;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 3, 0)
	vm_flags_set(vma, VM_DONTEXPAND);
#else
	vma->vm_flags |= VM_DONTEXPAND;
#endif
	/* The file is open as long as this mapping lives, and holds the memory. */
	for (at = 0; !err && at < length; at += PAGE_SIZE)
		err = vm_insert_page(vma, vma->vm_start + at, vmalloc_to_page(memory + at));
	return err;
}

static const struct file_operations kcov_file = {
	.open = kcov_file_open,
	.release = kcov_file_release,
	.unlocked_ioctl = kcov_file_ioctl,
	.compat_ioctl = kcov_file_ioctl,
	.mmap = kcov_file_mmap,
};

/*
 * An interrupt that records although it has not said yet that it is one would
 * write to the area that this task does not have.
 */
static void __init kcov_selftest(void)
{
#ifdef CONFIG_KCOV_SELFTEST
	unsigned long end = jiffies + 3 * HZ / 10;

	pr_info("kcov: self test\n");
	WRITE_ONCE(current->kcov_ctx.mode, ANYCOV_M_PC);
	while ((long)(READ_ONCE(jiffies) - end) < 0)
		;
	WRITE_ONCE(current->kcov_ctx.mode, ANYCOV_M_OFF);
	pr_info("kcov: self test done\n");
#endif
}

static int __init kcov_init(void)
{
	unsigned int areas = num_possible_cpus();
	int err;

	/* The one task that nobody forked. */
	anycov_task_init(&init_task.kcov_task, &init_task.kcov_ctx, NULL);
	if (IS_ENABLED(CONFIG_PREEMPT_RT)) /* soft interrupts preempt each other */
		areas += max(areas, 4U);
	err = anycov_remote_prepare(areas);
	if (err)
		return err;
	/* Never removed, so the unsafe form is safe. */
	debugfs_create_file_unsafe("kcov", 0600, NULL, NULL, &kcov_file);
	kcov_selftest();
	return 0;
}
device_initcall(kcov_init);

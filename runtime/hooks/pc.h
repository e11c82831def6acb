/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Conversion of return addresses to PCs.  A record contains the address of the byte after the
 * hook's call instruction, as the symbol table of the image counts addresses.  One function per
 * architecture computes it from a return address.  All of them are plain arithmetic and
 * compiled everywhere, so that one host test covers them all.
 */
#ifndef ANYCOV_PC_H
#define ANYCOV_PC_H

/* Thumb: bit 0 of LR means "return to Thumb state"; it is not an address bit. */
ANYCOV_INLINE uintptr_t anycov_pc_thumb(uintptr_t ra)
{
	return ra & ~(uintptr_t)1;
}

/*
 * AVR: a return address counts 16-bit words of flash.  It is not doubled: the result would not
 * fit into a 16-bit pointer on devices with more than 64 KiB.  Dumps from AVR have
 * ANYCOV_DUMP_F_RAW_PC set and the reader doubles.  On devices with more than 128 KiB of flash
 * the pointer lacks the third byte, which is lost.
 */
ANYCOV_INLINE uintptr_t anycov_pc_avr(uintptr_t ra)
{
	return ra;
}

/*
 * arm64: a signed return address has an authentication code in the bits above the virtual
 * address.  Bit 55 selects the half of the address space; the bits above a 48-bit address are
 * copies of it.
 */
ANYCOV_INLINE uint64_t anycov_pc_arm64(uint64_t ra)
{
	const uint64_t high = ~(uint64_t)0 << 48;

	return ra & ((uint64_t)1 << 55) ? ra | high : ra & ~high;
}

/*
 * xtensa, windowed calls: the two top bits of a return address contain the window size; in the
 * true address they are those of the surrounding code.
 */
ANYCOV_INLINE uint32_t anycov_pc_xtensa(uint32_t ra, uint32_t here)
{
	return (ra & 0x3fffffffu) | (here & 0xc0000000u);
}

ANYCOV_INLINE uintptr_t anycov_pc(uintptr_t ra)
{
#if defined(ANYCOV_PORT_PC)
	return ANYCOV_PORT_PC(ra); /* a relocated kernel subtracts its offset */
#elif defined(__AVR__)
	return anycov_pc_avr(ra);
#elif defined(__arm__)
	return anycov_pc_thumb(ra);
#elif defined(__aarch64__) && defined(__ARM_FEATURE_PAC_DEFAULT)
	/* Only a hook that signs its own return address can get a signed one. */
	return anycov_pc_arm64(ra);
#elif defined(__XTENSA_WINDOWED_ABI__)
	extern void __sanitizer_cov_trace_pc(void); /* any code of this image */

	return anycov_pc_xtensa(ra, (uintptr_t)&__sanitizer_cov_trace_pc);
#else
	return ra;
#endif
}

/*
 * First statement of a hook, and the expression that reads its return address.  A port may have
 * a cheaper way (ANYCOV_PORT_RETURN); otherwise the address is read where it is used, so that a
 * hook that does not record does not read it.
 */
#ifdef ANYCOV_PORT_RETURN
#define ANYCOV_HOOK_ENTER(ra)                                                                      \
	uintptr_t ra;                                                                              \
	ANYCOV_PORT_RETURN(ra)
#define ANYCOV_HOOK_RA(ra) (ra)
#else
#define ANYCOV_HOOK_ENTER(ra) ((void)0)
#define ANYCOV_HOOK_RA(ra) ANYCOV_RETURN_ADDRESS()
#endif

/*
 * The address to which the function that contains this expression returns.  The second builtin
 * does what the compiler knows of the machine: SPARC keeps the address of the call, 8 bytes
 * below it; PA-RISC has the privilege level in the low two bits.  Elsewhere it is no code.
 */
#define ANYCOV_RETURN_ADDRESS()                                                                    \
	((uintptr_t)__builtin_extract_return_addr(__builtin_return_address(0)))

/* The PC of the hook that contains this expression. */
#define ANYCOV_HOOK_PC() anycov_pc(ANYCOV_RETURN_ADDRESS())

#endif

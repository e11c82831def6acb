/* SPDX-License-Identifier: GPL-2.0-or-later OR MIT */
/*
 * Constructors and destructors of C++ in the Itanium ABI have two symbols: C1 and D1 make and end
 * whole objects, C2 and D2 those parts of one that are a base class.
 */
#ifndef ANYCOV_STRUCTOR_H
#define ANYCOV_STRUCTOR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Turns the symbol of a C1 or D1 into that of its C2 or D2, and group, a copy of it, into the
 * name of the comdat group for both; returns false, and leaves them as they are, if it is neither.
 *
 * By -mconstructor-aliases clang makes the two one if they are equal, which report and code
 * profit from.  From -O1 on it also makes the destructor of a class that adds nothing one with
 * that of its base class: nothing is left of the former, and no report could say whether it
 * ran.  So place=early goes without the option and does the first part itself: the two are
 * equal if they have the same parameters, for C2 gets one more if there are virtual bases.
 * Not so CI1 and CI2, of an inherited constructor: CI2 gets one more, and none of those for a
 * virtual base.
 *
 * A C1 that other units refer to becomes an alias.  The linker takes one group of a name, and
 * that of C2 may be from a unit that has no C1, so both are in a group of another name.
 */
bool anycov_base_structor(char *symbol, char *group);

#ifdef __cplusplus
}
#endif
#endif

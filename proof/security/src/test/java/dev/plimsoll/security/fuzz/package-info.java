/** Mutated requests over all kinds and verbs, against a whole server. */
@NullMarked
package dev.plimsoll.security.fuzz;

import org.jspecify.annotations.NullMarked;

/** Replaces names in documents so that nobody can tell what they were, and equal ones stay equal. */
@NullMarked
package dev.plimsoll.snapshot.anonymous;

import org.jspecify.annotations.NullMarked;

/** The built-in kinds, one table for each group, and how older versions are converted. */
@NullMarked
package dev.plimsoll.kinds.builtin;

import org.jspecify.annotations.NullMarked;

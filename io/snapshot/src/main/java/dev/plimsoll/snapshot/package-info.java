/** A cluster as it was at one time, from files: typed objects, where they came from, and what is missing. Nothing here decides. */
@NullMarked
package dev.plimsoll.snapshot;

import org.jspecify.annotations.NullMarked;

/** Revisioned keys with watch: the interface, and what its calls answer. */
@NullMarked
package dev.plimsoll.store;

import org.jspecify.annotations.NullMarked;

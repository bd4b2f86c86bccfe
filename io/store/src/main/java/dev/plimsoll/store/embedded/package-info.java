/** The store in a folder of this machine: a log in SQLite, an ordered index in memory. */
@NullMarked
package dev.plimsoll.store.embedded;

import org.jspecify.annotations.NullMarked;

/** The log of the embedded store in its database file: rows, checksums, disk space, and the index that is built from them. */
@NullMarked
package dev.plimsoll.store.embedded.log;

import org.jspecify.annotations.NullMarked;

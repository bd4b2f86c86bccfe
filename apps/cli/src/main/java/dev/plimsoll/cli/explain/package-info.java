/** {@code plimsoll explain}: what a pod will really get, as a table or as a document. */
@NullMarked
package dev.plimsoll.cli.explain;

import org.jspecify.annotations.NullMarked;

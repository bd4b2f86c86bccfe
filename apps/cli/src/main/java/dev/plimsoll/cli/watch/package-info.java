/** {@code plimsoll watch}: nodes and pods of a cluster, live, with what they want, were given, have and use. */
@NullMarked
package dev.plimsoll.cli.watch;

import org.jspecify.annotations.NullMarked;

/** {@code plimsoll store}: looking after the files in which a cluster keeps its objects. */
@NullMarked
package dev.plimsoll.cli.store;

import org.jspecify.annotations.NullMarked;

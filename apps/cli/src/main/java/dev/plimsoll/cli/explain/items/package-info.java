/** The objects that are explained, read from files or from a cluster. */
@NullMarked
package dev.plimsoll.cli.explain.items;

import org.jspecify.annotations.NullMarked;

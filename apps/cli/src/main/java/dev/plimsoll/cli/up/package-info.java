/** A whole cluster in one command. */
@NullMarked
package dev.plimsoll.cli.up;

import org.jspecify.annotations.NullMarked;

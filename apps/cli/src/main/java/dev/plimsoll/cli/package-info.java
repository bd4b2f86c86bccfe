/** The {@code plimsoll} command: reads arguments, calls the rest, prints, and sets the exit code. */
@NullMarked
package dev.plimsoll.cli;

import org.jspecify.annotations.NullMarked;

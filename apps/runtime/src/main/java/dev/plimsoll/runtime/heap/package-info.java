/** The memory of a program that runs for long. */
@NullMarked
package dev.plimsoll.runtime.heap;

import org.jspecify.annotations.NullMarked;

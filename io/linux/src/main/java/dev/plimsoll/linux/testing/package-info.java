/** Stand-ins for what a test must not do to the machine. */
@NullMarked
package dev.plimsoll.linux.testing;

import org.jspecify.annotations.NullMarked;

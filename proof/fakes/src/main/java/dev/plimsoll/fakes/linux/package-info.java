/** Stand-ins for what a test must not do to the machine. */
@NullMarked
package dev.plimsoll.fakes.linux;

import org.jspecify.annotations.NullMarked;

/** What a shell tells the machine, and what the machine asks of it. */
@NullMarked
package dev.plimsoll.core.resize.protocol;

import org.jspecify.annotations.NullMarked;

/** The order in which pods end when their node goes down. */
@NullMarked
package dev.plimsoll.core.resize.shutdown;

import org.jspecify.annotations.NullMarked;

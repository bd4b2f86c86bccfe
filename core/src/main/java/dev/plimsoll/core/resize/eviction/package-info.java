/** Who has to go when the node runs short, and who was killed by the kernel. */
@NullMarked
package dev.plimsoll.core.resize.eviction;

import org.jspecify.annotations.NullMarked;

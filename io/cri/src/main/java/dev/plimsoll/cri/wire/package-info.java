/** Records to messages of the interface, and back. */
@NullMarked
package dev.plimsoll.cri.wire;

import org.jspecify.annotations.NullMarked;

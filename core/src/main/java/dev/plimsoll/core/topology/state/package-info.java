/** What the CPU and memory managers have assigned. Immutable. */
@NullMarked
package dev.plimsoll.core.topology.state;

import org.jspecify.annotations.NullMarked;

/** Pods that go because the node runs out of memory. */
@NullMarked
package dev.plimsoll.nodeagent.eviction;

import org.jspecify.annotations.NullMarked;

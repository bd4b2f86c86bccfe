/** CPUs and memory that pods have to themselves, shown to monitoring and schedulers on the node. */
@NullMarked
package dev.plimsoll.nodeagent.pinned;

import org.jspecify.annotations.NullMarked;

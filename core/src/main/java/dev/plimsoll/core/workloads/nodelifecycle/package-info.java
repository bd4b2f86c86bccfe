/** Nodes that stop reporting: their conditions and taints, and the pods on them. */
@NullMarked
package dev.plimsoll.core.workloads.nodelifecycle;

import org.jspecify.annotations.NullMarked;

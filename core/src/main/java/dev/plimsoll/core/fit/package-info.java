/**
 * Whether a pod fits on a node. Scheduler, binding guard and node ask here, with the same units, so that a pod that the first sends
 * is not turned away by the last; only what each of them knows of the node differs.
 */
@NullMarked
package dev.plimsoll.core.fit;

import org.jspecify.annotations.NullMarked;

/** PodDisruptionBudget: how many pods may be evicted. */
@NullMarked
package dev.plimsoll.core.workloads.disruption;

import org.jspecify.annotations.NullMarked;

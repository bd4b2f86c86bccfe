/** What a pod and its containers claim of a NUMA machine, and the rule that decided it. */
@NullMarked
package dev.plimsoll.core.topology.claims;

import org.jspecify.annotations.NullMarked;

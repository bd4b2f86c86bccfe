/** Memory pinned to NUMA nodes: what each node has, which nodes could give a request, and what is charged where. */
@NullMarked
package dev.plimsoll.core.topology.memory;

import org.jspecify.annotations.NullMarked;

/** What a node is made of: sockets, NUMA nodes, cores, threads, caches, memory; and sets of its CPUs and nodes. */
@NullMarked
package dev.plimsoll.core.topology.machine;

import org.jspecify.annotations.NullMarked;

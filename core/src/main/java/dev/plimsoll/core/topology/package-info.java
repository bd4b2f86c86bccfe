/**
 * Which CPUs and which memory each container of a pod gets on a NUMA machine, or why the pod is refused (KEP-5526 and the
 * CPU, memory and topology policies that it extends).
 */
@NullMarked
package dev.plimsoll.core.topology;

import org.jspecify.annotations.NullMarked;

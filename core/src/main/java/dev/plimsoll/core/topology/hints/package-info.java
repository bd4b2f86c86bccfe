/** Which NUMA nodes a pod's resources should come from: what each kind of resource could use, merged into one answer. */
@NullMarked
package dev.plimsoll.core.topology.hints;

import org.jspecify.annotations.NullMarked;

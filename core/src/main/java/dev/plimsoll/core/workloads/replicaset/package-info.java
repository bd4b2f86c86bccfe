/** ReplicaSet: as many pods of a template as asked for. */
@NullMarked
package dev.plimsoll.core.workloads.replicaset;

import org.jspecify.annotations.NullMarked;

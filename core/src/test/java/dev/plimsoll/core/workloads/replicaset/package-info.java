@NullMarked
package dev.plimsoll.core.workloads.replicaset;

import org.jspecify.annotations.NullMarked;

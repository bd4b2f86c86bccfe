@NullMarked
package dev.plimsoll.core.workloads.nodelifecycle;

import org.jspecify.annotations.NullMarked;

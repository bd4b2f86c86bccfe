@NullMarked
package dev.plimsoll.core.workloads.statefulset;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.plimsoll.core.workloads.disruption;

import org.jspecify.annotations.NullMarked;

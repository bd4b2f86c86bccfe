@NullMarked
package dev.plimsoll.core.workloads.deployment;

import org.jspecify.annotations.NullMarked;

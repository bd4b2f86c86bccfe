@NullMarked
package dev.plimsoll.core.workloads;

import org.jspecify.annotations.NullMarked;

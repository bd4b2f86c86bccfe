@NullMarked
package dev.plimsoll.core.workloads.horizontal;

import org.jspecify.annotations.NullMarked;

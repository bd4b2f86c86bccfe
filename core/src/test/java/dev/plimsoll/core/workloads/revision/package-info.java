@NullMarked
package dev.plimsoll.core.workloads.revision;

import org.jspecify.annotations.NullMarked;

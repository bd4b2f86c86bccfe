@NullMarked
package dev.plimsoll.core.workloads.job;

import org.jspecify.annotations.NullMarked;

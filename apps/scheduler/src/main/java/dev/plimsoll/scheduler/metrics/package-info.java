/** Metrics under the names that Kubernetes gives them. */
@NullMarked
package dev.plimsoll.scheduler.metrics;

import org.jspecify.annotations.NullMarked;

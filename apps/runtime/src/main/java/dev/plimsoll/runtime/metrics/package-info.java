/** Metrics of a program as Prometheus reads them. */
@NullMarked
package dev.plimsoll.runtime.metrics;

import org.jspecify.annotations.NullMarked;

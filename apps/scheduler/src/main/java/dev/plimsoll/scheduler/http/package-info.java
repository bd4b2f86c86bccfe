/** Pages for probes and for Prometheus. */
@NullMarked
package dev.plimsoll.scheduler.http;

import org.jspecify.annotations.NullMarked;

/** A server of metrics.k8s.io behind an API server. */
@NullMarked
package dev.plimsoll.fakes.metrics;

import org.jspecify.annotations.NullMarked;

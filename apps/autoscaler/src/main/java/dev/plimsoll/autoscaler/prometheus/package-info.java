/** History of use from a Prometheus server. */
@NullMarked
package dev.plimsoll.autoscaler.prometheus;

import org.jspecify.annotations.NullMarked;

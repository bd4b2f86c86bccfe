/** A server that answers as a Prometheus with the series of containers does. */
@NullMarked
package dev.plimsoll.fakes.prometheus;

import org.jspecify.annotations.NullMarked;

/** The one HTTP server of the programs: pages for probes, for Prometheus and for API servers, over TLS or without. */
@NullMarked
package dev.plimsoll.runtime.http;

import org.jspecify.annotations.NullMarked;

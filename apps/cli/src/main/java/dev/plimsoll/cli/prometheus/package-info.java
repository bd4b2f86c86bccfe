/** Where a Prometheus is, and what its series are called. */
@NullMarked
package dev.plimsoll.cli.prometheus;

import org.jspecify.annotations.NullMarked;

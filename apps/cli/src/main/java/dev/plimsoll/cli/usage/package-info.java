/** Recorded use of many containers, from a file or from Prometheus. */
@NullMarked
package dev.plimsoll.cli.usage;

import org.jspecify.annotations.NullMarked;

/** Recorded use of containers, from files and from Prometheus: sample by sample, or all of it. */
@NullMarked
package dev.plimsoll.cli.usage;

import org.jspecify.annotations.NullMarked;

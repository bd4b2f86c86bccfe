/** How fast pods get their nodes: decisions alone, and with API server, store and events in one process. */
@NullMarked
package dev.plimsoll.benchmarks.scheduler;

import org.jspecify.annotations.NullMarked;

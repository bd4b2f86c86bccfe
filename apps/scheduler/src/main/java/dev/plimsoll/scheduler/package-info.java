/** The shell around placement decisions: caches, queues, bindings. */
@NullMarked
package dev.plimsoll.scheduler;

import org.jspecify.annotations.NullMarked;

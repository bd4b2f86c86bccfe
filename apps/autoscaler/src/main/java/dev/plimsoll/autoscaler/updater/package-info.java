/** Running pods brought to their recommendations, in place or by eviction. */
@NullMarked
package dev.plimsoll.autoscaler.updater;

import org.jspecify.annotations.NullMarked;

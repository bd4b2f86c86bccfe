/** What a node counts and measures. */
@NullMarked
package dev.plimsoll.nodeagent.metrics;

import org.jspecify.annotations.NullMarked;

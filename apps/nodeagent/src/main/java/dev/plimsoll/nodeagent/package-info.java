/** A node: it takes the pods that were bound to it, runs them, resizes them in place, and reports. */
@NullMarked
package dev.plimsoll.nodeagent;

import org.jspecify.annotations.NullMarked;

/** What of a node's capacity its pods may have, and when pods are evicted so that something stays free. */
@NullMarked
package dev.plimsoll.core.allocatable;

import org.jspecify.annotations.NullMarked;

/** Time of a cluster for tests that can be moved on, and waits for those who work by it. */
@NullMarked
package dev.plimsoll.testkit.time;

import org.jspecify.annotations.NullMarked;

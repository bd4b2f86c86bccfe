/** Messages between the process of a test and that of its clusters. */
@NullMarked
package dev.plimsoll.testkit.wire;

import org.jspecify.annotations.NullMarked;

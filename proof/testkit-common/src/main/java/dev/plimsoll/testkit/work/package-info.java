/** The operator under test: what it has left to do, and executors and a clock on the time of its cluster. */
@NullMarked
package dev.plimsoll.testkit.work;

import org.jspecify.annotations.NullMarked;

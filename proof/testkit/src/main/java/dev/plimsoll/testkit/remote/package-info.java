/** The process in which clusters run for tests that are on an older Java. */
@NullMarked
package dev.plimsoll.testkit.remote;

import org.jspecify.annotations.NullMarked;

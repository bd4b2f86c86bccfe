/** The process that clusters run in, and what a test says to it. */
@NullMarked
package dev.plimsoll.testkit.client.process;

import org.jspecify.annotations.NullMarked;

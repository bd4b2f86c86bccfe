/** The Java Operator SDK on the time of a test's cluster. */
@NullMarked
package dev.plimsoll.testkit.operatorsdk;

import org.jspecify.annotations.NullMarked;

/** AssertJ assertions about pods of a cluster for tests; for projects that have AssertJ. */
@NullMarked
package dev.plimsoll.testkit.assertions;

import org.jspecify.annotations.NullMarked;

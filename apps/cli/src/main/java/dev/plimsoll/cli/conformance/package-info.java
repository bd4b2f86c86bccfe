/** {@code plimsoll conformance}: recorded decisions replayed. */
@NullMarked
package dev.plimsoll.cli.conformance;

import org.jspecify.annotations.NullMarked;

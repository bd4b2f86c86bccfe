/** {@code plimsoll autoscaler}: the flags of upstream's three programs, and what they come to. */
@NullMarked
package dev.plimsoll.cli.autoscaler;

import org.jspecify.annotations.NullMarked;

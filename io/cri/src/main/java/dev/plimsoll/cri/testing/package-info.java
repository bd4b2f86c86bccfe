/** A container runtime for tests: everything but the containers. */
@NullMarked
package dev.plimsoll.cri.testing;

import org.jspecify.annotations.NullMarked;

/** A container runtime for tests: everything but the containers. */
@NullMarked
package dev.plimsoll.fakes.cri;

import org.jspecify.annotations.NullMarked;

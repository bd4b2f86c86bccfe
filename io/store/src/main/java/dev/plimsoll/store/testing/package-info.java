/** A store for tests and simulations. Nothing in it is durable. */
@NullMarked
package dev.plimsoll.store.testing;

import org.jspecify.annotations.NullMarked;

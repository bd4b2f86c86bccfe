/** A store without a disk: of clusters that are thrown away, of tests and of simulations. */
@NullMarked
package dev.plimsoll.store.memory;

import org.jspecify.annotations.NullMarked;

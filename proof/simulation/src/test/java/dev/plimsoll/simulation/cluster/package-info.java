/** A whole cluster in one thread and virtual time: the shipped scheduler, controllers, node agents and guard, on an API of documents. */
@NullMarked
package dev.plimsoll.simulation.cluster;

import org.jspecify.annotations.NullMarked;

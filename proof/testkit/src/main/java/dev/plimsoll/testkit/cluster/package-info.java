/** A cluster for tests: real API server, scheduler, controllers and nodes, only without containers. */
@NullMarked
package dev.plimsoll.testkit.cluster;

import org.jspecify.annotations.NullMarked;

/** What the nodes of a cluster for tests are to be. */
@NullMarked
package dev.plimsoll.testkit.nodes;

import org.jspecify.annotations.NullMarked;

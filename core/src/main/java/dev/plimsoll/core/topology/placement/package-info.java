/** Where each container of a pod was placed, and the sentences that say so. */
@NullMarked
package dev.plimsoll.core.topology.placement;

import org.jspecify.annotations.NullMarked;

/** Claims of volumes: which volume fits a claim, and which nodes can have the claims of a pod. */
@NullMarked
package dev.plimsoll.core.placement.volumes;

import org.jspecify.annotations.NullMarked;

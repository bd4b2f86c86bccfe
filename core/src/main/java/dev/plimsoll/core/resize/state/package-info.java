/** What a node knows: the four states of a pod's resources, what runs, what is pending. Immutable. */
@NullMarked
package dev.plimsoll.core.resize.state;

import org.jspecify.annotations.NullMarked;

/** The four states of a pod's resources: desired, allocated, actuated, actual. */
@NullMarked
package dev.plimsoll.core.resize.resources;

import org.jspecify.annotations.NullMarked;

/** From a pod's demand to the values of its cgroups, and back from those values to quantities. */
@NullMarked
package dev.plimsoll.core.cgroups;

import org.jspecify.annotations.NullMarked;

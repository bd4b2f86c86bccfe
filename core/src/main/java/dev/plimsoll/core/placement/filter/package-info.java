/** Which nodes a pod may run on, and why not on the others. */
@NullMarked
package dev.plimsoll.core.placement.filter;

import org.jspecify.annotations.NullMarked;

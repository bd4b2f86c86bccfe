/** What the vertical pod autoscaler works with: the resources it decides on, and the units it counts them in. */
@NullMarked
package dev.plimsoll.core.estimation;

import org.jspecify.annotations.NullMarked;

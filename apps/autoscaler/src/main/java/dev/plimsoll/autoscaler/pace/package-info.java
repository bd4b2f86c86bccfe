/** How fast time passes for the autoscaler. */
@NullMarked
package dev.plimsoll.autoscaler.pace;

import org.jspecify.annotations.NullMarked;

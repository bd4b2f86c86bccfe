/** Which of several nodes suits a pod best. */
@NullMarked
package dev.plimsoll.core.placement.score;

import org.jspecify.annotations.NullMarked;

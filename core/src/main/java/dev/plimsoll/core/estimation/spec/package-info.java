/** What a VerticalPodAutoscaler says. */
@NullMarked
package dev.plimsoll.core.estimation.spec;

import org.jspecify.annotations.NullMarked;

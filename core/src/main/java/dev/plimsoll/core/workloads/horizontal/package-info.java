/** HorizontalPodAutoscaler: how many replicas the use of pods asks for. */
@NullMarked
package dev.plimsoll.core.workloads.horizontal;

import org.jspecify.annotations.NullMarked;

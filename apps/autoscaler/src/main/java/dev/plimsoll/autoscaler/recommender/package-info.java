/** From observed use to the status of VerticalPodAutoscaler objects and their checkpoints. */
@NullMarked
package dev.plimsoll.autoscaler.recommender;

import org.jspecify.annotations.NullMarked;

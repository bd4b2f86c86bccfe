/** HorizontalPodAutoscalers: workloads get as many replicas as the use of their pods asks for. */
@NullMarked
package dev.plimsoll.controllers.autoscaling;

import org.jspecify.annotations.NullMarked;

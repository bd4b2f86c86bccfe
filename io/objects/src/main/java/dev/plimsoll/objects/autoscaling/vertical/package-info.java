/** VerticalPodAutoscalers, what they recommend and what is noted for them. */
@NullMarked
package dev.plimsoll.objects.autoscaling.vertical;

import org.jspecify.annotations.NullMarked;

/** Autoscalers, scales and the use that they look at. */
@NullMarked
package dev.plimsoll.objects.autoscaling;

import org.jspecify.annotations.NullMarked;

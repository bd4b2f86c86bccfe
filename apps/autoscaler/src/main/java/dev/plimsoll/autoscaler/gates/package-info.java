/** The feature gates of the autoscaler, which are not those of Kubernetes. */
@NullMarked
package dev.plimsoll.autoscaler.gates;

import org.jspecify.annotations.NullMarked;

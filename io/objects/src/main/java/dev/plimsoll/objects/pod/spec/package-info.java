/** Parts of a pod's spec that only the node needs which runs the pod. */
@NullMarked
package dev.plimsoll.objects.pod.spec;

import org.jspecify.annotations.NullMarked;

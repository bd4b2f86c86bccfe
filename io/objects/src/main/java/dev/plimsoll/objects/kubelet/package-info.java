/** Pages and formats of the kubelet that are no objects of the API. */
@NullMarked
package dev.plimsoll.objects.kubelet;

import org.jspecify.annotations.NullMarked;

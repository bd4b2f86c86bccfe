/** Pods and the templates that they are made of. */
@NullMarked
package dev.plimsoll.objects.pod;

import org.jspecify.annotations.NullMarked;

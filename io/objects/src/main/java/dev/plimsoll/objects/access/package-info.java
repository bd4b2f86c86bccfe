/** Who asks, and what they may. */
@NullMarked
package dev.plimsoll.objects.access;

import org.jspecify.annotations.NullMarked;

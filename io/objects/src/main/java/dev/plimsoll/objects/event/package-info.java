/** Events. */
@NullMarked
package dev.plimsoll.objects.event;

import org.jspecify.annotations.NullMarked;

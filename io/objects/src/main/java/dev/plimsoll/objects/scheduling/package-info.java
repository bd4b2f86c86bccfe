/** What scheduling is told by objects of its own. */
@NullMarked
package dev.plimsoll.objects.scheduling;

import org.jspecify.annotations.NullMarked;

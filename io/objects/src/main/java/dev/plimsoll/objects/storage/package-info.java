/** Volumes and claims of them. */
@NullMarked
package dev.plimsoll.objects.storage;

import org.jspecify.annotations.NullMarked;

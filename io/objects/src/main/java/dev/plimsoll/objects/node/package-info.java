/** Nodes. */
@NullMarked
package dev.plimsoll.objects.node;

import org.jspecify.annotations.NullMarked;

/** Typed objects over documents: what every kind has. Nothing here decides. */
@NullMarked
package dev.plimsoll.objects;

import org.jspecify.annotations.NullMarked;

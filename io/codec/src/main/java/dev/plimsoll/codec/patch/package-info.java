/** Patches of documents: JSON patch, JSON merge patch and strategic merge patch. */
@NullMarked
package dev.plimsoll.codec.patch;

import org.jspecify.annotations.NullMarked;

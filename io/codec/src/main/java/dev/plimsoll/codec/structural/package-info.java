/** Schemas of custom resources: read from their definitions, and applied to documents. Nothing here reads or writes anything. */
@NullMarked
package dev.plimsoll.codec.structural;

import org.jspecify.annotations.NullMarked;

/** Label and field selectors: parsed with the error texts that clients know, evaluated over documents. */
@NullMarked
package dev.plimsoll.codec.selector;

import org.jspecify.annotations.NullMarked;

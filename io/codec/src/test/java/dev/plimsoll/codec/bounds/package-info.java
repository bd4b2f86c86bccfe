/** What small input may cost: memory that is taken while it is read, merged and complained about. */
@NullMarked
package dev.plimsoll.codec.bounds;

import org.jspecify.annotations.NullMarked;

/** JSON as clients send it: read strictly, with limits, and refused in words that clients know. */
@NullMarked
package dev.plimsoll.codec.json;

import org.jspecify.annotations.NullMarked;

/** Server-side apply: who owns which field, and what an applied configuration makes of an object. */
@NullMarked
package dev.plimsoll.codec.apply;

import org.jspecify.annotations.NullMarked;

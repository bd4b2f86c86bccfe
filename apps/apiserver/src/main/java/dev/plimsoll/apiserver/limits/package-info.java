/** Bounds for what clients may ask of the server at one time. */
@NullMarked
package dev.plimsoll.apiserver.limits;

import org.jspecify.annotations.NullMarked;

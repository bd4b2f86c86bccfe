/** Documents for tests: written briefly, or drawn at random. */
@NullMarked
package dev.plimsoll.codec.trees;

import org.jspecify.annotations.NullMarked;

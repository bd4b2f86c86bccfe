/** Questions about identity and permission. */
@NullMarked
package dev.plimsoll.kinds.review;

import org.jspecify.annotations.NullMarked;

/** Files in which a node keeps what it promised to its pods and what it has done of it. */
@NullMarked
package dev.plimsoll.codec.node;

import org.jspecify.annotations.NullMarked;

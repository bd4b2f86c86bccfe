/** {@code plimsoll resize}: a resize, watched until it has come to its end. */
@NullMarked
package dev.plimsoll.cli.resize;

import org.jspecify.annotations.NullMarked;

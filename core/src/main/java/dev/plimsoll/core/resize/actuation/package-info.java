/** The way from what was allocated to what is in force. */
@NullMarked
package dev.plimsoll.core.resize.actuation;

import org.jspecify.annotations.NullMarked;

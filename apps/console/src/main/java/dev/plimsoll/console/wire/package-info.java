/** Tables as they are sent to browsers: binary rows, each encoded once for all viewers. */
@NullMarked
package dev.plimsoll.console.wire;

import org.jspecify.annotations.NullMarked;

@NullMarked
package dev.plimsoll.console.wire;

import org.jspecify.annotations.NullMarked;

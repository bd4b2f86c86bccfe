@NullMarked
package dev.plimsoll.console.access;

import org.jspecify.annotations.NullMarked;

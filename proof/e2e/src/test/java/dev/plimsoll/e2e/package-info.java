@NullMarked
package dev.plimsoll.e2e;

import org.jspecify.annotations.NullMarked;

/** Who asks, and whether they may. */
@NullMarked
package dev.plimsoll.apiserver.identity;

import org.jspecify.annotations.NullMarked;

/** More CPU for containers while they start. */
@NullMarked
package dev.plimsoll.core.estimation.boost;

import org.jspecify.annotations.NullMarked;

/** README and guides, run as a reader would. */
@NullMarked
package dev.plimsoll.guides;

import org.jspecify.annotations.NullMarked;

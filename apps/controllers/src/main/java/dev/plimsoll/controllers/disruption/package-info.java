/** How many pods may be taken away. */
@NullMarked
package dev.plimsoll.controllers.disruption;

import org.jspecify.annotations.NullMarked;

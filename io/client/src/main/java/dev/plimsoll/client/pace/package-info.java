/** Time, and how fast or how often something is tried. */
@NullMarked
package dev.plimsoll.client.pace;

import org.jspecify.annotations.NullMarked;

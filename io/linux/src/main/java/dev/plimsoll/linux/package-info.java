/** What Linux tells about the machine that it runs on. */
@NullMarked
package dev.plimsoll.linux;

import org.jspecify.annotations.NullMarked;

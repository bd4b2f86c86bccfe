/** Tells when files of the kernel change. */
@NullMarked
package dev.plimsoll.linux.watch;

import org.jspecify.annotations.NullMarked;

/** What the commands say of themselves, in the form of other readers: man pages. */
@NullMarked
package dev.plimsoll.cli.reference;

import org.jspecify.annotations.NullMarked;

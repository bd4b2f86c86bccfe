/** Files and folders held open while their names may change, and what is mounted. */
@NullMarked
package dev.plimsoll.linux.files;

import org.jspecify.annotations.NullMarked;

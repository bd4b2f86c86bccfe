/** Who may read what a program serves: credentials of a caller, and the API server's answer to a review of them. */
@NullMarked
package dev.plimsoll.runtime.access;

import org.jspecify.annotations.NullMarked;

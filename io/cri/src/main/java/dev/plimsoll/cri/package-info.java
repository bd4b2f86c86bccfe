/** The Container Runtime Interface over a unix socket, as records. */
@NullMarked
package dev.plimsoll.cri;

import org.jspecify.annotations.NullMarked;

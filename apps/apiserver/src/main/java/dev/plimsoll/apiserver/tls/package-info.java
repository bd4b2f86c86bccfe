/** The server's own certificate authority. */
@NullMarked
package dev.plimsoll.apiserver.tls;

import org.jspecify.annotations.NullMarked;

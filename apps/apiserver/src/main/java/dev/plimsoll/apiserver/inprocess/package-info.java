/** The server for clients in the same process, without a port. */
@NullMarked
package dev.plimsoll.apiserver.inprocess;

import org.jspecify.annotations.NullMarked;

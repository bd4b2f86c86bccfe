/** Connections that carry bytes both ways after an HTTP upgrade: raw, in messages of a WebSocket, and from one connection to another. */
@NullMarked
package dev.plimsoll.streams;

import org.jspecify.annotations.NullMarked;

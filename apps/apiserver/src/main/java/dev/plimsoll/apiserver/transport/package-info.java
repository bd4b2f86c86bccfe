/** Jetty: connections, streams, bodies and sockets. Requests come in here and replies go out. */
@NullMarked
package dev.plimsoll.apiserver.transport;

import org.jspecify.annotations.NullMarked;

/** Requests and answers of HTTP/1.1 on streams that are no sockets. */
@NullMarked
package dev.plimsoll.streams.http;

import org.jspecify.annotations.NullMarked;

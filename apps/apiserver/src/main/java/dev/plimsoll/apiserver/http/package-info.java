/** Requests and replies, independent of the library that carries them, and the adapter to Jetty. */
@NullMarked
package dev.plimsoll.apiserver.http;

import org.jspecify.annotations.NullMarked;

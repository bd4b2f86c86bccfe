/** SPDY/3.1 as clients of Kubernetes speak it: streams that the client opens, without priorities and windows. */
@NullMarked
package dev.plimsoll.streams.spdy;

import org.jspecify.annotations.NullMarked;

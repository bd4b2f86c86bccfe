/** The pod resources API: which CPUs and memory pods have to themselves, over a unix socket. */
@NullMarked
package dev.plimsoll.podresources;

import org.jspecify.annotations.NullMarked;

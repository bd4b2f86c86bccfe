/** Exclusive CPUs: which ones a request is given, which nodes could give them, and what is assigned. */
@NullMarked
package dev.plimsoll.core.topology.cpu;

import org.jspecify.annotations.NullMarked;

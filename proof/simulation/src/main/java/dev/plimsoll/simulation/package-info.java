/** A node in one thread and virtual time: the real machine on a disk, a runtime and an API made of values. */
@NullMarked
package dev.plimsoll.simulation;

import org.jspecify.annotations.NullMarked;

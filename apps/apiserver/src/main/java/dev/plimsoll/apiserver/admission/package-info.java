/** Admission plugins: what the surroundings of an object add to it or hold against it. */
@NullMarked
package dev.plimsoll.apiserver.admission;

import org.jspecify.annotations.NullMarked;

/** Resizes that every kind of node has to carry out, and what is then to be read in its cgroups. */
@NullMarked
package dev.plimsoll.fakes.resize;

import org.jspecify.annotations.NullMarked;

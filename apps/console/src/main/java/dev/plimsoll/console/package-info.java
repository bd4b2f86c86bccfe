/** A web page that shows pods, nodes and resizes of a cluster as they change. */
@NullMarked
package dev.plimsoll.console;

import org.jspecify.annotations.NullMarked;

/**
 * A small shell over files that nobody keeps on a disk: enough of {@code sh} and of the usual tools to look into a simulated container.
 * What a command does follows from its words, its input, the files and the clock that it is given, and from nothing else.
 */
@NullMarked
package dev.plimsoll.nodeagent.simulated.shell;

import org.jspecify.annotations.NullMarked;

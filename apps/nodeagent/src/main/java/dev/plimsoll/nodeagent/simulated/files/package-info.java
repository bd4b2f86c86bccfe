/** The files of containers that nobody runs: trees in memory, and files whose content is made when they are read. */
@NullMarked
package dev.plimsoll.nodeagent.simulated.files;

import org.jspecify.annotations.NullMarked;

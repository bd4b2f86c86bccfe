/** Options of commands. */
@NullMarked
package dev.plimsoll.nodeagent.simulated.shell.options;

import org.jspecify.annotations.NullMarked;

/** Shell scripts as trees. */
@NullMarked
package dev.plimsoll.nodeagent.simulated.shell.syntax;

import org.jspecify.annotations.NullMarked;

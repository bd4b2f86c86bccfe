/** What simulated containers write. */
@NullMarked
package dev.plimsoll.nodeagent.simulated.logs;

import org.jspecify.annotations.NullMarked;

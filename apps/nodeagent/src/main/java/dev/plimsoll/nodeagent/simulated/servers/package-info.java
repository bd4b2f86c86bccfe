/** What programs of well-known images serve in simulated containers. */
@NullMarked
package dev.plimsoll.nodeagent.simulated.servers;

import org.jspecify.annotations.NullMarked;

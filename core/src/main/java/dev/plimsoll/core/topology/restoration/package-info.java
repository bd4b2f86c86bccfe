/** State of the CPU and memory managers after a restart: what was stored, compared with what runs. */
@NullMarked
package dev.plimsoll.core.topology.restoration;

import org.jspecify.annotations.NullMarked;

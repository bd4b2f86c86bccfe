/** Commands, terminals and ports of containers that a container runtime serves. */
@NullMarked
package dev.plimsoll.nodeagent.cri.sessions;

import org.jspecify.annotations.NullMarked;

/** What probes and hooks do: HTTP, TCP, gRPC and commands, as a kubelet does them. */
@NullMarked
package dev.plimsoll.nodeagent.handlers;

import org.jspecify.annotations.NullMarked;

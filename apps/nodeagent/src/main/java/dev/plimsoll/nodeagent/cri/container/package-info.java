/** Sandboxes and containers of a container runtime: how they are made, and how they end. */
@NullMarked
package dev.plimsoll.nodeagent.cri.container;

import org.jspecify.annotations.NullMarked;

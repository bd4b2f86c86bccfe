/** What sandboxes, containers and images use, as the runtime measured it. */
@NullMarked
package dev.plimsoll.cri.usage;

import org.jspecify.annotations.NullMarked;

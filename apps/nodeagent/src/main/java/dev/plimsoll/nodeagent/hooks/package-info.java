/** Lifecycle hooks of containers: postStart and preStop. */
@NullMarked
package dev.plimsoll.nodeagent.hooks;

import org.jspecify.annotations.NullMarked;

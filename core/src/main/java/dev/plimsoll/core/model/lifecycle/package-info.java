/** Handlers, hooks and probes of a container. */
@NullMarked
package dev.plimsoll.core.model.lifecycle;

import org.jspecify.annotations.NullMarked;

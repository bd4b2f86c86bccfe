/** Probes of containers: what their results make of a container. */
@NullMarked
package dev.plimsoll.core.resize.probes;

import org.jspecify.annotations.NullMarked;

/** Probes of containers: when they are run, and who hears of it. */
@NullMarked
package dev.plimsoll.nodeagent.probes;

import org.jspecify.annotations.NullMarked;

/** The cgroups of pods and containers on a real machine. */
@NullMarked
package dev.plimsoll.nodeagent.cri.cgroups;

import org.jspecify.annotations.NullMarked;

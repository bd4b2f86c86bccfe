/** What a container runtime says of pods and containers. */
@NullMarked
package dev.plimsoll.nodeagent.cri.observation;

import org.jspecify.annotations.NullMarked;
